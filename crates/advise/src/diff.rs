//! Compares two stored results: what differs in their conditions, and each number's ratio with its interval.
//!
//! Takes two records of any kind, returns a [`Diff`]. Pure; the words are the report's. A ratio's interval is made from those of
//! its two numbers (see `ratio`) and holds for all rows together: a difference by chance among 210 points is as rare as of
//! one. What a machine does differently from one day to the next is in no interval of one run; if reference points or repeats
//! showed it within a run, it is added. All points together are as uncertain as their ratios differ from each other.

mod conditions;
mod measures;
mod quantity;
mod ratio;
mod shape;
mod soak;

pub use conditions::{Condition, ConditionName, ConditionValue};
pub use measures::{Kind, Measure};
pub use quantity::{NamedLoad, NumberName, OfferedRate, PointName, Quantity, StreamName};

pub use shape::{LoadShape, StreamShape};

use conditions::conditions;
use measures::{MeasurePairs, measures, pair_measures};
use ratio::{ratio_of, widen_for_all};
use record::race::Spread;
use record::{PointId, RateUnit, Reason, Record, RoleFinding, RunKind, Verdict};
use serde::Serialize;
use std::collections::HashSet;
use summary::{Estimate, Warning, Weight};
use workload::{EngineUse, SyncMode};

/// The smallest relative difference of a rate that counts, as in every study.
pub const PRACTICAL: f64 = 0.02;
/// The smallest relative difference of a latency that counts, unless a larger one is given (ours: a 99th percentile moves several
/// times as much as the rate of the same measurement).
pub const PRACTICAL_LATENCY: f64 = 0.10;

#[derive(Clone, Debug, PartialEq)]
pub enum DiffWarning {
    Warning(Warning),
    /// A role without a clear verdict, and why.
    Role(String, Reason),
}

/// Two results and how they differ; `b` is compared with `a`.
#[derive(Clone, Debug, PartialEq)]
pub struct Diff {
    pub conditions: Vec<Condition>,
    /// Every number that both have.
    pub rows: Vec<Row>,
    /// The geometric mean of the ratios of all points, if there are many.
    pub overall: Option<Row>,
    /// The least and the greatest ratio of a rate, if they are far from each other.
    pub ratio_range: Option<(f64, f64)>,
    /// The same of their 99th percentiles.
    pub overall_latency: Option<Row>,
    /// Points that are the same measurement in both, because one of them resumed the other: they say nothing about what repeats.
    pub same_points: usize,
    /// Whether one holds the printed results of the other.
    pub same_run: bool,
    /// Doubts about the numbers of `a` and of `b`, which no interval includes.
    pub warnings: [Vec<DiffWarning>; 2],
    /// Numbers of the same name that were measured under different loads: the number, and the two loads.
    pub unlike: Vec<(NumberName, [UnlikeLoad; 2])>,
    pub only_a: Vec<NumberName>,
    pub only_b: Vec<NumberName>,
    /// Roles that both measured and for which only `a` has a load line.
    pub lost_lines: Vec<String>,
    /// Roles whose load lines hold for different latency limits.
    pub other_limits: Vec<String>,
    /// The smallest relative difference of a rate that counts.
    pub practical: f64,
    pub practical_latency: f64,
    pub answer: Answer,
}

#[derive(Clone, Debug, PartialEq)]
pub enum UnlikeLoad {
    /// By the numbers of the record.
    Shape(LoadShape),
    Job(JobLoad),
}

/// The load of a job's stream, beyond what its rate shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobLoad {
    pub sequential: bool,
    /// Whether it goes past the page cache.
    pub direct: bool,
    /// How its writes are made durable; `None`: it writes nothing.
    pub durability: Option<SyncMode>,
}

/// One number in both.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The role, phase or stage.
    pub group: String,
    /// What it is; documents name it.
    #[serde(skip)]
    pub what: Quantity,
    /// What kind of number it is, and thus what is better.
    pub kind: Kind,
    pub unit: RateUnit,
    pub a: Estimate,
    pub b: Estimate,
    /// `b` over `a`; the interval holds for all rows together.
    pub ratio: Estimate,
    pub change: Change,
}

/// The meaning of a ratio.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// The whole interval lies within the practical difference.
    Same,
    /// The whole interval is better by more than the practical difference.
    Better,
    /// The whole interval is worse by more than the practical difference.
    Worse,
    /// Not worse by more than the practical difference; whether it is better is unknown.
    NotWorse,
    /// The evidence does not allow an answer.
    CannotTell,
    /// A warning forbids to rest an answer on it, however short its interval is.
    #[serde(rename = "cannot-tell")]
    Forbidden,
    /// It is reported without a judgement: one latency at one load says too little.
    #[serde(rename = "told")]
    ReportedOnly,
    /// The same, and it belongs to a load of its own on either side.
    #[serde(rename = "told")]
    AtOtherLoads,
}

impl Change {
    pub fn is_judged(self) -> bool {
        !matches!(self, Self::ReportedOnly | Self::AtOtherLoads)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// Nothing differs by more than the practical difference.
    Same,
    NoWorse,
    Worse,
    /// The evidence does not allow an answer, or the two have nothing in common.
    CannotTell,
}

/// From this many points on they are also judged together.
pub const OVERALL_MIN: usize = 5;
/// The error is shared: half of it is for the rates of all points together, on which the answer rests.
const RATES_SHARE: usize = 2;
/// A quarter is for their latencies together, and a quarter for all rows.
const OTHER_SHARE: usize = 4;
/// Rates disagree if the greatest ratio is this many times the least (ours).
const APART: f64 = 1.5;
/// How far the interval of all points together may exceed the practical difference for "no difference", as at the end of a race.
const SLACK: f64 = 2.0;

/// Compares `b` with `a`. Differences of rates up to `practical` do not count, nor those of latencies up to the larger one of
/// [`PRACTICAL_LATENCY`] and `practical`.
pub fn diff(a: &Record, b: &Record, practical: f64) -> Diff {
    diff_of_jobs(a, b, practical, &[])
}

/// How far the printed time of a run may be from its stored one, besides its length.
const PRINTED_APART_S: f64 = 2.0;

/// Whether one was imported from the printed results of the other: the same I/Os at the same time.
fn is_same_run(a: &Record, b: &Record) -> bool {
    let done = |record: &Record| {
        let streams = record.trials.iter().flat_map(|trial| &trial.streams);
        let sides = streams.flat_map(|stream| [(0, &stream.read), (2, &stream.write)]);
        sides.fold([0; 4], |mut sums: [u64; 4], (at, side)| {
            sums[at] += side.ios;
            sums[at + 1] += side.bytes;
            sums
        })
    };
    let apart_s = (a.started_unix_s - b.started_unix_s).unsigned_abs() as f64;
    let is_import = |record: &Record| record.kind == RunKind::Import;
    is_import(a) != is_import(b)
        && apart_s <= a.seconds.max(b.seconds) + PRINTED_APART_S
        && done(a) == done(b)
        && done(a) != [0; 4]
}

/// The same for jobs whose texts say more than the numbers: streams by their name whose loads differ, with both loads.
pub fn diff_of_jobs(
    a: &Record,
    b: &Record,
    practical: f64,
    jobs: &[(String, [JobLoad; 2])],
) -> Diff {
    let practical_latency = practical.max(PRACTICAL_LATENCY);
    let same_run = is_same_run(a, b);
    let MeasurePairs { mut pairs, unlike, only: [only_a, only_b] } =
        if same_run { MeasurePairs::default() } else { pair_measures(measures(a), measures(b)) };
    let mut unlike: Vec<_> = unlike.iter().map(with_both_loads).collect();
    pairs.retain(|(own, _)| {
        let loads = jobs.iter().find(|(name, _)| own.what.stream() == Some(name));
        unlike.extend(loads.map(|(_, loads)| (own.name(), loads.map(UnlikeLoad::Job))));
        loads.is_none()
    });
    let rates = pairs.iter().filter(|(own, _)| own.kind == Kind::Rate).count();
    let judges_overall = rates >= OVERALL_MIN && [a, b].into_iter().all(has_points);
    // What is judged, each by itself: a number without an interval says nothing, right or wrong.
    let is_judged = |number: &Measure| number.kind != Kind::ReportedOnly && number.value.is_known();
    let judged = pairs.iter().filter(|(own, other)| is_judged(own) && is_judged(other)).count();
    let family = if judges_overall { OTHER_SHARE * judged } else { judged };
    let wanders = [a, b].map(|record| wander(record).max(repeat_spread(record)));
    let wander_variance = sum_of_squares(wanders);
    let compare = |(own, other): (Measure, Measure)| {
        let is_forbidden = forbids(a, &own.group) || forbids(b, &other.group);
        let ratio = ratio_of(&own.value, &other.value, wander_variance);
        let ratio = widen_for_all(ratio, family);
        let smallest = if own.kind == Kind::Latency { practical_latency } else { practical };
        let values = [own.value.value, other.value.value];
        let change = match own.kind {
            // Its rate is a part of it.
            Kind::ReportedOnly if matches!(own.what, Quantity::LatencyAtRate { .. }) => {
                Change::ReportedOnly
            }
            Kind::ReportedOnly => at_lines([line_load(a, &own.group), line_load(b, &other.group)]),
            _ if is_forbidden => Change::Forbidden,
            Kind::Line if values.contains(&0.0) => no_line(values[0], values[1]),
            kind => change(kind, &ratio, smallest),
        };
        let Measure { kind, group, what, unit, value, .. } = own;
        Row { kind, group, what, unit, a: value, b: other.value, ratio, change }
    };
    let rows: Vec<Row> = pairs.into_iter().map(compare).collect();
    let of_kind = |kind: Kind, smallest: f64| {
        judges_overall.then(|| overall(&rows, kind, [a, b], smallest)).flatten()
    };
    let overall = of_kind(Kind::Rate, practical);
    let overall_latency = of_kind(Kind::Latency, practical_latency);
    let (lost_lines, other_limits) = (measures::lost_lines(a, b), measures::other_limits(a, b));
    let has_open_lines = !lost_lines.is_empty() || !other_limits.is_empty();
    let answer = if same_run {
        Answer::Same
    } else if unlike.is_empty() {
        answer(&rows, [overall.as_ref(), overall_latency.as_ref()], has_open_lines)
    } else {
        Answer::CannotTell
    };
    Diff {
        conditions: conditions(a, b),
        ratio_range: overall.as_ref().and_then(|_| ratio_range(&rows)),
        warnings: [a, b].map(|record| warnings(record, &rows)),
        rows,
        overall,
        overall_latency,
        same_points: same_points(a, b),
        same_run,
        unlike,
        only_a,
        only_b,
        lost_lines,
        other_limits,
        practical,
        practical_latency,
        answer,
    }
}

/// The load at which the latencies of a role's line were measured; a stream without a role is paired by its offered rate.
fn line_load(record: &Record, role: &str) -> Option<f64> {
    record.roles().find(|own| own.role == role)?.load_line.map(|line| line.value)
}

/// What the latencies at two load lines say of each other.
fn at_lines([own, other]: [Option<f64>; 2]) -> Change {
    if own == other { Change::ReportedOnly } else { Change::AtOtherLoads }
}

/// A number whose two loads differ, with both.
fn with_both_loads((own, other): &(Measure, Measure)) -> (NumberName, [UnlikeLoad; 2]) {
    (own.name(), [own, other].map(|measure| UnlikeLoad::Shape(measure.shape.clone())))
}

/// Whether its numbers were measured one after the other, so that each of them wanders by itself: the points of a study, or the
/// tests in a result of another tool.
fn has_points(record: &Record) -> bool {
    let are_tests = matches!(record.engine, EngineUse::Imported(_));
    record.study.is_some() || are_tests && record.trials.len() >= OVERALL_MIN
}

/// Points that both have, measured at the same moment of the same study and with the same outcome.
fn same_points(a: &Record, b: &Record) -> usize {
    point_outcomes(a).intersection(&point_outcomes(b)).count()
}

/// Each point with its start, length and rate, as bits.
fn point_outcomes(record: &Record) -> HashSet<(PointId, [u64; 3])> {
    let stages = record.study.iter().flat_map(|study| &study.stages);
    let points = stages.flat_map(|stage| &stage.points).filter(|point| point.purpose.counts());
    let outcomes = points.map(|point| {
        let measured = &point.measured;
        let numbers = [measured.began_s, measured.seconds, measured.mibps.value];
        (point.point.id(), numbers.map(f64::to_bits))
    });
    outcomes.collect()
}

/// The warnings about the compared numbers, and the lines among these without a clear verdict.
fn warnings(record: &Record, rows: &[Row]) -> Vec<DiffWarning> {
    let is_compared = |group: &str| rows.iter().any(|row| row.group == group);
    let is_open = |role: &&RoleFinding| {
        role.verdict == Verdict::CannotTell && role.load_line.is_some() && is_compared(&role.role)
    };
    let warnings = record.warnings.iter().filter(|warning| {
        warning.weight > Weight::Note && warning.subject.name().is_none_or(is_compared)
    });
    let roles = record.roles().filter(is_open);
    let roles = roles.map(|role| DiffWarning::Role(role.role.clone(), role.reason.clone()));
    warnings.cloned().map(DiffWarning::Warning).chain(roles).collect()
}

/// The change if on one side not even the smallest load met the latency limit.
fn no_line(a: f64, b: f64) -> Change {
    match (a > 0.0, b > 0.0) {
        (true, false) => Change::Worse,
        (false, true) => Change::Better,
        _ => Change::Same,
    }
}

/// The meaning of a ratio with its interval: a difference is claimed only if the whole interval lies beyond the smallest one that
/// counts, and its absence only if the whole interval lies within.
pub fn change(kind: Kind, ratio: &Estimate, practical: f64) -> Change {
    let ends = ratio.ends();
    // Of a latency less is better.
    let (bottom, top) = match kind {
        Kind::Latency | Kind::ReportedOnly => (1.0 / ends.high, 1.0 / ends.low),
        Kind::Line | Kind::Rate => (ends.low, ends.high),
    };
    let (low, high) = (1.0 / (1.0 + practical), 1.0 + practical);
    if !ratio.is_known() {
        Change::CannotTell
    } else if bottom >= low && top <= high {
        Change::Same
    } else if bottom > high {
        Change::Better
    } else if top < low {
        Change::Worse
    } else if bottom >= low {
        Change::NotWorse
    } else {
        Change::CannotTell
    }
}

/// All points that both have as one: the geometric mean of their ratios, including those without an interval. It is as uncertain
/// as the points' ratios differ from each other, whatever each of them claims.
fn overall(rows: &[Row], kind: Kind, records: [&Record; 2], practical: f64) -> Option<Row> {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.kind == kind).collect();
    if rows.len() < OVERALL_MIN {
        return None;
    }
    // The wander is that of single points; each reference point shows one of its swings.
    let wanders = records.map(|record| {
        let count = references(record).clamp(1, rows.len());
        wander(record) / (count as f64).sqrt()
    });
    let ratios: Vec<f64> = rows.iter().map(|row| row.ratio.value).collect();
    let shares = if kind == Kind::Rate { RATES_SHARE } else { OTHER_SHARE };
    let ratio = ratio::mean_ratio(&ratios, sum_of_squares(wanders), shares)?;
    let mean = |side: fn(&Row) -> f64| {
        let logs: f64 = rows.iter().map(|row| side(row).ln()).sum();
        Estimate::unknown((logs / rows.len() as f64).exp())
    };
    let (what, unit) = match kind {
        Kind::Latency => (Quantity::AllLatencies(rows.len()), rows[0].unit),
        _ => (Quantity::AllRates(rows.len()), rows[0].unit),
    };
    let forbidden = |row: &&Row| records.iter().any(|record| forbids(record, &row.group));
    let change = if rows.iter().any(forbidden) {
        Change::Forbidden
    } else {
        overall_change(kind, &ratio, &ratios, practical)
    };
    Some(Row {
        kind,
        group: String::new(),
        what,
        unit,
        a: mean(|row| row.a.value),
        b: mean(|row| row.b.value),
        ratio,
        change,
    })
}

/// The meaning of the ratio of all points together. It is also no difference if the ratio lies within the practical difference
/// and its interval within twice that, as at the end of a race; and a few points never outvote most of them.
fn overall_change(kind: Kind, ratio: &Estimate, ratios: &[f64], practical: f64) -> Change {
    let within = |value: f64, most: f64| value <= 1.0 + most && value >= 1.0 / (1.0 + most);
    let (ends, slack) = (ratio.ends(), SLACK * practical);
    let is_same =
        within(ratio.value, practical) && within(ends.low, slack) && within(ends.high, slack);
    let change = if is_same { Change::Same } else { change(kind, ratio, practical) };
    let fallen = ratios.iter().filter(|ratio| **ratio < 1.0 / (1.0 + practical)).count();
    let risen = ratios.iter().filter(|ratio| **ratio > 1.0 + practical).count();
    let (worse, better) = if kind == Kind::Latency { (risen, fallen) } else { (fallen, risen) };
    let [mostly_worse, mostly_better] = [worse, better].map(|count| 2 * count > ratios.len());
    match change {
        Change::Better | Change::NotWorse if mostly_worse => Change::CannotTell,
        Change::Worse if mostly_better => Change::CannotTell,
        Change::Same if mostly_worse || mostly_better => Change::CannotTell,
        change => change,
    }
}

/// The least and the greatest ratio of a rate, if they are far from each other.
fn ratio_range(rows: &[Row]) -> Option<(f64, f64)> {
    let ratios = rows.iter().filter(|row| row.kind == Kind::Rate).map(|row| row.ratio.value);
    let (low, high) = ratios.fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), ratio| {
        (low.min(ratio), high.max(ratio))
    });
    (high >= APART * low).then_some((low, high))
}

/// The answer rests on rates and lines. A latency that is worse makes it worse; an unknown one leaves the answer to them, unless
/// there are none. A load line that only the first has, or that holds for another latency limit, leaves open whether the second is
/// worse.
fn answer(rows: &[Row], overall: [Option<&Row>; 2], has_open_lines: bool) -> Answer {
    let all: Vec<&Row> = rows
        .iter()
        .chain(overall.into_iter().flatten())
        .filter(|row| row.change.is_judged())
        .collect();
    let any = |change: Change| all.iter().any(|row| row.change == change);
    let rates_and_lines = retain_unless_none(all.clone(), |row| row.kind != Kind::Latency);
    // A rate without an interval that did not fall leaves the answer to the numbers that have one.
    let primary = retain_unless_none(rates_and_lines, |row| {
        let is_unknown = row.change == Change::CannotTell && !row.ratio.is_known();
        let is_silent = is_unknown && row.kind != Kind::Latency && row.ratio.value >= 1.0;
        !is_silent
    });
    // If points are judged together, a single unknown one does not spoil the answer.
    let deciding: Vec<Change> = match overall[0] {
        Some(row) => vec![row.change],
        None => primary.iter().map(|row| row.change).collect(),
    };
    if any(Change::Worse) {
        Answer::Worse
    } else if has_open_lines
        || deciding.is_empty()
        || deciding.iter().any(|change| matches!(change, Change::CannotTell | Change::Forbidden))
    {
        Answer::CannotTell
    } else if deciding.iter().all(|change| *change == Change::Same) && !any(Change::Better) {
        Answer::Same
    } else {
        Answer::NoWorse
    }
}

/// The rows that are wanted; all of them if none is.
fn retain_unless_none(rows: Vec<&Row>, is_wanted: fn(&Row) -> bool) -> Vec<&Row> {
    let wanted: Vec<&Row> = rows.iter().copied().filter(|row| is_wanted(row)).collect();
    if wanted.is_empty() { rows } else { wanted }
}

/// Whether a warning about a role, or about the whole run, forbids resting anything on its numbers.
fn forbids(record: &Record, group: &str) -> bool {
    record
        .warnings
        .iter()
        .any(|warning| warning.weight == Weight::Forbids && warning.subject.covers(group))
}

/// The relative standard deviation of the machine's own ups and downs, by its reference points.
fn wander(record: &Record) -> f64 {
    let stages = record.study.iter().flat_map(|study| &study.stages);
    stages.filter_map(|stage| stage.drift.as_ref()).map(|drift| drift.wander).fold(0.0, f64::max)
}

/// By how much repeats of the same points differ (relative standard deviation), if that is clearly more than each of them claims:
/// something outlasts a point, and a point's own claim is no interval of its rate.
fn repeat_spread(record: &Record) -> f64 {
    let repeats = measures::repeats(record);
    let spread = Spread::of(repeats.iter().map(Vec::as_slice));
    if spread.is_excessive() { spread.between.sqrt() } else { 0.0 }
}

fn sum_of_squares([a, b]: [f64; 2]) -> f64 {
    a * a + b * b
}

fn references(record: &Record) -> usize {
    let stages = record.study.iter().flat_map(|study| &study.stages);
    stages.filter_map(|stage| stage.drift.as_ref()).map(|drift| drift.points.len()).sum()
}
