//! The measurement points of studies: each becomes one small plan on the targets of a [`Shelf`], which the [`PlanRunner`] runs.
//!
//! Fills the targets as far as a point requests, and pauses before it. Never decides what is measured next.

use crate::conditions::ConditionWatch;
use crate::engine_failure;
use crate::hosts::HostCpuFold;
use crate::progress::Watch;
use crate::recorder::Recorder;
use crate::runner::{PlanRunner, PlannedRequest, RequestError, RequestErrorReason, RequestWatch};
use crate::shelf::{Kind, Shelf, TargetPart};
use base::{Bytes, Nanos, random};
use cluster::HostCpus;
use engine::prefill::PrefillError;
use engine::virtual_time::SimWorld;
use plan::{MachineFacts, Plan};
use record::{Point, RunFailure, TrialPurpose, TrialRecord, Until};
use report::messages::places::PlaceFault;
use report::terminal::Live;
use sample::IntervalSample;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use study::{Fold, Observation, OnInterval, PointRequest, Runner, TrialFlow};
use workload::{EngineChoice, ErrorAction, Extent, JobTarget, Stream, Workload};

#[derive(Clone, Debug)]
pub struct PointSettings {
    pub engine: EngineChoice,
    /// The seed of every random choice of every point.
    pub seed: u64,
    /// Quiet time before each point in nanoseconds.
    pub pause_ns: u64,
    /// Seconds from the start of the study to the start of this session; above 0 if the study was resumed.
    pub begun_before_s: f64,
    /// Whether a point with a single target fails if all operations on it fail; a point with several targets always does.
    pub all_must_answer: bool,
    /// Whether the targets of a point are the hosts that load the storage.
    pub grows_hosts: bool,
}

pub struct PointRunner<'a> {
    shelf: &'a Shelf,
    settings: PointSettings,
    watch: &'a RefCell<Watch>,
    pub runner: PlanRunner<'a>,
    count: u64,
    /// Bytes of each place that are filled in this session.
    filled_bytes: Vec<u64>,
    /// The trials of all points in order, including interrupted ones.
    pub trials: Vec<(Point, TrialRecord)>,
}

impl<'a> PointRunner<'a> {
    pub fn new(
        shelf: &'a Shelf,
        settings: PointSettings,
        interrupt: &Arc<AtomicBool>,
        watch: &'a RefCell<Watch>,
        recorder: &'a RefCell<Recorder>,
    ) -> Self {
        let world = SimWorld::with_seed(settings.seed);
        let mut runner = PlanRunner::new(interrupt, recorder, world, shelf.names());
        runner.resume(settings.begun_before_s);
        let filled_bytes = vec![0; shelf.spots.len()];
        Self { shelf, settings, watch, runner, count: 0, filled_bytes, trials: Vec::new() }
    }

    /// Lets the storage rest before a point; none is needed before the first.
    fn pause(&mut self) {
        let (pause_ns, simulated) = (self.settings.pause_ns, self.shelf.simulated());
        if self.count == 0 && self.settings.begun_before_s <= 0.0 || pause_ns == 0 {
            return;
        }
        if !simulated {
            self.watch.borrow_mut().resting();
        }
        self.runner.rest(pause_ns, simulated);
    }

    fn plan(&self, ask: &PointRequest) -> Result<Plan, RequestErrorReason> {
        let (point, until) = (&ask.point, ask.until);
        let (workload, facts) = self.workload(point, until);
        // Each point has its own random seed, which is the same if another session measures it.
        let seed = random::derive(self.settings.seed, &[point.id().0]);
        plan::plan(&workload, &facts, seed).map_err(RequestErrorReason::Plan)
    }

    fn workload(&self, point: &Point, until: Until) -> (Workload, MachineFacts) {
        let mut targets: Vec<JobTarget> = Vec::new();
        let mut facts = MachineFacts { targets: Vec::new(), ..self.shelf.facts.clone() };
        let mut streams: Vec<Stream> = Vec::new();
        for name in &point.targets {
            let spot = self.shelf.spot(name);
            let target = &self.shelf.targets[spot.target];
            if !targets.contains(target) {
                targets.push(target.clone());
                facts.targets.push(self.shelf.facts.targets[spot.target].clone());
            }
            let mut stream = point.load.stream(name, &target.name, until.time_max_ns);
            stream.on_error = ErrorAction::Continue;
            let filled = self.shelf.filled_bytes(spot, point.fill_percent);
            if let Some(part) = spot.part.or(filled.map(TargetPart::first)) {
                let length_bytes = filled.unwrap_or(part.length_bytes);
                stream.offset = Extent::Bytes(Bytes(part.offset_bytes));
                stream.size = Some(Extent::Bytes(Bytes(length_bytes)));
            }
            streams.push(stream);
        }
        let mut workload = Workload::new(&point.descriptor(), targets, streams);
        workload.phases[0].name.clone_from(&point.subject);
        workload.phases[0].warm_up_ns = Nanos(until.warm_up_ns);
        workload.engine = self.settings.engine.clone();
        workload.interval_ns = Nanos(interval_ns(until.time_min_ns));
        (workload, facts)
    }

    /// The opened targets of a point, in the order of its plan.
    fn held(&self, point: &Point) -> Vec<Option<sys::target::Target>> {
        let mut numbers: Vec<usize> = Vec::new();
        for name in &point.targets {
            let number = self.shelf.spot(name).target;
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        numbers.into_iter().map(|number| self.shelf.held[number].clone()).collect()
    }

    fn measure(&mut self, ask: &PointRequest) -> Result<Observation, RequestErrorReason> {
        let point = &ask.point;
        self.runner.check_storable()?;
        let plan = self.plan(ask)?;
        self.fill(point)?;
        self.pause();
        let simulated = self.shelf.simulated();
        let began_s = self.runner.now_s(simulated);
        let mut fold = Fold::of_point(point, ask.until);
        if self.runner.is_stopped() {
            return Ok(Observation { interrupted: true, ..fold.observation(began_s) });
        }
        self.count += 1;
        let trial = TrialRecord {
            role: point.subject.clone(),
            purpose: TrialPurpose::Point { purpose: ask.purpose, broken_off: false },
            depth: point.load.depth * point.load.threads,
            ..TrialRecord::default()
        };
        self.runner.recorder().borrow_mut().trial_begin(&trial);
        self.watch.borrow_mut().point_begins(ask);
        if let Some(hosts) = self.runner.hosts.filter(|_| self.settings.grows_hosts) {
            hosts.borrow_mut().run_streams_of(&point.targets);
        }
        let machine = self.runner.watch;
        machine.map(ConditionWatch::lap_cpus);
        let held = self.held(point);
        let request = PlannedRequest { plan: &plan, held: &held, ends_together: true };
        let others = HostCpuFold::default();
        let mut watch = PointWatch { ask, watch: self.watch, others };
        let ran = self.runner.measure(request, &mut fold, &mut watch);
        let own_busy_share = machine.and_then(|machine| machine.lap_cpus().busy_share);
        // The share of the busiest host: full CPUs on any host limit the result.
        let busy_shares = watch.others.take().filter_map(|cpus| cpus.busy_share);
        let cpu_busy_share = own_busy_share.into_iter().chain(busy_shares).reduce(f64::max);
        let stopped = self.runner.is_stopped();
        let whole = ran.is_ok() && !stopped && self.runner.check_storable().is_ok();
        let mut observation = fold.observation(began_s);
        observation.total.cpu_busy_share = cpu_busy_share;
        observation.interrupted = stopped;
        let purpose = TrialPurpose::Point { purpose: ask.purpose, broken_off: !whole };
        self.keep(point, TrialRecord { purpose, streams: observation.streams.clone(), ..trial });
        ran?;
        self.runner.check_storable()?;
        let dead = fold.dead();
        if whole && !dead.is_empty() && (point.targets.len() > 1 || self.settings.all_must_answer) {
            // The rate of the others must not pass for that of all.
            return Err(RequestErrorReason::Run(RunFailure::AllFailed { places: dead }));
        }
        Ok(observation)
    }

    fn keep(&mut self, point: &Point, trial: TrialRecord) {
        self.runner.recorder().borrow_mut().trial_end(&trial);
        self.trials.push((point.clone(), trial));
    }
}

impl Runner<PointRequest> for PointRunner<'_> {
    type Error = RequestError;

    fn run(&mut self, ask: &PointRequest, _: OnInterval<'_>) -> Result<Observation, RequestError> {
        let point = || Some(ask.point.descriptor());
        self.measure(ask).map_err(|reason| RequestError { point: point(), reason })
    }

    fn failure_of(&self, error: &RequestError) -> Option<RunFailure> {
        error.reason.run_failure()
    }

    /// Simulates the point again on simulated storage, so that the next point finds the noise, caches and credits that it
    /// would have found without the interruption.
    fn skip(&mut self, ask: &PointRequest) {
        if !self.shelf.simulated() || self.runner.is_stopped() {
            return;
        }
        let Ok(plan) = self.plan(ask) else { return };
        self.watch.borrow_mut().catching_up();
        self.pause();
        self.count += 1;
        self.runner.simulate_again(&plan, &mut Fold::of_point(&ask.point, ask.until));
    }
}

struct PointWatch<'a> {
    ask: &'a PointRequest,
    watch: &'a RefCell<Watch>,
    others: HostCpuFold,
}

impl RequestWatch for PointWatch<'_> {
    fn interval(&mut self, all: &IntervalSample) -> TrialFlow {
        self.watch.borrow_mut().interval(self.ask, all);
        TrialFlow::Continue
    }

    fn say(&mut self, line: &str) {
        self.watch.borrow_mut().progress.say(line);
    }

    fn answering(&mut self, count: u32, all: u32) {
        self.watch.borrow_mut().progress.answering(count, all);
    }

    fn cpus_of_host(&mut self, rank: usize, cpus: HostCpus) {
        self.others.add(rank, cpus);
    }

    fn live(&mut self) -> Live {
        self.watch.borrow_mut().progress.whole()
    }
}

/// The possible lengths in nanoseconds, each of which divides a second.
const LENGTHS_NS: [u64; 5] = [1_000_000_000, 500_000_000, 250_000_000, 200_000_000, 100_000_000];

/// The fewest intervals of the shortest point: a confidence interval of a throughput needs as many
/// (see `summary::estimate`).
const INTERVALS_MIN: u64 = 10;

/// The length in nanoseconds for points that last at least `time_min_ns`.
fn interval_ns(time_min_ns: u64) -> u64 {
    let fits = LENGTHS_NS.into_iter().find(|length_ns| length_ns * INTERVALS_MIN <= time_min_ns);
    fits.unwrap_or(LENGTHS_NS[LENGTHS_NS.len() - 1])
}

impl PointRunner<'_> {
    /// Fills the targets of a point as far as it requests. A target that is filled further stays so. A simulated place needs
    /// no data.
    fn fill(&mut self, point: &Point) -> Result<(), RequestErrorReason> {
        for name in &point.targets {
            let number = self.shelf.index_of(name);
            let spot = &self.shelf.spots[number];
            let wanted = self.shelf.filled_bytes(spot, point.fill_percent).unwrap_or(0);
            let has = self.filled_bytes[number];
            if wanted <= has || spot.kind == Kind::Simulated {
                continue;
            }
            let Some(held) = &self.shelf.held[spot.target] else { continue };
            let doing = PlaceFault::Filling {
                place: spot.word.to_string(),
                percent: point.fill_percent.to_string(),
                size: Bytes(wanted),
            }
            .to_string();
            self.watch.borrow_mut().progress.begin(&doing, None);
            let laid = engine::prefill(
                held,
                has,
                wanted,
                self.settings.seed,
                self.shelf.free_space_rule(spot),
                &mut |done, all| {
                    self.watch.borrow_mut().progress.share(done as f64 / all.max(1) as f64);
                    if self.runner.is_stopped() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                },
            );
            match laid {
                Ok(()) => self.filled_bytes[number] = wanted,
                // The caller sees that the user stopped it.
                Err(PrefillError::Stopped) => return Ok(()),
                Err(error) => {
                    return Err(RequestErrorReason::Run(engine_failure::of_prefill(&error)));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_point_has_short_intervals() {
        for (time_s, want_ms) in [(30.0, 1000), (10.0, 1000), (9.0, 500), (2.0, 200), (0.1, 100)] {
            assert_eq!(interval_ns((time_s * 1e9) as u64), want_ms * 1_000_000, "{time_s} s");
        }
    }
}
