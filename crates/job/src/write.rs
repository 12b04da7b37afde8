//! A workload as the text of a job; reading it gives the same workload again.

use base::{Bytes, Nanos};
use std::fmt::Write as _;
use workload::{
    AccessPattern, AccessZone, Arrivals, BlockSizes, ContentCheck, CursorScope, EngineChoice,
    ErrorAction, Extent, HostChoice, HostDivision, Pace, StartDelay, Stream, SyncMode,
    TargetLocation, TrimMode, WordChoice, Workload,
};

/// The job for this workload. Values that equal the default are left out, except those that people look for first.
pub fn write(workload: &Workload) -> String {
    let mut out = JobWriter::default();
    out.section("[job]");
    out.key("name", quoted(&workload.name));
    if let Some(seed) = workload.seed {
        out.key("seed", seed.to_string());
    }
    out.key("interval", time(workload.interval_ns));
    for target in &workload.targets {
        out.section(&format!("[target.{}]", name(&target.name)));
        let path = match &target.place {
            TargetLocation::Path(path) if path.as_os_str() == "null" => "./null".to_owned(),
            TargetLocation::Path(path) => path.to_string_lossy().into_owned(),
            TargetLocation::Sim(sim) => format!("sim:{sim}"),
            TargetLocation::Null => "null".to_owned(),
        };
        out.key("path", quoted(&path));
        if let Some(size) = target.size {
            out.key("size", extent(size));
        }
    }
    for one in &workload.streams {
        out.section(&format!("[stream.{}]", name(&one.name)));
        out.key("target", quoted(&one.target));
        stream(one, &mut out);
    }
    for phase in &workload.phases {
        out.section("[[phase]]");
        out.key("name", quoted(&phase.name));
        let names: Vec<String> = phase.streams.iter().map(|s| quoted(s)).collect();
        out.key("streams", format!("[{}]", names.join(", ")));
        out.key("warm_up", time(phase.warm_up_ns));
        out.key("pause", time(phase.pause_ns));
    }
    let engine = &workload.engine;
    if *engine != EngineChoice::default() {
        out.section("[engine]");
        if let Some(kind) = engine.kind {
            out.key("kind", quoted(kind.name()));
        }
        out.key("iopoll", engine.iopoll.to_string());
        out.key("sqpoll", engine.sqpoll.to_string());
    }
    if workload.hosts != HostDivision::default() {
        out.section("[hosts]");
        out.key("load", quoted(workload.hosts.load.word()));
        out.key("ranges", quoted(workload.hosts.ranges.word()));
    }
    out.0
}

#[derive(Default)]
struct JobWriter(String);

impl JobWriter {
    fn section(&mut self, header: &str) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(header);
        self.0.push('\n');
    }

    fn key(&mut self, key: &str, value: String) {
        writeln!(self.0, "{key} = {value}").expect("a String takes all text");
    }
}

fn stream(stream: &Stream, out: &mut JobWriter) {
    out.key("read", stream.read_percent.to_string());
    if stream.read_blocks == stream.write_blocks {
        out.key("block", blocks(&stream.read_blocks));
    } else {
        out.key("read_block", blocks(&stream.read_blocks));
        out.key("write_block", blocks(&stream.write_blocks));
    }
    out.key("access", quoted(&access(&stream.access)));
    if stream.cursor == CursorScope::Shared {
        out.key("cursor", quoted(stream.cursor.word()));
    }
    if let Some(align) = stream.align {
        out.key("align", size(align));
    }
    if stream.offset != Extent::Bytes(Bytes(0)) {
        out.key("offset", extent(stream.offset));
    }
    if let Some(part) = stream.size {
        out.key("size", extent(part));
    }
    out.key("depth", stream.depth.to_string());
    if !stream.hosts.is_empty() {
        let host = |host: &HostChoice| match host {
            HostChoice::Rank(rank) => rank.to_string(),
            HostChoice::Name(name) => quoted(name),
        };
        let hosts: Vec<String> = stream.hosts.iter().map(host).collect();
        out.key("hosts", format!("[{}]", hosts.join(", ")));
    }
    if let Some(keep) = stream.keep {
        let latency_limit = format!("p{}<={}", keep.percent, bare_time(keep.latency_ns));
        out.key("keep", quoted(&latency_limit));
        out.key("keep_window", time(keep.window_ns));
        out.key("keep_on", keep.goes_on.to_string());
    }
    out.key("workers", stream.workers.to_string());
    if !stream.pin.is_empty() {
        out.key("pin", format!("{:?}", stream.pin));
    }
    let StartDelay { least_ns, most_ns } = stream.delay;
    if least_ns != most_ns {
        out.key("delay", quoted(&format!("{}-{}", bare_time(least_ns), bare_time(most_ns))));
    } else if most_ns != Nanos(0) {
        out.key("delay", time(most_ns));
    }
    pace(stream.pace, out);
    if let Some(curve) = &stream.curve {
        let factors: Vec<String> = curve.factors.iter().map(f64::to_string).collect();
        out.key("curve", format!("[{}]", factors.join(", ")));
        out.key("curve_step", time(curve.step_ns));
    }
    if let Some(tie) = stream.tie {
        out.key("tie", quoted(&format!("{}:{}", tie.group, tie.weight)));
    }
    if stream.trim != TrimMode::No {
        out.key("trim", quoted(stream.trim.word()));
    }
    out.key("sync", quoted(&sync(stream.sync)));
    out.key("cache", quoted(stream.cache.word()));
    if let Some(bytes) = stream.drop_every {
        out.key("drop_every", size(bytes));
    }
    if stream.flush_last {
        out.key("flush_last", "true".to_owned());
    }
    rest(stream, out);
}

fn rest(stream: &Stream, out: &mut JobWriter) {
    if let Some(seed) = stream.seed {
        out.key("seed", seed.to_string());
    }
    if let Some(batch) = stream.emulation.batch {
        out.key("submit", batch.submit.to_string());
    }
    let content = stream.content;
    if content.compress_percent != 0.0 {
        out.key("compress", content.compress_percent.to_string());
    }
    if content.dedupe_percent != 0.0 {
        out.key("dedupe", content.dedupe_percent.to_string());
    }
    if content.zeros {
        out.key("zeros", "true".to_owned());
    }
    if stream.check != ContentCheck::No {
        out.key("check", quoted(stream.check.word()));
    }
    if let Some(duration) = stream.stop.duration_ns {
        out.key("duration", time(duration));
    }
    if let Some(bytes) = stream.stop.bytes {
        out.key("bytes", size(bytes));
    }
    if let Some(ios) = stream.stop.ios {
        out.key("ios", ios.to_string());
    }
    if let Some(share) = stream.stop.until_steady {
        out.key("until_steady", hundredfold(share).to_string());
    }
    if stream.stop.ends_others {
        out.key("ends_others", "true".to_owned());
    }
    if stream.on_error == ErrorAction::Continue {
        out.key("on_error", quoted(stream.on_error.word()));
    }
}

/// The percentage that gives exactly `share` when divided by 100; the nearest one if there is none.
fn hundredfold(share: f64) -> f64 {
    let percent = share * 100.0;
    [percent, percent.next_up(), percent.next_down()]
        .into_iter()
        .find(|p| p / 100.0 == share)
        .unwrap_or(percent)
}

fn pace(pace: Pace, out: &mut JobWriter) {
    let mut open = |rate: f64, arrivals: Arrivals| {
        out.key("rate", rate.to_string());
        out.key("arrivals", quoted(arrivals.word()));
    };
    match pace {
        Pace::Closed => {}
        Pace::ThinkTime { think_ns, burst } => {
            out.key("think", time(think_ns));
            out.key("burst", burst.to_string());
        }
        Pace::Fixed { rate_iops } => open(rate_iops, Arrivals::Fixed),
        Pace::Poisson { rate_iops } => open(rate_iops, Arrivals::Poisson),
        Pace::Bursts { rate_iops, burst } => {
            open(rate_iops, Arrivals::Bursts);
            out.key("burst", burst.to_string());
        }
    }
}

fn sync(mode: SyncMode) -> String {
    match mode {
        SyncMode::None => "none".to_owned(),
        SyncMode::Dsync => "dsync".to_owned(),
        SyncMode::Sync => "sync".to_owned(),
        SyncMode::Fua => "fua".to_owned(),
        SyncMode::Fdatasync { every: 1 } => "fdatasync".to_owned(),
        SyncMode::Fdatasync { every } => format!("fdatasync:{every}"),
        SyncMode::Fsync { every: 1 } => "fsync".to_owned(),
        SyncMode::Fsync { every } => format!("fsync:{every}"),
    }
}

fn access(access: &AccessPattern) -> String {
    match access {
        AccessPattern::Sequential => "sequential".to_owned(),
        AccessPattern::Uniform => "random".to_owned(),
        AccessPattern::Shuffled => "shuffled".to_owned(),
        AccessPattern::Zipf(theta) => format!("zipf:{theta}"),
        AccessPattern::Pareto(share) => format!("pareto:{share}"),
        AccessPattern::Normal { center_percent, deviation_percent } => {
            format!("normal:{center_percent}%,{deviation_percent}%")
        }
        AccessPattern::Strided(stride) => format!("strided:{}", bare(*stride)),
        AccessPattern::Backward(stride) => format!("strided:-{}", bare(*stride)),
        AccessPattern::Runs { run, stride } => format!("runs:{},{}", bare(*run), bare(*stride)),
        AccessPattern::Hops { bytes, window, stride } => {
            format!("hops:{},{},{}", bare(*bytes), bare(*window), bare(*stride))
        }
        AccessPattern::Columns { stride, columns } => {
            format!("strided:{},{columns}", bare(*stride))
        }
        AccessPattern::SequentialShare(percent) => format!("sequential:{percent}%"),
        AccessPattern::Zones(zones) => {
            let part = |zone: &AccessZone| match zone.length {
                Extent::Bytes(bytes) => format!("{}%/{}", zone.io_percent, bare(bytes)),
                Extent::Percent(percent) => format!("{}%/{percent}%", zone.io_percent),
            };
            format!("zones:{}", zones.iter().map(part).collect::<Vec<_>>().join(","))
        }
    }
}

fn blocks(blocks: &BlockSizes) -> String {
    match blocks {
        BlockSizes::Fixed(bytes) => size(*bytes),
        BlockSizes::Range { low, high, step } => {
            quoted(&format!("{}-{}/{}", bare(*low), bare(*high), bare(*step)))
        }
        BlockSizes::Weighted(list) => {
            let list: Vec<String> =
                list.iter().map(|(size, weight)| format!("{} = {weight}", bare(*size))).collect();
            format!("{{ {} }}", list.join(", "))
        }
    }
}

/// A size in the largest unit that divides it.
fn bare(bytes: Bytes) -> String {
    for (unit, shift) in [("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)] {
        if bytes.0 > 0 && bytes.0.is_multiple_of(1 << shift) {
            return format!("{}{unit}", bytes.0 >> shift);
        }
    }
    bytes.0.to_string()
}

fn size(bytes: Bytes) -> String {
    quoted(&bare(bytes))
}

fn extent(extent: Extent) -> String {
    match extent {
        Extent::Bytes(bytes) => size(bytes),
        Extent::Percent(percent) => quoted(&format!("{percent}%")),
    }
}

fn time(time: Nanos) -> String {
    quoted(&bare_time(time))
}

fn bare_time(time: Nanos) -> String {
    let units = [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000)];
    match units.iter().find(|(_, ns)| time.0.is_multiple_of(*ns)) {
        Some((unit, ns)) => format!("{}{unit}", time.0 / ns),
        None => format!("{}ns", time.0),
    }
}

fn name(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(bare) { name.to_owned() } else { quoted(name) }
}

/// A basic string of TOML.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => {
                write!(out, "\\u{:04X}", u32::from(c)).expect("a String takes all text");
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
