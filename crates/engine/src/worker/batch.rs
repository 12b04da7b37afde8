//! How many operations are submitted and reaped together if a stream emulates another tool.
//!
//! Without such rules this costs nothing: all ready operations are submitted at once, and all completions are reaped.
//! With rules, a closed loop fills its queue by submissions of at most `submit` operations before it processes any
//! completion. Then it waits for `complete_min` and reaps at most `complete_max`; with `refill_depth` it drains the queue to that
//! depth before it fills it again. Completions not reaped yet stay in the list that the backend fills. Open loops and
//! loops with think time follow `submit` only: they process completions while they wait for an arrival.

use super::{Backend, BackendError, PageCheck, SampleSink, Worker};
use base::Clock;
use plan::WorkerPlan;
use workload::{Batch, Pace};

/// The rules and the state of the queue.
#[derive(Debug)]
pub(super) struct BatchQueue {
    rules: Batch,
    /// Whether the queue is filled before completions are processed.
    fills: bool,
    /// Whether a full queue is being drained.
    empties: bool,
    /// The slots queued since the last submission; `None` if the submission time is not measured.
    slots: Option<Vec<u32>>,
}

impl BatchQueue {
    /// `None` if the plan has no such rules.
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
    /// Whether another operation may join the next submission.
    #[inline]
    pub(super) fn may_queue(&self) -> bool {
        let Some(batching) = &self.batching else { return true };
        self.queued < batching.rules.submit && !batching.empties
    }

    /// Records that an operation was queued in the slot.
    #[inline]
    pub(super) fn batched(&mut self, slot: u32) {
        let Some(batching) = &mut self.batching else { return };
        self.queued += 1;
        if let Some(slots) = &mut batching.slots {
            slots.push(slot);
        }
    }

    /// How many completions to wait for; 0: the queue is not full yet.
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
            && batching.rules.refill_depth < self.setup.work.depth
            && (batching.empties || self.free.is_empty())
            && self.outstanding > batching.rules.refill_depth;
        batching.rules.complete_min.clamp(1, self.outstanding.max(1))
    }

    /// How many of `there` completions are reaped now.
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
        batching.empties &= left > batching.rules.refill_depth;
        taken
    }

    /// Submits the queued operations and measures how long that takes, if the rules require it.
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
