//! SQLIO's report: the output before the run and after it, in its fixed columns. Never does I/O.

use super::build::footprint;
use super::{AccessOrder, Buffering, FileView, PerCpu, SqlioView, Timer};
use crate::outcome::{DirectionOutcome, Outcome};
use base::Bytes;
use std::fmt::Write as _;

/// The last cell of the histogram counts everything from this many milliseconds.
const LAST_MS: u64 = 24;

/// A file before and after it was created or extended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FilePreparation {
    /// Its size before, in bytes.
    pub had_bytes: u64,
    /// Its size after, in bytes.
    pub size_bytes: u64,
}

/// The numbers of the report, before they are truncated to its columns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Numbers {
    pub iops: f64,
    /// Throughput in MB of 2^20 bytes per second.
    pub mibps: f64,
    pub min_ns: u64,
    pub mean_ns: f64,
    pub max_ns: u64,
    pub p99_ns: u64,
    pub seconds: f64,
    pub errors: u64,
}

/// The output up to and including `initialization done`. `preparations` are the files of the view, in order.
pub fn head(view: &SqlioView, preparations: &[FilePreparation]) -> String {
    let mut out = String::from("sqlio v1.5.SG\n");
    match view.latency {
        Some(Timer::System) => {
            out += "using system counter for latency timings, 1000000000 counts per second\n";
        }
        Some(Timer::Processor) => {
            out += "calibrating timestamp counter for latency timings... done (MHz measured at 1000)\n";
        }
        None => {}
    }
    if let Some(name) = &view.parameter_file {
        line(&mut out, format_args!("parameter file used: {name}"));
        for file in &view.files {
            pool(&mut out, file);
        }
    }
    let doing = if view.writes { "writing" } else { "reading" };
    let direction = if view.writes { "to" } else { "from" };
    let (threads, seconds) = (view.threads, view.seconds);
    line(
        &mut out,
        format_args!(
            "{threads} {} {doing} for {seconds} secs {direction} {}",
            if threads == 1 { "thread" } else { "threads" },
            names(&view.files)
        ),
    );
    settings(&mut out, view);
    for (file, preparation) in view.files.iter().zip(preparations) {
        sizes(&mut out, view, file, *preparation);
    }
    out += "initialization done\n";
    out
}

/// The tool's text on a raw target that is smaller than its line in the parameter file requests.
pub fn raw_is_smaller(name: &str, size_bytes: u64) -> String {
    format!("raw file {name} is smaller ({} MB) than requested size", size_bytes >> 20)
}

/// The bytes of the stripes on each file; `None` where operations use the whole file.
pub fn stripes_bytes(view: &SqlioView) -> Option<u64> {
    footprint(view).flatten()
}

/// A text on stripes that do not fit into a target of at most this size, with the largest `-i` that fits.
pub fn stripes_are_larger(view: &SqlioView, name: &str, most_bytes: u64) -> Option<String> {
    let AccessOrder::Stripes { factor, run, .. } = view.access_order else { return None };
    let needed = stripes_bytes(view).filter(|needed| *needed > most_bytes)?;
    let block_kib = view.block_kib;
    let blocks = most_bytes / (u64::from(block_kib) * 1024);
    let fits = blocks.saturating_sub(u64::from(view.start_block)) / u64::from(factor.max(1));
    let help = match fits {
        0 => "lower -f, -b or -S".to_owned(),
        fits => format!("give -i{fits} or less"),
    };
    let (needed, most) = (Bytes(needed), Bytes(most_bytes));
    Some(format!(
        "-i{run} is too large for {name}: -f{factor} x -i{run} x -b{block_kib} is {needed}, and there is room for {most}; \
         {help}"
    ))
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing into a string cannot fail.
    let _ = writeln!(out, "{text}");
}

fn pool(out: &mut String, file: &FileView) {
    let (first, last) = (file.first_thread, file.first_thread + file.threads - 1);
    let threads = match file.threads {
        1 => format!("1 thread ({first})"),
        n => format!("{n} threads ({first}-{last})"),
    };
    let (name, mask) = (&file.name, file.mask);
    line(out, format_args!("\tfile {name} with {threads} using mask {mask:#x} ({mask})"));
}

fn names(files: &[FileView]) -> String {
    let names: Vec<&str> = files.iter().map(|f| f.name.as_str()).collect();
    match names.as_slice() {
        [one] => format!("file {one}"),
        [first @ .., last] => format!("files {} and {last}", first.join(", ")),
        [] => String::new(),
    }
}

fn settings(out: &mut String, view: &SqlioView) {
    let kib = u64::from(view.block_kib);
    match view.access_order {
        AccessOrder::Random => line(out, format_args!("\tusing {kib}KB random IOs")),
        AccessOrder::Sequential => line(out, format_args!("\tusing {kib}KB sequential IOs")),
        AccessOrder::Stripes { factor, run, .. } => {
            let stripe = kib * u64::from(factor);
            line(
                out,
                format_args!("\tusing {kib}KB IOs over {stripe}KB stripes with {run} IOs per run"),
            );
        }
    }
    if let Some(depth) = view.outstanding {
        line(out, format_args!("\tenabling multiple I/Os per thread with {depth} outstanding"));
    }
    let caches = view.buffering.map(|buffering| match buffering {
        Buffering::None => "not use file nor disk caches (as is SQL Server)",
        Buffering::Both => "use both file and disk caches",
        Buffering::Disk => "use hardware disk cache (but not file cache)",
        Buffering::File => "use software file cache (but not disk cache)",
    });
    if let Some(caches) = caches {
        line(out, format_args!("\tbuffering set to {caches}"));
    }
    if let Some(mask) = view.mask {
        line(out, format_args!("\taffinity mask is {mask:#x} ({mask})"));
    }
}

fn sizes(out: &mut String, view: &SqlioView, file: &FileView, preparation: FilePreparation) {
    let (name, had, size) = (&file.name, preparation.had_bytes, preparation.size_bytes);
    if !file.raw && had < size {
        line(out, format_args!("size of file {name} needs to be: {size} bytes"));
        line(out, format_args!("current file size:\t{had} bytes"));
        line(out, format_args!("need to expand by:\t{} bytes", size - had));
        line(out, format_args!("expanding {name} ... done."));
    }
    match (view.access_order, file.size_mib) {
        (AccessOrder::Stripes { .. }, _) => {}
        (_, Some(mib)) => {
            line(out, format_args!("using specified size: {mib} MB for file: {name}"))
        }
        (_, None) => {
            line(out, format_args!("using current size: {} MB for file: {name}", size >> 20));
        }
    }
}

fn total(outcome: &Outcome) -> DirectionOutcome {
    let each = outcome.streams.iter().flat_map(|s| [&s.read, &s.write]);
    each.fold(DirectionOutcome::default(), |sum, one| sum.and(one))
}

pub fn numbers(outcome: &Outcome) -> Numbers {
    let all = total(outcome);
    let longest_ns = outcome.streams.iter().map(|s| s.runtime_ns).max().unwrap_or(0);
    let seconds = longest_ns as f64 / 1e9;
    let per_second = |n: f64| if longest_ns == 0 { 0.0 } else { n / seconds };
    Numbers {
        iops: per_second(all.ios as f64),
        mibps: per_second(all.bytes as f64) / f64::from(1 << 20),
        min_ns: all.total.min_ns,
        mean_ns: all.total.mean_ns,
        max_ns: all.total.max_ns,
        p99_ns: all.total.quantile(0.99),
        seconds,
        errors: all.errors,
    }
}

/// Everything after `initialization done`.
pub fn tail(view: &SqlioView, outcome: &Outcome) -> String {
    let seen = numbers(outcome);
    let mut out = String::from("CUMULATIVE DATA:\nthroughput metrics:\n");
    line(&mut out, format_args!("IOs/sec: {}", cut(seen.iops)));
    line(&mut out, format_args!("MBs/sec: {}", cut(seen.mibps)));
    if view.latency.is_some() {
        let ms = |ns: u64| ns / 1_000_000;
        out += "latency metrics:\n";
        line(&mut out, format_args!("Min_Latency(ms): {}", ms(seen.min_ns)));
        line(&mut out, format_args!("Avg_Latency(ms): {}", ms(seen.mean_ns as u64)));
        line(&mut out, format_args!("Max_Latency(ms): {}", ms(seen.max_ns)));
        histogram(&mut out, &total(outcome));
    }
    if let Some(each) = view.cpu {
        cpus(&mut out, outcome, each);
    }
    out
}

/// Formats a number as `%5d.%.2d`, truncated, not rounded.
fn cut(value: f64) -> String {
    // Keeps the last hundredth of a product that should be whole but is slightly less in binary.
    let hundredths = (value * 100.0 + 1e-6).floor().max(0.0) as u64;
    format!("{:>5}.{:02}", hundredths / 100, hundredths % 100)
}

/// Writes 25 cells of whole milliseconds, each three wide, in whole percent.
fn histogram(out: &mut String, all: &DirectionOutcome) {
    let mut cells = [0u64; LAST_MS as usize + 1];
    for &(ns, count) in &all.total.buckets {
        let ms = ns.min(all.total.max_ns) / 1_000_000;
        cells[ms.min(LAST_MS) as usize] += count;
    }
    let sum: u64 = cells.iter().sum();
    let percent = |count: u64| (count * 200 + sum) / (2 * sum.max(1));
    let label = |ms: u64| format!("{ms:>2}");
    let labels: Vec<String> = (0..LAST_MS).map(label).collect();
    line(out, format_args!("histogram:\nms:{} {LAST_MS}+", labels.join(" ")));
    let cells: Vec<String> = cells.iter().map(|&n| format!("{:>3}", percent(n))).collect();
    line(out, format_args!("%:{}", cells.concat()));
}

/// Writes busy shares in percent; Linux has no times of DPCs, and interrupt times belong to no process.
fn cpus(out: &mut String, outcome: &Outcome, each: PerCpu) {
    let n = outcome.cpus.len().max(1) as f64;
    let mean =
        |of: fn(&crate::outcome::CpuOutcome) -> f64| outcome.cpus.iter().map(of).sum::<f64>() / n;
    let mut columns = vec![("ALL".to_owned(), mean(|c| c.user), mean(|c| c.kernel))];
    if each == PerCpu::Each {
        let one = |(i, c): (usize, &crate::outcome::CpuOutcome)| (i.to_string(), c.user, c.kernel);
        columns.extend(outcome.cpus.iter().enumerate().map(one));
    }
    let mut row = |title: &str, cell: &dyn Fn(&(String, f64, f64)) -> String| {
        let cells: Vec<String> = columns.iter().map(|c| format!("{:>8}", cell(c))).collect();
        line(out, format_args!("{title:<18}{}", cells.concat()));
    };
    let share = |value: f64| format!("{:.2}", value * 100.0);
    row("ProcessorNumber:", &|c| c.0.clone());
    row("DPCTime(%):", &|_| share(0.0));
    row("InterruptTime(%):", &|_| share(0.0));
    row("PrivilegedTime(%):", &|c| share(c.2));
    row("ProcessorTime(%):", &|c| share(c.1 + c.2));
    row("UserTime(%):", &|c| share(c.1));
    row("Interrupts/sec:", &|_| share(0.0));
}
