//! Where operations go and how large they are.

use base::Bytes;
use serde::{Deserialize, Serialize};

/// Where the next operation goes within the stream's part of the target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum AccessPattern {
    /// One after the other, wrapping at the end.
    Sequential,
    Uniform,
    /// Every block once in a random order, then again in another order. All blocks have one size.
    Shuffled,
    /// Zipf with this exponent (> 0), over blocks scattered across the range.
    Zipf(f64),
    /// Self-similar: this share (0.5 to 1) of the I/O goes to one minus this share of the range (0.8: 80/20).
    Pareto(f64),
    Normal {
        /// The centre as a percentage of the range.
        center_percent: f64,
        deviation_percent: f64,
    },
    /// Sequential with this distance between the starts of operations.
    Strided(Bytes),
    /// The same from the end of the range towards its start.
    Backward(Bytes),
    /// Sequential in runs of `run` bytes, whose starts are `stride` apart.
    Runs {
        /// The length of a run: whole operations of one size.
        run: Bytes,
        /// The distance between the starts of runs; at least `run`.
        stride: Bytes,
    },
    /// Down the columns of a matrix whose rows are `stride` long: a pass takes one block of every row, the next pass
    /// starts one block further, and after `columns` passes the first is repeated.
    Columns {
        /// The distance between the starts of operations of one pass.
        stride: Bytes,
        /// The number of different passes; at least 1.
        columns: u32,
    },
    /// Uniformly random within a window of `window` bytes until `bytes` were transferred, then within the window that
    /// starts `stride` further, and so on through the range.
    Hops {
        /// The bytes transferred in each window: whole operations of one size.
        bytes: Bytes,
        /// The length of a window; at least one operation.
        window: Bytes,
        /// The distance between the starts of windows.
        stride: Bytes,
    },
    /// This percentage of operations continues after the previous one; the others go to uniformly random places.
    SequentialShare(f64),
    /// Uniformly random within consecutive parts of the range, each with its share of the I/O. Parts beyond the range
    /// are cut off, and the remaining shares are scaled to 100 %.
    Zones(Vec<AccessZone>),
}

/// A part of a range and its share of the I/O.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AccessZone {
    /// Its share in percent, 0 to 100; 0 for a part that is skipped.
    pub io_percent: f64,
    /// Its length in bytes, or as a percentage of the range.
    pub length: Extent,
}

base::words! {
    /// Whether the workers of a sequential stream share one position.
    #[derive(Serialize, Deserialize)]
    pub enum CursorScope {
        /// Every worker has its own slice of the range and its own position.
        Own = "own",
        /// All workers take the next block of one common position.
        Shared = "shared",
    }
}

/// Sizes of operations; every size is above 0, and a multiple of 512 except through the page cache of a real target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum BlockSizes {
    Fixed(Bytes),
    /// Uniform over the multiples of `step` from `low` to `high`, both included.
    Range {
        low: Bytes,
        high: Bytes,
        step: Bytes,
    },
    /// Sizes with weights, which need not have a particular sum.
    Weighted(Vec<(Bytes, f64)>),
}

impl BlockSizes {
    pub fn largest(&self) -> Bytes {
        match self {
            Self::Fixed(size) => *size,
            Self::Range { high, .. } => *high,
            Self::Weighted(list) => list.iter().map(|(size, _)| *size).max().unwrap_or_default(),
        }
    }

    pub fn smallest(&self) -> Bytes {
        match self {
            Self::Fixed(size) => *size,
            Self::Range { low, .. } => *low,
            Self::Weighted(list) => list.iter().map(|(size, _)| *size).min().unwrap_or_default(),
        }
    }

    pub fn mean_bytes(&self) -> f64 {
        match self {
            Self::Fixed(size) => size.0 as f64,
            Self::Range { low, high, .. } => (low.0 + high.0) as f64 / 2.0,
            Self::Weighted(list) => {
                let weights: f64 = list.iter().map(|(_, weight)| weight).sum();
                list.iter().map(|(size, weight)| size.0 as f64 * weight).sum::<f64>() / weights
            }
        }
    }

    /// The mean of the squared sizes, in squared bytes: with the mean it gives the standard deviation of a mix.
    pub fn mean_square(&self) -> f64 {
        match self {
            Self::Fixed(size) => (size.0 as f64).powi(2),
            Self::Range { low, high, step } => {
                // Of the n equally likely steps, the variance is (n^2 - 1) / 12 squared steps.
                let step = step.0.max(1) as f64;
                let steps = ((high.0 - low.0) as f64 / step).floor() + 1.0;
                self.mean_bytes().powi(2) + (steps * steps - 1.0) / 12.0 * step * step
            }
            Self::Weighted(list) => {
                let weights: f64 = list.iter().map(|(_, weight)| weight).sum();
                let squares = list.iter().map(|(size, weight)| (size.0 as f64).powi(2) * weight);
                squares.sum::<f64>() / weights
            }
        }
    }

    /// The sizes multiplied by `times`, in multiples of the smallest. The limit is `limit`, or the largest size if larger.
    #[must_use]
    pub fn times(&self, times: f64, limit: Bytes) -> Self {
        let unit = self.smallest().0.max(1);
        let limit = limit.max(self.largest()).0 / unit * unit;
        let multiply = |size: Bytes| {
            let units = (size.0 as f64 * times / unit as f64).round().max(1.0) as u64;
            Bytes(units.saturating_mul(unit).min(limit))
        };
        match self {
            Self::Fixed(size) => Self::Fixed(multiply(*size)),
            Self::Range { low, high, step } => {
                let on_step = |size: Bytes| Bytes(size.0 / step.0.max(1) * step.0.max(1));
                let [low, high] = [*low, *high].map(|size| on_step(multiply(size)));
                Self::Range { low, high, step: *step }
            }
            Self::Weighted(list) => Self::Weighted(
                list.iter().map(|(size, weight)| (multiply(*size), *weight)).collect(),
            ),
        }
    }

    /// All sizes in the definition, including the step of a range.
    pub fn named(&self) -> Vec<Bytes> {
        match self {
            Self::Fixed(size) => vec![*size],
            Self::Range { low, high, step } => vec![*low, *high, *step],
            Self::Weighted(list) => list.iter().map(|(size, _)| *size).collect(),
        }
    }

    /// The same sizes, each rounded up to a multiple of `unit_bytes` (a power of two or any positive
    /// number), as a database does on a device with larger sectors. Equal sizes are merged.
    pub fn rounded_up(&self, unit_bytes: u64) -> Self {
        let unit_bytes = unit_bytes.max(1);
        let up = |size: Bytes| Bytes(size.0.div_ceil(unit_bytes).saturating_mul(unit_bytes));
        match self {
            Self::Fixed(size) => Self::Fixed(up(*size)),
            Self::Range { low, high, step } => {
                let (low, high, step) = (up(*low), up(*high), up(*step));
                if low == high {
                    Self::Fixed(low)
                } else {
                    Self::Range { low: step.max(low), high, step }
                }
            }
            Self::Weighted(list) => {
                let mut merged: Vec<(Bytes, f64)> = Vec::new();
                for (size, weight) in list.iter().map(|(size, weight)| (up(*size), *weight)) {
                    match merged.iter_mut().find(|(known, _)| *known == size) {
                        Some((_, sum)) => *sum += weight,
                        None => merged.push((size, weight)),
                    }
                }
                Self::Weighted(merged)
            }
        }
    }
}

/// An offset or length in a target, as given by the user.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Extent {
    Bytes(Bytes),
    Percent(f64),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_below_a_sector_grow_to_it() {
        let range = BlockSizes::Range { low: Bytes(512), high: Bytes::kib(64), step: Bytes(512) };
        let grown = range.rounded_up(4096);
        assert_eq!(
            grown,
            BlockSizes::Range { low: Bytes(4096), high: Bytes::kib(64), step: Bytes(4096) }
        );
        let list =
            BlockSizes::Weighted(vec![(Bytes(512), 1.0), (Bytes(1024), 2.0), (Bytes(8192), 3.0)]);
        assert_eq!(
            list.rounded_up(4096),
            BlockSizes::Weighted(vec![(Bytes(4096), 3.0), (Bytes(8192), 3.0)])
        );
    }
}
