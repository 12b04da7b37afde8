//! The data of the charts as JSON that is safe inside a script element.
//!
//! Returns numbers; `report.js` decides on colours and layout.

use crate::catalogue::{chart as chart_text, page as text, unit};
use crate::language::Language;
use crate::words;
use record::{Record, RoleFinding, RunKind, TrialPurpose, TrialRecord};
use serde::Serialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use summary::{LatencySummary, StreamSummary, TimeSeriesPoint};
use workload::{LatencyLimit, RoleKind};

/// The maximum number of points of all time series in one page: about 0.5 MB as data and as tables.
const POINTS_MAX: usize = 4_000;

/// Everything measured for one role of a check, or in one phase of a run.
pub(super) struct Group<'a> {
    pub(super) language: Language,
    /// The heading: the name of the role or the phase.
    pub(super) name: &'a str,
    /// The finding of the role; `None` for a run.
    pub(super) finding: Option<&'a RoleFinding>,
    /// The required rate, in the unit of the load axis.
    pub(super) required: Option<f64>,
    pub(super) flush: &'static str,
    pub(super) trials: Vec<&'a TrialRecord>,
}

/// The groups of a record: the roles in the order of the findings, then the trials without a finding.
pub(super) fn groups(language: Language, record: &Record) -> Vec<Group<'_>> {
    let flush = match record.kind {
        RunKind::Import => text::flush(language),
        _ => text::commit(language),
    };
    let trials_of = |name: &str| record.trials.iter().filter(|t| t.role == name).collect();
    let mut groups: Vec<Group<'_>> = record
        .roles()
        .map(|f| Group {
            language,
            name: &f.role,
            finding: Some(f),
            required: record.required_rate(f),
            flush,
            trials: trials_of(&f.role),
        })
        .collect();
    // The points of a study are drawn with their stages.
    for trial in record.trials.iter().filter(|_| record.study.is_none()) {
        if !groups.iter().any(|group| group.name == trial.role) {
            let trials = trials_of(&trial.role);
            let (finding, required) = (None, None);
            groups.push(Group { language, name: &trial.role, finding, required, flush, trials });
        }
    }
    groups
}

impl Group<'_> {
    pub(super) fn unit(&self) -> &'static str {
        let kind = self.finding.map_or(RoleKind::Load, |finding| finding.kind);
        words::rate_unit(self.language, kind)
    }

    /// The unit of the load axis: that of the large figures on the role's card.
    pub(super) fn load_unit(&self) -> &'static str {
        if self.in_mibps() { unit::mibps(self.language) } else { self.unit() }
    }

    pub(super) fn in_mibps(&self) -> bool {
        self.finding
            .is_some_and(|finding| finding.kind == RoleKind::Bulk && finding.mibps.is_some())
    }

    pub(super) fn quantile(&self) -> f64 {
        self.finding.map_or(0.99, |finding| finding.latency_limit.quantile)
    }

    /// The trial that represents the latencies of the role: of those that confirmed the load line, else of all, the one with the latency
    /// on the card; without that latency the held one with the highest load, else the last.
    pub(super) fn chosen(&self) -> Option<&TrialRecord> {
        let rate = |trial: &TrialRecord| trial.streams.first().map_or(0.0, |s| s.iops.value);
        let confirms = |trial: &TrialRecord| {
            trial.purpose == TrialPurpose::Confirm && trial.held == Some(true)
        };
        if let Some(told_ms) = self.finding.and_then(|f| f.latency_ns).map(|ns| ns as f64 / 1e6) {
            let far = |trial: &TrialRecord| {
                let own_ms = quantile_ms(trial.streams.first()?, self.commits(), self.quantile())?;
                Some((own_ms - told_ms).abs())
            };
            // The card shows the latency of commits with a flush each.
            let own = self.trials.iter().filter(|trial| !trial.shares_flushes());
            let near = own.filter_map(|trial| Some((!confirms(trial), far(trial)?, *trial)));
            let nearest = near.min_by(|(other, a, one), (others, b, two)| {
                let by_distance = other.cmp(others).then(a.total_cmp(b));
                by_distance.then_with(|| rate(two).total_cmp(&rate(one)))
            });
            if let Some((_, _, trial)) = nearest {
                return Some(trial);
            }
        }
        let confirmed = self.trials.iter().rfind(|trial| confirms(trial));
        let held = self.trials.iter().filter(|trial| trial.held == Some(true));
        confirmed
            .or_else(|| held.max_by(|a, b| rate(a).total_cmp(&rate(b))))
            .or_else(|| self.trials.iter().rfind(|trial| !trial.streams.is_empty()))
            .copied()
    }

    /// The latency on the card, if it is of this trial: at the load line or at the required rate.
    fn judged_ms(&self, trial: &TrialRecord) -> Option<f64> {
        let finding = self.finding?;
        let latency_ns = match trial.purpose {
            TrialPurpose::Confirm if self.chosen().is_some_and(|one| std::ptr::eq(one, trial)) => {
                finding.latency_ns? as f64
            }
            TrialPurpose::RequiredRate if self.is_last(trial) => {
                finding.at_required_rate?.latency_ns? as f64
            }
            _ => return None,
        };
        Some(latency_ns / 1e6)
    }

    /// Whether it is the last trial of its purpose: a role that is measured again has several.
    fn is_last(&self, trial: &TrialRecord) -> bool {
        let last = self.trials.iter().rfind(|one| one.purpose == trial.purpose);
        last.is_some_and(|last| std::ptr::eq(*last, trial))
    }

    /// Whether its operations are commits, which end with a flush.
    fn commits(&self) -> bool {
        self.finding.is_some_and(|finding| finding.kind == RoleKind::Commit)
    }
}

pub(super) struct LoadDot {
    pub(super) purpose: String,
    pub(super) offered: Option<f64>,
    pub(super) achieved: f64,
    pub(super) mibps: f64,
    /// Operations in flight: those that a closed loop keeps, the mean of an open loop.
    pub(super) depth: f64,
    /// Median and the group's deciding quantile in milliseconds; `None` if there were too few operations.
    pub(super) p50_ms: Option<f64>,
    pub(super) high_ms: Option<f64>,
    pub(super) held: Option<bool>,
    pub(super) shared: bool,
}

/// The dots of a group: one for each stream of each trial.
pub(super) fn dots(group: &Group<'_>) -> Vec<LoadDot> {
    let all = group.trials.iter().flat_map(|trial| trial.streams.iter().map(move |s| (trial, s)));
    all.map(|(trial, stream)| LoadDot {
        purpose: words::purpose(group.language, &trial.purpose),
        offered: stream.offered_iops.or(trial.rate_iops),
        achieved: stream.iops.value,
        mibps: stream.mibps.value,
        depth: if trial.rate_iops.is_some() { stream.depth_mean } else { trial.depth.into() },
        p50_ms: quantile_ms(stream, group.commits(), 0.5),
        high_ms: group
            .judged_ms(trial)
            .or_else(|| quantile_ms(stream, group.commits(), group.quantile())),
        held: trial.held,
        shared: trial.shares_flushes(),
    })
    .collect()
}

/// The quantile of the latency that the latency limit applies to: of the flush for commits, otherwise of all reads and writes together.
/// Where their distribution was not stored, it is that of the slower direction.
fn quantile_ms(stream: &StreamSummary, commits: bool, q: f64) -> Option<f64> {
    let of = |latency: &LatencySummary| latency.total_ns(q).map(|ns| ns as f64 / 1e6);
    if commits && stream.flush.ios > 0 {
        return of(&stream.flush);
    }
    if stream.read.ios > 0 && stream.write.ios > 0 {
        let together = joined_ms(&stream.read.buckets, &stream.write.buckets, q);
        if together.is_some() {
            return together;
        }
    }
    let slower = of(&stream.read).into_iter().chain(of(&stream.write)).reduce(f64::max);
    slower.or_else(|| of(&stream.flush))
}

/// The quantile of two distributions together; `None` if one is empty, or they have too few operations.
fn joined_ms(one: &[(u64, u64)], other: &[(u64, u64)], q: f64) -> Option<f64> {
    let mut all: Vec<(u64, u64)> = [one, other].concat();
    all.sort_unstable();
    let count: u64 = all.iter().map(|(_, count)| count).sum();
    if one.is_empty() || other.is_empty() || count < summary::ios_needed(q) {
        return None;
    }
    let due = (q * count as f64).ceil() as u64;
    let mut seen = 0;
    let found = all.iter().find(|(_, count)| {
        seen += count;
        seen >= due
    });
    found.map(|(up_to_ns, _)| *up_to_ns as f64 / 1e6)
}

/// The latency distribution of one direction, at common shares of its operations.
pub(super) struct LatencyTail {
    pub(super) name: String,
    /// Share of operations, latency in milliseconds.
    pub(super) steps: Vec<(f64, f64)>,
    pub(super) ios: u64,
}

pub(super) fn tails(group: &Group<'_>) -> Vec<LatencyTail> {
    let streams = group.chosen().map(|trial| trial.streams.as_slice()).unwrap_or_default();
    let (read, write) = (text::read(group.language), text::write(group.language));
    let mut tails = Vec::new();
    for stream in streams {
        for (name, latency) in
            [(read, &stream.read), (write, &stream.write), (group.flush, &stream.flush)]
        {
            let steps = steps(&latency.buckets);
            if !steps.is_empty() {
                let name = if streams.len() > 1 {
                    format!("{} {name}", stream.name)
                } else {
                    name.to_owned()
                };
                tails.push(LatencyTail { name, steps, ios: latency.ios });
            }
        }
    }
    tails
}

fn steps(buckets: &[(u64, u64)]) -> Vec<(f64, f64)> {
    let total: u64 = buckets.iter().map(|bucket| bucket.1).sum();
    let mut seen = 0u64;
    let mut out = Vec::new();
    for &(highest_ns, count) in buckets {
        // The share before the bucket, where its operations begin.
        let share = seen as f64 / total.max(1) as f64;
        seen += count;
        out.push((share, highest_ns as f64 / 1e6));
    }
    // The slowest bucket extends to the last operation; otherwise a single bucket would draw no line.
    if let Some(&(_, slowest_ms)) = out.last() {
        out.push((1.0 - 1.0 / total.max(2) as f64, slowest_ms));
    }
    out
}

/// The time series of one stream over all trials of a group.
pub(super) struct ChartSeries {
    pub(super) name: String,
    pub(super) points: Vec<TimeSeriesPoint>,
}

/// The start of a trial in the time series, and its purpose.
pub(super) struct TrialMark {
    pub(super) at_s: f64,
    pub(super) text: String,
}

/// The part of the time series that one trial adds.
pub(super) struct TrialCourse<'a> {
    pub(super) mark: String,
    pub(super) streams: Vec<(&'a str, Cow<'a, [TimeSeriesPoint]>)>,
}

/// The time series of a group, thinned to an equal share of [`POINTS_MAX`] among `groups` groups.
pub(super) fn courses(group: &Group<'_>, groups: usize) -> (Vec<ChartSeries>, Vec<TrialMark>) {
    let trials = group.trials.iter().map(|trial| TrialCourse {
        mark: mark(group.language, trial),
        streams: trial.streams.iter().map(|s| (&*s.name, Cow::from(&s.points))).collect(),
    });
    let (mut courses, marks) = joined(trials);
    let points_max = (POINTS_MAX / groups.max(1) / courses.len().max(1)).max(20);
    for course in &mut courses {
        course.points = thin(&course.points, points_max);
    }
    (courses, marks)
}

pub(super) fn joined<'a>(
    trials: impl Iterator<Item = TrialCourse<'a>>,
) -> (Vec<ChartSeries>, Vec<TrialMark>) {
    let mut courses: Vec<ChartSeries> = Vec::new();
    let mut marks = Vec::new();
    let mut start_s = 0.0;
    for trial in trials {
        marks.push(TrialMark { at_s: start_s, text: trial.mark });
        let mut end_s: f64 = start_s;
        let mut half_s: f64 = 0.0;
        for (name, points) in &trial.streams {
            let index = courses.iter().position(|c| c.name == *name).unwrap_or_else(|| {
                courses.push(ChartSeries { name: (*name).to_owned(), points: Vec::new() });
                courses.len() - 1
            });
            for point in points.iter().filter(|p| p.at_s.is_finite()) {
                courses[index]
                    .points
                    .push(TimeSeriesPoint { at_s: start_s + point.at_s, ..*point });
                end_s = end_s.max(start_s + point.at_s);
            }
            // The first point is in the middle of its interval.
            half_s = half_s.max(points.first().map_or(0.0, |p| p.at_s.clamp(0.0, 0.5)));
        }
        // Half an interval more, so that the last point of a trial does not coincide with the start of the next.
        start_s = end_s + half_s;
    }
    (courses, marks)
}

/// A trial in a few words: its purpose and its rate.
pub(super) fn mark(language: Language, trial: &TrialRecord) -> String {
    let purpose = words::purpose(language, &trial.purpose);
    match trial.rate_iops {
        Some(rate) => format!("{purpose} {}", language.number(rate)),
        None => purpose,
    }
}

/// The load line of commits that share flushes.
fn shared_line(group: &Group<'_>) -> Value {
    let line = group.finding.and_then(|finding| finding.commits_group);
    line.map_or(Value::Null, |shared| round(shared.load_line.value))
}

/// Merges neighbouring points: rates and medians as means, high latencies as their maximum, so that every stall stays visible.
pub(super) fn thin(points: &[TimeSeriesPoint], points_max: usize) -> Vec<TimeSeriesPoint> {
    let size = points.len().div_ceil(points_max.max(1)).max(1);
    points
        .chunks(size)
        .map(|chunk| {
            let mean = |of: fn(&TimeSeriesPoint) -> f64| {
                chunk.iter().map(of).sum::<f64>() / chunk.len() as f64
            };
            TimeSeriesPoint {
                at_s: mean(|p| p.at_s),
                iops: mean(|p| p.iops),
                mibps: mean(|p| p.mibps),
                p50_ns: mean(|p| p.p50_ns as f64).round() as u64,
                p99_ns: chunk.iter().map(|p| p.p99_ns).max().unwrap_or_default(),
                max_ns: chunk.iter().map(|p| p.max_ns).max().unwrap_or_default(),
                warm_up: chunk.iter().any(|p| p.warm_up),
            }
        })
        .collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChartKind {
    Load,
    Tail,
    Time { several: bool },
}

impl ChartKind {
    /// Its name in the data and in the styles.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::Tail => "tail",
            Self::Time { .. } => "time",
        }
    }
}

pub(super) struct GroupChart {
    pub(super) id: String,
    pub(super) kind: ChartKind,
    pub(super) data: Value,
}

/// The charts of a group, in the order of their places in the page.
pub(super) fn charts(group: &Group<'_>, index: usize, groups: usize) -> Vec<GroupChart> {
    let mut charts = Vec::new();
    let latency_limit =
        group.finding.map(|finding| latency_limit(group.language, &finding.latency_limit));
    let dots = dots(group);
    if group.finding.is_some() && !dots.is_empty() {
        let of = |f: fn(&LoadDot) -> Value| dots.iter().map(f).collect::<Vec<_>>();
        let in_mibps = group.in_mibps();
        let (id, kind) = (format!("load-{index}"), ChartKind::Load);
        let data = json!({
            "id": id, "kind": kind.name(), "unit": group.load_unit(), "latency_limit": latency_limit,
            "line": load_line(group), "required": some(group.required), "high_name": words::quantile(group.quantile()),
            "x": dots.iter().map(|d| round(if in_mibps { d.mibps } else { d.achieved })).collect::<Vec<_>>(),
            "offered": of(|d| some(d.offered)), "p50": of(|d| some(d.p50_ms)), "high": of(|d| some(d.high_ms)),
            "held": of(|d| json!(d.held)), "purpose": of(|d| json!(d.purpose)),
            "shared": of(|d| json!(d.shared)), "shared_line": shared_line(group),
        });
        charts.push(GroupChart { id, kind, data });
    }
    let tails = tails(group);
    if !tails.is_empty() {
        let series = tails.iter().map(|tail| {
            let share: Vec<Value> =
                tail.steps.iter().map(|(share, _)| rounded(*share, 7)).collect();
            let ms: Vec<Value> = tail.steps.iter().map(|(_, ms)| round(*ms)).collect();
            json!({"name": tail.name, "share": share, "ms": ms})
        });
        let (id, kind) = (format!("tail-{index}"), ChartKind::Tail);
        let data = json!({
            "id": id, "kind": kind.name(), "latency_limit": latency_limit,
            "series": series.collect::<Vec<_>>(),
        });
        charts.push(GroupChart { id, kind, data });
    }
    let (courses, marks) = courses(group, groups);
    if courses.iter().any(|course| !course.points.is_empty()) {
        let id = format!("time-{index}");
        let mibps = group.in_mibps();
        let data =
            json!(TimeChart { mibps, latency_limit, ..TimeChart::of(&id, &courses, &marks) });
        charts.push(GroupChart { id, kind: ChartKind::Time { several: courses.len() > 1 }, data });
    }
    charts
}

#[derive(Serialize)]
pub(super) struct TimeChart<'a> {
    id: &'a str,
    kind: &'static str,
    /// Whether it shows throughput and not IOPS.
    mibps: bool,
    latency_limit: Option<Value>,
    series: Vec<Value>,
    marks: Vec<Value>,
    /// The start of its time axis in seconds; none: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<f64>,
}

impl<'a> TimeChart<'a> {
    /// In IOPS from 0 s, without a latency limit.
    pub(super) fn of(id: &'a str, courses: &[ChartSeries], marks: &[TrialMark]) -> Self {
        let mark = |mark: &TrialMark| json!({"at": round(mark.at_s), "text": mark.text});
        Self {
            id,
            kind: ChartKind::Time { several: courses.len() > 1 }.name(),
            mibps: false,
            latency_limit: None,
            series: courses.iter().map(course).collect(),
            marks: marks.iter().map(mark).collect(),
            from: None,
        }
    }
}

/// The load line and its interval in the unit of the load axis.
fn load_line(group: &Group<'_>) -> Value {
    let Some(finding) = group.finding else { return Value::Null };
    let Some(line) = &finding.load_line else { return Value::Null };
    let scale = match finding.mibps {
        Some(mibps) if group.in_mibps() && line.value > 0.0 => mibps / line.value,
        _ => 1.0,
    };
    let line = line.times(scale);
    let ends = line.interval.map(|ends| [round(ends.low), round(ends.high)]);
    let [low, high] = ends.unwrap_or_default();
    json!({"value": round(line.value), "low": low, "high": high})
}

fn course(course: &ChartSeries) -> Value {
    let of = |f: fn(&TimeSeriesPoint) -> f64| {
        course.points.iter().map(|p| round(f(p))).collect::<Vec<_>>()
    };
    json!({
        "name": course.name,
        "at": of(|p| p.at_s), "iops": of(|p| p.iops), "mibps": of(|p| p.mibps),
        "p50": of(|p| p.p50_ns as f64 / 1e6), "p99": of(|p| p.p99_ns as f64 / 1e6),
        "max": of(|p| p.max_ns as f64 / 1e6),
        "warm": course.points.iter().map(|p| u8::from(p.warm_up)).collect::<Vec<_>>(),
    })
}

fn latency_limit(language: Language, latency_limit: &LatencyLimit) -> Value {
    json!({"text": language.limit(latency_limit), "ms": latency_limit.latency_ns.as_millis_f64(), "quantile": latency_limit.quantile})
}

fn some(value: Option<f64>) -> Value {
    value.map_or(Value::Null, round)
}

/// Five significant digits: more than a chart can show, and a third of the size.
fn round(value: f64) -> Value {
    rounded(value, 5)
}

/// A number with so many significant digits; `null` if it is not finite.
pub(super) fn rounded(value: f64, digits: usize) -> Value {
    if !value.is_finite() {
        return Value::Null;
    }
    format!("{value:.*e}", digits - 1).parse::<f64>().map_or(Value::Null, |short| json!(short))
}

/// JSON text that cannot start or end anything in HTML, and that every JavaScript parser accepts.
pub(super) fn safe_text(value: &Value) -> String {
    let mut out = String::new();
    for c in value.to_string().chars() {
        match c {
            '<' | '>' | '&' | '\'' | '\u{2028}' | '\u{2029}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            // Replaced by a visible escape; the script does not decode it again.
            c if base::shown::steers(c) => out.push_str(&format!("\\\\u{{{:x}}}", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

/// The texts by the names that `report.js` uses.
pub(super) fn script_words(language: Language) -> Value {
    let l = language;
    json!({
        "limit": chart_text::limit(l), "ownFlush": chart_text::own_flush(l), "sharedFlushes": chart_text::shared_flushes(l),
        "offered": chart_text::offered(l), "done": chart_text::done(l), "loadLine": chart_text::load_line(l), "required": chart_text::required(l),
        "latency": chart_text::latency(l), "loadDone": chart_text::load_done(l), "faster": chart_text::faster(l),
        "second": chart_text::second(l), "seconds": chart_text::seconds(l), "warmUp": chart_text::warm_up(l),
        "closedLoop": text::closed_loop(l), "held": text::held(l), "notHeld": text::not_held(l), "max": text::max(l),
        "iops": unit::iops(l), "mibps": unit::mibps(l), "us": l.unit("us"), "ms": l.unit("ms"), "s": l.unit("s"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::TriedLoad;

    #[test]
    fn json_is_inert_in_a_page_and_means_the_same() {
        let value = json!({"a</script><!--": "&'\"\u{2028}\u{2029}<script>"});
        let text = safe_text(&value);
        assert!(!text.contains(['<', '>', '&', '\'', '\u{2028}', '\u{2029}']), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }

    #[test]
    fn only_the_last_trial_at_the_required_rate_has_the_latency_of_the_card() {
        let mut record = testkit::record::check_example();
        let finding = &mut record.findings[0];
        let latency_ns = Some(2_691_000);
        finding.at_required_rate =
            Some(TriedLoad { rate: 600.0, latency_ns, ..TriedLoad::default() });
        let role = finding.role.clone();
        let mut trial =
            record.trials.iter().find(|trial| trial.role == role).cloned().expect("one");
        (trial.purpose, trial.rate_iops) = (TrialPurpose::RequiredRate, Some(600.0));
        record.trials = vec![trial.clone(), trial];
        let groups = groups(Language::En, &record);
        let shown: Vec<bool> =
            dots(&groups[0]).iter().map(|dot| dot.high_ms == Some(2.691)).collect();
        assert_eq!(shown, [false, true]);
    }

    #[test]
    fn thinning_keeps_the_worst_and_the_mean() {
        let points: Vec<TimeSeriesPoint> = (0..1000u64)
            .map(|i| TimeSeriesPoint {
                at_s: i as f64,
                iops: 100.0,
                mibps: 1.0,
                p50_ns: 5,
                p99_ns: if i == 577 { 900 } else { 10 },
                max_ns: i,
                warm_up: i == 0,
            })
            .collect();
        let thin = thin(&points, 64);
        assert!(thin.len() <= 64 && thin.len() > 32);
        assert_eq!(thin.iter().map(|p| p.p99_ns).max(), Some(900));
        assert_eq!(thin.iter().map(|p| p.max_ns).max(), Some(999));
        assert!(thin.iter().all(|p| (p.iops - 100.0).abs() < 1e-9));
    }
}
