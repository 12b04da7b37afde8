//! One stream in one phase: its part of the target, and each worker's share of everything.

use crate::resolve::ProblemList;
use crate::{FilePlan, PlanFault, TargetFacts, TargetKind, WorkerPlan, engine, share};
use base::IoKind;
use base::{Bytes, random};
use std::collections::HashMap;
use workload::emulation::FileRange;
use workload::stream::LatencyTarget;
use workload::{
    AccessPattern, AccessZone, BlockSizes, CacheMode, ContentCheck, CursorScope, Extent, Pace,
    RateLink, StartDelay, Stream, SyncMode, TransactionPart, TrimMode,
};

/// The most outstanding I/Os of one worker: the limit of a ring on every supported kernel.
const DEPTH_MAX: u32 = 4096;
/// The most threads of one stream.
const WORKERS_MAX: u32 = 1024;
/// The most arrivals per second; far beyond what one machine can issue.
const RATE_IOPS_MAX: f64 = 1e8;
/// The range of weights for linked rates: wide enough for any share, narrow enough to be counted in whole numbers.
const WEIGHT_MIN: f64 = 1e-3;
const WEIGHT_MAX: f64 = 1e6;

/// The index below a stream's seed from which its delay is drawn; beyond the index of every worker.
const DELAY: u64 = 0xDE1A_0000;

pub(crate) struct StreamContext<'a> {
    pub phase: usize,
    /// The stream's number in the workload.
    pub number: usize,
    /// The target's number in the workload.
    pub target: usize,
    pub facts: &'a TargetFacts,
    /// The number of each target of the workload by its name.
    pub targets: &'a HashMap<&'a str, usize>,
    /// The used size of the target; 0 if it is unknown because of a problem that is already reported.
    pub size_bytes: u64,
    /// Whether the target is a model.
    pub simulated: bool,
    /// CPUs this process may use.
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

/// The memory of the buffers of a stream, in bytes.
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
    check_numbers(stream, context.cpus, &at, problems);
    check_sizes(stream, context, &at, problems);
    check_stops(stream, &at, problems);
    check_trim(stream, context.facts, context.simulated, &at, problems);
    if problems.0.len() > before || context.size_bytes == 0 {
        return Vec::new();
    }
    let Some(part) = part(stream, context, &at, problems) else { return Vec::new() };
    let Some(files) = files(stream, context, part, &at, problems) else { return Vec::new() };
    let shared = stream.cursor == CursorScope::Shared && has_position(&stream.access);
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
        let mut work = worker_plan(stream, context, slice, worker, shared);
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
    shared: bool,
) -> WorkerPlan {
    let count = stream.workers;
    WorkerPlan {
        stream: context.number,
        target: context.target,
        worker,
        shared_cursor: shared.then_some(context.number),
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
        pace: pace(stream.pace, count),
        pace_offset: f64::from(worker) / f64::from(count),
        curve: stream.curve.clone(),
        tie: stream.tie.map(|tie| RateLink { weight: tie.weight / f64::from(count), ..tie }),
        transaction: stream.transaction.map(|part| part.divided(count)),
        trim: stream.trim,
        sync: stream.sync,
        commit: stream.commit,
        flush_last: stream.flush_last && stream.writes(),
        cache: stream.cache,
        drop_every: stream
            .drop_every
            .map(|all| share::limit(all.0, smallest(stream), worker, count)),
        content: stream.content,
        check: None,
        duration_ns: stream.stop.duration_ns.map(|ns| ns.0),
        bytes_max: stream
            .stop
            .bytes
            .map(|all| share::limit(all.0, smallest(stream), worker, count)),
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
fn files(
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

fn pace(pace: Pace, workers: u32) -> Pace {
    let each = |rate: f64| rate / f64::from(workers);
    match pace {
        Pace::Closed | Pace::ThinkTime { .. } => pace,
        Pace::Fixed { rate_iops } => Pace::Fixed { rate_iops: each(rate_iops) },
        Pace::Poisson { rate_iops } => Pace::Poisson { rate_iops: each(rate_iops) },
        Pace::Bursts { rate_iops, burst } => Pace::Bursts { rate_iops: each(rate_iops), burst },
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

fn used(stream: &Stream) -> impl Iterator<Item = (&'static str, &BlockSizes)> {
    let reads = (stream.read_percent > 0.0).then_some(("read_block", &stream.read_blocks));
    let writes = stream.writes().then_some(("write_block", &stream.write_blocks));
    reads.into_iter().chain(writes)
}

fn largest(stream: &Stream) -> u64 {
    used(stream).map(|(_, blocks)| blocks.largest().0).max().unwrap_or(0)
}

fn smallest(stream: &Stream) -> u64 {
    used(stream).map(|(_, blocks)| blocks.smallest().0).min().unwrap_or(0)
}

fn check_numbers(
    stream: &Stream,
    cpus: &[u32],
    at: &impl Fn(&str) -> String,
    problems: &mut ProblemList,
) {
    for (key, value, most) in
        [("depth", stream.depth, DEPTH_MAX), ("workers", stream.workers, WORKERS_MAX)]
    {
        if !(1..=most).contains(&value) {
            let (most, value) = (most.into(), value.into());
            problems.add(at(key), PlanFault::CountOutOfRange { most, value });
        }
    }
    let content = &stream.content;
    for (key, percent) in [
        ("read", stream.read_percent),
        ("compress", content.compress_percent),
        ("dedupe", content.dedupe_percent),
    ] {
        if !(0.0..=100.0).contains(&percent) {
            problems.add(at(key), PlanFault::NotAPercentage { percent });
        }
    }
    if content.zeros && (content.compress_percent > 0.0 || content.dedupe_percent > 0.0) {
        problems.add(at("zeros"), PlanFault::ZerosShaped);
    }
    for cpu in stream.pin.iter().filter(|cpu| !cpus.contains(cpu)) {
        let fault = PlanFault::CpuNotAllowed { cpu: (*cpu).into(), allowed: ranges(cpus) };
        problems.add(at("pin"), fault);
    }
    if let Some(rate) = stream.pace.rate_iops()
        && !(rate > 0.0 && rate <= RATE_IOPS_MAX)
    {
        problems.add(at("rate"), PlanFault::RateOutOfRange { most: RATE_IOPS_MAX, rate });
    }
    check_rate_curve(stream, at, problems);
    if stream.delay.most_ns < stream.delay.least_ns {
        let StartDelay { least_ns, most_ns } = stream.delay;
        let (least, most) = (least_ns.to_string(), most_ns.to_string());
        problems.add(at("delay"), PlanFault::DelayReversed { least, most });
    }
    let burst = match stream.pace {
        Pace::ThinkTime { burst, .. } | Pace::Bursts { burst, .. } => burst,
        _ => 1,
    };
    let every = stream.sync.every().unwrap_or(1);
    for (key, value) in [("burst", burst), ("sync", every)] {
        if value == 0 {
            problems.add(at(key), PlanFault::CountBelowOne);
        }
    }
    if let Some(kept) = stream.keep {
        check_latency_target(stream, kept, at, problems);
    }
    if let Some(tied) = stream.tie {
        check_rate_link(stream, tied, at, problems);
    }
    check_transaction(stream, at, problems);
    check_access(&stream.access, at, problems);
}

fn check_rate_link(
    stream: &Stream,
    tie: RateLink,
    at: &impl Fn(&str) -> String,
    problems: &mut ProblemList,
) {
    if !(WEIGHT_MIN..=WEIGHT_MAX).contains(&tie.weight) {
        let (weight, least, most) = (tie.weight, WEIGHT_MIN, WEIGHT_MAX);
        problems.add(at("tie"), PlanFault::WeightOutOfRange { weight, least, most });
    }
    if matches!(stream.pace, Pace::ThinkTime { .. }) {
        problems.add(at("tie"), PlanFault::TieWithPause);
    }
}

/// Checks the part of a stream in transactions.
fn check_transaction(stream: &Stream, at: &impl Fn(&str) -> String, problems: &mut ProblemList) {
    let Some(part) = stream.transaction else { return };
    let in_range = |count: f64| (0.0..=TransactionPart::OPERATIONS_MAX).contains(&count);
    let (only, right) = match part {
        TransactionPart::Sessions(cycle) => {
            let rate = cycle.rate.is_none_or(|rate| rate > 0.0 && rate <= RATE_IOPS_MAX);
            (stream.read_percent >= 100.0, in_range(cycle.reads) && rate)
        }
        TransactionPart::Commit { bytes } => {
            let is_durable = stream.sync.every().is_none_or(|every| every == 1);
            let is_one = stream.depth == 1 && stream.workers == 1;
            let is_some = bytes.is_none_or(|bytes| bytes.0 > 0);
            let is_log = is_one && is_durable && is_some && stream.sync != SyncMode::None;
            (stream.read_percent <= 0.0, is_log)
        }
        TransactionPart::Behind { ios, burst } => {
            let is_one_kind = [0.0, 100.0].contains(&stream.read_percent);
            (is_one_kind, in_range(ios) && ios > 0.0 && burst > 0)
        }
    };
    let alone = stream.pace == Pace::Closed && stream.tie.is_none() && stream.keep.is_none();
    for (is_wrong, fault) in [
        (!only, PlanFault::TransactionMixed),
        (!right, PlanFault::TransactionOutOfRange),
        (!alone || stream.trim != TrimMode::No, PlanFault::TransactionPaced),
    ] {
        if is_wrong {
            problems.add(at("transaction"), fault);
        }
    }
}

fn check_rate_curve(stream: &Stream, at: &impl Fn(&str) -> String, problems: &mut ProblemList) {
    let Some(curve) = &stream.curve else { return };
    let fine = |factor: &f64| factor.is_finite() && *factor >= 0.0;
    let any = curve.factors.iter().any(|factor| *factor > 0.0);
    if !any || !curve.factors.iter().all(fine) || curve.step_ns.0 == 0 {
        problems.add(at("curve"), PlanFault::CurveOutOfRange);
    }
}

fn check_trim(
    stream: &Stream,
    facts: &TargetFacts,
    simulated: bool,
    at: &impl Fn(&str) -> String,
    problems: &mut ProblemList,
) {
    let replayed = stream.emulation.replay.as_deref().map_or(&[][..], Vec::as_slice);
    if simulated && replayed.iter().any(|one| one.kind == IoKind::Trim) {
        problems.add(at("trim"), PlanFault::TrimSimulated);
    }
    if stream.trim == TrimMode::No {
        return;
    }
    let unit = u64::from(facts.block_bytes).max(512);
    let sectors = stream.write_blocks.named().iter().all(|size| size.0.is_multiple_of(unit));
    for (is, fault) in [
        (!stream.writes(), PlanFault::TrimWithoutWrites),
        (simulated, PlanFault::TrimSimulated),
        (stream.check != ContentCheck::No, PlanFault::TrimChecked),
        (facts.kind == TargetKind::Device && !sectors, PlanFault::TrimOffSectors),
    ] {
        if is {
            problems.add(at("trim"), fault);
        }
    }
}

/// Checks the values of latency-target control.
fn check_latency_target(
    stream: &Stream,
    keep: LatencyTarget,
    at: &impl Fn(&str) -> String,
    problems: &mut ProblemList,
) {
    let in_range = keep.percent > 0.0 && keep.percent <= 100.0;
    if !in_range || keep.latency_ns.0 == 0 || keep.window_ns.0 == 0 {
        problems.add(at("keep"), PlanFault::LatencyTargetOutOfRange);
    }
    let flushes = matches!(stream.sync, SyncMode::Fdatasync { .. } | SyncMode::Fsync { .. });
    for (is, fault) in [
        (stream.pace.rate_iops().is_some(), PlanFault::LatencyTargetWithRate),
        (stream.workers > 1, PlanFault::LatencyTargetWithWorkers),
        (flushes && stream.writes(), PlanFault::LatencyTargetWithFlushes),
    ] {
        if is {
            problems.add(at("keep"), fault);
        }
    }
}

fn check_access(access: &AccessPattern, at: &impl Fn(&str) -> String, problems: &mut ProblemList) {
    let right = match *access {
        AccessPattern::Sequential | AccessPattern::Uniform | AccessPattern::Shuffled => true,
        AccessPattern::Zipf(theta) => theta > 0.0 && theta <= 10.0,
        AccessPattern::Pareto(hot) => hot > 0.5 && hot < 1.0,
        AccessPattern::Normal { center_percent, deviation_percent } => {
            (0.0..=100.0).contains(&center_percent)
                && deviation_percent > 0.0
                && deviation_percent <= 100.0
        }
        AccessPattern::Strided(stride) | AccessPattern::Backward(stride) => stride.0 > 0,
        AccessPattern::Runs { run, stride } => run.0 > 0 && stride >= run,
        AccessPattern::Hops { bytes, window, stride } => {
            bytes.0 > 0 && window.0 > 0 && stride.0 > 0
        }
        AccessPattern::Columns { stride, columns } => stride.0 > 0 && columns > 0,
        AccessPattern::SequentialShare(percent) => (0.0..=100.0).contains(&percent),
        AccessPattern::Zones(ref zones) => {
            let fits = |zone: &AccessZone| match zone.length {
                Extent::Bytes(bytes) => bytes.0 > 0,
                Extent::Percent(percent) => percent > 0.0 && percent <= 100.0,
            };
            let shares: f64 = zones.iter().map(|zone| zone.io_percent).sum();
            let share = |zone: &AccessZone| (0.0..=100.0).contains(&zone.io_percent);
            shares > 0.0 && zones.iter().all(|zone| share(zone) && fits(zone))
        }
    };
    if !right {
        problems.add(at("access"), PlanFault::AccessOutOfRange);
    }
}

/// CPUs as people write them: `0-3, 6`.
fn ranges(cpus: &[u32]) -> String {
    let mut sorted = cpus.to_vec();
    sorted.sort_unstable();
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for cpu in sorted {
        match runs.last_mut() {
            Some((_, end)) if cpu <= *end + 1 => *end = cpu,
            _ => runs.push((cpu, cpu)),
        }
    }
    let text = |(a, b): &(u32, u32)| if a == b { a.to_string() } else { format!("{a}-{b}") };
    runs.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// Checks block sizes, and the requirements of direct I/O.
fn check_sizes(
    stream: &Stream,
    context: &StreamContext<'_>,
    at: &impl Fn(&str) -> String,
    problems: &mut ProblemList,
) {
    let unit = unit_bytes(stream, context);
    for (key, blocks) in used(stream) {
        let all = blocks.named();
        let weights_right = match blocks {
            BlockSizes::Weighted(list) => list.iter().all(|(_, w)| *w > 0.0 && w.is_finite()),
            _ => true,
        };
        if all.is_empty() || all.contains(&Bytes(0)) || !weights_right {
            problems.add(at(key), PlanFault::BlocksOutOfRange);
        } else if let Some(size) = all.iter().find(|size| !size.0.is_multiple_of(unit)) {
            let (block, unit) = (size.0, Bytes(unit));
            let is_real = engine::is_real(context.facts.kind);
            problems.add(
                at(key),
                if is_real {
                    PlanFault::BlockOffDirect { block, unit }
                } else {
                    PlanFault::BlockOffSectors { block }
                },
            );
        }
    }
    if let Some(align) = stream.align
        && (align.0 == 0 || !align.0.is_multiple_of(unit))
    {
        let fault = PlanFault::NotMultiple { unit: Bytes(unit), value: align.0 };
        problems.add(at("align"), fault);
    }
    if let AccessPattern::Runs { run, .. } | AccessPattern::Hops { bytes: run, .. } = stream.access
    {
        let one =
            used(stream).all(|(_, blocks)| *blocks == BlockSizes::Fixed(Bytes(largest(stream))));
        if !one || !run.0.is_multiple_of(largest(stream).max(1)) {
            problems.add(at("access"), PlanFault::RunsNotFilled { run });
        }
    }
    let fixed = |blocks: &BlockSizes| *blocks == BlockSizes::Fixed(Bytes(largest(stream)));
    if stream.access == AccessPattern::Shuffled && !used(stream).all(|(_, blocks)| fixed(blocks)) {
        problems.add(at("access"), PlanFault::ShuffledSizes);
    }
    if let AccessPattern::Hops { window, .. } = stream.access
        && window.0 < largest(stream)
    {
        problems.add(at("access"), PlanFault::WindowTooSmall { window });
    }
    strides(stream, at, problems);
}

/// Checks that strides are whole multiples of the grid of offsets.
fn strides(stream: &Stream, at: &impl Fn(&str) -> String, problems: &mut ProblemList) {
    if let AccessPattern::Strided(stride)
    | AccessPattern::Backward(stride)
    | AccessPattern::Columns { stride, .. }
    | AccessPattern::Hops { stride, .. }
    | AccessPattern::Runs { stride, .. } = stream.access
    {
        let grid = stream.align.map_or_else(|| smallest(stream), |align| align.0).max(1);
        if !stride.0.is_multiple_of(grid) {
            let fault = PlanFault::StrideOffGrid { stride, align: Bytes(grid) };
            problems.add(at("access"), fault);
        }
    }
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

fn check_stops(stream: &Stream, at: &impl Fn(&str) -> String, problems: &mut ProblemList) {
    let stop = &stream.stop;
    if stop.duration_ns.is_none()
        && stop.bytes.is_none()
        && stop.ios.is_none()
        && stop.until_steady.is_none()
    {
        problems.add(at("duration"), PlanFault::NoEnd);
    }
    if stop.duration_ns.is_some_and(|ns| ns.0 == 0) {
        problems.add(at("duration"), PlanFault::MustBeAboveZero);
    }
    if stop.until_steady.is_some_and(|width| !(width > 0.0 && width < 1.0)) {
        problems.add(at("until_steady"), PlanFault::SteadyOutOfRange);
    }
    let workers = u64::from(stream.workers);
    if let Some(operations) = stop.ios.filter(|ios| *ios < workers) {
        problems.add(at("ios"), PlanFault::TooFewOperations { workers, operations });
    }
    let least = smallest(stream).saturating_mul(workers);
    if let Some(bytes) = stop.bytes.filter(|bytes| bytes.0 < least) {
        problems.add(at("bytes"), PlanFault::TooFewBytes { bytes, workers, least: Bytes(least) });
    }
}

/// The stream's part of the target, trimmed to its grid.
fn part(
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
