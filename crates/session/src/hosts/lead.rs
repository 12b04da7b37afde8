//! Runs a plan on all hosts, on the first host: sends each host its part, and merges their events as if from one engine.
//! The intervals of each host are folded like the merged ones.

use super::Hosts;
use crate::engine_failure;
use crate::hosts::follow::engine_outcome;
use cluster::lead::{HostsOutcome, StopRequest, has_work};
use cluster::{HostCpus, MergedEvent, PhaseMerger, RunOutcome, TrialLabel};
use engine::virtual_time::SimWorld;
use engine::{EngineError, PhaseStarts, RunControl, RunNotes};
use plan::hosts::HostPart;
use plan::{Plan, PlanFault, PlanProblem};
use record::hosts::HostShare;
use record::{RunFailure, TrialRecord};
use sample::{EngineEvent, Histogram, IntervalSample};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use summary::{Accumulator, ios_needed};
use sys::target::Target;
use workload::ErrorAction;

/// Why a plan did not run to its end on all hosts.
#[derive(Debug)]
pub enum HostsError {
    /// A host's part of a target is too small for one block of this stream.
    TooSmall(String),
    Engine(EngineError),
    /// A host was lost, or its engine failed; the record of the hosts has the details.
    Ended,
}

/// An event on the first host while a plan runs on all hosts.
#[derive(Debug)]
pub(crate) enum HostsEvent {
    /// A merged event, as from one engine with the workers of all hosts.
    Engine(EngineEvent),
    Answering(u32, u32),
    /// The rank of another host, and its CPU load over about a second.
    Cpus(usize, HostCpus),
}

pub(crate) struct OwnEngine<'a> {
    pub(crate) held: &'a [Option<Target>],
    pub(crate) world: &'a mut SimWorld,
    pub(crate) control: &'a RunControl,
}

impl Hosts {
    /// Runs a plan on all hosts. `trial` returns the number under which its intervals are stored, `start` describes the trial.
    pub(crate) fn run(
        &mut self,
        plan: &Plan,
        trial: &mut dyn FnMut() -> u32,
        start: Option<&TrialRecord>,
        own: OwnEngine<'_>,
        hear: &mut dyn FnMut(HostsEvent),
    ) -> Result<RunNotes, HostsError> {
        let plans = self.parts(plan)?;
        if plan.engine == workload::EngineKind::Sim {
            return self.simulate(&plans, trial, own, hear);
        }
        let label = start.map(label_of);
        let OwnEngine { held, control, .. } = own;
        let mut stop =
            || StopRequest { run: control.stops_run(), streams: raised_flags(&control.streams) };
        self.begin_part();
        let (part, own_plan) = (&mut self.part, &plans[0]);
        let (shares, sent, moved) = (&mut self.shares, &mut self.sent, &mut self.moved);
        let (io_failed, names, all) = (&mut self.io_failed, &plan.streams, self.names.len() as u32);
        let mut merged = |event: MergedEvent<'_>| match event {
            MergedEvent::OfHost(rank, interval) => {
                match (rank, part.as_mut()) {
                    (0, Some(part)) => part.push(&names[interval.stream], interval),
                    (0, None) => {}
                    _ => {
                        sent.bytes += cluster::encoded_bytes(interval);
                        sent.intervals += 1;
                    }
                }
                moved[rank].ios += interval.ios();
                moved[rank].bytes += interval.bytes();
                shares.push(trial(), rank as u32, &names[interval.stream], interval);
            }
            MergedEvent::FailureOf(rank, failure) => {
                if stops_on_error(plan, failure.stream) {
                    let own = || RunFailure::Io(engine_failure::failed_io(failure, names));
                    io_failed.entry(rank).or_insert_with(own);
                    // An error that ends a stream on one host ends it on all hosts.
                    control.streams[failure.stream].store(true, Ordering::Relaxed);
                }
            }
            MergedEvent::Cpus(rank, cpus) => hear(HostsEvent::Cpus(rank, cpus)),
            MergedEvent::Answering(count) => hear(HostsEvent::Answering(count as u32, all)),
            MergedEvent::All(event) => {
                if let (EngineEvent::PhaseStart { phase }, Some(part)) = (&event, part.as_mut()) {
                    part.open(own_plan, label.as_ref(), *phase);
                }
                hear(HostsEvent::Engine(event));
            }
        };
        let outcome = cluster::lead::run(
            &mut self.group,
            &self.clock,
            &plans,
            label.as_ref(),
            &mut stop,
            |member, hear| {
                let starts = Arc::clone(member);
                let control = RunControl {
                    stop: Arc::clone(&member.stop),
                    streams: member.streams.clone(),
                    starts: Some(PhaseStarts(Arc::new(move |phase| starts.await_start_ns(phase)))),
                };
                engine_outcome(engine::run(own_plan, held, &control, hear))
            },
            &mut merged,
        );
        self.take(outcome)
    }

    /// The part of the plan for each host. Fails if a host's range is too small.
    fn parts(&self, plan: &Plan) -> Result<Vec<Plan>, HostsError> {
        let hosts = self.count() as u32;
        let parts = (0..hosts).map(|rank| {
            let (ranges, runs) = (&self.ranges, &self.runs);
            plan::hosts::part(
                plan,
                &HostPart { rank, hosts, division: self.division, ranges, runs },
            )
        });
        parts.collect::<Result<_, _>>().map_err(HostsError::TooSmall)
    }

    /// Runs the parts of all hosts side by side on one simulated storage.
    fn simulate(
        &mut self,
        plans: &[Plan],
        trial: &mut dyn FnMut() -> u32,
        own: OwnEngine<'_>,
        hear: &mut dyn FnMut(HostsEvent),
    ) -> Result<RunNotes, HostsError> {
        let streams = plans[0].streams.len();
        let joined = plan::hosts::join(plans);
        let control = RunControl {
            stop: Arc::clone(&own.control.stop),
            streams: plans.iter().flat_map(|_| own.control.streams.iter().cloned()).collect(),
            starts: None,
        };
        let (shares, names) = (&mut self.shares, &plans[0].streams);
        let mut merged = |event: MergedEvent<'_>| match event {
            MergedEvent::OfHost(rank, interval) => {
                shares.push(trial(), rank as u32, &names[interval.stream], interval);
            }
            // Hosts on one simulated storage run on one engine, which stops the stream.
            MergedEvent::FailureOf(..) | MergedEvent::Answering(_) | MergedEvent::Cpus(..) => {}
            MergedEvent::All(event) => hear(HostsEvent::Engine(event)),
        };
        let mut merger = PhaseMerger::new(plans);
        let hosts = plans.len();
        for rank in (0..hosts).filter(|rank| !has_work(&plans[*rank])) {
            merger.end(rank, &mut merged);
        }
        let ran = own.world.run(&joined, &control, &mut |event| match event {
            EngineEvent::Interval(mut interval) => {
                let rank = interval.stream / streams;
                interval.stream %= streams;
                merger.push(rank, EngineEvent::Interval(interval), &mut merged);
            }
            EngineEvent::WorkerEnd { stream, worker, used } => {
                let event = EngineEvent::WorkerEnd { stream: stream % streams, worker, used };
                merger.push(stream / streams, event, &mut merged);
            }
            EngineEvent::Failure(mut failure) => {
                let rank = failure.stream / streams;
                failure.stream %= streams;
                merger.push(rank, EngineEvent::Failure(failure), &mut merged);
            }
            phase => (0..hosts).for_each(|rank| merger.push(rank, phase.clone(), &mut merged)),
        });
        ran.map_err(HostsError::Engine)
    }

    /// Merges the outcomes of all hosts into the notes of one engine.
    fn take(&mut self, outcome: HostsOutcome) -> Result<RunNotes, HostsError> {
        self.pauses.extend(outcome.pauses);
        let ended = outcome.lost.is_some() || !outcome.failed.is_empty();
        self.lost = self.lost.or(outcome.lost);
        self.failed.extend(outcome.failed);
        self.measure_spread(&outcome.hosts);
        if ended {
            return Err(HostsError::Ended);
        }
        let mut notes = RunNotes::default();
        for host in outcome.hosts.iter().flatten() {
            notes.cpu_ns += host.cpu_ns;
            notes.interrupted |= host.interrupted;
            if notes.engine.is_unknown() {
                notes.engine.clone_from(&host.engine);
            }
            for note in &host.notes {
                if !notes.notes.contains(note) {
                    notes.notes.push(*note);
                }
            }
        }
        Ok(notes)
    }

    /// Updates the largest possible difference between the starts of a phase on two hosts, including the clock errors.
    fn measure_spread(&mut self, hosts: &[Option<RunOutcome>]) {
        let phases = hosts.iter().flatten().map(|host| host.phases.len()).max().unwrap_or(0);
        for phase in 0..phases {
            let started = hosts.iter().enumerate().filter_map(|(rank, host)| {
                let timing = host.as_ref()?.phases.iter().find(|timing| timing.phase == phase)?;
                Some(self.group.offsets()[rank].this_ns(timing.started_ns))
            });
            let started_ns: Vec<u64> = started.collect();
            if let (Some(first_ns), Some(last_ns)) =
                (started_ns.iter().min(), started_ns.iter().max())
            {
                let bounds = self.group.offsets().iter().filter_map(|offset| offset.bound_ns());
                let spread_ns = last_ns - first_ns + bounds.max().unwrap_or(0);
                self.start_spread_ns = self.start_spread_ns.max(Some(spread_ns));
            }
        }
    }
}

fn label_of(start: &TrialRecord) -> TrialLabel {
    TrialLabel {
        role: start.role.clone(),
        purpose: start.purpose.clone(),
        rate_iops: start.rate_iops,
        depth: start.depth,
    }
}

fn stops_on_error(plan: &Plan, stream: usize) -> bool {
    let mut workers = plan.phases.iter().flat_map(|phase| &phase.workers);
    workers.any(|work| work.stream == stream && work.on_error == ErrorAction::Stop)
}

fn raised_flags(flags: &[Arc<AtomicBool>]) -> Vec<usize> {
    let raised = flags.iter().enumerate().filter(|(_, flag)| flag.load(Ordering::Relaxed));
    raised.map(|(number, _)| number).collect()
}

impl From<HostsError> for crate::runner::RequestErrorReason {
    fn from(error: HostsError) -> Self {
        match error {
            HostsError::TooSmall(stream) => Self::Plan(vec![PlanProblem {
                place: format!("stream \"{stream}\""),
                fault: PlanFault::HostPartTooSmall,
            }]),
            HostsError::Engine(error) => Self::Run(engine_failure::of_run(&error)),
            HostsError::Ended => Self::Run(RunFailure::HostsEnded),
        }
    }
}

/// The current trial, and the shares of the trials before it.
#[derive(Debug, Default)]
pub(super) struct ShareFold {
    trial: u32,
    streams: BTreeMap<(u32, usize), Accumulator>,
    errors: BTreeMap<(u32, usize), u64>,
    shares: Vec<HostShare>,
}

impl ShareFold {
    pub(super) fn push(&mut self, trial: u32, host: u32, stream: &str, interval: &IntervalSample) {
        if trial != self.trial {
            self.close();
            self.trial = trial;
        }
        let key = (host, interval.stream);
        let fold = self.streams.entry(key).or_insert_with(|| Accumulator::new(stream));
        fold.push(interval);
        *self.errors.entry(key).or_default() += interval.errors();
    }

    pub(super) fn close(&mut self) {
        for ((host, stream), fold) in std::mem::take(&mut self.streams) {
            let summary = fold.finish();
            let counted = fold.totals().counts();
            let mut latencies = Histogram::new();
            latencies.merge(&counted.read.total);
            let is_flushed = counted.flush.ios > 0;
            latencies.merge(if is_flushed { &counted.flush.total } else { &counted.write.total });
            let has_enough = latencies.count() >= ios_needed(0.99);
            self.shares.push(HostShare {
                trial: self.trial,
                host,
                iops: summary.iops.value,
                mibps: summary.mibps.value,
                latency_ns_p99: has_enough.then(|| latencies.quantile_ns(0.99)),
                errors: self.errors.remove(&(host, stream)).unwrap_or(0),
                stream: summary.name,
            });
        }
    }

    pub(super) fn take(&mut self) -> Vec<HostShare> {
        std::mem::take(&mut self.shares)
    }
}

/// Sums of what each host reported, by rank.
#[derive(Debug, Default)]
pub(crate) struct HostCpuFold(BTreeMap<usize, CpuSums>);

#[derive(Clone, Copy, Debug, Default)]
struct CpuSums {
    busy: f64,
    steal: f64,
    count: f64,
}

impl HostCpuFold {
    pub(crate) fn add(&mut self, rank: usize, cpus: HostCpus) {
        let sums = self.0.entry(rank).or_default();
        sums.busy += cpus.busy_share.unwrap_or(0.0);
        sums.steal += cpus.steal_share.unwrap_or(0.0);
        sums.count += 1.0;
    }

    /// Returns the mean of each host so far, and resets the sums.
    pub(crate) fn take(&mut self) -> impl Iterator<Item = HostCpus> + use<> {
        let mean = |sums: CpuSums| HostCpus {
            busy_share: Some(sums.busy / sums.count),
            steal_share: Some(sums.steal / sums.count),
        };
        std::mem::take(&mut self.0).into_values().map(mean)
    }
}
