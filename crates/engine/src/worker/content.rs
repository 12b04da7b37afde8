//! The content of writes: incompressible by default, and unlike that of every other write, so that storage that compresses or deduplicates
//! over several blocks gains nothing.
//!
//! A pattern is drawn once from the seed. Each write is the pattern XOR a key of 8 bytes: two writes then differ in nearly all bytes, for the
//! price of a copy. The keys are a counter put through a bijection, so they never repeat within a worker.

use base::{Rng, random};
use workload::WriteContent;
use workload::emulation::BytePattern;

/// The unit of compression: each begins with the bytes that do not compress.
const CHUNK: usize = 4096;
/// A longer pattern would fall out of the CPU's caches.
const PATTERN_BYTES_MAX: usize = 64 << 10;

#[derive(Debug)]
pub(super) struct BufferFiller {
    pattern: Vec<u8>,
    /// Bytes of each chunk that differ from write to write.
    unique_bytes: usize,
    dedupe_share: f64,
    counter: u64,
    repeat_key: u64,
    rng: Rng,
}

impl BufferFiller {
    /// A filler for blocks of up to `largest` bytes. With `repeats`, these bytes repeat where blocks compress, or in all of the block.
    pub(super) fn new(
        content: WriteContent,
        repeats: Option<&BytePattern>,
        largest: usize,
        seed: u64,
    ) -> Self {
        let mut rng = Rng::new(random::derive(seed, &[0xF111]));
        let repeats = repeats.map(|repeats| &*repeats.bytes).filter(|bytes| !bytes.is_empty());
        let unique_bytes = match repeats {
            Some(_) if content.compress_percent == 0.0 => 0,
            None if content.zeros => 0,
            _ => CHUNK - (CHUNK as f64 * content.compress_percent / 100.0) as usize,
        };
        let length = if unique_bytes > 0 { largest.min(PATTERN_BYTES_MAX) } else { largest };
        let mut pattern = vec![0; length.next_multiple_of(CHUNK)];
        for chunk in pattern.chunks_mut(CHUNK) {
            rng.fill(&mut chunk[..unique_bytes]);
        }
        if let Some(bytes) = repeats {
            let repeat = |part: &mut [u8]| {
                part.iter_mut().zip(bytes.iter().cycle()).for_each(|(to, from)| *to = *from);
            };
            match unique_bytes {
                0 => repeat(&mut pattern),
                _ => pattern.chunks_mut(CHUNK).for_each(|chunk| repeat(&mut chunk[unique_bytes..])),
            }
        }
        Self {
            pattern,
            unique_bytes,
            dedupe_share: content.dedupe_percent / 100.0,
            counter: rng.bits(),
            repeat_key: rng.bits(),
            rng,
        }
    }

    #[inline]
    pub(super) fn fill(&mut self, buffer: &mut [u8]) {
        let repeats = self.dedupe_share > 0.0 && self.rng.unit() < self.dedupe_share;
        let mut key = if repeats { self.repeat_key } else { self.counter };
        for part in buffer.chunks_mut(self.pattern.len()) {
            self.fill_part(part, spread(key));
            key = key.wrapping_add(1);
        }
        if !repeats {
            self.counter = key;
        }
    }

    #[inline]
    fn fill_part(&self, part: &mut [u8], key: u64) {
        for (to, from) in part.chunks_mut(CHUNK).zip(self.pattern.chunks(CHUNK)) {
            to.copy_from_slice(&from[..to.len()]);
            let unique_bytes = self.unique_bytes.min(to.len());
            let (words, _) = to[..unique_bytes].as_chunks_mut();
            for word in words {
                *word = (u64::from_le_bytes(*word) ^ key).to_le_bytes();
            }
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
        let mut filler = BufferFiller::new(content, None, 8192, 3);
        let mut buffer = vec![0; 8192];
        let mut take = || {
            filler.fill(&mut buffer);
            buffer.clone()
        };
        (0..n).map(|_| take()).collect()
    }

    #[test]
    fn no_word_repeats_by_default() {
        let content = WriteContent { compress_percent: 0.0, dedupe_percent: 0.0, zeros: false };
        let all = blocks(content, 200);
        let words: HashSet<&[u8]> = all.iter().flat_map(|block| block.chunks(8)).collect();
        assert_eq!(words.len(), 200 * 1024);
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
    fn a_pattern_fills_what_compresses() {
        let content = WriteContent { compress_percent: 25.0, dedupe_percent: 0.0, zeros: false };
        let bytes = b"abc";
        let pattern = BytePattern {
            bytes: bytes[..].into(),
            offset_positions: [][..].into(),
            restart_bytes: None,
        };
        let mut filler = BufferFiller::new(content, Some(&pattern), 8192, 3);
        let mut blocks = [vec![0; 8192], vec![0; 8192]];
        blocks.iter_mut().for_each(|block| filler.fill(block));
        for chunk in blocks.iter().flat_map(|block| block.chunks(CHUNK)) {
            assert!(chunk[3072..].iter().eq(bytes.iter().cycle().take(1024)));
        }
        assert_ne!(blocks[0][..3072], blocks[1][..3072]);
    }

    #[test]
    fn blocks_that_are_no_sectors_are_filled_whole() {
        let content = WriteContent { compress_percent: 0.0, dedupe_percent: 0.0, zeros: false };
        for length in [1, 7, 8, 100, 511, 2300] {
            let mut filler = BufferFiller::new(content, None, length, 3);
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
