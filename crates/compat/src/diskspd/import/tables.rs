//! The tables of DISKSPD's text: I/O by thread and target, percentiles, processors.

use super::LineProblems;
use crate::import::contents::{Direction, Row};
use crate::import::number;
use record::{Fact, FactGroup, FactKey, FactRemark, FactTitle, FactValue};
use std::ops::Range;

/// Reads the tables of one timespan into its row; the rows of threads become facts.
pub(super) fn read(
    lines: &[&str],
    part: Range<usize>,
    row: &mut Row,
    facts: &mut Vec<FactGroup>,
    wrong: &mut LineProblems,
) {
    let mut total = None;
    for at in part.clone() {
        match lines[at].trim() {
            "Total IO" => {
                total = table(lines, at..part.end, wrong);
                row.line = at + 1;
            }
            "Read IO" => row.read = direction(table(lines, at..part.end, wrong)),
            "Write IO" => row.write = direction(table(lines, at..part.end, wrong)),
            line if line.starts_with("%-ile") => percentiles(lines, at..part.end, row, wrong),
            line if line.starts_with("avg.|") || line.starts_with("avg:") => {
                facts.extend(processors(line));
            }
            _ => {}
        }
    }
    let Some(total) = total else {
        let line = part.start + 1;
        if wrong.iter().all(|known| known.0 < line) {
            wrong.push((line, "the results that start here have no table \"Total IO\"".to_owned()));
        }
        return;
    };
    row.iops = total.cell(&["I/O per s"]);
    row.mibps = total.cell(&["MiB/s", "MB/s"]);
    row.mean_ns = total
        .cell(&["AvgLat", "AvgLat(ms)"])
        .map(|(ms, step)| (ms * 1e6, step * 1e6))
        .filter(|n| n.0 > 0.0);
    if !total.threads.is_empty() {
        let title = FactTitle::ImportedThreads { line: part.start + 1 };
        facts.push(FactGroup { title, rows: total.threads });
    }
}

/// The sums of one table, with the names of its columns, and its rows as facts.
struct TextTable {
    names: Vec<String>,
    sums: Vec<String>,
    threads: Vec<Fact>,
}

impl TextTable {
    /// A value and one unit of its last decimal, from the column with any of these names, which vary by version.
    fn cell(&self, names: &[&str]) -> Option<(f64, f64)> {
        let column = self.names.iter().position(|name| names.contains(&name.as_str()))?;
        let text = self.sums.get(column)?;
        Some((number::plain(text)?, number::step(text)))
    }
}

fn cells(line: &str) -> Vec<String> {
    line.split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// The table whose title is in the first line of `part`.
fn table(lines: &[&str], part: Range<usize>, wrong: &mut LineProblems) -> Option<TextTable> {
    let title = lines[part.start].trim();
    let mut names = Vec::new();
    let mut threads = Vec::new();
    for (at, line) in lines.iter().enumerate().take(part.end).skip(part.start + 1) {
        let line = line.trim();
        if line.starts_with("thread |") {
            names = cells(line);
        } else if let Some(sums) = line.strip_prefix("total:") {
            let mut sums = cells(sums);
            // "total:" takes the first column, so the first cell of the sums belongs to the second.
            sums.insert(0, String::new());
            let counts = sums.get(1..3).unwrap_or_default();
            if counts.len() < 2 || counts.iter().any(|count| number::whole(count).is_none()) {
                wrong.push((
                    at + 1,
                    format!("the sums of \"{title}\" are not whole numbers of bytes and I/Os"),
                ));
                return None;
            }
            return Some(TextTable { names, sums, threads });
        } else if names.is_empty() && !line.is_empty() && !line.starts_with("---") {
            break;
        } else if line.contains('|') {
            let row = cells(line);
            let get = |name: &str| {
                let column = names.iter().position(|known| known == name)?;
                row.get(column).cloned()
            };
            let name = format!("thread {}", row[0]);
            let rate = get("I/O per s").unwrap_or_default();
            let value = FactValue::of_number(&rate, FactValue::Iops);
            threads.push(Fact::new(name, value).with(get("file").map(FactRemark::Written)));
        }
    }
    wrong.push((part.start + 1, format!("the table \"{title}\" has no sums: the file is cut off")));
    None
}

fn direction(table: Option<TextTable>) -> Direction {
    let Some(table) = table else { return Direction::default() };
    let count = |column: usize| table.sums.get(column).and_then(|text| number::whole(text));
    let mean = table.cell(&["AvgLat", "AvgLat(ms)"]).map(|n| n.0 * 1e6);
    Direction {
        bytes: count(1),
        ios: count(2),
        iops: table.cell(&["I/O per s"]).map(|n| n.0),
        mibps: table.cell(&["MiB/s", "MB/s"]).map(|n| n.0),
        mean_ns: mean.filter(|ns| *ns > 0.0),
        ..Direction::default()
    }
}

/// Percentiles of both directions, from the last table, which covers all targets.
fn percentiles(lines: &[&str], part: Range<usize>, row: &mut Row, wrong: &mut LineProblems) {
    row.read.quantiles.clear();
    row.write.quantiles.clear();
    for (at, line) in lines.iter().enumerate().take(part.end).skip(part.start + 1) {
        let line = line.trim();
        if line.starts_with("---") {
            continue;
        }
        let cells = cells(line);
        let [name, read, write, _] = &cells[..] else { return };
        for (direction, text) in [(&mut row.read, read), (&mut row.write, write)] {
            if text == "N/A" {
                continue;
            }
            let Some(ms) = number::plain(text) else {
                wrong.push((at + 1, format!("\"{text}\" is not a latency in milliseconds")));
                continue;
            };
            let ns = number::ms_to_ns(ms);
            match (name.as_str(), quantile(name)) {
                ("min", _) => direction.min_ns = Some(ns),
                ("max", _) => direction.max_ns = Some(ns),
                (_, Some(share)) => direction.quantiles.push((share, ns)),
                (_, None) => wrong.push((at + 1, format!("\"{name}\" is not a percentile"))),
            }
        }
        if name == "max" {
            return;
        }
    }
}

/// `99th` is 0.99, `4-nines` 0.9999.
fn quantile(name: &str) -> Option<f64> {
    if let Some(nines) = name.strip_suffix("-nines") {
        let nines: i32 = nines.parse().ok().filter(|n| (1..=12).contains(n))?;
        return Some(1.0 - 0.1f64.powi(nines));
    }
    let percent: f64 = name.strip_suffix("th")?.parse().ok()?;
    (0.0..100.0).contains(&percent).then_some(percent / 100.0)
}

fn processors(line: &str) -> Option<FactGroup> {
    let cells = cells(line.trim_start_matches("avg.|").trim_start_matches("avg:"));
    let usage = cells.first().filter(|cell| cell.ends_with('%'))?;
    let rows = vec![Fact::new(FactKey::CpuUse, usage.clone()).with(FactRemark::MeanOfCpus)];
    Some(FactGroup { title: FactTitle::ImportedProcessors, rows })
}
