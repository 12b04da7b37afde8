//! Events of a run in, the [`Outcome`] of foreign writers out, at any moment of the run.
//!
//! Keeps the [`Totals`] of each stream, trims apart from writes, and one small row for each counted interval.

use super::machine::{self, MachineCounters};
use base::Clock;
use compat::outcome::{
    DirectionOutcome, IntervalDirection, IntervalOutcome, LatencyDistribution, OperationOutcome,
    Outcome, StreamOutcome,
};
use plan::{Plan, TargetPlan};
use sample::{DirectionSample, EngineEvent, Histogram, IntervalSample};
use std::cell::RefCell;
use summary::Totals;
use sys::clock::SystemClock;
use sys::inventory::Inventory;
use workload::{EngineKind, JobTarget, Workload};

/// What foreign tools call an I/O that the system had no error number for: EIO.
const EIO: i32 = 5;
/// What fio calls contents that do not match.
const EILSEQ: i32 = 84;

/// A target as it was found and as it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignTarget {
    /// Its name in the workload.
    pub name: String,
    /// Its bytes before it was prefilled.
    pub had_bytes: u64,
    /// Its bytes that are used.
    pub size_bytes: u64,
}

/// The outcome of a run under way.
#[derive(Debug)]
pub struct OutcomeBuilder {
    clock: SystemClock,
    begun_ns: u64,
    /// On the virtual clock of simulated storage, which runs ahead of the real one.
    simulated_ns: Option<u64>,
    pauses_ns: Vec<u64>,
    phase: PhaseTimes,
    streams: Vec<StreamCollector>,
    counters: Option<MachineCounters>,
    whole: Outcome,
    ended: bool,
    /// Streams that whoever hears the news wants ended.
    ends: RefCell<Vec<usize>>,
    /// Every target, in the order of the workload's; empty before the run is prepared.
    pub grounds: Vec<ForeignTarget>,
    /// The seed of every random choice; 0 before the run is prepared.
    pub seed: u64,
}

/// The phase under way.
#[derive(Clone, Copy, Debug, Default)]
struct PhaseTimes {
    start_ns: u64,
    longest_ns: u64,
    counting: bool,
}

/// One stream's share.
#[derive(Debug)]
struct StreamCollector {
    /// The sum of the phase under way; those of the phases before are in `out`.
    phase: Totals,
    out: StreamOutcome,
    begun: bool,
    /// Whether anything is in `phase`.
    counted: bool,
    /// Whether it still looks for its depth. What it does meanwhile is told where it finds none; fio does so too.
    searches: bool,
    /// Whether the latencies of each interval are kept.
    keeps_histograms: bool,
}

impl StreamCollector {
    /// Everything so far.
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

    /// The depth is found: what was done until now does not count.
    fn found(&mut self) {
        (self.searches, self.begun) = (false, false);
        self.phase = Totals::default();
        self.out = StreamOutcome { name: std::mem::take(&mut self.out.name), ..Default::default() };
    }

    /// Keeps of what the phase counted only the buckets that hold anything.
    fn condense(&mut self) {
        if self.counted {
            self.out = self.so_far();
            self.phase = Totals::default();
            self.counted = false;
        }
    }
}

impl OutcomeBuilder {
    /// Of a run that has not begun.
    pub fn new(workload: &Workload) -> Self {
        let clock = SystemClock::new();
        let stream = |name: &str| StreamCollector {
            phase: Totals::default(),
            out: StreamOutcome { name: name.to_owned(), ..StreamOutcome::default() },
            begun: false,
            counted: false,
            searches: false,
            keeps_histograms: false,
        };
        Self {
            begun_ns: clock.now_ns(),
            clock,
            simulated_ns: None,
            pauses_ns: workload.phases.iter().map(|p| p.pause_ns.0).collect(),
            phase: PhaseTimes::default(),
            streams: workload
                .streams
                .iter()
                .map(|s| StreamCollector {
                    searches: s.keep.is_some_and(|keep| !keep.goes_on),
                    keeps_histograms: s.emulation.keeps_histograms,
                    ..stream(&s.name)
                })
                .collect(),
            counters: None,
            whole: Outcome {
                started_unix_ns: sys::clock::unix_now(),
                machine: machine::machine(),
                ..Outcome::default()
            },
            ended: false,
            ends: RefCell::default(),
            grounds: Vec::new(),
            seed: 0,
        }
    }

    /// The run begins now.
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

    /// Something happened.
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
                        sample::IoFailure { found: Some(_), .. } => EILSEQ,
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
                // Thousands of streams of earlier phases must not hold a histogram each until the end.
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
        if stream.searches && !interval.warm_up {
            stream.found();
        }
        if interval.warm_up && !stream.searches {
            stream.phase.push(interval);
            if let Some(counters) = self.counters.as_mut().filter(|_| !self.phase.counting) {
                counters.begin_again();
            }
            return;
        }
        self.phase.counting = true;
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
            let of = |one: &DirectionSample| direction(one).service;
            let each = [of(&interval.read), of(&interval.write), of(&interval.trim)];
            stream.out.histograms.push((stream.out.runtime_ns, each));
        }
        let since_run_ns = self.phase.start_ns;
        stream.out.records.extend(interval.records.iter().map(|one| OperationOutcome {
            start_ns: since_run_ns + one.start_ns,
            end_ns: since_run_ns + one.end_ns,
            direction: one.direction,
            file: one.file,
            offset_bytes: one.offset_bytes,
            length_bytes: one.length_bytes,
            handover_ns: one.handover_ns,
        }));
        stream.phase.add(interval);
    }

    /// The run is over; what the machine's counters say is taken now.
    pub(super) fn end(&mut self, interrupted: bool) {
        self.whole.elapsed_ns = self.elapsed_ns();
        self.whole.interrupted = interrupted;
        if let Some(counters) = &self.counters {
            (self.whole.cpus, self.whole.devices) = counters.look();
        }
        self.ended = true;
    }

    /// The run failed, or could not begin.
    pub(super) fn fail(&mut self, why: &str, errno: i32) {
        why.clone_into(&mut self.whole.failure);
        self.whole.failure_errno = errno;
    }

    /// Asks for the end of the streams with these names.
    pub fn end_streams(&self, names: &[String]) {
        let all = self.streams.iter().enumerate();
        let asked = all.filter(|(_, stream)| names.contains(&stream.out.name));
        self.ends.borrow_mut().extend(asked.map(|(index, _)| index));
    }

    /// The streams whose end was asked for since this was asked last.
    pub(super) fn take_ends(&self) -> Vec<usize> {
        self.ends.take()
    }

    /// Whether it got as far as its first operation.
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

    /// Everything so far.
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

fn directions(interval: &DirectionSample) -> IntervalDirection {
    let moments = interval.total.moments();
    IntervalDirection {
        ios: interval.ios,
        bytes: interval.bytes,
        mean_ns: moments.mean_ns,
        deviation_ns: moments.deviation_ns,
        min_ns: moments.min_ns,
        max_ns: moments.max_ns,
    }
}

fn direction(interval: &DirectionSample) -> DirectionOutcome {
    let total = distribution(&interval.total);
    let service =
        if interval.service.is_empty() { total.clone() } else { distribution(&interval.service) };
    DirectionOutcome {
        ios: interval.ios,
        bytes: interval.bytes,
        errors: interval.errors,
        short: interval.short,
        total,
        service,
        handover: distribution(&interval.handover),
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
