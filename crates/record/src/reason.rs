//! Why a role, or a run as a whole, has its verdict, as data; `report` makes the sentences.

use crate::{RunFailure, TogetherFinding, TrialPurpose};
use serde::{Deserialize, Serialize};
use summary::Estimate;
use summary::warning::{Detail, StallCounts};
use workload::{LatencyLimit, RoleKind};

/// The reason for a verdict.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Reason {
    /// There is no reason.
    #[default]
    #[serde(rename = "")]
    None,
    /// Nothing was measured.
    NotMeasured,
    /// The user stopped it.
    Interrupted,
    /// The load line of a role.
    Line(Box<LineReason>),
    /// The CPUs were busy, which may be why the requirement was missed.
    CpusBusy {
        /// The busy share, 0 to 1.
        #[serde(with = "base::float")]
        share: f64,
        /// The reason without this.
        otherwise: Box<Self>,
    },
    /// The check had no more operations in flight, which may be why the requirement was missed.
    DepthLimited {
        /// The most operations in flight.
        depth: u32,
        /// The reason without this.
        otherwise: Box<Self>,
    },
    /// This many operations failed in all trials; one is enough to refuse FIT.
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
    /// A warning that forbids any verdict.
    Forbidden(Box<Detail>),
    /// The storage became slower for good after the role was measured.
    SlowerSince {
        /// The time of the change, in seconds since the start of the measurement.
        #[serde(with = "base::float")]
        after_s: f64,
        /// The reason without this.
        otherwise: Box<Self>,
    },
    /// Stalls in trials of these roles exceed the latency limit of another role.
    StallsOfRoles {
        /// The roles.
        roles: Vec<String>,
        /// The stalls of all these roles.
        stalls: StallCounts,
        /// The latency limit.
        limit: LatencyLimit,
        /// Whether the role's own trials met some of them.
        own: bool,
        /// The reason without this.
        otherwise: Box<Self>,
    },
    /// The first role with the verdict of the run, and the number of others that have it.
    Role {
        /// Its name.
        role: String,
        /// Its reason.
        reason: Box<Self>,
        /// The number of other roles with the same verdict.
        more: usize,
    },
    /// All roles meet their latency limits and requirements.
    AllMet {
        /// The roles that have no required rate.
        rateless: Vec<(String, RoleKind)>,
        /// The roles of `rateless` whose load line no run confirmed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unconfirmed: Vec<String>,
        /// Whether it is about several roles, each of which ran alone only.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        alone: bool,
        /// All required rates at the same time; `None` if fewer than two roles have one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        together: Option<Box<TogetherFinding>>,
        /// The volume of all trials; set if longer burst credits or caches could not have been seen.
        done: Option<Volume>,
    },
    /// Each role meets its limit alone, but all required rates at the same time do not, or it is not certain.
    Together(Box<TogetherFinding>),
    /// The study ended before its decision; the same command resumes it.
    Undecided,
    /// The run has not finished. For an integrity test, holds the answer up to now.
    Unfinished(Option<Box<Self>>),
    /// What the stages of the study concluded; their findings have the numbers.
    Study,
    /// What the integrity test found.
    Integrity(IntegrityReason),
    /// The failures that ended the run.
    #[serde(rename = "errors")]
    Failures(Vec<RunFailure>),
}

/// The reason inside a reason, for both kinds of reference. No arm is `_`, so that a new variant has to decide.
macro_rules! otherwise {
    ($reason:expr) => {
        match $reason {
            Self::CpusBusy { otherwise, .. }
            | Self::DepthLimited { otherwise, .. }
            | Self::SlowerSince { otherwise, .. }
            | Self::StallsOfRoles { otherwise, .. } => Some(otherwise),
            Self::None
            | Self::NotMeasured
            | Self::Interrupted
            | Self::Line(_)
            | Self::Failed(_)
            | Self::TrialFailed { .. }
            | Self::Forbidden(_)
            | Self::Role { .. }
            | Self::AllMet { .. }
            | Self::Together(_)
            | Self::Undecided
            | Self::Unfinished(_)
            | Self::Study
            | Self::Integrity(_)
            | Self::Failures(_) => None,
        }
    };
}

impl Reason {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        *self == Self::None
    }

    /// The reason without this one, if this one was put before another.
    pub fn otherwise(&self) -> Option<&Self> {
        otherwise!(self)
    }

    fn otherwise_mut(&mut self) -> Option<&mut Self> {
        otherwise!(self)
    }

    /// The reason of a load line, also inside reasons that overrule it.
    pub fn inner_line(&self) -> Option<&LineReason> {
        match self {
            Self::Line(line) => Some(line),
            other => other.otherwise()?.inner_line(),
        }
    }

    /// Returns the reason of a load line.
    pub fn line_mut(&mut self) -> Option<&mut LineReason> {
        match self {
            Self::Line(line) => Some(line),
            _ => None,
        }
    }

    /// Whether it is about the load line of commits that share flushes.
    pub fn of_shared_flushes(&self) -> bool {
        matches!(self, Self::Line(line) if line.unit == LineUnit::SharedCommits)
    }

    /// Ends the interval of the load line that a search found at this rate.
    pub fn cap_line(&mut self, most: f64) {
        match self {
            Self::Line(reason) => match &mut reason.search {
                Search::Against { line, .. }
                | Search::Vague { line, .. }
                | Search::RequiredRateMet { line, .. }
                | Search::Unconfirmed { line, .. } => line.high = line.high.min(most),
                _ => {}
            },
            other => {
                if let Some(otherwise) = other.otherwise_mut() {
                    otherwise.cap_line(most);
                }
            }
        }
    }

    /// Returns the load line that a search found, confirmed or not, also inside reasons that overrule it.
    pub fn found_line(&self) -> Option<Estimate> {
        self.inner_line()?.search.line()
    }
}

/// The result of an integrity test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum IntegrityReason {
    /// Every page that was read had the content that was written last.
    Sound {
        /// The share of the written pages that was read before it was written again, 0 to 1; none: not counted.
        read_back_share: Option<f64>,
        /// Whether that share is too small for a sound answer.
        little_read: bool,
    },
    /// The number of faults.
    Faulty(u64),
    /// There was no fault, but the log writer never wrote.
    IdleLog,
    /// Not every page could be read.
    NotAllRead,
    /// The user ended it, and no fault was found up to then.
    Interrupted,
}

/// The volume of all trials.
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

/// The unit of a load line.
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

/// The reason for the verdict on a load line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineReason {
    /// The unit of the line.
    pub unit: LineUnit,
    /// The latency limit.
    pub limit: LatencyLimit,
    /// What the search found.
    pub search: Search,
    /// The required rate, and the latency there at the limit's quantile in nanoseconds; none if it was not tried.
    #[serde(with = "base::named::Maybe::<crate::role::RequiredRate>")]
    pub at_required_rate: Option<(f64, u64)>,
    /// Whether the trial at the required rate contradicts the line.
    pub contradicted: bool,
    /// The stalls of the trials.
    pub stalls: Option<LineStalls>,
    /// Whether commits that share flushes may carry the required rate; that was not confirmed.
    pub shared_may_carry: bool,
    /// The volume of all trials; set if longer burst credits or caches could not have been seen.
    pub done: Option<Volume>,
}

impl LineReason {
    /// The reason of a search, without a required rate, stalls or other remarks.
    pub fn new(unit: LineUnit, limit: LatencyLimit, search: Search) -> Self {
        Self {
            unit,
            limit,
            search,
            at_required_rate: None,
            contradicted: false,
            stalls: None,
            shared_may_carry: false,
            done: None,
        }
    }
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

    /// The budget for a better answer, in seconds; 0 if more time does not help.
    pub fn budget_s(&self) -> f64 {
        match self {
            Self::Against { budget, .. }
            | Self::Confirmed { budget, .. }
            | Self::Vague { budget, .. }
            | Self::Unconfirmed { budget, .. } => budget.as_ref().map_or(0.0, |one| one.seconds),
            _ => 0.0,
        }
    }

    /// Returns the line with its interval, if there is one.
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
    Stalled(StallCounts),
    /// One operation at a time already breaks the limit.
    AloneBreaks,
    /// This rate breaks the limit, and there was no time for lower ones.
    LowestBreaks(#[serde(with = "base::float")] f64),
    /// No load was held for long enough.
    NothingHeld,
    /// A line compared with the required rate.
    Against {
        /// The line.
        line: Estimate,
        /// The required rate.
        #[serde(with = "base::float")]
        requirement: f64,
        /// How the line was confirmed, if it meets the requirement.
        confirmed: Option<Confirmation>,
        /// The budget that would narrow the interval, if the line had too little time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        budget: Option<Budget>,
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
    /// No run confirmed the line, but its whole interval is above the required rate, and a trial at that rate met the limit.
    RequiredRateMet {
        /// The line.
        line: Estimate,
        /// The required rate.
        #[serde(with = "base::float")]
        requirement: f64,
        /// The duration of the trial at that rate, in seconds.
        #[serde(with = "base::float")]
        seconds: f64,
    },
    /// The required rate breaks the limit.
    RequiredRateExceedsLimit(#[serde(with = "base::float")] f64),
    /// A line in the slower of two states; the confirming run did not encounter that state.
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
    /// The duration of the confirmation in seconds.
    #[serde(with = "base::float")]
    pub seconds: f64,
    /// Whether it included slow phases.
    pub slow_phases: bool,
}

/// The time that a better answer needs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// The approximate time in seconds.
    #[serde(with = "base::float")]
    pub seconds: f64,
    /// Whether it narrows the interval to 10 %; otherwise it may be enough to confirm the line.
    pub narrows: bool,
}

/// The effect of stalls on a line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineStalls {
    /// The stalls.
    pub stalls: StallCounts,
    /// Their effect on the line.
    pub effect: StallEffect,
}

/// The effect of stalls on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StallEffect {
    /// They break the limit at any load.
    BreakLimit,
    /// They are reported beside the line.
    Beside,
    /// They are reported beside the line, and the confirming run had none.
    BesideConfirmed,
}
