//! A workload as the text of a fio job file; reading that text gives the same workload wherever fio can express it.
//!
//! What fio cannot express is written as closely as possible and reported. Never guesses silently.

use crate::tool::JobText;
use base::{Bytes, Nanos};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use workload::emulation::AccessHint;
use workload::{
    AccessPattern, BlockSizes, CacheMode, ContentCheck, CursorScope, EngineKind, ErrorAction,
    Extent, JobTarget, Pace, Phase, StartDelay, Stream, SyncMode, TargetLocation, TrimMode,
    Workload,
};

/// The smallest deviation of fio's normal distribution, and the widest draw that it adds, in percent of the range.
const NORMAL_LEAST: f64 = 100.0 / 12.0;
const NORMAL_WIDTH_MAX: f64 = 50.0;

pub fn write_job(workload: &Workload) -> JobText {
    let mut out = Writer { done: JobText::default(), about: String::new() };
    out.section("global");
    engine(workload, &mut out);
    if let Some(seed) = workload.seed {
        out.key("randseed", seed);
    } else {
        out.key("randrepeat", 0);
    }
    let streams: BTreeMap<_, _> = workload.streams.iter().map(|s| (s.name.as_str(), s)).collect();
    let targets: BTreeMap<_, _> = workload.targets.iter().map(|t| (t.name.as_str(), t)).collect();
    let mut written: BTreeMap<&str, u32> = BTreeMap::new();
    let mut pause = Nanos(0);
    for (index, phase) in workload.phases.iter().enumerate() {
        for (place, name) in phase.streams.iter().enumerate() {
            let Some(stream) = streams.get(name.as_str()) else { continue };
            let Some(target) = targets.get(stream.target.as_str()) else { continue };
            let again = written.entry(name).or_default();
            *again += 1;
            out.about = format!("{name}: ");
            if *again > 1 {
                out.unsupported("it runs in several phases; here each phase has its own job");
            }
            out.section(&section_name(name, *again));
            if index > 0 && place == 0 {
                out.flag("stonewall");
            }
            job(stream, target, phase, &mut out);
            // fio has no pause after jobs, so the jobs that follow wait.
            delay(stream.delay.more(pause), &mut out);
        }
        pause = phase.pause_ns;
    }
    out.done
}

/// A section's name ends at a bracket, and one that begins like `global` is not a job.
fn section_name(name: &str, again: u32) -> String {
    let plain: String = name.chars().map(|c| if "[]#;".contains(c) { '_' } else { c }).collect();
    let plain = if plain.to_ascii_lowercase().starts_with("global") {
        format!("job-{plain}")
    } else {
        plain
    };
    if again > 1 { format!("{plain}-{again}") } else { plain }
}

struct Writer {
    done: JobText,
    /// The prefix of messages: a stream's name and a colon.
    about: String,
}

impl Writer {
    fn section(&mut self, name: &str) {
        let gap = if self.done.text.is_empty() { "" } else { "\n" };
        self.line(&format!("{gap}[{name}]"));
    }

    fn key(&mut self, key: &str, value: impl std::fmt::Display) {
        self.line(&format!("{key}={value}"));
    }

    fn flag(&mut self, key: &str) {
        self.line(key);
    }

    fn line(&mut self, line: &str) {
        writeln!(self.done.text, "{line}").expect("a String takes all text");
    }

    fn unsupported(&mut self, what: &str) {
        let line = format!("{}{what}", self.about);
        if !self.done.unsupported.contains(&line) {
            self.done.unsupported.push(line);
        }
    }

    /// Writes a number that fio takes in whole units only.
    fn whole(&mut self, key: &str, value: f64) {
        let rounded = value.round().max(0.0);
        if (rounded - value).abs() > 1e-9 * value.abs() {
            self.unsupported(&format!(
                "{key} takes whole numbers; {value} is written as {rounded}"
            ));
        }
        self.key(key, rounded);
    }
}

fn engine(workload: &Workload, out: &mut Writer) {
    let deep = workload.streams.iter().any(|s| s.depth > 1);
    let real = workload.targets.iter().any(|t| matches!(t.place, TargetLocation::Path(_)));
    let name = match workload.engine.kind {
        Some(EngineKind::Libaio) => "libaio",
        Some(EngineKind::Iocp) => "windowsaio",
        Some(EngineKind::Sync) => {
            if deep {
                out.unsupported(
                    "fio's psync has one I/O outstanding at a time, whatever its iodepth",
                );
            }
            "psync"
        }
        Some(EngineKind::Null) => "null",
        None if workload.targets.iter().all(|t| t.place == TargetLocation::Null) => "null",
        None | Some(EngineKind::Uring | EngineKind::Sim) => {
            if workload.engine.kind.is_none() && real {
                out.unsupported(
                    "fio does not choose the best engine that works; io_uring is written",
                );
            }
            "io_uring"
        }
    };
    out.key("ioengine", name);
    if workload.engine.iopoll {
        out.key("hipri", 1);
    }
    if workload.engine.sqpoll {
        out.key("sqthread_poll", 1);
    }
}

fn job(stream: &Stream, target: &JobTarget, phase: &Phase, out: &mut Writer) {
    file(stream, target, out);
    order(stream, out);
    blocks(stream, out);
    if let Some(align) = stream.align {
        out.key("blockalign", size(align));
    }
    out.key("iodepth", stream.depth);
    // One is fio's own default.
    if let Some(batch) = stream.emulation.batch.filter(|batch| batch.submit > 1) {
        out.key("iodepth_batch", batch.submit.min(stream.depth));
    }
    if stream.workers > 1 {
        out.key("numjobs", stream.workers);
        out.flag("group_reporting");
        out.unsupported("its workers become clones in fio, each with its own stream");
        if stream.access == AccessPattern::Sequential && stream.cursor == CursorScope::Shared {
            out.unsupported("fio's clones do not share one position");
        }
    }
    if !stream.pin.is_empty() {
        let list: Vec<String> = stream.pin.iter().map(u32::to_string).collect();
        out.key("cpus_allowed", list.join(","));
        out.key("cpus_allowed_policy", "split");
    }
    if let Some(keep) = stream.keep {
        out.key("latency_target", time(keep.latency_ns));
        out.key("latency_window", time(keep.window_ns));
        out.key("latency_percentile", keep.percent);
        if keep.goes_on {
            out.key("latency_run", 1);
        }
    }
    if let Some(tie) = stream.tie {
        out.key("flow_id", tie.group);
        out.whole("flow", tie.weight / f64::from(stream.workers.max(1)));
    }
    pace(stream, out);
    durability(stream.sync, out);
    if stream.flush_last {
        out.key("end_fsync", 1);
    }
    cache(stream, out);
    content(stream, out);
    stop(stream, out);
    if phase.warm_up_ns != Nanos(0) {
        out.key("ramp_time", time(phase.warm_up_ns));
    }
    if stream.stop.ends_others {
        out.flag("exitall");
    }
    if stream.on_error == ErrorAction::Continue {
        out.key("continue_on_error", "all");
    }
}

fn cache(stream: &Stream, out: &mut Writer) {
    match stream.cache {
        CacheMode::Direct => out.key("direct", 1),
        CacheMode::Buffered => {
            out.key("direct", 0);
            out.key("invalidate", 0);
        }
        CacheMode::Dropped => {
            out.key("direct", 0);
            out.key("invalidate", 1);
        }
    }
    if stream.cache != CacheMode::Direct {
        let hint = match stream.emulation.access_hint {
            None => "0",
            Some(AccessHint::Random) => "random",
            Some(AccessHint::Sequential) => "sequential",
            Some(AccessHint::Once) => "noreuse",
        };
        out.key("fadvise_hint", hint);
    }
}

fn file(stream: &Stream, target: &JobTarget, out: &mut Writer) {
    let path = target.place.word();
    if path.contains(['#', ';', '\n']) {
        out.unsupported("fio ends a line at # and ;, so the file's name is cut");
    }
    out.key("filename", path.replace(':', "\\:"));
    match target.size {
        Some(Extent::Bytes(bytes)) => part(stream, bytes.0, out),
        Some(Extent::Percent(_)) | None => share(stream, target, out),
    }
}

/// Writes the part of a target whose size is known: fio's `size` counts from its `offset`.
fn part(stream: &Stream, target_bytes: u64, out: &mut Writer) {
    // A percentage is rounded down to the grid of offsets.
    let smallest = stream.read_blocks.smallest().min(stream.write_blocks.smallest());
    let grid = stream.align.unwrap_or(smallest).0.max(1);
    let of = |extent: Extent| match extent {
        Extent::Bytes(bytes) => bytes.0,
        // To a hundred-millionth, as the planner rounds it.
        Extent::Percent(percent) => {
            let parts = (percent.clamp(0.0, 100.0) * 1e6).round() as u128;
            let about = (u128::from(target_bytes) * parts / 100_000_000) as u64;
            about - about % grid
        }
    };
    let offset = of(stream.offset);
    let length = stream.size.map_or(target_bytes.saturating_sub(offset), of);
    let slices = match (&stream.access, stream.cursor) {
        (
            AccessPattern::Sequential | AccessPattern::Strided(_) | AccessPattern::Backward(_),
            CursorScope::Own,
        )
        | (AccessPattern::Shuffled, _) => u64::from(stream.workers.max(1)),
        _ => 1,
    };
    let unit = stream.read_blocks.largest().0.max(stream.write_blocks.largest().0).max(512);
    let slice = if slices > 1 { length / slices / unit * unit } else { length };
    if offset > 0 {
        out.key("offset", size(Bytes(offset)));
    }
    out.key("size", size(Bytes(slice)));
    if slices > 1 {
        out.key("offset_increment", size(Bytes(slice)));
    }
}

/// Writes the part of a target whose size is unknown, as given.
fn share(stream: &Stream, target: &JobTarget, out: &mut Writer) {
    let mut without_note = |key: &str, extent: Extent| match extent {
        Extent::Bytes(Bytes(0)) => {}
        Extent::Bytes(bytes) => out.key(key, size(bytes)),
        Extent::Percent(percent) => out.key(key, format!("{percent}%")),
    };
    match (stream.size, target.size) {
        (Some(part), _) => without_note("size", part),
        (None, Some(whole)) => without_note("size", whole),
        (None, None) => {}
    }
    without_note("offset", stream.offset);
    if target.size.is_some() && (stream.size.is_some() || stream.offset != Extent::Bytes(Bytes(0)))
    {
        out.unsupported("fio cannot use a part of a percentage of a file");
    }
    if stream.workers > 1
        && stream.access == AccessPattern::Sequential
        && stream.cursor == CursorScope::Own
    {
        out.unsupported(
            "fio's clones all start at the same offset; give the target a size in bytes",
        );
    }
}

fn order(stream: &Stream, out: &mut Writer) {
    let random = match stream.access {
        AccessPattern::Sequential
        | AccessPattern::Strided(_)
        | AccessPattern::Backward(_)
        | AccessPattern::Runs { .. } => "",
        _ => "rand",
    };
    let direction = match stream.read_percent {
        p if p <= 0.0 && stream.trim == TrimMode::Instead => "trim",
        p if p <= 0.0 && stream.trim == TrimMode::Before => "trimwrite",
        p if p >= 100.0 => "read",
        p if p <= 0.0 => "write",
        _ => "rw",
    };
    let mixed = direction == "rw";
    if mixed && stream.trim != TrimMode::No {
        out.unsupported("fio does not mix reads and trims in one job; nothing is trimmed");
    }
    let used = if stream.read_percent > 0.0 { &stream.read_blocks } else { &stream.write_blocks };
    let block = used.largest().0;
    let skip = match stream.access {
        // fio adds the gap between two operations, whereas a stride is from start to start.
        AccessPattern::Strided(Bytes(stride)) if stride > block => {
            format!(":{}", size(Bytes(stride - block)))
        }
        AccessPattern::Strided(Bytes(stride)) if stride < block => {
            format!(":-{}", size(Bytes(block - stride)))
        }
        AccessPattern::Backward(Bytes(stride)) => format!(":-{}", size(Bytes(stride + block))),
        _ => String::new(),
    };
    out.key("rw", format!("{random}{direction}{skip}"));
    if mixed && stream.pace.rate_iops().is_some() {
        // The rates of both directions set the mix; this only has to agree with them.
        out.key("rwmixread", stream.read_percent.round());
    } else if mixed {
        out.whole("rwmixread", stream.read_percent);
    }
    places(stream, out);
}

/// Writes the order of offsets, except plain steps.
fn places(stream: &Stream, out: &mut Writer) {
    match stream.access {
        AccessPattern::Sequential | AccessPattern::Strided(_) | AccessPattern::Backward(_) => {}
        AccessPattern::Runs { run, stride } => {
            out.key("zonemode", "strided");
            out.key("zonesize", size(run));
            out.key("zoneskip", size(Bytes(stride.0.saturating_sub(run.0))));
        }
        AccessPattern::Hops { bytes, window, stride } => {
            out.flag("norandommap");
            out.key("zonemode", "strided");
            out.key("zonesize", size(bytes));
            out.key("zonerange", size(window));
            if stride < window {
                out.unsupported("fio's zones do not overlap");
            }
            out.key("zoneskip", size(Bytes(stride.0.saturating_sub(window.0))));
        }
        AccessPattern::Uniform => out.flag("norandommap"),
        // fio's default for random offsets.
        AccessPattern::Shuffled => {}
        AccessPattern::Zipf(theta) => out.key("random_distribution", format!("zipf:{theta}")),
        // fio takes the part of the range that is hot, we take the share of I/O that goes to it.
        AccessPattern::Pareto(share) => {
            out.key("random_distribution", format!("pareto:{}", rounded(1.0 - share)));
        }
        AccessPattern::Normal { center_percent, deviation_percent } => {
            // fio also takes the deviation in percent, but the centre as a share of the range.
            let centre = rounded(center_percent / 100.0);
            // fio's number is the width of a uniform draw that is added to the mean of twelve uniform draws.
            let width = (deviation_percent.powi(2) - NORMAL_LEAST.powi(2)).max(0.0).sqrt();
            let width = rounded(width * 12_f64.sqrt());
            if deviation_percent < NORMAL_LEAST || width > NORMAL_WIDTH_MAX {
                out.unsupported("fio spreads a normal distribution by 8.3 to 16.6 % of the range");
            }
            let value = format!("normal:{}:{centre}", width.min(NORMAL_WIDTH_MAX));
            out.key("random_distribution", value);
        }
        AccessPattern::SequentialShare(percent) => {
            out.flag("norandommap");
            out.whole("percentage_random", 100.0 - percent);
        }
        _ => {
            out.flag("norandommap");
            out.unsupported("fio has no option for this order of offsets; they are random");
        }
    }
}

/// Rounds away the last bits that a difference of decimals leaves.
fn rounded(value: f64) -> f64 {
    (value * 1e12).round() / 1e12
}

fn blocks(stream: &Stream, out: &mut Writer) {
    let (reads, writes) = (&stream.read_blocks, &stream.write_blocks);
    let used = match stream.read_percent {
        p if p >= 100.0 => [reads, reads],
        p if p <= 0.0 => [writes, writes],
        _ => [reads, writes],
    };
    let each: Vec<(&str, String)> = used.iter().map(|sizes| block_words(sizes, out)).collect();
    let (key, read) = &each[0];
    let (other, write) = &each[1];
    match (key == other, read == write) {
        (true, true) => out.key(key, read),
        (true, false) => out.key(key, format!("{read},{write}")),
        // In a `bssplit`, a single size is written as a split of one.
        (false, _) => {
            let split = |sizes: &BlockSizes, out: &mut Writer| match sizes {
                BlockSizes::Fixed(one) => format!("{}/100", size(*one)),
                BlockSizes::Weighted(list) => shares(list, out),
                BlockSizes::Range { low, high, .. } => {
                    out.unsupported("fio takes a range of sizes for both directions or for none");
                    format!("{}/50:{}/50", size(*low), size(*high))
                }
            };
            let (read, write) = (split(used[0], out), split(used[1], out));
            out.key("bssplit", format!("{read},{write}"));
        }
    }
}

fn block_words(sizes: &BlockSizes, out: &mut Writer) -> (&'static str, String) {
    match sizes {
        BlockSizes::Fixed(one) => ("bs", size(*one)),
        BlockSizes::Range { low, high, step } => {
            if step != low {
                out.unsupported("fio's range of sizes has only multiples of the smallest size");
            }
            ("bsrange", format!("{}-{}", size(*low), size(*high)))
        }
        BlockSizes::Weighted(list) => ("bssplit", shares(list, out)),
    }
}

/// Whole percentages that add up to 100.
fn shares(list: &[(Bytes, f64)], out: &mut Writer) -> String {
    let sum: f64 = list.iter().map(|x| x.1).sum();
    let exact: Vec<f64> = list.iter().map(|x| x.1 / sum * 100.0).collect();
    let mut whole: Vec<u64> = exact.iter().map(|share| share.round() as u64).collect();
    if exact.iter().zip(&whole).any(|(share, whole)| (share - *whole as f64).abs() > 1e-9) {
        out.unsupported("bssplit takes whole percentages; the shares of sizes are rounded");
    }
    // The largest size absorbs the rounding error, which it feels least.
    let largest = (0..whole.len()).max_by_key(|&i| whole[i]).unwrap_or(0);
    let others: u64 = whole.iter().enumerate().filter(|x| x.0 != largest).map(|x| x.1).sum();
    if let Some(share) = whole.get_mut(largest) {
        *share = 100u64.saturating_sub(others);
    }
    let words =
        list.iter().zip(&whole).map(|((bytes, _), share)| format!("{}/{share}", size(*bytes)));
    words.collect::<Vec<_>>().join(":")
}

fn delay(delay: StartDelay, out: &mut Writer) {
    let StartDelay { least_ns, most_ns } = delay;
    if least_ns != most_ns {
        out.key("startdelay", format!("{}-{}", time(least_ns), time(most_ns)));
    } else if most_ns != Nanos(0) {
        out.key("startdelay", time(most_ns));
    }
}

fn pace(stream: &Stream, out: &mut Writer) {
    let each = |rate: f64| rate / f64::from(stream.workers.max(1));
    match stream.pace {
        Pace::Closed => {}
        Pace::ThinkTime { think_ns, burst } => {
            out.whole("thinktime", think_ns.0 as f64 / 1e3);
            if let Some(every) = stream.emulation.pauses_every {
                out.key("thinktime_iotime", time(every));
            }
            if burst < u32::MAX {
                out.key("thinktime_blocks", burst);
            }
        }
        Pace::Fixed { rate_iops } => rate(each(rate_iops), stream, out),
        Pace::Poisson { rate_iops } => {
            rate(each(rate_iops), stream, out);
            out.key("rate_process", "poisson");
        }
        Pace::Bursts { rate_iops, .. } => {
            rate(each(rate_iops), stream, out);
            out.unsupported("fio has no bursts of arrivals; operations start at equal intervals");
        }
    }
}

/// Writes the rate; fio's rates are per direction.
fn rate(iops: f64, stream: &Stream, out: &mut Writer) {
    let reads = stream.read_percent / 100.0;
    let whole = |out: &mut Writer, value: f64| {
        let rounded = value.round().max(1.0);
        if (rounded - value).abs() > 1e-9 * value {
            out.unsupported(&format!(
                "rate_iops takes whole numbers; {value} is written as {rounded}"
            ));
        }
        rounded
    };
    if reads <= 0.0 || reads >= 1.0 {
        let iops = whole(out, iops);
        out.key("rate_iops", iops);
    } else {
        let (read, write) = (whole(out, iops * reads), whole(out, iops * (1.0 - reads)));
        out.key("rate_iops", format!("{read},{write}"));
    }
}

fn durability(sync: SyncMode, out: &mut Writer) {
    match sync {
        SyncMode::None => {}
        SyncMode::Dsync => out.key("sync", "dsync"),
        SyncMode::Sync => out.key("sync", "sync"),
        SyncMode::Fua => {
            out.key("sync", "dsync");
            out.unsupported(
                "fio has no write-through for one write; the file is opened with O_DSYNC",
            );
        }
        SyncMode::Fdatasync { every } => out.key("fdatasync", every),
        SyncMode::Fsync { every } => out.key("fsync", every),
    }
}

fn content(stream: &Stream, out: &mut Writer) {
    let content = stream.content;
    match stream.check {
        ContentCheck::No => {}
        ContentCheck::Yes if stream.writes() => {
            out.key("verify", "crc32c");
            out.key("do_verify", 0);
        }
        _ => out.key("verify", "crc32c"),
    }
    if content.zeros {
        out.flag("zero_buffers");
        return;
    }
    if content.compress_percent != 0.0 {
        out.whole("buffer_compress_percentage", content.compress_percent);
    }
    if content.dedupe_percent != 0.0 {
        out.whole("dedupe_percentage", content.dedupe_percent);
    }
}

fn stop(stream: &Stream, out: &mut Writer) {
    let stop = stream.stop;
    if let Some(duration) = stop.duration_ns {
        out.key("runtime", time(duration));
        if stop.bytes.is_none() && stop.ios.is_none() {
            out.flag("time_based");
        }
    }
    let workers = u64::from(stream.workers.max(1));
    if let Some(bytes) = stop.bytes {
        out.key("io_size", size(Bytes(bytes.0 / workers)));
    }
    if let Some(ios) = stop.ios {
        if stop.bytes.is_none() {
            // `number_ios` never extends a job beyond its size, so the size must be large enough for it.
            let block = stream.read_blocks.largest().0.max(stream.write_blocks.largest().0);
            out.key("io_size", size(Bytes(ios.div_ceil(workers).saturating_mul(block))));
        }
        out.key("number_ios", ios / workers);
    }
    if let Some(share) = stop.until_steady {
        out.key("steadystate", format!("iops:{}%", rounded(share * 100.0)));
        // fio has no default for this: it needs the time for which the rate has to stay that steady.
        out.key("steadystate_duration", "10");
    }
}

/// A size in the largest of fio's units that divides it; fio's k, m, g and t are powers of 1,024.
fn size(bytes: Bytes) -> String {
    for (unit, shift) in [("t", 40), ("g", 30), ("m", 20), ("k", 10)] {
        if bytes.0 > 0 && bytes.0.is_multiple_of(1 << shift) {
            return format!("{}{unit}", bytes.0 >> shift);
        }
    }
    bytes.0.to_string()
}

/// A time in a unit that fio reads without loss. fio has no unit below a microsecond, so smaller parts are rounded up.
fn time(time: Nanos) -> String {
    let units = [("s", 1_000_000_000), ("ms", 1_000_000)];
    match units.iter().find(|(_, ns)| time.0.is_multiple_of(*ns)) {
        Some((unit, ns)) => format!("{}{unit}", time.0 / ns),
        None => format!("{}us", time.0.div_ceil(1_000)),
    }
}
