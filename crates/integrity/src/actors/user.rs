//! The users of the database: chains of pages, some updated, with log records, sometimes rolled back.

use super::{ActorOperation, FileActivity};
use base::Rng;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomUserParameters {
    pub users: u32,
    /// `JumpToNewRegionPercentage`: share of chains that begin somewhere else.
    pub jump_share: f64,
    /// `MinIOChainLength`, in pages.
    pub chain_min: u32,
    /// `MaxIOChainLength`, in pages.
    pub chain_max: u32,
    /// `RandomUserReadWriteRatio`: share of pages that are updated.
    pub update_share: f64,
    /// `MinLogPerBuffer`: bytes of log for each update.
    pub log_bytes_min: u32,
    pub log_bytes_max: u32,
    /// `RollbackChance`: share of updates that are rolled back and write no log.
    pub rollback_share: f64,
    /// `SleepAfter`: rest after a chain, in nanoseconds.
    pub rest_ns: u64,
}

impl Default for RandomUserParameters {
    /// SQLIOSim's documented values; `UserCount=-1` is twice the CPUs, at most 8.
    fn default() -> Self {
        Self {
            users: 8,
            jump_share: 0.05,
            chain_min: 50,
            chain_max: 100,
            update_share: 0.9,
            log_bytes_min: 64,
            log_bytes_max: 8192,
            rollback_share: 0.01,
            rest_ns: 5_000_000,
        }
    }
}

/// How long a user waits while the log is behind, in nanoseconds.
const LOG_WAIT_NS: u64 = 1_000_000;

#[derive(Clone, Debug)]
pub struct RandomUser {
    own: RandomUserParameters,
    cache_hit_share: f64,
    rng: Rng,
    at: u64,
    /// Pages left in the chain; `None` before a chain begins.
    left: Option<u32>,
    jumps: bool,
}

impl RandomUser {
    /// A user before the first chain.
    pub fn new(own: RandomUserParameters, cache_hit_share: f64, rng: Rng) -> Self {
        Self { own, cache_hit_share, rng, at: 0, left: None, jumps: true }
    }

    pub(super) fn next(&mut self, stage: &mut FileActivity) -> ActorOperation {
        if stage.log_is_behind {
            return ActorOperation::Rest { ns: LOG_WAIT_NS };
        }
        loop {
            match self.left {
                Some(0) => {
                    self.left = None;
                    if self.own.rest_ns > 0 {
                        return ActorOperation::Rest { ns: self.own.rest_ns };
                    }
                    return ActorOperation::Await;
                }
                Some(left) => {
                    self.left = Some(left - 1);
                    if let Some(act) = self.page(stage) {
                        return act;
                    }
                }
                None => self.begin(stage),
            }
        }
    }

    fn begin(&mut self, stage: &FileActivity) {
        let (least, most) = (self.own.chain_min.max(1), self.own.chain_max.max(1));
        let more = self.rng.below(u64::from(most.saturating_sub(least)) + 1) as u32;
        self.left = Some(least + more);
        if self.jumps || self.rng.unit() < self.own.jump_share {
            self.jumps = false;
            self.at = self.rng.below(stage.pages.max(1));
        }
    }

    /// Advances to the next page of the chain; `None` if the page is in memory and needs no read.
    fn page(&mut self, stage: &mut FileActivity) -> Option<ActorOperation> {
        let page = self.at % stage.pages.max(1);
        self.at = page + 1;
        if self.rng.unit() < self.own.update_share {
            stage.dirty.add(page);
            if self.rng.unit() >= self.own.rollback_share {
                let (least, most) = (self.own.log_bytes_min, self.own.log_bytes_max);
                let more = self.rng.below(u64::from(most.saturating_sub(least)) + 1);
                stage.log_bytes += u64::from(least) + more;
            }
        }
        (self.rng.unit() >= self.cache_hit_share)
            .then_some(ActorOperation::Read { first: page, pages: 1 })
    }
}
