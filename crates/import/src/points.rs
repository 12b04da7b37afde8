//! Results of other tools as points of a record: what was loaded, by which load, and its throughput.
//!
//! Takes text; gives rows for [`study::RecordedPoints`], or every line without a figure that a point needs. Guesses no figure.

use crate::UNKNOWN;
use crate::grid;
use base::Bytes;
use compat::import::contents::{Direction, Row, Run, Test};
use compat::import::runs;
use study::RecordedRow;
use workload::{PointLoad, SyncMode};

/// What is one point of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointUnit {
    /// What the tool reports as one unit, such as a job.
    Row,
    /// Everything that ran at the same time.
    Together,
}

/// The points of a file, by the names of their disks.
///
/// # Errors
/// Every invalid line, with its number from 1.
pub fn read(
    name: &str,
    text: &str,
    unit: PointUnit,
) -> Result<Vec<RecordedRow>, Vec<(usize, String)>> {
    if grid::is_grid(text) {
        return grid::read(text);
    }
    let runs = runs(name, text).unwrap_or_else(|| Err(vec![(1, UNKNOWN.to_owned())]))?;
    let (mut points, mut troubles) = (Vec::new(), Vec::new());
    for run in &runs {
        for test in &run.tests {
            let rows = match unit {
                PointUnit::Row => test.rows.clone(),
                PointUnit::Together => together(test).into_iter().collect(),
            };
            for row in rows {
                match point(run, &row) {
                    Ok(point) => points.push(point),
                    Err(lack) => troubles.push((row.line.max(run.line).max(1), lack)),
                }
            }
        }
    }
    if troubles.is_empty() { Ok(points) } else { Err(troubles) }
}

/// The rows of a test as one.
fn together(test: &Test) -> Option<Row> {
    let (first, others) = test.rows.split_first()?;
    Some(others.iter().fold(first.clone(), |sum, row| Row {
        mibps: add_known(mibps(&sum), mibps(row)).map(|mibps| (mibps, 0.0)),
        block_bytes: sum.block_bytes.filter(|_| sum.block_bytes == row.block_bytes),
        depth: add_known(sum.depth, row.depth),
        random: sum.random.filter(|_| sum.random == row.random),
        targets: [&sum.targets[..], &row.targets[..]].concat(),
        read: add_directions(&sum.read, &row.read),
        write: add_directions(&sum.write, &row.write),
        ..sum
    }))
}

fn add_known(one: Option<f64>, other: Option<f64>) -> Option<f64> {
    Some(one? + other?)
}

fn add_directions(one: &Direction, other: &Direction) -> Direction {
    let add = |one: Option<u64>, other: Option<u64>| Some(one?.saturating_add(other?));
    Direction {
        ios: add(one.ios, other.ios),
        bytes: add(one.bytes, other.bytes),
        ..Direction::default()
    }
}

/// The throughput of both directions.
fn mibps(row: &Row) -> Option<f64> {
    match (row.mibps, row.read.mibps, row.write.mibps) {
        (Some((mibps, _)), ..) => Some(mibps),
        (None, None, None) => None,
        (None, read, write) => Some(read.unwrap_or(0.0) + write.unwrap_or(0.0)),
    }
}

fn point(run: &Run, row: &Row) -> Result<RecordedRow, String> {
    let mibps = mibps(row).filter(|mibps| *mibps > 0.0).ok_or("this result has no throughput")?;
    let [reads, writes] = [&row.read, &row.write].map(|side| side.ios.unwrap_or(0) as f64);
    let ios = reads + writes;
    if ios <= 0.0 {
        return Err("this result says neither how many reads nor how many writes it had".to_owned());
    }
    let bytes = [&row.read, &row.write].map(|side| side.bytes.unwrap_or(0) as f64);
    let block = row.block_bytes.unwrap_or((bytes[0] + bytes[1]) / ios).round();
    if block < 1.0 {
        return Err("this result says no block size".to_owned());
    }
    let mut targets =
        if row.targets.is_empty() { run.targets.clone() } else { row.targets.clone() };
    targets.sort();
    targets.dedup();
    let disks = targets.len().max(1) as u32;
    let depth = row.depth.ok_or("this result says no queue depth")? / f64::from(disks);
    Ok(RecordedRow {
        subject: targets.join(", "),
        load: PointLoad {
            // A mix that was drawn differs a little from run to run.
            read_percent: (100.0 * reads / ios).round(),
            block: Bytes(block as u64),
            random: row.random.unwrap_or(false),
            depth: depth.round().max(1.0) as u32,
            threads: 1,
            sync: SyncMode::None,
        },
        is_order_known: row.random.is_some(),
        mibps,
        disks,
    })
}
