//! A storage in memory with a volatile cache and a power cut: unsynced writes are kept, lost or torn by seed. A lying
//! storage leaves some writes in the cache although it acknowledged the flush.

use base::Rng;
use std::collections::HashMap;

const SECTOR: usize = 512;

#[derive(Debug)]
pub(crate) struct PowerCut;

struct PendingWrite {
    page: usize,
    commit: u32,
    bytes: Vec<u8>,
}

/// Pages by number, the log first.
pub(crate) struct VolatileStorage {
    rng: Rng,
    page_bytes: usize,
    pub(crate) medium: Vec<u8>,
    /// The commit that wrote each byte.
    pub(crate) origin: Vec<u32>,
    pending: Vec<PendingWrite>,
    /// Writes that a flush skipped and that are still in the cache.
    passed_over: Vec<PendingWrite>,
    /// The share of a flush's writes that stay in the cache.
    lying_share: f64,
    operations_left: u64,
    /// The commit of each page that the storage acknowledged as durable.
    pub(crate) promised: HashMap<usize, u32>,
}

impl VolatileStorage {
    pub(crate) fn new(
        seed: u64,
        pages: usize,
        page_bytes: usize,
        lying_share: f64,
        left: u64,
    ) -> Self {
        Self {
            rng: Rng::at(seed, &[1]),
            page_bytes,
            medium: vec![0; pages * page_bytes],
            origin: vec![0; pages * page_bytes],
            pending: Vec::new(),
            passed_over: Vec::new(),
            lying_share,
            operations_left: left,
            promised: HashMap::new(),
        }
    }

    pub(crate) fn write(&mut self, page: usize, commit: u32, bytes: &[u8]) -> Result<(), PowerCut> {
        // A write that is interrupted by the cut may be written in part.
        self.pending.push(PendingWrite { page, commit, bytes: bytes.to_owned() });
        self.step()
    }

    /// A write that is durable when it returns.
    pub(crate) fn write_durably(
        &mut self,
        page: usize,
        commit: u32,
        bytes: &[u8],
    ) -> Result<(), PowerCut> {
        self.write(page, commit, bytes)?;
        self.settle();
        Ok(())
    }

    pub(crate) fn flush(&mut self) -> Result<(), PowerCut> {
        self.step()?;
        self.settle();
        Ok(())
    }

    fn step(&mut self) -> Result<(), PowerCut> {
        self.operations_left = self.operations_left.saturating_sub(1);
        if self.operations_left == 0 { Err(PowerCut) } else { Ok(()) }
    }

    fn settle(&mut self) {
        for write in std::mem::take(&mut self.pending) {
            let promised = self.promised.entry(write.page).or_default();
            *promised = write.commit.max(*promised);
            // The new write replaces an older one of the page in the cache.
            self.passed_over.retain(|older| older.page != write.page);
            if self.rng.unit() < self.lying_share {
                self.passed_over.push(write);
            } else {
                let (from, length) = (write.page * self.page_bytes, self.page_bytes);
                self.medium[from..from + length].copy_from_slice(&write.bytes);
                self.origin[from..from + length].fill(write.commit);
            }
        }
    }

    /// Cuts the power: each write in the cache is kept, lost or torn.
    pub(crate) fn cut(&mut self) {
        let passed_over = std::mem::take(&mut self.passed_over);
        for write in passed_over.into_iter().chain(std::mem::take(&mut self.pending)) {
            let start = write.page * self.page_bytes;
            let keeps = match self.rng.below(3) {
                0 => vec![(0, self.page_bytes)],
                1 => Vec::new(),
                // Whole sectors; an honest storage may also stop within one, as nothing was promised.
                _ if self.lying_share == 0.0 && self.rng.below(4) == 0 => {
                    let end = self.rng.below(self.page_bytes as u64) as usize;
                    vec![(0, end)]
                }
                _ => {
                    let mut keep = |_: &usize| self.rng.below(2) == 0;
                    let sectors = (0..self.page_bytes / SECTOR).filter(|sector| keep(sector));
                    sectors.map(|sector| (sector * SECTOR, (sector + 1) * SECTOR)).collect()
                }
            };
            for (from, to) in keeps {
                let bytes = &write.bytes[from..to];
                let (from, to) = (start + from, start + to);
                self.medium[from..to].copy_from_slice(bytes);
                self.origin[from..to].fill(write.commit);
            }
        }
    }
}
