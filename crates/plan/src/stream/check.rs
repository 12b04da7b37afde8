//! The values of a stream that a plan cannot have: [`check_stream`] reports all of them.

use super::{StreamContext, largest, smallest, unit_bytes, used_blocks};
use crate::resolve::ProblemList;
use crate::{PlanFault, TargetKind, engine};
use base::{Bytes, IoKind};
use workload::stream::LatencyTarget;
use workload::{
    AccessPattern, AccessZone, BlockSizes, ContentCheck, Extent, Pace, RateLink, StartDelay,
    Stream, SyncMode, TransactionPart, TrimMode,
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

/// `at` makes the place of a problem from the key in the job.
pub(super) fn check_stream(
    stream: &Stream,
    context: &StreamContext<'_>,
    at: &impl Fn(&str) -> String,
    problems: &mut ProblemList,
) {
    check_numbers(stream, context.cpus, at, problems);
    check_sizes(stream, context, at, problems);
    check_stops(stream, at, problems);
    check_trim(stream, context, at, problems);
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
        let fault = PlanFault::CpuNotAllowed { cpu: (*cpu).into(), allowed: cpu_list(cpus) };
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

fn check_transaction(stream: &Stream, at: &impl Fn(&str) -> String, problems: &mut ProblemList) {
    let Some(part) = stream.transaction else { return };
    let in_range = |count: f64| (0.0..=TransactionPart::OPERATIONS_MAX).contains(&count);
    let (has_one_kind, is_in_range) = match part {
        TransactionPart::Sessions(cycle) => {
            let has_rate = cycle.rate.is_none_or(|rate| rate > 0.0 && rate <= RATE_IOPS_MAX);
            (stream.read_percent >= 100.0, in_range(cycle.reads) && has_rate)
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
        (!has_one_kind, PlanFault::TransactionMixed),
        (!is_in_range, PlanFault::TransactionOutOfRange),
        (!alone || stream.trim != TrimMode::No, PlanFault::TransactionPaced),
    ] {
        if is_wrong {
            problems.add(at("transaction"), fault);
        }
    }
}

fn check_rate_curve(stream: &Stream, at: &impl Fn(&str) -> String, problems: &mut ProblemList) {
    let Some(curve) = &stream.curve else { return };
    let are_factors = curve.factors.iter().all(|factor| factor.is_finite() && *factor >= 0.0);
    let has_load = curve.factors.iter().any(|factor| *factor > 0.0);
    if !has_load || !are_factors || curve.step_ns.0 == 0 {
        problems.add(at("curve"), PlanFault::CurveOutOfRange);
    }
}

fn check_trim(
    stream: &Stream,
    context: &StreamContext<'_>,
    at: &impl Fn(&str) -> String,
    problems: &mut ProblemList,
) {
    let replayed = stream.emulation.replay.as_deref().map_or(&[][..], Vec::as_slice);
    if context.simulated && replayed.iter().any(|operation| operation.kind == IoKind::Trim) {
        problems.add(at("trim"), PlanFault::TrimSimulated);
    }
    if stream.trim == TrimMode::No {
        return;
    }
    let unit = u64::from(context.facts.block_bytes).max(512);
    let are_sectors = stream.write_blocks.named().iter().all(|size| size.0.is_multiple_of(unit));
    for (is_wrong, fault) in [
        (!stream.writes(), PlanFault::TrimWithoutWrites),
        (context.simulated, PlanFault::TrimSimulated),
        (stream.check != ContentCheck::No, PlanFault::TrimChecked),
        (context.facts.kind == TargetKind::Device && !are_sectors, PlanFault::TrimOffSectors),
    ] {
        if is_wrong {
            problems.add(at("trim"), fault);
        }
    }
}

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
    for (is_wrong, fault) in [
        (stream.pace.rate_iops().is_some(), PlanFault::LatencyTargetWithRate),
        (stream.workers > 1, PlanFault::LatencyTargetWithWorkers),
    ] {
        if is_wrong {
            problems.add(at("keep"), fault);
        }
    }
}

fn check_access(access: &AccessPattern, at: &impl Fn(&str) -> String, problems: &mut ProblemList) {
    let is_in_range = match *access {
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
            let share_sum: f64 = zones.iter().map(|zone| zone.io_percent).sum();
            share_sum > 0.0 && zones.iter().all(is_zone_in_range)
        }
    };
    if !is_in_range {
        problems.add(at("access"), PlanFault::AccessOutOfRange);
    }
}

fn is_zone_in_range(zone: &AccessZone) -> bool {
    let has_length = match zone.length {
        Extent::Bytes(bytes) => bytes.0 > 0,
        Extent::Percent(percent) => percent > 0.0 && percent <= 100.0,
    };
    has_length && (0.0..=100.0).contains(&zone.io_percent)
}

/// CPUs as people write them: `0-3, 6`.
fn cpu_list(cpus: &[u32]) -> String {
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
    for (key, blocks) in used_blocks(stream) {
        let sizes = blocks.named();
        let are_weights = match blocks {
            BlockSizes::Weighted(list) => {
                list.iter().all(|(_, weight)| *weight > 0.0 && weight.is_finite())
            }
            _ => true,
        };
        if sizes.is_empty() || sizes.contains(&Bytes(0)) || !are_weights {
            problems.add(at(key), PlanFault::BlocksOutOfRange);
        } else if let Some(size) = sizes.iter().find(|size| !size.0.is_multiple_of(unit)) {
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
    let one_size = BlockSizes::Fixed(Bytes(largest(stream)));
    let has_one_size = used_blocks(stream).all(|(_, blocks)| *blocks == one_size);
    if let AccessPattern::Runs { run, .. } | AccessPattern::Hops { bytes: run, .. } = stream.access
        && (!has_one_size || !run.0.is_multiple_of(largest(stream).max(1)))
    {
        problems.add(at("access"), PlanFault::RunsNotFilled { run });
    }
    if stream.access == AccessPattern::Shuffled && !has_one_size {
        problems.add(at("access"), PlanFault::ShuffledSizes);
    }
    if let AccessPattern::Hops { window, .. } = stream.access
        && window.0 < largest(stream)
    {
        problems.add(at("access"), PlanFault::WindowTooSmall { window });
    }
    check_strides(stream, at, problems);
}

/// Checks that strides are whole multiples of the grid of offsets.
fn check_strides(stream: &Stream, at: &impl Fn(&str) -> String, problems: &mut ProblemList) {
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
