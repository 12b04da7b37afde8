//! Why a role, or a run as a whole, has its verdict: numbers, of which `report` makes sentences.

use crate::TrialPurpose;
use serde::{Deserialize, Serialize};
use summary::Estimate;
use summary::warning::{Detail, Stalled};
use workload::{LatencyLimit, RoleKind};

/// Why a verdict is what it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Reason {
    /// There is none.
    #[default]
    #[serde(rename = "")]
    None,
    /// Nothing was measured.
    NotMeasured,
    /// The user stopped it.
    Interrupted,
    /// The load line of a role.
    Line(Box<LineReason>),
    /// The CPUs were this busy (0 to 1), which may be why the requirement was missed.
    CpusBusy {
        /// How busy.
        #[serde(with = "base::float")]
        share: f64,
        /// What it would be otherwise.
        otherwise: Box<Self>,
    },
    /// So many operations failed in all trials; one is enough to refuse a fit.
    Failed(u64),
    /// Too many operations of a trial failed.
    TrialFailed {
        /// The trial.
        trial: TrialPurpose,
        /// Operations that failed.
        failed: u64,
        /// All operations.
        operations: u64,
    },
    /// What forbids any verdict.
    Forbidden(Box<Detail>),
    /// The storage became slower for good, in seconds of the measurement, after the role was measured.
    SlowerSince {
        /// When.
        #[serde(with = "base::float")]
        after_s: f64,
        /// What it would be otherwise.
        otherwise: Box<Self>,
    },
    /// Stalls in trials of these roles exceed the latency limit of another role.
    StallsOfRoles {
        /// The roles.
        roles: Vec<String>,
        /// The stalls of all of them.
        stalls: Stalled,
        /// The latency limit.
        limit: LatencyLimit,
        /// Whether the role's own trials met some of them.
        own: bool,
        /// What it would be otherwise.
        otherwise: Box<Self>,
    },
    /// The first role with the verdict of the run, and how many more have it.
    Role {
        /// Its name.
        role: String,
        /// Its reason.
        reason: Box<Self>,
        /// How many more.
        more: usize,
    },
    /// All roles meet their latency limits and requirements.
    AllMet {
        /// The roles that no rate is required of.
        rateless: Vec<(String, RoleKind)>,
        /// Those of them whose load line no run confirmed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unconfirmed: Vec<String>,
        /// What was done in all, where longer burst credits or caches could not have been seen.
        done: Option<Volume>,
    },
    /// The study ended before its decision; the same command resumes it.
    Undecided,
    /// The run has not finished; with the answer of an integrity test by then.
    Unfinished(Option<Box<Self>>),
    /// What the stages of the study concluded; their findings have the numbers.
    Study,
    /// What the integrity test found.
    Integrity(IntegrityReason),
    /// The errors that ended it, one line each, as they were printed.
    Errors(Vec<String>),
    /// A sentence that an earlier version stored.
    #[serde(untagged)]
    Earlier(String),
}

impl Reason {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::None => true,
            Self::Earlier(text) => text.is_empty(),
            _ => false,
        }
    }

    /// The reason of a load line.
    pub fn line_mut(&mut self) -> Option<&mut LineReason> {
        match self {
            Self::Line(line) => Some(line),
            _ => None,
        }
    }

    /// The load line that a search found, confirmed or not, beside what takes it back.
    pub fn found_line(&self) -> Option<Estimate> {
        match self {
            Self::Line(line) => line.search.line(),
            Self::CpusBusy { otherwise, .. }
            | Self::SlowerSince { otherwise, .. }
            | Self::StallsOfRoles { otherwise, .. } => otherwise.found_line(),
            _ => None,
        }
    }
}

/// What an integrity test found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum IntegrityReason {
    /// Every page that was read was what was written last.
    Sound {
        /// The share of the written pages that was read before it was written again, 0 to 1; none: it was not counted.
        read_back_share: Option<f64>,
        /// Whether that share is too small for a sound answer.
        little_read: bool,
    },
    /// So many faults.
    Faulty(u64),
    /// Nothing was wrong, but the log writer never wrote.
    IdleLog,
    /// Not every page could be read.
    NotAllRead,
    /// The user ended it, and nothing was wrong up to then.
    Interrupted,
}

/// What was done in all trials.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Volume {
    /// Operations.
    pub operations: u64,
    /// Bytes.
    pub bytes: u64,
    /// Seconds.
    #[serde(with = "base::float")]
    pub seconds: f64,
}

/// What a load line counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineUnit {
    /// Operations per second.
    Iops,
    /// Large transfers per second.
    Transfers,
    /// Commits per second.
    Commits,
    /// Commits per second that share flushes.
    SharedCommits,
}

/// Why a load line gives its verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineReason {
    /// What the line counts.
    pub unit: LineUnit,
    /// The latency limit.
    pub limit: LatencyLimit,
    /// What the search found.
    pub search: Search,
    /// The required rate, and the latency at the limit's quantile there in nanoseconds, where it was tried.
    #[serde(with = "base::named::Maybe::<crate::role::RequiredRate>")]
    pub at_required_rate: Option<(f64, u64)>,
    /// Whether the trial at the required rate contradicts the line.
    pub contradicted: bool,
    /// The stalls of the trials.
    pub stalls: Option<LineStalls>,
    /// Whether commits that share flushes may carry the required rate, which was not confirmed.
    pub shared_may_carry: bool,
    /// What was done in all, where longer burst credits or caches could not have been seen.
    pub done: Option<Volume>,
}

impl Search {
    /// The budget for a better answer.
    pub fn budget_mut(&mut self) -> Option<&mut Budget> {
        match self {
            Self::Confirmed { budget, .. }
            | Self::Vague { budget, .. }
            | Self::Unconfirmed { budget, .. } => budget.as_mut(),
            _ => None,
        }
    }

    /// The line with its interval, where there is one.
    pub fn line(&self) -> Option<Estimate> {
        match self {
            Self::Against { line, .. }
            | Self::Vague { line, .. }
            | Self::RequiredRateMet { line, .. }
            | Self::Unconfirmed { line, .. } => Some(*line),
            _ => None,
        }
    }
}

/// What the search for a load line found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Search {
    /// No load meets the limit, because of stalls.
    Stalled(Stalled),
    /// One operation at a time breaks the limit.
    AloneBreaks,
    /// This rate breaks the limit, and there was no time for lower ones.
    LowestBreaks(#[serde(with = "base::float")] f64),
    /// No load was held long enough.
    NothingHeld,
    /// This line against the required rate.
    Against {
        /// The line.
        line: Estimate,
        /// The required rate.
        #[serde(with = "base::float")]
        requirement: f64,
        /// How it was confirmed, where the line meets the requirement.
        confirmed: Option<Confirmation>,
    },
    /// A confirmed line, with no required rate.
    Confirmed {
        /// The line, per second.
        #[serde(with = "base::float")]
        line: f64,
        /// How it was confirmed.
        confirmed: Confirmation,
        /// The budget that narrows its interval.
        budget: Option<Budget>,
    },
    /// A line whose interval is too wide.
    Vague {
        /// The line.
        line: Estimate,
        /// The budget that narrows its interval.
        budget: Option<Budget>,
    },
    /// No run confirmed the line, but all of its interval lies above the required rate, and a trial at that rate met the limit.
    RequiredRateMet {
        /// The line.
        line: Estimate,
        /// The required rate.
        #[serde(with = "base::float")]
        requirement: f64,
        /// The time of the trial at it, in seconds.
        #[serde(with = "base::float")]
        seconds: f64,
    },
    /// The required rate breaks the limit.
    RequiredRateExceedsLimit(#[serde(with = "base::float")] f64),
    /// A line in the slower of two states, which the confirming run did not meet.
    SlowStateNotMet(#[serde(with = "base::float")] f64),
    /// A line that no run confirmed.
    Unconfirmed {
        /// The line.
        line: Estimate,
        /// Whether its interval is too wide to name the line.
        vague: bool,
        /// Whether the time was too short to confirm it; otherwise no confirming run met the limit.
        short: bool,
        /// The budget that may be enough.
        budget: Option<Budget>,
    },
}

/// How a load line was confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Confirmation {
    /// For so many seconds.
    #[serde(with = "base::float")]
    pub seconds: f64,
    /// Whether slow phases were among them.
    pub slow_phases: bool,
}

/// The time that a better answer takes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// About so many seconds.
    #[serde(with = "base::float")]
    pub seconds: f64,
    /// Whether it narrows the interval to 10 %; otherwise it may be enough to confirm the line.
    pub narrows: bool,
}

/// What stalls mean for a line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineStalls {
    /// The stalls.
    pub stalls: Stalled,
    /// What they do to it.
    pub effect: StallEffect,
}

/// What stalls do to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StallEffect {
    /// They break the limit at any load.
    BreakLimit,
    /// They are reported beside the line.
    Beside,
    /// They are reported beside the line, and the confirming run met none.
    BesideConfirmed,
}
