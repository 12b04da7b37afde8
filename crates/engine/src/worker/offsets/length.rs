//! The lengths of a worker's operations.

use base::Rng;
use workload::BlockSizes;

#[derive(Debug)]
pub(super) enum LengthGenerator {
    Fixed {
        length: u32,
        places: u64,
    },
    Range {
        low: u64,
        steps: u64,
        step: u64,
    },
    Weighted(Vec<WeightedLength>),
    /// What the worker says before each operation.
    Said {
        length: u32,
    },
}

#[derive(Debug)]
pub(super) struct WeightedLength {
    /// The share of this length and of all before it.
    share_end: f64,
    length: u32,
}

impl LengthGenerator {
    /// `places` is the number of offsets at which a block of that size fits.
    pub(super) fn new(blocks: &BlockSizes, places: impl Fn(u64) -> u64) -> Self {
        match blocks {
            BlockSizes::Fixed(size) => {
                Self::Fixed { length: size.0 as u32, places: places(size.0) }
            }
            BlockSizes::Range { low, high, step } => {
                let step = step.0.max(1);
                Self::Range { low: low.0, steps: (high.0 - low.0) / step + 1, step }
            }
            BlockSizes::Weighted(sizes) => {
                let total: f64 = sizes.iter().map(|(_, weight)| weight).sum();
                let mut share_end = 0.0;
                let mut lengths = Vec::with_capacity(sizes.len());
                for (size, weight) in sizes {
                    share_end += weight / total;
                    lengths.push(WeightedLength { share_end, length: size.0 as u32 });
                }
                Self::Weighted(lengths)
            }
        }
    }

    #[inline]
    pub(super) fn draw(&self, rng: &mut Rng) -> u32 {
        match self {
            Self::Fixed { length, .. } | Self::Said { length } => *length,
            Self::Range { low, steps, step } => (low + rng.below(*steps) * step) as u32,
            Self::Weighted(lengths) => {
                let u = rng.unit();
                // The last share may end below 1 by rounding.
                let drawn = lengths.iter().find(|length| u < length.share_end).or(lengths.last());
                drawn.map_or(0, |drawn| drawn.length)
            }
        }
    }

    /// The length if it is at most `left`; otherwise another draw that is, or `left` itself if none is.
    #[inline]
    pub(super) fn fit(&self, length: u32, left: u64, rng: &mut Rng) -> u32 {
        if u64::from(length) <= left { length } else { self.draw_at_most(left, rng) }
    }

    #[cold]
    fn draw_at_most(&self, left: u64, rng: &mut Rng) -> u32 {
        const DRAWS_MAX: u32 = 64; // Ours.
        for _ in 0..DRAWS_MAX {
            let length = self.draw(rng);
            if u64::from(length) <= left {
                return length;
            }
        }
        left as u32
    }
}
