//! Runs of pages: the audit, read-ahead and bulk users, and the walk through the whole file.

use super::{Act, Stage};
use base::Rng;

/// `[AuditUser]`, `[ReadAheadUser]` or `[BulkUpdateUser]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Runs {
    /// `UserCount`.
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
enum Kind {
    Audit,
    ReadAhead,
    Bulk,
}

/// One of them.
#[derive(Clone, Debug)]
pub struct RunsUser {
    own: Runs,
    kind: Kind,
    rng: Rng,
    at: u64,
    left: u32,
    done: u32,
}

impl RunsUser {
    /// Reads pages one by one, as a check of the database does.
    pub fn audit(own: Runs, rng: Rng) -> Self {
        Self { own, kind: Kind::Audit, rng, at: 0, left: 0, done: 0 }
    }

    /// Reads runs, as a scan does.
    pub fn read_ahead(own: Runs, rng: Rng) -> Self {
        Self { kind: Kind::ReadAhead, ..Self::audit(own, rng) }
    }

    /// Writes runs, as a load does.
    pub fn bulk(own: Runs, rng: Rng) -> Self {
        Self { kind: Kind::Bulk, ..Self::audit(own, rng) }
    }

    pub(super) fn name(&self) -> &'static str {
        match self.kind {
            Kind::Audit => "audit",
            Kind::ReadAhead => "read-ahead",
            Kind::Bulk => "bulk update",
        }
    }

    pub(super) fn next(&mut self, stage: &mut Stage) -> Act {
        if self.left > 0 {
            self.left -= 1;
            let first = self.at.min(stage.pages - 1);
            self.at = first + 1;
            return Act::Read { first, pages: 1 };
        }
        if self.done >= self.own.cycles.max(1) {
            self.done = 0;
            return Act::Rest { ns: self.own.delay_ns };
        }
        self.done += 1;
        let (least, most) = (self.own.least.max(1), self.own.most.max(self.own.least).max(1));
        let pages = u64::from(least) + self.rng.below(u64::from(most - least) + 1);
        let pages = pages.min(stage.pages);
        let first = self.rng.below(stage.pages - pages + 1);
        let run = pages as u32;
        match self.kind {
            Kind::ReadAhead => Act::Read { first, pages: run },
            Kind::Bulk => Act::Write { first, pages: run },
            Kind::Audit => {
                (self.at, self.left) = (first + 1, run - 1);
                Act::Read { first, pages: 1 }
            }
        }
    }
}

/// Goes through the whole file once: fills it, or reads every page of it.
#[derive(Clone, Debug)]
pub struct Sweep {
    writes: bool,
    run: u32,
    at: u64,
}

impl Sweep {
    /// Pages of a run.
    pub const RUN_MAX: u32 = 64;

    /// Writes every page.
    pub fn fill() -> Self {
        Self { writes: true, run: Self::RUN_MAX, at: 0 }
    }

    /// Reads every page.
    pub fn audit() -> Self {
        Self { writes: false, run: Self::RUN_MAX, at: 0 }
    }

    pub(super) fn name(&self) -> &'static str {
        if self.writes { "fill" } else { "final audit" }
    }

    pub(super) fn next(&mut self, stage: &mut Stage) -> Act {
        let left = stage.pages.saturating_sub(self.at);
        if left == 0 {
            return Act::End;
        }
        let (first, pages) = (self.at, left.min(u64::from(self.run)) as u32);
        self.at += u64::from(pages);
        if self.writes { Act::Write { first, pages } } else { Act::Read { first, pages } }
    }
}
