//! The words of a study: what each stage concluded in one sentence, what stands behind it, and what makes it doubtful.
//!
//! Takes stages as they were stored, gives plain text and rows of text; knows no layout and concludes nothing anew.

mod calibrate;
mod depth_sweep;
mod imported;
mod points;
mod race;
mod rate;
mod scale;
mod whole;

pub(crate) use calibrate::{judgement, suspected};
pub(crate) use depth_sweep::descriptor;
pub use points::{POINT_HEADS, points_csv};
pub(crate) use race::groups::{at_fewer, unit};
pub(crate) use race::{by_candidate, order_untold, ranking, ranking_unit};
pub(crate) use rate::Rate;
pub(crate) use whole::whole;

use crate::words;
use record::{
    Drift, Finding, PointRecord, Provenance, Record, RunKind, StageRecord, StudyKind, StudyRecord,
    TargetStalls,
};
use summary::Estimate;

/// How an answer looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// As it should be.
    Good,
    /// Something to act upon.
    Bad,
    /// Not known well enough.
    Unsure,
    /// Neither good nor bad.
    Plain,
}

/// What a stage says.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// How it looks.
    pub tone: Tone,
    /// The answer in one sentence.
    pub headline: String,
    /// What stands behind it, a sentence each.
    pub notes: Vec<String>,
    /// What makes it doubtful, a sentence each.
    pub warnings: Vec<String>,
    /// The numbers behind it.
    pub tables: Vec<Rows>,
}

/// A table of one kind of thing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// What they have in common, the descriptor of the lab book in it.
    pub caption: String,
    /// The headings.
    pub heads: Vec<String>,
    /// One row for each thing.
    pub rows: Vec<Line>,
    /// Headings of columns that a narrow terminal leaves out, the first one first.
    pub spare: Vec<&'static str>,
}

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// As many as there are headings.
    pub cells: Vec<String>,
    /// How it looks.
    pub tone: Tone,
    /// Its share of the largest, for a bar.
    pub share: f64,
}

/// What kind of study it is, a plan by its name.
pub(crate) fn kind(record: &Record) -> String {
    match record.kind {
        RunKind::Study if !record.subject.is_empty() => format!("study \"{}\"", record.subject),
        other => other.to_string(),
    }
}

/// Whether a stage's points are those of layouts side by side: of a race, or imported.
pub(crate) fn of_layouts(stage: &StageRecord) -> bool {
    matches!(stage.finding, Some(Finding::Race(_))) || stage.study == StudyKind::Import
}

/// A direction in an order, as a heading has it.
pub(crate) fn in_order(order: Option<bool>, direction: &str) -> String {
    match order {
        Some(true) => format!("random {direction}"),
        Some(false) => format!("sequential {direction}"),
        None => format!("{direction} (order not told)"),
    }
}

/// Whether a stage's points were measured by somebody else, or before: nothing was checked while they were.
pub(crate) fn recorded(stage: &StageRecord) -> bool {
    stage.provenance != Provenance::Measured
}

/// Everything that a stage says.
pub fn told(stage: &StageRecord) -> Told {
    let mut told = match &stage.finding {
        Some(Finding::Calibrate(finding)) => calibrate::told(finding, &stage.points),
        Some(Finding::Scale(finding)) => scale::told(finding, &stage.points),
        Some(Finding::Race(finding)) => race::told(finding, stage),
        Some(Finding::DepthSweep(finding)) => depth_sweep::told(finding, stage),
        Some(Finding::Ramp(finding)) => depth_sweep::ramp_told(finding),
        None if stage.study == StudyKind::Import => imported::told(stage),
        None => Told {
            tone: Tone::Unsure,
            headline: match stage.points.len() {
                0 => "not begun".to_owned(),
                some => format!("stopped after {}", counted(some, "point")),
            },
            notes: Vec::new(),
            warnings: Vec::new(),
            tables: Vec::new(),
        },
    };
    told.warnings.extend(warnings(stage));
    if told.tone == Tone::Good
        && let Some(failed) = failed(stage)
    {
        told.tone = Tone::Unsure;
        told.headline = format!("no verdict, for {failed}; as far as was seen, {}", told.headline);
    }
    told
}

/// Points of which so many operations failed that no verdict can rest on them: the rule of the warning about I/O errors. A race
/// sends off whoever fails.
fn failed(stage: &StageRecord) -> Option<String> {
    if matches!(stage.finding, Some(Finding::Race(_))) {
        return None;
    }
    let too_many = |point: &&PointRecord| {
        let (failed, done) = (point.seen.errors as f64, point.seen.iops.value * point.seen.seconds);
        failed > summary::warning::ERROR_SHARE_MAX * (failed + done)
    };
    match stage.points.iter().filter(too_many).count() {
        0 => None,
        some => Some(format!("too many operations failed in {}", counted(some, "point"))),
    }
}

/// The answers of all stages in one line, for a record's reason: the one stage's headline, or each with its name.
pub fn answer(study: &StudyRecord) -> String {
    let one = |stage: &StageRecord| told(stage).headline;
    match &study.stages[..] {
        [stage] => one(stage),
        stages => {
            let all = stages.iter().map(|stage| format!("{}: {}", stage.name, one(stage)));
            all.collect::<Vec<_>>().join("; ")
        }
    }
}

/// What makes the numbers of a stage doubtful whatever it studies.
fn warnings(stage: &StageRecord) -> Vec<String> {
    let all = stage.points.len();
    let mut out = Vec::new();
    let unsettled: Vec<&PointRecord> =
        stage.points.iter().filter(|point| !point.seen.settled).collect();
    let again = unsettled.iter().filter(|point| !point.purpose.counts()).count();
    let unsettled = unsettled.len();
    // The points of a race are short on purpose: what it concludes counts their width in.
    if unsettled > 0 && !matches!(stage.finding, Some(Finding::Race(_))) {
        out.push(format!(
            "{unsettled} of {}{} did not settle within their time: their intervals are wider than was asked",
            counted(all, "point"),
            match again {
                0 => String::new(),
                some => format!(" ({some} of them the reference point, which no table shows)"),
            }
        ));
    }
    let errors: u64 = stage.points.iter().map(|point| point.seen.errors).sum();
    if errors > 0 {
        let failing = stage.points.iter().filter(|point| point.seen.errors > 0).count();
        out.push(format!(
            "{} failed in {}",
            counted64(errors, "operation"),
            counted(failing, "point")
        ));
    }
    if let Some(drift) = stage.drift.as_ref().filter(|drift| drift.matters) {
        out.push(format!("the machine changed meanwhile: {}", drifted(drift)));
    }
    out
}

/// How often and how long a target stalled: `3 times, 2.1 s at the longest`.
pub(crate) fn stall_counts(stalls: &TargetStalls) -> String {
    let longest = base::units::readable(stalls.longest_s);
    match stalls.count {
        1 => format!("once, for {longest} s"),
        2 => format!("twice, {longest} s at the longest"),
        many => format!("{many} times, {longest} s at the longest"),
    }
}

/// What those of the points that are asked for met of stalls, all their targets together, in few words.
fn stalls<'a>(points: impl IntoIterator<Item = &'a PointRecord>) -> Option<String> {
    let all = record::by_target(points.into_iter().map(|point| &point.seen));
    let longest_s = all.iter().map(|one| one.longest_s).reduce(f64::max)?;
    let longest = base::units::readable(longest_s);
    Some(match all.iter().map(|one| one.count).sum::<u32>() {
        1 => format!("1 stall of {longest} s"),
        many => format!("{many} stalls to {longest} s"),
    })
}

/// What became of the reference point.
pub fn drifted(drift: &Drift) -> String {
    let repeats = counted(drift.points.len(), "repeat");
    if drift.points.len() < 2 {
        return format!("the reference point was measured in {repeats}, too few to see a change");
    }
    let change = &drift.change;
    let way = if change.value < 0.0 { "slower" } else { "faster" };
    let moved = match words_interval(change) {
        // It may have come back to where it was.
        Some(interval) if change.low < 0.0 && change.high > 0.0 => {
            format!("moved by {} ({interval})", signed(change.value))
        }
        Some(interval) => format!("became {} ({interval}) {way}", percent(change.value.abs())),
        None => format!("became {} {way}", percent(change.value.abs())),
    };
    format!(
        "a reference point, in {repeats}, {moved} from first to last and was at most {} off its median",
        percent(drift.excursion)
    )
}

/// An interval of a relative change, smaller size first, such as `1.2 - 3.4 %`; with signs where it holds 0.
pub(crate) fn words_interval(change: &Estimate) -> Option<String> {
    if !change.is_known() {
        return None;
    }
    let (low, high) = (change.low * 100.0, change.high * 100.0);
    Some(if low < 0.0 && high > 0.0 {
        format!("{} to +{} %", words::number(low), words::number(high))
    } else {
        let (a, b) = (low.abs().min(high.abs()), low.abs().max(high.abs()));
        format!("{} - {} %", words::number(a), words::number(b))
    })
}

/// A change with its sign and, where it has one, its interval: `-7.9 % (-8.2 to -7.6 %)`.
pub(crate) fn signed_range(change: &Estimate) -> String {
    let end = |share: f64| signed(share).trim_end_matches(" %").to_owned();
    match change.is_known() {
        true => {
            format!("{} ({} to {})", signed(change.value), end(change.low), signed(change.high))
        }
        false => signed(change.value),
    }
}

/// A relative amount as a percentage with two or three digits: 0.0123 is `1.2 %`.
pub(crate) fn percent(share: f64) -> String {
    match share * 100.0 {
        p if !p.is_finite() => "? %".to_owned(),
        p if p.abs() < 10.0 => format!("{} %", base::units::trimmed(p, 1)),
        p => format!("{} %", words::number(p)),
    }
}

/// A relative difference with its sign: `+1.2 %`.
pub(crate) fn signed(share: f64) -> String {
    match percent(share.abs()) {
        size if size == "0 %" => size,
        size if share < 0.0 => format!("-{size}"),
        size => format!("+{size}"),
    }
}

/// `1 cell`, `14 cells`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    counted64(count as u64, what)
}

fn counted64(count: u64, what: &str) -> String {
    format!("{} {what}{}", base::units::grouped(count), if count == 1 { "" } else { "s" })
}

/// A value with its interval, for a column that names the unit.
pub(crate) fn ranged(estimate: &Estimate) -> String {
    match words::interval(estimate) {
        Some(interval) => format!("{} ({interval})", words::number(estimate.value)),
        None => words::number(estimate.value),
    }
}

/// MiB/s with its interval.
pub(crate) fn mibps(estimate: &Estimate) -> String {
    match words::interval(estimate) {
        Some(interval) => format!("{} MiB/s ({interval})", words::number(estimate.value)),
        None => format!("{} MiB/s", words::number(estimate.value)),
    }
}

/// The names in one breath; what does not fit is counted.
pub(crate) fn names(names: &[&str], most: usize) -> String {
    let shown = names.iter().take(most).copied().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(most) {
        0 => shown,
        rest => format!("{shown} and {rest} more"),
    }
}

/// The targets of a descriptor: all of a few, or the ends of many: `-R(disk01 to disk14)`.
pub(crate) fn targets(names: &[String]) -> String {
    match names {
        [first, .., last] if names.len() > 3 => format!("-R({first} to {last})"),
        few => format!("-R({})", few.join(",")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::Purpose;
    use testkit::study::plan_example;

    #[test]
    fn every_stage_has_its_sentence() {
        let record = plan_example();
        let study = record.study.as_ref().unwrap();
        let text = answer(study);
        for part in ["disk06", "8 disks", "raid10", "not reached"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        for stage in &study.stages {
            for table in told(stage).tables {
                assert!(table.rows.iter().all(|line| line.cells.len() == table.heads.len()));
            }
        }
    }

    #[test]
    fn warnings_stand_beside_what_they_touch() {
        let record = plan_example();
        let stage = &record.study.as_ref().unwrap().stages[0];
        let mut stage = stage.clone();
        stage.points[2].seen.settled = false;
        stage.points[3].seen.errors = 7;
        let warnings = told(&stage).warnings.join("\n");
        for part in [
            "1 of 28 points did not settle",
            "7 operations failed in 1 point",
            "2.2 % (0.6 - 3.8 %) slower",
        ] {
            assert!(warnings.contains(part), "{part}: {warnings}");
        }
        // What no table shows is told apart, so that rows can be counted.
        stage.points[5].seen.settled = false;
        stage.points[5].purpose = Purpose::Reference;
        let warnings = told(&stage).warnings.join("\n");
        assert!(warnings.contains("2 of 28 points (1 of them the reference point"), "{warnings}");
    }

    #[test]
    fn intervals_of_changes_are_told_by_their_size() {
        let change = |low, high| Estimate { value: 0.0, low, high, confidence: 0.95 };
        assert_eq!(words_interval(&change(-0.034, -0.012)).as_deref(), Some("1.2 - 3.4 %"));
        assert_eq!(words_interval(&change(-0.01, 0.02)).as_deref(), Some("-1 to +2 %"));
        assert_eq!(words_interval(&Estimate::unknown(1.0)), None);
    }
}
