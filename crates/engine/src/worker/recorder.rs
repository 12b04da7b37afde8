//! The current interval, and its exchange at interval bounds, even if nothing happened in it.

use super::setup::{SampleSink, WorkerSetup};
use sample::{DirectionSample, IntervalSample};
use sys::transfer::IoKind;
use workload::TrimMode;

#[derive(Debug)]
pub(super) struct IntervalRecorder {
    pub(super) interval: Box<IntervalSample>,
    /// The placeholder for the interval during an exchange, so that the exchange does not allocate.
    blank: Option<Box<IntervalSample>>,
    /// The start of the phase, to which the times in intervals are relative.
    phase_ns: u64,
    /// The worker's own start, where its first interval begins.
    start_ns: u64,
    interval_ns: u64,
    warm_up_ns: u64,
    warm_up_intervals: u64,
    /// When the current interval ends, on the clock.
    pub(super) interval_end_ns: u64,
    integrated_ns: u64,
    /// The time of the last completion; the start if there was none.
    answered_ns: u64,
}

/// An empty interval with the memory of all histograms that the worker's plan can need, so that the hot loop never
/// allocates.
pub fn empty_interval(setup: &WorkerSetup) -> Box<IntervalSample> {
    let work = &setup.work;
    let open = work.pace.rate_iops().is_some();
    let split = open || work.emulation.times_submission;
    let mut interval = IntervalSample::new(setup.phase, work.stream, work.worker);
    interval.replay = work.emulation.replay.is_some();
    if work.read_share > 0.0 {
        prepare_latencies(&mut interval.read, split);
    }
    if work.read_share < 1.0 && work.trim != TrimMode::No {
        prepare_latencies(&mut interval.trim, split);
    }
    if work.read_share < 1.0 && work.trim != TrimMode::Instead {
        prepare_latencies(&mut interval.write, split);
        if super::groups::flushes(work.sync) {
            prepare_latencies(&mut interval.flush, true);
        }
    }
    if work.emulation.times_submission {
        for direction in [&mut interval.read, &mut interval.write, &mut interval.trim] {
            if direction.total.is_ready() {
                direction.handover.ready();
            }
        }
    }
    if open {
        for direction in [&mut interval.read, &mut interval.write, &mut interval.trim] {
            if direction.total.is_ready() {
                direction.late.ready();
            }
        }
    }
    Box::new(interval)
}

/// Allocates the histogram of the total latency and, if `split`, that of the service alone.
fn prepare_latencies(direction: &mut DirectionSample, split: bool) {
    direction.total.ready();
    if split {
        direction.service.ready();
    }
}

impl IntervalRecorder {
    pub(super) fn new(setup: &WorkerSetup) -> Self {
        // Nothing counts while a depth is being searched.
        let searches = setup.work.latency_target.is_some_and(|keep| !keep.goes_on);
        let interval_ns = setup.interval_ns.max(1);
        let mut interval = empty_interval(setup);
        interval.warm_up = searches || setup.warm_up_ns > 0;
        Self {
            interval,
            blank: Some(Box::new(IntervalSample::new(0, 0, 0))),
            phase_ns: 0,
            start_ns: 0,
            interval_ns,
            warm_up_ns: if searches { u64::MAX } else { setup.warm_up_ns },
            warm_up_intervals: if searches {
                u64::MAX
            } else {
                setup.warm_up_ns.div_ceil(interval_ns)
            },
            interval_end_ns: 0,
            integrated_ns: 0,
            answered_ns: 0,
        }
    }

    /// The time since the start of the phase.
    pub(super) fn since_start_ns(&self, now_ns: u64) -> u64 {
        now_ns.saturating_sub(self.phase_ns)
    }

    /// The start of interval `index`, relative to the worker's start. The last interval of the warm-up is cut at its end, and
    /// the following intervals count from there, so that exactly the time after the warm-up counts.
    fn bound_ns(&self, index: u64) -> u64 {
        if index < self.warm_up_intervals {
            index * self.interval_ns
        } else {
            self.warm_up_ns + (index - self.warm_up_intervals) * self.interval_ns
        }
    }

    /// Ends the warm-up at `now_ns`, within the current interval.
    pub(super) fn count_from<S: SampleSink>(&mut self, now_ns: u64, sink: &mut S) {
        self.warm_up_ns = now_ns - self.start_ns;
        if self.interval.start_ns == self.since_start_ns(now_ns) {
            (self.warm_up_intervals, self.interval.warm_up) = (self.interval.index, false);
            self.interval_end_ns = self.start_ns + self.bound_ns(self.interval.index + 1);
            return;
        }
        self.warm_up_intervals = self.interval.index + 1;
        self.next(now_ns, false, sink);
    }

    /// Sets the start of the phase, and the delay of the worker's own start, before anything is counted.
    pub(super) fn start_at(&mut self, phase_ns: u64, delay_ns: u64) {
        let start_ns = phase_ns.saturating_add(delay_ns);
        self.phase_ns = phase_ns;
        self.start_ns = start_ns;
        self.interval.start_ns = delay_ns;
        (self.integrated_ns, self.answered_ns) = (start_ns, start_ns);
        self.interval_end_ns = start_ns + self.bound_ns(1);
    }

    /// Counts the time up to `now_ns` at this many outstanding operations.
    #[inline]
    pub(super) fn integrate(&mut self, now_ns: u64, outstanding: u32) {
        let span = now_ns.saturating_sub(self.integrated_ns);
        self.interval.depth_ns += u128::from(span * u64::from(outstanding));
        self.integrated_ns = self.integrated_ns.max(now_ns);
    }

    /// Records that an operation completed at `now_ns`.
    #[inline]
    pub(super) fn answered(&mut self, now_ns: u64) {
        self.quiet_until(now_ns);
        self.answered_ns = now_ns;
    }

    #[inline]
    fn quiet_until(&mut self, now_ns: u64) {
        let (from_ns, until_ns) =
            (self.since_start_ns(self.answered_ns), self.since_start_ns(now_ns));
        self.interval.was_quiet(from_ns, until_ns);
    }

    /// Counts started operations by the number outstanding including them.
    #[inline]
    pub(super) fn started(&mut self, outstanding: u32, count: u32) {
        let class = outstanding.max(1).ilog2().min(6);
        self.interval.depths[class as usize] += u64::from(count);
    }

    #[inline]
    pub(super) fn submitted(&mut self, count: u32) {
        self.interval.submits[batch_class(count)] += 1;
    }

    /// Counts completions of this many operations that were reaped together.
    #[inline]
    pub(super) fn completed(&mut self, count: u32) {
        self.interval.completes[batch_class(count)] += 1;
    }

    pub(super) fn next<S: SampleSink>(&mut self, end_ns: u64, partial: bool, sink: &mut S) {
        self.quiet_until(end_ns);
        self.interval.end_ns = end_ns - self.phase_ns;
        self.interval.partial = partial;
        let index = self.interval.index + 1;
        let blank = self.blank.take().expect("it is put back by each exchange");
        let full = std::mem::replace(&mut self.interval, blank);
        let (phase, stream, worker, replay) = (full.phase, full.stream, full.worker, full.replay);
        let mut interval = sink.interval(full);
        (interval.phase, interval.stream, interval.worker) = (phase, stream, worker);
        interval.replay = replay;
        interval.index = index;
        let own_ns = self.bound_ns(index);
        interval.start_ns = own_ns + (self.start_ns - self.phase_ns);
        interval.warm_up = own_ns < self.warm_up_ns;
        self.blank = Some(std::mem::replace(&mut self.interval, interval));
        self.interval_end_ns = self.start_ns + self.bound_ns(index + 1);
    }

    pub(super) fn holds_something(&self) -> bool {
        let interval = &self.interval;
        interval.ios()
            + interval.flush.ios
            + interval.errors()
            + interval.due
            + interval.dropped
            + interval.backlog
            > 0
    }

    #[inline]
    pub(super) fn direction(&mut self, kind: IoKind) -> &mut DirectionSample {
        match kind {
            IoKind::Read => &mut self.interval.read,
            IoKind::Write => &mut self.interval.write,
            IoKind::Flush => &mut self.interval.flush,
            IoKind::Trim => &mut self.interval.trim,
        }
    }
}

/// The class of a batch by its size: 0, up to 4, 8, 16, 32, 64, and more.
#[inline]
fn batch_class(count: u32) -> usize {
    match count {
        0 => 0,
        1..=4 => 1,
        _ => ((count - 1).ilog2() as usize).min(6),
    }
}
