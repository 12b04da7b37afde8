//! A queue-depth sweep, and a ramp to a latency limit.

use super::{Line, Rows, StageText, Tone};
use crate::catalogue::depth as text;
use crate::language::Language;
use crate::words;
use crate::words::figure::{mibps, percent, ranged, signed};
use crate::words::point_load::point_loads;
use record::depth_sweep::DepthSweepFinding;
use record::{Limit, RoleFinding, StageRecord, Verdict};
use workload::PointLoad;

pub(super) fn stage_text(
    language: Language,
    finding: &DepthSweepFinding,
    stage: &StageRecord,
) -> StageText {
    let at = |depth: u32| finding.steps.iter().find(|step| step.depth == depth);
    let gain = percent(language, finding.gain_min);
    let headline = match (finding.knee.and_then(at), finding.steps.last()) {
        _ if !finding.whole => text::not_finished(language).to_owned(),
        _ if !finding.fleeting().is_empty() => slower(language, finding),
        (Some(knee), _) => {
            let values = text::Knee {
                depth: knee.depth.into(),
                gain: &gain,
                rate: &mibps(language, &knee.measured.mibps),
                latency: &language.latency(knee.measured.latency_ns_mean),
            };
            text::knee(language, &values)
        }
        (None, Some(only)) if finding.steps.len() == 1 => {
            let rate = mibps(language, &only.measured.mibps);
            text::single(language, &rate, only.depth.into())
        }
        (None, Some(last)) => text::still_gains(language, last.depth.into(), &gain),
        (None, None) => text::nothing_measured(language).to_owned(),
    };
    StageText {
        headline,
        notes: note(language, finding).into_iter().collect(),
        warnings: Vec::new(),
        tables: vec![table(language, finding, stage)],
    }
}

/// The headline for a storage that became slower, with both rates of the step that was measured twice.
fn slower(language: Language, finding: &DepthSweepFinding) -> String {
    let fall = finding.fall.as_ref();
    let first = fall.and_then(|fall| finding.steps.iter().find(|step| step.depth == fall.depth));
    let slowed = text::slowed(language);
    let Some((fall, first)) = fall.zip(first) else { return slowed.to_owned() };
    let last = mibps(language, &fall.again.mibps.times(fall.again.lasting_share()));
    let first = mibps(language, &first.measured.mibps);
    format!("{slowed} {}", text::slowed_from(language, fall.depth.into(), &first, &last))
}

/// The conclusion from a step that was measured twice.
fn note(language: Language, finding: &DepthSweepFinding) -> Option<String> {
    let fall = finding.fall.as_ref().filter(|_| finding.whole)?;
    let depths: Vec<String> = fall.fleeting.iter().map(ToString::to_string).collect();
    Some(if depths.is_empty() {
        text::deeper_slower(language, fall.depth.into())
    } else {
        text::fleeting(language, &depths.join(", "))
    })
}

pub(crate) fn loads(
    language: Language,
    finding: &DepthSweepFinding,
    stage: &StageRecord,
) -> String {
    let Some(point) = stage.points.first().map(|record| &record.point) else {
        return String::new();
    };
    let at = |depth| PointLoad { depth, ..point.load };
    let climbed: Vec<PointLoad> = finding.steps.iter().map(|step| at(step.depth)).collect();
    let loads = if climbed.is_empty() { vec![point.load] } else { climbed };
    point_loads(language, &loads)
}

fn table(language: Language, finding: &DepthSweepFinding, stage: &StageRecord) -> Rows {
    let most = finding.steps.iter().map(|step| step.measured.mibps.value).fold(0.0, f64::max);
    let rows = finding.steps.iter().map(|step| {
        let seen = &step.measured;
        Line {
            cells: vec![
                step.depth.to_string(),
                language.number(seen.iops.value),
                ranged(language, &seen.mibps),
                language.latency(seen.latency_ns_mean),
                seen.latency_ns_p99.map_or("-".to_owned(), |ns| language.latency(ns as f64)),
                step.gain.map_or("-".to_owned(), |gain| signed(language, gain)),
            ],
            tone: if Some(step.depth) == finding.knee {
                Tone::Good
            } else if finding.fleeting().contains(&step.depth) {
                Tone::Unsure
            } else {
                Tone::Plain
            },
            share: Some(seen.mibps.value / most),
        }
    });
    let heads = [
        text::head_depth(language),
        "IOPS",
        language.unit("MiB/s"),
        text::head_mean(language),
        "p99",
        text::head_gain(language),
    ];
    Rows {
        caption: loads(language, finding, stage),
        heads: heads.map(str::to_owned).to_vec(),
        rows: rows.collect(),
        words: Vec::new(),
        spare: vec![1, 5],
    }
}

/// The answer of an open-loop ramp; its trials have tables of their own.
pub(super) fn ramp_text(language: Language, finding: &RoleFinding) -> StageText {
    let headline = match &finding.load_line {
        Some(line) => {
            let unit = words::rate_unit(language, finding.kind);
            let rate = words::estimate(language, line, unit);
            text::ramp_line(language, &rate, &finding.latency_limit)
        }
        None => text::ramp_none(language, &finding.latency_limit),
    };
    let reason = Some(words::reason(language, &finding.reason)).filter(|reason| !reason.is_empty());
    let notes = words::job_multiple(language, finding).into_iter();
    let notes = notes.chain(reason).chain(held_back(language, finding)).collect();
    StageText { headline, notes, warnings: Vec::new(), tables: Vec::new() }
}

/// The limit, unless it is unknown, or is the storage and the verdict is not FIT.
fn held_back(language: Language, finding: &RoleFinding) -> Option<String> {
    let limit = words::limit(language, finding);
    match finding.limit {
        Limit::Depth => Some(text::limited_by_depth(language, &limit)),
        Limit::Quota | Limit::Cpu => Some(text::limited_by(language, &limit)),
        Limit::Device if finding.verdict == Verdict::Fit => {
            Some(text::limited_by(language, &limit))
        }
        Limit::Device | Limit::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::Finding;
    use record::depth_sweep::Fall;

    #[test]
    fn a_rate_that_did_not_last_is_no_headline() {
        let stages =
            testkit::study::depth_sweep_example().study.expect("an example of a study").stages;
        let Some(Finding::DepthSweep(mut finding)) = stages[0].finding.clone() else {
            panic!("the example is a queue-depth sweep");
        };
        let first = finding.steps[0].measured.clone();
        let again = record::Measurement { mibps: first.mibps.times(0.01), ..first };
        (finding.knee, finding.steps[0].gain) = (None, None);
        finding.fall = Some(Fall { depth: 1, again, fleeting: vec![1] });
        let text_of = |finding: &DepthSweepFinding| stage_text(Language::En, finding, &stages[0]);
        let texts = text_of(&finding);
        assert_eq!(texts.tables[0].rows[0].tone, Tone::Unsure);
        assert!(
            texts.headline.contains("became slower during the measurement"),
            "{}",
            texts.headline
        );
        assert!(
            texts.notes[0].starts_with("The rate at queue depth 1 did not last"),
            "{:?}",
            texts.notes
        );
        let mut stage = stages[0].clone();
        stage.finding = Some(Finding::DepthSweep(finding.clone()));
        assert_eq!(stage.verdict(), Some(Verdict::CannotTell));
        // A storage that is slower at greater depths keeps its knee, and a note says so.
        finding.knee = Some(128);
        finding.fall.iter_mut().for_each(|fall| fall.fleeting.clear());
        let texts = text_of(&finding);
        assert!(
            texts.notes[0].starts_with("Greater queue depths give a lower rate"),
            "{:?}",
            texts.notes
        );
    }
}
