//! How many disks fill the path to them? Disk 1, disks 1-2, 1-4, ... and then around the corner.
//!
//! Takes the names of disks in order and what came of their cells; gives the number that fills the limit and the
//! limit, each with its interval, or that it was not reached. Stops climbing when the answer is in.

mod finding;

pub use finding::{Hinge, Law, Saturation, ScaleFinding, ScalePoint, Usl};

use crate::cell::{Ask, Cell, Measured, Until};
use crate::conduct::{Outlook, Study};
use summary::Estimate;
use workload::Load;

/// What is grown.
#[derive(Clone, Debug, PartialEq)]
pub struct ScaleConfig {
    /// The disks' names in the order in which they join.
    pub disks: Vec<String>,
    /// What runs on each of them at the same time.
    pub load: Load,
    /// How long a cell is.
    pub until: Until,
    /// What the order of the cells is drawn from.
    pub seed: u64,
    /// Cells at most: 48.
    pub cells_max: usize,
}

impl ScaleConfig {
    /// Reads of these disks.
    pub fn new(disks: &[String], until: Until, seed: u64) -> Self {
        Self { disks: disks.to_vec(), load: Load::SEQUENTIAL_READ, until, seed, cells_max: 48 }
    }
}

/// The study.
#[derive(Clone, Debug)]
pub struct Scale {
    config: ScaleConfig,
    seen: Vec<(usize, Measured)>,
}

impl Scale {
    /// A study that has measured nothing.
    pub fn new(config: ScaleConfig) -> Self {
        Self { config, seen: Vec::new() }
    }

    /// What is known so far; whole once the study has ended.
    pub fn finding(&self) -> ScaleFinding {
        ScaleFinding {
            config: self.config.clone(),
            points: points(&self.seen),
            saturation: Saturation::Open,
            slope: Estimate::unknown(0.0),
            law: Law::Open,
            hinge: None,
            usl: None,
            falls: None,
            whole: self.next().is_none(),
        }
    }

    /// The number of disks to measure next.
    fn next(&self) -> Option<usize> {
        let most = self.config.disks.len();
        match self.seen.last() {
            None => (most > 0).then_some(1),
            Some((disks, _)) => (*disks < most).then_some((2 * disks).min(most)),
        }
    }
}

impl Study for Scale {
    fn ask(&mut self) -> Option<Ask> {
        let disks = self.next()?;
        let repeat = self.seen.iter().filter(|(seen, _)| *seen == disks).count() as u32;
        let cell = Cell::new("disks", &self.config.disks[..disks], self.config.load);
        Some(Ask {
            cell: Cell { repeat, ..cell },
            until: self.config.until,
            purpose: "growing set",
        })
    }

    fn take(&mut self, ask: &Ask, seen: &Measured) {
        self.seen.push((ask.cell.targets.len(), seen.clone()));
    }

    fn outlook(&self) -> Outlook {
        let left = usize::from(self.next().is_some());
        Outlook { cells_likely: left, cells_max: self.config.cells_max - self.seen.len() }
    }
}

/// The points in rising order, cells of the same number together.
fn points(seen: &[(usize, Measured)]) -> Vec<ScalePoint> {
    let mut counts: Vec<usize> = seen.iter().map(|(disks, _)| *disks).collect();
    counts.sort_unstable();
    counts.dedup();
    let point = |disks: usize| {
        let cells: Vec<&Measured> =
            seen.iter().filter(|(n, _)| *n == disks).map(|(_, cell)| cell).collect();
        let mean = |of: fn(&Measured) -> f64| {
            cells.iter().map(|cell| of(cell)).sum::<f64>() / cells.len() as f64
        };
        ScalePoint {
            disks,
            mibps: Estimate { value: mean(|cell| cell.mibps.value), ..cells[0].mibps },
            iops: mean(|cell| cell.iops.value),
            latency_ns_mean: mean(|cell| cell.latency_ns_mean),
            cells: cells.len(),
            seconds: cells.iter().map(|cell| cell.seconds).sum(),
            settled: cells.iter().all(|cell| cell.settled),
            errors: cells.iter().map(|cell| cell.errors).sum(),
        }
    };
    counts.into_iter().map(point).collect()
}
