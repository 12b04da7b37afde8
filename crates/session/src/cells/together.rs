//! Several targets at the same time as one: takes the intervals of each, gives their sum once all have told.
//!
//! Decides by the study's own rule ([`Settle`]) when the cell has been seen enough.

use record::{Cell, Measured, Until};
use sample::Histogram;
use std::collections::BTreeMap;
use study::stalls::StallWatch;
use study::{Next, Settle};
use summary::{Accumulator, StreamSummary, ios_needed};

const MIB: f64 = (1u64 << 20) as f64;

/// One target of the cell.
struct Lane {
    name: String,
    seen: Accumulator,
    bytes: u64,
    errors: u64,
    /// The number of its latest interval.
    latest: Option<u64>,
    stalls: StallWatch,
}

impl Lane {
    fn dead(&self) -> bool {
        self.bytes == 0 && self.errors > 0
    }
}

/// The course of one cell.
pub(super) struct Together {
    lanes: Vec<Lane>,
    /// Intervals that not every target has told yet, by number.
    open: BTreeMap<u64, Box<sample::IntervalSample>>,
    whole: Accumulator,
    /// Latencies of reads and writes together; of commits where writes are made durable by flushes.
    latencies: Histogram,
    settle: Settle,
    until: Until,
    errors: u64,
}

impl Together {
    /// Of a cell that has seen nothing.
    pub(super) fn new(cell: &Cell, until: Until) -> Self {
        let lane = |name: &String| Lane {
            name: name.clone(),
            seen: Accumulator::new(name),
            bytes: 0,
            errors: 0,
            latest: None,
            stalls: StallWatch::default(),
        };
        Self {
            lanes: cell.targets.iter().map(lane).collect(),
            open: BTreeMap::new(),
            whole: Accumulator::new(&cell.subject),
            latencies: Histogram::new(),
            settle: Settle::new(until),
            until,
            errors: 0,
        }
    }

    /// Takes one interval of one target; `each` sees every interval that all have told by now.
    pub(super) fn push(
        &mut self,
        cell: Box<sample::IntervalSample>,
        each: &mut dyn FnMut(&sample::IntervalSample),
    ) -> Next {
        let lane = &mut self.lanes[cell.stream];
        lane.seen.push(&cell);
        lane.stalls.push(&cell);
        (lane.bytes, lane.errors) = (lane.bytes + cell.bytes(), lane.errors + cell.errors());
        lane.latest = Some(cell.index);
        match self.open.get_mut(&cell.index) {
            Some(sum) => sum.merge(&cell),
            None => drop(self.open.insert(cell.index, cell)),
        }
        self.tell(each)
    }

    /// Nothing more will be told. What only some targets told counts as cut short.
    pub(super) fn close(&mut self) {
        for (_, mut sum) in std::mem::take(&mut self.open) {
            sum.partial = true;
            self.add(&sum);
        }
    }

    fn tell(&mut self, each: &mut dyn FnMut(&sample::IntervalSample)) -> Next {
        let mut next = Next::Continue;
        while let Some(entry) = self.open.first_entry() {
            let index = *entry.key();
            if !self.lanes.iter().all(|lane| lane.latest >= Some(index)) {
                break;
            }
            let sum = entry.remove();
            each(&sum);
            if self.add(&sum) == Next::Stop {
                next = Next::Stop;
            }
        }
        next
    }

    fn add(&mut self, sum: &sample::IntervalSample) -> Next {
        self.whole.push(sum);
        self.errors += sum.errors();
        if sum.warm_up {
            return Next::Continue;
        }
        self.latencies.merge(&sum.read.total);
        let flushed = sum.flush.ios > 0;
        self.latencies.merge(if flushed { &sum.flush.total } else { &sum.write.total });
        if sum.partial {
            return Next::Continue;
        }
        let length_ns = sum.length_ns();
        let next = self.settle.push(sum.bytes() as f64 / MIB * 1e9 / length_ns as f64, length_ns);
        // Targets that only fail would do so as fast as they can until the last moment.
        let dead = sum.end_ns >= self.until.time_min_ns && self.lanes.iter().any(Lane::dead);
        if dead { Next::Stop } else { next }
    }

    /// The targets on which every operation failed.
    pub(super) fn dead(&self) -> Vec<String> {
        self.lanes.iter().filter(|lane| lane.dead()).map(|lane| lane.name.clone()).collect()
    }

    /// What each target did.
    pub(super) fn streams(&self) -> Vec<StreamSummary> {
        self.lanes.iter().map(|lane| lane.seen.finish()).collect()
    }

    /// What all targets did together.
    pub(super) fn measured(&self, began_s: f64) -> Measured {
        let whole = self.whole.finish();
        let many = self.latencies.count() >= ios_needed(0.99);
        Measured {
            mibps: whole.mibps,
            iops: whole.iops,
            latency_ns_mean: self.latencies.mean_ns(),
            latency_ns_p99: many.then(|| self.latencies.quantile_ns(0.99)),
            seconds: whole.seconds,
            settled: self.settle.settled(),
            errors: self.errors,
            began_s,
            cpu_busy_share: None,
            stalls: self.lanes.iter().filter_map(|lane| lane.stalls.end(&lane.name)).collect(),
            fell_to_iops: summary::doubt::fell_to(&whole),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::PointLoad;

    const SECOND_NS: u64 = 1_000_000_000;

    fn interval(stream: usize, index: u64, ios: u64) -> Box<sample::IntervalSample> {
        let mut cell = sample::IntervalSample::new(0, stream, 0);
        (cell.index, cell.start_ns, cell.end_ns) =
            (index, index * SECOND_NS, (index + 1) * SECOND_NS);
        (cell.read.ios, cell.read.bytes) = (ios, ios << 20);
        cell.read.total.record_n(1_000_000, ios);
        Box::new(cell)
    }

    fn together() -> Together {
        let targets = ["a".to_owned(), "b".to_owned()];
        let cell = Cell::new("two", &targets, PointLoad::SEQUENTIAL_READ);
        let until = Until {
            half_width: 0.02,
            time_min_ns: 10 * SECOND_NS,
            time_max_ns: 60 * SECOND_NS,
            warm_up_ns: 0,
        };
        Together::new(&cell, until)
    }

    #[test]
    fn the_intervals_of_all_targets_are_one() {
        let (mut seen, mut told) = (together(), Vec::new());
        let mut next = Next::Continue;
        for index in 0..30 {
            // The second target is an interval behind.
            assert_eq!(next, Next::Continue);
            next = seen.push(interval(0, index, 100), &mut |_| panic!("the other has not told"));
            if index == 0 {
                continue;
            }
            next = seen.push(interval(1, index - 1, 50), &mut |sum| told.push(sum.ios()));
            if next == Next::Stop {
                break;
            }
        }
        assert_eq!(next, Next::Stop, "constant rates settle");
        assert!(told.iter().all(|ios| *ios == 150), "{told:?}");
        let measured = seen.measured(7.0);
        assert_eq!((measured.iops.value, measured.mibps.value), (150.0, 150.0));
        assert!(measured.settled && measured.seconds >= 10.0 && measured.began_s == 7.0);
        // Within the width of a histogram's bucket.
        assert!((measured.latency_ns_mean / 1e6 - 1.0).abs() < 1e-3);
        let streams = seen.streams();
        assert_eq!((streams[0].iops.value, streams[1].iops.value), (100.0, 50.0));
    }

    #[test]
    fn a_target_that_stalls_is_named_with_the_cell_and_the_other_is_not() {
        let mut seen = together();
        for index in 0..10 {
            seen.push(interval(0, index, 100), &mut |_| {});
            let mut other = interval(1, index, if index == 5 { 0 } else { 100 });
            if index == 5 || index == 6 {
                let until_ns = if index == 5 { 6 * SECOND_NS } else { 6_400_000_000 };
                other.quiet_ns = (4_900_000_000, until_ns);
            }
            seen.push(other, &mut |_| {});
        }
        let stalls = seen.measured(0.0).stalls;
        assert_eq!(stalls.len(), 1, "{stalls:?}");
        assert_eq!((stalls[0].target.as_str(), stalls[0].count), ("b", 1));
        assert!((stalls[0].longest_s - 1.5).abs() < 1e-9, "{stalls:?}");
    }

    #[test]
    fn what_only_some_targets_told_is_no_rate() {
        let mut seen = together();
        for index in 0..3 {
            seen.push(interval(0, index, 100), &mut |_| {});
            seen.push(interval(1, index, 100), &mut |_| {});
        }
        seen.push(interval(0, 3, 100), &mut |_| panic!("the other has not told"));
        seen.close();
        let measured = seen.measured(0.0);
        assert_eq!((measured.iops.value, measured.seconds), (200.0, 4.0));
    }

    #[test]
    fn targets_that_only_fail_are_not_tried_to_the_last() {
        let mut seen = together();
        let mut failing = |stream, index| {
            let mut cell = interval(stream, index, 0);
            cell.read.errors = 1_000;
            seen.push(cell, &mut |_| {})
        };
        let stopped = (0..60).find(|&index| {
            failing(0, index);
            failing(1, index) == Next::Stop
        });
        assert_eq!(stopped, Some(9));
        assert_eq!(seen.measured(0.0).errors, 20_000);
        assert_eq!(seen.dead(), ["a", "b"]);
    }

    #[test]
    fn one_that_only_fails_among_others_is_named_and_not_waited_for() {
        let mut seen = together();
        let mut rate = 100;
        let stopped = (0..60).find(|&index| {
            // Rates that never settle.
            rate = 300 - rate;
            let mut failing = interval(1, index, 0);
            failing.read.errors = 1_000;
            seen.push(interval(0, index, rate), &mut |_| {});
            seen.push(failing, &mut |_| {}) == Next::Stop
        });
        assert_eq!((stopped, seen.dead()), (Some(9), vec!["b".to_owned()]));
    }
}
