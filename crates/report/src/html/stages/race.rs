//! The comparison of layouts: standings with intervals, and means by block size and role.

use super::plot::{Plot, PlotSeries};
use crate::catalogue::race as text;
use crate::language::Language;
use crate::studies::{
    RankUnit, at_fewer, group_label, has_unknown_order, layout_name, layout_names, ranking,
    ranking_unit, unit,
};
use crate::words;
use crate::words::figure::rate_word;
use crate::words::point_load::{point_loads, point_loads_in_any_order};
use record::StageRecord;
use record::race::{
    Answer, CandidateResult, Criterion, GroupFinding, GroupKind, RaceFinding, Score,
};
use summary::Estimate;
use workload::PointLoad;

pub(super) fn plots(language: Language, finding: &RaceFinding, stage: &StageRecord) -> Vec<Plot> {
    let mut plots = Vec::new();
    plots.extend(standings(language, finding));
    let kinds = [
        (GroupKind::Block, text::chart_block(language)),
        (GroupKind::Role, text::chart_role(language)),
        (GroupKind::Direction, text::chart_direction(language)),
        (GroupKind::Order, text::chart_order(language)),
        (GroupKind::Depth, text::chart_depth(language)),
        (GroupKind::Fill, text::chart_fill(language)),
    ];
    plots.extend(
        kinds.into_iter().filter_map(|(kind, title)| groups(language, finding, kind, title)),
    );
    let load = loads(language, finding, has_unknown_order(finding, stage));
    for plot in &mut plots {
        plot.load.clone_from(&load);
    }
    plots
}

fn loads(language: Language, finding: &RaceFinding, order_unknown: bool) -> String {
    let loads: Vec<PointLoad> = finding.loads.iter().map(|weighted| weighted.load).collect();
    let words = if order_unknown {
        point_loads_in_any_order(language, &loads)
    } else {
        point_loads(language, &loads)
    };
    format!("{words} ({})", layout_names(language, finding).join(", "))
}

/// How to read the chart of the ranking.
fn how(language: Language, finding: &RaceFinding) -> &'static str {
    match ranking_unit(finding) {
        RankUnit::Mibps => text::chart_mean(language),
        RankUnit::Score => text::chart_ratio(language),
        RankUnit::P99Micros | RankUnit::P99Millis => text::chart_latency(language),
    }
}

/// The layouts that ran, each with the number that ranks it.
fn ran(finding: &RaceFinding) -> Vec<(&CandidateResult, Estimate)> {
    let all = finding.standings.iter().zip(ranking(finding));
    all.filter_map(|(standing, score)| Some((standing, score?))).collect()
}

fn standings(language: Language, finding: &RaceFinding) -> Option<Plot> {
    let ran = ran(finding);
    if ran.is_empty() {
        return None;
    }
    let unit = &ranking_unit(finding).text(language);
    let mut plot = Plot::new(text::standings(language), how(language, finding), unit, "");
    plot.rows = Some(ran.len());
    plot.wide = true;
    plot.x.zero = true;
    plot.y.names =
        ran.iter().rev().map(|(s, _)| layout_name(language, &s.name).to_owned()).collect();
    let mut series = PlotSeries::points(text::layouts(language));
    for (place, (standing, score)) in ran.iter().enumerate() {
        let level = (ran.len() - 1 - place) as f64;
        let hover = format!(
            "{}: {}",
            layout_name(language, &standing.name),
            words::estimate(language, score, unit)
        );
        let tone = match &finding.answer {
            Answer::Best(one) if *one == standing.candidate => "good",
            Answer::NoDifference(few) if few.contains(&standing.candidate) => "good",
            Answer::CannotTell(few) | Answer::NotYet(few) if few.contains(&standing.candidate) => {
                "unsure"
            }
            _ => "0",
        };
        series.put_level(score, level, hover, tone);
    }
    plot.series.push(series);
    Some(plot)
}

fn groups(language: Language, finding: &RaceFinding, kind: GroupKind, title: &str) -> Option<Plot> {
    let groups: Vec<_> = finding.groups.iter().filter(|group| group.group.kind() == kind).collect();
    if groups.is_empty() {
        return None;
    }
    // Commits and scans have no common scale, nor do small and large blocks if each load has the same weight.
    let (how, axis) = match finding.score {
        Score::Mean => (text::group_means(language), language.unit("MiB/s")),
        Score::Ratio => (text::group_ratios(language), text::percent_of_best(language)),
    };
    let mut plot = Plot::new(title, how, "", axis);
    plot.y.zero = true;
    plot.x.names = groups.iter().map(|group| group_label(language, &group.group)).collect();
    for (candidate, name) in layout_names(language, finding).into_iter().enumerate() {
        let mut series = PlotSeries::bars(name, candidate);
        let mut any = false;
        for (place, group) in groups.iter().enumerate() {
            let Some(mean) = group.means().get(candidate).copied().flatten() else { continue };
            any = true;
            let values = text::Bar {
                name,
                group: &group_label(language, &group.group),
                value: &bar_value(language, finding, group, candidate),
            };
            let hover = text::bar(language, &values);
            let bar = mean.times(1.0 / full(finding, group));
            series.put(place as f64, &bar, hover, &candidate.to_string());
        }
        if any {
            plot.series.push(series);
        }
    }
    Some(plot)
}

/// The mean that is one unit of the axis: MiB/s, or nanoseconds where latency ranks.
fn full(finding: &RaceFinding, group: &GroupFinding) -> f64 {
    let means = group.means().iter().flatten().map(|mean| mean.value);
    let best = match finding.criterion {
        Criterion::LatencyP99 => means.reduce(f64::min),
        Criterion::Throughput => means.reduce(f64::max),
    };
    best.filter(|_| finding.score == Score::Ratio).map_or(1.0, |best| best / 100.0)
}

/// A bar's mean in its unit, with the number of points if it has fewer than the others.
fn bar_value(
    language: Language,
    finding: &RaceFinding,
    group: &GroupFinding,
    candidate: usize,
) -> String {
    let (unit, per) = unit(finding, group);
    let mean = group.means()[candidate].unwrap_or_default().times(per);
    let value = words::estimate(language, &mean, &rate_word(language, unit));
    if at_fewer(group, candidate) {
        text::bar_fewer(language, &value, group.measured_loads[candidate] as u64)
    } else {
        value
    }
}
