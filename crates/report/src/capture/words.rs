//! The sentences about a captured load.

use super::moves_data;
use crate::words::{latency, moment, number};
use base::Bytes;
use base::units::grouped;
use observe::character::files::FileShare;
use observe::character::operations::OperationCharacter;
use observe::character::series::LoadPhase;
use observe::character::{Characterisation, Unknown};
use observe::roles::FileRole;
use observe::{CaptureNote, CaptureSource, Operation};

/// What the capture is of.
pub(super) fn title(load: &Characterisation) -> String {
    let header = &load.header;
    let host = if header.host.is_empty() { String::new() } else { format!(" of {}", header.host) };
    let when =
        header.started_unix_ns.map(|ns| format!(", {}", moment(ns.div_euclid(1_000_000_000))));
    let length = crate::words::duration(seconds(load.length_ns));
    format!(
        "Load on {}{host}{}, {length}, from {}",
        header.device,
        when.unwrap_or_default(),
        source(header.source)
    )
}

fn seconds(ns: u64) -> f64 {
    ns as f64 / 1e9
}

/// Where the figures come from.
pub(super) fn source(source: CaptureSource) -> &'static str {
    match source {
        CaptureSource::BlockTrace => "the kernel's block trace",
        CaptureSource::DiskCounters => "the kernel's disk counters",
        CaptureSource::Iostat => "iostat",
        CaptureSource::Sar => "sar",
        CaptureSource::PerformanceCounters => "Windows performance counters",
        CaptureSource::Blkparse => "blkparse",
        CaptureSource::FioIolog => "an iolog of fio",
    }
}

/// The name of an operation, in plural.
pub(super) fn operation_name(operation: Operation) -> &'static str {
    match operation {
        Operation::Read => "reads",
        Operation::Write => "writes",
        Operation::Flush => "flushes",
        Operation::Discard => "discards",
    }
}

fn of(load: &Characterisation, operation: Operation) -> Option<&OperationCharacter> {
    load.operations.iter().find(|found| found.operation == operation)
}

fn percent(share: f64) -> String {
    format!("{} %", number(share * 100.0))
}

fn size(bytes: f64) -> String {
    match bytes {
        b if b < 1_024.0 => format!("{} B", number(b)),
        b if b < 1_048_576.0 => format!("{} KiB", number(b / 1_024.0)),
        b if b < 1_073_741_824.0 => format!("{} MiB", number(b / 1_048_576.0)),
        b if b < 1_099_511_627_776.0 => format!("{} GiB", number(b / 1_073_741_824.0)),
        b => format!("{} TiB", number(b / 1_099_511_627_776.0)),
    }
}

/// A share as a percentage; nothing is a dash.
pub(super) fn share(share: f64) -> String {
    if share > 0.0 { percent(share) } else { "-".to_owned() }
}

/// A number of bytes.
pub(super) fn bytes(bytes: u64) -> String {
    size(bytes as f64)
}

/// A latency.
pub(super) fn time(ns: u64) -> String {
    latency(ns as f64)
}

/// Rates over the whole capture.
pub(super) fn rates(load: &Characterisation) -> String {
    let length_s = seconds(load.length_ns).max(1e-9);
    let sum = |what: fn(&OperationCharacter) -> f64| {
        load.operations.iter().filter(|one| moves_data(one.operation)).map(what).sum::<f64>()
    };
    let (operations, bytes) = (sum(|one| one.operations), sum(|one| one.bytes));
    let mut text = format!("{} IOPS, {}/s", number(operations / length_s), size(bytes / length_s));
    let reads = of(load, Operation::Read).map_or(0.0, |one| one.operations);
    if operations > 0.0 && !load.unknown.contains(&Unknown::ReadShare) {
        text.push_str(&format!(", {} reads", percent(reads / operations)));
    }
    if load.lost_events > 0 {
        text.push_str(&format!("; {} I/Os were lost by the capture", grouped(load.lost_events)));
    }
    text
}

/// One operation in a sentence.
pub(super) fn operation(found: &OperationCharacter, load: &Characterisation) -> String {
    let length_s = seconds(load.length_ns).max(1e-9);
    let mut parts = vec![format!("{}/s", number(found.operations / length_s))];
    parts.extend(sizes(found));
    if let Some(sequential) = &found.sequential {
        let mut text = format!("{} sequential", percent(sequential.operations_share));
        if sequential.streams_max > 1 && sequential.streams_mean >= 0.5 {
            text.push_str(&format!(
                " in about {} streams at a time",
                number(sequential.streams_mean)
            ));
        }
        parts.push(text);
    }
    if let Some(locality) = found.locality.as_ref().filter(|_| moves_data(found.operation)) {
        let reached = locality.working_set.iter().find(|point| point.access_share >= 0.8);
        let (footprint, share) =
            (size(locality.footprint_bytes), reached.map(|p| (p.bytes, p.access_share)));
        let hot = share.map(|(bytes, share)| {
            format!("; {} of the random ones go to {}", percent(share), size(bytes))
        });
        parts.push(format!("{footprint} of places{}", hot.unwrap_or_default()));
        if let Some(zipf) = locality.zipf {
            parts.push(format!("zipf theta {:.2} +/- {:.2}", zipf.theta, zipf.theta_error));
        }
    }
    if let Some(mean) = found.latency_ns_mean {
        let p99 = quantile_ns(found, 0.99).map(|ns| format!(", p99 {}", latency(ns as f64)));
        parts.push(format!("latency mean {}{}", latency(mean), p99.unwrap_or_default()));
    }
    parts.join(", ")
}

fn sizes(found: &OperationCharacter) -> Option<String> {
    let mean = found.size_bytes_mean().filter(|_| found.operation != Operation::Flush)?;
    let (low, high) = (found.size_bytes_quantile(0.1), found.size_bytes_quantile(0.9));
    Some(match low.zip(high) {
        Some((low, high)) if low == high => size(f64::from(low)),
        Some((low, high)) => {
            format!("{} to {} (mean {})", size(f64::from(low)), size(f64::from(high)), size(mean))
        }
        None => format!("{} on average", size(mean)),
    })
}

/// The latency below which a share of all sizes stayed: of the largest class where there are several.
fn quantile_ns(found: &OperationCharacter, q: f64) -> Option<u64> {
    let busiest = found.latencies.iter().max_by_key(|class| class.operations)?;
    busiest.quantiles_ns.iter().find(|(have, _)| *have == q).map(|(_, ns)| *ns)
}

/// How many I/Os are outstanding.
pub(super) fn queue_depth(load: &Characterisation) -> Option<String> {
    let depth = load.queue_depth.as_ref()?;
    let mut text = format!("mean {}", number(depth.mean));
    if let Some((mean, busy)) = depth.busy_mean.zip(depth.busy_share) {
        text.push_str(&format!(
            "; busy {} of the time, with a mean of {} then",
            percent(busy),
            number(mean)
        ));
    }
    let mut sum = 0.0;
    let p99 = depth.time_shares.iter().find(|(_, share)| {
        sum += share;
        sum >= 0.99
    });
    if let Some((depth, _)) = p99 {
        text.push_str(&format!("; at most {depth} for 99 % of the time"));
    }
    Some(text)
}

/// What makes writes durable.
pub(super) fn durability(load: &Characterisation) -> Option<String> {
    let found = load.durability.as_ref()?;
    let mut parts = vec![format!("{} flushes/s", number(found.flushes_per_s))];
    parts.extend(found.fua_share.map(|share| format!("{} of the writes with FUA", percent(share))));
    parts.extend(
        found
            .sync_share
            .map(|share| format!("a thread waits for {} of the writes", percent(share))),
    );
    parts.push(format!("{} discards/s", number(found.discards_per_s)));
    Some(parts.join(", "))
}

/// How arrivals are spread over time.
pub(super) fn arrivals(load: &Characterisation) -> Option<String> {
    let found = load.arrivals.as_ref()?;
    let at = |ns: u64| found.dispersion.iter().find(|point| point.window_ns >= ns);
    let mut parts = Vec::new();
    for (name, ns) in [("10 ms", 8_000_000u64), ("1 s", 1_000_000_000)] {
        let index = at(ns).map(|point| format!("{} in windows of {name}", number(point.index)));
        parts.extend(index);
    }
    let mut text = format!("index of dispersion {}", parts.join(", "));
    if parts.is_empty() {
        text = "the capture is too short for an index of dispersion".to_owned();
    }
    if let Some(hurst) = found.hurst {
        text.push_str(&format!("; Hurst {hurst:.2}"));
    }
    text.push_str(" (1 and 0.50 are arrivals without bursts)");
    Some(text)
}

/// A phase.
pub(super) fn phase(phase: &LoadPhase) -> String {
    let from = number(seconds(phase.begin_ns));
    let to = number(seconds(phase.begin_ns + phase.length_ns));
    let reads = phase.read_share.map(|share| format!(", {} reads", percent(share)));
    format!(
        "{from} s to {to} s: {} IOPS, {}/s{}",
        number(phase.operations_per_s),
        size(phase.bytes_per_s),
        reads.unwrap_or_default()
    )
}

/// The files in sentences, the busiest first: logs and temporary files by folder, others one by one.
pub(super) fn files(load: &Characterisation) -> Vec<String> {
    let mut groups: Vec<(String, Vec<&FileShare>)> = Vec::new();
    for file in &load.files {
        let name = group_name(file);
        match groups.iter_mut().find(|group| group.0 == name) {
            Some(group) => group.1.push(file),
            None => groups.push((name, vec![file])),
        }
    }
    let operations = |group: &[&FileShare]| -> u64 {
        group.iter().map(|file| file.read.operations + file.write.operations).sum()
    };
    groups.sort_by_key(|group| std::cmp::Reverse(operations(&group.1)));
    let mut lines: Vec<String> =
        groups.iter().map(|(name, group)| files_sentence(name, group)).collect();
    if let Some(share) = load.mapped_share.filter(|share| *share < 0.9995) {
        lines.push(format!(
            "no file: {} of reads and writes (metadata, journal, or files made since the start)",
            percent(1.0 - share)
        ));
    }
    lines
}

fn group_name(file: &FileShare) -> String {
    let mut parts = file.path.rsplit(['/', '\\']);
    let (name, folder) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    match file.role {
        FileRole::Log | FileRole::Temp if !folder.is_empty() => folder.to_owned(),
        _ => match parts.next().filter(|above| !above.is_empty()) {
            Some(above) => format!("{above}/{folder}/{name}"),
            None => format!("{folder}/{name}"),
        },
    }
}

fn files_sentence(name: &str, group: &[&FileShare]) -> String {
    let role = role(group[0].role);
    let count = if group.len() > 1 { format!(", {} files", group.len()) } else { String::new() };
    let by = if group[0].role_by_path { "" } else { " by its accesses" };
    let mut parts = Vec::new();
    let sum = |pick: fn(&FileShare) -> f64| group.iter().map(|file| pick(file)).sum::<f64>();
    for (what, writes) in [("reads", false), ("writes", true)] {
        let side = |file: &FileShare| if writes { file.write } else { file.read };
        let operations: f64 = group.iter().map(|file| side(file).operations as f64).sum();
        if operations == 0.0 {
            continue;
        }
        let share: f64 = group.iter().map(|file| side(file).operations_share).sum();
        let sequential: f64 = group
            .iter()
            .map(|file| side(file).sequential_share * side(file).operations as f64)
            .sum::<f64>()
            / operations;
        let sides = group.iter().map(|file| side(file)).filter(|side| side.operations > 0);
        let low = sides.clone().map(|side| side.size_bytes_range.0).min().unwrap_or(0);
        let high = sides.map(|side| side.size_bytes_range.1).max().unwrap_or(0);
        let order = match sequential {
            s if s >= 0.8 => "sequential".to_owned(),
            s if s <= 0.2 => "random".to_owned(),
            s => format!("{} sequential", percent(s)),
        };
        let sizes = if low == high {
            size(low as f64)
        } else {
            format!("{} to {}", size(low as f64), size(high as f64))
        };
        parts.push(format!("{} of {what}, {order} {sizes}", percent(share)));
    }
    let writes = sum(|file| file.write.operations as f64);
    let durable =
        sum(|file| file.durable_write_share * file.write.operations as f64) / writes.max(1.0);
    if writes > 0.0 {
        parts.push(match durable {
            d if d >= 0.95 => "each write followed by a flush or with FUA".to_owned(),
            d => format!("{} of the writes followed by a flush or with FUA", percent(d)),
        });
    }
    format!("{name} ({role}{by}{count}): {}", parts.join("; "))
}

/// The name of a role.
pub(super) fn role(role: FileRole) -> &'static str {
    match role {
        FileRole::Log => "log",
        FileRole::Data => "data",
        FileRole::Temp => "temp",
        FileRole::Backup => "backup",
        FileRole::Other => "other",
    }
}

/// The processes in sentences, the busiest first.
pub(super) fn processes(load: &Characterisation) -> Vec<String> {
    let all: u64 = load.processes.iter().map(|one| one.reads + one.writes).sum();
    let one = |found: &observe::character::files::ProcessShare| {
        let share = (found.reads + found.writes) as f64 / all.max(1) as f64;
        let name = if found.process.name.is_empty() { "?" } else { &found.process.name };
        format!(
            "{name} ({}): {} of I/Os, {} reads, {} writes, {}",
            found.process.pid,
            percent(share),
            grouped(found.reads),
            grouped(found.writes),
            Bytes(found.bytes)
        )
    };
    load.processes.iter().map(one).collect()
}

/// What the import assumed.
pub(super) fn notes(load: &Characterisation) -> Vec<String> {
    load.header.notes.iter().map(note).collect()
}

/// A note in a sentence.
pub fn note(note: &CaptureNote) -> String {
    match note {
        CaptureNote::FirstReportLeftOut { reports: 1 } => {
            "The first report was left out: its interval is unknown, or begins when the machine started.".to_owned()
        }
        CaptureNote::FirstReportLeftOut { reports } => {
            format!("{} first reports were left out: their intervals begin when the machine started.", grouped(*reports))
        }
        CaptureNote::OnlyFirstReport => "The log has one report, which may be the mean since the machine started. \
                                         Log several, such as with `iostat -x -t 1 600`."
            .to_owned(),
        CaptureNote::IntervalAssumed { interval_ns } => format!(
            "The log has no times. Each report was taken for {}: rates are right, durations may not be. Name the interval with \
             --interval, or log with -t.",
            crate::words::duration(seconds(*interval_ns))
        ),
        CaptureNote::OperationsDividedLikeBytes => {
            "The log counts reads and writes together. They were divided like their bytes.".to_owned()
        }
        CaptureNote::LatencyOfBothDirections => {
            "The log has one mean latency for reads and writes. It stands for both.".to_owned()
        }
        CaptureNote::DateOrderAssumed => {
            "Day and month of the dates can be either way round. The month was taken to come first.".to_owned()
        }
        CaptureNote::ClockSteps { steps, line } => {
            format!("The clock went back {} times, first in line {line}. Those intervals count as usual ones.", grouped(*steps))
        }
        CaptureNote::LongIntervals { intervals, longest_ns, line } => format!(
            "{} intervals are longer than the others, first in line {line}, the longest is {}. Reports are missing there.",
            grouped(*intervals),
            crate::words::duration(seconds(*longest_ns))
        ),
        CaptureNote::ImpossibleRows { rows, line } => {
            format!("{} rows that no device can have were left out, first in line {line}.", grouped(*rows))
        }
        CaptureNote::RecordsMissing { records } => format!(
            "{} records are missing in the log: some I/Os, latencies or both are not known. Trace again with larger buffers \
             (blktrace -b 4096 -n 16).",
            grouped(*records)
        ),
        CaptureNote::WithoutCompletion { operations } => {
            format!("The completion of {} I/Os is not in the log.", grouped(*operations))
        }
        CaptureNote::WithoutIssue { operations } => {
            format!("{} completions belong to I/Os that were issued before the log starts.", grouped(*operations))
        }
    }
}

/// What the source cannot know, in a sentence.
pub(super) fn unknown(load: &Characterisation) -> Option<String> {
    let all: Vec<&str> = load.unknown.iter().map(|one| unknown_name(*one)).collect();
    let from = source(load.header.source);
    (!all.is_empty()).then(|| format!("From {from} alone: {}.", all.join(", ")))
}

fn unknown_name(unknown: Unknown) -> &'static str {
    match unknown {
        Unknown::ReadShare => "the share of reads among I/Os",
        Unknown::Sizes => "sizes (only means)",
        Unknown::Sequences => "what is sequential",
        Unknown::Places => "hot spots",
        Unknown::Arrivals => "bursts within an interval",
        Unknown::QueueDepths => "the distribution of queue depths (only the mean)",
        Unknown::QueueDepth => "queue depths",
        Unknown::Latencies => "percentiles of latency (only means)",
        Unknown::Latency => "latencies",
        Unknown::LatencyByDirection => "latencies of reads and writes apart",
        Unknown::DurableWrites => "synchronous and durable writes",
        Unknown::Flushes => "flushes",
        Unknown::Processes => "processes",
        Unknown::Files => "files",
    }
}

/// The jobs that would give the same counters.
pub(super) fn same_family(load: &Characterisation) -> Option<String> {
    if !load.unknown.contains(&Unknown::Sizes) {
        return None;
    }
    let length_s = seconds(load.length_ns).max(1e-9);
    let side = |operation| {
        let found = of(load, operation)?;
        let mean = size(found.size_bytes_mean()?);
        Some(format!(
            "{} {} per second of {mean} on average",
            number(found.operations / length_s),
            operation_name(operation)
        ))
    };
    let sides: Vec<String> =
        [Operation::Read, Operation::Write].into_iter().filter_map(side).collect();
    (!sides.is_empty()).then(|| {
        format!(
            "Every job with {} gives these counters: random or sequential, with one size or a mix, with hot spots or without, even \
             or in bursts. A block trace tells which it is.",
            sides.join(" and ")
        )
    })
}
