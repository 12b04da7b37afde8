//! Orion's tables: rows of large loads, columns of small ones, one figure for each measured point.

use super::{key, point, subject};
use crate::import::contents::Run;
use crate::import::{ReaderResult, number};
use record::note::ImportNote;

/// Reads a table; the file's name says what the figures are.
pub fn read(name: &str, text: &str) -> ReaderResult {
    let lower = name.to_ascii_lowercase();
    let kind = ["_iops.csv", "_lat.csv", "_mbps.csv"].into_iter().find(|end| lower.ends_with(end));
    let Some(kind) = kind else {
        let problem = "a table of Orion does not contain the name of its unit; keep the ending of its file name (_iops.csv, \
                    _lat.csv or _mbps.csv)";
        return Err(vec![(1, problem.to_owned())]);
    };
    let mut run =
        Run { tool: "orion", line: 1, key: key(name), subject: subject(name), ..Run::default() };
    let mut wrong = Vec::new();
    let mut smalls: Vec<Option<u64>> = Vec::new();
    for (line, text) in text.lines().enumerate().map(|(at, text)| (at + 1, text)) {
        let mut cells = text.split(',').map(str::trim);
        let first = cells.next().unwrap_or_default();
        if first == "Large/Small" {
            smalls = cells.map(number::whole).collect();
            if smalls.contains(&None) {
                wrong.push((line, "the loads of the columns are not whole numbers".to_owned()));
            }
            continue;
        }
        if first.is_empty() {
            continue;
        }
        let Some(large) = number::whole(first).filter(|_| !smalls.is_empty()) else {
            wrong.push((
                line,
                format!("\"{first}\" is not a load of large I/Os below a header \"Large/Small\""),
            ));
            continue;
        };
        for (column, cell) in cells.enumerate().filter(|cell| !cell.1.is_empty()) {
            let small = smalls.get(column).copied().flatten();
            let (Some(small), Some(value)) = (small, number::plain(cell)) else {
                wrong.push((
                    line,
                    format!("\"{cell}\" in column {} is not a figure of a load", column + 2),
                ));
                continue;
            };
            let row = point(&mut run.tests, small, large, line);
            let value_and_step = Some((value, number::step(cell)));
            match kind {
                "_iops.csv" => row.iops = value_and_step,
                "_mbps.csv" => row.mibps = value_and_step,
                _ => row.mean_ns = Some((value * 1e6, number::step(cell) * 1e6)),
            }
        }
    }
    if run.tests.is_empty() && wrong.is_empty() {
        wrong.push((1, "the table holds no figure".to_owned()));
    }
    if kind == "_lat.csv" {
        run.notes.push(ImportNote::TakenAsMilliseconds);
    }
    if wrong.is_empty() { Ok(vec![run]) } else { Err(wrong) }
}
