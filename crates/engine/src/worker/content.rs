//! The content of writes: incompressible by default, each 512-byte sector unique, at low cost.
//!
//! A pattern is drawn once from the seed; each write only stamps 8 unique bytes into each sector (or into each 4 KiB
//! if blocks must be compressible). The stamps are a counter put through a bijection, so they never repeat within a
//! worker and do not compress.

use base::{Rng, random};
use workload::WriteContent;
use workload::emulation::BytePattern;

/// The unit of compression and repetition.
const CHUNK: usize = 4096;
const SECTOR: usize = 512;

/// Fills buffers before writes.
#[derive(Debug)]
pub(super) struct BufferFiller {
    pattern: Vec<u8>,
    zeros: bool,
    dedupe_share: f64,
    stamp_every: usize,
    /// Whether a buffer still holds the pattern from the last write (no read overwrote it).
    keeps: bool,
    counter: u64,
    repeat_seed: u64,
    rng: Rng,
}

impl BufferFiller {
    /// A filler for blocks of up to `largest` bytes; `keeps` if no read uses the same buffers.
    /// With `repeats`, the blocks repeat these bytes.
    pub(super) fn new(
        content: WriteContent,
        repeats: Option<&BytePattern>,
        largest: usize,
        keeps: bool,
        seed: u64,
    ) -> Self {
        let mut rng = Rng::new(random::derive(seed, &[0xF111]));
        let mut pattern = vec![0; largest.next_multiple_of(CHUNK)];
        if let Some(BytePattern { bytes, .. }) = repeats.filter(|repeats| !repeats.bytes.is_empty())
        {
            pattern.iter_mut().zip(bytes.iter().cycle()).for_each(|(to, from)| *to = *from);
        } else if !content.zeros {
            let random_bytes = CHUNK - (CHUNK as f64 * content.compress_percent / 100.0) as usize;
            for chunk in pattern.chunks_mut(CHUNK) {
                rng.fill(&mut chunk[..random_bytes.min(CHUNK)]);
            }
        }
        Self {
            pattern,
            zeros: content.zeros || repeats.is_some(),
            dedupe_share: content.dedupe_percent / 100.0,
            stamp_every: if content.compress_percent > 0.0 { CHUNK } else { SECTOR },
            keeps,
            counter: rng.bits(),
            repeat_seed: rng.bits(),
            rng,
        }
    }

    /// Copies the pattern into a new buffer.
    pub(super) fn prepare(&self, buffer: &mut [u8]) {
        let length = buffer.len().min(self.pattern.len());
        buffer[..length].copy_from_slice(&self.pattern[..length]);
    }

    /// Fills a block to write.
    #[inline]
    pub(super) fn fill(&mut self, buffer: &mut [u8]) {
        if !self.keeps {
            buffer.copy_from_slice(&self.pattern[..buffer.len()]);
        }
        if self.zeros {
            return;
        }
        let repeats = self.dedupe_share > 0.0 && self.rng.unit() < self.dedupe_share;
        let first = if repeats { self.repeat_seed } else { self.counter };
        let mut stamp = first;
        for sector in buffer.chunks_exact_mut(self.stamp_every.min(buffer.len())) {
            let length = sector.len().min(8);
            sector[..length].copy_from_slice(&spread(stamp).to_le_bytes()[..length]);
            stamp = stamp.wrapping_add(1);
        }
        if !repeats {
            self.counter = stamp;
        }
    }
}

/// A bijection of 64 bits that looks random (the finaliser of SplitMix64, Steele et al. 2014).
#[inline]
fn spread(value: u64) -> u64 {
    let mut z = value;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn blocks(content: WriteContent, n: usize) -> Vec<Vec<u8>> {
        let mut filler = BufferFiller::new(content, None, 8192, true, 3);
        let mut buffer = vec![0; 8192];
        filler.prepare(&mut buffer);
        let mut take = || {
            filler.fill(&mut buffer);
            buffer.clone()
        };
        (0..n).map(|_| take()).collect()
    }

    #[test]
    fn no_sector_repeats_by_default() {
        let content = WriteContent { compress_percent: 0.0, dedupe_percent: 0.0, zeros: false };
        let all = blocks(content, 200);
        let sectors: HashSet<&[u8]> = all.iter().flat_map(|b| b.chunks(512)).collect();
        assert_eq!(sectors.len(), 200 * 16);
    }

    #[test]
    fn the_asked_share_repeats_and_compresses() {
        let content = WriteContent { compress_percent: 50.0, dedupe_percent: 40.0, zeros: false };
        let all = blocks(content, 2000);
        let unlike: HashSet<&[u8]> = all.iter().map(Vec::as_slice).collect();
        let repeated = 1.0 - unlike.len() as f64 / 2000.0;
        assert!((repeated - 0.4).abs() < 0.05, "{repeated}");
        let zeros = all[0].iter().filter(|&&b| b == 0).count();
        assert!((zeros as f64 / 8192.0 - 0.5).abs() < 0.02, "{zeros}");
    }

    #[test]
    fn blocks_that_are_no_sectors_are_filled_whole() {
        let content = WriteContent { compress_percent: 0.0, dedupe_percent: 0.0, zeros: false };
        for length in [1, 7, 8, 100, 511, 2300] {
            let mut filler = BufferFiller::new(content, None, length, false, 3);
            let mut blocks = HashSet::new();
            for _ in 0..3 {
                let mut block = vec![0; length];
                filler.fill(&mut block);
                assert!(length < 100 || block[length - 64..].iter().any(|&b| b != 0), "{length}");
                blocks.insert(block);
            }
            assert!(length < 8 || blocks.len() == 3, "{length}");
        }
    }

    #[test]
    fn zeros_are_zeros() {
        let content = WriteContent { compress_percent: 0.0, dedupe_percent: 0.0, zeros: true };
        assert!(blocks(content, 2).iter().flatten().all(|&b| b == 0));
    }
}
