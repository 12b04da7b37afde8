//! The used part of each target, its prefill, and refusals to protect data.

use crate::facts::FreeSpace;
use crate::resolve::ProblemList;
use crate::{MachineFacts, PlanFault, TargetFacts, TargetKind, TargetPlan, engine, share};
use base::Bytes;
use std::collections::{BTreeMap, HashMap};
use workload::emulation::Prefill;
use workload::{CacheMode, Extent, JobTarget, Stream, TargetLocation, Workload};

/// The default size of a null target: that of a large file, because nothing is stored.
const NULL_BYTES: u64 = 1 << 40;

/// One plan for each target of the workload, in its order.
pub(crate) fn plan(
    workload: &Workload,
    facts: &MachineFacts,
    running: &[&Stream],
    problems: &mut ProblemList,
) -> Vec<TargetPlan> {
    let mut users: HashMap<&str, Vec<&Stream>> = HashMap::new();
    for &stream in running {
        for name in stream.targets() {
            let known = users.entry(name).or_default();
            if !known.last().is_some_and(|last| std::ptr::eq(*last, stream)) {
                known.push(stream);
            }
        }
    }
    let mut plans = Vec::new();
    for (target, facts) in workload.targets.iter().zip(&facts.targets) {
        let users = users.remove(target.name.as_str()).unwrap_or_default();
        plans.push(plan_target(target, facts, &users, problems));
    }
    check_free_space(workload, facts, &plans, problems);
    plans
}

fn plan_target(
    target: &JobTarget,
    facts: &TargetFacts,
    users: &[&Stream],
    problems: &mut ProblemList,
) -> TargetPlan {
    let writes = users.iter().any(|s| s.writes());
    let size_bytes = if users.is_empty() { 0 } else { used_bytes(target, facts, problems) };
    let may_grow = matches!(facts.kind, TargetKind::File | TargetKind::Absent);
    let prefill_bytes = if may_grow { size_bytes.saturating_sub(facts.size_bytes) } else { 0 };
    if !facts.may_write && (writes || prefill_bytes > 0) {
        refuse_write(target, facts.kind, writes, prefill_bytes, problems);
    }
    if engine::is_real(facts.kind) && !facts.direct {
        for stream in users.iter().filter(|s| s.cache == CacheMode::Direct) {
            let fault = PlanFault::NoDirect { target: target.name.clone() };
            problems.add(format!("stream \"{}\": cache", stream.name), fault);
        }
    }
    let (path, sim) = match &target.place {
        TargetLocation::Path(path) => (Some(path.clone()), None),
        TargetLocation::Sim(sim) => (None, Some(sim.clone())),
        TargetLocation::Null => (None, None),
    };
    TargetPlan {
        path,
        sim,
        size_bytes,
        prefill_bytes,
        prefill: prefill(&target.name, users),
        writes,
    }
}

/// The prefill of the first stream on a target, unless a later stream needs data beyond its end.
fn prefill(target: &str, users: &[&Stream]) -> Prefill {
    let Some((first, others)) = users.split_first() else { return Prefill::Data };
    let end = |stream: &Stream| stream.end_on(target).flatten().map_or(u64::MAX, |end| end.0);
    let reaches_on =
        |stream: &&&Stream| stream.emulation.prefill == Prefill::Data && end(stream) > end(first);
    match others.iter().find(reaches_on) {
        Some(_) => Prefill::Data,
        None => first.emulation.prefill,
    }
}

fn used_bytes(target: &JobTarget, facts: &TargetFacts, problems: &mut ProblemList) -> u64 {
    let place = format!("target \"{}\": size", target.name);
    let present_bytes = match (&target.place, facts.size_bytes) {
        (TargetLocation::Null, 0) => NULL_BYTES,
        (_, size) => size,
    };
    let bytes = match (target.size, facts.kind) {
        (None, TargetKind::Absent) => {
            problems.add(place, PlanFault::AbsentWithoutSize);
            return 0;
        }
        (Some(Extent::Percent(_)), TargetKind::Absent) => {
            problems.add(place, PlanFault::AbsentPercentage);
            return 0;
        }
        (Some(Extent::Percent(percent)), _) if !(percent > 0.0 && percent <= 100.0) => {
            problems.add(place, PlanFault::SizeNotAPercentage { percent });
            return 0;
        }
        (None, _) => present_bytes,
        (Some(extent), _) => share::extent_bytes(extent, present_bytes),
    };
    let is_fixed = match facts.kind {
        TargetKind::Device => true,
        TargetKind::Virtual => target.place != TargetLocation::Null,
        TargetKind::File | TargetKind::Absent => false,
    };
    if is_fixed && bytes > present_bytes {
        let (size, present) = (Bytes(bytes), Bytes(present_bytes));
        problems.add(place, PlanFault::SizeBeyondTarget { size, present });
    } else if bytes == 0 {
        problems.add(place, PlanFault::TargetEmpty);
    }
    bytes
}

fn refuse_write(
    target: &JobTarget,
    kind: TargetKind,
    writes: bool,
    prefill_bytes: u64,
    problems: &mut ProblemList,
) {
    let TargetLocation::Path(path) = &target.place else { return };
    let place = format!("target \"{}\"", target.name);
    let shown = path.display().to_string();
    let fault = match kind {
        TargetKind::Device => PlanFault::DeviceNotMarked { device: shown },
        TargetKind::File if writes => PlanFault::FileWritten { file: shown },
        TargetKind::File => PlanFault::FileGrown { file: shown, growth: Bytes(prefill_bytes) },
        // A file that does not exist yet has nothing to lose, and neither has a model.
        TargetKind::Absent | TargetKind::Virtual => return,
    };
    problems.add(place, fault);
}

struct Growth<'a> {
    room: FreeSpace,
    prefill_bytes: u64,
    targets: Vec<&'a str>,
}

/// Files on one file system share its free space.
fn check_free_space(
    workload: &Workload,
    facts: &MachineFacts,
    plans: &[TargetPlan],
    problems: &mut ProblemList,
) {
    let mut file_systems: BTreeMap<u64, Growth<'_>> = BTreeMap::new();
    for ((target, facts), plan) in workload.targets.iter().zip(&facts.targets).zip(plans) {
        if plan.path.is_some() && plan.prefill_bytes > 0 {
            let room = facts.room;
            let growth = file_systems.entry(room.file_system).or_insert(Growth {
                room,
                prefill_bytes: 0,
                targets: Vec::new(),
            });
            growth.prefill_bytes = growth.prefill_bytes.saturating_add(plan.prefill_bytes);
            growth.targets.push(&target.name);
        }
    }
    for Growth { room, prefill_bytes, targets } in file_systems.into_values() {
        let FreeSpace { free_bytes, reserve_bytes, .. } = room;
        let usable = free_bytes.saturating_sub(reserve_bytes);
        if prefill_bytes > usable {
            let (needed, usable, free) = (Bytes(prefill_bytes), Bytes(usable), Bytes(free_bytes));
            let is_full = usable.0 == 0;
            let fault = if reserve_bytes == 0 {
                PlanFault::SpaceShort { needed, free, is_full }
            } else {
                PlanFault::SpaceReserved { needed, usable, free, is_full }
            };
            problems.add(format!("target \"{}\": size", targets.join("\", \"")), fault);
        }
    }
}
