//! A plan as text for people, before it runs. Returns text, never prints it.

use crate::{PhasePlan, Plan, WorkerPlan};
use base::{Bytes, Nanos, units};
use std::fmt::Write as _;
use workload::{
    AccessPattern, AccessZone, BlockSizes, CacheMode, Extent, Pace, SyncMode, TrimMode,
};

/// The text of a plan: engine, targets with prefill and writes, phases with their streams. The workers of a stream are
/// shown as one.
pub fn describe(plan: &Plan) -> String {
    let mut out = String::new();
    let polls = match (plan.iopoll, plan.sqpoll) {
        (false, false) => "",
        (true, false) => ", polled completions",
        (false, true) => ", a kernel thread submits",
        (true, true) => ", polled completions, a kernel thread submits",
    };
    line(
        &mut out,
        format!(
            "engine {}{polls}; seed {}; intervals of {}",
            plan.engine.name(),
            plan.seed,
            Nanos(plan.interval_ns)
        ),
    );
    for target in &plan.targets {
        let what = match (&target.path, &target.sim) {
            (Some(path), _) => path.display().to_string(),
            (None, Some(sim)) => format!("sim:{sim}"),
            (None, None) => "null".to_owned(),
        };
        let lay = match target.prefill_bytes {
            0 => String::new(),
            bytes => format!(", of which {} are prefilled first", Bytes(bytes)),
        };
        let writes = if target.writes { "written" } else { "only read" };
        line(&mut out, format!("target {what}: {}{lay}; {writes}", Bytes(target.size_bytes)));
    }
    for phase in &plan.phases {
        describe_phase(plan, phase, &mut out);
    }
    out
}

fn line(out: &mut String, text: String) {
    writeln!(out, "{text}").expect("a String takes all text");
}

fn describe_phase(plan: &Plan, phase: &PhasePlan, out: &mut String) {
    let mut title = format!("phase \"{}\"", phase.name);
    if phase.warm_up_ns > 0 {
        title += &format!(", warm-up {}", Nanos(phase.warm_up_ns));
    }
    if phase.pause_ns > 0 {
        title += &format!(", then a pause of {}", Nanos(phase.pause_ns));
    }
    line(out, title);
    for (number, name) in plan.streams.iter().enumerate() {
        let workers: Vec<&WorkerPlan> =
            phase.workers.iter().filter(|w| w.stream == number).collect();
        let Some(first) = workers.first() else { continue };
        line(out, format!("  stream \"{name}\": {}", operation(first)));
        let start = workers.iter().map(|w| w.offset_bytes).min().unwrap_or(0);
        let end = workers.iter().map(|w| w.offset_bytes + w.length_bytes).max().unwrap_or(0);
        line(
            out,
            format!(
                "    where    {} from {}, aligned to {}, {}",
                Bytes(end - start),
                Bytes(start),
                Bytes(first.align_bytes),
                access(first)
            ),
        );
        line(out, format!("    load     {}", load(&workers)));
        line(out, format!("    ends     {}", ends(&workers)));
    }
}

fn operation(worker: &WorkerPlan) -> String {
    let read = units::trimmed(worker.read_share * 100.0, 2);
    let mix = match worker.read_share {
        share if share >= 1.0 => format!("reads of {}", blocks(&worker.read_blocks)),
        share if share <= 0.0 => format!("writes of {}", blocks(&worker.write_blocks)),
        _ if worker.read_blocks == worker.write_blocks => {
            format!("{read} % reads, blocks of {}", blocks(&worker.read_blocks))
        }
        _ => format!(
            "{read} % reads of {}, writes of {}",
            blocks(&worker.read_blocks),
            blocks(&worker.write_blocks)
        ),
    };
    let cache = match worker.cache {
        CacheMode::Direct => "direct",
        CacheMode::Buffered => "through the page cache",
        CacheMode::Dropped if worker.drop_every.is_some() => {
            "through the page cache, dropped first and at each pass"
        }
        CacheMode::Dropped => "through the page cache, dropped first",
    };
    let sync = match worker.sync {
        _ if worker.read_share >= 1.0 => String::new(),
        SyncMode::None => String::new(),
        SyncMode::Dsync => ", O_DSYNC".to_owned(),
        SyncMode::Sync => ", O_SYNC".to_owned(),
        SyncMode::Fua => ", each write durable (RWF_DSYNC)".to_owned(),
        SyncMode::Fdatasync { every } => format!(", fdatasync every {every}"),
        SyncMode::Fsync { every } => format!(", fsync every {every}"),
    };
    let check = match worker.check {
        None => "",
        Some(check) if check.leaves_out => ", examined where the run wrote",
        Some(_) => ", stamped and examined",
    };
    let trim = match worker.trim {
        TrimMode::No => "",
        TrimMode::Instead => ", trims instead of writes",
        TrimMode::Before => ", a trim before each write",
    };
    format!("{mix}, {cache}{sync}{trim}{check}")
}

fn blocks(blocks: &BlockSizes) -> String {
    match blocks {
        BlockSizes::Fixed(size) => size.to_string(),
        BlockSizes::Range { low, high, step } => format!("{low} to {high} by {step}"),
        BlockSizes::Weighted(list) => {
            let total: f64 = list.iter().map(|(_, weight)| weight).sum();
            let each = |(size, weight): &(Bytes, f64)| {
                format!("{size} ({} %)", units::trimmed(weight / total * 100.0, 1))
            };
            list.iter().map(each).collect::<Vec<_>>().join(", ")
        }
    }
}

fn access(worker: &WorkerPlan) -> String {
    let own = if worker.shared_cursor.is_some() { ", one common position" } else { "" };
    match &worker.access {
        AccessPattern::Sequential => format!("sequential{own}"),
        AccessPattern::Uniform => "random".to_owned(),
        AccessPattern::Shuffled => "every block once in random order".to_owned(),
        AccessPattern::Zipf(theta) => format!("zipf {theta}"),
        AccessPattern::Pareto(share) => {
            let hot = units::trimmed(share * 100.0, 2);
            format!("pareto {hot} % on {} %", units::trimmed(100.0 - share * 100.0, 2))
        }
        AccessPattern::Normal { center_percent, deviation_percent } => {
            format!("normal around {center_percent} % with a deviation of {deviation_percent} %")
        }
        AccessPattern::Strided(stride) => format!("strided by {stride}{own}"),
        AccessPattern::Backward(stride) => format!("backwards by {stride}{own}"),
        AccessPattern::Runs { run, stride } => {
            format!("sequential in runs of {run} that start {stride} apart{own}")
        }
        AccessPattern::Hops { bytes, window, stride } => {
            format!("random: {bytes} in {window}, then on to the next {stride} further{own}")
        }
        AccessPattern::Columns { stride, columns } => {
            format!("strided by {stride}, {columns} columns in turn{own}")
        }
        AccessPattern::SequentialShare(percent) => format!("{percent} % sequential{own}"),
        AccessPattern::Zones(zones) => {
            let part = |zone: &AccessZone| match zone.length {
                Extent::Bytes(bytes) => format!("{} % on {bytes}", zone.io_percent),
                Extent::Percent(percent) => format!("{} % on {percent} %", zone.io_percent),
            };
            format!("random: {}", zones.iter().map(part).collect::<Vec<_>>().join(", "))
        }
    }
}

fn load(workers: &[&WorkerPlan]) -> String {
    let first = workers[0];
    let total: f64 = workers.iter().filter_map(|w| w.pace.rate_iops()).sum();
    let rate = units::trimmed(total, 2);
    let pace = match first.pace {
        Pace::Closed => "closed loop".to_owned(),
        Pace::ThinkTime { think_ns, burst } => {
            format!("closed loop, {think_ns} of thinking after every {burst}")
        }
        Pace::Fixed { .. } => format!("open loop, {rate} a second at equal distances"),
        Pace::Poisson { .. } => format!("open loop, {rate} a second at random (Poisson)"),
        Pace::Bursts { burst, .. } => format!("open loop, {rate} a second in bursts of {burst}"),
    };
    let curve = first.curve.as_ref().map_or(String::new(), |curve| {
        format!(", changing in {} steps of {}", curve.factors.len(), curve.step_ns)
    });
    let cpus: Vec<String> = workers.iter().filter_map(|w| w.cpu).map(|c| c.to_string()).collect();
    let pin = if cpus.is_empty() { String::new() } else { format!(" on CPU {}", cpus.join(", ")) };
    let plural = if workers.len() == 1 { "" } else { "s" };
    let delay = match first.delay_ns {
        0 => String::new(),
        ns => format!("; starts after {}", Nanos(ns)),
    };
    let depth = match first.latency_target {
        None => format!("depth {} each", first.depth),
        Some(keep) => {
            let share = units::trimmed(keep.percent, 4);
            format!("depth up to {} that keeps p{share} <= {}", first.depth, keep.latency_ns)
        }
    };
    let tie = match first.tie {
        None => String::new(),
        Some(tie) => {
            let weight: f64 = workers.iter().filter_map(|w| w.tie).map(|tie| tie.weight).sum();
            format!("; in step with group {} by {}", tie.group, units::trimmed(weight, 3))
        }
    };
    format!("{} worker{plural}{pin}, {depth}; {pace}{curve}{delay}{tie}", workers.len())
}

fn ends(workers: &[&WorkerPlan]) -> String {
    let first = workers[0];
    let mut all = Vec::new();
    if let Some(ns) = first.duration_ns {
        all.push(format!("after {}", Nanos(ns)));
    }
    if first.bytes_max.is_some() {
        let total = workers.iter().filter_map(|w| w.bytes_max).fold(0u64, u64::saturating_add);
        all.push(format!("after {}", Bytes(total)));
    }
    if first.ios_max.is_some() {
        let total = workers.iter().filter_map(|w| w.ios_max).fold(0u64, u64::saturating_add);
        all.push(format!("after {} operations", units::grouped(total)));
    }
    if let Some(width) = first.until_steady {
        all.push(format!("when known to {} %", units::trimmed(width * 100.0, 2)));
    }
    if first.flush_last {
        all.push("with a flush".to_owned());
    }
    if first.ends_others {
        all.push("and takes the other streams of the phase with it".to_owned());
    }
    all.join(" or ")
}
