//! One stream in one phase: its part of the target, and each worker's share of everything ([`workers`]).

mod check;

use crate::resolve::ProblemList;
use crate::{FilePlan, PlanFault, TargetFacts, WorkerPlan, engine, share};
use base::{Bytes, random};
use std::collections::HashMap;
use workload::emulation::FileRange;
use workload::{
    AccessPattern, BlockSizes, CacheMode, CursorScope, Extent, Pace, RateLink, StartDelay, Stream,
};

/// The index below a stream's seed from which its delay is drawn; beyond the index of every worker.
const DELAY: u64 = 0xDE1A_0000;

pub(crate) struct StreamContext<'a> {
    pub phase: usize,
    pub number: usize,
    pub target: usize,
    pub facts: &'a TargetFacts,
    /// The number of each target of the workload by its name.
    pub targets: &'a HashMap<&'a str, usize>,
    /// The used size of the target; 0 if it is unknown because of a problem that is already reported.
    pub size_bytes: u64,
    /// Whether the target is a model.
    pub simulated: bool,
    pub cpus: &'a [u32],
    pub seed: u64,
}

/// The part of a target that a stream uses.
#[derive(Clone, Copy)]
struct TargetRange {
    offset_bytes: u64,
    length_bytes: u64,
    align_bytes: u64,
}

pub(crate) fn buffer_bytes(stream: &Stream) -> u64 {
    largest(stream)
        .saturating_mul(u64::from(stream.depth))
        .saturating_mul(u64::from(stream.workers))
}

/// Every worker of the stream; none after a problem.
pub(crate) fn workers(
    stream: &Stream,
    context: &StreamContext<'_>,
    problems: &mut ProblemList,
) -> Vec<WorkerPlan> {
    let before = problems.0.len();
    let at = |key: &str| format!("stream \"{}\": {key}", stream.name);
    check::check_stream(stream, context, &at, problems);
    if problems.0.len() > before || context.size_bytes == 0 {
        return Vec::new();
    }
    let Some(part) = used_range(stream, context, &at, problems) else { return Vec::new() };
    let Some(files) = file_plans(stream, context, part, &at, problems) else { return Vec::new() };
    let shares_cursor = stream.cursor == CursorScope::Shared && has_position(&stream.access);
    let mut workers = Vec::new();
    for worker in 0..stream.workers {
        let slice = if has_slices(stream) { slice(stream, part, worker) } else { part };
        if slice.length_bytes < largest(stream) {
            let fault = PlanFault::WorkerPartTooSmall {
                workers: stream.workers.into(),
                part: Bytes(slice.length_bytes),
                block: Bytes(largest(stream)),
            };
            problems.add(at("workers"), fault);
            return Vec::new();
        }
        let mut work = worker_plan(stream, context, slice, worker, shares_cursor);
        work.files.clone_from(&files);
        workers.push(work);
    }
    workers
}

fn worker_plan(
    stream: &Stream,
    context: &StreamContext<'_>,
    slice: TargetRange,
    worker: u32,
    shares_cursor: bool,
) -> WorkerPlan {
    let count = stream.workers;
    let bytes_share = |total: Bytes| share::limit(total.0, smallest(stream), worker, count);
    WorkerPlan {
        stream: context.number,
        target: context.target,
        worker,
        shared_cursor: shares_cursor.then_some(context.number),
        offset_bytes: slice.offset_bytes,
        length_bytes: slice.length_bytes,
        align_bytes: slice.align_bytes,
        read_share: stream.read_percent / 100.0,
        read_blocks: stream.read_blocks.clone(),
        write_blocks: stream.write_blocks.clone(),
        access: stream.access.clone(),
        depth: stream.depth,
        latency_target: stream.keep,
        cpu: stream.pin.get(worker as usize % stream.pin.len().max(1)).copied(),
        delay_ns: delay_ns(stream, context),
        pace: worker_pace(stream.pace, count),
        pace_offset: f64::from(worker) / f64::from(count),
        curve: stream.curve.clone(),
        tie: stream.tie.map(|tie| RateLink { weight: tie.weight / f64::from(count), ..tie }),
        transaction: stream.transaction.map(|part| part.divided(count)),
        trim: stream.trim,
        sync: stream.sync,
        commit: stream.commit,
        flush_last: stream.flush_last && stream.writes(),
        cache: stream.cache,
        drop_every: stream.drop_every.map(bytes_share),
        content: stream.content,
        check: None,
        duration_ns: stream.stop.duration_ns.map(|ns| ns.0),
        bytes_max: stream.stop.bytes.map(bytes_share),
        ios_max: stream.stop.ios.map(|all| share::limit(all, 1, worker, count)),
        until_steady: stream.stop.until_steady,
        ends_others: stream.stop.ends_others,
        on_error: stream.on_error,
        emulation: stream.emulation.clone(),
        files: Vec::new(),
        seed: seed(stream, context, u64::from(worker)),
    }
}

/// The seed of the choices at `index`: below the seed of the plan each stream has its own in each phase; below a seed of
/// their own all streams have the same.
fn seed(stream: &Stream, context: &StreamContext<'_>, index: u64) -> u64 {
    let path = [context.phase as u64, context.number as u64, index];
    match stream.seed {
        Some(own) => random::derive(own, &[index]),
        None => random::derive(context.seed, &path),
    }
}

/// The files after the first, each trimmed to the stream's grid.
fn file_plans(
    stream: &Stream,
    context: &StreamContext<'_>,
    part: TargetRange,
    at: &impl Fn(&str) -> String,
    problems: &mut ProblemList,
) -> Option<Vec<FilePlan>> {
    let mut plans = Vec::new();
    let others = stream.emulation.files.iter().flat_map(|files| files.others.iter());
    for FileRange { target: name, offset, length } in others {
        let Some(&target) = context.targets.get(name.as_str()) else {
            problems.add(at("target"), PlanFault::NoTarget { target: name.clone() });
            return None;
        };
        let length_bytes = length.0 - length.0 % part.align_bytes.min(largest(stream)).max(1);
        if length_bytes < largest(stream) {
            let (part, target, block) = (*length, name.clone(), Bytes(largest(stream)));
            problems.add(at("size"), PlanFault::FilePartTooSmall { part, target, block });
            return None;
        }
        plans.push(FilePlan { target, offset_bytes: offset.0, length_bytes });
    }
    Some(plans)
}

/// The wait before the stream starts: one random value for all of its workers, so that they stay in step.
fn delay_ns(stream: &Stream, context: &StreamContext<'_>) -> u64 {
    let StartDelay { least_ns, most_ns } = stream.delay;
    let span = most_ns.0.saturating_sub(least_ns.0);
    least_ns.0 + random::Rng::new(seed(stream, context, DELAY)).below(span.saturating_add(1))
}

fn worker_pace(pace: Pace, workers: u32) -> Pace {
    let divide = |rate: f64| rate / f64::from(workers);
    match pace {
        Pace::Closed | Pace::ThinkTime { .. } => pace,
        Pace::Fixed { rate_iops } => Pace::Fixed { rate_iops: divide(rate_iops) },
        Pace::Poisson { rate_iops } => Pace::Poisson { rate_iops: divide(rate_iops) },
        Pace::Bursts { rate_iops, burst } => Pace::Bursts { rate_iops: divide(rate_iops), burst },
    }
}

fn has_position(access: &AccessPattern) -> bool {
    match access {
        AccessPattern::Sequential
        | AccessPattern::Strided(_)
        | AccessPattern::Backward(_)
        | AccessPattern::Columns { .. }
        | AccessPattern::Runs { .. }
        | AccessPattern::Hops { .. }
        | AccessPattern::SequentialShare(_) => true,
        AccessPattern::Uniform
        | AccessPattern::Shuffled
        | AccessPattern::Zipf(_)
        | AccessPattern::Pareto(_)
        | AccessPattern::Normal { .. }
        | AccessPattern::Zones(_) => false,
    }
}

/// A partly sequential stream jumps over the whole range, so only purely sequential streams are sliced, and those that
/// visit every block once.
fn has_slices(stream: &Stream) -> bool {
    match stream.access {
        AccessPattern::Sequential | AccessPattern::Strided(_) | AccessPattern::Backward(_) => {
            stream.cursor == CursorScope::Own
        }
        AccessPattern::Shuffled => true,
        _ => false,
    }
}

/// The worker's slice: slices are disjoint, start on the grid and cover the part.
fn slice(stream: &Stream, part: TargetRange, worker: u32) -> TargetRange {
    // A stride off the grid would shift from slice to slice; the strides of a plan are checked.
    let unit = match stream.access {
        AccessPattern::Strided(stride) | AccessPattern::Backward(stride) => {
            stride.0.max(part.align_bytes)
        }
        _ => part.align_bytes,
    };
    let units = part.length_bytes.div_ceil(unit);
    let (start, end) = share::part(units, worker, stream.workers);
    let end_bytes = end.saturating_mul(unit).min(part.length_bytes);
    let start_bytes = start.saturating_mul(unit).min(part.length_bytes);
    TargetRange {
        offset_bytes: part.offset_bytes + start_bytes,
        length_bytes: end_bytes - start_bytes,
        align_bytes: part.align_bytes,
    }
}

/// The block sizes that operations have, with their keys in the job.
fn used_blocks(stream: &Stream) -> impl Iterator<Item = (&'static str, &BlockSizes)> {
    let reads = (stream.read_percent > 0.0).then_some(("read_block", &stream.read_blocks));
    let writes = stream.writes().then_some(("write_block", &stream.write_blocks));
    reads.into_iter().chain(writes)
}

fn largest(stream: &Stream) -> u64 {
    used_blocks(stream).map(|(_, blocks)| blocks.largest().0).max().unwrap_or(0)
}

fn smallest(stream: &Stream) -> u64 {
    used_blocks(stream).map(|(_, blocks)| blocks.smallest().0).min().unwrap_or(0)
}

/// The stream's part of the target, trimmed to its grid.
fn used_range(
    stream: &Stream,
    context: &StreamContext<'_>,
    at: &impl Fn(&str) -> String,
    problems: &mut ProblemList,
) -> Option<TargetRange> {
    let total = context.size_bytes;
    let align_bytes = stream.align.map_or_else(|| smallest(stream), |align| align.0);
    let unit = unit_bytes(stream, context);
    let wanted = share::extent_bytes(stream.offset, total);
    let offset_bytes = match stream.offset {
        // A percentage is approximate: it is rounded down to the grid.
        Extent::Percent(_) => wanted - wanted % align_bytes,
        Extent::Bytes(_) => wanted,
    };
    if !offset_bytes.is_multiple_of(unit) {
        let fault = PlanFault::NotMultiple { unit: Bytes(unit), value: offset_bytes };
        problems.add(at("offset"), fault);
        return None;
    }
    let (offset, size) = (Bytes(offset_bytes), Bytes(total));
    if offset_bytes >= total {
        problems.add(at("offset"), PlanFault::OffsetBeyondEnd { offset, size });
        return None;
    }
    let rest = total - offset_bytes;
    let length = match stream.size {
        None => rest,
        // Rounding must not push 50% + 50% beyond the end.
        Some(Extent::Percent(percent)) => share::percent_of(total, percent).min(rest),
        Some(Extent::Bytes(bytes)) if bytes.0 > rest => {
            problems.add(at("size"), PlanFault::PartBeyondEnd { part: bytes, offset, size });
            return None;
        }
        Some(Extent::Bytes(bytes)) => bytes.0,
    };
    let length_bytes = length - length % align_bytes.min(largest(stream));
    if length_bytes < largest(stream) {
        let (part, block) = (Bytes(length), Bytes(largest(stream)));
        problems.add(at("size"), PlanFault::PartTooSmall { part, block });
        return None;
    }
    Some(TargetRange { offset_bytes, length_bytes, align_bytes })
}

/// The unit of sizes and offsets: the target's block for direct I/O, a sector of simulated storage, else a byte.
fn unit_bytes(stream: &Stream, context: &StreamContext<'_>) -> u64 {
    let real = engine::is_real(context.facts.kind);
    match stream.cache {
        _ if context.simulated => 512,
        CacheMode::Direct if real => u64::from(context.facts.block_bytes).max(512),
        _ => 1,
    }
}
