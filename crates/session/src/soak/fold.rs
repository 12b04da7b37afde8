//! Folds the intervals of a soak into minutes: takes the intervals of each role, returns each minute when the next begins.
//!
//! Pure: the caller passes when an interval began. Never keeps more than one minute of each role.

use record::soak::{MinuteExclusion, SoakMinute, SoakStall};
use sample::{Histogram, IntervalSample};
use store::MinuteRows;

const MINUTE_S: i64 = 60;
/// A minute with less time under load is too short for percentiles, in seconds.
const COUNTED_S_MIN: f64 = 30.0;
/// The shortest silence that is a stall, in seconds, and the fewest operations due in it: with random arrivals, the
/// probability that none of 30 comes is 10^-13.
const STALL_S_MIN: f64 = 1.0;
const STALL_DUE_MIN: f64 = 30.0;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MachineMinute {
    /// Why the minute does not show the storage; `None` if it does.
    pub(super) excluded: Option<MinuteExclusion>,
}

#[derive(Debug, Default)]
struct MinuteSum {
    start_unix_s: i64,
    counted_ns: u64,
    due: u64,
    ios: u64,
    bytes: u64,
    errors: u64,
    backlog: u64,
    dropped: u64,
}

#[derive(Debug)]
pub(super) struct MinuteFold {
    role: usize,
    sum: Option<MinuteSum>,
    latencies: Histogram,
}

impl MinuteFold {
    pub(super) fn new(role: usize) -> Self {
        Self { role, sum: None, latencies: Histogram::new() }
    }

    /// Adds an interval that began at `at_unix_s`. Returns the previous minute if that has ended.
    pub(super) fn push(&mut self, interval: &IntervalSample, at_unix_s: f64) -> Option<MinuteRows> {
        let start_unix_s = (at_unix_s as i64).div_euclid(MINUTE_S) * MINUTE_S;
        let ended = self.sum.as_ref().is_some_and(|sum| sum.start_unix_s != start_unix_s);
        let rows = if ended { self.end() } else { None };
        let sum =
            self.sum.get_or_insert_with(|| MinuteSum { start_unix_s, ..MinuteSum::default() });
        if interval.stopped {
            return rows;
        }
        // If flushes make writes durable, count commits: the unit that arrives is a commit.
        let flushed = interval.flush.ios > 0;
        self.latencies.merge(&interval.read.total);
        let writes = if flushed { &interval.flush.total } else { &interval.write.total };
        self.latencies.merge(writes);
        let ios = if flushed { interval.flush.ios + interval.read.ios } else { interval.ios() };
        sum.counted_ns += interval.length_ns();
        sum.due += interval.due;
        sum.ios += ios;
        sum.bytes += interval.bytes();
        sum.errors += interval.errors();
        sum.backlog = interval.backlog;
        sum.dropped += interval.dropped;
        rows
    }

    pub(super) fn end(&mut self) -> Option<MinuteRows> {
        let sum = self.sum.take()?;
        let counted_s = sum.counted_ns as f64 / 1e9;
        let latencies = &self.latencies;
        let minute = SoakMinute {
            start_unix_s: sum.start_unix_s,
            counted_s,
            due: sum.due,
            ios: sum.ios,
            bytes: sum.bytes,
            errors: sum.errors,
            backlog: sum.backlog + sum.dropped,
            mean_ns: latencies.mean_ns(),
            p50_ns: latencies.quantile_ns(0.5),
            p99_ns: latencies.quantile_ns(0.99),
            p999_ns: latencies.quantile_ns(0.999),
            max_ns: latencies.max_ns(),
            excluded: (counted_s < COUNTED_S_MIN).then_some(MinuteExclusion::Short),
        };
        self.latencies.clear();
        Some(MinuteRows { role: self.role, minute })
    }
}

impl MachineMinute {
    /// Excludes a minute for the state of the machine, unless it is already excluded.
    pub(super) fn judge(self, minute: &mut SoakMinute) {
        minute.excluded = minute.excluded.or(self.excluded);
    }
}

/// Finds stalls over all roles: simultaneous silences of several roles are one stall.
#[derive(Debug, Default)]
pub(super) struct StallFold {
    under_way: Option<Silence>,
    /// Arrivals per second in the previous interval, by stream.
    rates: Vec<f64>,
}

#[derive(Clone, Copy, Debug)]
struct Silence {
    from_s: f64,
    until_s: f64,
    stream: usize,
    /// The lowest rate of arrivals in the intervals around it: the rate may change over the day.
    rate_iops: f64,
}

impl Silence {
    fn length_s(&self) -> f64 {
        self.until_s - self.from_s
    }

    fn is_stall(&self) -> bool {
        self.length_s() >= STALL_S_MIN && self.length_s() * self.rate_iops >= STALL_DUE_MIN
    }
}

impl StallFold {
    /// Takes an interval whose phase began at `phase_unix_s`. Returns a stall that has ended.
    pub(super) fn push(
        &mut self,
        interval: &IntervalSample,
        phase_unix_s: f64,
    ) -> Option<SoakStall> {
        let at = |ns: u64| phase_unix_s + ns as f64 / 1e9;
        let now_iops = interval.due as f64 / (interval.length_ns().max(1) as f64 / 1e9);
        let stream = interval.stream;
        if self.rates.len() <= stream {
            self.rates.resize(stream + 1, f64::INFINITY);
        }
        let before_iops = std::mem::replace(&mut self.rates[stream], now_iops);
        if let Some(last) = self.under_way.as_mut().filter(|last| last.stream == stream) {
            last.rate_iops = last.rate_iops.min(now_iops);
        }
        let (from_s, until_s) = (at(interval.quiet_ns.0), at(interval.quiet_ns.1));
        let rate_iops = now_iops.min(before_iops);
        let seen = Silence { from_s, until_s, stream, rate_iops };
        let quiet = !interval.stopped && seen.is_stall();
        match self.under_way.as_mut() {
            Some(last) if quiet && from_s < last.until_s => {
                (last.from_s, last.until_s) = (last.from_s.min(from_s), last.until_s.max(until_s));
                None
            }
            _ if quiet => self.under_way.replace(seen).and_then(stall),
            Some(last) if at(interval.start_ns) > last.until_s => self.end(),
            _ => None,
        }
    }

    pub(super) fn end(&mut self) -> Option<SoakStall> {
        self.under_way.take().and_then(stall)
    }
}

fn stall(silence: Silence) -> Option<SoakStall> {
    let length_s = silence.length_s();
    silence.is_stall().then_some(SoakStall { at_unix_s: silence.from_s, length_s })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND_NS: u64 = 1_000_000_000;

    fn second(number: u64, ios: u64, latency_ns: u64) -> IntervalSample {
        let mut interval = IntervalSample::new(0, 0, 0);
        (interval.start_ns, interval.end_ns) = (number * SECOND_NS, (number + 1) * SECOND_NS);
        (interval.read.ios, interval.due) = (ios, ios);
        interval.read.total.record_n(latency_ns, ios);
        interval
    }

    #[test]
    fn minutes_of_the_clock_sum_their_seconds() {
        let mut fold = MinuteFold::new(3);
        // Begins 10 s before a minute of the clock.
        let rows: Vec<MinuteRows> = (0..131)
            .filter_map(|number| {
                fold.push(&second(number, 100, 1_000_000), 600_050.0 + number as f64)
            })
            .collect();
        let [first, second, third] = &rows[..] else { panic!("{} minutes", rows.len()) };
        assert_eq!((first.minute.start_unix_s, second.minute.start_unix_s), (600_000, 600_060));
        assert_eq!(
            (first.minute.counted_s, first.minute.excluded),
            (10.0, Some(MinuteExclusion::Short))
        );
        assert_eq!(
            (second.minute.counted_s, second.minute.ios, second.minute.due),
            (60.0, 6_000, 6_000)
        );
        assert_eq!((second.role, second.minute.excluded, third.minute.ios), (3, None, 6_000));
    }

    #[test]
    fn a_silence_of_all_roles_is_one_stall_and_a_rare_load_has_none() {
        let mut fold = StallFold::default();
        let mut quiet = second(5, 0, 1);
        quiet.due = 100;
        quiet.quiet_ns = (5 * SECOND_NS, 6 * SECOND_NS);
        assert_eq!(fold.push(&quiet, 1_000.0), None);
        quiet.quiet_ns = (5 * SECOND_NS, 7 * SECOND_NS + SECOND_NS / 2);
        assert_eq!(fold.push(&quiet, 1_000.0), None);
        let stall = fold.push(&second(9, 100, 1), 1_000.0);
        assert_eq!(stall, Some(SoakStall { at_unix_s: 1_005.0, length_s: 2.5 }));
        let mut rare = second(5, 0, 1);
        rare.due = 2;
        rare.quiet_ns = (0, 6 * SECOND_NS);
        assert_eq!(fold.push(&rare, 1_000.0), None);
        assert_eq!(fold.end(), None);
        // The rate falls within the interval: a silence at its end is due to the low rate and not a stall.
        let mut fold = StallFold::default();
        let mut falling = second(5, 40, 1);
        falling.quiet_ns = (5 * SECOND_NS, 6 * SECOND_NS);
        assert_eq!(fold.push(&falling, 1_000.0), None);
        assert_eq!(fold.push(&second(6, 5, 1), 1_000.0), None);
        assert_eq!(fold.push(&second(7, 5, 1), 1_000.0), None);
    }
}
