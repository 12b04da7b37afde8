//! Folds a request's intervals into its [`Observation`], for every runner that sees intervals.
//!
//! Takes the interval of each target as it ends; returns the interval of all targets together as soon as each has delivered its
//! own, and the summaries at any time. For a measurement point it also applies the stop rule ([`Settle`]) and watches for stalls.
//! Never keeps a complete interval.

use crate::stalls::StallWatch;
use crate::{Observation, Settle, TrialFlow};
use record::{Measurement, Point, Until};
use sample::{Histogram, IntervalSample, SampleMerger};
use summary::{Accumulator, StreamSummary, Totals, ios_needed};

const MIB: f64 = (1u64 << 20) as f64;

#[derive(Debug)]
struct TargetFold {
    name: String,
    intervals: Accumulator,
    /// Whether any operation succeeded, warm-up included.
    has_moved: bool,
    errors: u64,
    stalls: StallWatch,
}

impl TargetFold {
    fn is_dead(&self) -> bool {
        !self.has_moved && self.errors > 0
    }
}

/// Several concurrent targets as one.
#[derive(Debug)]
struct Total {
    merger: SampleMerger,
    intervals: Accumulator,
}

/// The stop rule of a measurement point, and how far it is.
#[derive(Debug)]
struct Rule {
    settle: Settle,
    until: Until,
}

/// The intervals of one request so far.
#[derive(Debug)]
pub struct Fold {
    targets: Vec<TargetFold>,
    /// The first `counted` targets make the total; the others run beside them.
    counted: usize,
    /// `None` for a single target, which is its own total, and for roles that are looked at one by one.
    total: Option<Total>,
    rule: Option<Rule>,
}

impl Fold {
    /// The fold of a trial, whose stop rule is the methodology's own. The first `counted` of these streams are the role; the
    /// others run beside it.
    pub fn of_trial(role: &str, streams: &[String], counted: usize) -> Self {
        Self::new(role, streams, counted, None)
    }

    /// The fold of roles that run at the same time. Each of them is looked at by itself, so that nothing sums them up.
    pub fn of_roles(streams: &[String]) -> Self {
        Self { total: None, ..Self::new("", streams, streams.len(), None) }
    }

    pub fn of_point(point: &Point, until: Until) -> Self {
        let rule = Rule { settle: Settle::new(until), until };
        Self::new("", &point.targets, point.targets.len(), Some(rule))
    }

    fn new(all: &str, names: &[String], counted: usize, rule: Option<Rule>) -> Self {
        let target = |name: &String| TargetFold {
            name: name.clone(),
            intervals: Accumulator::new(name),
            has_moved: false,
            errors: 0,
            stalls: StallWatch::default(),
        };
        let total = (counted > 1).then(|| Total {
            merger: SampleMerger::new(names[..counted].iter().map(|_| 0)),
            intervals: Accumulator::new(all),
        });
        Self { targets: names.iter().map(target).collect(), counted, total, rule }
    }

    /// Takes one interval of one target; `each` sees every interval that this completes, all targets together.
    pub fn push(
        &mut self,
        interval: &IntervalSample,
        each: &mut dyn FnMut(&IntervalSample) -> TrialFlow,
    ) -> TrialFlow {
        let target = &mut self.targets[interval.stream];
        target.intervals.push(interval);
        target.has_moved |= interval.bytes() > 0;
        target.errors += interval.errors();
        if self.rule.is_some() {
            target.stalls.push(interval);
        }
        if interval.stream >= self.counted {
            return TrialFlow::Continue;
        }
        let mut complete = Vec::new();
        match &mut self.total {
            Some(total) => {
                total.merger.add(interval.stream, interval, &mut |sum| complete.push(sum))
            }
            None => return self.add(interval, each),
        }
        let mut next = TrialFlow::Continue;
        for sum in complete {
            if self.add(&sum, each) == TrialFlow::Stop {
                next = TrialFlow::Stop;
            }
        }
        next
    }

    /// Ends the intervals. One that only some targets delivered counts as cut short.
    pub fn close(&mut self) {
        let mut rest = Vec::new();
        if let Some(total) = &mut self.total {
            for target in 0..self.counted {
                total.merger.end(target, &mut |sum| rest.push(sum));
            }
        }
        for mut sum in rest {
            sum.partial = true;
            self.add(&sum, &mut |_| TrialFlow::Continue);
        }
    }

    fn add(
        &mut self,
        sum: &IntervalSample,
        each: &mut dyn FnMut(&IntervalSample) -> TrialFlow,
    ) -> TrialFlow {
        let decision = each(sum);
        if let Some(total) = &mut self.total {
            total.intervals.push(sum);
        }
        let Some(rule) = self.rule.as_mut().filter(|_| !sum.warm_up && !sum.partial) else {
            return decision;
        };
        let length_ns = sum.length_ns();
        let next = rule.settle.push(sum.bytes() as f64 / MIB * 1e9 / length_ns as f64, length_ns);
        // Targets that only fail would do so as fast as they can until the end.
        let late = sum.end_ns >= rule.until.time_min_ns;
        let dead = late && self.targets.iter().any(TargetFold::is_dead);
        if dead {
            TrialFlow::Stop
        } else if next == TrialFlow::Stop {
            next
        } else {
            decision
        }
    }

    /// The targets on which every operation failed.
    pub fn dead(&self) -> Vec<String> {
        self.targets.iter().filter(|one| one.is_dead()).map(|one| one.name.clone()).collect()
    }

    pub fn totals(&self, target: usize) -> &Totals {
        self.targets[target].intervals.totals()
    }

    pub fn streams(&self) -> Vec<StreamSummary> {
        self.targets.iter().map(|one| one.intervals.finish()).collect()
    }

    /// The result so far of a request that began `began_s` seconds after the first.
    pub fn observation(&self, began_s: f64) -> Observation {
        let mut streams = self.streams();
        let all = self.total.as_ref().map_or(&self.targets[0].intervals, |total| &total.intervals);
        let together = self.total.as_ref().map(|total| total.intervals.finish());
        let total =
            self.measured(together.as_ref().unwrap_or(&streams[0]), all.totals().counts(), began_s);
        if self.rule.is_none() {
            streams.splice(0..0, together);
        }
        Observation { streams, total, interrupted: false }
    }

    fn measured(&self, all: &StreamSummary, counted: &IntervalSample, began_s: f64) -> Measurement {
        // Latencies of reads and writes together; of commits where writes are made durable by flushes.
        let mut latencies = Histogram::new();
        let flushed = counted.flush.ios > 0;
        latencies.merge(&counted.read.total);
        latencies.merge(if flushed { &counted.flush.total } else { &counted.write.total });
        let many = latencies.count() >= ios_needed(0.99);
        Measurement {
            mibps: all.mibps,
            iops: all.iops,
            latency_ns_mean: latencies.mean_ns(),
            latency_ns_p99: many.then(|| latencies.quantile_ns(0.99)),
            seconds: all.seconds,
            settled: self.rule.as_ref().is_some_and(|rule| rule.settle.settled()),
            errors: self.targets.iter().map(|one| one.errors).sum(),
            began_s,
            cpu_busy_share: None,
            stalls: self.targets.iter().filter_map(|one| one.stalls.end(&one.name)).collect(),
            fell_to_iops: summary::warning::fell_to(all),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::PointLoad;

    const SECOND_NS: u64 = 1_000_000_000;

    fn interval(stream: usize, index: u64, ios: u64) -> IntervalSample {
        let mut interval = IntervalSample::new(0, stream, 0);
        (interval.index, interval.start_ns, interval.end_ns) =
            (index, index * SECOND_NS, (index + 1) * SECOND_NS);
        (interval.read.ios, interval.read.bytes) = (ios, ios << 20);
        interval.read.total.record_n(1_000_000, ios);
        interval
    }

    fn two_targets() -> Fold {
        let targets = ["a".to_owned(), "b".to_owned()];
        let point = Point::new("two", &targets, PointLoad::SEQUENTIAL_READ);
        let until = Until {
            half_width: 0.02,
            time_min_ns: 10 * SECOND_NS,
            time_max_ns: 60 * SECOND_NS,
            warm_up_ns: 0,
        };
        Fold::of_point(&point, until)
    }

    #[test]
    fn what_runs_beside_a_role_is_not_in_its_figures() {
        let names = ["data", "log", "scan"].map(str::to_owned);
        for counted in [1, 2] {
            let (mut fold, mut complete) = (Fold::of_trial("job", &names, counted), 0);
            for index in 0..3 {
                for (stream, ios) in [(0, 100), (1, 10)].into_iter().take(counted) {
                    fold.push(&interval(stream, index, ios), &mut |_| {
                        complete += 1;
                        TrialFlow::Continue
                    });
                }
                fold.push(&interval(2, index, 7_000), &mut |_| panic!("it is beside the role"));
            }
            let wanted = [100.0, 110.0][counted - 1];
            let observation = fold.observation(0.0);
            assert_eq!((observation.total.iops.value, complete), (wanted, 3));
            assert_eq!(observation.stream().iops.value, wanted);
        }
    }

    #[test]
    fn the_intervals_of_all_targets_are_one() {
        let (mut seen, mut sums) = (two_targets(), Vec::new());
        let mut next = TrialFlow::Continue;
        for index in 0..30 {
            // The second target is an interval behind.
            assert_eq!(next, TrialFlow::Continue);
            next = seen.push(&interval(0, index, 100), &mut |_| panic!("the other has not told"));
            if index == 0 {
                continue;
            }
            next = seen.push(&interval(1, index - 1, 50), &mut |sum| {
                sums.push(sum.ios());
                TrialFlow::Continue
            });
            if next == TrialFlow::Stop {
                break;
            }
        }
        assert_eq!(next, TrialFlow::Stop, "constant rates settle");
        assert!(sums.iter().all(|ios| *ios == 150), "{sums:?}");
        let measured = seen.observation(7.0).total;
        assert_eq!((measured.iops.value, measured.mibps.value), (150.0, 150.0));
        assert!(measured.settled && measured.seconds >= 10.0 && measured.began_s == 7.0);
        // Within the width of a histogram's bucket.
        assert!((measured.latency_ns_mean / 1e6 - 1.0).abs() < 1e-3);
        let streams = seen.streams();
        assert_eq!((streams[0].iops.value, streams[1].iops.value), (100.0, 50.0));
    }

    #[test]
    fn a_target_that_stalls_is_named_with_the_point_and_the_other_is_not() {
        let mut seen = two_targets();
        for index in 0..10 {
            seen.push(&interval(0, index, 100), &mut |_| TrialFlow::Continue);
            let mut other = interval(1, index, if index == 5 { 0 } else { 100 });
            if index == 5 || index == 6 {
                let until_ns = if index == 5 { 6 * SECOND_NS } else { 6_400_000_000 };
                other.quiet_ns = (4_900_000_000, until_ns);
            }
            seen.push(&other, &mut |_| TrialFlow::Continue);
        }
        let stalls = seen.observation(0.0).total.stalls;
        assert_eq!(stalls.len(), 1, "{stalls:?}");
        assert_eq!((stalls[0].target.as_str(), stalls[0].count), ("b", 1));
        assert!((stalls[0].longest_s - 1.5).abs() < 1e-9, "{stalls:?}");
    }

    #[test]
    fn what_only_some_targets_told_is_no_rate() {
        let mut seen = two_targets();
        for index in 0..3 {
            seen.push(&interval(0, index, 100), &mut |_| TrialFlow::Continue);
            seen.push(&interval(1, index, 100), &mut |_| TrialFlow::Continue);
        }
        seen.push(&interval(0, 3, 100), &mut |_| panic!("the other has not told"));
        seen.close();
        let measured = seen.observation(0.0).total;
        assert_eq!((measured.iops.value, measured.seconds), (200.0, 4.0));
    }

    #[test]
    fn targets_that_only_fail_are_not_tried_to_the_last() {
        let mut seen = two_targets();
        let mut failing = |stream, index| {
            let mut interval = interval(stream, index, 0);
            interval.read.errors = 1_000;
            seen.push(&interval, &mut |_| TrialFlow::Continue)
        };
        let stopped = (0..60).find(|&index| {
            failing(0, index);
            failing(1, index) == TrialFlow::Stop
        });
        assert_eq!(stopped, Some(9));
        assert_eq!(seen.observation(0.0).total.errors, 20_000);
        assert_eq!(seen.dead(), ["a", "b"]);
    }

    #[test]
    fn one_that_only_fails_among_others_is_named_and_not_waited_for() {
        let mut seen = two_targets();
        let mut rate = 100;
        let stopped = (0..60).find(|&index| {
            // Rates that never settle.
            rate = 300 - rate;
            let mut failing = interval(1, index, 0);
            failing.read.errors = 1_000;
            seen.push(&interval(0, index, rate), &mut |_| TrialFlow::Continue);
            seen.push(&failing, &mut |_| TrialFlow::Continue) == TrialFlow::Stop
        });
        assert_eq!((stopped, seen.dead()), (Some(9), vec!["b".to_owned()]));
    }
}
