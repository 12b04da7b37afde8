//! Takes the events of a run, and returns the [`Outcome`] for foreign writers at any moment of the run.
//!
//! Keeps the [`Totals`] of each stream, with trims separate from writes, and one small row for each counted interval.

use super::running::{self, MachineCounters};
use base::Clock;
use compat::outcome::{
    DirectionOutcome, IntervalDirection, IntervalOutcome, LatencyDistribution, OperationOutcome,
    Outcome, OutcomeFailure, StreamOutcome,
};
use plan::{Plan, TargetPlan};
use sample::{DirectionSample, EngineEvent, Histogram, IntervalSample};
use std::cell::RefCell;
use summary::Totals;
use sys::clock::SystemClock;
use sys::inventory::Inventory;
use workload::{EngineKind, JobTarget, Stream, Workload};

/// The error number that foreign tools show for an I/O that failed without one: EIO.
const EIO: i32 = 5;
/// The error number that fio shows for content that does not match: EILSEQ.
const EILSEQ: i32 = 84;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignTarget {
    pub name: String,
    /// Its size in bytes before it was prefilled.
    pub had_bytes: u64,
    /// The size in bytes of the part that is used.
    pub size_bytes: u64,
}

#[derive(Clone, Copy, Debug)]
pub struct StreamCounts {
    pub begun_ns: u64,
    pub has_begun: bool,
    /// Operations: reads, writes, trims.
    pub ios: [u64; 3],
    /// The same in bytes.
    pub bytes: [u64; 3],
}

#[derive(Debug)]
pub struct OutcomeBuilder {
    clock: SystemClock,
    begun_ns: u64,
    /// Time on the virtual clock of simulated storage, which runs ahead of the real one; `None` on real storage.
    simulated_ns: Option<u64>,
    pauses_ns: Vec<u64>,
    phase: PhaseTimes,
    streams: Vec<StreamCollector>,
    counters: Option<MachineCounters>,
    whole: Outcome,
    ended: bool,
    /// Streams that a listener wants to end.
    ends: RefCell<Vec<usize>>,
    /// Every target, in the order of the workload; empty before the run is prepared.
    pub grounds: Vec<ForeignTarget>,
    /// The seed of every random choice; 0 before the run is prepared.
    pub seed: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct PhaseTimes {
    start_ns: u64,
    longest_ns: u64,
    counting: bool,
}

#[derive(Debug)]
struct StreamCollector {
    /// The sum of the current phase; those of earlier phases are in `out`.
    phase: Totals,
    out: StreamOutcome,
    begun: bool,
    counted: bool,
    /// Whether its I/O so far, of a warm-up or of a search for its queue depth, is reported only if no other follows, as in fio.
    provisional: bool,
    keeps_histograms: bool,
}

impl StreamCollector {
    fn so_far(&self) -> StreamOutcome {
        let (sum, out) = (self.phase.counts(), &self.out);
        StreamOutcome {
            read: out.read.and(&direction(&sum.read)),
            write: out.write.and(&direction(&sum.write)),
            flush: out.flush.and(&direction(&sum.flush)),
            trim: out.trim.and(&direction(&sum.trim)),
            depths: std::array::from_fn(|at| out.depths[at] + sum.depths[at]),
            submits: std::array::from_fn(|at| out.submits[at] + sum.submits[at]),
            completes: std::array::from_fn(|at| out.completes[at] + sum.completes[at]),
            ..out.clone()
        }
    }

    fn begin_again(&mut self) {
        self.begun = false;
        self.phase.forget();
        let (name, errno) = (std::mem::take(&mut self.out.name), self.out.errno);
        self.out = StreamOutcome { name, errno, ..Default::default() };
    }

    /// Moves the sum of the phase to `out`, which keeps only nonempty histogram buckets.
    fn condense(&mut self) {
        if self.counted {
            self.out = self.so_far();
            self.phase = Totals::default();
            self.counted = false;
        }
    }
}

impl OutcomeBuilder {
    /// A builder for a run that has not begun.
    pub fn new(workload: &Workload) -> Self {
        let clock = SystemClock::new();
        let stream = |stream: &Stream| StreamCollector {
            phase: Totals::default(),
            out: StreamOutcome { name: stream.name.clone(), ..StreamOutcome::default() },
            begun: false,
            counted: false,
            provisional: true,
            keeps_histograms: stream.emulation.keeps_histograms,
        };
        Self {
            begun_ns: clock.now_ns(),
            clock,
            simulated_ns: None,
            pauses_ns: workload.phases.iter().map(|p| p.pause_ns.0).collect(),
            phase: PhaseTimes::default(),
            streams: workload.streams.iter().map(stream).collect(),
            counters: None,
            whole: Outcome {
                started_unix_ns: sys::clock::unix_now(),
                machine: running::machine(),
                ..Outcome::default()
            },
            ended: false,
            ends: RefCell::default(),
            grounds: Vec::new(),
            seed: 0,
        }
    }

    pub(super) fn begin(&mut self, workload: &Workload, plan: &Plan, stacks: &[Inventory]) {
        let ground = |(target, plan): (&JobTarget, &TargetPlan)| ForeignTarget {
            name: target.name.clone(),
            had_bytes: plan.size_bytes - plan.prefill_bytes,
            size_bytes: plan.size_bytes,
        };
        self.grounds = workload.targets.iter().zip(&plan.targets).map(ground).collect();
        self.seed = plan.seed;
        self.begun_ns = self.clock.now_ns();
        self.whole.started_unix_ns = sys::clock::unix_now();
        self.simulated_ns = (plan.engine == EngineKind::Sim).then_some(0);
        self.counters = Some(MachineCounters::start(stacks));
    }

    /// Time since the run began, in nanoseconds.
    pub fn elapsed_ns(&self) -> u64 {
        match self.simulated_ns {
            Some(done_ns) => done_ns + self.phase.longest_ns,
            None => self.clock.now_ns() - self.begun_ns,
        }
    }

    pub(super) fn hear(&mut self, event: &EngineEvent) {
        match event {
            EngineEvent::PhaseStart { .. } => {
                self.phase = PhaseTimes { start_ns: self.elapsed_ns(), ..PhaseTimes::default() };
            }
            EngineEvent::Interval(interval) => self.interval(interval),
            EngineEvent::Failure(failure) => {
                if let Some(stream) = self.streams.get_mut(failure.stream)
                    && stream.out.errno == 0
                {
                    stream.out.errno = match failure {
                        sample::IoFailure { content: Some(_), .. } => EILSEQ,
                        sample::IoFailure { errno: 0, .. } => EIO,
                        sample::IoFailure { errno, .. } => *errno,
                    };
                }
            }
            EngineEvent::WorkerEnd { stream, used, .. } => {
                if let Some(stream) = self.streams.get_mut(*stream) {
                    stream.out.cpu_user_ns += used.user_ns;
                    stream.out.cpu_kernel_ns += used.kernel_ns;
                    stream.out.switches += used.switches;
                    stream.out.depth = stream.out.depth.max(used.depth);
                }
            }
            EngineEvent::PhaseEnd { phase } => {
                // The streams of earlier phases, perhaps thousands, must not each keep a histogram until the end.
                self.streams.iter_mut().for_each(StreamCollector::condense);
                let last = phase + 1 == self.pauses_ns.len();
                let pause_ns = if last { 0 } else { self.pauses_ns[*phase] };
                if let Some(done_ns) = &mut self.simulated_ns {
                    *done_ns += self.phase.longest_ns + pause_ns;
                    self.phase.longest_ns = 0;
                }
            }
        }
    }

    fn interval(&mut self, interval: &IntervalSample) {
        self.phase.longest_ns = self.phase.longest_ns.max(interval.end_ns);
        let Some(stream) = self.streams.get_mut(interval.stream) else { return };
        stream.counted = true;
        if !interval.warm_up && stream.provisional {
            stream.provisional = false;
            if stream.begun {
                stream.begin_again();
                if let Some(counters) = self.counters.as_mut().filter(|_| !self.phase.counting) {
                    counters.begin_again();
                }
            }
        }
        if interval.warm_up && !stream.provisional {
            stream.phase.push(interval);
            return;
        }
        self.phase.counting |= !interval.warm_up;
        if !stream.begun {
            stream.begun = true;
            stream.out.begun_ns = self.phase.start_ns + interval.start_ns;
        }
        let start_ns = stream.out.runtime_ns;
        stream.out.runtime_ns += interval.length_ns();
        stream.out.intervals.push(IntervalOutcome {
            start_ns,
            end_ns: stream.out.runtime_ns,
            read: directions(&interval.read),
            write: directions(&interval.write),
            trim: directions(&interval.trim),
        });
        if stream.keeps_histograms {
            let service = |sample: &DirectionSample| direction(sample).service;
            let histograms = [&interval.read, &interval.write, &interval.trim].map(service);
            stream.out.histograms.push((stream.out.runtime_ns, histograms));
        }
        let since_run_ns = self.phase.start_ns;
        stream.out.records.extend(interval.records.iter().map(|record| OperationOutcome {
            start_ns: since_run_ns + record.start_ns,
            end_ns: since_run_ns + record.end_ns,
            direction: record.direction,
            file: record.file,
            offset_bytes: record.offset_bytes,
            length_bytes: record.length_bytes,
            handover_ns: record.handover_ns,
        }));
        stream.phase.add(interval);
    }

    /// The run is over. Reads the machine's counters.
    pub(super) fn end(&mut self, interrupted: bool) {
        self.whole.elapsed_ns = self.elapsed_ns();
        self.whole.interrupted = interrupted;
        if let Some(counters) = &self.counters {
            (self.whole.cpus, self.whole.devices) = counters.look();
        }
        self.ended = true;
    }

    /// The run failed, or could not begin.
    pub(super) fn fail(&mut self, failure: OutcomeFailure) {
        self.whole.failure = Some(failure);
    }

    pub fn end_streams(&self, names: &[String]) {
        let all = self.streams.iter().enumerate();
        let requested = all.filter(|(_, stream)| names.contains(&stream.out.name));
        self.ends.borrow_mut().extend(requested.map(|(index, _)| index));
    }

    /// The streams whose end was requested since the last call.
    pub(super) fn take_ends(&self) -> Vec<usize> {
        self.ends.take()
    }

    pub(super) fn has_begun(&self) -> bool {
        self.counters.is_some()
    }

    #[cfg(test)]
    pub(super) fn holds_no_histogram(&self) -> bool {
        let empty = |interval: &IntervalSample| {
            [&interval.read, &interval.write].iter().all(|d| d.total.is_empty())
        };
        self.streams.iter().all(|stream| empty(stream.phase.counts()))
    }

    /// The begin, the operations and the bytes of reads, writes and trims of a stream so far, without its distributions.
    pub fn counts(&self, stream: usize) -> StreamCounts {
        let (sum, out) = (self.streams[stream].phase.counts(), &self.streams[stream].out);
        StreamCounts {
            begun_ns: out.begun_ns,
            has_begun: self.streams[stream].begun,
            ios: [
                out.read.ios + sum.read.ios,
                out.write.ios + sum.write.ios,
                out.trim.ios + sum.trim.ios,
            ],
            bytes: [
                out.read.bytes + sum.read.bytes,
                out.write.bytes + sum.write.bytes,
                out.trim.bytes + sum.trim.bytes,
            ],
        }
    }

    pub fn outcome(&self) -> Outcome {
        let mut whole = self.whole.clone();
        if let Some(counters) = self.counters.as_ref().filter(|_| !self.ended) {
            whole.elapsed_ns = self.elapsed_ns();
            (whole.cpus, whole.devices) = counters.look();
        }
        whole.streams = self.streams.iter().map(StreamCollector::so_far).collect();
        whole
    }
}

/// The latencies as other tools count them: from the submission, also in an open loop, whose own total counts from the time at
/// which an operation was due.
fn latencies(interval: &DirectionSample) -> &Histogram {
    if interval.late.is_empty() { &interval.total } else { &interval.service }
}

fn directions(interval: &DirectionSample) -> IntervalDirection {
    let (moments, handover) = (latencies(interval).moments(), interval.handover.moments());
    // In an open loop the latencies are those after the submission.
    let before_ns = if interval.late.is_empty() { 0.0 } else { handover.mean_ns };
    IntervalDirection {
        ios: interval.ios,
        bytes: interval.bytes,
        mean_ns: moments.mean_ns + before_ns,
        deviation_ns: moments.deviation_ns,
        min_ns: moments.min_ns + before_ns as u64,
        max_ns: moments.max_ns + before_ns as u64,
        handover_mean_ns: handover.mean_ns,
        handover_max_ns: handover.max_ns,
    }
}

fn direction(interval: &DirectionSample) -> DirectionOutcome {
    let mut total = distribution(latencies(interval));
    let service =
        if interval.service.is_empty() { total.clone() } else { distribution(&interval.service) };
    let handover = distribution(&interval.handover);
    if !interval.late.is_empty() {
        total = after(&handover, total);
    }
    DirectionOutcome {
        ios: interval.ios,
        bytes: interval.bytes,
        errors: interval.errors,
        short: interval.short,
        total,
        service,
        handover,
    }
}

/// The sum of submission and service of operations of which only the two distributions are kept: as if they were independent, each bucket
/// is later by the mean.
fn after(handover: &LatencyDistribution, service: LatencyDistribution) -> LatencyDistribution {
    let shift_ns = handover.mean_ns as u64;
    LatencyDistribution {
        buckets: service.buckets.iter().map(|(ns, count)| (ns + shift_ns, *count)).collect(),
        min_ns: service.min_ns + handover.min_ns,
        max_ns: service.max_ns + shift_ns,
        mean_ns: service.mean_ns + handover.mean_ns,
        deviation_ns: service.deviation_ns.hypot(handover.deviation_ns),
    }
}

fn distribution(histogram: &Histogram) -> LatencyDistribution {
    let moments = histogram.moments();
    LatencyDistribution {
        buckets: histogram.buckets().collect(),
        min_ns: moments.min_ns,
        max_ns: moments.max_ns,
        mean_ns: moments.mean_ns,
        deviation_ns: moments.deviation_ns,
    }
}
