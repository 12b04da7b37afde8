//! Cells from a record instead of from a disk: somebody's published grid, or what was stored before.
//!
//! Takes rows of plain data, answers every cell that one of them tells; so a study's decisions can be tried without a
//! disk. Reads no file (see the import of grids); adds no noise: a cell that is asked for again gives the same.

use crate::cell::{Ask, Cell, Measured};
use crate::conduct::CellRunner;
use base::Bytes;
use std::collections::HashMap;
use summary::Estimate;
use workload::Load;

/// One cell of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedRow {
    /// The layout, or whatever the cell's subject is.
    pub subject: String,
    /// Share of reads, 0 to 100.
    pub read_percent: f64,
    /// Size of every operation.
    pub block: Bytes,
    /// Outstanding I/Os of each thread.
    pub depth: u32,
    /// Threads.
    pub threads: u32,
    /// Random or sequential; none: the record does not say, and it answers for both.
    pub random: Option<bool>,
    /// The throughput in MiB/s.
    pub mibps: f64,
}

impl RecordedRow {
    /// The row of a cell that was measured before.
    pub fn of(cell: &Cell, measured: &Measured) -> Self {
        Self {
            subject: cell.subject.clone(),
            read_percent: cell.load.read_percent,
            block: cell.load.block,
            depth: cell.load.depth,
            threads: cell.load.threads,
            random: Some(cell.load.random),
            mibps: measured.mibps.value,
        }
    }

    /// The load of the cell; sequential where the record does not say.
    pub fn load(&self) -> Load {
        Load {
            read_percent: self.read_percent,
            block: self.block,
            random: self.random.unwrap_or(false),
            depth: self.depth,
            threads: self.threads,
            ..Load::SEQUENTIAL_READ
        }
    }
}

/// What tells the cells of a record from each other.
type Key = (String, u64, Bytes, u32, u32, Option<bool>);

/// A record that answers as a storage would.
#[derive(Clone, Debug)]
pub struct Recorded {
    cells: HashMap<Key, f64>,
    /// Counted time that a cell is taken to last, in seconds.
    pub cell_s: f64,
    /// Pause before each cell in seconds.
    pub pause_s: f64,
    used_s: f64,
}

/// Why a record gives no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordedError {
    /// A cell that was asked for is not in it.
    #[error(
        "the record does not hold the cell {0}: leave it out of the plan, or add it to the record"
    )]
    Missing(String),
}

impl Recorded {
    /// A record of these cells; of two rows for the same cell the later one counts.
    pub fn new(rows: impl IntoIterator<Item = RecordedRow>) -> Self {
        let key = |row: &RecordedRow| {
            let share = row.read_percent.to_bits();
            (row.subject.clone(), share, row.block, row.depth, row.threads, row.random)
        };
        let cells = rows.into_iter().map(|row| (key(&row), row.mibps)).collect();
        Self { cells, cell_s: 0.0, pause_s: 0.0, used_s: 0.0 }
    }

    /// How many cells it holds.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The throughput of a subject under a load in MiB/s.
    pub fn mibps(&self, subject: &str, load: &Load) -> Option<f64> {
        let share = load.read_percent.to_bits();
        [Some(load.random), None].into_iter().find_map(|random| {
            let key = (subject.to_owned(), share, load.block, load.depth, load.threads, random);
            self.cells.get(&key).copied()
        })
    }

    /// The plain mean of all cells of a subject of this share of reads and this block size, as the classic tables print
    /// it; none without a cell.
    pub fn mean(&self, subject: &str, read_percent: f64, block: Bytes) -> Option<f64> {
        let of = |key: &Key| key.0 == subject && key.1 == read_percent.to_bits() && key.2 == block;
        let mut values: Vec<f64> =
            self.cells.iter().filter(|(key, _)| of(key)).map(|(_, value)| *value).collect();
        // A fixed order, so that the sum is the same to the last bit.
        values.sort_by(f64::total_cmp);
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }
}

impl CellRunner for Recorded {
    type Error = RecordedError;

    fn run(&mut self, ask: &Ask) -> Result<Option<Measured>, Self::Error> {
        let cell = &ask.cell;
        let Some(mibps) = self.mibps(&cell.subject, &cell.load) else {
            return Err(RecordedError::Missing(cell.descriptor()));
        };
        self.used_s += self.pause_s;
        let began_s = self.used_s;
        self.used_s += self.cell_s;
        let iops = mibps * f64::from(1 << 20) / cell.load.block.0.max(1) as f64;
        let outstanding = f64::from(cell.load.depth) * f64::from(cell.load.threads);
        Ok(Some(Measured {
            mibps: Estimate::unknown(mibps),
            iops: Estimate::unknown(iops),
            latency_ns_mean: outstanding / iops.max(f64::MIN_POSITIVE) * 1e9,
            latency_ns_p99: None,
            seconds: self.cell_s,
            settled: true,
            errors: 0,
            began_s,
            cpu_busy_share: None,
            stalls: Vec::new(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Until;

    fn row(depth: u32, random: Option<bool>, mibps: f64) -> RecordedRow {
        RecordedRow {
            subject: "raid1".to_owned(),
            read_percent: 100.0,
            block: Bytes(65_536),
            depth,
            threads: 1,
            random,
            mibps,
        }
    }

    fn ask(depth: u32, random: bool) -> Ask {
        let load = Load { depth, random, ..Load::SEQUENTIAL_READ };
        let until = Until { half_width: 0.1, time_min_ns: 1, time_max_ns: 1, warm_up_ns: 0 };
        Ask { cell: Cell::new("raid1", &[], load), until, purpose: "race" }
    }

    #[test]
    fn a_record_gives_what_it_holds_and_names_what_it_lacks() {
        let mut record = Recorded::new([
            row(1, Some(false), 100.0),
            row(1, Some(true), 10.0),
            row(2, None, 200.0),
        ]);
        let mut value = |ask: &Ask| record.run(ask).map(|seen| seen.unwrap().mibps.value);
        assert_eq!(value(&ask(1, false)), Ok(100.0));
        assert_eq!(value(&ask(1, true)), Ok(10.0));
        assert_eq!(value(&ask(2, true)), Ok(200.0));
        let missing = "raid1 -kR -b64 -o4 -t1 -frandom -R()".to_owned();
        assert_eq!(value(&ask(4, true)), Err(RecordedError::Missing(missing)));
        let mean = record.mean("raid1", 100.0, Bytes(65_536)).unwrap();
        assert!((mean - 310.0 / 3.0).abs() < 1e-12, "{mean}");
        assert_eq!(record.mean("raid1", 0.0, Bytes(65_536)), None);
        let seen = record.run(&ask(1, true)).unwrap().unwrap();
        assert_eq!(RecordedRow::of(&ask(1, true).cell, &seen), row(1, Some(true), 10.0));
    }

    #[test]
    fn a_cells_latency_obeys_littles_law() {
        let mut record = Recorded::new([row(8, None, 100.0)]);
        let seen = record.run(&ask(8, false)).unwrap().unwrap();
        assert!((seen.iops.value * seen.latency_ns_mean / 1e9 - 8.0).abs() < 1e-9);
    }
}
