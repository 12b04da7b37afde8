//! A volatile cache over a medium: data that is durable, data that only seems to be, and the remains of the rest after
//! a power cut.

use base::Rng;

/// The part of a write that is kept or lost as a whole, in bytes.
pub const SECTOR_BYTES: usize = 512;

#[derive(Clone, Debug)]
struct PendingSectors {
    at: usize,
    bytes: Vec<u8>,
    number: u32,
}

/// The durable data of one file. Writes are numbered in order, from 1; each sector records the number of its write.
#[derive(Clone, Debug)]
pub(super) struct VolatileCache {
    medium: Vec<u8>,
    /// The write that each sector of the medium is from; 0: none.
    kept: Vec<u32>,
    /// The newest write of each sector that was acknowledged as durable.
    promised: Vec<u32>,
    pending: Vec<PendingSectors>,
    /// Writes that a flush acknowledged as durable but left in the cache.
    unflushed: Vec<PendingSectors>,
    number: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostSector {
    /// Its number from the file's beginning, in sectors of 512 bytes.
    pub sector: usize,
    pub promised: u32,
    /// The older write that it holds; 0: none.
    pub kept: u32,
}

impl VolatileCache {
    pub(super) fn new() -> Self {
        let (medium, kept, promised) = (Vec::new(), Vec::new(), Vec::new());
        Self { medium, kept, promised, pending: Vec::new(), unflushed: Vec::new(), number: 0 }
    }

    /// Sets the length of the file, which counts as durable at once.
    pub(super) fn resize(&mut self, length: usize) {
        self.medium.resize(length, 0);
        self.kept.resize(length.div_ceil(SECTOR_BYTES), 0);
        self.promised.resize(length.div_ceil(SECTOR_BYTES), 0);
    }

    pub(super) fn write(&mut self, offset: u64, bytes: &[u8]) {
        self.number += 1;
        let (at, number) = (offset as usize, self.number);
        self.pending.push(PendingSectors { at, bytes: bytes.to_vec(), number });
    }

    /// Acknowledges all writes so far as durable; for a share of them this is false.
    pub(super) fn flush(&mut self, rng: &mut Rng, lying_share: f64) {
        for write in std::mem::take(&mut self.pending) {
            for sector in sectors(&write) {
                if let Some(promised) = self.promised.get_mut(sector) {
                    *promised = write.number;
                }
            }
            if rng.unit() < lying_share {
                self.unflushed.push(write);
            } else {
                let all = 0..write.bytes.len();
                self.keep(&write, all);
            }
        }
    }

    /// Cuts the power: writes in the cache are kept, lost or torn. Returns the content of the medium.
    pub(super) fn cut(&mut self, rng: &mut Rng, lies: bool) -> &[u8] {
        let unflushed = std::mem::take(&mut self.unflushed);
        for write in unflushed.into_iter().chain(std::mem::take(&mut self.pending)) {
            let whole = write.bytes.len();
            match rng.below(3) {
                0 => self.keep(&write, 0..whole),
                1 => {}
                // If nothing was promised, a write may also end within a sector.
                _ if !lies && rng.below(4) == 0 => {
                    let end = rng.below(whole as u64) as usize;
                    self.keep(&write, 0..end);
                }
                _ => {
                    for from in (0..whole).step_by(SECTOR_BYTES) {
                        if rng.below(2) == 0 {
                            self.keep(&write, from..(from + SECTOR_BYTES).min(whole));
                        }
                    }
                }
            }
        }
        &self.medium
    }

    /// Writes a part of a write to the medium, except over later writes.
    fn keep(&mut self, write: &PendingSectors, part: std::ops::Range<usize>) {
        let mut from = part.start;
        while from < part.end {
            let sector = (write.at + from) / SECTOR_BYTES;
            let to = part.end.min((sector + 1) * SECTOR_BYTES - write.at);
            let place = write.at + from..(write.at + to).min(self.medium.len());
            if !place.is_empty() && self.kept[sector] < write.number {
                // The kernel may split a write anywhere: a sector at the begin or end of the write counts as whole.
                let reaches_end = place.end % SECTOR_BYTES == 0 || to == write.bytes.len();
                let whole = reaches_end && (place.start % SECTOR_BYTES == 0 || from == 0);
                self.medium[place.clone()].copy_from_slice(&write.bytes[from..][..place.len()]);
                if whole {
                    self.kept[sector] = write.number;
                }
            }
            from = to;
        }
    }

    pub(super) fn lost(&self) -> Vec<LostSector> {
        let both = self.promised.iter().zip(&self.kept).enumerate();
        let lost = both.filter(|(_, (promised, kept))| promised > kept);
        lost.map(|(sector, (&promised, &kept))| LostSector { sector, promised, kept }).collect()
    }

    pub(super) fn promised(&self) -> &[u32] {
        &self.promised
    }
}

fn sectors(write: &PendingSectors) -> std::ops::Range<usize> {
    write.at / SECTOR_BYTES..(write.at + write.bytes.len()).div_ceil(SECTOR_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn power(sectors: usize) -> VolatileCache {
        let mut power = VolatileCache::new();
        power.resize(sectors * SECTOR_BYTES);
        power
    }

    #[test]
    fn a_write_that_the_kernel_divides_within_a_sector_is_kept_whole() {
        let mut power = power(4);
        power.write(0, &[1; 1000]);
        power.write(1000, &[2; 1048]);
        power.flush(&mut Rng::new(1), 0.0);
        assert!(power.lost().is_empty(), "{:?}", power.lost());
        let medium = power.cut(&mut Rng::new(1), false);
        assert_eq!((medium[999], medium[1000], medium[2047]), (1, 2, 2));
    }

    #[test]
    fn what_was_flushed_survives_and_the_rest_may_not() {
        let mut rests = std::collections::BTreeSet::new();
        for seed in 0..50 {
            let mut rng = Rng::new(seed);
            let mut power = power(8);
            power.write(0, &[1; 2048]);
            power.flush(&mut rng, 0.0);
            power.write(1024, &[2; 2048]);
            let medium = power.cut(&mut rng, false).to_vec();
            assert!(medium[..1024].iter().all(|&byte| byte == 1), "seed {seed}");
            assert!(medium[1024..2048].iter().all(|&byte| byte > 0), "seed {seed}");
            assert!(power.lost().is_empty(), "seed {seed}");
            rests.insert(medium);
        }
        assert!(rests.len() > 5, "kept, lost and torn");
    }

    #[test]
    fn a_lie_is_lost_now_and_then_and_known() {
        let mut lost = 0;
        for seed in 0..50 {
            let mut rng = Rng::new(seed);
            let mut power = power(4);
            power.write(0, &[1; 2048]);
            power.flush(&mut rng, 1.0);
            let medium = power.cut(&mut rng, true).to_vec();
            for sector in power.lost() {
                assert_eq!((sector.promised, sector.kept), (1, 0));
                assert_eq!(medium[sector.sector * SECTOR_BYTES], 0);
                lost += 1;
            }
        }
        assert!(lost > 20, "{lost}");
    }

    #[test]
    fn an_old_write_never_comes_over_a_newer_one() {
        for seed in 0..50 {
            let mut rng = Rng::new(seed);
            let mut power = power(1);
            power.write(0, &[1; 512]);
            power.flush(&mut rng, 1.0);
            power.write(0, &[2; 512]);
            power.flush(&mut rng, 0.0);
            assert_eq!(power.cut(&mut rng, true), [2; 512], "seed {seed}");
        }
    }
}
