//! The engine of the plan: the requested one, or the best that works on these targets.

use crate::resolve::ProblemList;
use crate::{MachineFacts, TargetKind};
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
        problems.wrong(
            "targets",
            "real, simulated and null targets cannot run together: their clocks differ; make a job of each",
        );
    }
    let engine = match (first, requested) {
        (Some(forced), Some(requested)) if requested != forced => {
            problems.wrong(
                PLACE,
                format!(
                    "{} targets run on the engine {0}, not {}; leave it out",
                    forced.name(),
                    requested.name()
                ),
            );
            forced
        }
        (Some(forced), _) => forced,
        (None, Some(requested @ (EngineKind::Sim | EngineKind::Null))) => {
            let path = if requested == EngineKind::Sim { "sim:nvme" } else { "null" };
            problems.wrong(
                PLACE,
                format!(
                    "{} does not do I/O on files or devices; use a target with path = \"{path}\"",
                    requested.name()
                ),
            );
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
    let list = works.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ");
    // Only io_uring can poll, so a request for polling is a request for io_uring.
    let polls = workload.engine.iopoll || workload.engine.sqpoll;
    let requested = requested.or(polls.then_some(EngineKind::Uring));
    match requested {
        Some(kind) if works.contains(&kind) => kind,
        Some(kind) => {
            let advice = match kind {
                EngineKind::Uring => {
                    "the kernel is older than 5.6, or io_uring is switched off (see /proc/sys/kernel/io_uring_disabled)"
                }
                EngineKind::Libaio => {
                    "the kernel has no native asynchronous I/O, or fs.aio-max-nr is used up"
                }
                _ => "it cannot be used on this machine",
            };
            problems.wrong(
                PLACE,
                format!(
                    "{} does not work here: {advice}; leave it out to use the best of: {list}",
                    kind.name()
                ),
            );
            kind
        }
        None => works.first().copied().unwrap_or_else(|| {
            problems.wrong(PLACE, "no engine works on this machine");
            EngineKind::Sync
        }),
    }
}

fn options(workload: &Workload, engine: EngineKind, problems: &mut ProblemList) {
    let choice = &workload.engine;
    for (key, set) in [("iopoll", choice.iopoll), ("sqpoll", choice.sqpoll)] {
        if set && engine != EngineKind::Uring {
            let text =
                format!("needs the engine uring, not {}; leave out one of them", engine.name());
            problems.wrong(format!("engine: {key}"), text);
        }
    }
    for stream in workload.streams.iter().filter(|_| choice.iopoll) {
        let place = |key: &str| format!("stream \"{}\": {key}", stream.name);
        if stream.cache != CacheMode::Direct {
            problems.wrong(
                place("cache"),
                "iopoll needs direct I/O; write cache = \"direct\" or leave out iopoll",
            );
        }
        if stream.writes()
            && matches!(stream.sync, SyncMode::Fdatasync { .. } | SyncMode::Fsync { .. })
        {
            problems.wrong(
                place("sync"),
                "a polled ring cannot flush; write sync = \"dsync\" or leave out iopoll",
            );
        }
    }
}

/// Whether a target exists on this machine rather than in a model.
pub(crate) fn is_real(kind: TargetKind) -> bool {
    kind != TargetKind::Virtual
}
