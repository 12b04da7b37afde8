//! Processes failed operations: counts them in the interval, reports them to the sink, and ends the stream if required.

use super::check::WrongPage;
use super::{Backend, PageCheck, SampleSink, Worker, WorkerSlot};
use base::ContentFault;
use sample::IoFailure;
use std::sync::atomic::Ordering;
use workload::ErrorAction;

/// The most failures that are reported one by one; the rest is only counted.
const FAILURES_MAX: u32 = 100;
/// `EILSEQ` of Linux: the error number of a read that returned other data than was written.
const WRONG_CONTENT: i32 = 84;

impl<B: Backend, S: SampleSink, C: PageCheck> Worker<B, S, C> {
    #[cold]
    pub(super) fn fail(&mut self, slot: &WorkerSlot, errno: i32) {
        self.failed(slot, (slot.op.offset_bytes, slot.op.length_bytes), errno, None);
    }

    /// Counts a read that returned wrong content as failed.
    #[cold]
    pub(super) fn fail_check(&mut self, slot: &WorkerSlot, found: WrongPage) {
        let place = (found.offset_bytes, found.length_bytes);
        self.failed(slot, place, WRONG_CONTENT, Some(found.fault));
    }

    fn failed(
        &mut self,
        slot: &WorkerSlot,
        place: (u64, u32),
        errno: i32,
        content: Option<ContentFault>,
    ) {
        self.recorder.direction(slot.op.kind).errors += 1;
        if self.failures < FAILURES_MAX {
            self.failures += 1;
            self.sink.failure(IoFailure {
                stream: self.setup.work.stream,
                what: slot.op.kind,
                offset_bytes: place.0,
                length_bytes: place.1,
                errno,
                at_ns: self.recorder.since_start_ns(self.now_ns),
                content,
            });
        }
        if self.setup.work.on_error == ErrorAction::Stop {
            self.draining = true;
            self.setup.stops.stream.store(true, Ordering::Relaxed);
        }
    }
}
