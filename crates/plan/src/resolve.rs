//! Resolves the settings of a job into numbers: percentages, defaults, shares of workers, seeds.

use crate::stream::StreamContext;
use crate::{
    MachineFacts, PhasePlan, Plan, PlanFault, PlanProblem, WorkerPlan, check, engine, stream,
    target,
};
use base::Bytes;
use std::collections::{HashMap, HashSet};
use workload::{EngineKind, Phase, Stream, TransactionPart, Workload};

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
    names(workload, &mut problems);
    let engine = engine::choose(workload, facts, &mut problems);
    let running: Vec<&Stream> = workload
        .streams
        .iter()
        .filter(|s| workload.phases.iter().any(|p| p.streams.contains(&s.name)))
        .collect();
    let targets = target::plan(workload, facts, &running, &mut problems);
    let numbered = workload.targets.iter().enumerate();
    let numbers: HashMap<&str, usize> =
        numbered.map(|(number, target)| (target.name.as_str(), number)).collect();
    let mut phases = Vec::new();
    for (index, phase) in workload.phases.iter().enumerate() {
        phases.push(phase_plan(
            workload,
            facts,
            engine,
            (&targets, &numbers),
            (index, phase),
            seed,
            &mut problems,
        ));
    }
    check::checks(workload, engine, &mut phases, &mut problems);
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
fn fits(stream: &Stream, engine: EngineKind, problems: &mut ProblemList) {
    let (several, threads) =
        (stream.emulation.files.is_some(), engine == EngineKind::Sync && stream.depth > 1);
    for (is, key, fault) in [
        (stream.keep.is_some() && threads, "keep", PlanFault::LatencyTargetOnSync),
        (several && engine == EngineKind::Sim, "target", PlanFault::FilesSimulated),
        (several && threads, "target", PlanFault::FilesOnSync),
        (several && stream.workers > 1, "target", PlanFault::FilesWithWorkers),
    ] {
        if is {
            problems.add(format!("stream \"{}\": {key}", stream.name), fault);
        }
    }
}

fn names(workload: &Workload, problems: &mut ProblemList) {
    let mut once = |kind: &str, names: Vec<&str>| {
        let mut known = HashSet::new();
        for name in &names {
            if !known.insert(*name) {
                problems.add(format!("{kind} \"{name}\""), PlanFault::NameTwice);
            }
        }
        if names.is_empty() {
            problems.add(format!("{kind}s"), PlanFault::NoneNamed { kind: kind.to_owned() });
        }
    };
    once("target", workload.targets.iter().map(|t| t.name.as_str()).collect());
    once("stream", workload.streams.iter().map(|s| s.name.as_str()).collect());
    once("phase", workload.phases.iter().map(|p| p.name.as_str()).collect());
    if workload.interval_ns.0 == 0 {
        problems.add("job: interval", PlanFault::MustBeAboveZero);
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

fn phase_plan(
    workload: &Workload,
    facts: &MachineFacts,
    engine: EngineKind,
    (targets, numbers): (&[crate::TargetPlan], &HashMap<&str, usize>),
    (index, phase): (usize, &Phase),
    seed: u64,
    problems: &mut ProblemList,
) -> PhasePlan {
    let place = format!("phase \"{}\"", phase.name);
    let mut workers = Vec::new();
    let mut buffer_bytes = 0u64;
    if phase.streams.is_empty() {
        problems.add(&*place, PlanFault::PhaseWithoutStream);
    }
    for (i, name) in phase.streams.iter().enumerate() {
        if phase.streams[..i].contains(name) {
            problems.add(&*place, PlanFault::StreamTwice { stream: name.clone() });
            continue;
        }
        let Some(number) = workload.streams.iter().position(|s| s.name == *name) else {
            problems.add(&*place, PlanFault::NoStream { stream: name.clone() });
            continue;
        };
        let stream = &workload.streams[number];
        let Some(&target) = numbers.get(stream.target.as_str()) else {
            let fault = PlanFault::NoTarget { target: stream.target.clone() };
            problems.add(format!("stream \"{name}\": target"), fault);
            continue;
        };
        let ground = StreamContext {
            phase: index,
            number,
            target,
            facts: &facts.targets[target],
            size_bytes: targets[target].size_bytes,
            targets: numbers,
            simulated: targets[target].sim.is_some(),
            cpus: &facts.cpus,
            seed,
        };
        fits(stream, engine, problems);
        buffer_bytes = buffer_bytes.saturating_add(stream::buffer_bytes(stream));
        workers.extend(stream::workers(stream, &ground, problems));
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
