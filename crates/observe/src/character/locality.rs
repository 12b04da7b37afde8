//! How often blocks are accessed, and their reuse distances, in bounded memory.
//!
//! Blocks are sampled by a hash of their offset (SHARDS; Waldspurger et al., FAST 2015): all accesses of a sampled block count;
//! the rate is lowered when the sample is full. The reuse distance of an access is the number of different blocks since the last
//! access of the same block, kept as the order of sampled blocks in a Fenwick tree (Bennett and Kruskal 1975).

use super::zipf::{AccessCounts, PARTS, ZipfEstimate};
use base::random::derive;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The most sampled blocks of one group of accesses.
const BLOCKS_MAX: usize = 32_768;
/// An access belongs to the block of this size in which it starts.
const BLOCK_BYTES: u64 = 4_096;
/// Positions of the tree before it is compacted.
const POSITIONS: usize = 4 * BLOCKS_MAX;

/// How unequally the accesses are spread over the blocks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Locality {
    /// The working-set curve: the share of accesses, 0 to 1, that go to the most accessed bytes.
    pub working_set: Vec<WorkingSetPoint>,
    /// The theta of Zipf's law; absent if too few blocks were accessed more than once.
    pub zipf: Option<ZipfEstimate>,
    /// The share of accesses to blocks that were not accessed before, 0 to 1.
    pub first_share: f64,
    /// For each distance in different bytes: the share of accesses that return to their block within it, 0 to 1.
    pub reuse: Vec<ReusePoint>,
    /// The share of blocks that were sampled, 0 to 1.
    pub sample_rate: f64,
}

/// A point of the working-set curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkingSetPoint {
    /// Bytes, the most accessed first.
    pub bytes: f64,
    /// The share of accesses that go to them, 0 to 1.
    pub access_share: f64,
}

/// A point of the distribution of reuse distances.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReusePoint {
    /// The maximum of different bytes accessed since the last access of the same block.
    pub bytes: f64,
    /// The share of all accesses, 0 to 1.
    pub access_share: f64,
}

#[derive(Clone, Copy)]
struct SampledBlock {
    count: u32,
    length_bytes: u32,
    position: u32,
    hash: u64,
}

/// Counts the accesses of one group.
pub(crate) struct LocalityFold {
    /// Blocks with a smaller hash are sampled.
    hash_end: u64,
    blocks: HashMap<u64, SampledBlock>,
    order: OrderTree,
    accesses: u64,
    /// Estimated counts of all accesses: first ones, and repeated ones by distance doubled from one block.
    first: f64,
    repeated: Vec<f64>,
}

impl Default for LocalityFold {
    fn default() -> Self {
        Self {
            hash_end: u64::MAX,
            blocks: HashMap::new(),
            order: OrderTree::default(),
            accesses: 0,
            first: 0.0,
            repeated: Vec::new(),
        }
    }
}

impl LocalityFold {
    /// Takes the next access.
    pub(crate) fn add(&mut self, offset_bytes: u64, length_bytes: u32) {
        self.accesses += 1;
        let number = offset_bytes / BLOCK_BYTES;
        let hash = derive(0, &[number]);
        if hash > self.hash_end {
            return;
        }
        let weight = 1.0 / self.rate();
        let position = self.order.next(&mut self.blocks);
        match self.blocks.get_mut(&number) {
            Some(block) => {
                let distance = self.order.after(block.position) as f64 * weight;
                let class = distance.max(1.0).log2() as usize;
                if self.repeated.len() <= class {
                    self.repeated.resize(class + 1, 0.0);
                }
                self.repeated[class] += weight;
                self.order.remove(block.position);
                block.count = block.count.saturating_add(1);
                block.length_bytes = block.length_bytes.max(length_bytes);
                block.position = position;
            }
            None => {
                self.first += weight;
                self.blocks.insert(number, SampledBlock { count: 1, length_bytes, position, hash });
            }
        }
        self.order.insert(position);
        if self.blocks.len() > BLOCKS_MAX {
            self.lower_rate();
        }
    }

    fn rate(&self) -> f64 {
        self.hash_end as f64 / u64::MAX as f64
    }

    fn lower_rate(&mut self) {
        self.hash_end = self.hash_end / 4 * 3;
        let (end, order) = (self.hash_end, &mut self.order);
        self.blocks.retain(|_, block| {
            let stays = block.hash <= end;
            if !stays {
                order.remove(block.position);
            }
            stays
        });
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
        let all = self.first + self.repeated.iter().sum::<f64>();
        let block_bytes = counts.iter().map(|block| block.1).sum::<f64>() / counts.len() as f64;
        let mut share = 0.0;
        let reuse = self.repeated.iter().enumerate().map(|(class, count)| {
            share += count / all;
            ReusePoint { bytes: 2f64.powi(class as i32 + 1) * block_bytes, access_share: share }
        });
        Some(Locality {
            working_set: working_set(&counts, sampled, rate),
            zipf: AccessCounts::new(parts, self.accesses, rate).zipf(),
            first_share: self.first / all,
            reuse: reuse.collect(),
            sample_rate: rate,
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

/// Positions of the latest access of each sampled block, in order.
struct OrderTree {
    /// A Fenwick tree over positions from 1.
    sums: Vec<u32>,
    used: u32,
    taken: u32,
}

impl Default for OrderTree {
    fn default() -> Self {
        Self { sums: vec![0; POSITIONS + 1], used: 0, taken: 0 }
    }
}

impl OrderTree {
    /// Takes a position after all others; compacts the tree if none is left.
    fn next(&mut self, blocks: &mut HashMap<u64, SampledBlock>) -> u32 {
        if self.used as usize >= POSITIONS {
            *self = Self::default();
            let mut live: Vec<&mut SampledBlock> = blocks.values_mut().collect();
            live.sort_by_key(|block| block.position);
            for block in live {
                self.used += 1;
                block.position = self.used;
                self.insert(self.used);
            }
        }
        self.used += 1;
        self.used
    }

    /// The number of taken positions after this one.
    fn after(&self, position: u32) -> u32 {
        let (mut at, mut before) = (position as usize, 0);
        while at > 0 {
            before += self.sums[at];
            at &= at - 1;
        }
        self.taken - before
    }

    fn insert(&mut self, position: u32) {
        self.taken += 1;
        self.change(position, |sum| sum + 1);
    }

    fn remove(&mut self, position: u32) {
        self.taken -= 1;
        self.change(position, |sum| sum - 1);
    }

    fn change(&mut self, position: u32, change: fn(u32) -> u32) {
        let mut at = position as usize;
        while at < self.sums.len() {
            self.sums[at] = change(self.sums[at]);
            at += at & at.wrapping_neg();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Rng;

    #[test]
    fn a_loop_returns_after_its_own_length() {
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
        assert!((found.first_share - 0.1).abs() < 1e-9);
        // 999 other blocks are accessed in between: more than 512, at most 1,024.
        let at = |bytes: f64| {
            found.reuse.iter().find(|p| p.bytes >= bytes).map_or(1.0, |p| p.access_share)
        };
        assert!(at(4e6) < 1e-9 && (at(8.3e6) - 0.9).abs() < 1e-9, "{:?}", found.reuse);
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
        assert!(fold.blocks.len() <= BLOCKS_MAX && fold.order.taken as usize == fold.blocks.len());
        let found = fold.locality().expect("there were accesses");
        let exact = touched.len() as f64 * 8_192.0;
        let accessed = found.working_set.last().expect("there were accesses").bytes;
        assert!((accessed / exact - 1.0).abs() < 0.03, "seed {seed}: {found:?} of {exact}");
        let first = touched.len() as f64 / accesses as f64;
        assert!(
            (found.first_share - first).abs() < 0.02,
            "seed {seed}: {} of {first}",
            found.first_share
        );
    }
}
