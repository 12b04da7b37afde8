//! The rates of a device in a row of a log, and the meaning of each tool's columns.
//!
//! Takes names of columns and numbers; gives [`DiskRates`] and from them the sums of an interval.

use crate::{CounterInterval, DirectionCounters};

/// The quantity in a column, for one device and one interval; rates are per second. Those with one limit are neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rate {
    Reads,
    Writes,
    Discards,
    Flushes,
    Transfers,
    ReadBytes,
    WriteBytes,
    DiscardBytes,
    ReadSizeBytes,
    WriteSizeBytes,
    ReadsMerged,
    WritesMerged,
    /// Mean latencies, of all I/O and by direction.
    LatencyMs,
    ReadLatencyMs,
    WriteLatencyMs,
    DiscardLatencyMs,
    FlushLatencyMs,
    QueueDepth,
    BusyPercent,
    IdlePercent,
}

const RATES: usize = Rate::IdlePercent as usize + 1;

/// The rates of one device in one interval. Rates that the tool does not print are absent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct DiskRates([Option<f64>; RATES]);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Column {
    pub rate: Rate,
    pub factor: f64,
}

const SECTOR_BYTES: f64 = 512.0;
const KIB: f64 = 1024.0;
const MIB: f64 = 1024.0 * 1024.0;

/// The column of iostat or sar with this name, of sysstat 9 to 12.
///
/// `avgrq-sz` counts sectors of 512 bytes, `rareq-sz` KiB (iostat(1), sar(1)). Unused columns have no entry; [`is_known`]
/// recognises them.
pub(super) fn sysstat_column(name: &str) -> Option<Column> {
    let column = |rate, factor| Some(Column { rate, factor });
    match name {
        "r/s" => column(Rate::Reads, 1.0),
        "w/s" => column(Rate::Writes, 1.0),
        "d/s" => column(Rate::Discards, 1.0),
        "f/s" => column(Rate::Flushes, 1.0),
        "tps" => column(Rate::Transfers, 1.0),
        "rsec/s" | "rd_sec/s" | "Blk_read/s" => column(Rate::ReadBytes, SECTOR_BYTES),
        "wsec/s" | "wr_sec/s" | "Blk_wrtn/s" => column(Rate::WriteBytes, SECTOR_BYTES),
        "rkB/s" | "kB_read/s" => column(Rate::ReadBytes, KIB),
        "wkB/s" | "kB_wrtn/s" => column(Rate::WriteBytes, KIB),
        "dkB/s" | "kB_dscd/s" => column(Rate::DiscardBytes, KIB),
        "rMB/s" | "MB_read/s" => column(Rate::ReadBytes, MIB),
        "wMB/s" | "MB_wrtn/s" => column(Rate::WriteBytes, MIB),
        "dMB/s" | "MB_dscd/s" => column(Rate::DiscardBytes, MIB),
        "dsec/s" | "Blk_dscd/s" => column(Rate::DiscardBytes, SECTOR_BYTES),
        "rareq-sz" => column(Rate::ReadSizeBytes, KIB),
        "wareq-sz" => column(Rate::WriteSizeBytes, KIB),
        "rrqm/s" => column(Rate::ReadsMerged, 1.0),
        "wrqm/s" => column(Rate::WritesMerged, 1.0),
        "await" => column(Rate::LatencyMs, 1.0),
        "r_await" => column(Rate::ReadLatencyMs, 1.0),
        "w_await" => column(Rate::WriteLatencyMs, 1.0),
        "d_await" => column(Rate::DiscardLatencyMs, 1.0),
        "f_await" => column(Rate::FlushLatencyMs, 1.0),
        "avgqu-sz" | "aqu-sz" => column(Rate::QueueDepth, 1.0),
        "%util" | "util" | "util-percent" => column(Rate::BusyPercent, 1.0),
        _ => None,
    }
}

/// Whether iostat or sar has a column of this name.
pub(super) fn is_known(name: &str) -> bool {
    const OTHERS: &[&str] = &[
        "avgrq-sz", "areq-sz", "dareq-sz", "svctm", "%rrqm", "%wrqm", "%drqm", "rrqm", "wrqm",
        "drqm", "drqm/s", "rqm/s", "%rqm", "kB/s", "MB/s", "kB_read", "kB_wrtn", "kB_dscd",
        "MB_read", "MB_wrtn", "MB_dscd", "Blk_read", "Blk_wrtn", "Blk_dscd", "sec/s",
    ];
    sysstat_column(name).is_some() || OTHERS.contains(&name)
}

/// A rate above this means that a counter was reset or wrapped: 100 million I/Os or 100 TiB per second.
const OPERATIONS_PER_S_MAX: f64 = 1e8;
const BYTES_PER_S_MAX: f64 = 1.1e14;
/// A mean latency above this, one day, means the same.
const LATENCY_MS_MAX: f64 = 86_400_000.0;

impl DiskRates {
    /// A rate; `None` if the tool does not print it.
    pub(super) fn of(&self, rate: Rate) -> Option<f64> {
        self.0[rate as usize]
    }

    pub(super) fn set(&mut self, column: Column, number: f64) {
        self.0[column.rate as usize] = Some(number * column.factor);
    }

    /// Adds the rates of another part of the same report; returns whether no rate was in both.
    pub(super) fn merge(&mut self, other: &Self) -> bool {
        let twice = self.0.iter().zip(&other.0).any(|(a, b)| a.is_some() && b.is_some());
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a = a.or(*b));
        !twice
    }

    /// Operations of all directions per second.
    pub(super) fn operations(&self) -> f64 {
        match self.by_direction() {
            Some((reads, writes)) => {
                let others = [self.of(Rate::Discards), self.of(Rate::Flushes)];
                reads + writes + others.iter().flatten().sum::<f64>()
            }
            None => self.of(Rate::Transfers).unwrap_or(0.0),
        }
    }

    /// Whether all rates are possible: finite, not negative, and below the limits of any device.
    pub(super) fn is_plausible(&self) -> bool {
        let fits = |first: Rate, last: Rate, max: f64| {
            let mut values = self.0[first as usize..=last as usize].iter().flatten();
            values.all(|value| (0.0..=max).contains(value))
        };
        fits(Rate::Reads, Rate::Transfers, OPERATIONS_PER_S_MAX)
            && fits(Rate::ReadsMerged, Rate::WritesMerged, OPERATIONS_PER_S_MAX)
            && fits(Rate::ReadBytes, Rate::WriteSizeBytes, BYTES_PER_S_MAX)
            && fits(Rate::LatencyMs, Rate::QueueDepth, LATENCY_MS_MAX)
            && fits(Rate::BusyPercent, Rate::IdlePercent, f64::MAX)
    }

    /// Reads and writes per second, if both are known.
    fn by_direction(&self) -> Option<(f64, f64)> {
        self.of(Rate::Reads).zip(self.of(Rate::Writes))
    }

    /// Whether the operations are those of all directions together, as sar prints them.
    pub(super) fn operations_are_joint(&self) -> bool {
        self.by_direction().is_none() && self.of(Rate::Transfers).is_some()
    }

    /// Whether the latency is that of all directions together.
    pub(super) fn latency_is_joint(&self) -> bool {
        self.of(Rate::LatencyMs).is_some()
            && self.of(Rate::ReadLatencyMs).is_none()
            && self.of(Rate::WriteLatencyMs).is_none()
    }

    /// The rates of an idle device in a log of the same columns.
    pub(super) fn idle(&self) -> Self {
        Self(self.0.map(|rate| rate.map(|_| 0.0)))
    }

    /// Bytes per second. Where they contradict the mean size, they are wrong: `iostat -m` rounds them to 10 KiB, and the "wMB/s" in
    /// the JSON of sysstat 12.2 are sectors.
    fn bytes(&self, bytes: Rate, operations: Rate, size: Rate) -> Option<f64> {
        let bytes = self.of(bytes);
        let of_sizes = self.of(operations).zip(self.of(size)).map(|(rate, size)| rate * size);
        let differs = |of_sizes: &f64| bytes.is_none_or(|b| (b - of_sizes).abs() > 0.01 * of_sizes);
        of_sizes.filter(differs).or(bytes)
    }

    /// The interval of these rates; `None` if the numbers of reads and writes do not follow from them. Operations of all
    /// directions are divided like their bytes; a latency of all directions is used for each.
    pub(super) fn interval(&self, begin_ns: u64, length_ns: u64) -> Option<CounterInterval> {
        let read_bytes = self.bytes(Rate::ReadBytes, Rate::Reads, Rate::ReadSizeBytes);
        let write_bytes = self.bytes(Rate::WriteBytes, Rate::Writes, Rate::WriteSizeBytes);
        let discard_bytes = self.of(Rate::DiscardBytes);
        let mut discards = self.of(Rate::Discards);
        let (reads, writes) = match self.by_direction() {
            Some(known) => known,
            None => {
                let joint = self.of(Rate::Transfers)?;
                let (read, discard) = (read_bytes?, discard_bytes.unwrap_or(0.0));
                let all = read + write_bytes? + discard;
                let part = |bytes: f64| if all > 0.0 { joint * bytes / all } else { 0.0 };
                discards = discard_bytes.map(part);
                // Operations without bytes can only be flushes, which Linux counts as writes.
                (part(read), joint - part(read) - part(discard))
            }
        };
        let length_s = length_ns as f64 / 1e9;
        let of = |rate: f64, bytes: Option<f64>, merged: Option<f64>, latency_ms: Rate| {
            let operations = rate * length_s;
            let latency_ms = self.of(latency_ms).or(self.of(Rate::LatencyMs));
            DirectionCounters {
                operations,
                bytes: bytes.map(|rate| rate * length_s),
                merged: merged.map(|rate| rate * length_s),
                latency_sum_ns: latency_ms.map(|ms| ms * 1e6 * operations),
            }
        };
        let by_idle = self.of(Rate::IdlePercent).map(|idle| (100.0 - idle).max(0.0));
        let busy_percent = by_idle.or(self.of(Rate::BusyPercent));
        Some(CounterInterval {
            begin_ns,
            length_ns,
            read: of(reads, read_bytes, self.of(Rate::ReadsMerged), Rate::ReadLatencyMs),
            write: of(writes, write_bytes, self.of(Rate::WritesMerged), Rate::WriteLatencyMs),
            discard: discards.map(|rate| of(rate, discard_bytes, None, Rate::DiscardLatencyMs)),
            flush: self.of(Rate::Flushes).map(|rate| of(rate, None, None, Rate::FlushLatencyMs)),
            queue_depth_mean: self.of(Rate::QueueDepth),
            busy_share: busy_percent.map(|percent| (percent / 100.0).min(1.0)),
            io_stall_share: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rates(all: &[(Rate, f64)]) -> DiskRates {
        let mut rates = DiskRates::default();
        all.iter().for_each(|&(rate, number)| rates.set(Column { rate, factor: 1.0 }, number));
        rates
    }

    #[test]
    fn joint_operations_are_divided_like_their_bytes() {
        let rates = rates(&[
            (Rate::Transfers, 100.0),
            (Rate::ReadBytes, 3.0 * MIB),
            (Rate::WriteBytes, MIB),
            (Rate::LatencyMs, 2.0),
            (Rate::BusyPercent, 130.0),
        ]);
        let interval = rates.interval(5, 2_000_000_000).expect("it has rates");
        assert_eq!((interval.read.operations, interval.write.operations), (150.0, 50.0));
        assert_eq!(interval.read.bytes, Some(6.0 * MIB));
        assert_eq!(interval.read.latency_sum_ns, Some(150.0 * 2e6));
        assert_eq!(interval.busy_share, Some(1.0));
        assert!(interval.discard.is_none() && interval.flush.is_none());
        assert!(rates.operations_are_joint() && rates.latency_is_joint());
    }

    #[test]
    fn rates_that_are_missing_are_not_zero() {
        let of = |all: &[(Rate, f64)]| rates(all).interval(0, 1_000_000_000);
        // A log of a queue, of a busy time, of reads alone, or of the sums that `iostat -x -s` prints.
        assert_eq!(of(&[(Rate::QueueDepth, 1.0), (Rate::BusyPercent, 15.0)]), None);
        assert_eq!(of(&[(Rate::Reads, 1.0), (Rate::ReadBytes, KIB)]), None);
        assert_eq!(of(&[(Rate::Transfers, 286.0), (Rate::LatencyMs, 0.9)]), None);
        let interval = of(&[(Rate::Reads, 1.0), (Rate::Writes, 0.0)]).expect("it has rates");
        assert_eq!((interval.read.bytes, interval.queue_depth_mean), (None, None));
    }

    #[test]
    fn a_rate_of_bytes_that_contradicts_the_mean_size_is_wrong() {
        let mut rates = DiskRates::default();
        for (name, number) in [("r/s", 0.0), ("w/s", 31.0), ("wMB/s", 248.0), ("wareq-sz", 4.0)] {
            rates.set(sysstat_column(name).expect("iostat has it"), number);
        }
        let interval = rates.interval(0, 1_000_000_000).expect("it has rates");
        assert_eq!(interval.write.bytes, Some(31.0 * 4.0 * KIB));
    }

    #[test]
    fn impossible_rates_are_found() {
        let of = |reads| rates(&[(Rate::Reads, reads)]).is_plausible();
        assert!(of(0.0) && of(1e7));
        assert!(!of(-1.0) && !of(f64::NAN) && !of(f64::INFINITY) && !of(1.8e19));
    }

    #[test]
    fn parts_of_a_report_are_merged_once() {
        let mut all = rates(&[(Rate::Reads, 1.0)]);
        assert!(all.merge(&rates(&[(Rate::Writes, 2.0)])));
        assert_eq!(all, rates(&[(Rate::Reads, 1.0), (Rate::Writes, 2.0)]));
        assert!(!all.merge(&rates(&[(Rate::Reads, 1.0)])));
    }
}
