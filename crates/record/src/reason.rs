//! Why a role, or a run as a whole, has its verdict, as data; `report` makes the sentences.

use crate::{RunFailure, TogetherFinding, TrialPurpose, TriedLoad};
use serde::{Deserialize, Serialize};
use summary::warning::{Detail, StallCounts};
use summary::{CpuQuota, MachineLoad};
use workload::LatencyLimit;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Reason {
    #[default]
    #[serde(rename = "")]
    None,
    NotMeasured,
    Interrupted,
    Line(Box<LineReason>),
    /// A quota of CPU time stopped the process, which may be why the requirement was missed.
    Throttled {
        /// The control group that set it, and how often it stopped the process.
        quota: CpuQuota,
        /// The reason without this.
        otherwise: Box<Self>,
    },
    /// The CPUs were busy, which may be why the requirement was missed.
    CpusBusy {
        load: Box<MachineLoad>,
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
        trial: TrialPurpose,
        failed: u64,
        operations: u64,
    },
    Forbidden(Box<Detail>),
    /// The storage became slower for good after the role was measured.
    SlowerSince {
        /// The time of the change, in seconds since the start of the measurement.
        after_s: f64,
        /// The reason without this.
        otherwise: Box<Self>,
    },
    /// The first role with the verdict of the run, and the number of others that have it.
    Role {
        role: String,
        reason: Box<Self>,
        /// The number of other roles with the same verdict.
        more: usize,
        /// All required rates at the same time; `None` if fewer than two roles have one.
        #[serde(skip_serializing_if = "Option::is_none")]
        together: Option<Box<TogetherFinding>>,
    },
    /// All roles meet their latency limits and requirements.
    AllMet {
        /// All required rates at the same time; `None` if fewer than two roles have one.
        #[serde(skip_serializing_if = "Option::is_none")]
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
    Integrity(IntegrityReason),
    #[serde(rename = "errors")]
    Failures(Vec<RunFailure>),
}

impl Reason {
    pub fn is_empty(&self) -> bool {
        *self == Self::None
    }

    /// The reason without this one, if this one was put before another.
    pub fn otherwise(&self) -> Option<&Self> {
        match self {
            Self::Throttled { otherwise, .. }
            | Self::CpusBusy { otherwise, .. }
            | Self::DepthLimited { otherwise, .. }
            | Self::SlowerSince { otherwise, .. } => Some(otherwise),
            _ => None,
        }
    }

    /// What all required rates at the same time showed, if they ran.
    pub fn together(&self) -> Option<&TogetherFinding> {
        match self {
            Self::Together(found)
            | Self::AllMet { together: Some(found), .. }
            | Self::Role { together: Some(found), .. } => Some(found),
            other => other.otherwise()?.together(),
        }
    }

    /// The reason of a load line, also inside reasons that overrule it.
    pub fn inner_line(&self) -> Option<&LineReason> {
        match self {
            Self::Line(line) => Some(line),
            other => other.otherwise()?.inner_line(),
        }
    }

    pub fn required_rate(&self) -> Option<f64> {
        self.inner_line()?.requirement
    }

    /// The required rate between the confirmed and the refuted load, where the line leaves it open.
    pub fn open_rate(&self) -> Option<f64> {
        let line = self.inner_line()?;
        let open = |rate: &f64| {
            line.confirmed.is_none_or(|load| *rate > load.rate)
                && line.refuted.is_none_or(|load| *rate < load.rate)
        };
        line.requirement.filter(open)
    }

    /// What made a line so: stalls of the role, else what the machine did to it.
    pub fn cause(&self) -> Option<Cause<'_>> {
        Some(match self {
            Self::Throttled { quota, .. } => Cause::Throttled(quota),
            Self::CpusBusy { load, .. } => Cause::CpusBusy(load),
            Self::DepthLimited { depth, .. } => Cause::DepthLimited(*depth),
            Self::SlowerSince { after_s, .. } => Cause::SlowerSince { after_s: *after_s },
            Self::Line(line) => Cause::Stalls(line.stalls.as_ref()?),
            _ => return None,
        })
    }

    /// What would decide an open rate.
    pub fn action(&self) -> Option<Action> {
        let budget_s = self.inner_line()?.budget_s?;
        Some(Action { budget_s })
    }

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
}

/// What kept a load line from being decided or from being higher.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause<'a> {
    Throttled(&'a CpuQuota),
    CpusBusy(&'a MachineLoad),
    /// The most operations in flight.
    DepthLimited(u32),
    SlowerSince {
        after_s: f64,
    },
    /// Stalls in the role's own trials.
    Stalls(&'a StallCounts),
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Action {
    /// Measure again with this budget in seconds.
    pub budget_s: f64,
}

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
    Faulty(u64),
    /// There was no fault, but the log writer never wrote.
    IdleLog,
    /// Not every page could be read.
    NotAllRead,
    /// The user ended it, and no fault was found up to then.
    Interrupted,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Volume {
    pub operations: u64,
    pub bytes: u64,
    pub seconds: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineUnit {
    Iops,
    /// Large transfers per second.
    Transfers,
    Commits,
    /// Commits per second that share flushes.
    SharedCommits,
}

/// The reason for the verdict on the load of a role: what met the latency limit and what missed it, beside the required rate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineReason {
    pub unit: LineUnit,
    pub limit: LatencyLimit,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requirement: Option<f64>,
    /// The highest load that met the limit.
    pub confirmed: Option<TriedLoad>,
    /// The lowest load that missed it; a rate of 0: one operation at a time misses it.
    pub refuted: Option<TriedLoad>,
    /// Whether stalls are so frequent that no load meets the limit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stalled: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stalls: Option<StallCounts>,
    /// The budget in seconds that would bring the two loads nearer together; `None` if more time does not help.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget_s: Option<f64>,
    /// The volume of all trials; set if longer burst credits or caches could not have been seen.
    pub done: Option<Volume>,
}

impl LineReason {
    /// The reason of a role of which nothing is known yet.
    pub fn new(unit: LineUnit, limit: LatencyLimit) -> Self {
        Self {
            unit,
            limit,
            requirement: None,
            confirmed: None,
            refuted: None,
            stalled: false,
            stalls: None,
            budget_s: None,
            done: None,
        }
    }
}
