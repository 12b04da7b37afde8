//! The numbers of a record that can be compared with those of another, and how they are paired.

use super::quantity::{NumberName, OfferedRate, PointName, Quantity, StreamName};
use super::shape::LoadShape;
use record::race::combine_repeats;
use record::{RateUnit, Record, RoleFinding, RunSubject, TrialPurpose, Verdict};
use serde::Serialize;
use summary::stream::measured_ns;
use summary::{Estimate, LatencySummary, StreamSummary};
use workload::RoleKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A load line: it belongs to its load and its latency limit, and is compared with no other.
    #[serde(rename = "load-line")]
    Line,
    /// A rate or a throughput: more is better.
    Rate,
    /// A latency under the same load: less is better.
    Latency,
    /// A single latency, mostly at a load of its own, such as that at the line: reported, and not judged.
    #[serde(rename = "told")]
    ReportedOnly,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    pub kind: Kind,
    /// The role, phase or stage.
    pub group: String,
    pub what: Quantity,
    pub unit: RateUnit,
    pub shape: LoadShape,
    pub value: Estimate,
}

impl Measure {
    pub(super) fn name(&self) -> NumberName {
        NumberName { group: self.group.clone(), what: self.what.clone() }
    }
}

/// Everything in a record that can be compared: the roles' load lines and the points of a study; the
/// minutes of a soak; for a job its streams.
pub(super) fn measures(record: &Record) -> Vec<Measure> {
    let mut all = findings(record);
    all.extend(points(record));
    all.extend(super::soak::measures(record));
    // The trials of a check or a ramp lead to the line: they are loads of their own.
    if all.is_empty() && record.roles().next().is_none() {
        all = streams(record);
    }
    all
}

fn findings(record: &Record) -> Vec<Measure> {
    let mut all = Vec::new();
    for finding in record.roles() {
        let unit = match finding.kind {
            _ if finding.sessions.is_some() => RateUnit::Transactions,
            RoleKind::Commit => RateUnit::Commits,
            RoleKind::Load | RoleKind::Bulk => RateUnit::Iops,
        };
        let measure = |kind: Kind, what: Quantity, unit: RateUnit, value: Estimate| Measure {
            kind,
            group: finding.role.clone(),
            shape: LoadShape::Role { io: finding.io.clone(), what: what.clone() },
            what,
            unit,
            value,
        };
        let reported = |what: Quantity, ms: f64| {
            measure(Kind::ReportedOnly, what, RateUnit::Millis, Estimate::unknown(ms))
        };
        let at = || (finding.io.clone(), finding.latency_limit);
        let line = line(finding);
        all.extend(line.map(|line| measure(Kind::Line, Quantity::load_line(at()), unit, line)));
        // The load line of a log role is its commits one at a time, or in groups; each is reported once.
        let line_value = finding.load_line.map(|line| line.value);
        let single = finding.commits_single.filter(|single| Some(single.value) != line_value);
        all.extend(single.map(|single| measure(Kind::Rate, Quantity::SingleCommits, unit, single)));
        let group = finding.commits_group;
        let group = group.filter(|group| Some(group.load_line.value) != line_value);
        all.extend(group.map(|group| {
            measure(Kind::Rate, Quantity::GroupCommits(group.commits), unit, group.load_line)
        }));
        let tried =
            finding.at_required_rate.and_then(|tried| Some((tried.rate, tried.latency_ns?)));
        all.extend(tried.map(|(rate, ns)| {
            let (kind, limit) = (finding.kind, finding.latency_limit);
            reported(Quantity::LatencyAtRate { rate, kind, limit }, ns as f64 / 1e6)
        }));
        if line_value.is_none() {
            continue;
        }
        let latency_ns = finding.latency_ns;
        all.extend(latency_ns.map(|ns| reported(Quantity::latency_at_line(at()), ns as f64 / 1e6)));
        let confirmed = record.trials.iter().rev().find(|trial| {
            trial.role == finding.role
                && trial.purpose == TrialPurpose::Confirm
                && trial.held != Some(false)
        });
        let mean = confirmed.and_then(|trial| mean_ns(&trial.streams));
        all.extend(mean.map(|ns| reported(Quantity::mean_at_line(at()), ns / 1e6)));
    }
    all
}

/// Roles that both measured with the same load and latency limit, and for which only the first has a load line.
pub(super) fn lost_lines(a: &Record, b: &Record) -> Vec<String> {
    let load = |role: &RoleFinding| (role.role.clone(), role.io.clone(), role.latency_limit);
    let is_lost = |role: &&RoleFinding| {
        line(role).is_some()
            && b.roles().any(|other| load(other) == load(role) && line(other).is_none())
    };
    a.roles().filter(is_lost).map(|role| role.role.clone()).collect()
}

/// Roles for which both have a load line, under different latency limits.
pub(super) fn other_limits(a: &Record, b: &Record) -> Vec<String> {
    let has_other_limit = |role: &&RoleFinding| {
        let mut others =
            b.roles().filter(|other| other.role == role.role && line(other).is_some()).peekable();
        others.peek().is_some() && others.all(|other| other.latency_limit != role.latency_limit)
    };
    let roles = a.roles().filter(|role| line(role).is_some()).filter(has_other_limit);
    roles.map(|role| role.role.clone()).collect()
}

/// The load line; zero if not even the smallest load met the latency limit, which is a line too.
fn line(finding: &RoleFinding) -> Option<Estimate> {
    let zero = (finding.verdict == Verdict::NotFit).then(|| Estimate::between(0.0, 0.0, 0.0));
    finding.load_line.or(zero)
}

/// The mean latency of all operations of some streams in nanoseconds; of flushes if there is nothing else.
fn mean_ns(streams: &[StreamSummary]) -> Option<f64> {
    let data = streams.iter().flat_map(|stream| [&stream.read, &stream.write]);
    let flushes = streams.iter().map(|stream| &stream.flush);
    mean_of_latencies_ns(data).or_else(|| mean_of_latencies_ns(flushes))
}

/// `None` without operations, or if the latency of some was not measured.
fn mean_of_latencies_ns<'a>(latencies: impl Iterator<Item = &'a LatencySummary>) -> Option<f64> {
    let (mut sum_ns, mut ios) = (0.0, 0);
    for latency in latencies.filter(|latency| latency.ios > 0) {
        sum_ns += measured_ns(latency.mean_ns)? * latency.ios as f64;
        ios += latency.ios;
    }
    (ios > 0).then(|| sum_ns / ios as f64)
}

/// The points of a study, repeats of the same point together.
fn points(record: &Record) -> Vec<Measure> {
    let all = grouped(record).into_iter();
    all.map(|(measure, values)| Measure { value: combine_repeats(&values), ..measure }).collect()
}

/// The throughput of repeats of the same point, point by point.
pub(super) fn repeats(record: &Record) -> Vec<Vec<Estimate>> {
    let rates = grouped(record).into_iter().filter(|(measure, _)| measure.kind == Kind::Rate);
    rates.map(|(_, values)| values).collect()
}

/// The points of a study, each with its repeats; reference points only show the machine.
fn grouped(record: &Record) -> Vec<(Measure, Vec<Estimate>)> {
    let mut all: Vec<(Measure, Vec<Estimate>)> = Vec::new();
    for stage in record.study.iter().flat_map(|study| &study.stages) {
        for one in stage.points.iter().filter(|one| one.purpose.counts()) {
            let point = PointName::of(one);
            let p99 = one.measured.latency_ns_p99.map(|ns| Estimate::unknown(ns as f64 / 1e6));
            // In a closed loop the mean latency is depth over rate: it would say the same again.
            let seen = [
                (Kind::Rate, RateUnit::Mibps, Some(one.measured.mibps)),
                (Kind::Latency, RateUnit::Millis, p99),
            ];
            for (kind, unit, value) in seen {
                let Some(value) = value else { continue };
                let what = match kind {
                    Kind::Latency => Quantity::PointP99(point.clone()),
                    _ => Quantity::PointRate(point.clone()),
                };
                let same = |m: &Measure| m.group == stage.name && m.what == what;
                match all.iter_mut().find(|(m, _)| same(m)) {
                    Some((_, values)) => values.push(value),
                    None => {
                        let group = stage.name.clone();
                        let shape = LoadShape::Point(point.load);
                        let measure = Measure { kind, group, what, unit, shape, value };
                        all.push((measure, vec![value]));
                    }
                }
            }
        }
    }
    all
}

fn streams(record: &Record) -> Vec<Measure> {
    let mut all: Vec<Measure> = Vec::new();
    let mut names: Vec<(String, String)> = Vec::new();
    for trial in &record.trials {
        for stream in &trial.streams {
            let own = (trial.role.clone(), stream.name.clone());
            let number = names.iter().filter(|known| **known == own).count() + 1;
            let name = StreamName { name: stream.name.clone(), number };
            names.push(own);
            // An open loop does what is offered: its rate shows the load, not the storage, and its latency shows everything.
            let offered = stream.offered_iops.or(trial.rate_iops);
            // The depth of a replay is a result: it follows from the captured times.
            let closed = offered.is_none() && !matches!(record.subject, RunSubject::Replay { .. });
            let measure = |kind: Kind, what: Quantity, unit: RateUnit, value: Estimate| Measure {
                kind,
                group: trial.role.clone(),
                what,
                unit,
                shape: LoadShape::of(stream, closed),
                value,
            };
            let rate = offered.map(OfferedRate);
            if offered.is_none() {
                let what = Quantity::StreamRate(name.clone());
                all.push(measure(Kind::Rate, what, RateUnit::Iops, stream.iops));
            }
            if let Some(p99) = interval_p99(stream) {
                let what = Quantity::IntervalP99(name.clone(), rate);
                all.push(measure(Kind::Latency, what, RateUnit::Millis, p99));
            }
            // In a closed loop the mean latency is depth over rate: it would say the same again.
            if let Some(ns) = offered.and_then(|_| mean_ns(std::slice::from_ref(stream))) {
                let what = Quantity::MeanLatency(name.clone(), rate);
                let mean = Estimate::unknown(ns / 1e6);
                all.push(measure(Kind::ReportedOnly, what, RateUnit::Millis, mean));
            }
        }
    }
    all
}

/// The mean of the 99th percentiles of a stream's intervals in milliseconds, with an interval of its own, made like that of a
/// rate. An open loop has no warm-up: its load changes as planned.
fn interval_p99(stream: &StreamSummary) -> Option<Estimate> {
    let counted = stream.points.iter().filter(|point| !point.warm_up && point.iops > 0.0);
    let values: Vec<f64> = counted.map(|point| point.p99_ns as f64 / 1e6).collect();
    if stream.offered_iops.is_none() || values.is_empty() {
        return summary::estimate::rate(&values);
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    Some(summary::estimate::rate_of_all(&values, mean))
}

pub(super) fn point_count(record: &Record) -> usize {
    record.study.iter().flat_map(|study| &study.stages).map(|stage| stage.points.len()).sum()
}

#[derive(Default)]
pub(super) struct MeasurePairs {
    /// The same load in both.
    pub(super) pairs: Vec<(Measure, Measure)>,
    /// Of the same name, or the only ones, but under different loads.
    pub(super) unlike: Vec<(Measure, Measure)>,
    /// What only the first has, and only the second.
    pub(super) only: [Vec<NumberName>; 2],
}

/// Pairs numbers by their names, and the rest by the only counterpart that they can have.
pub(super) fn pair_measures(a: Vec<Measure>, mut b: Vec<Measure>) -> MeasurePairs {
    let (mut pairs, mut rest) = (Vec::new(), Vec::new());
    for one in a {
        let by_name =
            |m: &Measure| m.group == one.group && m.what == one.what && m.unit == one.unit;
        match b.iter().position(by_name) {
            Some(at) => pairs.push((one, b.remove(at))),
            None => rest.push(one),
        }
    }
    // Two machines name their disks differently, two jobs their only stream: the same load is the same point.
    for alike in [same_load, same_unit] {
        let (left, alone) = (std::mem::take(&mut rest), b.clone());
        for one in &left {
            let same = |m: &&Measure| alike(m, one);
            let only =
                left.iter().filter(same).count() == 1 && alone.iter().filter(same).count() == 1;
            match b.iter().position(|m| only && alike(m, one)) {
                Some(at) => pairs.push((one.clone(), b.remove(at))),
                None => rest.push(one.clone()),
            }
        }
    }
    // A number that is only reported belongs to its line, and is never missed.
    let left = |all: &[Measure]| {
        let judged = all.iter().filter(|m| m.kind != Kind::ReportedOnly);
        judged.map(Measure::name).collect()
    };
    let only = [left(&rest), left(&b)];
    let (pairs, unlike) =
        pairs.into_iter().partition(|(one, other): &(Measure, Measure)| one.shape.is(&other.shape));
    MeasurePairs { pairs, unlike, only }
}

/// Whether both are of the same load: points without their targets and their subject, anything else by its whole name.
fn same_load(one: &Measure, other: &Measure) -> bool {
    let load = match (one.what.point(), other.what.point()) {
        (Some(own), Some(other)) => own.load == other.load,
        (None, None) => one.what == other.what,
        _ => false,
    };
    load && one.unit == other.unit
}

/// Whether they may be paired although their names differ: the only rate on both sides. A latency belongs to its load, and a line
/// to its load and its limit.
fn same_unit(one: &Measure, other: &Measure) -> bool {
    let rates = one.kind == Kind::Rate && other.kind == Kind::Rate;
    one.unit == other.unit && (rates || (one.kind == other.kind && one.what == other.what))
}
