//! Runs of pages: the audit, read-ahead and bulk users, and the pass over the whole file.

use super::{ActorOperation, FileActivity};
use base::Rng;
use workload::ActorName;

/// `[AuditUser]`, `[ReadAheadUser]` or `[BulkUpdateUser]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageRunParameters {
    pub users: u32,
    /// `BuffersRAMin`, `BuffersBUMin`, `BuffersValidated`: pages of a run.
    pub least: u32,
    /// `BuffersRAMax`, `BuffersBUMax`, `BuffersValidated`.
    pub most: u32,
    /// `DelayAfterCycles`: runs before a rest.
    pub cycles: u32,
    /// `AuditDelay`, `RADelay`, `BUDelay`: the rest, in nanoseconds.
    pub delay_ns: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PageRunKind {
    Audit,
    ReadAhead,
    Bulk,
}

/// An audit, read-ahead or bulk update user.
#[derive(Clone, Debug)]
pub struct PageRunActor {
    own: PageRunParameters,
    kind: PageRunKind,
    rng: Rng,
    at: u64,
    left: u32,
    done: u32,
}

impl PageRunActor {
    /// Reads pages one by one, as a check of the database does.
    pub fn audit(own: PageRunParameters, rng: Rng) -> Self {
        Self { own, kind: PageRunKind::Audit, rng, at: 0, left: 0, done: 0 }
    }

    /// Reads runs, as a scan does.
    pub fn read_ahead(own: PageRunParameters, rng: Rng) -> Self {
        Self { kind: PageRunKind::ReadAhead, ..Self::audit(own, rng) }
    }

    /// Writes runs, as a bulk load does.
    pub fn bulk(own: PageRunParameters, rng: Rng) -> Self {
        Self { kind: PageRunKind::Bulk, ..Self::audit(own, rng) }
    }

    pub(super) fn name(&self) -> ActorName {
        match self.kind {
            PageRunKind::Audit => ActorName::Audit,
            PageRunKind::ReadAhead => ActorName::ReadAhead,
            PageRunKind::Bulk => ActorName::BulkUpdate,
        }
    }

    pub(super) fn next(&mut self, stage: &mut FileActivity) -> ActorOperation {
        if self.left > 0 {
            self.left -= 1;
            let first = self.at.min(stage.pages - 1);
            self.at = first + 1;
            return ActorOperation::Read { first, pages: 1 };
        }
        if self.done >= self.own.cycles.max(1) {
            self.done = 0;
            return ActorOperation::Rest { ns: self.own.delay_ns };
        }
        self.done += 1;
        let (least, most) = (self.own.least.max(1), self.own.most.max(self.own.least).max(1));
        let pages = u64::from(least) + self.rng.below(u64::from(most - least) + 1);
        let pages = pages.min(stage.pages);
        let first = self.rng.below(stage.pages - pages + 1);
        let run = pages as u32;
        match self.kind {
            PageRunKind::ReadAhead => ActorOperation::Read { first, pages: run },
            PageRunKind::Bulk => ActorOperation::Write { first, pages: run },
            PageRunKind::Audit => {
                (self.at, self.left) = (first + 1, run - 1);
                ActorOperation::Read { first, pages: 1 }
            }
        }
    }
}

/// Fills the whole file once, or reads every page of it once.
#[derive(Clone, Debug)]
pub struct FileSweep {
    writes: bool,
    run: u32,
    at: u64,
}

impl FileSweep {
    /// Pages of a run.
    pub const RUN_MAX: u32 = 64;

    /// Writes every page.
    pub fn fill() -> Self {
        Self { writes: true, run: Self::RUN_MAX, at: 0 }
    }

    pub fn audit() -> Self {
        Self { writes: false, run: Self::RUN_MAX, at: 0 }
    }

    pub(super) fn name(&self) -> ActorName {
        if self.writes { ActorName::Fill } else { ActorName::FinalAudit }
    }

    pub(super) fn next(&mut self, stage: &mut FileActivity) -> ActorOperation {
        let left = stage.pages.saturating_sub(self.at);
        if left == 0 {
            return ActorOperation::End;
        }
        let (first, pages) = (self.at, left.min(u64::from(self.run)) as u32);
        self.at += u64::from(pages);
        if self.writes {
            ActorOperation::Write { first, pages }
        } else {
            ActorOperation::Read { first, pages }
        }
    }
}
