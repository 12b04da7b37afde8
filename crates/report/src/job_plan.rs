//! The plan of a job, which a dry run prints: engine, targets with prefill and writes, phases with their streams.
//!
//! Takes a plan, returns text. The workers of a stream are shown as one.

use crate::Language;
use crate::catalogue::job_plan as text;
use base::{Bytes, number};
use plan::{PhasePlan, Plan, TargetPlan, WorkerPlan};
use workload::{
    AccessPattern, AccessZone, BlockSizes, CacheMode, Extent, Pace, SyncMode, TransactionPart,
    TrimMode,
};

pub fn job_plan(language: Language, plan: &Plan) -> String {
    let mut engine = vec![plan.engine.name().to_owned()];
    if plan.iopoll {
        engine.push(text::polled_completions(language).to_owned());
    }
    if plan.sqpoll {
        engine.push(text::kernel_submits(language).to_owned());
    }
    let (engine, seed) = (engine.join(", "), plan.seed.to_string());
    let mut lines = vec![text::engine(language, &engine, &seed, plan.interval_ns as f64)];
    lines.extend(plan.targets.iter().map(|of| target(language, of)));
    for of in &plan.phases {
        lines.push(phase(language, of));
        for (number, name) in plan.streams.iter().enumerate() {
            let workers: Vec<&WorkerPlan> =
                of.workers.iter().filter(|worker| worker.stream == number).collect();
            if let Some(first) = workers.first() {
                lines.extend(stream(language, name, first, &workers));
            }
        }
    }
    lines.join("\n") + "\n"
}

fn target(language: Language, target: &TargetPlan) -> String {
    let name = match (&target.path, &target.sim) {
        (Some(path), _) => path.display().to_string(),
        (None, Some(sim)) => workload::simulation_word(sim),
        (None, None) => "null".to_owned(),
    };
    let mut size = language.bytes(target.size_bytes);
    if target.prefill_bytes > 0 {
        size = format!("{size}, {}", text::prefilled(language, target.prefill_bytes));
    }
    let usage = if target.writes { text::written(language) } else { text::only_read(language) };
    text::target(language, &text::Target { name: &name, size: &size, usage })
}

fn phase(language: Language, phase: &PhasePlan) -> String {
    let mut parts = vec![text::phase(language, &phase.name)];
    if phase.warm_up_ns > 0 {
        parts.push(text::warm_up(language, phase.warm_up_ns as f64));
    }
    if phase.pause_ns > 0 {
        parts.push(text::pause(language, phase.pause_ns as f64));
    }
    parts.join(", ")
}

fn stream(
    language: Language,
    name: &str,
    first: &WorkerPlan,
    workers: &[&WorkerPlan],
) -> [String; 4] {
    let start = workers.iter().map(|worker| worker.offset_bytes).min().unwrap_or(0);
    let end = workers.iter().map(|worker| worker.offset_bytes + worker.length_bytes).max();
    let range = text::Range {
        size: end.unwrap_or(0).saturating_sub(start),
        start,
        align: first.align_bytes,
        order: &order(language, first),
    };
    let row = |label: &str, value: String| format!("    {label:<8} {value}");
    [
        format!("  {}", text::stream(language, name, &operations(language, first))),
        row(text::label_where(language), text::range(language, &range)),
        row(text::label_load(language), load(language, first, workers)),
        row(text::label_ends(language), ends(language, first, workers)),
    ]
}

/// Directions and block sizes, the page cache, and what else is done with each operation.
fn operations(language: Language, worker: &WorkerPlan) -> String {
    let (reads, writes) =
        (&blocks(language, &worker.read_blocks), &blocks(language, &worker.write_blocks));
    let percent = &decimal(language, worker.read_share * 100.0, 2);
    let mut parts = vec![match worker.read_share {
        share if share >= 1.0 => text::reads(language, reads),
        share if share <= 0.0 => text::writes(language, writes),
        _ if worker.read_blocks == worker.write_blocks => text::mix(language, percent, reads),
        _ => text::mix_of_sizes(language, &text::MixOfSizes { percent, reads, writes }),
    }];
    parts.push(match worker.cache {
        CacheMode::Direct => text::direct(language).to_owned(),
        CacheMode::Buffered => text::buffered(language).to_owned(),
        CacheMode::Dropped if worker.drop_every.is_some() => {
            text::dropped_often(language).to_owned()
        }
        CacheMode::Dropped => text::dropped(language).to_owned(),
    });
    if worker.read_share < 1.0 {
        parts.extend(durability(language, worker.sync));
    }
    parts.extend(match worker.trim {
        TrimMode::No => None,
        TrimMode::Instead => Some(text::trims_instead(language).to_owned()),
        TrimMode::Before => Some(text::trims_before(language).to_owned()),
    });
    parts.extend(worker.check.map(|check| {
        if check.leaves_out {
            text::examined(language).to_owned()
        } else {
            text::stamped(language).to_owned()
        }
    }));
    parts.join(", ")
}

fn durability(language: Language, sync: SyncMode) -> Option<String> {
    let every = |call, writes| Some(text::flush_every(language, call, writes));
    match sync {
        SyncMode::None => None,
        SyncMode::Dsync => Some("O_DSYNC".to_owned()),
        SyncMode::Sync => Some("O_SYNC".to_owned()),
        SyncMode::Fua => Some(text::fua(language).to_owned()),
        SyncMode::Fdatasync { every: writes } => every("fdatasync", writes.into()),
        SyncMode::Fsync { every: writes } => every("fsync", writes.into()),
    }
}

fn blocks(language: Language, blocks: &BlockSizes) -> String {
    let size = |size: &Bytes| language.bytes(size.0);
    match blocks {
        BlockSizes::Fixed(only) => size(only),
        BlockSizes::Range { low, high, step } => {
            let (low, high, step) = (&size(low), &size(high), &size(step));
            text::block_range(language, &text::BlockRange { low, high, step })
        }
        BlockSizes::Weighted(list) => {
            let total: f64 = list.iter().map(|(_, weight)| weight).sum();
            let each = |(bytes, weight): &(Bytes, f64)| {
                format!("{} ({} %)", size(bytes), decimal(language, weight / total * 100.0, 1))
            };
            list.iter().map(each).collect::<Vec<_>>().join(", ")
        }
    }
}

/// The order of offsets, and whether all workers share one position in it.
fn order(language: Language, worker: &WorkerPlan) -> String {
    let size = |size: &Bytes| language.bytes(size.0);
    let order = match &worker.access {
        AccessPattern::Uniform => return text::random(language).to_owned(),
        AccessPattern::Shuffled => return text::shuffled(language).to_owned(),
        AccessPattern::Zipf(theta) => {
            return format!("zipf {}", language.digits(&theta.to_string()));
        }
        AccessPattern::Pareto(share) => {
            let percent = |of: f64| decimal(language, of, 2);
            let hot = share * 100.0;
            return text::pareto(language, &percent(hot), &percent(100.0 - hot));
        }
        AccessPattern::Normal { center_percent, deviation_percent } => {
            let percent = |percent: &f64| language.digits(&percent.to_string());
            return text::normal(language, &percent(center_percent), &percent(deviation_percent));
        }
        AccessPattern::Zones(zones) => return zone_list(language, zones),
        AccessPattern::Sequential => text::sequential(language).to_owned(),
        AccessPattern::Strided(stride) => text::strided(language, &size(stride)),
        AccessPattern::Backward(stride) => text::backwards(language, &size(stride)),
        AccessPattern::Runs { run, stride } => text::runs(language, &size(run), &size(stride)),
        AccessPattern::Hops { bytes, window, stride } => {
            let (bytes, window, stride) = (&size(bytes), &size(window), &size(stride));
            text::hops(language, &text::Hops { bytes, window, stride })
        }
        AccessPattern::Columns { stride, columns } => {
            text::columns(language, &size(stride), &columns.to_string())
        }
        AccessPattern::SequentialShare(percent) => {
            text::sequential_share(language, &language.digits(&percent.to_string()))
        }
    };
    match worker.shared_cursor {
        Some(_) => format!("{order}, {}", text::one_position(language)),
        None => order,
    }
}

fn zone_list(language: Language, zones: &[AccessZone]) -> String {
    let each = |zone: &AccessZone| {
        let percent = language.digits(&zone.io_percent.to_string());
        let range = match zone.length {
            Extent::Bytes(bytes) => language.bytes(bytes.0),
            Extent::Percent(of) => format!("{} %", language.digits(&of.to_string())),
        };
        text::zone(language, &percent, &range)
    };
    text::zones(language, &zones.iter().map(each).collect::<Vec<_>>().join(", "))
}

/// Workers and their CPUs, queue depth, and when operations start.
fn load(language: Language, first: &WorkerPlan, workers: &[&WorkerPlan]) -> String {
    let cpus: Vec<String> =
        workers.iter().filter_map(|worker| worker.cpu).map(|cpu| cpu.to_string()).collect();
    let count = text::workers(language, workers.len() as u64);
    let count =
        if cpus.is_empty() { count } else { text::on_cpus(language, &count, &cpus.join(", ")) };
    let depth = match first.latency_target {
        None => text::depth(language, &first.depth.to_string()),
        Some(limit) => {
            let (depth, percentile) = (first.depth.to_string(), number::trimmed(limit.percent, 4));
            text::depth_steered(language, &depth, &percentile, limit.latency_ns.0 as f64)
        }
    };
    let mut text = format!("{count}, {depth}; {}", pace(language, first, workers));
    if let Some(curve) = &first.curve {
        let (steps, time) = (curve.factors.len().to_string(), curve.step_ns.0 as f64);
        text += &format!(", {}", text::curve(language, &steps, time));
    }
    if first.delay_ns > 0 {
        text += &format!("; {}", text::delay(language, first.delay_ns as f64));
    }
    if let Some(tie) = first.tie {
        let weight: f64 =
            workers.iter().filter_map(|worker| worker.tie).map(|tie| tie.weight).sum();
        let weight = decimal(language, weight, 3);
        text += &format!("; {}", text::tie(language, &tie.group.to_string(), &weight));
    }
    text
}

fn pace(language: Language, first: &WorkerPlan, workers: &[&WorkerPlan]) -> String {
    let rate_iops: f64 = workers.iter().filter_map(|worker| worker.pace.rate_iops()).sum();
    let rate = decimal(language, rate_iops, 2);
    match first.pace {
        Pace::Closed => match first.transaction {
            Some(part) => transaction(language, part, workers),
            None => text::closed_loop(language).to_owned(),
        },
        Pace::ThinkTime { think_ns, burst } => {
            text::think_time(language, think_ns.0 as f64, burst.into())
        }
        Pace::Fixed { .. } => text::open_equal(language, &rate),
        Pace::Poisson { .. } => text::open_random(language, &rate),
        Pace::Bursts { burst, .. } => text::open_bursts(language, &rate, &burst.to_string()),
    }
}

/// What the workers do for the transactions of the phase.
fn transaction(language: Language, part: TransactionPart, workers: &[&WorkerPlan]) -> String {
    match part {
        TransactionPart::Commit { .. } => text::commits_of_sessions(language).to_owned(),
        TransactionPart::Behind { .. } => {
            let each = workers.iter().filter_map(|worker| match worker.transaction? {
                TransactionPart::Behind { ios, .. } => Some(ios),
                _ => None,
            });
            text::ios_behind(language, &decimal(language, each.sum(), 3))
        }
        TransactionPart::Sessions(cycle) => {
            let reads = decimal(language, cycle.reads, 3);
            text::sessions(language, &reads, cycle.think_ns.0 as f64)
        }
    }
}

/// When the stream ends: at the first of its conditions.
fn ends(language: Language, first: &WorkerPlan, workers: &[&WorkerPlan]) -> String {
    let sum = |of: fn(&WorkerPlan) -> Option<u64>| {
        workers.iter().filter_map(|worker| of(worker)).fold(0u64, u64::saturating_add)
    };
    let mut all = Vec::new();
    if let Some(ns) = first.duration_ns {
        all.push(text::after_time(language, ns as f64));
    }
    if first.bytes_max.is_some() {
        all.push(text::after_bytes(language, sum(|worker| worker.bytes_max)));
    }
    if first.ios_max.is_some() {
        all.push(text::after_operations(language, sum(|worker| worker.ios_max)));
    }
    if let Some(width) = first.until_steady {
        all.push(text::when_known(language, &decimal(language, width * 100.0, 2)));
    }
    let mut text = all.join(&format!(" {} ", text::or(language)));
    if first.flush_last {
        text += &format!(", {}", text::with_flush(language));
    }
    if first.ends_others {
        text += &format!(", {}", text::ends_others(language));
    }
    text
}

fn decimal(language: Language, value: f64, decimals: usize) -> String {
    language.digits(&number::trimmed(value, decimals))
}
