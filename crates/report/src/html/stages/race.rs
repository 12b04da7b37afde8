//! Layouts side by side: standings with intervals, means by block size and role, and price against throughput.

use super::plot::{Plot, PlotSeries};
use crate::language::Language;
use crate::studies::{at_fewer, by_candidate, order_untold, ranking, ranking_unit, unit};
use crate::words;
use record::StageRecord;
use record::race::{Answer, Criterion, GroupFinding, GroupKind, RaceFinding, Score, Standing};
use summary::Estimate;
use workload::PointLoad;

pub(super) fn plots(finding: &RaceFinding, stage: &StageRecord) -> Vec<Plot> {
    let mut plots = Vec::new();
    plots.extend(standings(finding));
    plots.extend(price(finding));
    let kinds = [
        (GroupKind::Block, "Layouts by block size"),
        (GroupKind::Role, "Layouts by role"),
        (GroupKind::Direction, "Layouts by direction"),
        (GroupKind::Order, "Layouts by order"),
        (GroupKind::Depth, "Layouts by depth"),
        (GroupKind::Fill, "Layouts by fill"),
    ];
    plots.extend(kinds.into_iter().filter_map(|(kind, title)| groups(finding, kind, title)));
    if order_untold(finding, stage) {
        for plot in &mut plots {
            plot.descriptor = plot.descriptor.replace(" -fsequential ", " -f(not told) ");
        }
    }
    plots
}

/// The descriptor of the whole race.
fn descriptor(finding: &RaceFinding) -> String {
    let loads: Vec<PointLoad> = finding.loads.iter().map(|weighted| weighted.load).collect();
    format!("{} -R({})", workload::descriptor(&loads), by_candidate(finding).join(","))
}

/// What ranks, its unit, and how to read it.
fn measure(finding: &RaceFinding) -> (&'static str, &'static str) {
    let unit = ranking_unit(finding);
    match unit {
        "MiB/s" => (unit, "Weighted mean over all points with its interval; best on top."),
        "score" if finding.criterion == Criterion::Price => {
            (unit, "Throughput for the price, the first being 100; best on top.")
        }
        "score" => (
            unit,
            "Weighted geometric mean of the ratios at each load, the first being 100, with the interval of the lead; best on top.",
        ),
        _ => (
            unit,
            "Weighted geometric mean of the 99th percentiles at each load with its interval; lower is better, best on top.",
        ),
    }
}

/// The layouts that ran, each with the number that ranks it.
fn ran(finding: &RaceFinding) -> Vec<(&Standing, Estimate)> {
    let all = finding.standings.iter().zip(ranking(finding));
    all.filter(|(_, score)| score.value.is_finite()).collect()
}

fn standings(finding: &RaceFinding) -> Option<Plot> {
    let ran = ran(finding);
    if ran.is_empty() {
        return None;
    }
    let (unit, text) = measure(finding);
    let mut plot = Plot::new("Standings", text, unit, "");
    plot.descriptor = descriptor(finding);
    plot.rows = Some(ran.len());
    plot.wide = true;
    plot.x.zero = true;
    plot.y.names = ran.iter().rev().map(|(s, _)| s.name.clone()).collect();
    let mut series = PlotSeries::points("layouts");
    for (place, (standing, score)) in ran.iter().enumerate() {
        let level = (ran.len() - 1 - place) as f64;
        let hover = format!("{}: {}", standing.name, words::estimate(Language::En, score, unit));
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

fn price(finding: &RaceFinding) -> Option<Plot> {
    let ran = ran(finding);
    let priced = || ran.iter().filter_map(|(s, score)| Some((s, score, s.price?)));
    if priced().count() < 2 {
        return None;
    }
    let unit = measure(finding).0;
    if finding.criterion != Criterion::Throughput {
        return None;
    }
    let text = "To the upper left is more for less.";
    let title = if unit == "score" { "Price against score" } else { "Price against throughput" };
    let mut plot = Plot::new(title, text, "price", unit);
    (plot.x.zero, plot.y.zero) = (true, true);
    plot.descriptor = descriptor(finding);
    let mut series = PlotSeries::points("layouts");
    for (standing, score, price) in priced() {
        let shown = words::estimate(Language::En, score, unit);
        let hover = format!("{}: {shown} for {}", standing.name, words::number(price));
        series.put_named((price, score.value), hover, "0", &standing.name);
    }
    plot.series.push(series);
    Some(plot)
}

fn groups(finding: &RaceFinding, kind: GroupKind, title: &str) -> Option<Plot> {
    let groups: Vec<_> = finding.groups.iter().filter(|group| group.kind == kind).collect();
    if groups.is_empty() {
        return None;
    }
    // Commits and scans are of no common scale, nor are small blocks and large ones where each load counts the same.
    let (text, axis) = match finding.score {
        Score::Mean => ("Means with their intervals; taller is better.", "MiB/s"),
        Score::Ratio => {
            ("Means with their intervals, the best of each group being 100.", "% of best")
        }
    };
    let mut plot = Plot::new(title, text, "", axis);
    plot.y.zero = true;
    plot.descriptor = descriptor(finding);
    plot.x.names = groups.iter().map(|group| group.label.clone()).collect();
    for (candidate, name) in by_candidate(finding).into_iter().enumerate() {
        let mut series = PlotSeries::bars(name, candidate);
        let mut any = false;
        for (place, group) in groups.iter().enumerate() {
            let mean = group.means().get(candidate).filter(|mean| mean.value.is_finite());
            let Some(mean) = mean else { continue };
            any = true;
            let hover =
                format!("{name} at {}: {}", group.label, bar_told(finding, group, candidate));
            let bar = times(mean, 1.0 / full(finding, group));
            series.put(place as f64, &bar, hover, &candidate.to_string());
        }
        if any {
            plot.series.push(series);
        }
    }
    Some(plot)
}

/// So many MiB/s are one of the axis.
fn full(finding: &RaceFinding, group: &GroupFinding) -> f64 {
    let most = group.means().iter().map(|mean| mean.value).fold(f64::NAN, f64::max);
    let best = match finding.criterion {
        Criterion::LatencyP99 => {
            group.means().iter().map(|mean| mean.value).fold(f64::NAN, f64::min)
        }
        Criterion::Throughput | Criterion::Price => most,
    };
    if finding.score == Score::Ratio { best / 100.0 } else { 1.0 }
}

fn times(of: &Estimate, by: f64) -> Estimate {
    Estimate { value: of.value * by, low: of.low * by, high: of.high * by, ..*of }
}

/// A bar's mean in its unit, and what it rests on where that is less than what the others rest on.
fn bar_told(finding: &RaceFinding, group: &GroupFinding, candidate: usize) -> String {
    let (unit, per) = unit(finding, group);
    let told = words::estimate(Language::En, &times(&group.means()[candidate], per), unit);
    match at_fewer(group, candidate) {
        true => format!("{told}, by its ratio at {} of the points", group.seen[candidate]),
        false => told,
    }
}
