//! How often blocks are accessed, in bounded memory.
//!
//! Blocks are sampled by a hash of their offset (SHARDS; Waldspurger et al., FAST 2015): all accesses of a sampled block count;
//! the rate is lowered when the sample is full.

use super::zipf::{AccessCounts, PARTS, ZipfEstimate};
use base::random::derive;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The most sampled blocks of one group of accesses.
const BLOCKS_MAX: usize = 32_768;
/// An access belongs to the block of this size in which it starts.
const BLOCK_BYTES: u64 = 4_096;

/// How unequally the accesses are spread over the blocks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Locality {
    /// The working-set curve: the share of accesses, 0 to 1, that go to the most accessed bytes.
    pub working_set: Vec<WorkingSetPoint>,
    /// The theta of Zipf's law; absent if too few blocks were accessed more than once.
    pub zipf: Option<ZipfEstimate>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkingSetPoint {
    /// Bytes, the most accessed first.
    pub bytes: f64,
    /// The share of accesses that go to them, 0 to 1.
    pub access_share: f64,
}

#[derive(Clone, Copy)]
struct SampledBlock {
    count: u32,
    length_bytes: u32,
    hash: u64,
}

/// Counts the accesses of one group.
pub(crate) struct LocalityFold {
    /// Blocks with a smaller hash are sampled.
    hash_end: u64,
    blocks: HashMap<u64, SampledBlock>,
    accesses: u64,
}

impl Default for LocalityFold {
    fn default() -> Self {
        Self { hash_end: u64::MAX, blocks: HashMap::new(), accesses: 0 }
    }
}

impl LocalityFold {
    pub(crate) fn add(&mut self, offset_bytes: u64, length_bytes: u32) {
        self.accesses += 1;
        let number = offset_bytes / BLOCK_BYTES;
        let hash = derive(0, &[number]);
        if hash > self.hash_end {
            return;
        }
        let block =
            self.blocks.entry(number).or_insert(SampledBlock { count: 0, length_bytes, hash });
        block.count = block.count.saturating_add(1);
        block.length_bytes = block.length_bytes.max(length_bytes);
        if self.blocks.len() > BLOCKS_MAX {
            self.lower_rate();
        }
    }

    fn rate(&self) -> f64 {
        self.hash_end as f64 / u64::MAX as f64
    }

    fn lower_rate(&mut self) {
        self.hash_end = self.hash_end / 4 * 3;
        let end = self.hash_end;
        self.blocks.retain(|_, block| block.hash <= end);
    }

    /// The locality; `None` without any access.
    pub(crate) fn locality(&self) -> Option<Locality> {
        if self.blocks.is_empty() {
            return None;
        }
        let rate = self.rate();
        let mut counts: Vec<(u32, f64)> = self
            .blocks
            .values()
            .map(|block| (block.count, f64::from(block.length_bytes)))
            .collect();
        counts.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.total_cmp(&b.1)));
        let sampled: f64 = counts.iter().map(|block| f64::from(block.0)).sum();
        let parts =
            self.blocks.values().map(|block| ((block.hash % PARTS as u64) as usize, block.count));
        Some(Locality {
            working_set: working_set(&counts, sampled, rate),
            zipf: AccessCounts::new(parts, self.accesses, rate).zipf(),
        })
    }
}

/// The curve at shares of the accessed bytes that double from 1/1024.
fn working_set(counts: &[(u32, f64)], accesses: f64, rate: f64) -> Vec<WorkingSetPoint> {
    let mut points = Vec::new();
    let (mut bytes, mut sum, mut next) = (0.0, 0.0, (counts.len() as f64 / 1024.0).max(1.0));
    for (index, (count, length)) in counts.iter().enumerate() {
        bytes += length;
        sum += f64::from(*count);
        if index as f64 + 1.0 >= next || index + 1 == counts.len() {
            points.push(WorkingSetPoint { bytes: bytes / rate, access_share: sum / accesses });
            next *= std::f64::consts::SQRT_2;
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Rng;

    #[test]
    fn a_loop_accesses_every_block_equally() {
        let mut fold = LocalityFold::default();
        for round in 0..10 {
            for block in 0..1_000u64 {
                fold.add(block * 8_192, 8_192);
            }
            assert_eq!(fold.blocks.len(), 1_000, "round {round}");
        }
        let found = fold.locality().expect("there were accesses");
        let accessed = found.working_set.last().expect("there were accesses").bytes;
        assert_eq!(accessed, 8_192_000.0);
        // All blocks are accessed equally often: the curve is a line.
        for point in &found.working_set {
            assert!((point.access_share - point.bytes / accessed).abs() < 1e-9);
        }
    }

    #[test]
    fn the_sample_is_bounded_and_its_estimates_stay() {
        let (seed, blocks, accesses) = (5, 1_000_000u64, 600_000u64);
        let mut rng = Rng::new(seed);
        let mut fold = LocalityFold::default();
        let mut touched = std::collections::HashSet::new();
        for _ in 0..accesses {
            let block = rng.below(blocks);
            touched.insert(block);
            fold.add(block * 8_192, 8_192);
        }
        assert!(fold.blocks.len() <= BLOCKS_MAX);
        let found = fold.locality().expect("there were accesses");
        let exact = touched.len() as f64 * 8_192.0;
        let accessed = found.working_set.last().expect("there were accesses").bytes;
        assert!((accessed / exact - 1.0).abs() < 0.03, "seed {seed}: {found:?} of {exact}");
    }
}
