//! How many different bytes are accessed, in bounded memory.
//!
//! Parts of the device are sampled by a hash of their place, as in `locality`; a sampled part knows which of its pages were
//! accessed. The rate is lowered when the sample is full.

use base::random::derive;
use std::collections::HashMap;

/// An access counts with all of each page that it touches.
const PAGE_BYTES: u64 = 4_096;
const PAGES: u64 = 1_024;
/// The most sampled parts: up to 32 GiB, nothing is estimated.
const PARTS_MAX: usize = 8_192;

pub(super) struct FootprintFold {
    /// Parts with a smaller hash are sampled.
    hash_end: u64,
    parts: HashMap<u64, [u64; PAGES as usize / 64]>,
}

impl Default for FootprintFold {
    fn default() -> Self {
        Self { hash_end: u64::MAX, parts: HashMap::new() }
    }
}

impl FootprintFold {
    pub(super) fn add(&mut self, offset_bytes: u64, length_bytes: u32) {
        let Some(last_byte) = u64::from(length_bytes).checked_sub(1) else { return };
        let first = offset_bytes / PAGE_BYTES;
        let last = offset_bytes.saturating_add(last_byte) / PAGE_BYTES;
        for part in first / PAGES..=last / PAGES {
            if derive(0, &[part]) > self.hash_end {
                continue;
            }
            let begin = part * PAGES;
            let (from, to) = (first.max(begin) - begin, last.min(begin + PAGES - 1) - begin);
            let pages = self.parts.entry(part).or_default();
            match (from, to + 1) {
                (0, PAGES) => pages.fill(u64::MAX),
                _ => (from..=to).for_each(|page| pages[page as usize / 64] |= 1 << (page % 64)),
            }
        }
        while self.parts.len() > PARTS_MAX {
            self.hash_end = self.hash_end / 4 * 3;
            self.parts.retain(|part, _| derive(0, &[*part]) <= self.hash_end);
        }
    }

    /// The estimated bytes of all pages that were accessed.
    pub(super) fn bytes(&self) -> f64 {
        let pages: u32 = self.parts.values().flatten().map(|word| word.count_ones()).sum();
        f64::from(pages) * PAGE_BYTES as f64 * (u64::MAX as f64 / self.hash_end as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Rng;

    #[test]
    fn pages_count_once_whatever_accesses_them() {
        let mut fold = FootprintFold::default();
        // A scan of 100 MiB, twice, and single I/Os within and behind it.
        for offset in (0..200u64).map(|number| number % 100 * (1 << 20)) {
            fold.add(offset, 1 << 20);
        }
        fold.add(5 << 20, 512);
        fold.add((200 << 20) + 3_584, 1_024);
        fold.add(0, 0);
        assert_eq!(fold.bytes(), f64::from(100 << 20) + 8_192.0);
    }

    #[test]
    fn the_sample_is_bounded_and_its_estimate_stays() {
        let seed = 5;
        let mut rng = Rng::new(seed);
        let mut fold = FootprintFold::default();
        let mut touched = std::collections::HashSet::new();
        for _ in 0..300_000 {
            let block = rng.below(1 << 26);
            touched.insert(block);
            fold.add(block * 8_192, 8_192);
        }
        assert!(fold.parts.len() <= PARTS_MAX && fold.hash_end < u64::MAX);
        let exact = touched.len() as f64 * 8_192.0;
        assert!(
            (fold.bytes() / exact - 1.0).abs() < 0.03,
            "seed {seed}: {} of {exact}",
            fold.bytes()
        );
    }
}
