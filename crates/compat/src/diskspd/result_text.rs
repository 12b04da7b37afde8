//! The text results: parameters, system, and for each time span its tables.

use super::measure::{TableLine, TablePart, lines, sum};
use super::profile::TimeSpan;
use super::tables::{cpus, ios, percentiles, put};
use super::{DiskspdView, Version, input_text};
use crate::outcome::Outcome;
use base::clock;
use std::fmt::Write as _;

pub(super) fn write(view: &DiskspdView, outcome: &Outcome, version: Version) -> String {
    let mut out = input_text::write(view, version);
    // Every timespan already ends with an empty line.
    system(&mut out, outcome, version);
    let mut all = Vec::new();
    let mut all_seconds = 0.0;
    for (index, span) in view.profile.spans.iter().enumerate() {
        put!(out, "Results for timespan {}:\n{}\n", index + 1, "*".repeat(79));
        let (lines, seconds) = lines(view, index, outcome);
        if seconds <= 0.0 {
            out.push_str("The test was interrupted before the measurements began. No results are displayed.\n");
            continue;
        }
        time_span(&mut out, span, &lines, seconds, outcome, version);
        if index + 1 < view.profile.spans.len() {
            out.push_str("\n\n");
        }
        all.extend(lines);
        all_seconds += seconds;
    }
    if view.profile.spans.len() > 1 && all_seconds > 0.0 {
        totals(&mut out, &all, all_seconds);
    }
    out
}

/// Nanoseconds since 1970 as `2026/06/22 22:16:45 UTC`.
pub(super) fn date(unix_ns: u64) -> String {
    let at = clock::utc((unix_ns / 1_000_000_000).cast_signed());
    let (year, month, day) = (at.year(), u8::from(at.month()), at.day());
    let (hour, minute, second) = at.to_hms();
    format!("{year}/{month:02}/{day:02} {hour:02}:{minute:02}:{second:02} UTC")
}

fn system(out: &mut String, outcome: &Outcome, version: Version) {
    let machine = &outcome.machine;
    let start = date(outcome.started_unix_ns);
    out.push_str("System information:\n\n");
    let count = |known: u32| known.max(1);
    let counts = [
        ("cpu count", count(machine.cpus)),
        ("core count", count(machine.cpus)),
        ("group count", 1),
        ("node count", count(machine.nodes)),
        ("socket count", 1),
    ];
    if version == Version::V23 {
        put!(out, "  computer name:        {}\n  processor name:       \n", machine.host);
        put!(out, "  start time:           {start}\n  active power scheme:  \n");
        put!(out, "  page size:            4KiB\n\n");
        for (name, value) in counts {
            let name = format!("{name}:");
            put!(out, "  {name:<22}{value}\n");
        }
        put!(out, "  heterogeneous cores:  n\n\n");
        return;
    }
    put!(out, "\tcomputer name: {}\n\tstart time: {start}\n\n", machine.host);
    if version == Version::V20 {
        return;
    }
    for (name, value) in counts {
        put!(out, "\t{name}:\t\t{value}\n");
    }
    put!(out, "\theterogeneous cores:\tn\n\n\tactive power scheme:\t\n\n");
}

fn time_span(
    out: &mut String,
    span: &TimeSpan,
    lines: &[TableLine<'_>],
    seconds: f64,
    outcome: &Outcome,
    version: Version,
) {
    put!(out, "\nactual test time:\t{seconds:.2}s\nthread count:\t\t{}\n", span.thread_count());
    if span.threads > 0 && span.requests > 0 {
        put!(out, "request count:\t\t{}\n", span.requests);
    }
    if version == Version::V20 {
        put!(out, "proc count:\t\t{}\n", outcome.machine.cpus.max(1));
    }
    if version == Version::V23 {
        let cpus: Vec<String> = (0..outcome.cpus.len()).map(|cpu| cpu.to_string()).collect();
        put!(out, "\neffective affinity (cpu): {}\n", cpus.join(" "));
    }
    cpus(out, &outcome.cpus, version);
    distributions(out, span, lines);
    for part in [TablePart::Total, TablePart::Read, TablePart::Write] {
        ios(out, span, lines, part, seconds, version);
    }
    if !span.latency {
        return;
    }
    let (before, title, total) = match version {
        Version::V20 => ("\n\n", "", "total:"),
        _ => ("", "Latency distribution: ", "Total latency distribution:"),
    };
    out.push_str(before);
    if span.targets.len() > 1 {
        for (index, target) in span.targets.iter().enumerate() {
            put!(out, "\n{title}{}\n", target.path);
            percentiles(out, &sum(lines.iter().filter(|line| line.row.target == index)));
        }
    }
    put!(out, "\n{total}\n");
    percentiles(out, &sum(lines.iter()));
}

/// The effective distribution of each target for its real size; targets with the same one are printed together.
fn distributions(out: &mut String, span: &TimeSpan, lines: &[TableLine<'_>]) {
    let mut tables: Vec<(Vec<String>, String)> = Vec::new();
    for (index, target) in span.targets.iter().enumerate() {
        let Some(distribution) = &target.distribution else { continue };
        let own: Vec<&TableLine<'_>> =
            lines.iter().filter(|line| line.row.target == index).collect();
        let Some(first) = own.first() else { continue };
        let end = if target.max_bytes > 0 {
            target.max_bytes.min(first.size_bytes.max(target.base_bytes))
        } else {
            first.size_bytes
        };
        let parts = distribution.effective(target.base_bytes, end, target.grid_bytes());
        let whole =
            parts.iter().all(|part| (part.io_percent - part.io_percent.round()).abs() < 0.05);
        let mut rows = String::new();
        for part in &parts {
            let decimals = usize::from(!whole);
            let (from, to) = (part.start, part.start + part.length);
            let (from, to) = (input_text::edge(from), input_text::edge(to));
            put!(rows, "    {:>2.decimals$}% of IO => [{from:>9} - {to:>9})\n", part.io_percent);
        }
        let threads: Vec<u32> = own.iter().map(|line| line.row.thread).collect();
        let head = format!("target: {} [thread: {}]\n", target.path, ranges(&threads));
        match tables.iter_mut().find(|(_, known)| *known == rows) {
            Some((heads, _)) => heads.push(head),
            None => tables.push((vec![head], rows)),
        }
    }
    if tables.is_empty() {
        return;
    }
    put!(out, "\nEffective IO Distributions\n{}\n", "-".repeat(26));
    for (heads, rows) in tables {
        put!(out, "{}{rows}", heads.concat());
    }
}

/// Threads as `0 - 2 4`: three or more consecutive ones form a range.
fn ranges(threads: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for &thread in threads {
        match runs.last_mut() {
            Some(run) if run.1 + 1 == thread => run.1 = thread,
            _ => runs.push((thread, thread)),
        }
    }
    let text = |&(first, last): &(u32, u32)| match last - first {
        0 => first.to_string(),
        1 => format!("{first} {last}"),
        _ => format!("{first} - {last}"),
    };
    runs.iter().map(text).collect::<Vec<_>>().join(" ")
}

fn totals(out: &mut String, lines: &[TableLine<'_>], seconds: f64) {
    put!(out, "\n\nTotals:\n{}\n\n", "*".repeat(79));
    out.push_str("type   |       bytes     |     I/Os     |    MiB/s   |  I/O per s\n");
    put!(out, "{}\n", "-".repeat(79));
    let all = sum(lines.iter());
    for (name, part) in
        [("write", TablePart::Write), ("read", TablePart::Read), ("total", TablePart::Total)]
    {
        if part == TablePart::Total {
            put!(out, "{}\n", "-".repeat(79));
        }
        let counted = all.part(part);
        let (mib, iops) = (counted.bytes as f64 / 1_048_576.0, counted.ios as f64);
        put!(out, "{name:<6} | {:>15} | {:>12}", counted.bytes, counted.ios);
        put!(out, " | {:>10.2} | {:>10.2}\n", mib / seconds, iops / seconds);
    }
    put!(out, "\ntotal test time:\t{seconds:.2}s\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(1_782_166_605_000_000_000), "2026/06/22 22:16:45 UTC");
        assert_eq!(date(951_782_399_000_000_000), "2000/02/28 23:59:59 UTC");
        assert_eq!(date(951_782_400_000_000_000), "2000/02/29 00:00:00 UTC");
        assert_eq!(date(0), "1970/01/01 00:00:00 UTC");
    }

    #[test]
    fn threads_in_a_row_are_a_range() {
        for (threads, text) in
            [(&[0][..], "0"), (&[0, 1], "0 1"), (&[0, 1, 2], "0 - 2"), (&[0, 1, 2, 4], "0 - 2 4")]
        {
            assert_eq!(ranges(threads), text);
        }
    }
}
