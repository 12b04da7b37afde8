//! Every problem that a workload may have on this machine, as data. `report` has the sentences.

use base::Bytes;

/// What is wrong with a key of a job, or why a target is not used. Each names its remedy where it is shown.
#[derive(Clone, Debug, PartialEq)]
pub enum PlanFault {
    // The engine.
    /// Real, simulated and null targets stand in one job.
    TargetsMixed,
    /// The targets run on one engine, and the job names another.
    EngineOfTargets {
        forced: String,
        requested: String,
    },
    /// A simulated or null engine on files or devices; `path` is that of a target for it.
    EngineWithoutFiles {
        engine: String,
        path: String,
    },
    UringUnusable {
        engines: String,
    },
    LibaioUnusable {
        engines: String,
    },
    EngineUnusable {
        engine: String,
        engines: String,
    },
    NoEngine,
    NeedsUring {
        engine: String,
    },
    IopollNeedsDirect,
    IopollCannotFlush,

    // Names, phases and memory.
    /// The facts are those of other targets.
    FactsMismatch,
    NameTwice,
    /// There is no target, stream or phase.
    NoneNamed {
        kind: String,
    },
    PhaseWithoutStream,
    StreamTwice {
        stream: String,
    },
    NoStream {
        stream: String,
    },
    NoTarget {
        target: String,
    },
    /// The buffers of a phase take too much memory.
    BuffersTooLarge {
        needed: Bytes,
        most: Bytes,
    },

    // Values out of their range.
    /// A length of time is 0.
    MustBeAboveZero,
    /// A count that is 0 or too large.
    CountOutOfRange {
        most: u64,
        value: u64,
    },
    CountBelowOne,
    NotAPercentage {
        percent: f64,
    },
    /// A rate of 0 or less, or too large.
    RateOutOfRange {
        most: f64,
        rate: f64,
    },
    /// The longest start delay is shorter than the shortest.
    DelayReversed {
        least: String,
        most: String,
    },
    /// The weight of a tied stream.
    WeightOutOfRange {
        weight: f64,
        least: f64,
        most: f64,
    },
    /// A curve without a step or without load.
    CurveOutOfRange,
    LatencyTargetOutOfRange,
    AccessOutOfRange,
    /// The width at which a stream is steady.
    SteadyOutOfRange,

    // Settings that exclude each other.
    /// Zeros that are to be compressible or to repeat.
    ZerosShaped,
    TieWithPause,
    /// A part of transactions that mixes reads and writes.
    TransactionMixed,
    /// The numbers of a part of transactions; a log with more than one write at a time, or without durable writes.
    TransactionOutOfRange,
    /// A part of transactions with a pace of its own.
    TransactionPaced,
    /// A part of transactions in a phase without sessions, or a second log.
    TransactionAlone,
    LatencyTargetWithRate,
    LatencyTargetWithWorkers,
    /// A latency target on an engine with a thread for each operation.
    LatencyTargetOnSync,
    TrimWithoutWrites,
    TrimSimulated,
    TrimChecked,
    TrimOffSectors,
    FilesSimulated,
    /// Several files of a stream on an engine with a thread for each operation.
    FilesOnSync,
    FilesWithWorkers,
    CpuNotAllowed {
        cpu: u64,
        allowed: String,
    },

    // Sizes and places.
    /// Block sizes of 0, or none.
    BlocksOutOfRange,
    /// A block that is not a multiple of a sector.
    BlockOffSectors {
        block: u64,
    },
    /// A block that direct I/O does not take.
    BlockOffDirect {
        block: u64,
        unit: Bytes,
    },
    /// A size or offset that is not a multiple of the unit.
    NotMultiple {
        unit: Bytes,
        value: u64,
    },
    /// Runs that operations of one size do not fill.
    RunsNotFilled {
        run: Bytes,
    },
    /// Shuffled blocks of several sizes.
    ShuffledSizes,
    /// A window that is smaller than a block.
    WindowTooSmall {
        window: Bytes,
    },
    StrideOffGrid {
        stride: Bytes,
        align: Bytes,
    },
    /// The part of a worker is smaller than a block.
    WorkerPartTooSmall {
        workers: u64,
        part: Bytes,
        block: Bytes,
    },
    /// The part of a further file is smaller than a block.
    FilePartTooSmall {
        part: Bytes,
        target: String,
        block: Bytes,
    },
    /// The part of the target is smaller than a block.
    PartTooSmall {
        part: Bytes,
        block: Bytes,
    },
    /// The part begins behind the target's end.
    OffsetBeyondEnd {
        offset: Bytes,
        size: Bytes,
    },
    /// The part ends behind the target's end.
    PartBeyondEnd {
        part: Bytes,
        offset: Bytes,
        size: Bytes,
    },

    // The end of a stream.
    NoEnd,
    TooFewOperations {
        workers: u64,
        operations: u64,
    },
    /// Fewer bytes than a block for each worker.
    TooFewBytes {
        bytes: Bytes,
        workers: u64,
        least: Bytes,
    },

    // Checks of the content.
    /// Another stream writes the part without stamps, or divides it otherwise.
    CheckShared {
        stream: String,
    },
    /// Two workers use a checked part at the same time.
    CheckWorkersShare,
    /// What is remembered of the blocks takes too much memory.
    CheckMemory {
        needed: Bytes,
        most: Bytes,
    },
    CheckKeepsNothing,
    /// An engine with a thread for each operation.
    CheckOnSync,
    /// Stamps neither compress nor repeat.
    CheckShaped,
    /// Blocks that are not whole sectors.
    CheckOffSectors,
    /// A stream that checks only written blocks, and writes.
    CheckWrittenWrites,
    /// A stream that checks only written blocks, and has no number of bytes.
    CheckWrittenWithoutBytes,

    // Targets.
    /// The target takes no direct I/O.
    NoDirect {
        target: String,
    },
    /// A file that does not exist has no size.
    AbsentWithoutSize,
    AbsentPercentage,
    /// A percentage of the target of 0 or above 100.
    SizeNotAPercentage {
        percent: f64,
    },
    SizeBeyondTarget {
        size: Bytes,
        present: Bytes,
    },
    TargetEmpty,
    /// A device that the user did not mark for destruction.
    DeviceNotMarked {
        device: String,
    },
    /// A file of somebody else that would be written.
    FileWritten {
        file: String,
    },
    /// A file of somebody else that would grow.
    FileGrown {
        file: String,
        growth: Bytes,
    },
    /// The file system is too full; `is_full`: nothing is free.
    SpaceShort {
        needed: Bytes,
        free: Bytes,
        is_full: bool,
    },
    /// The same with a part that stays free.
    SpaceReserved {
        needed: Bytes,
        usable: Bytes,
        free: Bytes,
        is_full: bool,
    },

    // Layouts that are built.
    TooFewDisks {
        least: u64,
        disks: u64,
    },
    OddDisks {
        disks: u64,
    },
    /// A slice that is too small, or no whole number of MiB.
    SliceOutOfRange {
        slice: Bytes,
        least: Bytes,
    },
    DiskTooSmall {
        disk: Bytes,
        layouts: u64,
        slice: Bytes,
        wanted: Bytes,
    },

    // Several hosts.
    /// The part of a host is smaller than a block.
    HostPartTooSmall,
}

impl PlanFault {
    /// What it means for the run.
    pub fn kind(&self) -> PlanProblemKind {
        match self {
            Self::DeviceNotMarked { .. } | Self::FileWritten { .. } | Self::FileGrown { .. } => {
                PlanProblemKind::Refusal
            }
            Self::SpaceShort { .. } | Self::SpaceReserved { .. } => PlanProblemKind::NoSpace,
            _ => PlanProblemKind::Mistake,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct PlanProblem {
    /// The stream, target or phase and the key, such as `stream "log": depth`.
    pub place: String,
    pub fault: PlanFault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanProblemKind {
    /// A mistake in the job (exit 3).
    Mistake,
    /// A refusal to protect data (exit 4).
    Refusal,
    /// A refusal because the file system lacks space.
    NoSpace,
}

impl PlanProblemKind {
    /// Whether it is a refusal rather than a mistake.
    pub fn is_refusal(self) -> bool {
        self != Self::Mistake
    }
}
