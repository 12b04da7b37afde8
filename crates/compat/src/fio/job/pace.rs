//! When operations start and how many are outstanding: engines, depth, rates, pauses.

use super::super::RateMinimum;
use super::super::value::{NotedValue, Units, ValueResult, directions, without_note};
use super::FioJob;
use super::blocks::mean_bytes;
use super::pattern::{Pattern, only_trims};
use base::Nanos;
use job::Diagnostics;
use workload::stream::LatencyTarget;
use workload::{EngineKind, Pace, RateLink, TrimMode};

#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct Engine {
    /// As fio names it.
    pub name: String,
    pub kind: EngineKind,
    /// The outstanding operations that fio's engine actually keeps.
    pub depth: u32,
    /// `iodepth` as given; 1 where the engine takes no depth.
    pub iodepth: u32,
    /// Whether fio submits operations and collects completions in separate calls.
    pub queues: bool,
    /// Whether it uses the page cache whatever `direct` says.
    pub mapped: bool,
    pub iopoll: bool,
    pub sqpoll: bool,
}

const DEPTH_MAX: u32 = 4096;

/// Engines: fio's name, ours, whether it takes a depth, and how it differs.
pub(in super::super) const ENGINES: [(&str, EngineKind, bool, &str); 12] = [
    ("io_uring", EngineKind::Uring, true, ""),
    ("libaio", EngineKind::Libaio, true, ""),
    (
        "posixaio",
        EngineKind::Uring,
        true,
        "io_uring is used instead: glibc does one operation of a file at a time, so fio reaches fewer IOPS",
    ),
    ("windowsaio", EngineKind::Uring, true, "io_uring is used instead"),
    ("sync", EngineKind::Sync, false, ""),
    ("psync", EngineKind::Sync, false, ""),
    ("vsync", EngineKind::Sync, false, "adjacent operations are not merged"),
    ("pvsync", EngineKind::Sync, false, ""),
    ("pvsync2", EngineKind::Sync, false, ""),
    ("mmap", EngineKind::Sync, false, "buffered reads and writes are used instead of a mapping"),
    ("splice", EngineKind::Sync, false, "buffered reads and writes are used instead of pipes"),
    ("null", EngineKind::Null, true, ""),
];

/// The engine; `direct` says whether the page cache is bypassed. `None` when the engine is not supported.
pub(in super::super) fn engine(
    job: &FioJob<'_>,
    direct: bool,
    sink: &mut Diagnostics,
) -> Option<Engine> {
    let place = job.place_of("ioengine");
    let row = job.read("ioengine", sink, |_, text| {
        let text = text.trim();
        let row = ENGINES.iter().find(|row| row.0 == text);
        row.map_or_else(|| Err(unknown_engine(text)), without_note)
    });
    let psync = job.given("ioengine").is_none().then_some(&ENGINES[5]);
    let (name, kind, deep, how) = *row.or(psync)?;
    if !how.is_empty() {
        sink.note(place, format!("`ioengine={name}`: {how}"));
    }
    let iodepth = job
        .read("iodepth", sink, |units, text| {
            let depth = units.count_u32(text)?;
            match depth.value {
                1..=DEPTH_MAX => Ok(depth),
                _ => Err(format!("must be 1 to {DEPTH_MAX}")),
            }
        })
        .unwrap_or(1);
    let mapped = matches!(name, "mmap" | "splice");
    let who = if deep { "a job that only trims" } else { name };
    let one = !deep || only_trims(job);
    let depth = if one { 1 } else { iodepth };
    if iodepth > depth {
        let text = format!(
            "`iodepth={iodepth}`: {who} does one operation at a time, so the depth is 1, as with fio"
        );
        sink.note(job.place_of("iodepth"), text);
    }
    if kind == EngineKind::Libaio && !direct && depth > 1 {
        let text = format!(
            "`iodepth={iodepth}`: the kernel performs buffered libaio one operation at a time, whatever depth the results report; use direct=1 or ioengine=io_uring"
        );
        sink.note(job.place_of("iodepth"), text);
    }
    let queues = deep && !one && (kind != EngineKind::Null || depth > 1);
    let iodepth = depth;
    let depth = if queues { filled(job, kind, depth, sink) } else { depth };
    let ring = name == "io_uring";
    let polls = job.on("hipri", sink).unwrap_or(false);
    if polls && !ring {
        sink.note(job.place_of("hipri"), format!("`hipri`: {name} does not poll here"));
    }
    let sqpoll = ring && job.on("sqthread_poll", sink).unwrap_or(false);
    let name = name.to_owned();
    Some(Engine { name, kind, depth, iodepth, queues, mapped, iopoll: ring && polls, sqpoll })
}

/// The depth to which fio fills the queue. When completions are polled for, and on the null engine, everything that
/// was submitted completes before the next operation starts.
fn filled(job: &FioJob<'_>, kind: EngineKind, depth: u32, sink: &mut Diagnostics) -> u32 {
    let mut count = |name: &str| job.read(name, sink, Units::count_u32);
    let submit = count("iodepth_batch").unwrap_or(1);
    let least = count("iodepth_batch_complete_min").unwrap_or(1);
    let most = count("iodepth_batch_complete_max").unwrap_or(0);
    match kind {
        EngineKind::Null if submit > 0 => depth.min(submit),
        EngineKind::Libaio | EngineKind::Uring if least == 0 && most == 0 => 1,
        _ => depth,
    }
}

fn unknown_engine(name: &str) -> String {
    let known = [
        "cpuio",
        "net",
        "netsplice",
        "ftruncate",
        "filecreate",
        "filestat",
        "filedelete",
        "exec",
        "falloc",
        "e4defrag",
        "gfapi",
        "gfapi_async",
        "mtd",
        "sg",
        "io_uring_cmd",
        "nbd",
        "rdma",
        "rados",
        "rbd",
        "pmemblk",
        "dev-dax",
        "libpmem",
        "http",
        "nfs",
        "libiscsi",
        "libhdfs",
        "dfs",
        "ime",
        "libcufile",
        "libhipfile",
        "xnvme",
        "libblkio",
        "libzbc",
        "cpp_null",
        "solarisaio",
        "external",
        "guasi",
        "filedircreate",
        "dircreate",
        "dirdelete",
        "dirstat",
    ];
    let base = name.split(':').next().unwrap_or_default();
    if known.contains(&base) || base.starts_with("librpma") || base.starts_with("ime_") {
        "is not an engine for reads and writes of files and block devices, so it is not supported"
            .to_owned()
    } else {
        "is not one of io_uring, libaio, posixaio, sync, psync, vsync, pvsync, pvsync2, mmap and null"
            .to_owned()
    }
}

/// The pace of one clone; a rate may set the mix of reads and writes.
pub(in super::super) fn pace(
    job: &FioJob<'_>,
    pattern: &mut Pattern,
    sink: &mut Diagnostics,
) -> Pace {
    let think = job.read("thinktime", sink, Units::micros).filter(|time| time.0 > 0);
    let every = pauses_every(job, sink);
    let most = if every.is_some() { u32::MAX } else { 1 };
    let burst = job.read("thinktime_blocks", sink, Units::count_u32).unwrap_or(most).max(1);
    let poisson = job.read("rate_process", sink, |_, text| match text.trim() {
        "linear" => without_note(false),
        "poisson" => without_note(true),
        _ => Err("is neither linear nor poisson".to_owned()),
    });
    let Some(rate_iops) = rate(job, pattern, sink) else {
        return match think {
            Some(think_ns) => Pace::ThinkTime { think_ns, burst },
            None => Pace::Closed,
        };
    };
    let rate_iops = match think {
        None => rate_iops,
        Some(think) => {
            let place = job.place_of("thinktime");
            let think_s = think.0 as f64 / 1e9;
            let every_s = every.map_or(f64::INFINITY, |time| time.0 as f64 / 1e9);
            let burst_s = every_s.min(f64::from(burst) / rate_iops);
            let ignored = job.on("rate_ignore_thinktime", sink).unwrap_or(false);
            if !ignored && think_s >= burst_s && every.is_none() {
                let text = "`thinktime`: the pauses alone take longer than the rate allows, so they set the rate";
                sink.note(place, text);
                return Pace::ThinkTime { think_ns: think, burst };
            }
            let text = "`thinktime` with a rate: operations start at equal intervals, at the mean rate of both";
            sink.note(place, text);
            if ignored { rate_iops * burst_s / (burst_s + think_s) } else { rate_iops }
        }
    };
    match poisson {
        Some(true) => Pace::Poisson { rate_iops },
        _ => Pace::Fixed { rate_iops },
    }
}

pub(in super::super) fn pauses_every(job: &FioJob<'_>, sink: &mut Diagnostics) -> Option<Nanos> {
    let every = job.read("thinktime_iotime", sink, Units::seconds).filter(|time| time.0 > 0)?;
    if job.given("thinktime").is_none_or(|given| given.entry.is_off(given.value.trim())) {
        let text = "`thinktime_iotime`: it has no effect without thinktime";
        sink.note(job.place_of("thinktime_iotime"), text);
        return None;
    }
    Some(every)
}

pub(in super::super) fn keep(job: &FioJob<'_>, sink: &mut Diagnostics) -> Option<LatencyTarget> {
    let latency_ns = job.read("latency_target", sink, Units::micros).filter(|time| time.0 > 0);
    let window = job.read("latency_window", sink, Units::micros).filter(|time| time.0 > 0);
    let percent = job.read("latency_percentile", sink, |_, text| {
        let percent = text.trim().trim_end_matches('%').parse::<f64>();
        match percent.ok().filter(|p| *p > 0.0 && *p <= 100.0) {
            Some(percent) => without_note(percent),
            None => Err("is not a percentage above 0 and up to 100".to_owned()),
        }
    });
    let goes_on = job.on("latency_run", sink).unwrap_or(false);
    let Some(latency_ns) = latency_ns else {
        for name in ["latency_window", "latency_percentile", "latency_run"] {
            if let Some(given) = job.given(name).filter(|g| !g.entry.is_off(g.value.trim())) {
                let text = format!("`{name}`: it has no effect without latency_target");
                sink.note(&given.place, text);
            }
        }
        return None;
    };
    let place = job.place_of("latency_target");
    for name in ["rate", "rate_iops"] {
        if let Some(given) = job.given(name).filter(|g| g.value.trim() != "0") {
            let text =
                format!("`latency_target` changes the depth, but `{name}` needs a fixed depth");
            sink.problem(&given.place, text, "leave one of them out");
        }
    }
    if window.is_none() {
        let text = "`latency_window`: each depth is tested for 100 ms; fio itself checks after every operation";
        sink.note(place, text);
    }
    let window_ns = window.unwrap_or(Nanos::millis(100));
    Some(LatencyTarget { latency_ns, percent: percent.unwrap_or(100.0), window_ns, goes_on })
}

/// The link of a clone's rate to that of other clones (`flow`).
pub(in super::super) fn tie(
    job: &FioJob<'_>,
    pace: Pace,
    sink: &mut Diagnostics,
) -> Option<RateLink> {
    let weight = job.read("flow", sink, Units::count_u32);
    let group = job.read("flow_id", sink, Units::count_u32).unwrap_or(0);
    let weight = f64::from(weight.filter(|weight| *weight > 0)?);
    if matches!(pace, Pace::ThinkTime { .. }) {
        let text = "`flow` works with closed loops and rates, but not with thinktime";
        sink.problem(job.place_of("flow"), text, "leave one of them out");
    }
    Some(RateLink { group, weight })
}

type EachDirection = [Option<f64>; 3];

/// The numbers of reads, writes and trims; 0 is none.
fn each_direction(
    text: &str,
    number: impl Fn(&str) -> ValueResult<u64>,
) -> ValueResult<EachDirection> {
    let (mut value, mut note) = ([None; 3], None);
    for (slot, part) in value.iter_mut().zip(directions(&text.replace(':', ","))?) {
        let Some(read) = part.map(&number).transpose()? else { continue };
        *slot = (read.value > 0).then_some(read.value as f64);
        note = note.or(read.note);
    }
    Ok(NotedValue { value, note })
}

pub(in super::super) fn rate_min(job: &FioJob<'_>, sink: &mut Diagnostics) -> RateMinimum {
    let bytes =
        job.read("rate_min", sink, |units, text| each_direction(text, |part| units.size(part)));
    let iops = job
        .read("rate_iops_min", sink, |units, text| each_direction(text, |part| units.count(part)));
    RateMinimum { bytes: bytes.unwrap_or_default(), iops: iops.unwrap_or_default() }
}

fn rate(job: &FioJob<'_>, pattern: &mut Pattern, sink: &mut Diagnostics) -> Option<f64> {
    let bytes = job.read("rate", sink, |units, text| each_direction(text, |part| units.size(part)));
    let ios =
        job.read("rate_iops", sink, |units, text| each_direction(text, |part| units.count(part)));
    if bytes.is_some_and(|b| b != [None; 3]) && ios.is_some_and(|i| i != [None; 3]) {
        let text = "`rate` and `rate_iops` cannot be combined";
        sink.problem(job.place_of("rate_iops"), text, "keep one of them");
    }
    let option = if ios.is_some() { "rate_iops" } else { "rate" };
    let per_second = |direction: usize| {
        let ios = ios.and_then(|list| list[direction]);
        let bytes = bytes.and_then(|list| list[direction]);
        ios.or_else(|| bytes.map(|b| b / mean_bytes(&pattern.blocks[direction])))
    };
    let changes = if pattern.trim == TrimMode::Instead { 2 } else { 1 };
    let (read, write) = (per_second(0), per_second(changes));
    let reads = pattern.read_percent / 100.0;
    match (read, write) {
        _ if reads >= 1.0 => read,
        _ if reads <= 0.0 => write,
        (Some(read), Some(write)) => {
            let read_percent = read / (read + write) * 100.0;
            let given = |name: &&str| job.options.iter().any(|own| own.entry.row.name == *name);
            let mix = ["rwmixread", "rwmixwrite"].into_iter().find(given);
            if let Some(mix) = mix.filter(|_| (read_percent - pattern.read_percent).abs() > 0.5) {
                let text = format!(
                    "`{mix}`: `{option}` limits reads and writes separately, so {read_percent:.0} % are reads"
                );
                sink.note(job.place_of(mix), text);
            }
            pattern.read_percent = read_percent;
            Some(read + write)
        }
        (None, None) => None,
        (one, other) => {
            let text = format!("`{option}`: the direction without a rate follows from the mix");
            sink.note(job.place_of(option), text);
            one.map(|read| read / reads).or_else(|| other.map(|write| write / (1.0 - reads)))
        }
    }
}
