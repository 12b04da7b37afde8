//! Replay of recorded operations in their order, each when it is due if the trace has times.

use super::{Backend, IoExtent, IoKind, PageCheck, SampleSink, Worker};

impl<B: Backend, S: SampleSink, C: PageCheck> Worker<B, S, C> {
    /// Starts the operations of the trace that are due; then pauses until the next one.
    pub(super) fn refill_replay(&mut self) {
        self.rests_until_ns = u64::MAX;
        while self.may_queue() && !self.free.is_empty() {
            let steps = self.setup.work.emulation.replay.as_ref();
            let Some(step) = steps.and_then(|steps| steps.get(self.number as usize)) else {
                self.draining = true;
                return;
            };
            let due_ns = step.due.map_or(0, |due| self.setup.start_ns.saturating_add(due.0));
            if due_ns > self.now_ns {
                self.rests_until_ns = due_ns;
                return;
            }
            // A sync makes all earlier writes durable, so it waits for all operations in flight.
            if step.kind == IoKind::Flush && self.outstanding > 0 {
                return;
            }
            let slot = self.free.pop().expect("it was looked whether one is free");
            let latency_from_due = step.due.is_some() && self.setup.work.emulation.latency_from_due;
            if !self.issue(slot, if latency_from_due { due_ns } else { self.now_ns }) {
                return;
            }
        }
    }

    /// The next operation of the trace; `None` if there is no trace or it is over.
    #[inline]
    pub(super) fn replay_extent(&self) -> Option<IoExtent> {
        let step = self.setup.work.emulation.replay.as_ref()?.get(self.number as usize)?;
        Some(IoExtent {
            kind: step.kind,
            offset_bytes: step.offset.0,
            length_bytes: u32::try_from(step.length.0).unwrap_or(u32::MAX),
        })
    }
}
