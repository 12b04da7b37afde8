//! The courses that a study may take before it has taken one: which cells would come and how long they would take, where all places
//! are alike and steady, in noise, and at most. What is known of it already takes no time. Touches nothing.

use super::progress::{Ahead, likely_s};
use super::resume::{Begun, Foretold};
use super::{Asked, Finds, Stage, Work};
use std::collections::HashMap;
use study::record::{CellRecord, StageRecord};
use study::{Ask, Journal, Measured, Outlook};
use summary::Estimate;

/// Cells that are imagined at most: a study that never ends must not keep us.
const IMAGINED_MAX: usize = 100_000;
/// Courses in noise that are imagined.
const NOISY: u64 = 24;
/// By how much cells are unlike each other at most in these courses, one after the other (relative).
const UNLIKE: [f64; 4] = [0.05, 0.1, 0.2, 0.3];
/// What every place is imagined to give, in MiB/s.
const MIBPS: f64 = 100.0;

/// One stage as it would go.
pub(super) struct Course {
    pub(super) asks: Vec<Ask>,
    pub(super) outlook: Outlook,
    /// Where all places are alike and steady.
    pub(super) likely_s: f64,
    /// The longest of several courses in which no cell settles.
    pub(super) noisy_s: f64,
    pub(super) longest_s: f64,
    pub(super) pause_s: f64,
}

impl Course {
    /// The most cells that may come.
    pub(super) fn cells_max(&self) -> usize {
        self.outlook.cells_max.max(self.asks.len())
    }
}

/// What each stage still takes, as far as can be said before those before it are measured.
pub(super) fn ahead(asked: &Asked, begun: &Begun) -> Vec<Ahead> {
    let stages = begun.record.study.iter().flat_map(|study| &study.stages);
    let each = |(stage, known): (&Stage, &StageRecord)| {
        let cells = known.cells.len();
        if asked.stages.len() == 1 {
            return Ahead { cells_likely: cells, cells_max: cells, ..Ahead::default() };
        }
        let course = imagine(asked, stage, begun.seed, Some(known));
        Ahead {
            cells_likely: course.asks.len().max(cells),
            cells_max: course.cells_max().max(cells),
            likely_s: course.likely_s,
            longest_s: course.longest_s,
        }
    };
    asked.stages.iter().zip(stages).map(each).collect()
}

/// What is left of all stages: likely, in noise, at most; none where nothing is known of them.
pub(super) fn left_s(asked: &Asked, there: &Foretold) -> Option<[f64; 3]> {
    let (seed, known) = there.known.as_ref()?;
    let each = asked.stages.iter().zip(known).map(|(stage, known)| {
        let course = imagine(asked, stage, *seed, known.as_ref());
        [course.likely_s, course.noisy_s, course.longest_s]
    });
    Some(each.fold([0.0; 3], |sum, one| [0, 1, 2].map(|at| sum[at] + one[at])))
}

/// The course of a stage; its times are those of the cells that are not known.
pub(super) fn imagine(
    asked: &Asked,
    stage: &Stage,
    seed: u64,
    known: Option<&StageRecord>,
) -> Course {
    let pause_s = asked.pause_ns(stage, &stage.shelf.stacks()) as f64 / 1e9;
    let build = match &stage.work {
        Work::Cells(build) | Work::Recorded(build, _) => build,
        Work::Ramp(work) => {
            let done = known.is_some_and(|known| known.finding.is_some());
            let time_s = if done { 0.0 } else { work.budget_ns as f64 / 1e9 };
            let outlook = Outlook::default();
            return Course {
                asks: Vec::new(),
                outlook,
                likely_s: time_s,
                noisy_s: time_s,
                longest_s: time_s,
                pause_s,
            };
        }
    };
    let known = Known::of(known);
    let outlook = build(seed, &[]).outlook();
    let longest = |ask: &Ask| pause_s + (ask.until.warm_up_ns + ask.until.time_max_ns) as f64 / 1e9;
    let (asks, likely_s) = walk(build(seed, &[]), &known, |ask, now_s| {
        let cell_s = likely_s(ask, pause_s);
        (known.alike(ask, cell_s, now_s), cell_s)
    });
    // Whom noise puts under suspicion is chance: of several courses the longest.
    let courses = (0..NOISY).map(|course| {
        walk(build(seed, &[]), &known, |ask, now_s| {
            let cell_s = longest(ask);
            (known.unlike(ask, cell_s, now_s, course), cell_s)
        })
    });
    let (noisy, noisy_s) =
        courses.max_by(|a, b| a.1.total_cmp(&b.1)).expect("there are several courses");
    // Who stands out is measured again at twice the time.
    let again = if stage.study == "calibrate" { 2.0 } else { 1.0 };
    let once_s = asks.iter().map(|ask| longest(ask) - pause_s).fold(0.0, f64::max);
    let cell_max_s = noisy.iter().map(longest).fold(pause_s + again * once_s, f64::max);
    let cells_max = outlook.cells_max.max(asks.len()).max(noisy.len());
    let longest_s = cells_max.saturating_sub(known.among(&asks)) as f64 * cell_max_s;
    // Where the known ones are all that is asked for, nothing can follow.
    let longest_s = if noisy_s > 0.0 { longest_s } else { 0.0 };
    let noisy_s = noisy_s.max(likely_s);
    Course { asks, outlook, likely_s, noisy_s, longest_s, pause_s }
}

/// The cells that a study asks for where each that is not known gives what `cell` makes of it at that time, and how long these take
/// in seconds.
fn walk(
    mut study: Box<dyn Finds>,
    known: &Known<'_>,
    cell: impl Fn(&Ask, f64) -> (Measured, f64),
) -> (Vec<Ask>, f64) {
    let (mut asks, mut now_s): (Vec<Ask>, f64) = (Vec::new(), 0.0);
    while let Some(ask) = study.ask().filter(|_| asks.len() < IMAGINED_MAX) {
        match known.journal.get(&ask.cell.id()) {
            Some(seen) => study.take(&ask, seen),
            None => {
                let (measured, cell_s) = cell(&ask, now_s);
                study.take(&ask, &measured);
                now_s += cell_s;
            }
        }
        asks.push(ask);
    }
    (asks, now_s)
}

/// What is known of a stage.
struct Known<'a> {
    cells: &'a [CellRecord],
    journal: Journal,
}

impl<'a> Known<'a> {
    fn of(stage: Option<&'a StageRecord>) -> Self {
        let cells = stage.map_or(&[][..], |stage| &stage.cells);
        Self { cells, journal: stage.map_or_else(HashMap::new, StageRecord::journal) }
    }

    /// How many of these cells are known.
    fn among(&self, asks: &[Ask]) -> usize {
        asks.iter().filter(|ask| self.journal.contains_key(&ask.cell.id())).count()
    }

    /// What each place is imagined to give, in MiB/s: as much as is known to come under such a load.
    fn mibps(&self, ask: &Ask) -> f64 {
        let alike = self.cells.iter().filter(|one| one.cell.load == ask.cell.load);
        let each = alike.map(|one| one.seen.mibps.value / one.cell.targets.len().max(1) as f64);
        let each: Vec<f64> = each.filter(|mibps| mibps.is_finite() && *mibps > 0.0).collect();
        let mean = each.iter().sum::<f64>() / each.len() as f64;
        if each.is_empty() { MIBPS } else { mean }
    }

    /// What a cell gives where nothing settles: more or less than the others by up to so much as the course has it, drawn from
    /// what the cell is and when it begins.
    fn unlike(&self, ask: &Ask, cell_s: f64, now_s: f64, course: u64) -> Measured {
        let Measured { mibps, iops, .. } = self.alike(ask, cell_s, now_s);
        let letters = ask.cell.descriptor();
        let key: Vec<u64> = letters.bytes().map(u64::from).chain([course]).collect();
        let drawn =
            (base::random::derive(now_s.to_bits(), &key) >> 11) as f64 / (1_u64 << 53) as f64;
        let most = UNLIKE[course as usize % UNLIKE.len()];
        let share = 1.0 + most * (2.0 * drawn - 1.0);
        let about = |one: Estimate| Estimate {
            value: one.value * share,
            low: one.value * share * 0.9,
            high: one.value * share * 1.1,
            ..one
        };
        Measured {
            mibps: about(mibps),
            iops: about(iops),
            settled: false,
            ..self.alike(ask, cell_s, now_s)
        }
    }

    /// What a cell gives where all places are alike.
    fn alike(&self, ask: &Ask, cell_s: f64, now_s: f64) -> Measured {
        let about = |value: f64| Estimate {
            value,
            low: value * (1.0 - ask.until.half_width / 2.0),
            high: value * (1.0 + ask.until.half_width / 2.0),
            ..Estimate::unknown(value)
        };
        let targets = ask.cell.targets.len();
        let mibps = about(self.mibps(ask) * targets as f64);
        Measured { began_s: now_s, ..Measured::of(&ask.cell.load, targets, mibps, cell_s) }
    }
}
