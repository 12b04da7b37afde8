//! The load lines of all ramps of a study: latency against load, each with its latency limit. Also price against load line, for
//! layouts with prices that were raced and ramped.

use super::plot::{Plot, PlotSeries};
use crate::catalogue::{page, race, study as text};
use crate::html::chart::{Group, dots, groups};
use crate::language::Language;
use crate::studies::layout_name;
use crate::words;
use record::{Finding, Record, RoleFinding, StageRecord};

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

/// Price against load line; none unless two layouts with prices have a load line under the same load and latency limit.
pub(super) fn price(language: Language, record: &Record) -> Option<Plot> {
    let mut marks: Vec<(f64, &str, &RoleFinding)> = Vec::new();
    let study = record.study.as_ref()?;
    for stage in &study.stages {
        let Some(Finding::Race(finding)) = &stage.finding else { continue };
        for standing in &finding.standings {
            let place = record.targets.place(&stage.name, &standing.name);
            let (Some(price), Some(place)) = (standing.price, place) else { continue };
            let at = |stage: &&StageRecord| record.targets.measures(&stage.name, place);
            let ramps = study.stages.iter().filter(at).filter_map(|stage| match &stage.finding {
                Some(Finding::Ramp(ramp)) => Some(ramp),
                _ => None,
            });
            marks.extend(ramps.map(|ramp| (price, layout_name(language, &standing.name), ramp)));
        }
    }
    let (_, _, first) = marks.first()?;
    let (io, latency_limit) = (first.io.clone(), first.latency_limit);
    marks.retain(|(_, _, ramp)| (&ramp.io, ramp.latency_limit) == (&io, latency_limit));
    let limit = language.limit(&latency_limit);
    let how = text::prices_text(language, &words::role_io(language, &io), &limit);
    let unit = words::rate_unit(language, marks.first()?.2.kind);
    let mut plot = Plot::new(text::prices_title(language), &how, text::price(language), unit);
    "load-prices".clone_into(&mut plot.id);
    (plot.x.zero, plot.y.zero) = (true, true);
    let mut series = PlotSeries::points(race::layouts(language));
    let mut known = 0;
    for (price, name, ramp) in marks {
        let Some(line) = &ramp.load_line else { continue };
        let value = words::estimate(language, line, unit);
        let hover = text::value_for(language, name, &value, price);
        series.put_named((price, line.value), hover, "0", name);
        known += 1;
    }
    plot.series.push(series);
    (known >= RAMPS_MIN).then_some(plot)
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
