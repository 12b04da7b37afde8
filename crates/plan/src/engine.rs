//! The engine of the plan: the requested one, or the best that works on these targets.

use crate::resolve::ProblemList;
use crate::{MachineFacts, PlanFault, TargetKind};
use workload::{CacheMode, EngineKind, SyncMode, TargetLocation, Workload};

const PLACE: &str = "engine: kind";

/// Returns the engine; after a problem any, because no plan is made then.
pub(crate) fn choose(
    workload: &Workload,
    facts: &MachineFacts,
    problems: &mut ProblemList,
) -> EngineKind {
    let requested = workload.engine.kind;
    let forced = |place: &TargetLocation| match place {
        TargetLocation::Sim(_) => Some(EngineKind::Sim),
        TargetLocation::Null => Some(EngineKind::Null),
        TargetLocation::Path(_) => None,
    };
    let first = workload.targets.first().and_then(|t| forced(&t.place));
    if workload.targets.iter().any(|t| forced(&t.place) != first) {
        problems.add("targets", PlanFault::TargetsMixed);
    }
    let engine = match (first, requested) {
        (Some(forced), Some(requested)) if requested != forced => {
            let names = [forced, requested].map(|engine| engine.name().to_owned());
            let [forced_name, requested] = names;
            problems.add(PLACE, PlanFault::EngineOfTargets { forced: forced_name, requested });
            forced
        }
        (Some(forced), _) => forced,
        (None, Some(requested @ (EngineKind::Sim | EngineKind::Null))) => {
            let place = match requested {
                EngineKind::Sim => TargetLocation::Sim("nvme".to_owned()),
                _ => TargetLocation::Null,
            };
            let (engine, path) = (requested.name().to_owned(), place.word());
            problems.add(PLACE, PlanFault::EngineWithoutFiles { engine, path });
            requested
        }
        (None, requested) => real(workload, facts, requested, problems),
    };
    options(workload, engine, problems);
    engine
}

fn real(
    workload: &Workload,
    facts: &MachineFacts,
    requested: Option<EngineKind>,
    problems: &mut ProblemList,
) -> EngineKind {
    let works: Vec<EngineKind> = facts
        .engines
        .iter()
        .copied()
        .filter(|kind| !matches!(kind, EngineKind::Sim | EngineKind::Null))
        .collect();
    let engines = works.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ");
    // Only io_uring can poll, so a request for polling is a request for io_uring.
    let polls = workload.engine.iopoll || workload.engine.sqpoll;
    let requested = requested.or(polls.then_some(EngineKind::Uring));
    match requested {
        Some(kind) if works.contains(&kind) => kind,
        Some(kind) => {
            let fault = match kind {
                EngineKind::Uring => PlanFault::UringUnusable { engines },
                EngineKind::Libaio => PlanFault::LibaioUnusable { engines },
                _ => PlanFault::EngineUnusable { engine: kind.name().to_owned(), engines },
            };
            problems.add(PLACE, fault);
            kind
        }
        None => works.first().copied().unwrap_or_else(|| {
            problems.add(PLACE, PlanFault::NoEngine);
            EngineKind::Sync
        }),
    }
}

fn options(workload: &Workload, engine: EngineKind, problems: &mut ProblemList) {
    let choice = &workload.engine;
    for (key, set) in [("iopoll", choice.iopoll), ("sqpoll", choice.sqpoll)] {
        if set && engine != EngineKind::Uring {
            let fault = PlanFault::NeedsUring { engine: engine.name().to_owned() };
            problems.add(format!("engine: {key}"), fault);
        }
    }
    for stream in workload.streams.iter().filter(|_| choice.iopoll) {
        let place = |key: &str| format!("stream \"{}\": {key}", stream.name);
        if stream.cache != CacheMode::Direct {
            problems.add(place("cache"), PlanFault::IopollNeedsDirect);
        }
        if stream.writes()
            && matches!(stream.sync, SyncMode::Fdatasync { .. } | SyncMode::Fsync { .. })
        {
            problems.add(place("sync"), PlanFault::IopollCannotFlush);
        }
    }
}

/// Whether a target exists on this machine rather than in a model.
pub(crate) fn is_real(kind: TargetKind) -> bool {
    kind != TargetKind::Virtual
}
