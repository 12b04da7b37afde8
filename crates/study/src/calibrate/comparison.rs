//! The course of one load: a first pass over all disks, then rounds of suspects among peers.
//!
//! Takes cells in the order it asked for them; decides who is measured again and when it is enough.

use super::{CalibrateConfig, DiskFinding, Group, Judgement, LoadFinding};
use crate::cell::{Ask, Cell, Measured, Until};
use crate::conduct::Outlook;
use base::Rng;
use std::collections::VecDeque;
use summary::Estimate;
use workload::Load;

/// One cell that was measured.
#[derive(Clone, Debug)]
struct Seen {
    disk: usize,
    round: u32,
    measured: Measured,
}

/// One load's course.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    load: Load,
    queue: VecDeque<usize>,
    round: u32,
    seen: Vec<Seen>,
}

impl Comparison {
    pub(super) fn new(config: &CalibrateConfig, index: usize) -> Self {
        let mut order: Vec<usize> = (0..config.disks.len()).collect();
        shuffle(&mut order, &mut Rng::at(config.seed, &[0xCA11, index as u64, 0]));
        Self { load: config.loads[index], queue: order.into(), round: 0, seen: Vec::new() }
    }

    pub(super) fn ask(&self, config: &CalibrateConfig) -> Option<Ask> {
        let disk = *self.queue.front()?;
        let repeat = self.seen.iter().filter(|seen| seen.disk == disk).count() as u32;
        let name = &config.disks[disk];
        let cell = Cell { repeat, ..Cell::new("disk", std::slice::from_ref(name), self.load) };
        let (until, purpose) = match self.round {
            0 => (config.until, "each alone"),
            _ => (twice(config.until), "again"),
        };
        Some(Ask { cell, until, purpose })
    }

    pub(super) fn take(&mut self, _config: &CalibrateConfig, measured: &Measured) {
        let disk = self.queue.pop_front().expect("only what was asked for is taken");
        self.seen.push(Seen { disk, round: self.round, measured: measured.clone() });
    }

    pub(super) fn outlook(&self, _config: &CalibrateConfig) -> Outlook {
        Outlook { cells_likely: self.queue.len(), cells_max: self.queue.len() }
    }

    pub(super) fn finding(&self, config: &CalibrateConfig) -> LoadFinding {
        let disks = config.disks.iter().enumerate().map(|(disk, name)| {
            let own: Vec<&Seen> = self.seen.iter().filter(|seen| seen.disk == disk).collect();
            let judgement = if own.is_empty() { Judgement::Open } else { Judgement::Like };
            DiskFinding {
                name: name.clone(),
                mibps: own.first().map_or(Estimate::unknown(0.0), |seen| seen.measured.mibps),
                deviation: Estimate::unknown(0.0),
                judgement,
                chance: None,
                group: 0,
                cells: own.len(),
                seconds: own.iter().map(|seen| seen.measured.seconds).sum(),
                settled: own.iter().all(|seen| seen.measured.settled),
                errors: own.iter().map(|seen| seen.measured.errors).sum(),
            }
        });
        LoadFinding {
            load: self.load,
            disks: disks.collect(),
            groups: vec![Group { mibps: 0.0, disks: config.disks.len(), spread: None }],
            noise: None,
            rounds: self.seen.iter().map(|seen| seen.round).max().unwrap_or(0),
            whole: self.queue.is_empty(),
        }
    }
}

/// Twice the time, to a width as narrow as that brings.
fn twice(until: Until) -> Until {
    Until {
        half_width: until.half_width / std::f64::consts::SQRT_2,
        time_min_ns: 2 * until.time_min_ns,
        time_max_ns: 2 * until.time_max_ns,
        warm_up_ns: until.warm_up_ns,
    }
}

/// Fisher and Yates.
pub(super) fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for i in (1..items.len()).rev() {
        items.swap(i, rng.below(i as u64 + 1) as usize);
    }
}
