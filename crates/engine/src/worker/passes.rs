//! Drops the cached pages of a worker's part between two passes over it.
//!
//! A pass ends after a number of bytes. Operations still in flight are not awaited: the pages that they load stay in
//! the cache, at most as many as are outstanding. Costs nothing if no cache is dropped.

use super::setup::WorkerSetup;
use super::{Backend, PageCheck, SampleSink, Worker};
use base::Clock;
use plan::FilePlan;
use std::fs::File;
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct PassTracker {
    /// Each file with the part of it that is used.
    files: Vec<(Arc<File>, FilePlan)>,
    pass_bytes: u64,
}

impl PassTracker {
    /// `None` if no cache is dropped between passes. The first lane of a worker drops it for all lanes.
    pub(super) fn of(setup: &WorkerSetup) -> Option<Self> {
        let work = &setup.work;
        let pass_bytes = work.drop_every.filter(|bytes| *bytes > 0 && setup.lane == 0)?;
        let files: Vec<_> = setup.cached.iter().cloned().zip(work.parts()).collect();
        (!files.is_empty()).then_some(Self { files, pass_bytes })
    }

    /// The bytes at which the first pass or the worker ends.
    pub(super) fn limit(setup: &WorkerSetup) -> Option<u64> {
        let pass = Self::of(setup).map(|passes| passes.pass_bytes);
        pass.into_iter().chain(setup.work.bytes_max).min()
    }
}

impl<B: Backend, S: SampleSink, C: PageCheck> Worker<B, S, C> {
    /// Begins the next pass, unless the limit that was reached is the end. Returns whether it did.
    #[cold]
    pub(super) fn next_pass(&mut self, limit: u64) -> bool {
        let end = self.setup.work.bytes_max.unwrap_or(u64::MAX);
        let Some(passes) = &self.passes else { return false };
        if limit >= end {
            return false;
        }
        // This is only advice to the kernel: if pages cannot be dropped, the load continues with them.
        for (file, part) in &passes.files {
            let _ = sys::file::forget_range(file, part.offset_bytes, part.length_bytes);
        }
        self.bytes_limit = Some(limit.saturating_add(passes.pass_bytes).min(end));
        self.now_ns = self.backend.clock().now_ns().max(self.now_ns);
        true
    }
}
