//! The verdict of a stage, by its finding. The exit code of a command and the colour of an answer both come from here.

use crate::calibrate::{CalibrateFinding, Judgement};
use crate::race::{Answer, GroupKind, RaceFinding};
use crate::scale::Saturation;
use crate::{Finding, PointRecord, StageRecord, StudyRecord, Verdict};
use summary::warning::ERROR_SHARE_MAX;

impl StudyRecord {
    /// Returns the worst verdict of the stages: not fit, then cannot tell, then fit. `None`: no stage has a verdict.
    pub fn verdict(&self) -> Option<Verdict> {
        let verdicts: Vec<Verdict> = self.stages.iter().filter_map(StageRecord::verdict).collect();
        let worst = [Verdict::NotFit, Verdict::CannotTell, Verdict::Fit];
        worst.into_iter().find(|verdict| verdicts.contains(verdict))
    }
}

impl StageRecord {
    /// Returns the verdict of the stage. Not fit: a disk is an outlier or failed, or not even the smallest load meets the latency
    /// limit. Cannot tell: the study was not completed, ended undecided, or too many operations failed. `None`: the stage has no
    /// finding, or its finding decides nothing, as that of a queue-depth sweep.
    pub fn verdict(&self) -> Option<Verdict> {
        match self.withdrawing_points() {
            0 => self.verdict_of_finding(),
            _ => Some(Verdict::CannotTell),
        }
    }

    /// The number of points that withdraw the answer, because too many of their operations failed; 0: the answer stands.
    pub fn withdrawing_points(&self) -> usize {
        let stands = matches!(self.verdict_of_finding(), None | Some(Verdict::Fit));
        // A race excludes candidates that fail. A load line judges the failures of its trials itself.
        let judges_failures = matches!(self.finding, None | Some(Finding::Race(_)));
        if stands && !judges_failures {
            self.points.iter().filter(|point| failed_too_often(point)).count()
        } else {
            0
        }
    }

    fn verdict_of_finding(&self) -> Option<Verdict> {
        match self.finding.as_ref()? {
            Finding::Calibrate(found) => Some(of_disks(found)),
            Finding::Scale(found) if !found.whole => Some(Verdict::CannotTell),
            Finding::Scale(found) => Some(match found.saturation {
                Saturation::Open => Verdict::CannotTell,
                Saturation::NotReached { .. } | Saturation::Reached { .. } => Verdict::Fit,
            }),
            Finding::Race(found) => of_race(found),
            Finding::Ramp(role) => Some(role.verdict),
            // A queue-depth sweep has no verdict, unless it lacks steps or their rates did not last.
            Finding::DepthSweep(found) => {
                let is_open =
                    !found.whole || found.steps.is_empty() || !found.fleeting().is_empty();
                is_open.then_some(Verdict::CannotTell)
            }
        }
    }
}

/// By the rule of the warning about I/O errors.
fn failed_too_often(point: &PointRecord) -> bool {
    let measured = &point.measured;
    let (failed, done) = (measured.errors as f64, measured.iops.value * measured.seconds);
    failed > ERROR_SHARE_MAX * (failed + done)
}

fn of_disks(found: &CalibrateFinding) -> Verdict {
    let judgements = || found.loads.iter().flat_map(|load| &load.disks).map(|disk| disk.judgement);
    let is_bad = |judged: Judgement| judged.is_outlier() || judged == Judgement::Failed;
    let is_good =
        |judged: Judgement| matches!(judged, Judgement::NotSuspected | Judgement::NotAnOutlier);
    // Two models, or half of the disks behind a bad cable: only a person who knows the shelf can decide.
    let one_kind = found.loads.iter().all(|load| load.groups.len() <= 1);
    if !found.whole {
        Verdict::CannotTell
    } else if judgements().any(is_bad) {
        Verdict::NotFit
    } else if judgements().all(is_good) && one_kind && found.config.disks.len() > 1 {
        Verdict::Fit
    } else {
        Verdict::CannotTell
    }
}

fn of_race(found: &RaceFinding) -> Option<Verdict> {
    let answers: Vec<&Answer> = match &found.answer {
        unfinished @ Answer::NotYet(_) => vec![unfinished],
        _ if found.standings.len() == 1 => return None,
        // The question is then which layout suits each block size.
        whole if found.each_block => {
            let sizes = found.groups.iter().filter(|group| group.group.kind() == GroupKind::Block);
            let of_sizes: Vec<&Answer> = sizes.map(|group| &group.answer).collect();
            if of_sizes.is_empty() { vec![whole] } else { of_sizes }
        }
        whole => vec![whole],
    };
    let is_decided = |answer: &&Answer| matches!(answer, Answer::Best(_) | Answer::NoDifference(_));
    // Each of them must be decided.
    let is_fit = answers.iter().all(is_decided);
    Some(if is_fit { Verdict::Fit } else { Verdict::CannotTell })
}
