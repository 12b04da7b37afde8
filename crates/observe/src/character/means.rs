//! The figures of a load from counters: sums, and the list of unknown facts.

use super::depth::QueueDepth;
use super::operations::OperationCharacter;
use super::{Durability, OPERATIONS, Unknown, has_note};
use crate::counters::add_known;
use crate::{CaptureHeader, CaptureNote, CounterInterval, DirectionCounters, IoKind};

#[derive(Clone, Copy, Debug, Default)]
struct DirectionSums {
    operations: f64,
    bytes: Option<f64>,
    latency_ns: f64,
    /// Operations whose latency is known.
    timed: f64,
    known: bool,
}

impl DirectionSums {
    fn add(&mut self, side: &DirectionCounters) {
        self.known = true;
        self.operations += side.operations;
        add_known(&mut self.bytes, side.bytes);
        if let Some(sum) = side.latency_sum_ns {
            self.latency_ns += sum;
            self.timed += side.operations;
        }
    }
}

/// A device cannot be busy for a larger share of the time than its mean queue depth. Since Linux 4.17 small loads are counted as busy
/// for up to ten times as long; such a share says nothing. The numbers of iostat are rounded to 0.01.
fn is_possible(busy_share: f64, depth_mean: f64) -> bool {
    busy_share <= 1.1 * depth_mean + 0.005
}

/// A smaller queue depth of iostat, which prints two places, is less exact than rate times latency.
const ROUNDED_MAX: f64 = 0.05;
/// A busy device has at least one I/O; the rest is rounding.
const BUSY_MEAN_MIN: f64 = 0.9;

#[derive(Debug, Default)]
pub(super) struct MeanFold {
    sums: [DirectionSums; 4],
    length_ns: f64,
    depth: f64,
    depth_ns: f64,
    busy: f64,
    busy_ns: f64,
}

impl MeanFold {
    pub(super) fn add(&mut self, interval: &CounterInterval) {
        let sides = [Some(interval.read), Some(interval.write), interval.flush, interval.discard];
        for (sums, side) in self.sums.iter_mut().zip(sides) {
            if let Some(side) = side {
                sums.add(&side);
            }
        }
        let length_ns = interval.length_ns as f64;
        self.length_ns += length_ns;
        if let Some(depth) = interval.queue_depth_mean {
            self.depth += depth * length_ns;
            self.depth_ns += length_ns;
        }
        if let Some(busy) = interval.busy_share {
            self.busy += busy * length_ns;
            self.busy_ns += length_ns;
        }
    }

    pub(super) fn operations(&self) -> Vec<OperationCharacter> {
        let of = |(operation, sums): (&IoKind, &DirectionSums)| {
            (sums.operations > 0.0).then(|| OperationCharacter {
                operation: *operation,
                operations: sums.operations,
                bytes: sums.bytes,
                latency_ns_mean: (sums.timed > 0.0).then(|| sums.latency_ns / sums.timed),
                queueing: None,
                sizes: Vec::new(),
                latencies: Vec::new(),
                sequential: None,
                footprint_bytes: None,
                locality: None,
            })
        };
        OPERATIONS.iter().zip(&self.sums).filter_map(of).collect()
    }

    /// The mean queue depth: from the source, or by Little's law from the latencies.
    pub(super) fn queue_depth(&self) -> Option<QueueDepth> {
        let latency_ns: f64 = self.sums.iter().map(|sums| sums.latency_ns).sum();
        let timed = self.sums[..2].iter().all(|sums| sums.timed == sums.operations);
        let by_little = (timed && self.length_ns > 0.0).then(|| latency_ns / self.length_ns);
        let printed = (self.depth_ns > 0.0).then(|| self.depth / self.depth_ns);
        let rounded = printed.is_some_and(|depth| depth < ROUNDED_MAX);
        let mean = by_little.filter(|_| rounded).or(printed).or(by_little)?;
        let busy_share = self.busy_share().filter(|busy| is_possible(*busy, mean));
        let busy_mean = busy_share.filter(|busy| *busy > 0.0).map(|busy| mean / busy);
        // Less than one I/O in a busy device is what rounding left.
        let busy_mean = busy_mean.filter(|mean| *mean >= BUSY_MEAN_MIN);
        Some(QueueDepth { mean, busy_mean, busy_share, time_shares: Vec::new() })
    }

    fn busy_share(&self) -> Option<f64> {
        (self.busy_ns > 0.0).then(|| self.busy / self.busy_ns)
    }

    pub(super) fn durability(&self) -> Option<Durability> {
        let per_s = |operation: IoKind| {
            let sums = self.sums[operation as usize];
            (sums.known && self.length_ns > 0.0).then(|| sums.operations * 1e9 / self.length_ns)
        };
        let flushes_per_s = per_s(IoKind::Flush)?;
        let discards_per_s = per_s(IoKind::Trim);
        Some(Durability { sync_share: None, fua_share: None, flushes_per_s, discards_per_s })
    }

    /// The facts that counters cannot show.
    pub(super) fn unknown(&self, header: &CaptureHeader) -> Vec<Unknown> {
        let has_sizes = self.sums[..2].iter().any(|sums| sums.bytes.is_some());
        let size = if has_sizes { Unknown::Sizes } else { Unknown::Size };
        let mut unknown = vec![size, Unknown::Sequences, Unknown::Places, Unknown::Arrivals];
        let joint_operations =
            has_note(header, |note| *note == CaptureNote::OperationsDividedLikeBytes);
        unknown.extend(joint_operations.then_some(Unknown::ReadShare));
        unknown.push(match self.queue_depth() {
            Some(_) => Unknown::QueueDepths,
            None => Unknown::QueueDepth,
        });
        let is_shown = self.queue_depth().is_none_or(|depth| depth.busy_share.is_some());
        unknown.extend((self.busy_share().is_some() && !is_shown).then_some(Unknown::Busy));
        let timed: f64 = self.sums.iter().map(|sums| sums.timed).sum();
        unknown.push(if timed > 0.0 { Unknown::Latencies } else { Unknown::Latency });
        let joint_latency = has_note(header, |note| *note == CaptureNote::LatencyOfBothDirections);
        unknown.extend(joint_latency.then_some(Unknown::LatencyByDirection));
        unknown.push(Unknown::DurableWrites);
        unknown.extend((!self.sums[IoKind::Flush as usize].known).then_some(Unknown::Flushes));
        unknown.extend([Unknown::Processes, Unknown::Files]);
        unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_not_busy_for_longer_than_its_queue_allows() {
        let busy_share = |depth, busy| {
            let mut fold = MeanFold::default();
            fold.add(&CounterInterval {
                length_ns: 1_000_000_000,
                queue_depth_mean: Some(depth),
                busy_share: Some(busy),
                ..CounterInterval::default()
            });
            fold.queue_depth().expect("it is known").busy_share
        };
        assert_eq!((busy_share(1.2, 1.0), busy_share(0.0, 0.004)), (Some(1.0), Some(0.004)));
        assert_eq!(busy_share(0.02, 1.0), None);
    }

    #[test]
    fn a_rounded_queue_depth_follows_from_rate_and_latency() {
        let mut fold = MeanFold::default();
        // Iostat: 24.8 reads/s of 60 us, aqu-sz 0.00, 0.16 % busy.
        let read = DirectionCounters {
            operations: 25.0,
            latency_sum_ns: Some(25.0 * 60_000.0),
            ..Default::default()
        };
        fold.add(&CounterInterval {
            length_ns: 1_000_000_000,
            queue_depth_mean: Some(0.0),
            busy_share: Some(0.0016),
            read,
            ..CounterInterval::default()
        });
        let found = fold.queue_depth().expect("it is known");
        assert_eq!((found.mean, found.busy_mean), (0.0015, Some(0.0015 / 0.0016)));
    }
}
