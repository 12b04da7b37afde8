//! Measured values as the writers of foreign results take them: plain numbers for each stream and direction.
//!
//! The binary fills them from the engine's cells. A writer groups streams as its tool does (jobs, threads, targets):
//! readers make one stream for each unit that the tool reports, such as one clone of a fio job. Never computes an
//! interval or a warning: those are ours and go to the store and to stderr.

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The start time, in nanoseconds since 1970, UTC.
    pub started_unix_ns: u64,
    /// The total time in nanoseconds, warm-ups and pauses included.
    pub elapsed_ns: u64,
    pub streams: Vec<StreamOutcome>,
    /// Busy shares of every CPU over the run, 0 to 1, by CPU number; empty when unknown.
    pub cpus: Vec<CpuOutcome>,
    /// The counters of the block devices below the targets; empty when unknown.
    pub devices: Vec<DeviceOutcome>,
    pub machine: Machine,
    /// Whether the user stopped it.
    pub interrupted: bool,
    /// Why the run failed, if it did.
    pub failure: Option<OutcomeFailure>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeFailure {
    pub text: String,
    /// The error number, for a tool that prints one; above 0.
    pub errno: i32,
}

/// The machine as tools name it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machine {
    pub host: String,
    pub cpus: u32,
    pub nodes: u32,
    pub memory_bytes: u64,
    /// The kernel's release.
    pub kernel: String,
}

/// The time of one CPU, in shares of the run (0 to 1).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CpuOutcome {
    pub user: f64,
    /// In the kernel, interrupts included.
    pub kernel: f64,
    pub io_wait: f64,
    pub idle: f64,
}

/// The counters of one block device for the run (the differences of `/proc/diskstats`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeviceOutcome {
    /// Its name, such as `sda`.
    pub name: String,
    /// Reads: completed, merged, sectors of 512 bytes, milliseconds.
    pub read: [u64; 4],
    pub write: [u64; 4],
    /// Milliseconds in which at least one I/O was outstanding.
    pub busy_ms: u64,
    /// The sum of the times of all I/Os, in milliseconds.
    pub queue_ms: u64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct StreamOutcome {
    /// Its name in the workload.
    pub name: String,
    /// The start of its measured time relative to the start of the run, after the warm-up, in nanoseconds.
    pub begun_ns: u64,
    /// Measured time in nanoseconds.
    pub runtime_ns: u64,
    pub read: DirectionOutcome,
    pub write: DirectionOutcome,
    pub flush: DirectionOutcome,
    pub trim: DirectionOutcome,
    /// Processor time of its workers in user mode, in nanoseconds; 0 when unknown.
    pub cpu_user_ns: u64,
    pub cpu_kernel_ns: u64,
    /// Context switches; 0 when unknown.
    pub switches: u64,
    /// The target depth of each of its workers at the end; 0 when unknown.
    pub depth: u32,
    /// Operations by the number of the stream's outstanding operations at their start, themselves included: 1, 2 to 3,
    /// 4 to 7, and so on to 64 and more.
    pub depths: [u64; 7],
    /// Submissions to the kernel by the number of operations in each: none, up to 4, 8, 16, 32, 64, and more; all 0
    /// where each submitted whatever was ready.
    pub submits: [u64; 7],
    /// The same for operations that were completed together.
    pub completes: [u64; 7],
    /// Every operation, where the stream records them.
    pub records: Vec<OperationOutcome>,
    /// The latencies of reads, writes and trims in each interval, where requested: the end of the interval after the
    /// start of the measured time, and the distributions.
    pub histograms: Vec<(u64, [LatencyDistribution; 3])>,
    /// The errno of the first error; 0 when there was none.
    pub errno: i32,
    /// Every interval of the measured time, in order.
    pub intervals: Vec<IntervalOutcome>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OperationOutcome {
    /// The start, in nanoseconds after the start of the run.
    pub start_ns: u64,
    /// The end, in nanoseconds after the start of the run.
    pub end_ns: u64,
    /// 0: a read, 1: a write, 2: a trim, 3: a flush, 4: the file is closed until its next use.
    pub direction: u8,
    /// The index of the stream's file, from 0.
    pub file: u32,
    pub offset_bytes: u64,
    pub length_bytes: u32,
    /// The time that its submission took, in nanoseconds.
    pub handover_ns: u64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct DirectionOutcome {
    pub ios: u64,
    pub bytes: u64,
    pub errors: u64,
    /// Transfers that were shorter than requested.
    pub short: u64,
    /// Latency from the start of the submission to the completion.
    pub total: LatencyDistribution,
    /// Latency from the end of the submission, where it is measured; otherwise the same as `total`.
    pub service: LatencyDistribution,
    /// The time of submission, where it is measured.
    pub handover: LatencyDistribution,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct IntervalOutcome {
    /// Its start after the start of the measured time, in nanoseconds.
    pub start_ns: u64,
    /// Its end after the start of the measured time, in nanoseconds.
    pub end_ns: u64,
    pub read: IntervalDirection,
    pub write: IntervalDirection,
    pub trim: IntervalDirection,
}

/// One direction in one interval; latencies are total latencies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct IntervalDirection {
    pub ios: u64,
    pub bytes: u64,
    /// Mean latency; 0 without operations.
    pub mean_ns: f64,
    pub deviation_ns: f64,
    pub min_ns: u64,
    pub max_ns: u64,
    /// Mean and largest time of submission, which is a part of the latency; 0 where it is not measured.
    pub handover_mean_ns: f64,
    pub handover_max_ns: u64,
}

impl IntervalDirection {
    /// Both together, as if they had been one.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if self.ios == 0 || other.ios == 0 {
            return if self.ios == 0 { other } else { self };
        }
        let (n, m) = (self.ios as f64, other.ios as f64);
        let weighted = |a: f64, b: f64| (n * a + m * b) / (n + m);
        let mean_ns = weighted(self.mean_ns, other.mean_ns);
        let square = |d: Self| d.deviation_ns.powi(2) + d.mean_ns.powi(2);
        let squares = (n * square(self) + m * square(other)) / (n + m);
        Self {
            ios: self.ios + other.ios,
            bytes: self.bytes + other.bytes,
            mean_ns,
            deviation_ns: (squares - mean_ns * mean_ns).max(0.0).sqrt(),
            min_ns: self.min_ns.min(other.min_ns),
            max_ns: self.max_ns.max(other.max_ns),
            handover_mean_ns: weighted(self.handover_mean_ns, other.handover_mean_ns),
            handover_max_ns: self.handover_max_ns.max(other.handover_max_ns),
        }
    }
}

/// A distribution of latencies in nanoseconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LatencyDistribution {
    /// The highest latency of each non-empty bucket and its count, in ascending order.
    pub buckets: Vec<(u64, u64)>,
    /// Smallest; 0 without operations.
    pub min_ns: u64,
    pub max_ns: u64,
    pub mean_ns: f64,
    pub deviation_ns: f64,
}

impl LatencyDistribution {
    pub fn count(&self) -> u64 {
        self.buckets.iter().map(|bucket| bucket.1).sum()
    }

    /// The latency that this share (0 to 1) of the operations does not exceed, at most the largest; 0 if empty.
    pub fn quantile(&self, share: f64) -> u64 {
        let found = base::quantile(self.buckets.iter().copied(), share);
        found.map_or(0, |value| value.min(self.max_ns))
    }

    /// Both together, as if they had been one.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let (n, m) = (self.count() as f64, other.count() as f64);
        if n == 0.0 {
            return other.clone();
        }
        if m == 0.0 {
            return self.clone();
        }
        let mean_ns = (n * self.mean_ns + m * other.mean_ns) / (n + m);
        let square = |d: &Self| d.deviation_ns.powi(2) + d.mean_ns.powi(2);
        let squares = (n * square(self) + m * square(other)) / (n + m);
        let mut merged = std::collections::BTreeMap::new();
        for &(value, count) in self.buckets.iter().chain(&other.buckets) {
            *merged.entry(value).or_insert(0) += count;
        }
        Self {
            buckets: merged.into_iter().collect(),
            min_ns: self.min_ns.min(other.min_ns),
            max_ns: self.max_ns.max(other.max_ns),
            mean_ns,
            deviation_ns: (squares - mean_ns * mean_ns).max(0.0).sqrt(),
        }
    }
}

impl DirectionOutcome {
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self {
            ios: self.ios + other.ios,
            bytes: self.bytes + other.bytes,
            errors: self.errors + other.errors,
            short: self.short + other.short,
            total: self.total.and(&other.total),
            service: self.service.and(&other.service),
            handover: self.handover.and(&other.handover),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_distributions_together_are_one_of_all_operations() {
        let one = LatencyDistribution {
            buckets: vec![(10, 2)],
            min_ns: 10,
            max_ns: 10,
            mean_ns: 10.0,
            deviation_ns: 0.0,
        };
        let other = LatencyDistribution {
            buckets: vec![(10, 1), (40, 1)],
            min_ns: 10,
            max_ns: 40,
            mean_ns: 25.0,
            deviation_ns: 15.0,
        };
        let both = one.and(&other);
        assert_eq!(both.buckets, [(10, 3), (40, 1)]);
        assert_eq!((both.count(), both.min_ns, both.max_ns), (4, 10, 40));
        assert!((both.mean_ns - 17.5).abs() < 1e-9);
        // The deviation of 10, 10, 10 and 40.
        assert!((both.deviation_ns - 12.990_381).abs() < 1e-5);
        assert_eq!((both.quantile(0.75), both.quantile(0.76), both.quantile(0.0)), (10, 40, 10));
        assert_eq!(LatencyDistribution::default().quantile(0.5), 0);
    }
}
