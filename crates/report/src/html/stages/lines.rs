//! The load lines of all ramps of a study: latency against load, each with its latency limit.

use super::plot::{Plot, PlotSeries};
use crate::catalogue::{page, study as text};
use crate::html::chart::{Group, dots, groups};
use crate::language::Language;
use record::Record;

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
