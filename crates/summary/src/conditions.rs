//! The conditions a run was made under, as plain data: what the binary knows of machine, device and file.
//!
//! Every field may be absent; a check whose facts are absent reports nothing.

use crate::MachineLoad;
use crate::warning::{ArrayWork, EngineFallback};
use base::{ProcessStop, words};
use serde::{Deserialize, Serialize};

/// I/O of others on a device.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherIo {
    pub device: String,
    /// Operations per second.
    pub iops: f64,
}

/// What was true of machine and target while a run was made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conditions {
    /// Who used the CPUs during the run.
    pub load: Option<MachineLoad>,
    pub cpus: Option<u32>,
    pub workers: Option<u32>,
    /// The I/O scheduler in force on the device, such as `none` or `mq-deadline`.
    pub scheduler: Option<String>,
    pub rotational: Option<bool>,
    pub virtualised: Option<bool>,
    pub partition_offset_bytes: Option<u64>,
    /// The device's physical sector in bytes.
    pub physical_block_bytes: Option<u32>,
    /// The I/O that others did before the run on the busiest device of the stack.
    pub other_io: Option<OtherIo>,
    /// What an array below the target does just now.
    pub array_sync: Option<ArrayWork>,
    /// Size of the tested file or device part in bytes.
    pub file_bytes: Option<u64>,
    pub ram_bytes: Option<u64>,
    /// Known caches below the page cache (controller, drive), in bytes.
    pub cache_bytes: Option<u64>,
    /// What was never written of the range that is read; of several files, that with the largest share.
    pub holes: Option<Holes>,
    /// Share of the file's pages in the page cache at the end, 0 to 1 (`mincore`).
    pub cached_share: Option<f64>,
    /// Whether the I/O bypassed the page cache.
    pub direct: Option<bool>,
    /// Wall clock minus monotonic clock: how much it changed over the run, in nanoseconds.
    pub wall_drift_ns: Option<i64>,
    /// Times in which the process did not run; neither the run's length nor the difference of the clocks includes them.
    pub process_stops: Vec<ProcessStop>,
    /// Length of the run in nanoseconds on the monotonic clock, warm-up included.
    pub run_ns: Option<u64>,
    /// Reads plus writes that the device counted over the run, warm-up included (`/proc/diskstats`).
    pub device_ios: Option<u64>,
    /// Bytes that the device counted over the run, warm-up included; for a file system over several devices, all of them,
    /// including copies of what was written once.
    pub device_bytes: Option<u64>,
    /// Reads plus writes that we counted over the same time, warm-up included.
    pub our_ios: Option<u64>,
    /// Bytes that we counted over the same time, warm-up included.
    pub our_bytes: Option<u64>,
    /// What under the target is memory and not storage, such as a mount point of a tmpfs.
    pub memory: Option<String>,
    /// The loop device under the target whose backing file is cached in memory.
    pub buffered_loop: Option<String>,
    /// Share of what we wrote that compresses away or repeats, 0 to 100.
    pub easy_data_percent: Option<f64>,
    /// Whether the storage was simulated, on a clock of its own.
    pub simulated: bool,
    /// Whether the user stopped the run.
    pub interrupted: bool,
    /// Operations that arrive at once, if a stream arrives in bursts.
    pub burst: Option<u32>,
    /// Whether the run was a closed loop without think time.
    pub closed_loop: bool,
    /// Requested depth, all workers together (closed loop).
    pub depth: Option<u32>,
    /// Requested mean block size, in bytes.
    pub block_bytes: Option<f64>,
    /// The standard deviation of the requested block sizes, in bytes; 0: all have one size.
    pub block_deviation_bytes: f64,
    /// The quantile that is judged; `FewIos` requires enough operations for it.
    pub quantile: Option<f64>,
    /// The shortest run that covers the profile's own cycle, in seconds.
    pub cycle_s: Option<f64>,
    /// The engine that replaced the usual one, if none was named.
    pub engine_fallback: Option<EngineFallback>,
    /// Limits that the kernel is known to set on this process's I/O to the storage.
    pub quotas: Vec<Limit>,
    /// Other processes that did I/O while it ran, the busiest first.
    pub neighbours: Vec<Neighbour>,
}

impl Conditions {
    /// The share of the CPUs that was busy, 0 to 1.
    pub fn cpu_busy_share(&self) -> Option<f64> {
        self.load.as_ref().map(|load| load.busy_share)
    }
}

/// The part of a range that was never written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holes {
    pub bytes: u64,
    pub of_bytes: u64,
}

impl Holes {
    pub fn share(&self) -> f64 {
        self.bytes as f64 / self.of_bytes.max(1) as f64
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// Whether it is for writes; for reads otherwise.
    pub writes: bool,
    /// Whether it counts bytes; operations otherwise.
    pub bytes: bool,
    pub per_s: f64,
    /// The bytes of each counted write, where the kernel splits writes: of a block device, the page cache is written back page by page.
    pub write_bytes: Option<u64>,
    pub owner: LimitOwner,
}

/// The control group that sets a limit on the I/O of its processes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitOwner {
    /// Its path, such as `/db`.
    pub group: String,
    /// The device of the limit, such as `sdb`.
    pub device: String,
}

words! {
    pub enum QuotaUnit as "unit of a quota" {
        Iops = "IOPS",
        Mibps = "MiB/s",
        ReadIops = "read IOPS",
        WriteIops = "write IOPS",
        ReadMibps = "read MiB/s",
        WriteMibps = "write MiB/s",
        /// Reads, by the kernel's limit.
        Reads = "reads per second",
        /// Writes and flushes, by the kernel's limit.
        Writes = "writes per second",
        /// Megabytes that are read, by the kernel's limit.
        ReadMbps = "MB/s for reads",
        /// Megabytes that are written, by the kernel's limit.
        WriteMbps = "MB/s for writes",
    }
}

impl Limit {
    pub fn rate(&self) -> (f64, QuotaUnit) {
        match (self.bytes, self.writes) {
            (true, false) => (self.per_s / 1e6, QuotaUnit::ReadMbps),
            (true, true) => (self.per_s / 1e6, QuotaUnit::WriteMbps),
            (false, false) => (self.per_s, QuotaUnit::Reads),
            (false, true) => (self.per_s, QuotaUnit::Writes),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Neighbour {
    /// Its name and number, such as `fio (4711)`.
    pub name: String,
    pub bytes: u64,
    /// When it did so first and last, in seconds of the measurement.
    pub from_s: f64,
    pub until_s: f64,
}
