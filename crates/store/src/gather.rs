//! The distribution of a stream under way, thin: only buckets that hold something.
//!
//! A full histogram takes 270 KiB and there are six to a stream; 256 streams would not fit the memory that a long run may use.

use sample::{Histogram, IntervalSample};
use std::collections::BTreeMap;

/// Total and service latency of reads, writes and flushes over the counted intervals.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gathered {
    /// For each direction: total, service. Service is empty in a closed loop.
    directions: [[SparseBuckets; 2]; 3],
}

type SparseBuckets = BTreeMap<u64, u64>;

impl Gathered {
    /// Adds a cell, unless it lies in the warm-up.
    pub(crate) fn add(&mut self, cell: &IntervalSample) {
        if cell.warm_up {
            return;
        }
        let cells = [&cell.read, &cell.write, &cell.flush];
        for (thin, cell) in self.directions.iter_mut().zip(cells) {
            add(&mut thin[0], &cell.total);
            add(&mut thin[1], &cell.service);
        }
    }

    /// What is not empty: direction, kind (1 total, 2 service), buckets.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (i64, i64, &SparseBuckets)> {
        self.directions.iter().zip(0i64..).flat_map(|(kinds, direction)| {
            kinds
                .iter()
                .zip(1i64..)
                .filter(|(thin, _)| !thin.is_empty())
                .map(move |(thin, kind)| (direction, kind, thin))
        })
    }
}

fn add(thin: &mut SparseBuckets, histogram: &Histogram) {
    if histogram.is_empty() {
        return;
    }
    for (value, count) in histogram.buckets() {
        *thin.entry(value).or_insert(0) += count;
    }
}
