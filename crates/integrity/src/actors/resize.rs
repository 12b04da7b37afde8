//! The actor that shrinks the file and lets it grow again.

use super::{ActorOperation, FileActivity};
use base::Rng;

/// `[ShrinkActor]`, with the sizes of `[FileN]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShrinkParameters {
    pub every_ns_min: u64,
    pub every_ns_max: u64,
    /// `MinExtends`: increments at once.
    pub extents_min: u32,
    pub extents_max: u32,
    pub increment_pages: u64,
    /// The fewest pages of the file.
    pub pages_min: u64,
    /// `MaxSize`: the most pages of the file.
    pub pages_max: u64,
    /// `Shrinkable=FALSE`: the file never shrinks.
    pub only_grows: bool,
}

impl Default for ShrinkParameters {
    /// SQLIOSim's values, with increments of 1 MiB in pages of 8 KiB; the caller must set the sizes.
    fn default() -> Self {
        Self {
            every_ns_min: 120_000_000_000,
            every_ns_max: 600_000_000_000,
            extents_min: 1,
            extents_max: 20,
            increment_pages: 128,
            pages_min: 1,
            pages_max: u64::MAX,
            only_grows: false,
        }
    }
}

/// Shrinks and grows the file at random.
#[derive(Clone, Debug)]
pub struct ShrinkActor {
    own: ShrinkParameters,
    rng: Rng,
    rested: bool,
}

impl ShrinkActor {
    /// The first change comes after the usual interval.
    pub fn new(own: ShrinkParameters, rng: Rng) -> Self {
        Self { own, rng, rested: false }
    }

    pub(super) fn next(&mut self, stage: &mut FileActivity) -> ActorOperation {
        self.rested = !self.rested;
        if self.rested {
            let more = self.own.every_ns_max.saturating_sub(self.own.every_ns_min);
            return ActorOperation::Rest { ns: self.own.every_ns_min + self.rng.below(more + 1) };
        }
        let (least, most) = (self.own.extents_min.max(1), self.own.extents_max.max(1));
        let more = self.rng.below(u64::from(most.saturating_sub(least)) + 1);
        let change = (u64::from(least) + more) * self.own.increment_pages;
        let grows = self.own.only_grows || self.rng.below(2) == 0;
        let pages = if grows {
            stage.pages.saturating_add(change)
        } else {
            stage.pages.saturating_sub(change)
        };
        ActorOperation::Resize { pages: pages.clamp(self.own.pages_min.max(1), self.own.pages_max) }
    }
}
