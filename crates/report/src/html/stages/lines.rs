//! Ramps: the load lines of a study, latency against load, and queue-depth sweeps, one mark for each depth, the knee marked.

use super::plot::{Plot, PlotSeries};
use crate::catalogue::{depth, page, study as text};
use crate::html::chart::{Group, dots, groups};
use crate::language::Language;
use crate::studies::depth_sweep_loads;
use crate::words;
use record::depth_sweep::DepthSweepFinding;
use record::{Record, StageRecord};

/// A single ramp has this chart in its own section.
const RAMPS_MIN: usize = 2;

/// The chart; none unless there are several ramps whose loads have the same unit.
pub(super) fn plot(language: Language, record: &Record) -> Option<Plot> {
    let groups = groups(language, record);
    let unit = groups.first()?.load_unit();
    if groups.len() < RAMPS_MIN || groups.iter().any(|group| group.load_unit() != unit) {
        return None;
    }
    let (title, how) = (text::lines_title(language), text::lines_text(language));
    let mut plot = Plot::new(title, how, unit, text::latency(language));
    "load-lines".clone_into(&mut plot.id);
    (plot.wide, plot.x.zero) = (true, true);
    (plot.y.log, plot.y.times) = (true, true);
    for (number, group) in groups.iter().enumerate() {
        plot.series.push(series(language, group, number));
        let line = group.finding.and_then(|finding| {
            if group.in_mibps() { finding.mibps } else { finding.load_line.map(|line| line.value) }
        });
        if let Some(line) = line {
            plot.upright(line, None, group.name, &number.to_string());
        }
    }
    let mut latency_limits: Vec<_> = groups
        .iter()
        .filter_map(|group| group.finding)
        .map(|finding| &finding.latency_limit)
        .collect();
    latency_limits.dedup();
    for latency_limit in latency_limits {
        let limit = language.limit(latency_limit);
        let word = page::latency_limit(language, &limit);
        plot.across(latency_limit.latency_ns.0 as f64 / 1e6, &word, "bad");
    }
    Some(plot)
}

fn series(language: Language, group: &Group<'_>, number: usize) -> PlotSeries {
    let mut series = PlotSeries::joined(group.name);
    series.tone = number.to_string();
    series.legend = true;
    let in_mibps = group.in_mibps();
    let open = dots(group).into_iter().filter(|dot| dot.offered.is_some());
    let mut marks: Vec<(f64, f64)> = open
        .filter_map(|dot| Some((if in_mibps { dot.mibps } else { dot.achieved }, dot.high_ms?)))
        .collect();
    marks.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (load, latency_ms) in marks {
        let hover = format!(
            "{}\n{} {}, {} {}",
            group.name,
            language.number(load),
            group.load_unit(),
            language.quantile(group.quantile()),
            language.latency(latency_ms * 1e6)
        );
        series.put_named((load, latency_ms), hover, &number.to_string(), "");
    }
    series
}

pub(super) fn of_depths(
    language: Language,
    finding: &DepthSweepFinding,
    stage: &StageRecord,
) -> Vec<Plot> {
    if finding.steps.is_empty() {
        return Vec::new();
    }
    let mut plot = Plot::new(
        depth::chart(language),
        depth::chart_text(language),
        "IOPS",
        text::latency(language),
    );
    plot.load = depth_sweep_loads(language, finding, stage);
    plot.wide = true;
    plot.x.zero = true;
    (plot.y.log, plot.y.times) = (true, true);
    let with_p99 = finding.steps.iter().all(|step| step.measured.latency_ns_p99.is_some());
    for (name, tone, p99) in [(depth::head_mean(language), "0", false), ("p99", "1", true)] {
        if p99 && !with_p99 {
            continue;
        }
        let mut series = PlotSeries::joined(name);
        tone.clone_into(&mut series.tone);
        series.legend = true;
        for step in &finding.steps {
            let seen = &step.measured;
            let ns = match (p99, seen.latency_ns_p99) {
                (true, Some(ns)) => ns as f64,
                _ => seen.latency_ns_mean,
            };
            let values = depth::AtDepth {
                depth: step.depth.into(),
                iops: &words::estimate(language, &seen.iops, "IOPS"),
                mibps: &words::estimate(language, &seen.mibps, language.unit("MiB/s")),
                latency: &format!("{name} {}", language.latency(ns)),
            };
            let hover = depth::at_depth(language, &values);
            let tone = if finding.knee == Some(step.depth) {
                "good"
            } else if finding.fleeting().contains(&step.depth) {
                "unsure"
            } else {
                tone
            };
            let word = if p99 { String::new() } else { step.depth.to_string() };
            series.put_named((seen.iops.value, ns / 1e6), hover, tone, &word);
        }
        plot.series.push(series);
    }
    let knee = finding.steps.iter().find(|step| Some(step.depth) == finding.knee);
    if let Some(step) = knee {
        plot.upright(
            step.measured.iops.value,
            None,
            &depth::knee_at(language, step.depth.into()),
            "good",
        );
    }
    vec![plot]
}
