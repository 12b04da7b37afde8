//! Random places with several sizes, each visited once in a pass: a map of visited places, as in fio.
//!
//! A visited place is replaced by the next one that was not visited, and an operation ends where the next visited place
//! begins. When all places were visited, the map starts again. It has one bit per unit; a place is found within a few
//! words unless nearly all are visited.

use base::Rng;

#[derive(Debug)]
pub(super) struct VisitedMap {
    words: Vec<u64>,
    units: u64,
    left: u64,
    unit_bytes: u64,
}

impl VisitedMap {
    /// The map of a range in units of the smallest block; an incomplete last unit is not used.
    pub(super) fn new(length_bytes: u64, unit_bytes: u64) -> Self {
        let unit_bytes = unit_bytes.max(1);
        let units = (length_bytes / unit_bytes).max(1);
        let words = vec![0; units.div_ceil(64) as usize];
        Self { words, units, left: units, unit_bytes }
    }

    /// Whether all places were visited, so that the map starts again.
    pub(super) fn is_complete(&self) -> bool {
        self.left == 0
    }

    /// The byte offset of a place that was not visited; reduces `length` to what fits there.
    pub(super) fn next(&mut self, rng: &mut Rng, length: &mut u32) -> u64 {
        if self.left == 0 {
            self.words.fill(0);
            self.left = self.units;
        }
        let at = self.free_from(rng.below(self.units));
        let wanted = u64::from(*length).div_ceil(self.unit_bytes).max(1);
        let mut taken = 0;
        while taken < wanted && at + taken < self.units && !self.is_visited(at + taken) {
            self.words[((at + taken) / 64) as usize] |= 1 << ((at + taken) % 64);
            taken += 1;
        }
        self.left -= taken;
        *length = (taken * self.unit_bytes) as u32;
        at * self.unit_bytes
    }

    fn is_visited(&self, unit: u64) -> bool {
        self.words[(unit / 64) as usize] >> (unit % 64) & 1 == 1
    }

    /// The first unvisited unit from `start` on, wrapping to the beginning; there must be one.
    fn free_from(&self, start: u64) -> u64 {
        let first = (start / 64) as usize;
        let count = self.words.len();
        for step in 0..=count {
            let index = (first + step) % count;
            let before = if step == 0 { (1 << (start % 64)) - 1 } else { 0 };
            let free = !(self.words[index] | before);
            let unit = index as u64 * 64 + u64::from(free.trailing_zeros());
            if free != 0 && unit < self.units {
                return unit;
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_comes_once_in_each_pass_whatever_the_sizes() {
        let mut visited = VisitedMap::new(1000 * 512 + 100, 512);
        let mut rng = Rng::new(5);
        for _ in 0..3 {
            let mut seen = vec![0; 1000];
            let mut left = 1000;
            while left > 0 {
                let mut length = 512 * (1 + (left % 8) as u32);
                let at = visited.next(&mut rng, &mut length);
                assert!(length > 0 && at.is_multiple_of(512));
                for unit in at / 512..(at + u64::from(length)) / 512 {
                    seen[unit as usize] += 1;
                    left -= 1;
                }
            }
            assert!(seen.iter().all(|&times| times == 1), "{seen:?}");
        }
    }
}
