//! The texts of a study: the conclusion of each stage in one sentence, its notes, and its warnings.
//!
//! Converts stored stages to plain text and rows of text; knows no layout and draws no conclusions.

mod calibrate;
mod depth_sweep;
mod points;
mod race;
mod scale;

use crate::catalogue::study as text;
use crate::language::Language;
use crate::words;
use crate::words::figure::{percent, ranged, rate_word, signed, size_range};
pub(crate) use calibrate::{load_of_disks, suspected};
pub(crate) use depth_sweep::loads as depth_sweep_loads;
pub use points::points_csv;
pub(crate) use race::groups::{at_fewer, group_label, unit};
pub(crate) use race::{
    RankUnit, has_unknown_order, layout_name, layout_names, ranking, ranking_unit,
};
use record::calibrate::Judgement;
use record::{
    Drift, Finding, PointRecord, Provenance, RateUnit, Record, RunKind, RunSubject, StageRecord,
    State, StudyKind, StudyRecord, TargetRecord, TargetStalls, Verdict,
};
pub(crate) use scale::load_of_sets;
use summary::Estimate;
use workload::PointLoad;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Good,
    /// The user should act.
    Bad,
    Unsure,
    Plain,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct StageText {
    pub headline: String,
    pub notes: Vec<String>,
    pub warnings: Vec<String>,
    pub tables: Vec<Rows>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// Their common properties, including the descriptor in the lab book's notation.
    pub caption: String,
    pub heads: Vec<String>,
    pub rows: Vec<Line>,
    /// The numbers of the columns with words, which may be cut or wrapped; the others have values.
    pub words: Vec<usize>,
    /// The numbers of the columns that a narrow terminal omits, the first one first.
    pub spare: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub cells: Vec<String>,
    pub tone: Tone,
    /// Its share of the largest, for a bar; none: no bar.
    pub share: Option<f64>,
}

/// The kind of the study; for a plan, its name.
pub(crate) fn kind(language: Language, record: &Record) -> String {
    match record.kind {
        RunKind::Study if record.subject != RunSubject::default() => {
            text::named(language, &words::run_subject(language, &record.subject))
        }
        other => other.to_string(),
    }
}

/// The kind of the study and what it measured, as a title.
pub(crate) fn title(language: Language, record: &Record) -> String {
    let target = if record.targets.places.iter().any(TargetRecord::is_removed) {
        text::built_target(language, &record.target)
    } else {
        record.target.clone()
    };
    text::on(language, &kind(language, record), &target)
}

/// Whether the stage compares layouts: a race, or imported points.
pub(crate) fn of_layouts(stage: &StageRecord) -> bool {
    matches!(stage.finding, Some(Finding::Race(_))) || stage.study == StudyKind::Import
}

/// A direction with its order, as in a heading.
pub(crate) fn in_order(language: Language, order: Option<bool>, direction: &str) -> String {
    match order {
        Some(true) => text::in_random(language, direction),
        Some(false) => text::in_sequence(language, direction),
        None => text::in_unknown(language, direction),
    }
}

/// A direction: reads, writes, or a mix.
pub(crate) fn direction(language: Language, read_percent: f64) -> String {
    match read_percent {
        share if share >= 100.0 => text::reads(language).to_owned(),
        share if share <= 0.0 => text::writes(language).to_owned(),
        share => text::mixed(language, &language.number(share)),
    }
}

/// Whether the stage's points were imported or taken from a record, so that nothing was checked while they were measured.
pub(crate) fn recorded(stage: &StageRecord) -> bool {
    stage.provenance != Provenance::Measured
}

/// The texts of all stages. Of those without an answer, only the first one can have run when the study was stopped.
pub(crate) fn stage_texts(language: Language, state: State, study: &StudyRecord) -> Vec<StageText> {
    let stages = &study.stages;
    let mut all: Vec<StageText> = stages.iter().map(|stage| stage_text(language, stage)).collect();
    let is_open = |stage: &StageRecord| stage.finding.is_none() && stage.study != StudyKind::Import;
    let stopped = matches!(state, State::Interrupted | State::Failed);
    let first = stages.iter().position(is_open).filter(|_| stopped);
    if let Some(first) = first.filter(|&first| stages[first].points.is_empty()) {
        all[first].headline = text::stopped_early(language).to_owned();
    }
    all
}

pub fn stage_text(language: Language, stage: &StageRecord) -> StageText {
    let mut texts = match &stage.finding {
        Some(Finding::Calibrate(finding)) => {
            calibrate::stage_text(language, finding, &stage.points)
        }
        Some(Finding::Scale(finding)) => scale::stage_text(language, finding, &stage.points),
        Some(Finding::Race(finding)) => race::stage_text(language, finding, stage),
        Some(Finding::DepthSweep(finding)) => depth_sweep::stage_text(language, finding, stage),
        Some(Finding::Ramp(finding)) => depth_sweep::ramp_text(language, finding),
        None if stage.study == StudyKind::Import => points::stage_text(language, stage),
        None => StageText {
            headline: match stage.points.len() as u64 {
                0 => text::not_begun(language).to_owned(),
                some => text::stopped_after(language, some),
            },
            ..StageText::default()
        },
    };
    texts.warnings.extend(warnings(language, stage));
    let failed = stage.withdrawing_points() as u64;
    if failed > 0 {
        texts.headline = text::no_verdict(language, failed, &texts.headline);
    }
    texts
}

pub(crate) fn tone_of(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Fit => Tone::Good,
        Verdict::NotFit => Tone::Bad,
        Verdict::CannotTell => Tone::Unsure,
    }
}

pub(crate) fn tone(stage: &StageRecord) -> Tone {
    match (stage.verdict(), &stage.finding) {
        (Some(verdict), _) => tone_of(verdict),
        // With a single depth there is nothing to compare.
        (None, Some(Finding::DepthSweep(finding))) if finding.steps.len() > 1 => Tone::Good,
        (None, None) if stage.study != StudyKind::Import => Tone::Unsure,
        (None, _) => Tone::Plain,
    }
}

/// The answers of all stages in one line, for a record's reason: the headline of a single stage, or each with its name.
pub fn answer(language: Language, state: State, study: &StudyRecord) -> String {
    let texts = stage_texts(language, state, study);
    match &texts[..] {
        [one] => one.headline.clone(),
        all => {
            let all = study.stages.iter().zip(all);
            let all = all.map(|(stage, texts)| format!("{}: {}", stage.name, texts.headline));
            all.collect::<Vec<_>>().join(" ")
        }
    }
}

/// The warnings about the numbers of a stage, for any kind of study.
fn warnings(language: Language, stage: &StageRecord) -> Vec<String> {
    let mut out = Vec::new();
    let unsettled: Vec<&PointRecord> =
        stage.points.iter().filter(|point| !point.measured.settled).collect();
    let reference = unsettled.iter().filter(|point| !point.purpose.counts()).count() as u64;
    // The points of a race are short on purpose, and its conclusion accounts for their interval widths.
    if !unsettled.is_empty() && !matches!(stage.finding, Some(Finding::Race(_))) {
        let (some, all) = (unsettled.len() as u64, stage.points.len() as u64);
        let mut warning = text::unsettled(language, some, all);
        if reference > 0 {
            warning += " ";
            warning += &text::unsettled_reference(language, reference);
        }
        out.push(warning);
    }
    let errors: u64 = stage.points.iter().map(|point| point.measured.errors).sum();
    if errors > 0 {
        let failing = stage.points.iter().filter(|point| point.measured.errors > 0).count() as u64;
        out.push(text::failed(language, errors, failing));
    }
    if let Some(drift) = stage.drift.as_ref().filter(|drift| drift.matters) {
        out.push(text::changed(language, &drifted(language, drift)));
    }
    out
}

/// How often and how long a target stalled: `3 times, 2.1 s at most`.
pub(crate) fn stall_counts(language: Language, stalls: &TargetStalls) -> String {
    text::stalled(language, stalls.count.into(), &readable(language, stalls.longest_s))
}

fn readable(language: Language, seconds: f64) -> String {
    language.digits(&base::number::readable(seconds))
}

/// The stalls of all targets together in these points, in a few words.
fn stalls<'a>(
    language: Language,
    points: impl IntoIterator<Item = &'a PointRecord>,
) -> Option<String> {
    let all = record::by_target(points.into_iter().map(|point| &point.measured));
    let longest_s = all.iter().map(|one| one.longest_s).reduce(f64::max)?;
    let count = all.iter().map(|one| u64::from(one.count)).sum();
    Some(text::stalls(language, count, &readable(language, longest_s)))
}

pub fn drifted(language: Language, drift: &Drift) -> String {
    let repeats = drift.points.len() as u64;
    if repeats < 2 {
        return text::drift_unknown(language, repeats);
    }
    let change = &drift.change;
    let size = percent(language, change.value.abs());
    let excursion = percent(language, drift.excursion);
    let size = match size_range(language, change) {
        // The machine may have returned to its earlier speed.
        Some(interval) if change.ends().low < 0.0 && change.ends().high > 0.0 => {
            let moved = format!("{} ({interval})", signed(language, change.value));
            return text::drift_moved(language, repeats, &moved, &excursion);
        }
        Some(interval) => format!("{size} ({interval})"),
        None => size,
    };
    let change = slower_or_faster(language, change.value, &size);
    text::drift(language, repeats, &change, &excursion)
}

/// A difference in words: `1.2 % slower`.
pub(crate) fn slower_or_faster(language: Language, change: f64, size: &str) -> String {
    if change < 0.0 { text::slower(language, size) } else { text::faster(language, size) }
}

/// Random operations up to this size are shown in IOPS, since the time of an operation limits them and not its bytes.
const COUNTED_MAX: u64 = 64 << 10;

/// The unit of a load's throughput.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rate {
    unit: RateUnit,
    /// The value of 1 MiB/s in this unit.
    per_mibps: f64,
}

impl Rate {
    pub(crate) fn of(load: &PointLoad) -> Self {
        if load.random && (1..=COUNTED_MAX).contains(&load.block.0) {
            return Self {
                unit: RateUnit::Iops,
                per_mibps: f64::from(1 << 20) / load.block.0 as f64,
            };
        }
        Self { unit: RateUnit::Mibps, per_mibps: 1.0 }
    }

    pub(crate) fn unit(self, language: Language) -> String {
        rate_word(language, self.unit)
    }

    pub(crate) fn value(self, mibps: f64) -> f64 {
        mibps * self.per_mibps
    }

    pub(crate) fn estimate(self, mibps: &Estimate) -> Estimate {
        mibps.times(self.per_mibps)
    }

    /// A value alone, for a column that names the unit.
    pub(crate) fn number(self, language: Language, mibps: f64) -> String {
        language.number(self.value(mibps))
    }

    /// A value with its interval, for a column that names the unit.
    pub(crate) fn ranged(self, language: Language, mibps: &Estimate) -> String {
        ranged(language, &self.estimate(mibps))
    }

    /// A value with its unit: `900 MiB/s`.
    pub(crate) fn plain(self, language: Language, mibps: f64) -> String {
        format!("{} {}", self.number(language, mibps), self.unit(language))
    }

    /// A value with its unit, and its interval if it has one: `900 MiB/s (893 - 907)`.
    pub(crate) fn with_interval(self, language: Language, mibps: &Estimate) -> String {
        let plain = self.plain(language, mibps.value);
        match language.interval(&self.estimate(mibps)) {
            Some(interval) => format!("{plain} ({interval})"),
            None => plain,
        }
    }
}

/// An outlier among the disks is a finding, not a failure: only failures have the colour of failure.
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

fn of_tone(stages: &[StageRecord], wanted: Tone) -> impl Iterator<Item = &StageRecord> {
    stages.iter().filter(move |stage| tone(stage) == wanted)
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
    use base::Bytes;
    use record::race::Answer;
    use testkit::study::plan_example;

    #[test]
    fn of_a_stopped_study_the_stage_that_ran_is_not_called_not_started() {
        let mut study = plan_example().study.expect("a study");
        study.stages.retain(|stage| stage.finding.is_none() && stage.points.is_empty());
        study.stages.push(study.stages[0].clone());
        let told = |state| {
            let texts = stage_texts(Language::En, state, &study);
            texts.into_iter().map(|texts| texts.headline).collect::<Vec<_>>()
        };
        let stopped = ["Stopped before it had a result.", "Not started."];
        assert_eq!(told(State::Interrupted), stopped);
        assert_eq!(told(State::Running), ["Not started."; 2]);
    }

    #[test]
    fn the_colour_of_an_answer_is_its_verdict() {
        let stages = plan_example().study.expect("a study").stages;
        let of = |stage: &StageRecord| (stage.verdict(), tone(stage));
        let [calibrate, scale, compare, sweep, not_reached] = &stages[..] else { panic!() };
        assert_eq!(of(calibrate), (Some(Verdict::NotFit), Tone::Bad));
        assert_eq!(of(scale), (Some(Verdict::Fit), Tone::Good));
        assert_eq!(of(compare), (Some(Verdict::Fit), Tone::Good));
        assert_eq!((of(sweep), of(not_reached)), ((None, Tone::Good), (None, Tone::Unsure)));
        let changed = |stage: &StageRecord, change: &dyn Fn(&mut Finding)| {
            let mut stage = stage.clone();
            stage.finding.iter_mut().for_each(change);
            of(&stage)
        };
        let unfinished = |finding: &mut Finding| match finding {
            Finding::Calibrate(found) => found.whole = false,
            Finding::Scale(found) => found.whole = false,
            Finding::DepthSweep(found) => found.whole = false,
            Finding::Race(found) => found.answer = Answer::NotYet(vec![0, 1]),
            Finding::Ramp(_) => {}
        };
        for stage in [calibrate, scale, compare, sweep] {
            let open = changed(stage, &unfinished);
            assert_eq!(open, (Some(Verdict::CannotTell), Tone::Unsure), "{}", stage.name);
        }
        let one_step = |finding: &mut Finding| {
            let Finding::DepthSweep(found) = finding else { return };
            found.steps.truncate(1);
        };
        assert_eq!(changed(sweep, &one_step), (None, Tone::Plain));
        let none_ran = |finding: &mut Finding| {
            let Finding::Race(found) = finding else { return };
            found.answer = Answer::NoneRan;
        };
        assert_eq!(changed(compare, &none_ran), (Some(Verdict::CannotTell), Tone::Unsure));
    }

    #[test]
    fn small_random_operations_are_counted_and_others_are_measured() {
        let of = |kib: u64, random: bool| {
            let load = PointLoad { block: Bytes(kib << 10), random, ..PointLoad::SEQUENTIAL_READ };
            Rate::of(&load).with_interval(Language::En, &Estimate::between(1.5, 1.0, 2.0))
        };
        assert_eq!(of(8, true), "192 IOPS (128 - 256)");
        assert_eq!(of(64, true), "24 IOPS (16 - 32)");
        assert_eq!(of(128, true), "1.5 MiB/s (1 - 2)");
        assert_eq!(of(8, false), "1.5 MiB/s (1 - 2)");
    }

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
