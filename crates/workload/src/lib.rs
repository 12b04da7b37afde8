//! The requested I/O: streams on targets, in phases; the database profiles; the requirement.
//!
//! Contains plain data and the one table of option keys ([`keys`]). Never does I/O or reads a clock.
//! Start at [`Workload`].

pub mod access;
pub mod emulation;
pub mod engine;
pub mod fidelity;
pub mod grid;
pub mod hosts;
pub mod job_load;
pub mod keys;
pub mod layout;
pub mod pace;
pub mod profile;
pub mod requirement;
pub mod sla;
pub mod stream;
pub mod transaction;

pub use access::{AccessPattern, AccessZone, BlockSizes, CursorScope, Extent};
pub use base::{ActorName, FaultKind, WordChoice};
pub use emulation::{Batch, Digest, Emulation, HeaderFormat, Prefill};
pub use engine::{EngineChoice, EngineFeature, EngineKind, EngineUse};
pub use fidelity::{
    ErrorUnit, Fidelity, FidelityDistance, FidelityFigure, FidelityMeasure, FigurePair,
};
pub use grid::{PointGrid, PointLoad, descriptor};
pub use hosts::{HostChoice, HostDivision, HostRanges, LoadDivision};
pub use job_load::{JobLoad, JobLoadProblem, JobSessions, load_rate, load_times};
pub use layout::{DiskLayout, LayoutBuilder, RaidLevel};
pub use pace::{Arrivals, Pace, RateCurve};
pub use profile::{Activity, Profile, Role, RoleKind};
pub use requirement::{LatencyLimit, Requirement};
pub use sla::{SlaClause, SlaError, SlaMetric, SlaWindow};
pub use stream::{
    CacheMode, ContentCheck, ErrorAction, RateLink, StartDelay, StopCondition, Stream, SyncMode,
    TrimMode, WriteContent,
};
pub use transaction::{SessionCycle, TransactionPart};

use base::Nanos;

#[derive(Clone, Debug, PartialEq)]
pub struct Workload {
    pub name: String,
    pub targets: Vec<JobTarget>,
    pub streams: Vec<Stream>,
    /// The phases in their order; never empty once read.
    pub phases: Vec<Phase>,
    pub engine: EngineChoice,
    /// The seed of every random choice; drawn if the job has none.
    pub seed: Option<u64>,
    pub interval_ns: Nanos,
    /// How several hosts divide the job if they run it together.
    pub hosts: HostDivision,
}

impl Workload {
    /// A job that says no more than this: all streams in one phase of the same name, reported once a second.
    pub fn new(name: &str, targets: Vec<JobTarget>, streams: Vec<Stream>) -> Self {
        let phase = Phase { name: name.to_owned(), ..Phase::whole(&streams) };
        Self {
            name: name.to_owned(),
            targets,
            streams,
            phases: vec![phase],
            engine: EngineChoice::default(),
            seed: None,
            interval_ns: Nanos::secs(1),
            hosts: HostDivision::default(),
        }
    }
}

/// A file, a device or a simulated storage.
#[derive(Clone, Debug, PartialEq)]
pub struct JobTarget {
    /// The name by which streams refer to it.
    pub name: String,
    pub place: TargetLocation,
    /// The size of the file to prefill or to use; if absent, the whole existing size.
    pub size: Option<Extent>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TargetLocation {
    /// A regular file or a block device; the machine's facts say which.
    Path(std::path::PathBuf),
    /// A simulated storage, such as `hdd?disks=14` (the text after `sim:`).
    Sim(String),
    /// No storage: I/O completes at once, to measure the engine itself.
    Null,
}

/// What the word of a simulated storage starts with.
const SIMULATION: &str = "sim:";

/// The medium and options of a simulated storage, such as `hdd?disks=14` of `sim:hdd?disks=14`; none for another target.
pub fn simulation(word: &str) -> Option<&str> {
    word.strip_prefix(SIMULATION)
}

/// The word of the simulated storage with this medium and these options.
pub fn simulation_word(text: &str) -> String {
    format!("{SIMULATION}{text}")
}

impl TargetLocation {
    /// The simulated storage or the path that a word of the user names; `null` is a path.
    pub fn simulated_or_path(word: &str) -> Self {
        match simulation(word) {
            Some(text) => Self::Sim(text.to_owned()),
            None => Self::Path(word.into()),
        }
    }

    /// The word that names it in a job.
    pub fn word(&self) -> String {
        match self {
            Self::Path(path) => path.to_string_lossy().into_owned(),
            Self::Sim(text) => simulation_word(text),
            Self::Null => "null".to_owned(),
        }
    }
}

/// Streams that run side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Phase {
    pub name: String,
    pub streams: Vec<String>,
    /// Time at the start that is measured but not counted.
    pub warm_up_ns: Nanos,
    pub pause_ns: Nanos,
}

impl Phase {
    /// All streams at once, as in a job that names no phase.
    pub fn whole(streams: &[Stream]) -> Self {
        Self {
            name: "main".to_owned(),
            streams: streams.iter().map(|stream| stream.name.clone()).collect(),
            warm_up_ns: Nanos(0),
            pause_ns: Nanos(0),
        }
    }
}
