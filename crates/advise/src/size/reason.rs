//! The origin of a number of a sizing, what makes it uncertain, and why there is none: numbers, from which `report` makes
//! sentences.

use base::Bytes;
use record::RoleIo;
use summary::WarningKind;
use workload::LatencyLimit;

#[derive(Clone, Debug, PartialEq)]
pub enum Evidence {
    Line {
        role: String,
        limit: LatencyLimit,
        run: String,
    },
    Points {
        /// Whether the rate is computed from points of reads and points of writes.
        combined: bool,
        outstanding: u32,
        run: String,
    },
    /// A rule of thumb, from the rate of one disk.
    Rule(DiskRate),
}

/// The rate of one disk with random operations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiskRate {
    pub iops: f64,
    /// How that was measured; `None`: it is from its data sheet.
    pub measured: Option<DiskLoad>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiskLoad {
    pub outstanding: u32,
    pub block: Bytes,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Caveat {
    OnlyBlock(Bytes),
    /// The limit is on a rarer percentile than the 99th, the only one that points have.
    OnlyP99,
    /// The rate fell during the measurement; the lower one counts.
    RateFell,
    /// The mean size of its operations differs from the required one.
    MeanBlock(Bytes),
    LineAllows(LineRate),
    /// A newer line rules an older one out.
    Outdated {
        /// The older line, with the rate that it claims.
        old: LineRate,
        /// The newer line, with the rate that it allows at most, or carries if that is more.
        new: LineRate,
    },
    /// Points of an older run that a newer one contradicts, with the names of both.
    PointsOutdated {
        old: String,
        new: String,
    },
    /// Larger blocks than this may move more; none was tried.
    LargerBlocksUntried(Bytes),
    CapacityUnknown,
    /// The offer sells no more than this rate.
    OfferedAtMost(f64),
    /// Nothing was measured: a rule of thumb knows no latency.
    NotMeasured,
    /// The file of disks has this layout with these numbers of disks, and none or several of them may be the measured one.
    OtherLayouts {
        name: String,
        /// `None`: the line names none.
        disks: Vec<Option<u32>>,
    },
    /// These depths of a sweep are left out: the storage became slower during it.
    DepthsLeftOut {
        run: String,
        depths: Vec<u32>,
    },
    /// All points are from a record: no command can measure this storage here.
    FromRecord,
}

/// The rate of a load line under its limit.
#[derive(Clone, Debug, PartialEq)]
pub struct LineRate {
    pub iops: f64,
    pub limit: LatencyLimit,
    pub run: String,
}

/// Why nothing is known about a load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EvidenceGap {
    NothingMeasured,
    /// Points do not say whether they are random.
    OrderUnknown,
    NoCommits,
    OnlyCommits,
    OnlySequential,
    OnlyRandom,
    /// Neither this mix nor reads and writes of this block size were measured; `None`: of any one size.
    NoSuchMix(Option<Bytes>),
    NoLine {
        limit: LatencyLimit,
        /// Operations per second that it surely does not exceed under this limit; `None`: unknown, or every load breaks it.
        at_most: Option<f64>,
    },
    /// The lightest load broke the limit.
    LightestBreaks {
        outstanding: u32,
        limit: LatencyLimit,
    },
    /// No point has a 99th percentile.
    NoPercentile,
    NoneMeets(LatencyLimit),
}

/// Why a load line says nothing about a requirement.
#[derive(Clone, Debug, PartialEq)]
pub enum LineMismatch {
    /// Its run has a warning that forbids any answer.
    Forbidden(WarningKind),
    OtherOperation(RoleIo),
}

#[derive(Clone, Debug, PartialEq)]
pub enum LeftOut {
    /// A storage that has the name of a newer one.
    Namesake {
        name: String,
        old: StorageRuns,
        /// The newer one, where it is known.
        new: Option<StorageRuns>,
    },
    /// A load line of the required kind that says nothing about the requirement.
    Line {
        storage: String,
        line: String,
        run: String,
        /// The role of the requirement; empty: there is one requirement only.
        role: String,
        reason: LineMismatch,
    },
    /// A storage about which nothing is known.
    Storage { name: String, reason: EvidenceGap },
}

/// Where a storage is, and which runs measured it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorageRuns {
    pub place: String,
    /// The runs, newest first.
    pub runs: Vec<String>,
}
