//! What comes between two passes of a worker over its part: its cached pages are dropped.
//!
//! A pass is known by the bytes that were moved. Nothing waits for what is still under way: the pages that it brings in
//! stay, as many as are outstanding at most. Costs nothing where no cache is dropped.

use super::setup::WorkerSetup;
use super::{Backend, PageCheck, SampleSink, Worker};
use base::Clock;
use plan::FilePlan;
use std::fs::File;
use std::sync::Arc;

/// The passes of one worker.
#[derive(Debug)]
pub(super) struct PassTracker {
    /// Each file with the part of it that is used.
    files: Vec<(Arc<File>, FilePlan)>,
    pass_bytes: u64,
}

impl PassTracker {
    /// `None` where nothing comes between passes. Of the lanes of one worker the first does it for all.
    pub(super) fn of(setup: &WorkerSetup) -> Option<Self> {
        let work = &setup.work;
        let pass_bytes = work.drop_every.filter(|bytes| *bytes > 0 && setup.lane == 0)?;
        let files: Vec<_> = setup.cached.iter().cloned().zip(work.parts()).collect();
        (!files.is_empty()).then_some(Self { files, pass_bytes })
    }

    /// The first bytes at which there is something to decide.
    pub(super) fn limit(setup: &WorkerSetup) -> Option<u64> {
        let pass = Self::of(setup).map(|passes| passes.pass_bytes);
        pass.into_iter().chain(setup.work.bytes_max).min()
    }
}

impl<B: Backend, S: SampleSink, C: PageCheck> Worker<B, S, C> {
    /// Begins the next pass, where the limit that was reached is not the end; whether it did.
    #[cold]
    pub(super) fn next_pass(&mut self, limit: u64) -> bool {
        let end = self.setup.work.bytes_max.unwrap_or(u64::MAX);
        let Some(passes) = &self.passes else { return false };
        if limit >= end {
            return false;
        }
        // What cannot be dropped stays: it is advice, and the load goes on as it did through its first pass.
        for (file, part) in &passes.files {
            let _ = sys::file::forget_range(file, part.offset_bytes, part.length_bytes);
        }
        self.bytes_limit = Some(limit.saturating_add(passes.pass_bytes).min(end));
        self.now_ns = self.backend.clock().now_ns().max(self.now_ns);
        true
    }
}
