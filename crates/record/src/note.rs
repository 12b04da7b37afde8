//! Other facts about a run, as data; `report` makes the sentences. Unlike warnings, notes do not make a number doubtful.

use base::{ContentFault, IoKind};
use serde::{Deserialize, Serialize};
use workload::{Fidelity, FidelityMeasure};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Note {
    /// The record was rebuilt from the parts that some of its hosts stored.
    RebuiltFromParts {
        /// The number of hosts whose part was found.
        parts: u32,
        /// The number of hosts in the run.
        all: u32,
    },
    FailedIo(FailedIo),
    /// A target refused direct I/O, so that the page cache was used.
    PageCacheUsed(String),
    /// Each thread of the engine is its own commit group; other engines write a group at once.
    CommitGroupPerThread,
    /// Buffers could not be registered with the kernel.
    UnregisteredBuffers,
    SharedFileSystem(Vec<String>),
    /// The files of the job leave little free space on a file system.
    NearlyFull {
        folder: String,
        free_bytes: u64,
        /// The free space that the files leave.
        left_bytes: u64,
    },
    /// The rate of a job changes; its peak is this multiple of its mean.
    JobPeak(f64),
    /// The latency limit judges all operations of the job together.
    JobLimit,
    /// The operations in flight that a job allows, and those that its test allows for all streams together.
    JobDepth {
        job: u32,
        test: u32,
    },
    /// Roles of the profile that were not measured.
    NotMeasured(Vec<String>),
    /// A control group limits this program; a database may run outside of the group.
    LimitedByGroup {
        group: String,
    },
    /// Streams of a job that are closed loops without a rate. They run beside the others and are neither scaled nor counted.
    ClosedLoopsBeside(Vec<String>),
    /// How closely a fitted job repeats the captured load.
    Fidelity {
        /// The target on which the job was run to check this.
        target: String,
        missed: Vec<FidelityMeasure>,
    },
    /// Points of these stages were taken from an earlier run.
    Taken {
        run: i64,
        stages: Vec<String>,
    },
    /// An earlier run measured other storage at the same places, so none of its points is reused.
    OtherStorage {
        run: i64,
        changed: Vec<StorageChange>,
    },
    /// The wall clock of a host differs from that of the first host.
    HostClock {
        host: String,
        apart_s: f64,
    },
    /// The target of a host is larger than the part that all hosts use.
    HostTargetLarger {
        host: String,
        bytes: u64,
        /// The bytes that every host uses.
        used_bytes: u64,
    },
    /// How closely a replay kept the captured times.
    ReplayTiming(ReplayTiming),
    /// A replay left out this many discards, because simulated storage has none.
    DiscardsLeftOut(u64),
    Recorded(RecordedNote),
    Imported(ImportNote),
    /// A remark of the job parser.
    #[serde(untagged)]
    Text(String),
}

/// A place whose storage changed between two runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StorageChange {
    pub place: String,
    pub was: String,
    pub is: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FailedIo {
    pub stream: String,
    pub operation: IoKind,
    pub length_bytes: u32,
    pub offset_bytes: u64,
    pub at_ns: u64,
    pub cause: IoFailureCause,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum IoFailureCause {
    Errno(i32),
    TargetEnded,
    WrongContent(ContentFault),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum RecordedNote {
    Repeats {
        points: usize,
        rows_max: usize,
        /// The largest difference between rows of one point, relative to their mean.
        #[serde(with = "base::float")]
        apart_share_max: f64,
    },
    /// Some points match no point of the comparison and were left out.
    LeftOut {
        points: usize,
        /// How many there are in all.
        all: usize,
    },
    /// Some points do not say whether they were random.
    OrderUnknown {
        /// How many do not say it.
        points: usize,
        /// How many there are in all.
        all: usize,
    },
    /// Layouts have different numbers of rows for a point.
    UnevenRows {
        /// A layout with the largest number of rows.
        layout: String,
        rows: u32,
        /// The layout with the fewest rows, which limits the number of rounds, and their number.
        fewest: String,
        rounds: u32,
        points: usize,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ImportNote {
    /// An earlier document at this line shows the same jobs and was left out.
    EarlierDocument(usize),
    /// fio: percentiles and buckets are of its completion latency, means of its total latency.
    CompletionLatency,
    /// fio: reads and writes are reported together, so that only their rates and mean latency are known.
    Mixed,
    /// fio: an entry is that of a group, and shows the name and the options of its first job.
    GroupOfJobs,
    Trims,
    /// The run at this line has no figures and was left out.
    NoFigures(usize),
    /// SQLIO: whole milliseconds, and rates only.
    WholeMilliseconds,
    /// Orion: latencies are taken as milliseconds.
    TakenAsMilliseconds,
    /// The figures of this file belong to the same run.
    JoinedWith(String),
    /// The file has no start time; its modification time is used.
    FileDate,
    /// The file has no time of the points; its modification time is used.
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

    /// A note that a job has closed loops without a rate; none if it has none.
    pub fn of_background(names: Vec<String>) -> Option<Self> {
        (!names.is_empty()).then_some(Self::ClosedLoopsBeside(names))
    }

    /// A note that a replay left out discards; none if it left out none.
    pub fn of_left_out_discards(count: u64) -> Option<Self> {
        (count > 0).then_some(Self::DiscardsLeftOut(count))
    }

    /// A note that the rate of a job changes; none if its peak is close to its mean.
    pub fn of_peak(factor: f64) -> Option<Self> {
        (factor >= JOB_PEAK_MIN).then_some(Self::JobPeak(factor))
    }

    /// Whether the answer is misread without the note: it says how a job was tested, or for whom a limit holds.
    pub fn is_part_of_answer(&self) -> bool {
        matches!(
            self,
            Self::JobLimit
                | Self::JobDepth { .. }
                | Self::JobPeak(_)
                | Self::ClosedLoopsBeside(_)
                | Self::Fidelity { .. }
                | Self::NotMeasured(_)
                | Self::LimitedByGroup { .. }
        )
    }

    pub fn is_failed_io(&self) -> bool {
        matches!(self, Self::FailedIo(_))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayTiming {
    pub operations: u64,
    /// The captured time from the first submission to the last, divided by the speed.
    pub due_duration_ns: u64,
    pub speed: f64,
    /// The same time in the replay.
    pub duration_ns: u64,
    /// The earth mover's distance between captured and replayed inter-arrival times, as a share of the mean captured one.
    pub gap_distance: f64,
    /// The median delay of the starts, in nanoseconds.
    pub late_ns_p50: u64,
    pub late_ns_p99: u64,
    pub late_ns_max: u64,
}

impl ReplayTiming {
    /// How much longer the replay took than the capture at this speed, relative to the capture.
    pub fn duration_error(&self) -> f64 {
        self.duration_ns as f64 / (self.due_duration_ns as f64).max(1.0) - 1.0
    }
}
