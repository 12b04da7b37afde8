//! Layouts side by side: standings with intervals, means by block size and role, and price against throughput.

use super::plot::{Plot, Series};
use crate::studies::by_candidate;
use crate::words;
use study::race::{Answer, GroupKind, RaceFinding};

pub(super) fn plots(finding: &RaceFinding) -> Vec<Plot> {
    let mut plots = Vec::new();
    plots.extend(standings(finding));
    plots.extend(price(finding));
    let kinds = [
        (GroupKind::Block, "Layouts by block size"),
        (GroupKind::Role, "Layouts by role"),
        (GroupKind::Direction, "Layouts by direction"),
        (GroupKind::Fill, "Layouts by fill"),
    ];
    plots.extend(kinds.into_iter().filter_map(|(kind, title)| groups(finding, kind, title)));
    plots
}

/// The descriptor of the whole race: the ends of its lists.
fn descriptor(finding: &RaceFinding) -> String {
    let list = |of: &dyn Fn(&workload::Load) -> f64| {
        let mut values: Vec<f64> = finding.points.iter().map(|point| of(&point.load)).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        match &values[..] {
            [one] => one.to_string(),
            [first, .., last] if values.len() > 6 => format!("({first}-{last})"),
            few => format!("({})", few.iter().map(f64::to_string).collect::<Vec<_>>().join(",")),
        }
    };
    let reads = finding.points.iter().any(|point| point.load.read_percent > 0.0);
    let writes = finding.points.iter().any(|point| point.load.writes());
    let kind = match (reads, writes) {
        (true, true) => "(R,W)",
        (true, false) => "R",
        _ => "W",
    };
    let random = finding.points.iter().any(|point| point.load.random);
    let order = match (random, finding.points.iter().all(|point| point.load.random)) {
        (true, true) => "random",
        (true, false) => "(random,sequential)",
        _ => "sequential",
    };
    format!(
        "-k{kind} -b{} -o{} -t{} -f{order} -R({})",
        list(&|load| load.block.0 as f64 / 1024.0),
        list(&|load| f64::from(load.depth)),
        list(&|load| f64::from(load.threads)),
        by_candidate(finding).join(",")
    )
}

fn standings(finding: &RaceFinding) -> Option<Plot> {
    let ran: Vec<_> = finding.standings.iter().filter(|s| s.mean_mibps.value.is_finite()).collect();
    if ran.is_empty() {
        return None;
    }
    let text = "Weighted mean over all points with its interval; best on top.";
    let mut plot = Plot::new("Standings", text, "MiB/s", "");
    plot.descriptor = descriptor(finding);
    plot.rows = Some(ran.len());
    plot.wide = true;
    plot.x.zero = true;
    plot.y.names = ran.iter().rev().map(|s| s.name.clone()).collect();
    let mut series = Series::points("layouts");
    for (place, standing) in ran.iter().enumerate() {
        let level = (ran.len() - 1 - place) as f64;
        let hover =
            format!("{}: {}", standing.name, words::estimate(&standing.mean_mibps, "MiB/s"));
        let tone = match &finding.answer {
            Answer::Best(one) if *one == standing.candidate => "good",
            Answer::NoDifference(few) if few.contains(&standing.candidate) => "good",
            Answer::CannotTell(few) | Answer::NotYet(few) if few.contains(&standing.candidate) => {
                "unsure"
            }
            _ => "0",
        };
        series.put_level(&standing.mean_mibps, level, hover, tone);
    }
    plot.series.push(series);
    Some(plot)
}

fn price(finding: &RaceFinding) -> Option<Plot> {
    let priced = || {
        finding
            .standings
            .iter()
            .filter_map(|s| Some((s, s.price?)).filter(|(s, _)| s.mean_mibps.value.is_finite()))
    };
    if priced().count() < 2 {
        return None;
    }
    let text = "To the upper left is more for less.";
    let mut plot = Plot::new("Price against throughput", text, "price", "MiB/s");
    (plot.x.zero, plot.y.zero) = (true, true);
    plot.descriptor = descriptor(finding);
    let mut series = Series::points("layouts");
    for (standing, price) in priced() {
        let mean = &standing.mean_mibps;
        let hover = format!(
            "{}: {} for {}",
            standing.name,
            words::estimate(mean, "MiB/s"),
            words::number(price)
        );
        series.put_named((price, mean.value), hover, "0", &standing.name);
    }
    plot.series.push(series);
    Some(plot)
}

fn groups(finding: &RaceFinding, kind: GroupKind, title: &str) -> Option<Plot> {
    let groups: Vec<_> = finding.groups.iter().filter(|group| group.kind == kind).collect();
    if groups.is_empty() {
        return None;
    }
    let text = "Means with their intervals; taller is better.";
    let mut plot = Plot::new(title, text, "", "MiB/s");
    plot.y.zero = true;
    plot.descriptor = descriptor(finding);
    plot.x.names = groups.iter().map(|group| group.label.clone()).collect();
    for (candidate, name) in by_candidate(finding).into_iter().enumerate() {
        let mut series = Series::bars(name, candidate);
        let mut any = false;
        for (place, group) in groups.iter().enumerate() {
            let mean = group.means_mibps.get(candidate).filter(|mean| mean.value.is_finite());
            let Some(mean) = mean else { continue };
            any = true;
            let hover = format!("{name} at {}: {}", group.label, words::estimate(mean, "MiB/s"));
            series.put(place as f64, mean, hover, &candidate.to_string());
        }
        if any {
            plot.series.push(series);
        }
    }
    Some(plot)
}
