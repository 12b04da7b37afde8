//! Stalls of a point: times in which a target completes nothing for a second or more and then resumes. Found interval by
//! interval, and stored with the point.
//!
//! Takes the longest silence of each interval: the time between two successive completions, as the workers saw it. Latency does
//! not serve, since a deep queue makes it long without a stall. Returns the number and length of stalls and what a point lost by
//! them. Applies only to closed loops, whose load never pauses itself. Runs nothing, decides nothing.

use record::{PointRecord, TargetStalls, by_target};
use summary::{Warning, warning};

/// The shortest silence that is a stall, in seconds.
pub const STALL_MIN_S: f64 = 1.0;
/// At least this many operations were due in the silence, at the rate of the time outside of it. If they came at random
/// (Poisson), none of 20 would come once in 5 x 10^8 times. So inherently slow storage (large blocks, a slow disk) does not
/// stall.
const DUE_MIN: f64 = 20.0;

/// One silence: from when to when within the phase, in nanoseconds.
type Silence = (u64, u64);

/// Watches one target during one point.
#[derive(Clone, Debug, Default)]
pub struct StallWatch {
    /// Silences of a second or more that ended in counted time, or are still going on.
    long: Vec<Silence>,
    counted_from_ns: Option<u64>,
    seconds: f64,
    ios: u64,
    /// Whether an interval was cut short: from then on workers stop, and the remaining ones only wait for operations in flight.
    over: bool,
}

impl StallWatch {
    /// Takes an interval, warm-up included.
    pub fn push(&mut self, interval: &sample::IntervalSample) {
        self.over |= interval.partial;
        if interval.warm_up || self.over {
            return;
        }
        self.counted_from_ns.get_or_insert(interval.start_ns);
        self.seconds += interval.length_ns() as f64 / 1e9;
        self.ios += interval.ios() + interval.flush.ios + interval.errors();
        let (from_ns, until_ns) = interval.quiet_ns;
        if (until_ns - from_ns) as f64 / 1e9 < STALL_MIN_S {
            return;
        }
        match self.long.last_mut() {
            // It was still going on when the previous interval ended.
            Some(last) if from_ns < last.1 => last.1 = last.1.max(until_ns),
            _ => self.long.push((from_ns, until_ns)),
        }
    }

    /// All stalls of the point; `None` without a stall.
    pub fn end(&self, target: &str) -> Option<TargetStalls> {
        let from_ns = self.counted_from_ns?;
        let whole_s = |silence: &Silence| (silence.1 - silence.0) as f64 / 1e9;
        let counted_s = |silence: &Silence| whole_s(&(silence.0.max(from_ns), silence.1));
        // The rate of the time outside of this silence: inherently slow storage is silent all the time.
        let due = |silence: &Silence| {
            let outside_s = (self.seconds - counted_s(silence)).max(f64::MIN_POSITIVE);
            self.ios as f64 / outside_s * whole_s(silence)
        };
        let known = self.ios as f64 >= DUE_MIN;
        let stalls: Vec<&Silence> =
            self.long.iter().filter(|silence| known && due(silence) >= DUE_MIN).collect();
        let longest_s = stalls.iter().map(|silence| whole_s(silence)).reduce(f64::max)?;
        Some(TargetStalls {
            target: target.to_owned(),
            count: stalls.len() as u32,
            longest_s,
            length_s: stalls.iter().map(|silence| counted_s(silence)).sum(),
        })
    }
}

/// The warning about the points of a study in which a target stalled: one warning for all of them, which names the targets.
pub fn stall_warning<'a>(points: impl IntoIterator<Item = &'a PointRecord>) -> Option<Warning> {
    let points: Vec<&PointRecord> = points.into_iter().collect();
    let stalled: Vec<&PointRecord> =
        points.iter().copied().filter(|point| !point.measured.stalls.is_empty()).collect();
    let first = stalled.first()?.point.descriptor();
    let mut who = by_target(stalled.iter().map(|point| &point.measured));
    who.sort_by_key(|one| std::cmp::Reverse(one.count));
    warning::stalls_points(stalled.len(), points.len(), who, first)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    fn interval(index: u64, ios: u64, quiet_ms: (u64, u64)) -> sample::IntervalSample {
        let mut interval = sample::IntervalSample::new(0, 0, 0);
        (interval.index, interval.start_ns, interval.end_ns) =
            (index, index * 1000 * MS, (index + 1) * 1000 * MS);
        interval.warm_up = index == 0;
        interval.read.ios = ios;
        interval.quiet_ns = (quiet_ms.0 * MS, quiet_ms.1 * MS);
        interval
    }

    fn seen(intervals: &[sample::IntervalSample]) -> Option<TargetStalls> {
        let mut watch = StallWatch::default();
        intervals.iter().for_each(|interval| watch.push(interval));
        watch.end("a")
    }

    #[test]
    fn a_stall_over_several_intervals_is_one_with_its_whole_length() {
        let found = seen(&[
            interval(0, 100, (0, 20)),
            interval(1, 40, (1400, 2000)),
            interval(2, 0, (1400, 3000)),
            interval(3, 50, (1400, 3500)),
            interval(4, 100, (4200, 4230)),
            interval(5, 0, (4900, 6000)),
            interval(6, 90, (4900, 6100)),
        ]);
        let found = found.unwrap();
        assert_eq!((found.target.as_str(), found.count), ("a", 2));
        assert!((found.longest_s - 2.1).abs() < 1e-9 && (found.length_s - 3.3).abs() < 1e-9);
    }

    #[test]
    fn what_began_in_the_warm_up_costs_only_what_was_counted_of_it() {
        let found = seen(&[
            interval(0, 9, (100, 1000)),
            interval(1, 50, (100, 1300)),
            interval(2, 90, (2000, 2010)),
        ]);
        let found = found.unwrap();
        assert!((found.longest_s - 1.2).abs() < 1e-9 && (found.length_s - 0.3).abs() < 1e-9);
        // Over before anything counted.
        assert_eq!(seen(&[interval(0, 9, (0, 1000)), interval(1, 50, (1100, 1300))]), None);
    }

    #[test]
    fn what_is_slow_of_itself_and_what_is_short_is_no_stall() {
        // Blocks that take 1 s each, and one that takes 3 s.
        let slow = |index: u64| match index {
            3 | 4 => interval(index, 0, (2500, (index + 1) * 1000)),
            5 => interval(5, 1, (2500, 5500)),
            _ => interval(index, 1, (index * 1000 - 500, index * 1000 + 500)),
        };
        assert_eq!(seen(&(1..9).map(slow).collect::<Vec<_>>()), None);
        assert_eq!(seen(&[interval(1, 100, (1000, 1990)), interval(2, 100, (2100, 2900))]), None);
        // The operations left at the end are not the whole load.
        let mut end = interval(5, 90, (5000, 5020));
        end.partial = true;
        assert_eq!(
            seen(&[interval(4, 150, (4000, 4020)), end, interval(6, 30, (5000, 6900))]),
            None
        );
        // Without any completion, no rate is known.
        assert_eq!(seen(&[interval(1, 0, (0, 2000)), interval(2, 0, (0, 3000))]), None);
    }
}
