//! Live progress on standard error: a bar that redraws on a terminal, a line every 10 s otherwise.

use crate::exposed::ExposedMetrics;
use crate::terminal;
use base::Clock;
use record::{RunKind, RunSubject};
use report::Language;
use report::messages::progress::ProgressText;
use report::terminal::{Live, Style, progress_line, progress_lines};
use sample::IntervalSample;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{IsTerminal, Write};

/// How often the bar is redrawn, and how often a plain line is printed, in nanoseconds.
const REDRAW_NS: u64 = 100_000_000;
const LINE_NS: u64 = 10_000_000_000;

/// A piece of work among others: how long the others take, in seconds on the clock of the measured storage.
#[derive(Clone, Copy, Debug, Default)]
pub struct SurroundingWork {
    /// Duration of the work before it.
    pub before_s: f64,
    /// The likely duration of the piece itself, and the most time that is left of it.
    pub piece_s: f64,
    pub piece_left_max_s: f64,
    /// The likely and the longest duration of the work after it.
    pub after_s: f64,
    pub after_max_s: f64,
    /// Whether that clock is virtual, so that its seconds are not those that the user waits.
    pub simulated: bool,
}

impl SurroundingWork {
    /// The state of the whole work, from the state of the piece, which began `elapsed_s` ago.
    fn whole(&self, piece: &Live, elapsed_s: f64) -> Live {
        let Some(share) = piece.share else { return piece.clone() };
        let (done_s, left_s) = (share * self.piece_s, (1.0 - share) * self.piece_s);
        let all_s = self.before_s + self.piece_s + self.after_s;
        let pace = if self.simulated { elapsed_s / done_s } else { 1.0 };
        let known = pace.is_finite() && piece.left_s.is_some();
        let left = |seconds: f64| known.then_some(seconds * pace);
        Live {
            share: (all_s > 0.0).then(|| (self.before_s + done_s) / all_s),
            left_s: left(left_s + self.after_s),
            left_max_s: left(self.piece_left_max_s.max(left_s) + self.after_max_s),
            ..piece.clone()
        }
    }
}

/// The least time left that was shown at each percentage, in seconds. Points that do not settle lengthen the estimate: the
/// percentage then waits until the time left is shorter again.
#[derive(Debug, Default)]
struct ShownCourse(BTreeMap<u64, f64>);

impl ShownCourse {
    /// The next state, with the share lowered to one that was shown with less time left.
    fn next(&mut self, live: Live) -> Live {
        let (Some(share), Some(left_s)) = (live.share, live.left_s) else { return live };
        // The middle is what is shown.
        let left_s = f64::midpoint(left_s, live.left_max_s.unwrap_or(left_s));
        let percent = (share * 100.0) as u64;
        let earlier = self.0.iter().find(|(_, least_s)| **least_s < left_s);
        let lower = earlier.map(|(percent, _)| *percent).filter(|lower| *lower < percent);
        let least_s = self.0.entry(lower.unwrap_or(percent)).or_insert(left_s);
        *least_s = least_s.min(left_s);
        Live { share: Some(lower.map_or(share, |percent| (percent as f64 + 0.5) / 100.0)), ..live }
    }
}

#[derive(Clone, Copy, Debug)]
struct StreamRates {
    end_ns: u64,
    iops: f64,
    mibps: f64,
    p99_ns: u64,
}

/// Shows the progress. When quiet, prints only warnings.
pub struct Progress {
    style: Style,
    terminal: bool,
    /// Prints nothing but warnings.
    quiet: bool,
    /// Shows no progress, but prints messages.
    hides_progress: bool,
    clock: sys::clock::SystemClock,
    begun_ns: u64,
    shown_ns: Option<u64>,
    /// Lines of the bar on the terminal; the cursor is at the end of the last one.
    drawn: usize,
    /// Which of several pieces of work this one belongs to, such as `2/4`; empty if there is only one.
    pub part: String,
    /// The work around this piece; `None` if the piece is shown on its own.
    pub surrounding: Option<SurroundingWork>,
    shown_course: ShownCourse,
    pub live: Live,
    /// The latest rates of each stream, by name.
    latest: BTreeMap<String, StreamRates>,
    pub exposed: Option<ExposedMetrics>,
}

impl Progress {
    pub fn new(quiet: bool, language: Language) -> Self {
        let clock = sys::clock::SystemClock::new();
        let terminal = std::io::stderr().is_terminal();
        let begun_ns = clock.now_ns();
        Self {
            style: terminal::style_for_progress(language),
            terminal,
            quiet,
            hides_progress: false,
            begun_ns,
            clock,
            // In a log, work that ends before the first line is due prints nothing.
            shown_ns: (!terminal).then_some(begun_ns),
            drawn: 0,
            part: String::new(),
            surrounding: None,
            shown_course: ShownCourse::default(),
            live: Live::default(),
            latest: BTreeMap::new(),
            exposed: None,
        }
    }

    pub fn language(&self) -> Language {
        self.style.language
    }

    /// For an imitated tool, whose stderr scripts may read: shows progress only on a terminal and only if `wanted`.
    pub fn for_tool(wanted: bool) -> Self {
        let mut own = Self::new(false, Language::En);
        own.hides_progress = !(wanted && own.terminal);
        own
    }

    pub(crate) fn label_metrics(&self, kind: RunKind, target: &str, subject: &RunSubject) {
        if let Some(exposed) = &self.exposed {
            exposed.label(kind, target, subject);
        }
    }

    /// Starts another piece of work; `seconds` is how long it will take, if that is known.
    pub fn begin(&mut self, doing: &str, seconds: Option<f64>) {
        self.begun_ns = self.clock.now_ns();
        self.surrounding = None;
        self.latest.clear();
        let part = if self.part.is_empty() { String::new() } else { format!("{}: ", self.part) };
        self.live = Live { doing: part + doing, left_s: seconds, ..Live::default() };
        if self.terminal {
            self.shown_ns = None;
        } else {
            // A log gets its first line after `LINE_NS`: work that ends sooner needs none.
            self.shown_ns.get_or_insert(self.begun_ns);
        }
        self.show();
    }

    /// Sets what is being done now, without restarting the clock.
    pub fn doing(&mut self, doing: &str) {
        doing.clone_into(&mut self.live.doing);
        self.show();
    }

    /// Moves on to `share` (0 to 1) of the piece of work; the time left follows from the time taken.
    pub fn share(&mut self, share: f64) {
        let elapsed_s = self.elapsed_s();
        self.live.share = Some(share.clamp(0.0, 1.0));
        self.live.left_s =
            (share > 0.02).then(|| (elapsed_s / share - elapsed_s).max(0.0)).or(self.live.left_s);
        self.show();
    }

    /// Moves on when the progress is unknown: only the time since the start is shown.
    pub fn elapsed(&mut self) {
        self.show();
    }

    /// Moves on by time: `done_s` of `all_s` seconds.
    pub fn time(&mut self, done_s: f64, all_s: f64) {
        self.live.share = (all_s > 0.0).then(|| (done_s / all_s).min(1.0));
        // How much longer it takes is then not known.
        self.live.left_s = (done_s <= all_s).then_some(all_s - done_s);
        self.show();
    }

    /// Moves on to `done_s` of `all_s` seconds. On a virtual clock only the share is used.
    pub fn advance(&mut self, done_s: f64, all_s: f64, simulated: bool) {
        if simulated {
            self.share(done_s / all_s.max(1e-9));
        } else {
            self.time(done_s, all_s);
        }
    }

    /// Adds an interval of a stream, and shows the rates of all streams together.
    pub fn rates(&mut self, stream: &str, interval: &IntervalSample) {
        if let Some(exposed) = &mut self.exposed {
            exposed.count(stream, interval, self.live.share);
        }
        let seconds = interval.length_ns() as f64 / 1e9;
        if seconds <= 0.0 {
            return;
        }
        let rates = StreamRates {
            end_ns: interval.end_ns,
            iops: interval.ios() as f64 / seconds,
            mibps: interval.bytes() as f64 / seconds / f64::from(1 << 20),
            p99_ns: [&interval.read, &interval.write, &interval.flush]
                .map(|direction| direction.total.quantile_ns(0.99))
                .into_iter()
                .fold(0, u64::max),
        };
        self.latest.insert(stream.to_owned(), rates);
        // A stream that has ended, or that belongs to an earlier run, no longer has a rate.
        let apart_ns_max = 2 * interval.length_ns();
        self.latest.retain(|_, rates| rates.end_ns.abs_diff(interval.end_ns) <= apart_ns_max);
        let all = self.latest.values();
        self.live.iops = Some(all.clone().map(|rates| rates.iops).sum());
        self.live.mibps = Some(all.clone().map(|rates| rates.mibps).sum());
        // Before the first operation ends there is none.
        self.live.p99_ns = all.map(|rates| rates.p99_ns).max().filter(|ns| *ns > 0);
    }

    /// Shows at once how many of all hosts answer: no interval of all hosts is complete without the missing ones.
    pub fn answering(&mut self, count: u32, all: u32) {
        let text = ProgressText::HostsAnswering { count: count.into(), all: all.into() };
        self.live.details = vec![text.to_string()];
        self.shown_ns = self.shown_ns.filter(|_| count == all);
        self.show();
    }

    /// Prints a line that stays, above the bar.
    pub fn say(&mut self, line: impl Display) {
        if !self.quiet {
            self.wipe();
            terminal::tell(&format!("{line}\n"));
        }
    }

    /// Prints a line that stays, above the bar, also when quiet: for what the user must know even if no answer follows.
    pub fn warn(&mut self, line: impl Display) {
        self.wipe();
        terminal::tell(&format!("{line}\n"));
    }

    pub fn wipe(&mut self) {
        if self.drawn > 0 {
            write(&wiping(self.drawn));
            self.drawn = 0;
        }
    }

    /// The state of the whole work that this piece belongs to, or of the piece if it is alone.
    pub fn whole(&mut self) -> Live {
        let Some(surrounding) = self.surrounding else { return self.live.clone() };
        self.shown_course.next(surrounding.whole(&self.live, self.elapsed_s()))
    }

    fn elapsed_s(&self) -> f64 {
        (self.clock.now_ns() - self.begun_ns) as f64 / 1e9
    }

    fn show(&mut self) {
        let now_ns = self.clock.now_ns();
        let pause_ns = if self.terminal { REDRAW_NS } else { LINE_NS };
        let due = self.shown_ns.is_none_or(|shown| now_ns - shown >= pause_ns);
        if self.quiet || self.hides_progress || !due {
            return;
        }
        self.live.elapsed_s = self.elapsed_s();
        let live = &self.whole();
        if self.terminal {
            let lines = progress_lines(live, &self.style);
            let shown = terminal::shown(lines.join("\n"), self.style.language);
            write(&format!("{}{shown}", wiping(self.drawn)));
            self.drawn = lines.len();
        } else {
            write(&format!(
                "{}\n",
                terminal::shown(progress_line(live, &self.style), self.style.language)
            ));
        }
        self.shown_ns = Some(now_ns);
    }
}

/// The escape sequence that wipes this many lines, with the cursor at the end of the last one.
fn wiping(lines: usize) -> String {
    "\x1b[1A".repeat(lines.saturating_sub(1)) + "\r\x1b[J"
}

/// Writes to standard error. A closed pipe must not end a measurement.
fn write(text: &str) {
    let mut stderr = std::io::stderr().lock();
    drop(stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush()));
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.wipe();
    }
}
