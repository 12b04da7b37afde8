//! The tables of the text results, in their fixed columns.

use super::Version;
use super::measure::{TableLine, TablePart, ThreadCounts, sum};
use super::number::shown;
use super::profile::TimeSpan;
use crate::outcome::{CpuOutcome, DirectionOutcome};
use std::fmt::Write as _;

/// Percentiles of the latency table, with their names.
const NAMED: [(f64, &str); 13] = [
    (0.25, "25th"),
    (0.5, "50th"),
    (0.75, "75th"),
    (0.9, "90th"),
    (0.95, "95th"),
    (0.99, "99th"),
    (0.999, "3-nines"),
    (0.9999, "4-nines"),
    (0.99999, "5-nines"),
    (0.999_999, "6-nines"),
    (0.999_999_9, "7-nines"),
    (0.999_999_99, "8-nines"),
    (0.999_999_999, "9-nines"),
];

/// Appends a line or a part of one; writing to a string cannot fail.
macro_rules! put {
    ($out:expr, $($arg:tt)*) => { write!($out, $($arg)*).expect("a string takes everything") };
}
pub(super) use put;

/// The CPU table. Waiting for I/O counts as idle, as in DISKSPD.
pub(super) fn cpus(out: &mut String, cpus: &[CpuOutcome], version: Version) {
    let (kernel, rule, title) = match version {
        Version::V20 => (7, 43, " Kernel"),
        _ => (6, 40, "Kernel"),
    };
    put!(out, "\nCPU |  Usage |  User  | {title} |  Idle\n{}\n", "-".repeat(rule));
    let row = |out: &mut String, name: &str, user: f64, system: f64| {
        let idle = (100.0 - user - system).max(0.0);
        put!(out, "{name:>4}| {:>6.2}%| {user:>6.2}%|", user + system);
        put!(out, " {system:>kernel$.2}%| {idle:>6.2}%\n");
    };
    for (index, cpu) in cpus.iter().enumerate() {
        row(out, &index.to_string(), cpu.user * 100.0, cpu.kernel * 100.0);
    }
    row_rule(out, rule);
    let mean = |get: fn(&CpuOutcome) -> f64| {
        100.0 * cpus.iter().map(get).sum::<f64>() / cpus.len().max(1) as f64
    };
    row(out, "avg.", mean(|cpu| cpu.user), mean(|cpu| cpu.kernel));
}

fn row_rule(out: &mut String, length: usize) {
    put!(out, "{}\n", "-".repeat(length));
}

/// One of the tables `Total IO`, `Read IO`, `Write IO`, with its title.
pub(super) fn ios(
    out: &mut String,
    span: &TimeSpan,
    lines: &[TableLine<'_>],
    part: TablePart,
    seconds: f64,
    version: Version,
) {
    let title = match part {
        TablePart::Total => "Total IO",
        TablePart::Read => "Read IO",
        TablePart::Write => "Write IO",
    };
    let (latency, deviation) = (span.latency, span.iops_bucket_ms.is_some());
    put!(out, "\n{title}\nthread |       bytes     |     I/Os     |    MiB/s   |  I/O per s |");
    let mut rule = 78;
    for (wanted, heading) in
        [(latency, "  AvgLat  |"), (deviation, " IopsStdDev |"), (latency, " LatStdDev |")]
    {
        if wanted {
            out.push_str(heading);
            rule += heading.len();
        }
    }
    out.push_str("  file\n");
    row_rule(out, rule);
    for line in lines {
        put!(out, "{:>6} | ", line.row.thread);
        numbers(out, &line.counted, part, seconds, latency, deviation);
        let size = size(line.size_bytes, version);
        put!(out, " | {} ({size})\n", line.target.path);
    }
    row_rule(out, rule);
    out.push_str("total:   ");
    numbers(out, &sum(lines.iter()), part, seconds, latency, deviation);
    out.push('\n');
}

/// A file's size as the version prints it.
fn size(bytes: u64, version: Version) -> String {
    if version != Version::V20 {
        return shown(bytes, true);
    }
    match [(30, "GiB"), (20, "MiB"), (10, "KiB")].iter().find(|unit| bytes > 10 << unit.0) {
        Some((shift, unit)) => format!("{}{unit}", bytes >> shift),
        None => format!("{bytes}B"),
    }
}

fn numbers(
    out: &mut String,
    counted: &ThreadCounts,
    part: TablePart,
    seconds: f64,
    latency: bool,
    deviation: bool,
) {
    let DirectionOutcome { ios, bytes, service, .. } = counted.part(part);
    let per_second = |count: f64| if seconds > 0.0 { count / seconds } else { 0.0 };
    let mib = per_second(bytes as f64 / 1_048_576.0);
    put!(out, "{bytes:>15} | {ios:>12} | {mib:>10.2} | {:>10.2}", per_second(ios as f64));
    if latency {
        put!(out, " | {:>8.3}", if ios > 0 { service.mean_ns / 1e6 } else { 0.0 });
    }
    if deviation {
        put!(out, " | {:>10.2}", counted.iops_deviation(part));
    }
    if latency {
        let text = match ios {
            0 => "N/A".to_owned(),
            _ => format!("{:.3}", service.deviation_ns / 1e6),
        };
        put!(out, " | {text:>9}");
    }
}

pub(super) fn percentiles(out: &mut String, counted: &ThreadCounts) {
    let columns = [TablePart::Read, TablePart::Write, TablePart::Total]
        .map(|part| counted.part(part).service);
    out.push_str("  %-ile |  Read (ms) | Write (ms) | Total (ms)\n");
    row_rule(out, 46);
    let mut row = |name: &str, value: &dyn Fn(&crate::outcome::LatencyDistribution) -> u64| {
        put!(out, "{name:>7}");
        for column in &columns {
            let text = match column.count() {
                0 => "N/A".to_owned(),
                _ => format!("{:.3}", value(column) as f64 / 1e6),
            };
            put!(out, " | {text:>10}");
        }
        out.push('\n');
    };
    row("min", &|column| column.min_ns);
    for (share, name) in NAMED {
        row(name, &|column| column.quantile(share));
    }
    row("max", &|column| column.max_ns);
}
