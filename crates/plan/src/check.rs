//! The plan of content checks: the page size of the stamps, and the condition that every write there is known.
//!
//! Takes the planned phases and gives their workers a [`ContentCheckPlan`] ([`plan_checks`]). A plan is refused if the content that a
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

/// A part of a target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ByteRange {
    offset_bytes: u64,
    length_bytes: u64,
}

impl ByteRange {
    /// The part of the worker's first file.
    fn of(work: &WorkerPlan) -> Self {
        Self { offset_bytes: work.offset_bytes, length_bytes: work.length_bytes }
    }

    fn end(&self) -> u64 {
        self.offset_bytes.saturating_add(self.length_bytes)
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.offset_bytes < other.end() && other.offset_bytes < self.end()
    }
}

struct TargetUse<'a> {
    work: &'a WorkerPlan,
    range: ByteRange,
}

pub(crate) fn plan_checks(
    workload: &Workload,
    engine: EngineKind,
    phases: &mut [PhasePlan],
    problems: &mut ProblemList,
) {
    let streams = &workload.streams;
    for stream in streams.iter().filter(|stream| stream.check != ContentCheck::No) {
        check_stream(stream, engine, problems);
    }
    let workers = phases.iter().flat_map(|phase| &phase.workers);
    let has_headers = |work: &&WorkerPlan| streams[work.stream].emulation.headers.is_some();
    let parts = workers.filter(has_headers).flat_map(WorkerPlan::parts);
    let with_headers: HashSet<usize> = parts.map(|part| part.target).collect();
    for target in 0..workload.targets.len() {
        if with_headers.contains(&target) {
            plan_header_checks(workload, target, phases, problems);
        } else {
            plan_stamp_checks(workload, target, phases, problems);
        }
    }
}

fn plan_stamp_checks(
    workload: &Workload,
    target: usize,
    phases: &mut [PhasePlan],
    problems: &mut ProblemList,
) {
    let streams = &workload.streams;
    let is_checked = |work: &&WorkerPlan| streams[work.stream].check != ContentCheck::No;
    let workers = || {
        let workers = phases.iter().flat_map(|phase| &phase.workers);
        workers.filter(|work| work.target == target)
    };
    let grid_bytes = workers().filter(is_checked).fold(0, |all, work| gcd(all, grid(work)));
    if grid_bytes == 0 {
        return;
    }
    for phase in phases.iter() {
        check_workers_apart(phase, target, streams, problems);
    }
    for work in workers().filter(is_checked) {
        let own = ByteRange::of(work);
        let mut others = workers().filter(|other| own.overlaps(&ByteRange::of(other)));
        let clash = others.find(|other| match is_checked(other) {
            true => own != ByteRange::of(other),
            false => other.read_share < 1.0,
        });
        if let Some(other) = clash {
            let (own, other) = (&streams[work.stream].name, &streams[other.stream].name);
            let fault = PlanFault::CheckShared { stream: other.clone() };
            problems.add(format!("stream \"{own}\": check"), fault);
        }
    }
    let page_bytes = page_of(grid_bytes);
    let parts: BTreeSet<ByteRange> = workers().filter(is_checked).map(ByteRange::of).collect();
    let pages = parts.iter().map(|part| part.length_bytes / page_bytes).sum();
    check_ledger(workload, target, pages, problems);
    let workers = phases.iter_mut().flat_map(|phase| &mut phase.workers);
    for work in workers.filter(|work| work.target == target) {
        if let Some(leaves_out) = leaves_out_unwritten(&streams[work.stream]) {
            let page_bytes = page_bytes as u32;
            work.check = Some(ContentCheckPlan { page_bytes, leaves_out, knows_all: true });
        }
    }
}

/// Whether a check leaves out what its own run did not write; `None` without a check.
fn leaves_out_unwritten(stream: &Stream) -> Option<bool> {
    match stream.check {
        ContentCheck::No => None,
        ContentCheck::Yes => Some(false),
        ContentCheck::Written => Some(true),
    }
}

/// Checks that the ledger for this many pages of a target fits in memory.
fn check_ledger(workload: &Workload, target: usize, pages: u64, problems: &mut ProblemList) {
    let ledger_bytes = pages.saturating_mul(ENTRY_BYTES);
    if ledger_bytes > LEDGER_BYTES_MAX {
        let name = &workload.targets[target].name;
        let (needed, most) = (Bytes(ledger_bytes), Bytes(LEDGER_BYTES_MAX));
        problems.add(format!("target \"{name}\": check"), PlanFault::CheckMemory { needed, most });
    }
}

/// Plans the checks of a target whose blocks have headers. The headers identify the blocks, so others may write there
/// too; but then the last write of a block is not known.
fn plan_header_checks(
    workload: &Workload,
    target: usize,
    phases: &mut [PhasePlan],
    problems: &mut ProblemList,
) {
    let knows_all = knows_last_writes(workload, target, phases);
    let mut parts = BTreeSet::new();
    for work in phases.iter_mut().flat_map(|phase| &mut phase.workers) {
        let stream = &workload.streams[work.stream];
        let here: Vec<ByteRange> = ranges_on(work, target).collect();
        let Some(headers) = stream.emulation.headers.as_ref().filter(|_| !here.is_empty()) else {
            continue;
        };
        let Some(leaves_out) = leaves_out_unwritten(stream) else { continue };
        let page_bytes = headers.page_bytes;
        parts.extend(here.into_iter().map(|part| (part, page_bytes)));
        // If the content of one of its files is not known, that of the stream is not known.
        let knows_all = knows_all && work.check.is_none_or(|check| check.knows_all);
        work.check = Some(ContentCheckPlan { page_bytes, leaves_out, knows_all });
    }
    let pages =
        parts.iter().map(|(part, page_bytes)| part.length_bytes / u64::from(*page_bytes)).sum();
    check_ledger(workload, target, pages, problems);
}

/// Whether the last write of each block of a target with headers is known: its writers use whole pages and the same parts, none
/// of them at the same time as another user of the part.
fn knows_last_writes(workload: &Workload, target: usize, phases: &[PhasePlan]) -> bool {
    let is_whole = |work: &WorkerPlan| {
        let headers = &workload.streams[work.stream].emulation.headers;
        grid(work).is_multiple_of(headers.as_ref().map_or(1, |headers| headers.page_bytes.into()))
    };
    let all: Vec<TargetUse<'_>> =
        phases.iter().flat_map(|phase| target_uses(phase, target)).collect();
    if !all.iter().all(|own| is_whole(own.work)) {
        return false;
    }
    for own in &all {
        let mut writers = all.iter().filter(|other| other.work.read_share < 1.0);
        if writers.any(|other| own.range.overlaps(&other.range) && own.range != other.range) {
            return false;
        }
    }
    for phase in phases {
        let here = target_uses(phase, target);
        for (number, own) in here.iter().enumerate() {
            let mut before = here[..number].iter().filter(|o| own.range.overlaps(&o.range));
            if before.any(|other| own.work.read_share < 1.0 || other.work.read_share < 1.0) {
                return false;
            }
        }
    }
    true
}

/// Checks that the stream by itself can be checked.
fn check_stream(stream: &Stream, engine: EngineKind, problems: &mut ProblemList) {
    let content = stream.content;
    let is_shaped = content.zeros || content.compress_percent > 0.0 || content.dedupe_percent > 0.0;
    let only_written = stream.check == ContentCheck::Written;
    let are_sectors =
        |blocks: &BlockSizes| blocks.named().iter().all(|size| size.0.is_multiple_of(512));
    let sizes = [&stream.read_blocks, &stream.write_blocks];
    let fits_sectors = stream.emulation.headers.is_some()
        || sizes.into_iter().all(are_sectors)
            && stream.align.is_none_or(|align| align.0.is_multiple_of(512));
    for (is_wrong, fault) in [
        (matches!(engine, EngineKind::Null | EngineKind::Sim), PlanFault::CheckKeepsNothing),
        (engine == EngineKind::Sync && stream.depth > 1, PlanFault::CheckOnSync),
        (is_shaped && stream.writes(), PlanFault::CheckShaped),
        (!fits_sectors, PlanFault::CheckOffSectors),
        (only_written && stream.writes(), PlanFault::CheckWrittenWrites),
        (only_written && stream.stop.bytes.is_none(), PlanFault::CheckWrittenWithoutBytes),
    ] {
        if is_wrong {
            problems.add(format!("stream \"{}\": check", stream.name), fault);
        }
    }
}

/// Checks that no other worker uses the part of a checked worker of the phase.
fn check_workers_apart(
    phase: &PhasePlan,
    target: usize,
    streams: &[Stream],
    problems: &mut ProblemList,
) {
    let is_checked = |work: &&&WorkerPlan| streams[work.stream].check != ContentCheck::No;
    let here: Vec<&WorkerPlan> = phase.workers.iter().filter(|w| w.target == target).collect();
    for (number, work) in here.iter().enumerate().filter(|(_, work)| is_checked(work)) {
        let own = ByteRange::of(work);
        let mut others = here[..number].iter().filter(is_checked);
        if others.any(|other| own.overlaps(&ByteRange::of(other))) {
            let place = format!("stream \"{}\": check", streams[work.stream].name);
            problems.add(place, PlanFault::CheckWorkersShare);
        }
    }
}

fn ranges_on(work: &WorkerPlan, target: usize) -> impl Iterator<Item = ByteRange> {
    let parts = work.parts().filter(move |part| part.target == target);
    parts
        .map(|FilePlan { offset_bytes, length_bytes, .. }| ByteRange { offset_bytes, length_bytes })
}

fn target_uses(phase: &PhasePlan, target: usize) -> Vec<TargetUse<'_>> {
    let mut uses = Vec::new();
    for work in &phase.workers {
        uses.extend(ranges_on(work, target).map(|range| TargetUse { work, range }));
    }
    uses
}

/// The common divisor of every length and offset within the worker's part.
fn grid(work: &WorkerPlan) -> u64 {
    let reads = if work.read_share > 0.0 { divisor(&work.read_blocks) } else { 0 };
    let writes = if work.read_share < 1.0 { divisor(&work.write_blocks) } else { 0 };
    gcd(work.align_bytes, gcd(reads, writes))
}

fn divisor(blocks: &BlockSizes) -> u64 {
    match blocks {
        BlockSizes::Fixed(size) => size.0,
        BlockSizes::Range { low, step, .. } => gcd(low.0, step.0),
        BlockSizes::Weighted(list) => list.iter().fold(0, |all, (size, _)| gcd(all, size.0)),
    }
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
