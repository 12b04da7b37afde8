//! How many operations are handed over and taken back together, where a stream follows another tool's rules.
//!
//! Without rules nothing here costs anything: all that is ready goes over at once, and all that is there is taken. With
//! them a closed loop fills its queue by hand-overs of at most `submit` operations before it looks at any completion;
//! then it waits for `complete_min`, takes at most `complete_max`, and with `low` empties the queue down to that depth
//! before it is filled again. Completions that were not taken yet wait where the backend put them. Open loops and
//! pauses follow `submit` alone: who waits for an arrival takes what comes meanwhile.

use super::{Backend, BackendError, PageCheck, SampleSink, Worker};
use base::Clock;
use plan::WorkerPlan;
use workload::{Batch, Pace};

/// The rules and where the queue stands.
#[derive(Debug)]
pub(super) struct BatchQueue {
    rules: Batch,
    /// Whether the queue is filled before completions are looked at.
    fills: bool,
    /// Whether a full queue is being emptied.
    empties: bool,
    /// Whether the time of submission is measured, and what was queued since.
    slots: Option<Vec<u32>>,
}

impl BatchQueue {
    /// `None` where the worker follows no other tool.
    pub(super) fn of(work: &WorkerPlan) -> Option<Self> {
        let all = Batch::of_submit(u32::MAX);
        let emulation = &work.emulation;
        let rules = emulation.batch.or(emulation.times_submission.then_some(all))?;
        let slots = emulation.times_submission.then(|| Vec::with_capacity(work.depth as usize));
        let fills = emulation.batch.is_some() && work.pace == Pace::Closed && work.tie.is_none();
        Some(Self { rules, fills, empties: false, slots })
    }
}

impl<B: Backend, S: SampleSink, C: PageCheck> Worker<B, S, C> {
    /// Whether another operation may join those that are handed over next.
    #[inline]
    pub(super) fn may_queue(&self) -> bool {
        let Some(batching) = &self.batching else { return true };
        self.queued < batching.rules.submit && !batching.empties
    }

    /// An operation was queued in the slot.
    #[inline]
    pub(super) fn batched(&mut self, slot: u32) {
        let Some(batching) = &mut self.batching else { return };
        self.queued += 1;
        if let Some(slots) = &mut batching.slots {
            slots.push(slot);
        }
    }

    /// How many completions it takes to go on; 0: the queue is not full yet.
    #[inline]
    pub(super) fn wanted(&mut self) -> u32 {
        let Some(batching) = &mut self.batching else { return 1 };
        let queued = std::mem::take(&mut self.queued);
        if queued > 0 {
            self.recorder.submitted(queued);
        }
        let waits = self.free.is_empty()
            || self.draining
            || batching.empties
            || queued < batching.rules.submit;
        if !waits {
            return 0;
        }
        batching.empties = batching.fills
            && batching.rules.low < self.setup.work.depth
            && (batching.empties || self.free.is_empty())
            && self.outstanding > batching.rules.low;
        batching.rules.complete_min.clamp(1, self.outstanding.max(1))
    }

    /// How many of `there` completions are taken now.
    #[inline]
    pub(super) fn taken(&mut self, there: usize) -> usize {
        let Some(batching) = &mut self.batching else { return there };
        let taken = match batching.rules.complete_max {
            0 => there,
            most => there.min(most.max(batching.rules.complete_min) as usize),
        };
        if taken > 0 {
            self.recorder.completed(taken as u32);
        }
        let left = self.outstanding.saturating_sub(taken as u32);
        batching.empties &= left > batching.rules.low;
        taken
    }

    /// Hands over what is queued and takes the time of that, where it is wanted.
    #[inline]
    pub(super) fn measure_submission(&mut self, handed_over: bool) -> Result<(), BackendError> {
        let timed = self.batching.as_ref().is_some_and(|batching| batching.slots.is_some());
        if !timed || !handed_over {
            return Ok(());
        }
        self.backend.turn(0, None, &mut self.done)?;
        self.now_ns = self.backend.clock().now_ns().max(self.now_ns);
        let Some(slots) = self.batching.as_mut().and_then(|batching| batching.slots.as_mut())
        else {
            return Ok(());
        };
        for index in slots.drain(..) {
            let slot = &mut self.slots[index as usize];
            slot.handover_ns = self.now_ns - slot.submitted_ns;
            slot.submitted_ns = self.now_ns;
            let (kind, handover_ns) = (slot.op.kind, slot.handover_ns);
            self.recorder.direction(kind).handover.record(handover_ns);
        }
        Ok(())
    }
}
