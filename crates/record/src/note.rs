//! What else is to be known of a run, in numbers; `report` makes the sentences. Warnings say what makes a number doubtful, notes
//! do not.

use serde::{Deserialize, Serialize};
use summary::warning::Detail;
use workload::{Fidelity, FidelityMeasure};

/// A remark on a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Note {
    /// The record was made again from the parts that so many hosts kept, of so many.
    RebuiltFromParts {
        /// Hosts whose part was there.
        parts: u32,
        /// All hosts of the run.
        all: u32,
    },
    /// An I/O failed.
    FailedIo(FailedIo),
    /// A target refused direct I/O, so that the page cache was used.
    PageCacheUsed(String),
    /// Each thread of the engine is a commit group of its own; other engines write a group at once.
    CommitGroupPerThread,
    /// Buffers could not be registered with the kernel.
    UnregisteredBuffers,
    /// These targets are on one file system.
    SharedFileSystem(Vec<String>),
    /// The files of the job leave little of a file system free.
    NearlyFull {
        /// A folder of the file system.
        folder: String,
        /// What was free before.
        free_bytes: u64,
        /// What they leave.
        left_bytes: u64,
    },
    /// The rate of a job changes; its peak is so many times its mean.
    JobPeak(#[serde(with = "base::float")] f64),
    /// Streams of a job that are closed loops without a rate: they run beside the others and are neither multiplied nor counted.
    ClosedLoopsBeside(Vec<String>),
    /// How closely a fitted job repeats the captured load.
    Fidelity {
        /// Where the job was run to find that out.
        target: String,
        /// The goals that it misses.
        missed: Vec<FidelityMeasure>,
    },
    /// Points of these stages were taken from an earlier run.
    Taken {
        /// The run.
        run: i64,
        /// The stages.
        stages: Vec<String>,
    },
    /// An earlier run measured other storage at the same places; none of its points is taken.
    OtherStorage {
        /// The run.
        run: i64,
        /// What changed.
        changed: Vec<StorageChange>,
    },
    /// The wall clock of a host differs from that of the first one.
    HostClock {
        /// The host.
        host: String,
        /// By how much.
        #[serde(with = "base::float")]
        apart_s: f64,
    },
    /// The target of a host is larger than what all hosts use of it.
    HostTargetLarger {
        /// The host.
        host: String,
        /// The size of its target.
        bytes: u64,
        /// What every host uses.
        used_bytes: u64,
    },
    /// How recorded points were used.
    Recorded(RecordedNote),
    /// How the result of another tool was read.
    Imported(ImportNote),
    /// What the reader of a job remarked, or a sentence that an earlier version stored.
    #[serde(untagged)]
    Text(String),
}

/// Another storage at a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StorageChange {
    /// The place.
    pub place: String,
    /// The identity of its storage then.
    pub was: String,
    /// The same now.
    pub is: String,
}

/// An I/O that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FailedIo {
    /// The stream.
    pub stream: String,
    /// What was tried: `read`, `write` or `flush`.
    pub operation: String,
    /// Its length.
    pub length_bytes: u32,
    /// Its offset.
    pub offset_bytes: u64,
    /// When, within the phase, in nanoseconds.
    pub at_ns: u64,
    /// Why.
    pub cause: IoFailureCause,
}

/// Why an I/O failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum IoFailureCause {
    /// The system's error number.
    Errno(i32),
    /// The target ends before the offset.
    TargetEnded,
    /// Other content than was written, in the words of the check.
    Content(String),
}

/// How recorded points were used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum RecordedNote {
    /// Points that have several rows.
    Repeats {
        /// How many points.
        points: usize,
        /// The most rows of one point.
        rows_max: usize,
        /// How far rows of one point lie apart at most, relative to their mean.
        #[serde(with = "base::float")]
        apart_share_max: f64,
        /// Whether each point counts once, as the mean of its rows.
        as_mean: bool,
    },
    /// Points without order were left out, since their layout has the same load as sequential.
    OrderUnknownTwice(usize),
    /// Points that stand at no point of the comparison.
    LeftOut {
        /// How many.
        points: usize,
        /// Of how many.
        all: usize,
    },
    /// Points that do not say whether they were random.
    OrderUnknown {
        /// How many.
        points: usize,
        /// Of how many.
        all: usize,
    },
    /// Layouts have unlike numbers of rows of a point.
    UnevenRows {
        /// A layout with the most rows.
        layout: String,
        /// Its rows.
        rows: u32,
        /// What limits the rounds.
        limit: RoundsLimit,
        /// How many such points there are.
        points: usize,
    },
    /// Each point has one value.
    OneValuePerPoint,
    /// The points were compared as in this run.
    ComparedAs {
        /// The run.
        run: String,
        /// Whether by ratios with the points' weights; otherwise by the mean.
        by_ratio: bool,
    },
    /// The answer is that of this run; nothing was compared again.
    AnswerOf(String),
    /// A warning of this run.
    WarningOf {
        /// The run.
        run: String,
        /// The warning.
        detail: Box<Detail>,
    },
}

/// What limits the rounds of a comparison of recorded points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum RoundsLimit {
    /// A layout with so few rows.
    Layout {
        /// Its name.
        name: String,
        /// Its rows.
        rows: u32,
    },
    /// The user's number of passes.
    Passes(u32),
}

/// How the result of another tool was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ImportNote {
    /// The document at this line shows the same jobs earlier and was left out.
    EarlierDocument(usize),
    /// fio: percentiles and buckets are of its completion latency, means of its total latency.
    CompletionLatency,
    /// The run at this line has no figures and was left out.
    NoFigures(usize),
    /// SQLIO: whole milliseconds, and rates only.
    WholeMilliseconds,
    /// Orion: latencies are taken as milliseconds.
    TakenAsMilliseconds,
    /// The figures of this file belong to the same run.
    JoinedWith(String),
    /// The file has no start time; its own date is used.
    FileDate,
    /// The file has no time of the points; its own date is used.
    PointsFileDate,
    /// Some points do not say whether they were random.
    OrderUnknown,
    /// Only the first MiB of the text is kept.
    TextCut,
    /// Bytes that are not UTF-8 were read as Windows-1252.
    Windows1252,
}

impl From<String> for Note {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// A peak below this multiple of the mean is not worth a note.
const JOB_PEAK_MIN: f64 = 1.25;

impl Note {
    /// How closely a fitted job repeats the captured load.
    pub fn of_fidelity(fidelity: &Fidelity) -> Self {
        Self::Fidelity { target: fidelity.target.clone(), missed: fidelity.missed() }
    }

    /// That a job has closed loops without a rate; none where it has none.
    pub fn of_background(names: Vec<String>) -> Option<Self> {
        (!names.is_empty()).then_some(Self::ClosedLoopsBeside(names))
    }

    /// That the rate of a job changes; none where its peak is near its mean.
    pub fn of_peak(factor: f64) -> Option<Self> {
        (factor >= JOB_PEAK_MIN).then_some(Self::JobPeak(factor))
    }

    /// Whether it is an I/O that failed.
    pub fn is_failed_io(&self) -> bool {
        matches!(self, Self::FailedIo(_))
    }
}
