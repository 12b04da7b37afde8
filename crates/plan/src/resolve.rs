//! Resolves the settings of a job into numbers: percentages, defaults, shares of workers, seeds.

use crate::stream::StreamContext;
use crate::{
    MachineFacts, PhasePlan, Plan, PlanFault, PlanProblem, TargetPlan, WorkerPlan, check, engine,
    stream, target,
};
use base::Bytes;
use std::collections::{HashMap, HashSet};
use workload::{EngineKind, Stream, TransactionPart, Workload};

/// The most memory that the buffers of one phase may take, in bytes: half of 4 GiB, the memory of the smallest machine
/// that is worth measuring from.
pub(crate) const BUFFER_BYTES_MAX: u64 = 2 << 30;

#[derive(Default)]
pub(crate) struct ProblemList(pub Vec<PlanProblem>);

impl ProblemList {
    pub(crate) fn add(&mut self, place: impl Into<String>, fault: PlanFault) {
        let problem = PlanProblem { place: place.into(), fault };
        // The problems of a stream that runs in several phases are reported once.
        if !self.0.contains(&problem) {
            self.0.push(problem);
        }
    }
}

/// What the phases of a job have in common.
struct JobContext<'a> {
    workload: &'a Workload,
    facts: &'a MachineFacts,
    engine: EngineKind,
    targets: &'a [TargetPlan],
    /// The number of each target by its name.
    numbers: HashMap<&'a str, usize>,
    seed: u64,
}

/// Plans every worker's work, or returns all problems at once. The same workload, facts and seed give the same plan,
/// byte for byte. `facts.targets` has one entry for each target of the workload, in its order.
///
/// # Errors
/// Every problem: mistakes in the job, and refusals to protect data ([`crate::PlanProblemKind::is_refusal`]). No target has
/// been opened by then.
pub fn plan(
    workload: &Workload,
    facts: &MachineFacts,
    seed: u64,
) -> Result<Plan, Vec<PlanProblem>> {
    let mut problems = ProblemList::default();
    if facts.targets.len() != workload.targets.len() {
        problems.add("targets", PlanFault::FactsMismatch);
        return Err(problems.0);
    }
    check_names(workload, &mut problems);
    let engine = engine::choose(workload, facts, &mut problems);
    let running: Vec<&Stream> = workload
        .streams
        .iter()
        .filter(|s| workload.phases.iter().any(|p| p.streams.contains(&s.name)))
        .collect();
    let targets = target::plan(workload, facts, &running, &mut problems);
    let numbered = workload.targets.iter().enumerate();
    let numbers = numbered.map(|(number, target)| (target.name.as_str(), number)).collect();
    let context = JobContext { workload, facts, engine, targets: &targets, numbers, seed };
    let mut phases: Vec<PhasePlan> =
        (0..workload.phases.len()).map(|phase| context.phase_plan(phase, &mut problems)).collect();
    check::plan_checks(workload, engine, &mut phases, &mut problems);
    if problems.0.is_empty() {
        Ok(Plan {
            engine,
            iopoll: workload.engine.iopoll,
            sqpoll: workload.engine.sqpoll,
            seed,
            interval_ns: workload.interval_ns.0,
            targets,
            streams: workload.streams.iter().map(|s| s.name.clone()).collect(),
            phases,
        })
    } else {
        Err(problems.0)
    }
}

/// Checks that the engine supports the settings of the stream.
fn check_engine(stream: &Stream, engine: EngineKind, problems: &mut ProblemList) {
    let has_files = stream.emulation.files.is_some();
    let has_threads = engine == EngineKind::Sync && stream.depth > 1;
    for (is_wrong, key, fault) in [
        (stream.keep.is_some() && has_threads, "keep", PlanFault::LatencyTargetOnSync),
        (has_files && engine == EngineKind::Sim, "target", PlanFault::FilesSimulated),
        (has_files && has_threads, "target", PlanFault::FilesOnSync),
        (has_files && stream.workers > 1, "target", PlanFault::FilesWithWorkers),
    ] {
        if is_wrong {
            problems.add(format!("stream \"{}\": {key}", stream.name), fault);
        }
    }
}

fn check_names(workload: &Workload, problems: &mut ProblemList) {
    let targets = workload.targets.iter().map(|target| target.name.as_str());
    let streams = workload.streams.iter().map(|stream| stream.name.as_str());
    let phases = workload.phases.iter().map(|phase| phase.name.as_str());
    check_names_differ("target", targets.collect(), problems);
    check_names_differ("stream", streams.collect(), problems);
    check_names_differ("phase", phases.collect(), problems);
    if workload.interval_ns.0 == 0 {
        problems.add("job: interval", PlanFault::MustBeAboveZero);
    }
}

fn check_names_differ(kind: &str, names: Vec<&str>, problems: &mut ProblemList) {
    let mut known = HashSet::new();
    for name in &names {
        if !known.insert(*name) {
            problems.add(format!("{kind} \"{name}\""), PlanFault::NameTwice);
        }
    }
    if names.is_empty() {
        problems.add(format!("{kind}s"), PlanFault::NoneNamed { kind: kind.to_owned() });
    }
}

/// The parts of transactions need sessions, and sessions have at most one log.
fn check_transactions(workers: &[WorkerPlan], place: &str, problems: &mut ProblemList) {
    let parts = || workers.iter().filter_map(|work| work.transaction);
    let has_sessions = parts().any(|part| part.sessions().is_some());
    let logs = parts().filter(|part| matches!(part, TransactionPart::Commit { .. })).count();
    if parts().next().is_some() && (!has_sessions || logs > 1) {
        problems.add(place, PlanFault::TransactionAlone);
    }
}

impl JobContext<'_> {
    fn phase_plan(&self, number: usize, problems: &mut ProblemList) -> PhasePlan {
        let phase = &self.workload.phases[number];
        let place = format!("phase \"{}\"", phase.name);
        let mut workers = Vec::new();
        let mut buffer_bytes = 0u64;
        if phase.streams.is_empty() {
            problems.add(&*place, PlanFault::PhaseWithoutStream);
        }
        for (index, name) in phase.streams.iter().enumerate() {
            if phase.streams[..index].contains(name) {
                problems.add(&*place, PlanFault::StreamTwice { stream: name.clone() });
                continue;
            }
            let Some(stream_number) = self.workload.streams.iter().position(|s| s.name == *name)
            else {
                problems.add(&*place, PlanFault::NoStream { stream: name.clone() });
                continue;
            };
            let stream = &self.workload.streams[stream_number];
            let Some(&target) = self.numbers.get(stream.target.as_str()) else {
                let fault = PlanFault::NoTarget { target: stream.target.clone() };
                problems.add(format!("stream \"{name}\": target"), fault);
                continue;
            };
            let context = StreamContext {
                phase: number,
                number: stream_number,
                target,
                facts: &self.facts.targets[target],
                size_bytes: self.targets[target].size_bytes,
                targets: &self.numbers,
                simulated: self.targets[target].sim.is_some(),
                cpus: &self.facts.cpus,
                seed: self.seed,
            };
            check_engine(stream, self.engine, problems);
            buffer_bytes = buffer_bytes.saturating_add(stream::buffer_bytes(stream));
            workers.extend(stream::workers(stream, &context, problems));
        }
        check_transactions(&workers, &place, problems);
        if buffer_bytes > BUFFER_BYTES_MAX {
            let (needed, most) = (Bytes(buffer_bytes), Bytes(BUFFER_BYTES_MAX));
            problems.add(place, PlanFault::BuffersTooLarge { needed, most });
        }
        PhasePlan {
            name: phase.name.clone(),
            warm_up_ns: phase.warm_up_ns.0,
            pause_ns: phase.pause_ns.0,
            workers,
        }
    }
}
