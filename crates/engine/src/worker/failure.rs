//! What a failed operation becomes: a count in its cell, news for the sink, and the stream's end where it is to stop.

use super::{Backend, Sink, Slot, Worker};
use sample::IoFailure;
use std::sync::atomic::Ordering;
use workload::OnError;

/// Failures told one by one; the rest is only counted.
const FAILURES_MAX: u32 = 100;

impl<B: Backend, S: Sink> Worker<B, S> {
    #[cold]
    pub(super) fn fail(&mut self, slot: &Slot, errno: i32) {
        self.recorder.direction(slot.op.kind).errors += 1;
        if self.failures < FAILURES_MAX {
            self.failures += 1;
            self.sink.failure(IoFailure {
                stream: self.setup.work.stream,
                what: slot.op.kind.name(),
                offset_bytes: slot.op.offset_bytes,
                length_bytes: slot.op.length_bytes,
                errno,
                at_ns: self.recorder.since_start_ns(self.now_ns),
            });
        }
        if self.setup.work.on_error == OnError::Stop {
            self.draining = true;
            self.setup.stops.stream.store(true, Ordering::Relaxed);
        }
    }
}
