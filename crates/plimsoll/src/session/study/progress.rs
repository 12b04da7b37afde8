//! Progress of a study: takes its outlook and the course of its cells, shows how far it is and how long it will take.

use crate::session::live::Progress;
use study::{Ask, Measured, Outlook};

/// A cell of which nothing is known yet is taken to last this many times its shortest time: what steady storage needs.
pub(super) const LIKELY: f64 = 2.0;

/// Characters of a target's name that are shown.
const PLACE_CHARS_MAX: usize = 12;

/// Watches a study.
pub(crate) struct Watch {
    pub(crate) progress: Progress,
    stage: String,
    simulated: bool,
    pause_s: f64,
    outlook: Outlook,
    /// Cells that ended in earlier sessions.
    known: usize,
    /// Cells that ended in this session, and how long they took with their pauses, in seconds.
    done: usize,
    spent_s: f64,
    /// Time of the present cell so far, in seconds.
    cell_s: f64,
}

impl Watch {
    pub(super) fn new(progress: Progress) -> Self {
        Self {
            progress,
            stage: String::new(),
            simulated: false,
            pause_s: 0.0,
            outlook: Outlook::default(),
            known: 0,
            done: 0,
            spent_s: 0.0,
            cell_s: 0.0,
        }
    }

    /// A stage begins, of which `known` cells were measured in earlier sessions.
    pub(super) fn stage_begins(
        &mut self,
        name: &str,
        known: usize,
        pause_ns: u64,
        simulated: bool,
    ) {
        self.progress.begin(name, None);
        name.clone_into(&mut self.stage);
        (self.simulated, self.pause_s) = (simulated, pause_ns as f64 / 1e9);
        (self.known, self.done, self.spent_s) = (known, 0, 0.0);
    }

    /// How much is still to come, the cell that begins now among it.
    pub(super) fn outlook(&mut self, outlook: Outlook) {
        self.outlook = outlook;
        self.cell_s = 0.0;
    }

    /// The storage rests before the next cell.
    pub(crate) fn resting(&mut self) {
        let doing = format!("{}: pause", self.stage);
        self.progress.doing(&doing);
    }

    /// A cell begins.
    pub(crate) fn cell_begins(&mut self, ask: &Ask) {
        let likely = self.outlook.cells_likely.max(1);
        let most = self.outlook.cells_max.max(likely);
        let left_max_s = most as f64 * self.cell_max_s(ask);
        self.cell_s = self.pause_s;
        let before = self.known + self.done;
        let (number, likely, most) = (before + 1, before + likely, before + most);
        let most_time = report::words::duration(left_max_s);
        let of = if likely == most { likely.to_string() } else { format!("{likely}-{most}") };
        let what = short(ask);
        self.progress.doing(&format!("cell {number} of {of} ({most_time} at most) {what}"));
        self.show(ask);
    }

    /// An interval of all targets together.
    pub(crate) fn interval(&mut self, ask: &Ask, whole: &sample::Cell) {
        self.progress.rates(whole);
        self.cell_s = self.pause_s + whole.end_ns as f64 / 1e9;
        self.show(ask);
    }

    fn show(&mut self, ask: &Ask) {
        let each_s = if self.done > 0 {
            self.spent_s / self.done as f64
        } else {
            likely_s(ask, self.pause_s)
        };
        let left = self.outlook.cells_likely.max(1) as f64;
        let all_s = self.spent_s + (left * each_s).max(self.cell_s);
        let done_s = self.spent_s + self.cell_s;
        if self.simulated {
            self.progress.share(done_s / all_s.max(1e-9));
        } else {
            self.progress.time(done_s, all_s);
        }
    }

    fn cell_max_s(&self, ask: &Ask) -> f64 {
        self.pause_s + (ask.until.warm_up_ns + ask.until.time_max_ns) as f64 / 1e9
    }

    /// A cell ended.
    pub(super) fn cell_ended(&mut self, _: &Measured) {
        self.done += 1;
        self.spent_s += self.cell_s;
        self.cell_s = 0.0;
    }
}

/// A cell in as few characters as tell it from the others: the line of progress must not break.
fn short(ask: &Ask) -> String {
    let cell = &ask.cell;
    let place = match &cell.targets[..] {
        [one] => one.rsplit('/').next().unwrap_or(one).chars().take(PLACE_CHARS_MAX).collect(),
        more => format!("{} targets", more.len()),
    };
    let load = cell.load.to_string();
    let load = load.split(" -f").next().unwrap_or(&load);
    format!("{place} {load}")
}

/// How long a cell is likely to take before anything is known, its pause included, in seconds.
pub(super) fn likely_s(ask: &Ask, pause_s: f64) -> f64 {
    let until = ask.until;
    let counted = (until.time_min_ns as f64 * LIKELY).min(until.time_max_ns as f64);
    pause_s + (until.warm_up_ns as f64 + counted) / 1e9
}
