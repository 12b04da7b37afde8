//! The validity checks, and what each saw if it failed, in numbers; contradictions within the result of another tool.

use super::{Slower, SpeedSpread, StallCounts};
use crate::{CpuQuota, MachineLoad, Neighbour, QuotaUnit};
use base::{IoKind, ProcessStop, SystemError};
use serde::{Deserialize, Serialize};
use workload::EngineKind;

base::words! {
    /// The checks; each has its rule, threshold and source in docs/reference/warnings.md. The words are those of JSON
    /// and the store.
    pub enum WarningKind as "check" {
        /// Closed loop: mean depth differs from IOPS x latency by more than 2 % (Little 1961).
        LittlesLaw = "littles-law",
        /// Throughput differs from IOPS x block size.
        RateTimesSize = "rate-times-size",
        /// The figures of an imported result cannot all be true.
        Contradiction = "contradiction",
        /// The device's own counters differ from ours.
        DeviceCounters = "device-counters",
        /// The requests at the device have another size than those that were issued.
        RequestSize = "request-size",
        /// Throughput or IOPS stay at a round number with almost no spread: a quota.
        Quota = "quota",
        /// A drop that does not recover: burst credits ran out.
        BurstCredits = "burst-credits",
        CpuSaturated = "cpu-saturated",
        /// The CPUs were saturated, mostly by other programs.
        ForeignCpu = "foreign-cpu",
        /// A control group's quota of CPU time stopped this process.
        CpuThrottled = "cpu-throttled",
        /// Processes waited for memory.
        MemoryPressure = "memory-pressure",
        /// The hypervisor took CPU time away.
        CpuStolen = "cpu-stolen",
        /// More workers than CPUs.
        FewCpus = "few-cpus",
        /// Holes or never-written blocks were read.
        Holes = "holes",
        /// What was tested is memory, not storage.
        Memory = "memory",
        PageCache = "page-cache",
        /// The file is smaller than a cache that could answer.
        SmallFile = "small-file",
        /// What is written compresses or repeats.
        EasyData = "easy-data",
        OtherIo = "other-io",
        /// An array resyncs, scrubs or rebuilds.
        ArraySync = "array-sync",
        Scheduler = "scheduler",
        Misaligned = "misaligned",
        /// The latency moved to another level and stayed.
        LatencyStep = "latency-step",
        SlowPhases = "slow-phases",
        /// Nothing moved for longer than the latency limit allows, whatever the load.
        Stalls = "stalls",
        ClockJump = "clock-jump",
        Interrupted = "interrupted",
        /// Too few I/Os for the percentile.
        FewIos = "few-ios",
        /// Too short for the profile's cycle.
        TooShort = "too-short",
        NotSettled = "not-settled",
        /// Arrivals were given up or waited ever longer.
        Overloaded = "overloaded",
        /// The load generator itself was late.
        LateArrivals = "late-arrivals",
        IoErrors = "io-errors",
        /// An engine other than the requested one was used.
        EngineFallback = "engine-fallback",
        NotStored = "not-stored",
        /// The process did not run for a time.
        ProcessStopped = "process-stopped",
        /// The file system was unmounted during the run.
        Unmounted = "unmounted",
    }
}

/// What a check saw. One kind of warning may have several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Detail {
    /// The depth of a closed loop differs from IOPS x latency.
    DepthDiffers {
        depth: f64,
        /// IOPS x latency.
        held: f64,
        /// The relative difference that the law allows here.
        allowed: f64,
    },
    /// Operations moved more or fewer bytes than their block size.
    SizeDiffers {
        mean_bytes: f64,
        block_bytes: f64,
        short: u64,
    },
    /// The device counted this part of our bytes: less than all of them.
    DeviceCountedLess(f64),
    /// The device moved this multiple of our bytes.
    DeviceMovedMore(f64),
    /// The device counted requests of another mean size.
    RequestSize {
        /// Mean bytes of a request as it was issued.
        issued_bytes: f64,
        /// Mean bytes of a request as the device counted it.
        device_bytes: f64,
    },
    /// The rate stays at this value with almost no spread.
    SteadyRate {
        value: f64,
        unit: QuotaUnit,
    },
    RateFell {
        after_s: f64,
        from_iops: f64,
        to_iops: f64,
    },
    /// The storage became slower for good, or is slower in phases.
    Slower(Slower, Vec<Neighbour>),
    Wandering(SpeedSpread),
    MedianMoved {
        after_s: f64,
        from_ns: u64,
        to_ns: u64,
    },
    Stalls(StallCounts),
    StallsInPoints {
        stalled: usize,
        points: usize,
        /// How often and how long each target stalled, most often first.
        targets: Vec<TargetStalls>,
        /// The first point that met one.
        first: String,
    },
    CpusBusy {
        load: Box<MachineLoad>,
        /// Whether a rate stood at a quota, which full CPUs do not explain.
        beside_quota: bool,
    },
    /// All CPUs were busy in some points of a study.
    CpusBusyInPoints {
        share: f64,
        full: usize,
        points: usize,
        /// Who used them over all points, if it was mostly others.
        foreign: Option<Box<MachineLoad>>,
        /// Whether a rate stood at a quota, which full CPUs do not explain.
        beside_quota: bool,
    },
    /// Other programs kept the CPUs busy.
    ForeignCpu(Box<MachineLoad>),
    /// A quota of CPU time stopped this process.
    CpuThrottled(CpuQuota),
    /// In this share of the time, processes waited for memory.
    MemoryWait(f64),
    /// The hypervisor took this share of the CPU time.
    CpuSteal(f64),
    FewCpus {
        workers: u32,
        cpus: u32,
    },
    /// A part of the tested range was never written.
    Holes {
        /// Bytes never written.
        hole_bytes: u64,
        file_bytes: u64,
    },
    Memory(String),
    Buffered,
    /// This share of the file is in the page cache although the I/O was direct.
    CachedShare(f64),
    /// The backing file of this loop device is cached.
    BufferedLoop(String),
    /// The tested bytes fit into a cache of the storage.
    FitsCache {
        file_bytes: u64,
        cache_bytes: u64,
    },
    /// The tested bytes are less than twice the memory of this machine.
    FitsMemory {
        file_bytes: u64,
        ram_bytes: u64,
    },
    EasyData(f64),
    /// Others did this many I/Os per second before the test, on the device or on one below it.
    OtherIo {
        device: String,
        iops: f64,
    },
    /// An array below the target works on its disks.
    ArraySync(ArrayWork),
    Scheduler(String),
    Misaligned {
        offset_bytes: u64,
        /// What it should be a multiple of.
        unit_bytes: u64,
    },
    /// The wall clock moved against the monotonic one, in nanoseconds.
    ClockJump(f64),
    Interrupted,
    EngineFallback(EngineFallback),
    /// The process did not run at these times.
    ProcessStopped {
        stops: Vec<ProcessStop>,
        /// Whether the intervals concerned are left out of the result; otherwise it has no latencies that could be wrong.
        left_out: bool,
    },
    /// The file system of this target was unmounted during the run.
    Unmounted(String),
    NotStored(StoreTrouble),
    FewOperations {
        quantile: f64,
        needed: u64,
        measured: u64,
    },
    /// The run is shorter than the cycle of the database.
    ShorterThanCycle {
        seconds: f64,
        cycle_s: f64,
    },
    /// All operations were done within the warm-up.
    NothingCounted,
    /// Too few intervals for a confidence interval of the rate.
    NoInterval,
    /// The half width of the rate's confidence interval, relative.
    WideInterval(f64),
    Overloaded {
        offered_iops: f64,
        done_iops: f64,
        dropped: u64,
        /// Arrivals that waited at the end.
        waiting: f64,
    },
    LateArrivals {
        late_ns: u64,
        latency_ns: u64,
        /// Whether the storage is simulated, on a clock of its own.
        simulated: bool,
    },
    Failed {
        failed: u64,
        done: u64,
    },
    /// The user stopped an integrity test.
    AuditInterrupted,
    /// The audits of an integrity test went through the page cache: direct I/O was refused.
    AuditThroughCache,
    /// Operations of an integrity test took longer than a database waits.
    AuditLate {
        operations: u64,
        longest_ns: u64,
    },
    /// Data and log of an integrity test fit into memory in front of the storage.
    AuditFitsMemory {
        file_bytes: u64,
        memory_bytes: u64,
        sound: bool,
    },
    /// The user stopped a study, which the same command resumes.
    StudyInterrupted,
    /// The run is under way, or its process was killed.
    Unfinished,
    InTrial {
        trial: String,
        detail: Box<Self>,
    },
    InPoint {
        target: String,
        point: String,
        detail: Box<Self>,
        /// More points with the same kind of warning.
        more: usize,
    },
    /// What the result of another tool contradicts.
    Imported {
        line: usize,
        contradiction: Contradiction,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetStalls {
    pub target: String,
    pub count: u32,
    /// The longest, in seconds, including its part in the warm-up.
    pub longest_s: f64,
    /// All of them together, in seconds, without their parts in the warm-up.
    pub length_s: f64,
}

impl Detail {
    /// The loop device whose backing file is cached.
    pub(super) fn loop_device(&self) -> Option<&str> {
        match self {
            Self::BufferedLoop(device) => Some(device),
            _ => None,
        }
    }

    /// Adds to a warning about full CPUs that a rate stood at a quota.
    pub(super) fn beside_quota(&mut self) {
        match self {
            Self::CpusBusy { beside_quota, .. } | Self::CpusBusyInPoints { beside_quota, .. } => {
                *beside_quota = true;
            }
            _ => {}
        }
    }
}

/// Figures of an imported result that cannot all be true.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Contradiction {
    /// Throughput is not rate x block size.
    RateTimesSize {
        mibps: f64,
        iops: f64,
        block_bytes: f64,
        /// Throughput in MiB/s by rate and block size.
        expected_mibps: f64,
    },
    /// Rate x latency is not the queue depth.
    LittlesLaw {
        depth: f64,
        /// The least depth by rate and latency.
        low: f64,
        /// The largest depth, allowing for the digits that printing cut off the latency.
        high: f64,
    },
    /// Operations over time are not the rate.
    Rate {
        operations: u64,
        seconds: f64,
        /// The rate that they make.
        counted_iops: f64,
        iops: f64,
    },
    /// Reads and writes are not the total.
    Total {
        read_iops: f64,
        write_iops: f64,
        iops: f64,
    },
    /// Bytes over operations are not the block size.
    OperationSize {
        of: IoKind,
        mean_bytes: f64,
        block_bytes: f64,
    },
    /// The mean latency lies outside of the smallest and the largest.
    MeanOutsideRange(IoKind),
    /// The mean latency lies above the percentile of nearly all operations.
    MeanAbovePercentiles(IoKind),
    PercentilesFall(IoKind),
    /// A percentile lies above the largest latency.
    PercentileAboveMax(IoKind),
    /// The histogram holds another number of operations than were done.
    HistogramCount {
        of: IoKind,
        held: u64,
        done: u64,
    },
    /// The percents of a histogram do not sum to 100.
    HistogramPercents {
        sum: f64,
        /// The largest difference to 100 that rounding explains.
        rounding_max: f64,
    },
    Failed {
        of: IoKind,
        failed: u64,
    },
    ToolError(i64),
}

/// The work of an array below the target that shares its disks with the test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArrayWork {
    /// The array, such as `md0`.
    pub array: String,
    /// The action in the kernel's words, such as `resync`.
    pub action: String,
    /// The progress in the kernel's words; none if it gives none.
    pub progress: Option<String>,
}

/// An engine that replaced the usual one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineFallback {
    pub usual: EngineKind,
    pub used: EngineKind,
    /// Why the usual one does not work here; none if it worked again after the run.
    pub error: Option<SystemError>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum StoreTrouble {
    Full {
        path: String,
    },
    /// Another process kept the lock.
    Busy {
        path: String,
    },
    /// The medium or the file is read-only.
    ReadOnly {
        path: String,
    },
    Open {
        path: String,
        error: String,
    },
    Damaged {
        path: String,
        error: String,
    },
    /// The file is not a store any more.
    Foreign {
        path: String,
    },
    /// The run was removed while it was measured.
    NoSuchRun {
        run: String,
    },
    Database {
        path: String,
        error: String,
    },
    /// A part of the run cannot be read or is missing.
    Unusable {
        path: String,
    },
}
