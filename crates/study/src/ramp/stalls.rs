//! Stalls: times in which nothing completes. Finds them in the intervals of all trials, and what they leave of a latency limit.
//!
//! Takes intervals, returns stalls. A stall does not depend on the load: a trial that contains one says nothing about the line,
//! and frequent stalls break the latency limit at any rate. Stalls are assumed to come at random moments, so that their number is
//! Poisson's, with the exact lower limit of Garwood (1936). A long latency alone is no stall: a growing queue makes one, a deep
//! closed loop makes all of them long, and a disk that takes the nearest first lets single operations wait while it works on
//! others. Runs nothing.

use super::counts::{length_s, quiet_s};
use sample::IntervalSample;
use summary::warning::StallCounts;
use workload::LatencyLimit;

/// A stall lasts longer than this many latency limits; a shorter one is what latency limits are for.
const LATENCY_LIMITS: f64 = 2.0;
/// The latency jumps by at least this part of the time since the last operation: a growing queue raises it more slowly.
const JUMP: f64 = 0.4;
/// The latency jumps by at least this many standard deviations of chance (variance 2 for each arrival: its own and its service's,
/// both Poisson): a burst makes a queue as well.
const CHANCE: f64 = 6.0;
/// In a stall nothing completes, so at least this part of the arrivals in its first half (or of the interval's completions, if
/// these are fewer) waits longer than half of it, and at least [`HELD_MIN`] operations do.
const HELD: f64 = 0.5;
const HELD_MIN: f64 = 3.0;
/// In a closed loop, the latency exceeds the usual one, depth over rate, this many times (Little 1961).
const USUAL: f64 = 3.0;
/// Nothing completes for at least this part of a stall's time, or of a still interval: slower is no stall.
const SILENT: f64 = 0.5;
/// Next to nothing completes: less than this part of the expected operations, if at least [`EXPECTED_MIN`] are expected.
const STILL_SHARE: f64 = 0.2;
const EXPECTED_MIN: f64 = 20.0;
/// A silence is longer than this many times the usual one at full load: a throttle that grants its rate in slices is silent for
/// the rest of each slice (ours).
const USUAL_SILENCE: f64 = 2.0;
/// Stalls shorter than this, in seconds, are reported only if they matter, as for commits and in the log of interruptions (two
/// seeks of a disk make a silence of 0.02 s, now and then after many hits of its cache).
const REPORT_MIN_S: f64 = 0.1;
/// They matter if they delay at least this part of the operations that the latency limit allows to be late.
const REPORT_MIN_SHARE: f64 = 0.1;
/// One minus the confidence in the least frequency of stalls.
const ALPHA: f64 = 0.05;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stalls {
    pub count: u32,
    /// How long all of them together were, in seconds.
    pub length_s: f64,
    /// The observed time, in seconds.
    pub seconds: f64,
}

impl Stalls {
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            length_s: self.length_s + other.length_s,
            seconds: self.seconds + other.seconds,
        }
    }

    /// The mean length in seconds; 0 without a stall.
    pub fn usual_s(&self) -> f64 {
        self.length_s / f64::from(self.count.max(1))
    }

    /// The mean time from one to the next in seconds; without a stall, the whole observed time.
    pub fn every_s(&self) -> f64 {
        self.seconds / f64::from(self.count.max(1))
    }

    /// The share of operations that stalls delay by more than `limit_s`, whatever the rate: those that arrive early enough to
    /// wait that long.
    pub fn late_share(&self, limit_s: f64) -> f64 {
        (self.usual_s() - limit_s).max(0.0) / self.every_s().max(1e-9)
            * f64::from(self.count.min(1))
    }

    /// The stalls to report: all, or none if they are short and do not matter to the latency limit.
    pub(super) fn reportable(self, latency_limit: LatencyLimit) -> Self {
        let late = self.late_share(latency_limit.latency_ns.as_secs_f64());
        let matter = self.usual_s() >= REPORT_MIN_S
            || late >= REPORT_MIN_SHARE * (1.0 - latency_limit.quantile);
        if matter { self } else { Self { seconds: self.seconds, ..Self::default() } }
    }

    /// Their count and lengths for a report whose numbers include what was lost.
    pub(crate) fn stalled(&self, latency_limit: LatencyLimit) -> StallCounts {
        StallCounts {
            count: self.count,
            usual_s: self.usual_s(),
            seconds: self.seconds,
            late_share: self.late_share(latency_limit.latency_ns.as_secs_f64()),
            left_out: false,
        }
    }

    /// Whether that share surely exceeds the one that the latency limit allows.
    pub(super) fn exceed(&self, limit: LatencyLimit) -> bool {
        let late = self.late_share(limit.latency_ns.as_secs_f64());
        late * least(self.count) > 1.0 - limit.quantile
    }
}

/// The lower limit of a Poisson mean over its count, from the Wilson and Hilferty (1931) approximation of chi-square. It is right
/// to 2 % from a count of 2 on; a count of 1 proves nothing.
pub(super) fn least(count: u32) -> f64 {
    let n = f64::from(count);
    if count < 2 {
        return 0.0;
    }
    let z = summary::estimate::student(1.0 - ALPHA, f64::from(u16::MAX));
    (1.0 - 1.0 / (9.0 * n) - z / (3.0 * n.sqrt())).max(0.0).powi(3)
}

/// How operations arrive in a trial, which explains long latencies without a stall.
#[derive(Clone, Copy, Debug)]
pub(super) enum Arrivals {
    /// At a rate, on a storage that carries at most `full_iops`.
    Open { rate_iops: f64, full_iops: f64 },
    /// At a constant depth, each operation as soon as another one completes.
    Closed { depth: f64 },
}

#[derive(Clone, Copy, Debug)]
struct StallInterval {
    /// Counted seconds at its end.
    now_s: f64,
    length_s: f64,
    ios: f64,
    /// The number of operations expected in it.
    due: f64,
    longest_s: f64,
    /// How many took longer than half of that.
    late: f64,
    /// The longest silence that ended in it or was still going on, in seconds.
    quiet_s: f64,
}

#[derive(Clone, Debug)]
pub(super) struct StallDetector {
    arrivals: Arrivals,
    /// The usual silence of an interval at full load, in seconds; 0 while it is unknown.
    silence_s: f64,
    /// The length of each stall and the silence in it, in seconds.
    found: Vec<[f64; 2]>,
    seconds: f64,
    ios: f64,
    /// Counted seconds at the end of the last interval with completions, and the largest latency in it. Initially the start of
    /// the trial's warm-up.
    moved: (f64, f64),
    /// Whether the previous trial ended in a stall, which is counted already.
    known: bool,
    /// Whether nothing has completed since then, although much should have.
    still: bool,
}

impl StallDetector {
    /// Watches a trial after a warm-up of this many seconds; `known`: the previous trial ended in a stall.
    pub(super) fn new(arrivals: Arrivals, warm_up_s: f64, known: bool, silence_s: f64) -> Self {
        let moved = (-warm_up_s, 0.0);
        let found = Vec::new();
        Self { arrivals, silence_s, found, seconds: 0.0, ios: 0.0, moved, known, still: false }
    }

    /// Takes the interval that ends at `now_s` counted seconds and holds `ios` operations. Returns whether a stall ended in it.
    pub(super) fn push_interval(
        &mut self,
        interval: &IntervalSample,
        ios: u64,
        now_s: f64,
        limit_s: f64,
    ) -> bool {
        let kinds = [&interval.read, &interval.write, &interval.flush];
        let longest_ns = kinds.map(|of| of.total.max_ns()).into_iter().max().unwrap_or(0);
        // The last interval of a trial may be short.
        let length_s = length_s(interval);
        // In an open loop the offered operations, in a closed one those at the rate so far.
        let due = match self.arrivals {
            Arrivals::Open { rate_iops, .. } => rate_iops * length_s,
            Arrivals::Closed { .. } => self.ios / (now_s - length_s).max(length_s) * length_s,
        };
        let late = kinds.map(|of| of.total.count_above(longest_ns / 2)).iter().sum::<u64>() as f64;
        let (longest_s, quiet_s) = (longest_ns as f64 / 1e9, quiet_s(interval));
        let ios = ios as f64;
        self.push(StallInterval { now_s, length_s, ios, due, longest_s, late, quiet_s }, limit_s)
    }

    fn push(&mut self, look: StallInterval, limit_s: f64) -> bool {
        self.seconds = look.now_s;
        self.ios += look.ios;
        let silent = look.quiet_s >= SILENT * look.length_s;
        let few = look.due >= EXPECTED_MIN && look.ios < STILL_SHARE * look.due;
        if look.ios == 0.0 || (few && silent) {
            self.still = look.due >= EXPECTED_MIN;
            return false;
        }
        let (then_s, usual_s) = std::mem::replace(&mut self.moved, (look.now_s, look.longest_s));
        self.still = false;
        let (jump_s, since_s) = (look.longest_s - usual_s, look.now_s - then_s);
        let stalled = jump_s > LATENCY_LIMITS * limit_s
            && jump_s > JUMP * since_s
            // Intervals that lie entirely in a stall were still.
            && look.longest_s < since_s + look.length_s
            && look.quiet_s >= SILENT * jump_s
            && look.quiet_s > USUAL_SILENCE * self.silence_s
            && !self.explains(&look, jump_s, since_s);
        if stalled && !self.known {
            self.found.push([look.longest_s, look.quiet_s]);
        }
        self.known = false;
        stalled
    }

    /// Whether the load explains that the longest latency jumped by `jump_s` within `since_s` seconds.
    fn explains(&self, look: &StallInterval, jump_s: f64, since_s: f64) -> bool {
        match self.arrivals {
            Arrivals::Open { rate_iops, full_iops } => {
                let arrivals = rate_iops * since_s;
                let queue = (rate_iops - full_iops).max(0.0) * since_s;
                let held = HELD * (rate_iops * look.longest_s / 2.0).min(look.ios);
                jump_s * full_iops < queue + CHANCE * (2.0 * arrivals).sqrt()
                    || look.late < held.max(HELD_MIN)
            }
            Arrivals::Closed { depth } => {
                let usual_s = depth * look.now_s / self.ios;
                look.longest_s < USUAL * usual_s || look.late < HELD * depth
            }
        }
    }

    pub(super) fn is_still(&self) -> bool {
        self.still
    }

    /// The stalls at the end of the trial, if `silence_s` is the usual silence. A stall that is still going on counts with its
    /// length so far, if that is longer than `limit_s` explains.
    pub(super) fn end(mut self, limit_s: f64, silence_s: f64) -> Stalls {
        let still_s = self.seconds - self.moved.0.max(0.0);
        if self.still && !self.known && still_s > LATENCY_LIMITS * limit_s {
            self.found.push([still_s, still_s]);
        }
        let real = self.found.iter().filter(|one| one[1] > USUAL_SILENCE * silence_s);
        let length_s = real.clone().map(|one| one[0]).sum();
        Stalls { count: real.count() as u32, length_s, seconds: self.seconds }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Nanos;

    #[test]
    fn a_stall_is_seen_once_with_its_length_and_a_growing_queue_is_none() {
        let open = |rate_iops, full_iops| Arrivals::Open { rate_iops, full_iops };
        let mut watch = StallDetector::new(open(1000.0, 2000.0), 0.5, false, 0.0);
        let mut ended = Vec::new();
        for look in 1..=40 {
            let now_s = 0.5 * f64::from(look);
            // Nothing moves from 5.2 s to 6.4 s.
            let (ios, longest_s, late, quiet_s) = match look {
                11 => (200.0, 0.01, 9.0, 0.3),
                12 => (0.0, 0.0, 0.0, 0.8),
                13 => (700.0, 1.2, 600.0, 1.2),
                _ => (500.0, 0.01, 9.0, 0.01),
            };
            let seen =
                StallInterval { now_s, length_s: 0.5, ios, due: 500.0, longest_s, late, quiet_s };
            if watch.push(seen, 0.02) {
                ended.push(look);
            }
            assert_eq!(watch.is_still(), look == 12);
        }
        assert_eq!(ended, [13]);
        assert_eq!(watch.clone().end(0.02, 0.7).count, 0, "as long as it is silent at full load");
        let seen = watch.end(0.02, 0.0);
        assert_eq!((seen.count, seen.length_s, seen.seconds), (1, 1.2, 20.0));
        let mut queue = StallDetector::new(open(1200.0, 1000.0), 0.5, false, 0.0);
        for look in 1..=40 {
            let now_s = 0.5 * f64::from(look);
            let (ios, longest_s, quiet_s) = (500.0, 0.15 * now_s, 0.0);
            let (length_s, due, late) = (0.5, 600.0, 500.0);
            let seen = StallInterval { now_s, length_s, ios, due, longest_s, late, quiet_s };
            assert!(!queue.push(seen, 0.02), "{look}");
        }
        assert_eq!(queue.end(0.02, 0.0).count, 0);
    }

    #[test]
    fn neither_one_that_waited_nor_a_burst_nor_a_deep_closed_loop_is_a_stall() {
        let open = Arrivals::Open { rate_iops: 45.0, full_iops: 150.0 };
        let look = |now_s: f64, longest_s: f64, late: f64| {
            let (length_s, ios, due) = (0.5, 22.0, 22.5);
            StallInterval { now_s, length_s, ios, due, longest_s, late, quiet_s: 0.6 }
        };
        let stalled = |arrivals: Arrivals, then: StallInterval| {
            let mut watch = StallDetector::new(arrivals, 0.75, false, 0.0);
            watch.push(look(0.5, 0.03, 2.0), 0.05);
            watch.push(then, 0.05)
        };
        // One operation was passed over for 0.65 s, while others completed.
        assert!(!stalled(open, look(1.0, 0.65, 1.0)));
        assert!(stalled(open, look(1.0, 0.65, 12.0)));
        // A burst at a rate near saturation: 17 operations more than the usual 40 give or take 9.
        let near = Arrivals::Open { rate_iops: 80.0, full_iops: 85.0 };
        assert!(!stalled(near, look(1.0, 0.25, 15.0)));
        // 64 at a time at 150 per second take 0.43 s each, and some twice as long.
        let mut probe = StallDetector::new(Arrivals::Closed { depth: 64.0 }, 0.75, false, 0.0);
        let deep = StallInterval { ios: 75.0, due: 75.0, ..look(0.5, 0.85, 60.0) };
        assert!(!probe.push(deep, 0.05));
        // Nor is it a stall if operations completed all the time, but slower.
        let slower = StallInterval { quiet_s: 0.05, ..look(1.0, 0.65, 12.0) };
        assert!(!stalled(open, slower));
        // Nor if the operations before and after it completed all the time.
        let starved = StallInterval { length_s: 0.1, ..look(0.6, 0.65, 12.0) };
        assert!(!stalled(open, starved));
    }

    #[test]
    fn two_seeks_in_an_hour_are_not_told_and_what_breaks_a_tight_latency_limit_is() {
        let latency_limit = |text: &str| text.parse::<LatencyLimit>().unwrap();
        let seeks = Stalls { count: 1, length_s: 0.021, seconds: 2522.0 };
        assert_eq!(
            seeks.reportable(latency_limit("p90<=5ms")),
            Stalls { seconds: 2522.0, ..Stalls::default() }
        );
        // A flash drive that stalls for 20 ms every 2 s breaks a limit of 1 ms.
        let often = Stalls { count: 30, length_s: 0.6, seconds: 60.0 };
        assert_eq!(often.reportable(latency_limit("p99<=1ms")), often);
        let long = Stalls { count: 1, length_s: 1.0, seconds: 2522.0 };
        assert_eq!(long.reportable(latency_limit("p90<=5ms")), long);
    }

    #[test]
    fn two_stalls_prove_a_rate_and_one_does_not() {
        // The exact limits are 0.355, 0.818, 1.970, 5.425 of 2, 3, 5, 10 (Garwood 1936).
        for (count, low) in [(2, 0.355), (3, 0.818), (5, 1.970), (10, 5.425)] {
            let got = least(count) * f64::from(count);
            assert!((got / low - 1.0).abs() < 0.03, "{count}: {got}");
        }
        let seen = |count: u32| Stalls { count, length_s: f64::from(count), seconds: 50.0 };
        let limit = |ms, quantile| LatencyLimit { quantile, latency_ns: Nanos::millis(ms) };
        assert!(seen(5).exceed(limit(20, 0.99)) && !seen(1).exceed(limit(20, 0.999)));
        assert!(!seen(2).exceed(limit(20, 0.9)) && !seen(5).exceed(limit(2_000, 0.99)));
        assert!((seen(5).late_share(0.02) - 0.098).abs() < 1e-9);
        assert_eq!(seen(0).late_share(0.02), 0.0);
    }
}
