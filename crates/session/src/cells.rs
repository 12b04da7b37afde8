//! The study's [`CellRunner`] on the real engine or on simulated storage: one cell becomes one small plan.
//!
//! Takes cells whose targets stand on a [`Shelf`], gives what was measured; every interval goes into the store as it
//! ends. Never decides what is measured next.

mod filling;
mod interval;
mod together;

use crate::conditions::Ours;
use crate::failures;
use crate::progress::Watch;
use crate::recorder::Recorder;
use crate::shelf::Shelf;
use base::{Bytes, Clock, Nanos, random};
use engine::prefill::PrefillError;
use engine::virtual_time::SimWorld;
use engine::{EngineError, RunControl, RunNotes};
use plan::{MachineFacts, Plan, PlanProblem};
use record::{Cell, Measured, TrialPurpose, TrialRecord, Until};
use sample::{EngineEvent, IoFailure};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::TrialStart;
use study::{Ask, CellRunner, Next};
use sys::counters::CounterWatch as CpuWatch;
use sys::inventory::SystemRoots;
use together::Together;
use workload::{EngineChoice, EngineKind, ErrorAction, Extent, JobTarget, Phase, Stream, Workload};

/// How often a pause looks whether the user wants to stop, in nanoseconds.
const PAUSE_STEP_NS: u64 = 20_000_000;

/// Why a cell could not be run.
#[derive(Debug, thiserror::Error)]
pub enum CellError {
    /// The planner refused it.
    #[error("{descriptor}:\n{}", .problems.iter().map(|p| format!("{}: {}", p.place, p.text)).collect::<Vec<_>>().join("\n"))]
    Plan {
        /// Which cell.
        descriptor: String,
        /// Everything that is wrong with it.
        problems: Vec<PlanProblem>,
    },
    /// The engine could not run it.
    #[error("{descriptor}: {source}")]
    Engine {
        /// Which cell.
        descriptor: String,
        /// Why.
        source: EngineError,
    },
    /// A place could not be filled so far.
    #[error("{descriptor}: {source}")]
    Fill {
        /// Which cell.
        descriptor: String,
        /// Why.
        source: PrefillError,
    },
    /// What it gives could not be kept.
    #[error("{0}")]
    Unstored(String),
    /// The rate of the others would be taken for that of all.
    #[error("{descriptor}: every operation on {} failed; leave it out, or mend it", .names.join(" and on "))]
    Dead {
        /// Which cell.
        descriptor: String,
        /// Its targets of which nothing came.
        names: Vec<String>,
    },
}

/// How cells are run, whichever they are.
#[derive(Clone, Debug)]
pub struct Manner {
    pub engine: EngineChoice,
    /// The seed of every random choice of every cell.
    pub seed: u64,
    /// Quiet time before each cell in nanoseconds.
    pub pause_ns: u64,
    /// When the study began, in seconds before this session of it did.
    pub begun_before_s: f64,
    /// Whether a single target that only fails ends the cell too; where several are loaded it always does.
    pub all_must_answer: bool,
}

/// What all cells left behind beside their measures.
#[derive(Debug, Default)]
pub struct Aftermath {
    /// The engine and what it got.
    pub engine: String,
    /// The engine that ran the last cell.
    pub engine_kind: Option<EngineKind>,
    /// What fell back or could not be had; each once.
    pub notes: Vec<String>,
    /// The first I/O failures, told with the target's place in `names`.
    pub failures: Vec<IoFailure>,
    /// Every cell's trial in order, those that were broken off too.
    pub trials: Vec<(Cell, TrialRecord)>,
    /// The targets, as failures count them.
    pub names: Vec<String>,
    /// What all cells did together.
    pub ours: Ours,
    /// The most workers that ran side by side.
    pub workers_max: u32,
}

/// Runs cells on a shelf.
pub struct EngineCells<'a> {
    shelf: &'a Shelf,
    manner: Manner,
    interrupt: Arc<AtomicBool>,
    watch: &'a RefCell<Watch>,
    recorder: &'a RefCell<Recorder>,
    /// The simulated storage, kept from cell to cell.
    world: SimWorld,
    clock: sys::clock::SystemClock,
    begun_ns: u64,
    cells: u64,
    /// Bytes of each place that are filled in this session.
    filled_bytes: Vec<u64>,
    pub aftermath: Aftermath,
}

impl<'a> EngineCells<'a> {
    /// A runner on `shelf`.
    pub fn new(
        shelf: &'a Shelf,
        manner: Manner,
        interrupt: Arc<AtomicBool>,
        watch: &'a RefCell<Watch>,
        recorder: &'a RefCell<Recorder>,
    ) -> Self {
        let mut world = SimWorld::with_seed(manner.seed);
        // A storage that was simulated before goes on where it was.
        world.rest((manner.begun_before_s * 1e9) as u64);
        let clock = sys::clock::SystemClock::new();
        let begun_ns = clock.now_ns();
        let aftermath = Aftermath { names: shelf.names(), ..Aftermath::default() };
        Self {
            shelf,
            manner,
            interrupt,
            watch,
            recorder,
            world,
            clock,
            begun_ns,
            cells: 0,
            filled_bytes: vec![0; shelf.spots.len()],
            aftermath,
        }
    }

    /// Seconds since the study began.
    pub fn now_s(&self) -> f64 {
        if self.shelf.simulated() {
            return self.world.now_ns() as f64 / 1e9;
        }
        self.manner.begun_before_s + (self.clock.now_ns() - self.begun_ns) as f64 / 1e9
    }

    fn stopped(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Nothing is measured that cannot be stored.
    fn storable(&self) -> Result<(), CellError> {
        let recorder = self.recorder.borrow();
        recorder.stops().map_or(Ok(()), |why| Err(CellError::Unstored(why.to_owned())))
    }

    /// Lets the storage rest before a cell; none is needed before the first.
    fn pause(&mut self) {
        if self.cells == 0 && self.manner.begun_before_s <= 0.0 || self.manner.pause_ns == 0 {
            return;
        }
        if self.shelf.simulated() {
            self.world.rest(self.manner.pause_ns);
            return;
        }
        self.watch.borrow_mut().resting();
        let end_ns = self.clock.now_ns() + self.manner.pause_ns;
        while self.clock.now_ns() < end_ns && !self.stopped() {
            self.clock.sleep_until(end_ns.min(self.clock.now_ns() + PAUSE_STEP_NS));
        }
    }

    fn plan(&self, ask: &Ask) -> Result<Plan, CellError> {
        let (cell, until) = (&ask.cell, ask.until);
        let (workload, facts) = self.workload(cell, until);
        // Each cell draws anew; a cell that is measured in another session draws the same.
        let seed = random::derive(self.manner.seed, &[cell.id().0]);
        plan::plan(&workload, &facts, seed)
            .map_err(|problems| CellError::Plan { descriptor: cell.descriptor(), problems })
    }

    fn workload(&self, cell: &Cell, until: Until) -> (Workload, MachineFacts) {
        let mut targets: Vec<JobTarget> = Vec::new();
        let mut facts = MachineFacts { targets: Vec::new(), ..self.shelf.facts.clone() };
        let mut streams: Vec<Stream> = Vec::new();
        for name in &cell.targets {
            let spot = self.shelf.spot(name);
            let target = &self.shelf.targets[spot.target];
            if !targets.contains(target) {
                targets.push(target.clone());
                facts.targets.push(self.shelf.facts.targets[spot.target].clone());
            }
            let mut stream = cell.load.stream(name, &target.name, until.time_max_ns);
            stream.on_error = ErrorAction::Continue;
            let filled = self.shelf.filled_bytes(spot, cell.fill_percent);
            let part = spot.part.map(|(offset, length)| (offset, filled.unwrap_or(length)));
            if let Some((offset, length)) = part.or(filled.map(|bytes| (0, bytes))) {
                stream.offset = Extent::Bytes(Bytes(offset));
                stream.size = Some(Extent::Bytes(Bytes(length)));
            }
            streams.push(stream);
        }
        let phase = Phase {
            name: cell.subject.clone(),
            streams: cell.targets.clone(),
            warm_up_ns: Nanos(until.warm_up_ns),
            pause_ns: Nanos(0),
        };
        let workload = Workload {
            name: cell.descriptor(),
            targets,
            streams,
            phases: vec![phase],
            engine: self.manner.engine.clone(),
            seed: None,
            interval_ns: Nanos(interval::of(until.time_min_ns)),
        };
        (workload, facts)
    }

    /// The targets of a cell as they were judged, in the order of its plan.
    fn held(&self, cell: &Cell) -> Vec<Option<sys::target::Target>> {
        let mut numbers: Vec<usize> = Vec::new();
        for name in &cell.targets {
            let number = self.shelf.spot(name).target;
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        numbers.into_iter().map(|number| self.shelf.held[number].clone()).collect()
    }

    fn execute(
        &mut self,
        cell: &Cell,
        plan: &Plan,
        control: &RunControl,
        listener: &mut dyn FnMut(&mut Self, EngineEvent),
    ) -> Result<RunNotes, EngineError> {
        let held = self.held(cell);
        // The world leaves for the run, so that the listener may borrow everything else.
        let mut world = std::mem::take(&mut self.world);
        let result = {
            let mut listen = |event| listener(self, event);
            if plan.engine == EngineKind::Sim {
                world.run(plan, control, &mut listen)
            } else {
                engine::run(plan, &held, control, &mut listen)
            }
        };
        self.world = world;
        result
    }

    fn take(&mut self, event: EngineEvent, ask: &Ask, seen: &mut Together, control: &RunControl) {
        let cell = &ask.cell;
        match event {
            EngineEvent::Cell(one) => {
                self.aftermath.ours.ios += one.ios();
                self.aftermath.ours.bytes += one.bytes();
                if one.stopped {
                    return;
                }
                self.recorder.borrow_mut().interval(&cell.targets[one.stream], &one);
                if self.recorder.borrow().stops().is_some() {
                    stop(control);
                }
                let next = seen.push(one, &mut |whole| {
                    self.watch.borrow_mut().interval(ask, whole);
                });
                if next == Next::Stop {
                    stop(control);
                }
            }
            EngineEvent::Failure(failure) if self.aftermath.failures.len() < failures::TOLD_MAX => {
                // A cell counts its own targets, a study all of them.
                let stream = self.shelf.place_of(&cell.targets[failure.stream]);
                let failure = IoFailure { stream, ..failure };
                if self.aftermath.failures.is_empty() {
                    let line = failures::first(&failure, &self.aftermath.names);
                    self.watch.borrow_mut().progress.say(&line);
                }
                self.aftermath.failures.push(failure);
            }
            // All end together; one that went alone has failed, and the others need not go on for it.
            EngineEvent::WorkerEnd { .. } => stop(control),
            _ => {}
        }
    }

    fn learn(&mut self, plan: &Plan, notes: &RunNotes) {
        let workers = plan.phases.iter().map(|phase| phase.workers.len()).max().unwrap_or(0);
        let aftermath = &mut self.aftermath;
        aftermath.engine_kind = Some(plan.engine);
        aftermath.workers_max = aftermath.workers_max.max(workers as u32);
        aftermath.engine.clone_from(&notes.engine);
        for note in &notes.notes {
            if !aftermath.notes.contains(note) {
                aftermath.notes.push(note.clone());
            }
        }
    }
}

fn stop(control: &RunControl) {
    control.streams.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
}

impl CellRunner for EngineCells<'_> {
    type Error = CellError;

    fn run(&mut self, ask: &Ask) -> Result<Option<Measured>, CellError> {
        let cell = &ask.cell;
        self.storable()?;
        let plan = self.plan(ask)?;
        self.fill(cell)?;
        self.pause();
        if self.stopped() {
            return Ok(None);
        }
        self.cells += 1;
        let began_s = self.now_s();
        let start = TrialStart {
            role: cell.subject.clone(),
            purpose: TrialPurpose::Point { purpose: ask.purpose, broken_off: false },
            rate_iops: None,
            depth: cell.load.depth * cell.load.threads,
        };
        self.recorder.borrow_mut().trial_begin(&start);
        self.watch.borrow_mut().cell_begins(ask);
        let control = RunControl { stop: Arc::clone(&self.interrupt), ..RunControl::new(&plan) };
        let cpus = (!self.shelf.simulated())
            .then(|| CpuWatch::start(&SystemRoots::default(), &[], &sys::affinity::allowed()));
        let mut seen = Together::new(cell, ask.until);
        let ran = self.execute(cell, &plan, &control, &mut |runner, event| {
            runner.take(event, ask, &mut seen, &control);
        });
        seen.close();
        let cpu_busy_share = cpus.map(|cpus| cpus.look().cpu().busy_share());
        let whole = ran.is_ok() && !self.stopped() && self.storable().is_ok();
        let mut trial = trial(start, seen.streams());
        if !whole {
            trial.purpose = TrialPurpose::Point { purpose: ask.purpose, broken_off: true };
        }
        self.recorder.borrow_mut().trial_end(&trial);
        self.aftermath.trials.push((cell.clone(), trial));
        let notes =
            ran.map_err(|source| CellError::Engine { descriptor: cell.descriptor(), source })?;
        self.learn(&plan, &notes);
        self.storable()?;
        let names = seen.dead();
        if whole && !names.is_empty() && (cell.targets.len() > 1 || self.manner.all_must_answer) {
            return Err(CellError::Dead { descriptor: cell.descriptor(), names });
        }
        Ok(whole.then(|| Measured { cpu_busy_share, ..seen.measured(began_s) }))
    }

    /// A simulated storage lives through the cell again: its noise, caches and credits are then those that the next cell would have
    /// found without the interruption.
    fn known(&mut self, ask: &Ask) {
        if !self.shelf.simulated() || self.stopped() {
            return;
        }
        let Ok(plan) = self.plan(ask) else { return };
        self.watch.borrow_mut().catching_up();
        self.pause();
        self.cells += 1;
        let control = RunControl { stop: Arc::clone(&self.interrupt), ..RunControl::new(&plan) };
        let mut seen = Together::new(&ask.cell, ask.until);
        let again = self.execute(&ask.cell, &plan, &control, &mut |_, event| {
            let over = match event {
                EngineEvent::Cell(one) => seen.push(one, &mut |_| ()) == Next::Stop,
                EngineEvent::WorkerEnd { .. } => true,
                _ => false,
            };
            if over {
                stop(&control);
            }
        });
        // What fails now failed then, and the study went on.
        drop(again);
    }
}

fn trial(start: TrialStart, streams: Vec<summary::StreamSummary>) -> TrialRecord {
    let TrialStart { role, purpose, rate_iops, depth } = start;
    TrialRecord { role, purpose, rate_iops, depth, streams, held: None }
}
