//! The grid of each layout as a table of coloured points: block sizes vertically, threads and depths horizontally.
//!
//! It is a table, not an image, so that it can be read aloud, copied into a spreadsheet and printed, and needs no script.

use crate::catalogue::study as text;
use crate::language::Language;
use crate::studies::layout_name;
use crate::studies::{direction, in_order};
use maud::{Markup, html};
use record::PointRecord;
use workload::PointLoad;

/// One grid: a layout with one direction, order and fill level.
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
            h3 { (text::every_point(language)) }
            p.small { (text::every_point_text(language)) }
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
    let load = text::layout_load(language, layout_name(language, sheet.layout), &kind);
    let caption = match sheet.fill_percent {
        0 => load,
        percent => text::percent_full(language, &load, percent.into()),
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label=(caption) {
            table.heat {
                caption { span { (caption) } }
                thead {
                    tr {
                        th scope="col" { (text::threads(language)) }
                        @for threads in &grid.threads { th.group scope="colgroup" colspan=(grid.depths.len()) { (threads) } }
                        th scope="col" { "" }
                    }
                    tr {
                        th scope="col" { (text::kib_depth(language)) }
                        @for _ in &grid.threads { @for depth in &grid.depths { th scope="col" { (depth) } } }
                        th scope="col" { (text::mean(language)) }
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
            th scope="row" { (text::mean(language)) }
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
