//! The comparison of layouts: standings with intervals, and means by block size and role.

use super::plot::{Plot, PlotSeries};
use crate::catalogue::{race as text, study};
use crate::language::Language;
use crate::studies::{
    RankUnit, at_fewer, direction, group_label, has_unknown_order, in_order, layout_name,
    layout_names, ranking, ranking_unit, unit,
};
use crate::words;
use crate::words::figure::rate_word;
use crate::words::point_load::{point_loads, point_loads_in_any_order};
use maud::{Markup, html};
use record::race::{
    Answer, CandidateResult, Criterion, GroupFinding, GroupKind, RaceFinding, Score,
};
use record::{PointRecord, StageRecord};
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

/// One grid: a layout with one direction, order and fill level.
/// It becomes a table, not an image, so that it can be read aloud, copied into a spreadsheet and printed, and needs no script.
#[derive(Clone, Copy, Debug, PartialEq)]
struct HeatSheet<'a> {
    layout: &'a str,
    read_percent: f64,
    /// None if the record does not say.
    random: Option<bool>,
    fill_percent: u8,
}

/// The mean of a point's repeats, by block size, threads and depth.
#[derive(Default)]
struct HeatGrid {
    blocks: Vec<u64>,
    threads: Vec<u32>,
    depths: Vec<u32>,
    /// Load, MiB/s, and whether all layouts have this point.
    points: Vec<(PointLoad, f64, bool)>,
}

/// The grids of all layouts of a stage; none if its points form no grid.
pub(super) fn maps(language: Language, points: &[PointRecord]) -> Markup {
    let known =
        |point: &&PointRecord| point.purpose.counts() && point.measured.mibps.value.is_finite();
    let points: Vec<&PointRecord> = points.iter().filter(known).collect();
    let top = points.iter().map(|point| point.measured.mibps.value).fold(0.0, f64::max);
    let sheets = sheets(&points);
    let grids = sheets.iter().map(|sheet| (*sheet, grid(&points, sheet, &sheets)));
    let grids: Vec<(HeatSheet<'_>, HeatGrid)> = grids.collect();
    // If one of them is a grid, the others are shown as far as they are known.
    if !grids.iter().any(|(_, grid)| grid.is_one()) {
        return html! {};
    }
    html! {
        div.heats {
            h3 { (study::every_point(language)) }
            p.small { (study::every_point_text(language)) }
            @for (sheet, grid) in &grids { (table(language, sheet, grid, top)) }
        }
    }
}

/// The sheets, layouts in the order of their first points.
fn sheets<'a>(points: &[&'a PointRecord]) -> Vec<HeatSheet<'a>> {
    let mut all: Vec<HeatSheet<'a>> = Vec::new();
    let mut layouts: Vec<&str> = Vec::new();
    for point in points {
        let sheet = sheet_of(point);
        if !all.contains(&sheet) {
            all.push(sheet);
        }
        if !layouts.contains(&sheet.layout) {
            layouts.push(sheet.layout);
        }
    }
    let place = |sheet: &HeatSheet<'_>| layouts.iter().position(|name| *name == sheet.layout);
    all.sort_by(|a, b| {
        let key = |s: &HeatSheet<'_>| (place(s), s.fill_percent, s.random);
        key(a).cmp(&key(b)).then_with(|| b.read_percent.total_cmp(&a.read_percent))
    });
    all
}

fn sheet_of(point: &PointRecord) -> HeatSheet<'_> {
    let load = &point.point.load;
    HeatSheet {
        layout: &point.point.subject,
        read_percent: load.read_percent,
        random: point.order(),
        fill_percent: point.point.fill_percent,
    }
}

fn grid(points: &[&PointRecord], sheet: &HeatSheet<'_>, sheets: &[HeatSheet<'_>]) -> HeatGrid {
    let mut sums: Vec<(PointLoad, f64, f64)> = Vec::new();
    let mut grid = HeatGrid::default();
    for point in points.iter().filter(|point| sheet_of(point) == *sheet) {
        let (load, value) = (point.point.load, point.measured.mibps.value);
        match sums.iter_mut().find(|(known, ..)| *known == load) {
            Some((_, sum, count)) => (*sum, *count) = (*sum + value, *count + 1.0),
            None => sums.push((load, value, 1.0)),
        }
        grid.blocks.push(load.block.0);
        grid.threads.push(load.threads);
        grid.depths.push(load.depth);
    }
    grid.blocks.sort_unstable();
    grid.blocks.dedup();
    grid.threads.sort_unstable();
    grid.threads.dedup();
    grid.depths.sort_unstable();
    grid.depths.dedup();
    // The sheets of the same kind of all layouts.
    let alike =
        sheets.iter().filter(|other| HeatSheet { layout: sheet.layout, ..**other } == *sheet);
    let alike: Vec<&HeatSheet<'_>> = alike.collect();
    let all_have = |load: &PointLoad| {
        let has = |other: &HeatSheet<'_>| {
            points.iter().any(|point| point.point.load == *load && sheet_of(point) == *other)
        };
        alike.iter().all(|other| has(other))
    };
    let point = |(load, sum, count): (PointLoad, f64, f64)| (load, sum / count, all_have(&load));
    grid.points = sums.into_iter().map(point).collect();
    grid
}

impl HeatGrid {
    /// Whether it is a grid: at least two of its three lists have more than one value.
    fn is_one(&self) -> bool {
        let lists = [self.blocks.len(), self.threads.len(), self.depths.len()];
        lists.iter().filter(|values| **values > 1).count() > 1
    }

    fn at(&self, block: u64, threads: u32, depth: u32) -> Option<f64> {
        let here =
            |load: &PointLoad| (load.block.0, load.threads, load.depth) == (block, threads, depth);
        self.points.iter().find(|(load, ..)| here(load)).map(|(_, value, _)| *value)
    }

    /// The plain mean of the points that `of` selects, among those that all layouts have.
    fn mean(&self, of: impl Fn(&PointLoad) -> bool) -> f64 {
        let picked = self.points.iter().filter(|(load, _, shared)| *shared && of(load));
        let picked: Vec<f64> = picked.map(|(_, value, _)| *value).collect();
        picked.iter().sum::<f64>() / picked.len() as f64
    }
}

fn table(language: Language, sheet: &HeatSheet<'_>, grid: &HeatGrid, top: f64) -> Markup {
    let kind = in_order(language, sheet.random, &direction(language, sheet.read_percent));
    let load = study::layout_load(language, layout_name(language, sheet.layout), &kind);
    let caption = match sheet.fill_percent {
        0 => load,
        percent => study::percent_full(language, &load, percent.into()),
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label=(caption) {
            table.heat {
                caption { span { (caption) } }
                thead {
                    tr {
                        th scope="col" { (study::threads(language)) }
                        @for threads in &grid.threads { th.group scope="colgroup" colspan=(grid.depths.len()) { (threads) } }
                        th scope="col" { "" }
                    }
                    tr {
                        th scope="col" { (study::kib_depth(language)) }
                        @for _ in &grid.threads { @for depth in &grid.depths { th scope="col" { (depth) } } }
                        th scope="col" { (study::mean(language)) }
                    }
                }
                tbody {
                    @for block in &grid.blocks {
                        tr {
                            th scope="row" { (language.digits(&base::number::trimmed(*block as f64 / 1024.0, 1))) }
                            @for threads in &grid.threads {
                                @for depth in &grid.depths { (point(language, grid.at(*block, *threads, *depth), top)) }
                            }
                            td.mean { (number(language, grid.mean(|load| load.block.0 == *block))) }
                        }
                    }
                    // With a single row the means would repeat it.
                    @if grid.blocks.len() > 1 { (means(language, grid)) }
                }
            }
        }
    }
}

/// The last row: the mean of each column.
fn means(language: Language, grid: &HeatGrid) -> Markup {
    html! {
        tr {
            th scope="row" { (study::mean(language)) }
            @for threads in &grid.threads {
                @for depth in &grid.depths {
                    td.mean { (number(language, grid.mean(|load| (load.threads, load.depth) == (*threads, *depth)))) }
                }
            }
            td.mean { (number(language, grid.mean(|_| true))) }
        }
    }
}

fn point(language: Language, value: Option<f64>, top: f64) -> Markup {
    match value {
        Some(value) => {
            let share = format!("--heat:{:.2}", (value / top).clamp(0.0, 1.0));
            html! { td.cell style=(share) { (number(language, value)) } }
        }
        None => html! { td { "-" } },
    }
}

fn number(language: Language, value: f64) -> String {
    if value.is_finite() { language.number(value) } else { "-".to_owned() }
}
