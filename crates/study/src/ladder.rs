//! The classic ladder: one load at more and more outstanding I/Os, and where more of them gain nothing any more.
//!
//! Takes a load and depths, asks for each depth once, gives the table with its knee. Finds no load line: a closed loop
//! waits for the storage, so its latency is what the depth makes of it (see [`crate::ramp`] for the line).

use crate::cell::{Ask, Cell, Measured, Until};
use crate::conduct::{Outlook, Study};
use workload::Load;

/// A ladder.
#[derive(Clone, Debug, PartialEq)]
pub struct LadderConfig {
    /// What is measured, for people.
    pub subject: String,
    /// The names of the targets; all are loaded at the same time.
    pub targets: Vec<String>,
    /// The load; its depth is replaced by the ladder's.
    pub load: Load,
    /// Outstanding I/Os of each thread, in the order of measuring.
    pub depths: Vec<u32>,
    /// When a rung has been seen enough.
    pub until: Until,
    /// A doubling of the depth that gains less than this is not worth it: 0.05 is 5 %.
    pub gain_min: f64,
}

impl LadderConfig {
    /// 1, 2, 4, ... 256 outstanding I/Os.
    pub fn powers_of_two() -> Vec<u32> {
        (0..=8).map(|power| 1 << power).collect()
    }
}

/// One rung.
#[derive(Clone, Debug, PartialEq)]
pub struct Rung {
    /// Outstanding I/Os of each thread.
    pub depth: u32,
    /// What it gave.
    pub measured: Measured,
    /// What each doubling of the depth gained since the rung below: 0.05 is 5 %; none for the lowest one.
    pub gain: Option<f64>,
}

/// What a ladder found.
#[derive(Clone, Debug, PartialEq)]
pub struct LadderFinding {
    /// The rungs that were measured, lowest depth first.
    pub rungs: Vec<Rung>,
    /// The depth from which on doubling gains less than [`LadderConfig::gain_min`]; none when it was not reached.
    pub knee: Option<u32>,
    /// The smallest gain that is worth a doubling.
    pub gain_min: f64,
    /// Whether every depth was measured.
    pub whole: bool,
}

/// The ladder's course.
#[derive(Clone, Debug)]
pub struct Ladder {
    config: LadderConfig,
    seen: Vec<Measured>,
}

impl Ladder {
    /// A ladder of which nothing is measured yet.
    pub fn new(config: LadderConfig) -> Self {
        Self { config, seen: Vec::new() }
    }

    /// What was found so far.
    pub fn finding(&self) -> LadderFinding {
        let mut seen: Vec<(u32, &Measured)> =
            self.config.depths.iter().copied().zip(&self.seen).collect();
        seen.sort_by_key(|(depth, _)| *depth);
        let rungs: Vec<Rung> = (0..seen.len())
            .map(|i| {
                let (depth, measured) = seen[i];
                let gain = i.checked_sub(1).map(|below| gain(seen[below], seen[i]));
                Rung { depth, measured: measured.clone(), gain }
            })
            .collect();
        let whole = seen.len() == self.config.depths.len();
        let knee = knee(&seen, self.config.gain_min);
        LadderFinding { rungs, knee, gain_min: self.config.gain_min, whole }
    }
}

impl Study for Ladder {
    fn ask(&mut self) -> Option<Ask> {
        let &depth = self.config.depths.get(self.seen.len())?;
        let load = Load { depth, ..self.config.load };
        let cell = Cell::new(&self.config.subject, &self.config.targets, load);
        Some(Ask { cell, until: self.config.until, purpose: "rung" })
    }

    fn may_ask(&self, cell: &Cell) -> bool {
        let config = &self.config;
        (&config.subject, &config.targets) == (&cell.subject, &cell.targets)
            && Load { depth: cell.load.depth, ..config.load } == cell.load
            && config.depths.contains(&cell.load.depth)
    }

    fn take(&mut self, _: &Ask, seen: &Measured) {
        self.seen.push(seen.clone());
    }

    fn outlook(&self) -> Outlook {
        let left = self.config.depths.len().saturating_sub(self.seen.len());
        Outlook { cells_likely: left, cells_max: left }
    }
}

/// What each doubling gained from one rung to another, as a geometric mean.
fn gain(from: (u32, &Measured), to: (u32, &Measured)) -> f64 {
    let doublings = (f64::from(to.0) / f64::from(from.0)).log2();
    let ratio = to.1.mibps.value / from.1.mibps.value.max(f64::MIN_POSITIVE);
    if doublings > 0.0 { ratio.powf(1.0 / doublings) - 1.0 } else { 0.0 }
}

/// The lowest depth from which no later rung gains enough per doubling; the highest one cannot be it, since nothing is
/// known beyond. That every later rung is looked at keeps one rung that came out low from being taken for the knee.
fn knee(rungs: &[(u32, &Measured)], gain_min: f64) -> Option<u32> {
    let flat = |i: usize| rungs[i + 1..].iter().all(|&later| gain(rungs[i], later) < gain_min);
    (0..rungs.len().saturating_sub(1)).find(|&i| flat(i)).map(|i| rungs[i].0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use summary::Estimate;

    fn config(depths: Vec<u32>) -> LadderConfig {
        let until = Until { half_width: 0.02, time_min_ns: 1, time_max_ns: 1, warm_up_ns: 0 };
        LadderConfig {
            subject: "disk".to_owned(),
            targets: vec!["a".to_owned()],
            load: Load { random: true, ..Load::SEQUENTIAL_READ },
            depths,
            until,
            gain_min: 0.05,
        }
    }

    /// The ladder's finding on a storage of this throughput at a depth.
    fn climb(config: LadderConfig, mibps: impl Fn(u32) -> f64) -> LadderFinding {
        let mut ladder = Ladder::new(config);
        while let Some(ask) = ladder.ask() {
            let value = Estimate::unknown(mibps(ask.cell.load.depth));
            let measured = Measured::of(&ask.cell.load, 1, value, 1.0);
            ladder.take(&ask, &measured);
        }
        ladder.finding()
    }

    #[test]
    fn the_knee_is_where_doubling_stops_to_pay() {
        let usual = || config(LadderConfig::powers_of_two());
        let capped = climb(usual(), |depth| f64::from(depth.min(16)) * 10.0);
        assert_eq!((capped.knee, capped.whole), (Some(16), true));
        assert_eq!(capped.rungs.len(), 9);
        assert_eq!(capped.rungs[1].gain, Some(1.0));
        // 1.5 % a doubling: flat from the start.
        assert_eq!(climb(usual(), |depth| 100.0 + f64::from(depth.ilog2()) * 1.5).knee, Some(1));
        // Still climbing at the end: not reached.
        assert_eq!(climb(usual(), f64::from).knee, None);
    }

    #[test]
    fn one_low_rung_is_no_knee_and_a_list_need_not_double() {
        let usual = config(LadderConfig::powers_of_two());
        let dip = |depth: u32| if depth == 4 { 20.5 } else { f64::from(depth.min(32)) * 10.0 };
        assert_eq!(climb(usual, dip).knee, Some(32));
        let listed = config(vec![12, 1, 3, 6]);
        let found = climb(listed, |depth| f64::from(depth.min(6)));
        assert_eq!(found.rungs.iter().map(|rung| rung.depth).collect::<Vec<_>>(), [1, 3, 6, 12]);
        assert_eq!(found.knee, Some(6));
    }

    #[test]
    fn a_ladder_that_was_not_climbed_says_so() {
        let ladder = Ladder::new(config(vec![1, 2]));
        let found = ladder.finding();
        assert_eq!((found.rungs.len(), found.knee, found.whole), (0, None, false));
        assert_eq!(ladder.outlook().cells_max, 2);
    }
}
