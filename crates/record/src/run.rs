//! The result of a run: everything that a report shows and a store keeps, and its stored parts, each with its own checksum.

use crate::calibrate::CalibrateFinding;
use crate::depth_sweep::DepthSweepFinding;
use crate::hosts::HostsRecord;
use crate::proof::ProofRecord;
use crate::race::RaceFinding;
use crate::scale::ScaleFinding;
use crate::soak::SoakRecord;
use crate::{
    Drift, Measurement, Note, Point, PointId, Provenance, Purpose, Reason, RoleFinding, RunKind,
    RunSubject, StudyKind, TargetSet, TrialPurpose, TrialRecord, Verdict,
};
use base::facts::FactGroup;
use base::words;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use summary::{MachineLoad, Warning};
use workload::{EngineUse, Requirement, RoleKind};

/// The points that were measured already.
pub type Journal = HashMap<PointId, Measurement>;

/// Everything about one run of `check`, `run`, `verify` or a study.
///
/// Its serialized form omits the subject, trials, findings, warnings, notes, study and proof. Documents show these with sentences and
/// computed figures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    pub kind: RunKind,
    pub state: State,
    pub verdict: Option<Verdict>,
    pub reason: Reason,
    /// The command that repeats the run, including the seed.
    pub command: String,
    pub version: String,
    pub started_unix_s: i64,
    pub seconds: f64,
    pub seed: u64,
    /// The names of what was tested, as the user wrote them: paths, layouts with their disks, or simulated storage.
    pub target: String,
    #[serde(skip)]
    pub subject: RunSubject,
    pub engine: EngineUse,
    /// The requirement as the user wrote it; empty: the profile's own latency limits.
    pub requirement: String,
    /// Other remarks, such as engine fall-backs and I/O errors with errno, offset and time.
    #[serde(skip)]
    pub notes: Vec<Note>,
    /// The places that it measured; empty for imported results.
    pub targets: TargetSet,
    #[serde(skip)]
    pub facts: Vec<FactGroup>,
    /// The job or profile text that was run, so that it can be repeated.
    pub source_text: String,
    #[serde(skip)]
    pub trials: Vec<TrialRecord>,
    /// One finding for each role; empty for `run`.
    #[serde(skip)]
    pub findings: Vec<RoleFinding>,
    /// The warnings about the numbers, most serious first.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
    /// The points and findings of a study; `None` for `check` and `run`.
    #[serde(skip)]
    pub study: Option<StudyRecord>,
    /// The result of an integrity test; `None` for everything but `verify` and `sqliosim`.
    #[serde(skip)]
    pub proof: Option<ProofRecord>,
    /// The result of a soak; `None` for every other command.
    pub soak: Option<SoakRecord>,
    /// Who used the CPUs of this machine from the first trial to the last; of several stages, in the busiest. `None`: not counted,
    /// as for simulated storage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine: Option<MachineLoad>,
    /// The hosts that measured it together; `None` for a single host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hosts: Option<HostsRecord>,
}

/// A study: its stages in order, each with its points and its finding.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyRecord {
    /// The text of its [`crate::StudyKey`].
    pub identity: String,
    /// The stages in order; a study that is one command has one.
    pub stages: Vec<StageRecord>,
}

/// One stage of a study.
///
/// Its serialized form omits the finding and the points, as that of a record does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StageRecord {
    /// Its name in the plan; the study's command where there is no plan.
    pub name: String,
    pub study: StudyKind,
    pub provenance: Provenance,
    /// The command that repeats this stage alone.
    pub command: String,
    /// Every point in the order they were measured, repeats and reference points too.
    #[serde(skip)]
    pub points: Vec<PointRecord>,
    /// The finding at the end of the stage; `None`: it was stopped too early for one.
    #[serde(skip)]
    pub finding: Option<Finding>,
    /// The change of the machine during the stage, by a reference point; `None`: no point was repeated.
    pub drift: Option<Drift>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointRecord {
    pub purpose: Purpose,
    pub point: Point,
    #[serde(rename = "seen")]
    pub measured: Measurement,
}

impl PointRecord {
    /// Whether it was random (true) or sequential; none if the record does not say.
    pub fn order(&self) -> Option<bool> {
        (self.purpose != Purpose::RecordedWithoutOrder).then_some(self.point.load.random)
    }

    /// The point's descriptor; if the record does not give the order, it says `-f(unknown)`.
    pub fn descriptor(&self) -> String {
        self.point.descriptor_with(self.order().is_some())
    }
}

/// The conclusion of a stage, as it was drawn at the time. A later version of the program shows it and does not recompute it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Finding {
    Calibrate(CalibrateFinding),
    Scale(ScaleFinding),
    /// A comparison of layouts, chunk sizes or anything else.
    Race(RaceFinding),
    DepthSweep(DepthSweepFinding),
    /// An open-loop ramp to the latency limit; its trials are the record's trials of the same role.
    Ramp(RoleFinding),
}

impl Record {
    pub fn required(&self) -> Requirement {
        Requirement::read(&self.requirement).unwrap_or_default()
    }

    /// Returns the required rate of a role: in MiB/s for transfers, else per second; for a job, that of its load.
    pub fn required_rate(&self, finding: &RoleFinding) -> Option<f64> {
        let required = self.required();
        let of_job = || finding.reason.inner_line()?.requirement;
        match finding.kind {
            RoleKind::Load => required.iops_min.or_else(of_job),
            RoleKind::Commit => required.commits_min.or_else(of_job),
            RoleKind::Bulk => required.mibps_min,
        }
    }

    /// Returns the findings of all roles: those of a check, and those of the ramps of a study.
    pub fn roles(&self) -> impl Iterator<Item = &RoleFinding> {
        let stages = self.study.iter().flat_map(|study| &study.stages);
        let ramps = stages.filter_map(|stage| match &stage.finding {
            Some(Finding::Ramp(finding)) => Some(finding),
            _ => None,
        });
        // The finding of a ramp that is a command of its own may be in both places.
        let known = |ramp: &&RoleFinding| self.findings.iter().all(|role| role.role != ramp.role);
        self.findings.iter().chain(ramps.filter(known))
    }
}

impl Record {
    /// Returns how long the last trial at the required rate of a role took, in seconds.
    pub fn required_rate_s(&self, role: &str) -> Option<f64> {
        let is_required =
            |trial: &&TrialRecord| *trial.purpose.without_sharing() == TrialPurpose::RequiredRate;
        let together = |trial: &&TrialRecord| {
            trial.purpose == TrialPurpose::Together
                && trial.role.split('+').any(|name| name == role)
        };
        let own =
            |trial: &&TrialRecord| trial.role == role && is_required(trial) || together(trial);
        self.trials.iter().rev().find(own)?.streams.first().map(|stream| stream.seconds)
    }
}

impl StageRecord {
    /// Returns its points as the journal from which the stage resumes.
    pub fn journal(&self) -> Journal {
        self.points.iter().map(|point| (point.point.id(), point.measured.clone())).collect()
    }
}

words! {
    #[derive(Default)]
    pub enum State as "state of a run" {
        /// In progress, or killed before it could store another state.
        #[default]
        Running = "running",
        Done = "done",
        Interrupted = "interrupted",
        Failed = "failed",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredPart {
    /// A document, such as the record or the summary of a stream.
    Document,
    Trial {
        number: u64,
    },
    Point {
        /// The number of its stage, from 1.
        stage: u64,
    },
    Distribution,
    TimeSeries,
    SoakMinute,
    Interval {
        number: u64,
        stream: String,
        /// The number of the trial, from 0.
        trial: u64,
    },
}
