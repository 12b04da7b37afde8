//! Resolves the settings of a job into numbers: percentages, defaults, shares of workers, seeds.

use crate::stream::StreamContext;
use crate::{
    MachineFacts, PhasePlan, Plan, PlanProblem, PlanProblemKind, check, engine, stream, target,
};
use std::collections::{HashMap, HashSet};
use workload::{EngineKind, Phase, Stream, Workload};

/// The most memory that the buffers of one phase may take, in bytes: half of 4 GiB, the memory of the smallest machine
/// that is worth measuring from.
pub(crate) const BUFFER_BYTES_MAX: u64 = 2 << 30;

/// Collects all problems.
#[derive(Default)]
pub(crate) struct ProblemList(pub Vec<PlanProblem>);

impl ProblemList {
    /// A mistake in the job.
    pub(crate) fn wrong(&mut self, place: impl Into<String>, text: impl Into<String>) {
        self.add(place.into(), text.into(), PlanProblemKind::Mistake);
    }

    /// A refusal to protect data.
    pub(crate) fn refused(&mut self, place: impl Into<String>, text: impl Into<String>) {
        self.add(place.into(), text.into(), PlanProblemKind::Refusal);
    }

    /// A refusal because the file system lacks space.
    pub(crate) fn no_space(&mut self, place: impl Into<String>, text: impl Into<String>) {
        self.add(place.into(), text.into(), PlanProblemKind::NoSpace);
    }

    fn add(&mut self, place: String, text: String, kind: PlanProblemKind) {
        let problem = PlanProblem { place, text, kind };
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
/// Every problem: mistakes in the job, and refusals to protect data ([`PlanProblemKind::is_refusal`]). No target has
/// been opened by then.
pub fn plan(
    workload: &Workload,
    facts: &MachineFacts,
    seed: u64,
) -> Result<Plan, Vec<PlanProblem>> {
    let mut problems = ProblemList::default();
    if facts.targets.len() != workload.targets.len() {
        problems.wrong(
            "targets",
            "the machine's facts do not match the targets; this is a bug of ours",
        );
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
    for (is, key, why) in [
        (
            stream.keep.is_some() && threads,
            "keep",
            "the sync engine has a thread for each outstanding I/O, which cannot be steered; use engine \"uring\" or \"libaio\"",
        ),
        (
            several && engine == EngineKind::Sim,
            "target",
            "simulated storage has one file for each stream; name one file",
        ),
        (
            several && threads,
            "target",
            "several files in turn take one thread, and the sync engine has one for each outstanding I/O; use depth = 1, or engine \"uring\" or \"libaio\"",
        ),
        (
            several && stream.workers > 1,
            "target",
            "several files in turn take one worker; use workers = 1",
        ),
    ] {
        if is {
            problems.wrong(format!("stream \"{}\": {key}", stream.name), why);
        }
    }
}

fn names(workload: &Workload, problems: &mut ProblemList) {
    let mut once = |kind: &str, names: Vec<&str>| {
        let mut known = HashSet::new();
        for name in &names {
            if !known.insert(*name) {
                problems
                    .wrong(format!("{kind} \"{name}\""), "is there twice; give each its own name");
            }
        }
        if names.is_empty() {
            problems.wrong(format!("{kind}s"), format!("there is none; name at least one {kind}"));
        }
    };
    once("target", workload.targets.iter().map(|t| t.name.as_str()).collect());
    once("stream", workload.streams.iter().map(|s| s.name.as_str()).collect());
    once("phase", workload.phases.iter().map(|p| p.name.as_str()).collect());
    if workload.interval_ns.0 == 0 {
        problems.wrong("job: interval", "must be above 0");
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
        problems.wrong(&*place, "runs no stream; name at least one");
    }
    for (i, name) in phase.streams.iter().enumerate() {
        if phase.streams[..i].contains(name) {
            problems.wrong(&*place, format!("names stream \"{name}\" twice"));
            continue;
        }
        let Some(number) = workload.streams.iter().position(|s| s.name == *name) else {
            problems.wrong(&*place, format!("there is no stream \"{name}\""));
            continue;
        };
        let stream = &workload.streams[number];
        let Some(&target) = numbers.get(stream.target.as_str()) else {
            problems.wrong(
                format!("stream \"{name}\": target"),
                format!("there is no target \"{}\"", stream.target),
            );
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
    if buffer_bytes > BUFFER_BYTES_MAX {
        problems.wrong(
            place,
            format!(
                "depth x workers x block takes {} of memory; {} is the most: lower one of them",
                base::Bytes(buffer_bytes),
                base::Bytes(BUFFER_BYTES_MAX)
            ),
        );
    }
    PhasePlan {
        name: phase.name.clone(),
        warm_up_ns: phase.warm_up_ns.0,
        pause_ns: phase.pause_ns.0,
        workers,
    }
}
