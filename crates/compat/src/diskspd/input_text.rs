//! The input parameters as the text results repeat them, in the layout of each version.

use super::number::shown;
use super::profile::{BufferContent, Cache, Flush, Target, Throughput, TimeSpan};
use super::tables::put;
use super::{DiskspdView, Kind, Version};
use std::fmt::Write as _;

/// Writes everything from the command line to the last target; ends with an empty line.
pub(super) fn write(view: &DiskspdView, version: Version) -> String {
    let mut out = String::new();
    put!(out, "\nCommand Line: {}\n\nInput parameters:\n\n", view.command_line);
    let pad = Pad::new(version);
    if view.profile.verbose {
        put!(out, "{}using verbose mode\n", pad.head);
    }
    for (index, span) in view.profile.spans.iter().enumerate() {
        put!(out, "{}timespan: {:>3}\n{0}-------------\n", pad.head, index + 1);
        time_span(&mut out, span, version, &pad);
        out.push('\n');
    }
    out
}

struct Pad {
    head: &'static str,
    span: &'static str,
    target: &'static str,
}

impl Pad {
    fn new(version: Version) -> Self {
        match version {
            Version::V23 => Self { head: "  ", span: "    ", target: "      " },
            _ => Self { head: "\t", span: "\t", target: "\t\t" },
        }
    }
}

fn time_span(out: &mut String, span: &TimeSpan, version: Version, pad: &Pad) {
    let p = pad.span;
    put!(out, "{p}duration: {}s\n", span.duration_s);
    put!(out, "{p}warm up time: {}s\n{p}cool down time: {}s\n", span.warm_up_s, span.cool_down_s);
    if span.no_affinity {
        put!(out, "{p}affinity disabled\n");
    }
    if span.latency {
        put!(out, "{p}measuring latency\n");
    }
    if let Some(bucket_ms) = span.iops_bucket_ms {
        put!(out, "{p}gathering IOPS at intervals of {bucket_ms}ms\n");
    }
    put!(out, "{p}random seed: {}\n", span.seed.unwrap_or(0));
    if !span.affinity.is_empty() && version != Version::V23 {
        let each = span.affinity.iter();
        let list: Vec<String> =
            each.map(|a| format!("{}/{}", a.group, a.cpu.unwrap_or(0))).collect();
        put!(out, "{p}advanced affinity round robin (group/core): {}\n", list.join(", "));
    }
    if version == Version::V23 {
        if let Some((batch, percent)) = span.ring {
            let unit = if percent { "%" } else { "" };
            put!(out, "{p}using IoRing (batch size: {batch}{unit}) with registered buffers\n");
        }
        if !span.no_affinity {
            put!(out, "{p}affinity assignment: cpu order, fill groups, P-cores first\n");
        }
        put!(out, "{p}buffer separation: thread optimized (16MiB)\n");
    }
    if span.random_writes {
        put!(out, "{p}generating random data for each write IO\n");
        put!(out, "{p}  WARNING: this increases the CPU cost of issuing writes and should only\n");
        put!(out, "{p}           be compared to other results using the -Zr flag\n");
    }
    for target in &span.targets {
        one(out, span, target, version, pad);
    }
}

fn one(out: &mut String, span: &TimeSpan, target: &Target, version: Version, pad: &Pad) {
    let p = pad.target;
    put!(out, "{}path: '{}'\n", pad.span, target.path);
    put!(out, "{p}think time: {}ms\n{p}burst size: {}\n", target.think_ms, target.burst);
    for line in caches(target) {
        put!(out, "{p}{line}\n");
    }
    match &target.content {
        BufferContent::Pattern => {}
        BufferContent::Zeros => put!(out, "{p}zeroing write buffers\n"),
        BufferContent::Random(bytes, file) => {
            put!(out, "{p}write buffer size: {}\n", bytes_shown(*bytes, version));
            match file {
                Some(file) => put!(out, "{p}write buffer source: '{file}'\n"),
                None if version == Version::V20 => {}
                None => put!(out, "{p}write buffer source: random fill\n"),
            }
        }
    }
    if target.parallel {
        put!(out, "{p}using parallel async I/O\n");
    }
    match target.write_percent {
        0 => put!(out, "{p}performing read test\n"),
        100 => put!(out, "{p}performing write test\n"),
        write => {
            put!(
                out,
                "{p}performing mix test (read/write ratio: {}/{write})\n",
                100 - write.min(100)
            );
        }
    }
    put!(out, "{p}block size: {}\n", bytes_shown(target.block_bytes, version));
    let grid = bytes_shown(target.grid_bytes(), version);
    if target.random_percent > 0 {
        let percent = target.random_percent;
        put!(out, "{p}using mixed random/sequential I/O ({percent}% random) (alignment: {grid})\n");
    } else if target.is_random() {
        put!(out, "{p}using random I/O (alignment: {grid})\n");
    } else if target.interlocked {
        put!(out, "{p}using interlocked sequential I/O (stride: {grid})\n");
    } else {
        put!(out, "{p}using sequential I/O (stride: {grid})\n");
    }
    extent(out, span, target, version, p);
    rest(out, span, target, p);
    if version != Version::V20 {
        limits(out, target, p);
    }
}

fn bytes_shown(bytes: u64, version: Version) -> String {
    if version == Version::V20 { bytes.to_string() } else { shown(bytes, false) }
}

fn caches(target: &Target) -> Vec<String> {
    let mut lines = Vec::new();
    let cache = match target.cache {
        Cache::System => "using software cache",
        Cache::None => "software cache disabled",
        Cache::Remote => "local software cache disabled, remote cache enabled",
    };
    let through = match (target.write_through, target.cache) {
        (false, _) => "using hardware write cache, writethrough off",
        (true, Cache::None) => "hardware write cache disabled, writethrough on",
        (true, _) => "hardware and software write caches disabled, writethrough on",
    };
    lines.extend([cache.to_owned(), through.to_owned()]);
    if target.mapped {
        let flush = match target.flush {
            None => "",
            Some(Flush::View) => ", flush mode: FlushViewOfFile",
            Some(Flush::Memory) => ", flush mode: FlushNonVolatileMemory",
            Some(Flush::MemoryNoDrain) => ", flush mode: FlushNonVolatileMemory with no drain",
        };
        lines.push(format!("memory mapped I/O enabled{flush}"));
    }
    if let Some(full) = target.bypass {
        let how = if full { "full bypass" } else { "allow partial" };
        lines.push(format!("using BypassIO ({how})"));
    }
    lines
}

fn extent(out: &mut String, span: &TimeSpan, target: &Target, version: Version, p: &str) {
    let old = version == Version::V20;
    if span.threads == 0 || span.requests == 0 {
        let each = if old { "" } else { " per thread" };
        put!(out, "{p}number of outstanding I/O operations{each}: {}\n", target.requests);
    }
    for (name, bytes) in
        [("base file offset", target.base_bytes), ("max file size", target.max_bytes)]
    {
        if bytes > 0 {
            put!(out, "{p}{name}: {}\n", bytes_shown(bytes, version));
        }
    }
    if old || target.thread_stride_bytes > 0 {
        put!(out, "{p}thread stride size: {}\n", bytes_shown(target.thread_stride_bytes, version));
    }
}

fn rest(out: &mut String, span: &TimeSpan, target: &Target, p: &str) {
    let [random, sequential, temporary] = target.hints;
    for (set, name) in [
        (sequential, "FILE_FLAG_SEQUENTIAL_SCAN"),
        (random, "FILE_FLAG_RANDOM_ACCESS"),
        (temporary, "FILE_ATTRIBUTE_TEMPORARY"),
    ] {
        if set {
            put!(out, "{p}using {name} hint\n");
        }
    }
    if span.threads == 0 {
        put!(out, "{p}threads per file: {}\n", target.threads);
        match (target.requests > 1, span.completion_routines) {
            (true, true) => put!(out, "{p}using completion routines (ReadFileEx/WriteFileEx)\n"),
            (true, false) => put!(out, "{p}using I/O Completion Ports\n"),
            _ => {}
        }
    }
    let priority = ["very low", "low", "normal"];
    let priority = priority.get(target.priority.wrapping_sub(1) as usize).unwrap_or(&"unknown");
    put!(out, "{p}IO priority: {priority}\n");
}

/// Writes the rate limit and the distribution, which 2.0 does not print.
fn limits(out: &mut String, target: &Target, p: &str) {
    match target.throughput {
        Some(Throughput::BytesPerMs(limit)) => {
            put!(out, "{p}throughput rate-limited to {limit} B/ms\n");
        }
        Some(Throughput::Iops(limit)) => put!(out, "{p}throughput rate-limited to {limit} IOPS\n"),
        None => {}
    }
    distribution(out, target, p);
}

fn distribution(out: &mut String, target: &Target, p: &str) {
    let Some(distribution) = &target.distribution else { return };
    put!(out, "{p}IO Distribution:\n");
    for share in &distribution.shares {
        let end = share.start.saturating_add(share.length);
        put!(out, "{p}{:>6}% of IO => ", share.io_percent);
        match distribution.kind {
            Kind::Percent => put!(out, "[{:>2}% - {end:>3}%) of target\n", share.start),
            Kind::Absolute => {
                let end = if share.length == 0 { "end".to_owned() } else { edge(end) };
                put!(out, "[{:>9} - {end:>9})\n", edge(share.start));
            }
        }
    }
}

/// An edge of a part of the target: bytes have no unit, and blanks align their digits with the others.
pub(super) fn edge(bytes: u64) -> String {
    let text = shown(bytes, false);
    if text.ends_with("iB") { text } else { format!("{}   ", text.trim_end_matches('B')) }
}
