//! What a run leaves behind: everything that a report shows and a store keeps.

use crate::calibrate::{CalibrateFinding, Judgement};
use crate::depth_sweep::DepthSweepFinding;
use crate::hosts::HostsRecord;
use crate::proof::ProofRecord;
use crate::race::{Answer, GroupKind, RaceFinding};
use crate::scale::{Saturation, ScaleFinding};
use crate::soak::SoakRecord;
use crate::{
    Drift, Measured, Note, Point, PointId, Provenance, Purpose, Reason, RoleFinding, RunKind,
    StudyKind, TrialRecord, Verdict,
};
use base::words;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use summary::Warning;

/// The points that were measured already.
pub type Journal = HashMap<PointId, Measured>;

/// Everything about one run of `check`, `run`, `verify` or a study.
///
/// Its serialized form lacks what a document shows together with sentences: findings, warnings, notes, study and proof.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// What kind of run.
    pub kind: RunKind,
    /// Whether it is whole.
    pub state: State,
    /// The answer in all; `None` for `run`.
    pub verdict: Option<Verdict>,
    /// Why.
    pub reason: Reason,
    /// The command that repeats it, seed included.
    pub command: String,
    /// The version of the program.
    pub version: String,
    /// When it started, in seconds since 1970, UTC.
    pub started_unix_s: i64,
    /// How long it took in seconds.
    #[serde(with = "base::float")]
    pub seconds: f64,
    /// The seed of every random choice.
    pub seed: u64,
    /// What was tested, for people.
    pub target: String,
    /// The profile's name, or the job's.
    pub subject: String,
    /// The engine and what it got, such as `uring (registered buffers, deferred task run)`.
    pub engine: String,
    /// The requirement as it was written; empty: the profile's own latency limits.
    pub requirement: String,
    /// Other remarks, such as engine fall-backs and I/O errors with errno, offset and time.
    #[serde(skip)]
    pub notes: Vec<Note>,
    /// Facts in groups.
    pub facts: Vec<FactGroup>,
    /// The job or profile text that was run, so that it can be repeated.
    pub source_text: String,
    /// Every trial, in order.
    pub trials: Vec<TrialRecord>,
    /// One answer for each role; empty for `run`.
    #[serde(skip)]
    pub findings: Vec<RoleFinding>,
    /// What makes the numbers doubtful, heaviest first.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
    /// The points and findings of a study; `None` for `check` and `run`.
    #[serde(skip)]
    pub study: Option<StudyRecord>,
    /// What was proved of a storage; `None` for everything but `verify` and `sqliosim`.
    #[serde(skip)]
    pub proof: Option<ProofRecord>,
    /// What a soak saw; `None` for every other command.
    pub soak: Option<SoakRecord>,
    /// The hosts that measured it together; `None` of one host alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hosts: Option<HostsRecord>,
}

/// A study: its stages in order, each with its points and what was concluded from them.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyRecord {
    /// The text of its [`crate::StudyKey`]; of runs by versions that had none, what these went by.
    pub identity: String,
    /// The stages in order; a study that is one command has one.
    pub stages: Vec<StageRecord>,
}

/// One stage of a study.
///
/// Its serialized form lacks the finding and the points, as that of a record does.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StageRecord {
    /// Its name in the plan; the study's command where there is no plan.
    pub name: String,
    /// What it does.
    pub study: StudyKind,
    /// Where its points come from.
    pub provenance: Provenance,
    /// The command that repeats this stage alone.
    pub command: String,
    /// Every point in the order they were measured, repeats and reference points too.
    #[serde(skip)]
    pub points: Vec<PointRecord>,
    /// What was concluded then; `None`: it was stopped before anything could be.
    #[serde(skip)]
    pub finding: Option<Finding>,
    /// What became of the machine meanwhile, by a reference point; `None`: none was repeated.
    pub drift: Option<Drift>,
}

/// One point as it was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointRecord {
    /// What it was for.
    pub purpose: Purpose,
    /// What ran where.
    pub point: Point,
    /// What it gave.
    pub seen: Measured,
}

impl PointRecord {
    /// Whether it was random or sequential; none where the record does not say.
    pub fn order(&self) -> Option<bool> {
        (self.purpose != Purpose::RecordedWithoutOrder).then_some(self.point.load.random)
    }

    /// The point's descriptor, in which an order that is not told is not told.
    pub fn descriptor(&self) -> String {
        let mut text = self.point.descriptor();
        let order = " -fsequential";
        if let Some(at) = text.rfind(order).filter(|_| self.order().is_none()) {
            text.replace_range(at..at + order.len(), " -f(unknown)");
        }
        text
    }
}

/// What a stage concluded, as it was concluded then: a later version of the program shows it, and concludes nothing anew.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Finding {
    /// Each disk alone.
    Calibrate(CalibrateFinding),
    /// A growing set of disks.
    Scale(ScaleFinding),
    /// Layouts, chunk sizes or anything else side by side: `segment` and `compare`.
    Race(RaceFinding),
    /// A closed-loop queue-depth sweep.
    DepthSweep(DepthSweepFinding),
    /// An open-loop ramp to the latency limit; its trials are the record's trials of the same role.
    Ramp(RoleFinding),
}

impl Record {
    /// The answers of all roles: those of a check, and those of the ramps of a study.
    pub fn roles(&self) -> impl Iterator<Item = &RoleFinding> {
        let stages = self.study.iter().flat_map(|study| &study.stages);
        let ramps = stages.filter_map(|stage| match &stage.finding {
            Some(Finding::Ramp(finding)) => Some(finding),
            _ => None,
        });
        // A ramp that is a command of its own may be in both places.
        let known = |ramp: &&RoleFinding| self.findings.iter().all(|role| role.role != ramp.role);
        self.findings.iter().chain(ramps.filter(known))
    }
}

impl StudyRecord {
    /// The worst of what the stages say: not fit, then cannot tell, then fit. `None`: no stage was to decide anything.
    pub fn verdict(&self) -> Option<Verdict> {
        let verdicts: Vec<Verdict> = self.stages.iter().filter_map(StageRecord::verdict).collect();
        let worst = [Verdict::NotFit, Verdict::CannotTell, Verdict::Fit];
        worst.into_iter().find(|verdict| verdicts.contains(verdict))
    }
}

impl StageRecord {
    /// What the stage says to a question that has a bad answer: not fit where a disk is unlike its peers or failed, or
    /// where not even the smallest load meets the latency limit; cannot tell where the study came to its end undecided.
    pub fn verdict(&self) -> Option<Verdict> {
        Some(match self.finding.as_ref()? {
            Finding::Calibrate(found) => {
                let any = |are: &dyn Fn(Judgement) -> bool| {
                    found.loads.iter().flat_map(|load| &load.disks).any(|disk| are(disk.judgement))
                };
                if any(&|judged| judged.is_outlier() || judged == Judgement::Failed) {
                    Verdict::NotFit
                } else if any(&|judged| {
                    !matches!(judged, Judgement::NotSuspected | Judgement::NotAnOutlier)
                }) {
                    Verdict::CannotTell
                } else if found.loads.iter().any(|load| load.groups.len() > 1) {
                    // Two models side by side, or half of the disks behind a bad cable: only who knows the shelf can say.
                    Verdict::CannotTell
                } else {
                    Verdict::Fit
                }
            }
            Finding::Scale(found) => match found.saturation {
                Saturation::Open => Verdict::CannotTell,
                Saturation::NotReached { .. } | Saturation::Reached { .. } => Verdict::Fit,
            },
            // Of chunks it is asked which one suits which size.
            Finding::Race(found) if self.study == StudyKind::Segment => {
                let sizes = found.groups.iter().filter(|group| group.kind == GroupKind::Block);
                let mut answers: Vec<&Answer> = sizes.map(|group| &group.answer).collect();
                if answers.is_empty() {
                    answers.push(&found.answer);
                }
                of_answers(&answers)
            }
            // Of a layout that is alone it is asked which of its settings are best.
            Finding::Race(found) if !found.settings.is_empty() => {
                of_answers(&found.settings.iter().map(|one| &one.answer).collect::<Vec<_>>())
            }
            Finding::Race(found) => of_answers(&[&found.answer]),
            Finding::Ramp(role) => role.verdict,
            // A queue-depth sweep decides nothing, unless what it should tell did not last.
            Finding::DepthSweep(found) if !found.fleeting().is_empty() => Verdict::CannotTell,
            Finding::DepthSweep(_) => return None,
        })
    }

    /// Its points as the journal with which the stage goes on.
    pub fn journal(&self) -> Journal {
        self.points.iter().map(|one| (one.point.id(), one.seen.clone())).collect()
    }
}

/// The verdict of races that stand together: each of them has to be decided.
fn of_answers(answers: &[&Answer]) -> Verdict {
    let told = |answer: &&Answer| matches!(answer, Answer::Best(_) | Answer::NoDifference(_));
    if answers.iter().all(told) { Verdict::Fit } else { Verdict::CannotTell }
}

words! {
    /// Whether a run is whole.
    pub enum State as "state of a run" {
        /// Still going, or killed before it could say otherwise.
        Running = "running",
        /// Whole.
        Done = "done",
        /// Stopped by the user.
        Interrupted = "interrupted",
        /// Ended by a failure of the target.
        Failed = "failed",
    }
}

/// Facts that belong together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactGroup {
    /// The heading, such as `Device /dev/sda`.
    pub title: String,
    /// Name, value, and a remark that may be empty.
    #[serde(with = "base::named::List::<Fact>")]
    pub rows: Vec<(String, String, String)>,
}

/// The value of a fact in a group of this title.
pub fn fact<'a>(facts: &'a [FactGroup], title: &str, name: &str) -> Option<&'a str> {
    let rows = facts.iter().filter(|group| group.title == title).flat_map(|group| &group.rows);
    rows.into_iter().find(|row| row.0 == name).map(|row| &*row.1)
}

base::named!(Fact { name: String, value: String, remark: String });
