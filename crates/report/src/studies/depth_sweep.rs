//! A queue-depth sweep, and a ramp to a latency limit.

use super::{Line, Rows, Told, Tone, mibps, percent, ranged, signed, targets};
use crate::language::Language;
use crate::words;
use record::depth_sweep::DepthSweepFinding;
use record::{Limit, RoleFinding, StageRecord, Verdict};
use workload::PointLoad;

pub(super) fn told(finding: &DepthSweepFinding, stage: &StageRecord) -> Told {
    let at = |depth: u32| finding.steps.iter().find(|step| step.depth == depth);
    let gain = percent(finding.gain_min);
    let (tone, headline) = match (finding.knee.and_then(at), finding.steps.last()) {
        _ if !finding.whole => (Tone::Unsure, "not finished".to_owned()),
        _ if !finding.fleeting().is_empty() => (Tone::Unsure, slower(finding)),
        (Some(knee), _) => (
            Tone::Good,
            format!(
                "beyond depth {} a doubling gains less than {gain}: {} at {}",
                knee.depth,
                mibps(&knee.measured.mibps),
                words::latency(knee.measured.latency_ns_mean)
            ),
        ),
        (None, Some(only)) if finding.steps.len() == 1 => (
            Tone::Unsure,
            format!(
                "{} at depth {}; one depth alone does not tell what more would gain",
                mibps(&only.measured.mibps),
                only.depth
            ),
        ),
        (None, Some(last)) => {
            (Tone::Good, format!("doublings up to depth {} still gain {gain} or more", last.depth))
        }
        (None, None) => (Tone::Unsure, "nothing was measured".to_owned()),
    };
    Told {
        tone,
        headline,
        notes: note(finding).into_iter().collect(),
        warnings: Vec::new(),
        tables: vec![table(finding, stage)],
    }
}

/// That the storage went slower meanwhile, with both rates of the step that was measured twice.
fn slower(finding: &DepthSweepFinding) -> String {
    let fall = finding.fall.as_ref();
    let first = fall.and_then(|fall| finding.steps.iter().find(|step| step.depth == fall.depth));
    let told = fall.zip(first).map_or(String::new(), |(fall, first)| {
        let end = fall.again.mibps.times(fall.again.lasting_share());
        let depth = fall.depth;
        format!(
            ": depth {depth} gave {}, and {} at the end",
            mibps(&first.measured.mibps),
            mibps(&end)
        )
    });
    format!("cannot tell: the storage went slower while it was measured{told}")
}

/// What a step that was measured again says.
fn note(finding: &DepthSweepFinding) -> Option<String> {
    let fall = finding.fall.as_ref().filter(|_| finding.whole)?;
    let depths: Vec<String> = fall.fleeting.iter().map(ToString::to_string).collect();
    Some(match depths.is_empty() {
        true => format!(
            "more depth makes it slower: depth {} gave as much when it was measured again at the end",
            fall.depth
        ),
        false => format!(
            "what depth{} {} gave did not last: a cache filled up or burst credits ran out; count on the lower rate",
            if depths.len() > 1 { "s" } else { "" },
            depths.join(", ")
        ),
    })
}

/// The descriptor of all steps: `-o(1-256)`, `-o(1,4,16)`.
pub(crate) fn descriptor(finding: &DepthSweepFinding, stage: &StageRecord) -> String {
    let Some(point) = stage.points.first().map(|record| &record.point) else {
        return String::new();
    };
    let at = |depth| PointLoad { depth, ..point.load };
    let climbed: Vec<PointLoad> = finding.steps.iter().map(|step| at(step.depth)).collect();
    let loads = if climbed.is_empty() { vec![point.load] } else { climbed };
    format!("{} {} {}", point.subject, workload::descriptor(&loads), targets(&point.targets))
}

fn table(finding: &DepthSweepFinding, stage: &StageRecord) -> Rows {
    let most = finding.steps.iter().map(|step| step.measured.mibps.value).fold(0.0, f64::max);
    let rows = finding.steps.iter().map(|step| {
        let seen = &step.measured;
        Line {
            cells: vec![
                step.depth.to_string(),
                words::number(seen.iops.value),
                ranged(&seen.mibps),
                words::latency(seen.latency_ns_mean),
                seen.latency_ns_p99.map_or("-".to_owned(), |ns| words::latency(ns as f64)),
                step.gain.map_or("-".to_owned(), signed),
            ],
            tone: match Some(step.depth) == finding.knee {
                true => Tone::Good,
                false if finding.fleeting().contains(&step.depth) => Tone::Unsure,
                false => Tone::Plain,
            },
            share: seen.mibps.value / most,
        }
    });
    let heads = ["depth", "IOPS", "MiB/s", "mean", "p99", "per doubling"];
    Rows {
        caption: descriptor(finding, stage),
        heads: heads.map(str::to_owned).to_vec(),
        rows: rows.collect(),
        spare: vec!["IOPS", "per doubling"],
    }
}

/// The answer of an open-loop ramp; its trials are told elsewhere.
pub(super) fn ramp_told(finding: &RoleFinding) -> Told {
    let tone = match finding.verdict {
        Verdict::Fit => Tone::Good,
        Verdict::NotFit => Tone::Bad,
        Verdict::CannotTell => Tone::Unsure,
    };
    let headline = match &finding.load_line {
        Some(line) => format!(
            "{} at {}",
            words::estimate(Language::En, line, words::rate_unit(Language::En, finding.kind)),
            words::latency_limit(&finding.latency_limit)
        ),
        None => format!("no load was held at {}", words::latency_limit(&finding.latency_limit)),
    };
    let reason =
        Some(words::reason(Language::En, &finding.reason)).filter(|reason| !reason.is_empty());
    let notes = words::job_multiple(Language::En, finding)
        .into_iter()
        .chain(reason)
        .chain(held_back(finding));
    let notes = notes.collect();
    Told { tone, headline, notes, warnings: Vec::new(), tables: Vec::new() }
}

/// What limits, where that is not the storage or was found out.
fn held_back(finding: &RoleFinding) -> Option<String> {
    let limit = words::limit(Language::En, finding);
    match finding.limit {
        Limit::Depth => {
            Some(format!("limited by {limit}: more at once may carry more (--depth-max)"))
        }
        Limit::Quota | Limit::Cpu => Some(format!("limited by {limit}")),
        Limit::Device if finding.verdict == Verdict::Fit => Some(format!("limited by {limit}")),
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
        let again = record::Measured { mibps: first.mibps.times(0.01), ..first };
        (finding.knee, finding.steps[0].gain) = (None, None);
        finding.fall = Some(Fall { depth: 1, again, fleeting: vec![1] });
        let told_of = |finding: &DepthSweepFinding| told(finding, &stages[0]);
        let told = told_of(&finding);
        assert_eq!((told.tone, told.tables[0].rows[0].tone), (Tone::Unsure, Tone::Unsure));
        assert!(told.headline.contains("went slower while it was measured"), "{}", told.headline);
        assert!(told.notes[0].starts_with("what depth 1 gave did not last"), "{:?}", told.notes);
        let mut stage = stages[0].clone();
        stage.finding = Some(Finding::DepthSweep(finding.clone()));
        assert_eq!(stage.verdict(), Some(Verdict::CannotTell));
        // A storage that is slower when deeper keeps its knee, and says so.
        finding.knee = Some(128);
        finding.fall.iter_mut().for_each(|fall| fall.fleeting.clear());
        let told = told_of(&finding);
        assert_eq!(told.tone, Tone::Good);
        assert!(told.notes[0].starts_with("more depth makes it slower"), "{:?}", told.notes);
    }

    #[test]
    fn one_depth_alone_does_not_gain_anything() {
        let stages =
            testkit::study::depth_sweep_example().study.expect("an example of a study").stages;
        let stage = &stages[0];
        let Some(Finding::DepthSweep(mut finding)) = stage.finding.clone() else {
            panic!("the example is a queue-depth sweep");
        };
        finding.steps.truncate(1);
        (finding.knee, finding.whole) = (None, true);
        let told = told(&finding, stage);
        assert_eq!(told.tone, Tone::Unsure);
        assert!(told.headline.contains("one depth alone"), "{}", told.headline);
    }
}
