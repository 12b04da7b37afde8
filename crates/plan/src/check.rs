//! The plan of content checks: the page size of the stamps, and the condition that every write there is known.
//!
//! Takes the planned phases and gives their workers a [`ContentCheckPlan`]. A plan is refused if the content that a
//! block must hold is not known, because false alarms must not occur.

use crate::resolve::ProblemList;
use crate::{ContentCheckPlan, FilePlan, PhasePlan, PlanFault, WorkerPlan};
use base::Bytes;
use std::collections::{BTreeSet, HashSet};
use workload::{BlockSizes, ContentCheck, EngineKind, Stream, Workload};

/// The largest page with one stamp: larger ones take long to check, and their patterns use much of a CPU cache.
const PAGE_BYTES_MAX: u64 = 64 << 10;
/// Memory of the engine's ledger for each page, in bytes.
const ENTRY_BYTES: u64 = 16;
/// The most memory that one target's pages may take, in bytes: 1 TiB in blocks of 4 KiB.
const LEDGER_BYTES_MAX: u64 = 4 << 30;

/// Plans the checks of all workers.
pub(crate) fn checks(
    workload: &Workload,
    engine: EngineKind,
    phases: &mut [PhasePlan],
    problems: &mut ProblemList,
) {
    let streams = &workload.streams;
    for stream in streams.iter().filter(|stream| stream.check != ContentCheck::No) {
        suits(stream, engine, problems);
    }
    let workers = phases.iter().flat_map(|phase| &phase.workers);
    let has_headers = |work: &&WorkerPlan| streams[work.stream].emulation.headers.is_some();
    let parts = workers.filter(has_headers).flat_map(WorkerPlan::parts);
    let with_headers: HashSet<usize> = parts.map(|part| part.target).collect();
    for target in 0..workload.targets.len() {
        if with_headers.contains(&target) {
            headed(workload, target, phases, problems);
            continue;
        }
        let all = || phases.iter().flat_map(|phase| &phase.workers).filter(|w| w.target == target);
        let checked = |work: &WorkerPlan| streams[work.stream].check != ContentCheck::No;
        let page_bytes =
            all().filter(|work| checked(work)).fold(0, |page, work| gcd(page, grid(work)));
        if page_bytes == 0 {
            continue;
        }
        for phase in phases.iter() {
            alone(phase, target, streams, problems);
        }
        for work in all().filter(|work| checked(work)) {
            let clash = all().find(|other| {
                overlap(part(work), part(other))
                    && if checked(other) {
                        part(work) != part(other)
                    } else {
                        other.read_share < 1.0
                    }
            });
            if let Some(other) = clash {
                let (own, other) = (&streams[work.stream].name, &streams[other.stream].name);
                let fault = PlanFault::CheckShared { stream: other.clone() };
                problems.add(format!("stream \"{own}\": check"), fault);
            }
        }
        let page_bytes = page_of(page_bytes);
        let parts: BTreeSet<(u64, u64)> = all().filter(|work| checked(work)).map(part).collect();
        let pages = parts.iter().map(|(_, length_bytes)| length_bytes / page_bytes).sum();
        memory(workload, target, pages, problems);
        let workers = phases.iter_mut().flat_map(|phase| &mut phase.workers);
        for work in workers.filter(|work| work.target == target) {
            let leaves_out = match streams[work.stream].check {
                ContentCheck::No => continue,
                ContentCheck::Yes => false,
                ContentCheck::Written => true,
            };
            work.check = Some(ContentCheckPlan {
                page_bytes: page_bytes as u32,
                leaves_out,
                knows_all: true,
            });
        }
    }
}

/// Checks that the ledger for this many pages of a target fits in memory.
fn memory(workload: &Workload, target: usize, pages: u64, problems: &mut ProblemList) {
    let ledger_bytes = pages.saturating_mul(ENTRY_BYTES);
    if ledger_bytes > LEDGER_BYTES_MAX {
        let name = &workload.targets[target].name;
        let (needed, most) = (Bytes(ledger_bytes), Bytes(LEDGER_BYTES_MAX));
        problems.add(format!("target \"{name}\": check"), PlanFault::CheckMemory { needed, most });
    }
}

/// Plans the checks of a target whose blocks have headers. The headers identify the blocks, so others may write there
/// too; but then the last write of a block is not known.
fn headed(
    workload: &Workload,
    target: usize,
    phases: &mut [PhasePlan],
    problems: &mut ProblemList,
) {
    let is_whole = |work: &WorkerPlan| {
        let headers = &workload.streams[work.stream].emulation.headers;
        grid(work).is_multiple_of(headers.as_ref().map_or(1, |headers| headers.page_bytes.into()))
    };
    let knows_all = {
        let all: Vec<_> = phases.iter().flat_map(|phase| users(phase, target)).collect();
        let split = all.iter().any(|(_, part)| {
            let mut others =
                all.iter().filter(|(other, its)| overlap(*part, *its) && other.read_share < 1.0);
            others.any(|(other, its)| part != its || !is_whole(other))
        });
        let together = phases.iter().any(|phase| {
            let here = users(phase, target);
            here.iter().enumerate().any(|(number, (work, part))| {
                let mut before = here[..number].iter().filter(|other| overlap(*part, other.1));
                before.any(|(other, _)| work.read_share < 1.0 || other.read_share < 1.0)
            })
        });
        !split && !together && all.iter().all(|(work, _)| is_whole(work))
    };
    let mut parts = BTreeSet::new();
    for work in phases.iter_mut().flat_map(|phase| &mut phase.workers) {
        let stream = &workload.streams[work.stream];
        let here: Vec<(u64, u64)> = parts_on(work, target).collect();
        let Some(headers) = stream.emulation.headers.as_ref().filter(|_| !here.is_empty()) else {
            continue;
        };
        let leaves_out = match stream.check {
            ContentCheck::No => continue,
            ContentCheck::Yes => false,
            ContentCheck::Written => true,
        };
        let page_bytes = headers.page_bytes;
        parts.extend(here.into_iter().map(|part| (part, page_bytes)));
        // If the content of one of its files is not known, that of the stream is not known.
        let knows_all = knows_all && work.check.is_none_or(|check| check.knows_all);
        work.check = Some(ContentCheckPlan { page_bytes, leaves_out, knows_all });
    }
    let pages = parts.iter().map(|((_, bytes), page_bytes)| bytes / u64::from(*page_bytes)).sum();
    memory(workload, target, pages, problems);
}

/// Checks that the stream by itself can be checked.
fn suits(stream: &Stream, engine: EngineKind, problems: &mut ProblemList) {
    let content = stream.content;
    let shaped = content.zeros || content.compress_percent > 0.0 || content.dedupe_percent > 0.0;
    let only = stream.check == ContentCheck::Written;
    let whole = |blocks: &BlockSizes| blocks.named().iter().all(|size| size.0.is_multiple_of(512));
    let sizes = [&stream.read_blocks, &stream.write_blocks];
    let sectors = stream.emulation.headers.is_some()
        || sizes.into_iter().all(whole)
            && stream.align.is_none_or(|align| align.0.is_multiple_of(512));
    for (is, fault) in [
        (matches!(engine, EngineKind::Null | EngineKind::Sim), PlanFault::CheckKeepsNothing),
        (engine == EngineKind::Sync && stream.depth > 1, PlanFault::CheckOnSync),
        (shaped && stream.writes(), PlanFault::CheckShaped),
        (!sectors, PlanFault::CheckOffSectors),
        (only && stream.writes(), PlanFault::CheckWrittenWrites),
        (only && stream.stop.bytes.is_none(), PlanFault::CheckWrittenWithoutBytes),
    ] {
        if is {
            problems.add(format!("stream \"{}\": check", stream.name), fault);
        }
    }
}

/// Checks that no other worker uses the part of a checked worker of the phase.
fn alone(phase: &PhasePlan, target: usize, streams: &[Stream], problems: &mut ProblemList) {
    let here: Vec<&WorkerPlan> = phase.workers.iter().filter(|w| w.target == target).collect();
    for (number, work) in here.iter().enumerate() {
        let checked = |work: &WorkerPlan| streams[work.stream].check != ContentCheck::No;
        let mut others = here[..number].iter().filter(|other| checked(work) && checked(other));
        if others.any(|other| overlap(part(work), part(other))) {
            let place = format!("stream \"{}\": check", streams[work.stream].name);
            problems.add(place, PlanFault::CheckWorkersShare);
        }
    }
}

fn part(work: &WorkerPlan) -> (u64, u64) {
    (work.offset_bytes, work.length_bytes)
}

/// Whether two parts, each an offset and a length, share bytes.
fn overlap(a: (u64, u64), b: (u64, u64)) -> bool {
    let end = |part: (u64, u64)| part.0.saturating_add(part.1);
    a.0 < end(b) && b.0 < end(a)
}

/// The parts of a target that a worker uses.
fn parts_on(work: &WorkerPlan, target: usize) -> impl Iterator<Item = (u64, u64)> {
    let here = move |part: &FilePlan| part.target == target;
    work.parts().filter(here).map(|part| (part.offset_bytes, part.length_bytes))
}

/// Each use of a target in a phase.
fn users(phase: &PhasePlan, target: usize) -> Vec<(&WorkerPlan, (u64, u64))> {
    let of = |work| parts_on(work, target).map(move |part| (work, part));
    phase.workers.iter().flat_map(of).collect()
}

/// The common divisor of every length and offset within the worker's part.
fn grid(work: &WorkerPlan) -> u64 {
    let of = |blocks: &BlockSizes| match blocks {
        BlockSizes::Fixed(size) => size.0,
        BlockSizes::Range { low, step, .. } => gcd(low.0, step.0),
        BlockSizes::Weighted(list) => list.iter().fold(0, |all, (size, _)| gcd(all, size.0)),
    };
    let reads = if work.read_share > 0.0 { of(&work.read_blocks) } else { 0 };
    let writes = if work.read_share < 1.0 { of(&work.write_blocks) } else { 0 };
    gcd(work.align_bytes, gcd(reads, writes))
}

/// The largest page within the limit, found by halving the grid.
fn page_of(grid_bytes: u64) -> u64 {
    let mut page = grid_bytes;
    while page > PAGE_BYTES_MAX {
        page =
            if (page / 2).is_multiple_of(512) && page.is_multiple_of(2) { page / 2 } else { 512 };
    }
    page
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
