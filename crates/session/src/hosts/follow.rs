//! A following host: runs each plan that the first host sends, stores its own intervals, and forwards them.

use super::Hosts;
use crate::conditions::ConditionWatch;
use crate::engine_failure;
use crate::failure::Failure;
use crate::recorder::Recorder;
use crate::runner::{PlanRunner, RunListener};
use cluster::{HostPause, Message, PhaseTiming, RunOrder, RunOutcome, TrialLabel};
use engine::virtual_time::SimWorld;
use engine::{EngineError, PhaseStarts, RunControl, RunNotes};
use plan::Plan;
use record::hosts::{HostRecord, HostSilence, HostsRecord};
use record::{Record, RunFailure, State, TrialPurpose, TrialRecord};
use report::terminal::Live;
use sample::{EngineEvent, IntervalSample};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use summary::{Accumulator, Totals, Warning};
use sys::target::Target;

/// A following host, until there is nothing more to run.
pub struct FollowerRun<'a> {
    pub held: &'a [Option<Target>],
    pub recorder: &'a RefCell<Recorder>,
    pub interrupt: &'a Arc<AtomicBool>,
}

#[derive(Debug, Default)]
pub struct FollowerResult {
    /// Its own part of every trial.
    pub trials: Vec<TrialRecord>,
    pub totals: crate::runner::RunTotals,
    pub failed: Option<RunFailure>,
    pub interrupted: bool,
    pub has_lost_host: bool,
}

impl FollowerRun<'_> {
    /// Runs the plans that the first host sends, until it sends the end.
    /// Fails if the other hosts run another version; what was measured is stored.
    pub fn run(&self, hosts: &mut Hosts) -> Result<FollowerResult, Failure> {
        let mut runner =
            PlanRunner::new(self.interrupt, self.recorder, SimWorld::new(), Vec::new());
        let (mut follower_result, mut fold) = (FollowerResult::default(), PartFold::default());
        loop {
            let clock = hosts.clock;
            let (_, message) = match hosts.group.receive(&clock) {
                Ok(received) => received,
                Err(cluster::GroupError::Interrupted) => break,
                Err(error) => return Err(super::group_failure(error, &hosts.names)),
            };
            match message {
                Message::Run(order) => {
                    let ran = self.run_one(hosts, &mut runner, &order, &mut fold);
                    follower_result.failed = ran.err().or(follower_result.failed);
                }
                Message::Finish { are_all_here } => {
                    if !are_all_here {
                        follower_result.has_lost_host = true;
                        hosts.group.transport().abandon();
                    }
                    break;
                }
                _ => {}
            }
        }
        follower_result.trials = fold.trials;
        follower_result.totals = runner.totals;
        follower_result.interrupted = self.interrupt.load(Ordering::Relaxed);
        Ok(follower_result)
    }

    fn run_one(
        &self,
        hosts: &mut Hosts,
        runner: &mut PlanRunner<'_>,
        order: &RunOrder,
        fold: &mut PartFold,
    ) -> Result<(), RunFailure> {
        let plan = &order.plan;
        runner.totals.names.clone_from(&plan.streams);
        let clock = hosts.clock;
        let condition_watch = ConditionWatch::start([], []);
        let cpus = &mut move || condition_watch.lap_cpus();
        let streams = plan.streams.len();
        let ran = cluster::member::run(&mut hosts.group, streams, &clock, cpus, |member, hear| {
            let starts = Arc::clone(member);
            let control = RunControl {
                stop: Arc::clone(&member.stop),
                streams: member.streams.clone(),
                starts: Some(PhaseStarts(Arc::new(move |phase| starts.await_start_ns(phase)))),
            };
            let mut listener = FollowerListener { order, recorder: self.recorder, fold, hear };
            let ran = runner.run_controlled(plan, self.held, &control, &mut listener);
            listener.fold.close(&mut self.recorder.borrow_mut());
            engine_outcome(ran)
        });
        ran.map(drop)
    }
}

/// The result of a run by the engine of a host, as sent to the first host.
pub(super) fn engine_outcome(ran: Result<RunNotes, EngineError>) -> Result<RunOutcome, RunFailure> {
    let notes = ran.map_err(|error| engine_failure::of_run(&error))?;
    let phases = notes.phases.iter().map(|phase| PhaseTiming {
        phase: phase.phase,
        started_ns: phase.started_ns,
        start_unix_ns: phase.start_unix_ns,
        length_ns: phase.length_ns,
    });
    Ok(RunOutcome {
        phases: phases.collect(),
        engine: notes.engine,
        notes: notes.notes,
        cpu_ns: notes.cpu_ns,
        interrupted: notes.interrupted,
    })
}

/// Stores the intervals of one plan, and forwards every event.
struct FollowerListener<'a> {
    order: &'a RunOrder,
    recorder: &'a RefCell<Recorder>,
    fold: &'a mut PartFold,
    hear: &'a mut dyn FnMut(EngineEvent),
}

impl RunListener for FollowerListener<'_> {
    fn event(&mut self, event: &EngineEvent, _: &RunControl) {
        match event {
            EngineEvent::PhaseStart { phase } => {
                let RunOrder { plan, trial } = self.order;
                self.fold.open(plan, trial.as_ref(), *phase, &mut self.recorder.borrow_mut());
            }
            EngineEvent::PhaseEnd { .. } => self.fold.close(&mut self.recorder.borrow_mut()),
            _ => {}
        }
        (self.hear)(event.clone());
    }

    fn interval(&mut self, sample: &IntervalSample, _: &RunControl) -> Option<&Totals> {
        self.fold.push(sample)
    }

    fn first_failure(&mut self, _: &str) {}

    fn live(&mut self) -> Live {
        Live::default()
    }
}

/// Folds the intervals of a host into the trials of its part.
#[derive(Default)]
pub(super) struct PartFold {
    pub(super) trials: Vec<TrialRecord>,
    streams: Vec<(usize, Accumulator)>,
}

impl PartFold {
    /// A phase starts. It is a trial with this label, or one named after the phase.
    pub(super) fn open(
        &mut self,
        plan: &Plan,
        label: Option<&TrialLabel>,
        phase: usize,
        recorder: &mut Recorder,
    ) {
        let planned = &plan.phases[phase];
        let trial = label.map_or_else(
            || TrialRecord {
                role: planned.name.clone(),
                purpose: TrialPurpose::Run,
                depth: planned.workers.iter().map(|work| work.depth).sum(),
                ..TrialRecord::default()
            },
            |trial| TrialRecord {
                role: trial.role.clone(),
                purpose: trial.purpose.clone(),
                rate_iops: trial.rate_iops,
                depth: trial.depth,
                ..TrialRecord::default()
            },
        );
        recorder.trial_begin(&trial);
        self.trials.push(trial);
        let mut streams: Vec<usize> = planned.workers.iter().map(|work| work.stream).collect();
        streams.dedup();
        let fold = |stream: usize| (stream, Accumulator::new(&plan.streams[stream]));
        self.streams = streams.into_iter().map(fold).collect();
    }

    /// Adds an interval of the phase. Returns the sum of its stream for the store.
    pub(super) fn push(&mut self, sample: &IntervalSample) -> Option<&Totals> {
        let (_, fold) = self.streams.iter_mut().find(|(stream, _)| *stream == sample.stream)?;
        fold.push(sample);
        Some(fold.totals())
    }

    pub(super) fn close(&mut self, recorder: &mut Recorder) {
        let streams = std::mem::take(&mut self.streams);
        let Some(trial) = self.trials.last_mut().filter(|_| !streams.is_empty()) else { return };
        trial.streams = streams.iter().map(|(_, fold)| fold.finish()).collect();
        recorder.trial_end(trial);
    }
}

/// Stores the first host's own part in a separate file.
/// Each following host stores its part as the result of its command. The first host, whose result is that of all hosts, stores its
/// part in a separate file, so that the result can be recomputed from the parts ([`advise::parts`]).
pub(super) struct OwnPart {
    recorder: Recorder,
    record: Record,
    fold: PartFold,
}

impl std::fmt::Debug for OwnPart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "OwnPart({})", self.recorder.place())
    }
}

impl OwnPart {
    pub(super) fn new(recorder: Recorder, record: Record) -> Self {
        Self { recorder, record, fold: PartFold::default() }
    }

    pub(super) fn open(&mut self, plan: &Plan, label: Option<&TrialLabel>, phase: usize) {
        self.close();
        if !plan.phases[phase].workers.is_empty() {
            self.fold.open(plan, label, phase, &mut self.recorder);
        }
    }

    pub(super) fn push(&mut self, stream: &str, interval: &IntervalSample) {
        if interval.stopped {
            return;
        }
        let mut sample = interval.clone();
        sample.count_trims_as_writes();
        let totals = self.fold.push(&sample);
        self.recorder.interval(stream, &sample, totals);
    }

    pub(super) fn close(&mut self) {
        self.fold.close(&mut self.recorder);
    }

    pub(super) fn finish(mut self, hosts: HostsRecord, state: State) {
        self.close();
        let mut record = self.record;
        (record.trials, record.hosts, record.state) = (self.fold.trials, Some(hosts), state);
        let end_unix_s = (sys::clock::unix_now() / 1_000_000_000).cast_signed();
        record.seconds = (end_unix_s - record.started_unix_s).max(0) as f64;
        self.recorder.finish(&mut record);
    }
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct HostReport {
    cpu_busy_share: Option<f64>,
    warnings: Vec<Warning>,
}

impl Hosts {
    /// Sends this host's report to the first host, as its last message.
    pub fn report(&self, cpu_busy_share: Option<f64>, warnings: &[Warning]) {
        let report = HostReport { cpu_busy_share, warnings: warnings.to_vec() };
        // As JSON, the format in which warnings are stored.
        self.group.report(serde_json::to_vec(&report).unwrap_or_default());
    }

    /// Why the engine of a host ended, or the first I/O failure that ended a stream of it.
    fn failure_of(&self, rank: usize) -> Option<RunFailure> {
        let of_engine = self.failed.iter().find(|(of, _)| *of == rank).map(|(_, failure)| failure);
        of_engine.or_else(|| self.io_failed.get(&rank)).cloned()
    }

    /// Ends the plans of a stage. Does nothing if a host was lost, which ends all plans.
    pub(super) fn end_stage(&self) {
        if self.lost.is_none() {
            self.group.send_all(&Message::Finish { are_all_here: true });
        }
    }

    /// Ends the runs of all hosts and returns their record. `cpu_busy_share` and `warnings` are those of the first host.
    pub fn conclude(&mut self, cpu_busy_share: Option<f64>, warnings: &[Warning]) -> HostsRecord {
        self.group.send_all(&Message::Finish { are_all_here: self.lost.is_none() });
        let own = HostReport { cpu_busy_share, warnings: warnings.to_vec() };
        let lost = self.lost.map(|lost| lost.rank);
        let reports = self.group.reports(&self.clock, |rank| Some(rank) == lost).into_iter();
        let mut reports: Vec<Option<HostReport>> =
            reports.map(|body| serde_json::from_slice(&body?).ok()).collect();
        reports[0] = Some(own);
        if lost.is_some() {
            self.group.transport().abandon();
        }
        self.shares.close();
        if let Some(part) = self.part.take() {
            let state = if self.has_ended_early() { State::Failed } else { State::Done };
            part.finish(self.of_part(), state);
        }
        let reports = reports.into_iter().map(Option::unwrap_or_default).enumerate();
        HostsRecord {
            group: self.group(),
            part: None,
            hosts: reports.map(|(rank, report)| self.host_record(rank, report)).collect(),
            shares: self.shares.take(),
            start_spread_ns: self.start_spread_ns,
            interval_bytes: self.sent.bytes.checked_div(self.sent.intervals),
        }
    }

    fn host_record(&self, rank: usize, report: HostReport) -> HostRecord {
        let offset = &self.group.offsets()[rank];
        let pauses = self.pauses.iter().filter(|pause| pause.rank == rank);
        HostRecord {
            name: self.names[rank].clone(),
            target: self.targets[rank].clone(),
            clock_offset_ns: offset.offset_ns(),
            clock_bound_ns: offset.bound_ns(),
            clock_drift_ppm: offset.drift_ppm(),
            cpu_busy_share: report.cpu_busy_share,
            pauses: pauses.map(|pause| self.silence(pause)).collect(),
            lost: self.lost.filter(|lost| lost.rank == rank).map(|lost| self.silence(&lost)),
            failure: self.failure_of(rank),
            // The run's record has those of the first host.
            warnings: if rank == 0 { Vec::new() } else { report.warnings },
        }
    }

    /// A pause in the time of the calendar.
    fn silence(&self, pause: &HostPause) -> HostSilence {
        let ago_ns = base::Clock::now_ns(&self.clock).saturating_sub(pause.from_ns);
        let unix_s = (sys::clock::unix_now() / 1_000_000_000).cast_signed();
        HostSilence {
            from_unix_s: unix_s - (ago_ns / 1_000_000_000).cast_signed(),
            seconds: pause.length_ns as f64 / 1e9,
        }
    }
}
