//! Sequential runs: I/Os of one operation, each of which starts where the previous one ended.
//!
//! Several streams run at the same time, so the start of an I/O is compared with the ends of the latest runs, not only of the
//! last I/O (Tarasov et al., FAST 2012, section 4). A random I/O can match such an end by chance. The rate of this is measured:
//! each I/O is also compared with a decoy offset that no sequential stream would access next, and these matches are subtracted.

use crate::{IoEvent, IoKind};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque};

/// The most short runs whose ends are remembered, for each operation.
const YOUNG_RUNS_MAX: usize = 256;
/// The most streams whose ends are remembered, for each operation.
const STREAMS_MAX: usize = 64;
/// The least I/Os of a run that counts as a stream.
const STREAM_MIN: u32 = 4;
/// The decoy offset is this many lengths before the I/O.
const DECOY_LENGTHS: u64 = 16;
/// A stream counts as active for this long after an I/O.
const ACTIVE_NS: u64 = 1_000_000_000;
/// Active streams are counted once per this many I/Os.
const COUNT_EVERY: u64 = 64;

/// The position of an I/O in its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunStep {
    pub run: u64,
    /// How many I/Os of the run came before; 0 starts a run.
    pub position: u32,
}

/// The sequential accesses of one operation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SequentialAccess {
    /// The share of I/Os that continue a run, 0 to 1, without matches by chance.
    pub operations_share: f64,
    /// The mean number of streams (runs of at least 4 I/Os) that had an I/O within the last second.
    pub streams_mean: f64,
    pub streams_max: u32,
}

#[derive(Clone, Copy)]
struct SequentialRun {
    number: u64,
    length: u32,
    used_ns: u64,
}

#[derive(Default)]
struct OperationRuns {
    by_end: HashMap<u64, SequentialRun>,
    young: VecDeque<(u64, u64)>,
    streams: Vec<(u64, u64)>,
    operations: u64,
    continuing: u64,
    chance: u64,
    active_sum: u64,
    active_counts: u64,
    active_max: u32,
}

/// Follows the runs of all operations.
#[derive(Default)]
pub struct RunTracker {
    runs: [OperationRuns; 4],
    next: u64,
}

impl RunTracker {
    /// Takes the next I/O in order of issue. A flush is a separate run.
    pub fn push(&mut self, event: &IoEvent) -> RunStep {
        let runs = &mut self.runs[event.operation as usize];
        let number = self.next;
        let step = match event.operation {
            IoKind::Flush => RunStep { run: number, position: 0 },
            _ => runs.push(event, number),
        };
        self.next += u64::from(step.run == number);
        step
    }

    /// The sequential accesses of one operation; `None` without any I/O of it.
    pub fn access(&self, operation: IoKind) -> Option<SequentialAccess> {
        let runs = &self.runs[operation as usize];
        (runs.operations > 0).then(|| runs.access())
    }
}

impl OperationRuns {
    fn push(&mut self, event: &IoEvent, number: u64) -> RunStep {
        let length = u64::from(event.length_bytes);
        self.operations += 1;
        let decoy = event.offset_bytes.wrapping_sub(DECOY_LENGTHS * length);
        self.chance += u64::from(self.by_end.contains_key(&decoy));
        let run = match self.by_end.remove(&event.offset_bytes) {
            Some(run) => {
                self.continuing += 1;
                SequentialRun {
                    length: run.length.saturating_add(1),
                    used_ns: event.issued_ns,
                    ..run
                }
            }
            None => SequentialRun { number, length: 1, used_ns: event.issued_ns },
        };
        let end = event.offset_bytes.saturating_add(length);
        self.by_end.insert(end, run);
        self.remember(run, end, event.offset_bytes);
        if self.operations.is_multiple_of(COUNT_EVERY) {
            self.count_active(event.issued_ns);
        }
        RunStep { run: run.number, position: run.length - 1 }
    }

    /// Remembers the end of a run and forgets the oldest one.
    fn remember(&mut self, run: SequentialRun, end: u64, before: u64) {
        if run.length >= STREAM_MIN {
            if let Some(at) = self.streams.iter().position(|stream| *stream == (before, run.number))
            {
                self.streams.remove(at);
            }
            self.streams.push((end, run.number));
            if self.streams.len() > STREAMS_MAX {
                let (end, number) = self.streams.remove(0);
                self.forget(end, number, u32::MAX);
            }
            return;
        }
        self.young.push_back((end, run.number));
        let oldest = if self.young.len() > YOUNG_RUNS_MAX { self.young.pop_front() } else { None };
        if let Some((end, number)) = oldest {
            self.forget(end, number, STREAM_MIN - 1);
        }
    }

    fn forget(&mut self, end: u64, number: u64, length_max: u32) {
        let ends = |run: &SequentialRun| run.number == number && run.length <= length_max;
        if self.by_end.get(&end).is_some_and(ends) {
            self.by_end.remove(&end);
        }
    }

    fn count_active(&mut self, now_ns: u64) {
        let used = |stream: &&(u64, u64)| {
            let run = self.by_end.get(&stream.0).filter(|run| run.number == stream.1);
            run.is_some_and(|run| now_ns.saturating_sub(run.used_ns) <= ACTIVE_NS)
        };
        let active = self.streams.iter().filter(used).count() as u32;
        self.active_sum += u64::from(active);
        self.active_counts += 1;
        self.active_max = self.active_max.max(active);
    }

    fn access(&self) -> SequentialAccess {
        let all = self.operations as f64;
        // Only random I/Os match either offset by chance.
        let without_chance = self.continuing as f64 / all - self.chance as f64 / all;
        SequentialAccess {
            operations_share: without_chance.clamp(0.0, 1.0),
            streams_mean: self.active_sum as f64 / self.active_counts.max(1) as f64,
            streams_max: self.active_max,
        }
    }
}
