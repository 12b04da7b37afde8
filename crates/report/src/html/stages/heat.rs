//! The grid of each layout as a table of tinted cells: block sizes down, threads and depths across.
//!
//! A table, not a picture: it can be read aloud, copied into a spreadsheet and printed, and needs no script.

use crate::studies::by_candidate;
use crate::words;
use maud::{Markup, html};
use study::race::RaceFinding;
use workload::Load;

/// One grid: a layout under one direction, order and fill.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sheet {
    candidate: usize,
    read_percent: f64,
    random: bool,
    fill_percent: u8,
}

/// The mean of a point's repeats, by block size, threads and depth.
struct Grid {
    blocks: Vec<u64>,
    threads: Vec<u32>,
    depths: Vec<u32>,
    /// Point and MiB/s.
    cells: Vec<(Load, f64)>,
}

/// The grids of all layouts; none where the points are no grid.
pub(super) fn maps(finding: &RaceFinding) -> Markup {
    let names = by_candidate(finding);
    let top = finding.cells.iter().map(|cell| cell.measured.mibps.value).fold(0.0, f64::max);
    let grids: Vec<(Sheet, Grid)> = sheets(finding)
        .into_iter()
        .map(|sheet| (sheet, grid(finding, &sheet)))
        .filter(|(_, grid)| grid.blocks.len() > 1 && grid.depths.len() * grid.threads.len() > 1)
        .collect();
    if grids.is_empty() {
        return html! {};
    }
    html! {
        div.heats {
            h3 { "Every cell" }
            p.small { "MiB/s; the stronger the colour, the faster, on one scale for all layouts. A dash was not measured. The last column is the mean of its row, the last row that of its column." }
            @for (sheet, grid) in &grids { (table(names.get(sheet.candidate).unwrap_or(&"?"), sheet, grid, top)) }
        }
    }
}

fn sheets(finding: &RaceFinding) -> Vec<Sheet> {
    let mut all: Vec<Sheet> = Vec::new();
    for cell in &finding.cells {
        let load = &finding.points[cell.point].load;
        let sheet = Sheet {
            candidate: cell.candidate,
            read_percent: load.read_percent,
            random: load.random,
            fill_percent: cell.fill_percent,
        };
        if !all.contains(&sheet) {
            all.push(sheet);
        }
    }
    all.sort_by(|a, b| {
        let key = |s: &Sheet| (s.candidate, s.fill_percent, s.random);
        key(a).cmp(&key(b)).then_with(|| b.read_percent.total_cmp(&a.read_percent))
    });
    all
}

fn grid(finding: &RaceFinding, sheet: &Sheet) -> Grid {
    let mut sums: Vec<(Load, f64, f64)> = Vec::new();
    let mut grid =
        Grid { blocks: Vec::new(), threads: Vec::new(), depths: Vec::new(), cells: Vec::new() };
    for cell in &finding.cells {
        let load = finding.points[cell.point].load;
        let of = (cell.candidate, load.read_percent, load.random, cell.fill_percent);
        if of != (sheet.candidate, sheet.read_percent, sheet.random, sheet.fill_percent) {
            continue;
        }
        let value = cell.measured.mibps.value;
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
    grid.cells = sums.into_iter().map(|(load, sum, count)| (load, sum / count)).collect();
    grid
}

impl Grid {
    fn at(&self, block: u64, threads: u32, depth: u32) -> Option<f64> {
        let here =
            |load: &Load| (load.block.0, load.threads, load.depth) == (block, threads, depth);
        self.cells.iter().find(|(load, _)| here(load)).map(|(_, value)| *value)
    }

    /// The plain mean of the cells that `of` picks.
    fn mean(&self, of: impl Fn(&Load) -> bool) -> f64 {
        let picked: Vec<f64> =
            self.cells.iter().filter(|(load, _)| of(load)).map(|(_, value)| *value).collect();
        picked.iter().sum::<f64>() / picked.len() as f64
    }
}

fn table(name: &str, sheet: &Sheet, grid: &Grid, top: f64) -> Markup {
    let direction = match sheet.read_percent {
        share if share >= 100.0 => "reads".to_owned(),
        share if share <= 0.0 => "writes".to_owned(),
        share => format!("{share} % reads"),
    };
    let order = if sheet.random { "random" } else { "sequential" };
    let fill = match sheet.fill_percent {
        0 => String::new(),
        percent => format!(", {percent} % full"),
    };
    let caption = format!("{name}: {order} {direction}{fill}");
    html! {
        div.scroll tabindex="0" role="region" aria-label=(caption) {
            table.heat {
                caption { span { (caption) } }
                thead {
                    tr {
                        th scope="col" { "threads" }
                        @for threads in &grid.threads { th.group scope="colgroup" colspan=(grid.depths.len()) { (threads) } }
                        th scope="col" { "" }
                    }
                    tr {
                        th scope="col" { "KiB \u{5c} depth" }
                        @for _ in &grid.threads { @for depth in &grid.depths { th scope="col" { (depth) } } }
                        th scope="col" { "mean" }
                    }
                }
                tbody {
                    @for block in &grid.blocks {
                        tr {
                            th scope="row" { (base::units::trimmed(*block as f64 / 1024.0, 1)) }
                            @for threads in &grid.threads {
                                @for depth in &grid.depths { (cell(grid.at(*block, *threads, *depth), top)) }
                            }
                            td.mean { (number(grid.mean(|load| load.block.0 == *block))) }
                        }
                    }
                    tr {
                        th scope="row" { "mean" }
                        @for threads in &grid.threads {
                            @for depth in &grid.depths {
                                td.mean { (number(grid.mean(|load| (load.threads, load.depth) == (*threads, *depth)))) }
                            }
                        }
                        td.mean { (number(grid.mean(|_| true))) }
                    }
                }
            }
        }
    }
}

fn cell(value: Option<f64>, top: f64) -> Markup {
    match value {
        Some(value) => {
            let share = format!("--heat:{:.2}", (value / top).clamp(0.0, 1.0));
            html! { td.cell style=(share) { (number(value)) } }
        }
        None => html! { td { "-" } },
    }
}

fn number(value: f64) -> String {
    if value.is_finite() { words::number(value) } else { "-".to_owned() }
}
