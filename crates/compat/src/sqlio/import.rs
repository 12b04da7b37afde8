//! SQLIO's log, one run or many concatenated: each run is a test.
//!
//! Takes text, gives a [`Run`] with a [`Test`] for each run that has figures. The tool gives rates and whole
//! milliseconds; operations and bytes are rate x time.

use crate::import::contents::{Direction, Row, Run, Test, counted};
use crate::import::{ReaderResult, number};
use record::note::ImportNote;
use summary::warning::{Contradiction, Detail};
use summary::{Warning, WarningKind, Weight};

const MIB: f64 = (1u64 << 20) as f64;
/// Cells of the histogram: 0 to 23 ms, and 24 ms and more.
const CELLS: usize = 25;
/// The width of a cell in characters.
const CELL_CHARS: usize = 3;
/// Rounding 25 cells to whole percentages can change their sum by at most half a percent each.
const PERCENT_SHIFT_MAX: f64 = CELLS as f64 * 0.5;

pub fn read(text: &str) -> ReaderResult {
    let mut run = Run { tool: "sqlio", line: 1, ..Run::default() };
    let mut wrong = Vec::new();
    for section in sections(text) {
        if let Some(version) = section.after("sqlio v") {
            run.version = version.1.trim_start_matches('v').to_owned();
        }
        if section.after("CUMULATIVE DATA:").is_none() {
            run.notes.push(ImportNote::NoFigures(section.line()));
            continue;
        }
        match test(&section, run.tests.len() + 1, &mut run.warnings) {
            Ok((test, target)) => {
                run.tests.push(test);
                if !target.is_empty() {
                    run.add_target(&target);
                }
            }
            Err(mut found) => wrong.append(&mut found),
        }
    }
    if run.tests.is_empty() && wrong.is_empty() {
        wrong.push((1, "no run in this log has figures (\"CUMULATIVE DATA:\")".to_owned()));
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    run.subject = match &run.tests[..] {
        [one] => one.purpose.clone(),
        many => format!("{} runs", many.len()),
    };
    run.notes.push(ImportNote::WholeMilliseconds);
    Ok(vec![run])
}

/// The lines of one run with their numbers.
struct Section<'a>(Vec<(usize, &'a str)>);

impl<'a> Section<'a> {
    fn line(&self) -> usize {
        self.0.first().map_or(1, |first| first.0)
    }

    /// The line that begins with `start`, and the rest of it.
    fn after(&self, start: &str) -> Option<(usize, &'a str)> {
        let found = |(line, text): &(usize, &'a str)| {
            text.trim_start().strip_prefix(start).map(|rest| (*line, rest.trim()))
        };
        self.0.iter().find_map(found)
    }
}

/// Splits a log into runs: a run starts with the tool's name or, without it, after the histogram of the previous run.
fn sections(text: &str) -> Vec<Section<'_>> {
    let mut out: Vec<Section<'_>> = vec![Section(Vec::new())];
    let mut ended = false;
    for (number, line) in text.lines().enumerate() {
        let words = line.trim_start();
        let anew = ended && (words.contains(" reading for ") || words.contains(" writing for "));
        if words.starts_with("sqlio v") || anew {
            out.push(Section(Vec::new()));
            ended = false;
        }
        ended |= words.starts_with("CUMULATIVE DATA:");
        if let Some(last) = out.last_mut().filter(|_| !words.is_empty()) {
            last.0.push((number + 1, line));
        }
    }
    let has_numbers =
        |s: &Section<'_>| s.after("sqlio v").is_some() || s.after("CUMULATIVE DATA:").is_some();
    out.retain(has_numbers);
    out
}

#[derive(Default)]
struct Head {
    threads: f64,
    seconds: f64,
    writes: bool,
    target: String,
    files: Vec<String>,
    /// How many files the outstanding operations of a thread are on.
    used_files: f64,
    block_kib: f64,
    pattern: String,
    /// The size of a stripe in KiB, if there are any.
    stripe_kib: Option<f64>,
    outstanding: f64,
}

impl Head {
    /// Whether the accesses were random. With a thread for each block of a stripe they follow each other.
    fn random(&self) -> Option<bool> {
        match (&*self.pattern, self.stripe_kib) {
            ("random", _) => Some(true),
            ("sequential", _) => Some(false),
            (_, Some(stripe_kib)) if stripe_kib == self.block_kib * self.threads => Some(false),
            _ => None,
        }
    }
}

fn test(
    section: &Section<'_>,
    count: usize,
    warnings: &mut Vec<Warning>,
) -> Result<(Test, String), Vec<(usize, String)>> {
    let mut wrong = Vec::new();
    let head = head(section, &mut wrong);
    let mut figure = |name: &str| -> Option<(f64, f64)> {
        let Some((line, value)) = section.after(name) else {
            wrong
                .push((section.line(), format!("the run that starts here has no line \"{name}\"")));
            return None;
        };
        let read = number::plain(value).map(|n| (n, number::step(value)));
        if read.is_none() {
            wrong.push((line, format!("\"{value}\" is not a number after \"{name}\"")));
        }
        read
    };
    let (iops, mibps) = (figure("IOs/sec:"), figure("MBs/sec:"));
    let latency = section.after("Avg_Latency(ms):").is_some();
    let mut of_latency = |name: &str| figure(name).filter(|_| latency).map(|n| n.0);
    let [min, mean, max] = if latency {
        ["Min_Latency(ms):", "Avg_Latency(ms):", "Max_Latency(ms):"].map(&mut of_latency)
    } else {
        [None; 3]
    };
    let mut row = Row {
        line: section.after("IOs/sec:").map_or(section.line(), |x| x.0),
        seconds: Some(head.seconds),
        iops,
        mibps,
        block_bytes: Some(head.block_kib * 1024.0),
        depth: Some(head.threads * head.outstanding * head.used_files),
        random: head.random(),
        targets: head.files.clone(),
        // SQLIO truncates each latency to whole milliseconds before it takes their mean, and then truncates the mean.
        mean_ns: mean.map(|ms| (ms * 1e6, 2e6)),
        ..Row::default()
    };
    let ios = counted(iops.map(|n| n.0), row.seconds);
    let mut direction = Direction {
        ios,
        bytes: counted(mibps.map(|n| n.0 * MIB), row.seconds),
        iops: iops.map(|n| n.0),
        mibps: mibps.map(|n| n.0),
        mean_ns: mean.map(|ms| ms * 1e6),
        min_ns: min.map(number::ms_to_ns),
        max_ns: max.map(number::ms_to_ns),
        ..Direction::default()
    };
    let kind = if head.writes { "writes" } else { "reads" };
    let purpose = format!("{}KB {} {kind}", head.block_kib, head.pattern);
    row.name = format!("run {count}");
    histogram(section, &row.name, ios.unwrap_or(0), &mut direction, &mut wrong, warnings);
    if head.writes {
        row.write = direction
    } else {
        row.read = direction
    }
    if wrong.is_empty() {
        let (threads, outstanding) = (head.threads, head.outstanding);
        let name = format!("{count}: {purpose}, {threads} threads, {outstanding} outstanding");
        Ok((Test { name, purpose, rows: vec![row] }, head.target))
    } else {
        Err(wrong)
    }
}

fn head(section: &Section<'_>, wrong: &mut Vec<(usize, String)>) -> Head {
    let mut head = Head { outstanding: 1.0, used_files: 1.0, ..Head::default() };
    let of_file = section.after("parameter file used:").is_some();
    for &(line, text) in &section.0 {
        let words: Vec<&str> = text.split_whitespace().collect();
        match &words[..] {
            [
                threads,
                word,
                kind @ ("reading" | "writing"),
                "for",
                seconds,
                "secs",
                _,
                rest @ ..,
            ] if word.starts_with("thread") => {
                let (Some(threads), Some(seconds)) =
                    (number::plain(threads), number::plain(seconds))
                else {
                    wrong.push((line, "threads and seconds of the run are not numbers".to_owned()));
                    continue;
                };
                (head.threads, head.seconds, head.writes) = (threads, seconds, *kind == "writing");
                let names = rest.get(1..).unwrap_or_default().join(" ");
                // Every thread uses every file, except that a parameter file gives each file its own threads.
                let files = names.replace(", and ", ", ").replace(" and ", ", ");
                let files = files.trim_end_matches(':').split(", ");
                head.files = files.map(str::to_owned).collect();
                head.used_files = if of_file { 1.0 } else { head.files.len() as f64 };
                head.target = names;
            }
            ["using", block, pattern @ .., "IOs"] if block.ends_with("KB") => {
                head.block_kib = number::leading(block).unwrap_or(0.0);
                head.pattern = pattern.join(" ");
            }
            ["using", block, "IOs", "over", stripe, ..] if block.ends_with("KB") => {
                head.block_kib = number::leading(block).unwrap_or(0.0);
                head.pattern = format!("over {stripe} stripes");
                head.stripe_kib = number::leading(stripe);
            }
            ["enabling", "multiple", .., outstanding, "outstanding"] => {
                head.outstanding = number::plain(outstanding).unwrap_or(1.0);
            }
            _ => {}
        }
    }
    if head.threads <= 0.0 || head.seconds <= 0.0 {
        wrong.push((
            section.line(),
            "the run that starts here does not say \"N threads reading for N secs\"".to_owned(),
        ));
    }
    if head.block_kib <= 0.0 {
        wrong.push((
            section.line(),
            "the run that starts here does not say \"using NKB ... IOs\"".to_owned(),
        ));
    }
    head
}

/// The cells of a histogram: three characters each, without a gap before 100. A line with altered blanks is split at
/// its blanks instead.
fn columns(cells: &str) -> impl Iterator<Item = &str> {
    let cells = cells.trim_end();
    let parted = cells.split_whitespace().count() == CELLS || !cells.is_ascii();
    // The first cell may have lost its leading blanks; the last one ends the line.
    let first = (cells.len() + CELL_CHARS).saturating_sub(CELLS * CELL_CHARS).clamp(1, CELL_CHARS);
    let fixed = (0..CELLS).map_while(move |cell| {
        let end = first + cell * CELL_CHARS;
        Some(cells.get(end.saturating_sub(CELL_CHARS)..end)?.trim())
    });
    let whole = cells.len().div_ceil(CELL_CHARS) == CELLS;
    let apart = parted || !whole;
    fixed.filter(move |_| !apart).chain(cells.split_whitespace().filter(move |_| apart))
}

/// Turns the percentages into counts; the last cell extends to the largest latency.
fn histogram(
    section: &Section<'_>,
    about: &str,
    ios: u64,
    direction: &mut Direction,
    wrong: &mut Vec<(usize, String)>,
    warnings: &mut Vec<Warning>,
) {
    let Some((line, cells)) = section.after("%:") else { return };
    let percents: Option<Vec<f64>> = columns(cells).map(number::plain).collect();
    let Some(percents) = percents.filter(|cells| cells.len() == CELLS) else {
        wrong.push((line, format!("the histogram does not have {CELLS} whole percentages")));
        return;
    };
    let sum: f64 = percents.iter().sum();
    if (sum - 100.0).abs() > PERCENT_SHIFT_MAX {
        let contradiction =
            Contradiction::HistogramPercents { sum, rounding_max: PERCENT_SHIFT_MAX };
        let detail = Detail::Imported { line, contradiction };
        let kind = WarningKind::Contradiction;
        warnings.push(Warning::of_stream(about, kind, Weight::Warning, detail));
    }
    for (cell, percent) in percents.iter().enumerate() {
        let count = (ios as f64 * percent / sum.max(1.0)).round() as u64;
        let top_ns = (cell as u64 + 1) * 1_000_000 - 1;
        let top_ns =
            if cell + 1 == CELLS { direction.max_ns.unwrap_or(0).max(top_ns) } else { top_ns };
        if count > 0 {
            direction.buckets.push((top_ns, count));
        }
    }
}
