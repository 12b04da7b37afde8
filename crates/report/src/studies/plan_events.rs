//! The events of a whole plan, in short sentences with a tone, for the banner above the answers of its stages.
//!
//! An outlier among the disks is a finding, not a failure: only failures have the colour of failure.

use super::Tone;
use crate::catalogue::study as text;
use crate::language::Language;
use record::calibrate::Judgement;
use record::{Finding, Record, StageRecord, State, StudyRecord};

pub(crate) fn plan_events(
    language: Language,
    record: &Record,
    study: &StudyRecord,
) -> (Tone, String) {
    let stages = &study.stages;
    let reached = stages.iter().filter(|stage| stage.finding.is_some()).count();
    let disks = disks(stages);
    let undecided = of_tone(stages, Tone::Unsure);
    let against = of_tone(stages, Tone::Bad)
        .filter(|stage| !matches!(stage.finding, Some(Finding::Calibrate(_))))
        .count();
    let undecided = undecided.filter(|stage| stage.finding.is_some()).count();
    let of_disks = |count: usize, sentence: fn(Language, u64, u64) -> String| {
        (count > 0).then(|| sentence(language, count as u64, disks.all as u64))
    };
    let of_stages = |count: usize, sentence: fn(Language, u64) -> String| {
        (count > 0).then(|| sentence(language, count as u64))
    };
    let parts = [
        of_disks(disks.failed, text::disks_failed),
        of_disks(disks.outliers, text::disks_outliers),
        of_disks(disks.open, text::disks_open),
        of_stages(against, text::stages_against),
        of_stages(undecided, text::stages_open),
    ];
    let mut parts: Vec<String> = parts.into_iter().flatten().collect();
    let found = !parts.is_empty();
    let all = stages.len() as u64;
    parts.push(match reached as u64 {
        reached if reached == all => text::stages_all(language, all),
        reached => text::stages_done(language, reached, all),
    });
    let tone = if record.state == State::Failed || disks.failed > 0 {
        Tone::Bad
    } else if found || reached < stages.len() {
        Tone::Unsure
    } else {
        Tone::Good
    };
    (tone, parts.join(" "))
}

fn of_tone(stages: &[StageRecord], tone: Tone) -> impl Iterator<Item = &StageRecord> {
    stages.iter().filter(move |stage| super::tone(stage) == tone)
}

#[derive(Default)]
struct DiskCounts {
    all: usize,
    outliers: usize,
    failed: usize,
    open: usize,
}

/// Each disk once, by its worst judgement under any load.
fn disks(stages: &[StageRecord]) -> DiskCounts {
    let mut names: Vec<(&str, u8)> = Vec::new();
    let calibrated = stages.iter().filter_map(|stage| match &stage.finding {
        Some(Finding::Calibrate(finding)) => Some(finding),
        _ => None,
    });
    for disk in calibrated.flat_map(|finding| &finding.loads).flat_map(|load| &load.disks) {
        let weight = match disk.judgement {
            Judgement::Failed => 3,
            judged if judged.is_outlier() => 2,
            Judgement::NotSuspected | Judgement::NotAnOutlier => 0,
            _ => 1,
        };
        match names.iter_mut().find(|(name, _)| *name == disk.name) {
            Some((_, worst)) => *worst = weight.max(*worst),
            None => names.push((&disk.name, weight)),
        }
    }
    let of = |weight: u8| names.iter().filter(|(_, worst)| *worst == weight).count();
    DiskCounts { all: names.len(), outliers: of(2), failed: of(3), open: of(1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::study::plan_example;

    #[test]
    fn what_was_not_reached_is_counted_and_a_failed_disk_is_a_failure() {
        let mut record = plan_example();
        let said =
            |record: &Record| plan_events(Language::En, record, record.study.as_ref().unwrap());
        assert_eq!(
            said(&record),
            (Tone::Unsure, "1 of 14 disks is an outlier. 4 of 5 stages are done.".into())
        );
        let stages = &mut record.study.as_mut().unwrap().stages;
        stages.pop();
        if let Some(Finding::Calibrate(finding)) = &mut stages[0].finding {
            for load in &mut finding.loads {
                for (at, disk) in load.disks.iter_mut().enumerate() {
                    disk.judgement =
                        if at == 3 { Judgement::Failed } else { Judgement::NotSuspected };
                }
            }
        }
        assert_eq!(
            said(&record),
            (Tone::Bad, "1 of 14 disks could not be measured. All 4 stages are done.".into())
        );
        let stages = &mut record.study.as_mut().unwrap().stages;
        stages.remove(0);
        assert_eq!(said(&record), (Tone::Good, "All 3 stages are done.".into()));
    }
}
