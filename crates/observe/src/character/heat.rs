//! Counts over time and a second axis, in bounded memory: each axis is made coarser when it gets too long.

use serde::{Deserialize, Serialize};

/// The most columns (time) and rows.
const COLUMNS_MAX: usize = 240;
const ROWS_MAX: usize = 96;
/// The shortest column, and the smallest row of offsets.
const COLUMN_NS: u64 = 100_000_000;
const ROW_BYTES: u64 = 1 << 20;

/// Counts by time and offset, or by time and latency.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HeatMap {
    pub column_ns: u64,
    /// The start of each row: a device offset in bytes, or a latency in nanoseconds.
    pub row_begins: Vec<u64>,
    /// Counts by row, then by column.
    pub counts: Vec<Vec<u64>>,
}

/// Counts of rows of equal width.
pub(super) struct PlaceHeat {
    column_ns: u64,
    row_bytes: u64,
    rows: Vec<Vec<u64>>,
}

impl Default for PlaceHeat {
    fn default() -> Self {
        Self { column_ns: COLUMN_NS, row_bytes: ROW_BYTES, rows: Vec::new() }
    }
}

impl PlaceHeat {
    pub(super) fn add(&mut self, at_ns: u64, offset_bytes: u64, weight: u64) {
        while offset_bytes / self.row_bytes >= ROWS_MAX as u64 {
            self.rows = self.rows.chunks(2).map(joined).collect();
            self.row_bytes = self.row_bytes.saturating_mul(2);
        }
        let row = (offset_bytes / self.row_bytes) as usize;
        count(&mut self.rows, &mut self.column_ns, at_ns, row, weight);
    }

    pub(super) fn map(self) -> HeatMap {
        let row_begins = (0..self.rows.len() as u64).map(|row| row * self.row_bytes).collect();
        finished(self.column_ns, row_begins, self.rows)
    }
}

/// Counts of latencies, four rows per doubling.
pub(super) struct LatencyHeat {
    column_ns: u64,
    rows: Vec<Vec<u64>>,
}

impl Default for LatencyHeat {
    fn default() -> Self {
        Self { column_ns: COLUMN_NS, rows: Vec::new() }
    }
}

/// The first row: up to about 8 us.
const LATENCY_SHIFT: f64 = 13.0;
const ROWS_PER_DOUBLING: f64 = 4.0;

impl LatencyHeat {
    pub(super) fn add(&mut self, at_ns: u64, latency_ns: u64) {
        let row = ((latency_ns.max(1) as f64).log2() - LATENCY_SHIFT) * ROWS_PER_DOUBLING;
        let row = (row.max(0.0) as usize).min(ROWS_MAX - 1);
        count(&mut self.rows, &mut self.column_ns, at_ns, row, 1);
    }

    pub(super) fn map(self) -> HeatMap {
        let begin = |row: usize| match row {
            0 => 0,
            _ => 2f64.powf(LATENCY_SHIFT + row as f64 / ROWS_PER_DOUBLING) as u64,
        };
        let row_begins = (0..self.rows.len()).map(begin).collect();
        finished(self.column_ns, row_begins, self.rows)
    }
}

fn count(rows: &mut Vec<Vec<u64>>, column_ns: &mut u64, at_ns: u64, row: usize, weight: u64) {
    while at_ns / *column_ns >= COLUMNS_MAX as u64 {
        for row in rows.iter_mut() {
            *row = row.chunks(2).map(|pair| pair.iter().sum()).collect();
        }
        *column_ns = column_ns.saturating_mul(2);
    }
    let column = (at_ns / *column_ns) as usize;
    if rows.len() <= row {
        rows.resize(row + 1, Vec::new());
    }
    if rows[row].len() <= column {
        rows[row].resize(column + 1, 0);
    }
    rows[row][column] += weight;
}

fn joined(pair: &[Vec<u64>]) -> Vec<u64> {
    let length = pair.iter().map(Vec::len).max().unwrap_or(0);
    let at = |index: usize| pair.iter().filter_map(|row| row.get(index)).sum();
    (0..length).map(at).collect()
}

/// Makes all rows as long as the longest.
fn finished(column_ns: u64, row_begins: Vec<u64>, mut counts: Vec<Vec<u64>>) -> HeatMap {
    let columns = counts.iter().map(Vec::len).max().unwrap_or(0);
    counts.iter_mut().for_each(|row| row.resize(columns, 0));
    HeatMap { column_ns, row_begins, counts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_axes_get_coarser_and_nothing_is_lost() {
        let mut heat = PlaceHeat::default();
        for step in 0..10_000u64 {
            heat.add(step * COLUMN_NS, step * (ROW_BYTES / 2), 1);
        }
        let map = heat.map();
        assert!(map.counts.len() <= ROWS_MAX && map.counts[0].len() <= COLUMNS_MAX);
        assert_eq!(map.counts.iter().flatten().sum::<u64>(), 10_000);
        // The load walked along the diagonal.
        let (last, first) = (map.counts.last().expect("it has rows"), &map.counts[0]);
        assert!(first[0] > 0 && last[0] == 0 && *last.last().expect("it has columns") > 0);
    }

    #[test]
    fn latencies_have_their_rows() {
        let mut heat = LatencyHeat::default();
        [5_000, 100_000, 100_000, 90_000_000].into_iter().for_each(|ns| heat.add(0, ns));
        let map = heat.map();
        let row_of =
            |ns: u64| map.row_begins.iter().rposition(|begin| *begin <= ns).expect("it has one");
        assert_eq!(
            (map.counts[row_of(100_000)][0], map.counts[row_of(90_000_000)][0], map.counts[0][0]),
            (2, 1, 1)
        );
    }
}
