//! The files of `write_bw_log`, `write_lat_log`, `write_iops_log`, `write_hist_log` and `--bandwidth-log`.
//!
//! Lines are `time in ms, value, direction, block size, priority`; if requested, the offset precedes the priority and
//! the time of issue follows it. With `log_avg_msec` a line covers that time and has neither block size nor offset;
//! otherwise it is one operation. The trace of `write_iolog` has fio's version 3.

use super::super::inflate::compressed;
use super::super::{FioView, JobView, Logs, UnifiedReporting, Window};
use super::buckets::{Buckets, COUNT};
use super::entries::{added, entries, streams};
use crate::outcome::{
    IntervalDirection, IntervalOutcome, LatencyDistribution, OperationOutcome, Outcome,
    StreamOutcome,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFile {
    /// Its name; relative to the working directory unless the job gives an absolute path.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Every log file that the jobs request. Jobs that share a file (`per_job_logs=0`) follow each other in it.
pub fn logs(view: &FioView, outcome: &Outcome) -> Vec<LogFile> {
    let mut files: Vec<LogFile> = Vec::new();
    for (index, job) in view.jobs.iter().enumerate() {
        let alone = FioView {
            jobs: vec![JobView { group_reporting: false, stats: true, ..job.clone() }],
            ..FioView::default()
        };
        let all = entries(&alone, outcome);
        let Some(entry) = all.first() else { continue };
        let begun_ms = if job.logs.unix_epoch { begun_unix_ms(job, outcome) } else { 0 };
        let own = streams(job, outcome);
        let did = [&entry.read, &entry.write, &entry.trim].map(|side| side.counts.ios > 0);
        let context = Context {
            job,
            rows: &averaged(&entry.intervals, job.logs.average.map(|time| time.0)),
            operations: &operations(&own, job),
            sides: directions(job, did),
            begun_ms,
        };
        let mut add = |prefix: &str, kind: &str, text: String| {
            let number = if job.logs.per_job { format!(".{}", index + 1) } else { String::new() };
            let name = format!("{prefix}_{kind}{number}.log");
            if job.logs.compressed && kind != "clat_hist" {
                put(&mut files, format!("{name}.fz"), &compressed(&text, &job.logs));
            } else {
                put(&mut files, name, text.as_bytes());
            }
        };
        if let Some(prefix) = named(job, &job.logs.bw) {
            add(prefix, "bw", context.log(&bandwidth, &operation_bandwidth));
        }
        if let Some(prefix) = named(job, &job.logs.lat) {
            if !job.latency.disable_lat {
                add(prefix, "lat", context.log(&latency, &|one| Some(one.end_ns - one.start_ns)));
            }
            if !job.latency.disable_slat {
                let submission =
                    |one: &OperationOutcome| (one.handover_ns > 0).then_some(one.handover_ns);
                add(prefix, "slat", context.log(&handover, &submission));
            }
            if !job.latency.disable_clat {
                let rest =
                    |one: &OperationOutcome| Some(one.end_ns - one.start_ns - one.handover_ns);
                add(prefix, "clat", context.log(&completion, &rest));
            }
        }
        if let Some(prefix) = named(job, &job.logs.iops) {
            add(prefix, "iops", context.log(&rate, &|_| Some(1)));
        }
        if let Some(prefix) = named(job, &job.logs.hist) {
            add(prefix, "clat_hist", histograms(&own, job, begun_ms));
        }
        if let Some(name) = &job.logs.trace {
            files.retain(|file| file.name != *name);
            files.push(LogFile { name: name.clone(), bytes: trace(&own, job).into_bytes() });
        }
    }
    if let Some(prefix) = &view.output.bandwidth_log {
        aggregates(view, outcome, prefix, &mut files);
    }
    files
}

fn put(files: &mut Vec<LogFile>, name: String, bytes: &[u8]) {
    match files.iter_mut().find(|file| file.name == name) {
        Some(file) => file.bytes.extend_from_slice(bytes),
        None => files.push(LogFile { name, bytes: bytes.to_vec() }),
    }
}

/// The start of a log's name: the job's name when the option has no value.
fn named<'a>(job: &'a JobView, prefix: &'a Option<String>) -> Option<&'a str> {
    let prefix = prefix.as_deref()?;
    Some(if prefix.is_empty() { &job.name } else { prefix })
}

fn begun_unix_ms(job: &JobView, outcome: &Outcome) -> u64 {
    let streams = streams(job, outcome);
    let begun_ns = streams.iter().map(|stream| stream.begun_ns).min().unwrap_or(0);
    (outcome.started_unix_ns + begun_ns) / 1_000_000
}

/// fio's numbers of the directions that a job has, and how each is taken from an interval.
type Pick = fn(&IntervalOutcome) -> IntervalDirection;

fn directions(job: &JobView, did: [bool; 3]) -> Vec<(u32, Pick)> {
    if job.unified == UnifiedReporting::Mixed {
        return vec![(0, |row| added(added(row.read, row.write), row.trim))];
    }
    let each: [(u32, Pick); 3] = [(0, |row| row.read), (1, |row| row.write), (2, |row| row.trim)];
    did.into_iter().zip(each).filter(|x| x.0).map(|x| x.1).collect()
}

struct Context<'a> {
    job: &'a JobView,
    rows: &'a [IntervalOutcome],
    operations: &'a [OperationOutcome],
    sides: Vec<(u32, Pick)>,
    begun_ms: u64,
}

/// Gives the mean or the largest value of an interval.
type OfInterval<'a> = &'a dyn Fn(&IntervalDirection, LogFigure) -> Option<u64>;
type OfOperation<'a> = &'a dyn Fn(&OperationOutcome) -> Option<u64>;

/// The length of an interval, and whether its largest value or its mean is requested.
#[derive(Clone, Copy)]
struct LogFigure {
    length_ns: u64,
    largest: bool,
}

impl Context<'_> {
    /// A line for each interval and direction that has a value, or for each operation.
    fn log(&self, of_interval: OfInterval<'_>, of_operation: OfOperation<'_>) -> String {
        if self.job.logs.average.is_none() {
            let lines = self.operations.iter().map(|one| self.operation(one, of_operation(one)));
            return lines.collect();
        }
        let mut text = String::new();
        for row in self.rows {
            let time_ms = self.begun_ms + row.end_ns / 1_000_000;
            for (number, pick) in &self.sides {
                let length_ns = row.end_ns.saturating_sub(row.start_ns).max(1);
                let value =
                    |largest: bool| of_interval(&pick(row), LogFigure { length_ns, largest });
                let values: Option<Vec<u64>> = match self.job.logs.window {
                    Window::Mean => value(false).map(|one| vec![one]),
                    Window::Max => value(true).map(|one| vec![one]),
                    Window::Both => value(false).zip(value(true)).map(|(a, b)| vec![a, b]),
                };
                if let Some(values) = values {
                    let values: Vec<String> = values.iter().map(u64::to_string).collect();
                    text.push_str(&line(time_ms, &values.join(", "), *number, &self.job.logs));
                }
            }
        }
        text
    }

    fn operation(&self, one: &OperationOutcome, value: Option<u64>) -> String {
        let (Some(value), logs) = (value, &self.job.logs) else { return String::new() };
        let time_ms = self.begun_ms + one.end_ns / 1_000_000;
        let direction = if self.job.unified == UnifiedReporting::Mixed { 0 } else { one.direction };
        let offset = if logs.offset { format!(", {}", one.offset_bytes) } else { String::new() };
        let priority = if logs.prio { "0x0000" } else { "0" };
        let issued = if logs.issue_time { format!(", {}", one.start_ns) } else { String::new() };
        let length = one.length_bytes;
        format!("{time_ms}, {value}, {direction}, {length}{offset}, {priority}{issued}\n")
    }
}

fn line(time_ms: u64, values: &str, direction: u32, logs: &Logs) -> String {
    let offset = if logs.offset { ", 0" } else { "" };
    let priority = if logs.prio { "0x0000" } else { "0" };
    let issued = if logs.issue_time { ", 0" } else { "" };
    format!("{time_ms}, {values}, {direction}, 0{offset}, {priority}{issued}\n")
}

/// Reads, writes and trims in the order of their ends; times count from the job's start.
fn operations(streams: &[&StreamOutcome], job: &JobView) -> Vec<OperationOutcome> {
    let begun_ns = streams.iter().map(|stream| stream.begun_ns).min().unwrap_or(0);
    let of_written = |one: &&OperationOutcome| one.direction < 3 && job.logs.average.is_none();
    let all = streams.iter().flat_map(|stream| &stream.records).filter(of_written);
    let mut all: Vec<OperationOutcome> = all.map(|one| since(one, begun_ns)).collect();
    all.sort_by_key(|one| one.end_ns);
    all
}

fn since(one: &OperationOutcome, begun_ns: u64) -> OperationOutcome {
    let start_ns = one.start_ns.saturating_sub(begun_ns);
    OperationOutcome { start_ns, end_ns: one.end_ns.saturating_sub(begun_ns).max(start_ns), ..*one }
}

/// The pseudo direction of a record that closes a file.
const CLOSED: u8 = 4;

fn own_file(one: &OperationOutcome) -> usize {
    one.file as usize
}

/// The trace of all operations, in the order of their starts, for another run to replay.
fn trace(streams: &[&StreamOutcome], job: &JobView) -> String {
    let own = streams.first().map_or(&[][..], |stream| &stream.records);
    let of_file = |one| job.files.get(own_file(one)).map(|file| (file.as_str(), one));
    let mut all: Vec<(&str, &OperationOutcome)> = own.iter().filter_map(of_file).collect();
    all.sort_by_key(|(_, one)| one.start_ns);
    let mut text = "fio version 3 iolog\n".to_owned();
    for file in &job.files {
        text.push_str(&format!("0 {file} add\n"));
    }
    let mut open: Vec<&str> = Vec::new();
    let mut last_offset = 0;
    for (file, one) in &all {
        let time_us = one.start_ns / 1_000;
        if one.direction == CLOSED {
            open.retain(|other| other != file);
            text.push_str(&format!("{time_us} {file} close\n"));
            continue;
        }
        if !open.contains(file) {
            open.push(file);
            text.push_str(&format!("{time_us} {file} open\n"));
        }
        let what = ["read", "write", "trim", "sync"][usize::from(one.direction.min(3))];
        // A flush has no offset; fio repeats the last one.
        last_offset = if one.direction < 3 { one.offset_bytes } else { last_offset };
        text.push_str(&format!("{time_us} {file} {what} {last_offset} {}\n", one.length_bytes));
    }
    let end_us = all.last().map_or(0, |(_, one)| one.end_ns.div_ceil(1_000));
    for file in job.files.iter().filter(|file| open.contains(&file.as_str())) {
        text.push_str(&format!("{end_us} {file} close\n"));
    }
    text
}

fn bandwidth(side: &IntervalDirection, of: LogFigure) -> Option<u64> {
    Some((side.bytes as f64 * 1e9 / of.length_ns as f64 / 1024.0) as u64)
}

/// The bandwidth of one operation over its total latency, in KiB/s.
fn operation_bandwidth(one: &OperationOutcome) -> Option<u64> {
    let time_ns = (one.end_ns - one.start_ns).max(1);
    Some((f64::from(one.length_bytes) * 1e9 / time_ns as f64 / 1024.0) as u64)
}

fn rate(side: &IntervalDirection, of: LogFigure) -> Option<u64> {
    Some((side.ios as f64 * 1e9 / of.length_ns as f64) as u64)
}

fn handover(side: &IntervalDirection, of: LogFigure) -> Option<u64> {
    let is_timed = side.ios > 0 && side.handover_max_ns > 0;
    is_timed.then_some(if of.largest { side.handover_max_ns } else { side.handover_mean_ns as u64 })
}

/// What is left of the latency after the submission; of the longest, after a usual one.
fn completion(side: &IntervalDirection, of: LogFigure) -> Option<u64> {
    Some(latency(side, of)?.saturating_sub(side.handover_mean_ns as u64))
}

fn latency(side: &IntervalDirection, of: LogFigure) -> Option<u64> {
    (side.ios > 0).then_some(if of.largest { side.max_ns } else { side.mean_ns as u64 })
}

/// Merges neighbouring intervals until they are as long as an average has to be. A last one that is shorter than half
/// of the first is merged with the one before.
fn averaged(rows: &[IntervalOutcome], length_ns: Option<u64>) -> Vec<IntervalOutcome> {
    let mut all: Vec<IntervalOutcome> = Vec::new();
    for row in rows {
        match all.last_mut() {
            Some(last) if length_ns.is_some_and(|ns| length(last) < ns) => grow(last, row),
            _ => all.push(*row),
        }
    }
    let half = all.first().map_or(0, length) / 2;
    if let [.., before, last] = &mut all[..]
        && length(last) < half
    {
        grow(before, last);
        all.pop();
    }
    all
}

fn length(row: &IntervalOutcome) -> u64 {
    row.end_ns.saturating_sub(row.start_ns)
}

fn grow(row: &mut IntervalOutcome, by: &IntervalOutcome) {
    row.end_ns = by.end_ns;
    row.read = added(row.read, by.read);
    row.write = added(row.write, by.write);
    row.trim = added(row.trim, by.trim);
}

/// Lines with every counter, neighbouring counters added as the coarseness says: one line for each `log_hist_msec` and
/// direction, or one for the whole run.
fn histograms(streams: &[&StreamOutcome], job: &JobView, begun_ms: u64) -> String {
    let mut rows: Vec<(u64, [LatencyDistribution; 3])> = Vec::new();
    let every_ns = job.logs.hist_every.map_or(u64::MAX, |time| time.0);
    for stream in streams {
        let (mut number, mut due_ns) = (0, every_ns);
        for (end_ns, sides) in &stream.histograms {
            if rows.len() == number {
                rows.push((*end_ns, Default::default()));
            }
            let (until_ns, sums) = &mut rows[number];
            *until_ns = (*until_ns).max(*end_ns);
            for (sum, side) in sums.iter_mut().zip(sides) {
                *sum = sum.and(side);
            }
            if *end_ns >= due_ns {
                number += 1;
                due_ns = due_ns.saturating_add(every_ns);
            }
        }
    }
    let mut text = String::new();
    for (end_ns, sides) in &rows {
        for (number, of) in sides.iter().enumerate().filter(|(_, of)| of.count() > 0) {
            histogram(&mut text, number, begun_ms + end_ns / 1_000_000, of, job);
        }
    }
    text
}

fn histogram(
    text: &mut String,
    number: usize,
    time_ms: u64,
    of: &LatencyDistribution,
    job: &JobView,
) {
    let buckets = Buckets::of(of);
    let block = job.blocks[number].1;
    text.push_str(&format!("{time_ms}, {number}, {}", block.0));
    let together = 1usize << job.logs.hist_coarseness.min(6);
    for first in (0..COUNT).step_by(together) {
        let count: u64 = buckets.0.range(first..first + together).map(|x| x.1).sum();
        text.push_str(&format!(", {count}"));
    }
    text.push('\n');
}

/// `--bandwidth-log`: the bandwidth of all jobs together, one file for each direction.
fn aggregates(view: &FioView, outcome: &Outcome, prefix: &str, files: &mut Vec<LogFile>) {
    let jobs = view.jobs.iter().map(|job| JobView {
        group: 0,
        group_reporting: true,
        stats: true,
        ..job.clone()
    });
    let together = FioView { jobs: jobs.collect(), ..FioView::default() };
    let all = entries(&together, outcome);
    let rows = all.first().map(|entry| entry.intervals.clone()).unwrap_or_default();
    let picks: [(&str, u32, Pick); 3] =
        [("read", 0, |row| row.read), ("write", 1, |row| row.write), ("trim", 2, |row| row.trim)];
    let prefix = if prefix.is_empty() { "agg" } else { prefix };
    for (name, number, pick) in picks {
        let mut text = String::new();
        for row in rows.iter().filter(|row| pick(row).ios > 0) {
            let length_ns = row.end_ns.saturating_sub(row.start_ns).max(1);
            let of = LogFigure { length_ns, largest: false };
            if let Some(value) = bandwidth(&pick(row), of) {
                let value = value.to_string();
                text.push_str(&line(row.end_ns / 1_000_000, &value, number, &Logs::default()));
            }
        }
        files.push(LogFile { name: format!("{prefix}-{name}_bw.log"), bytes: text.into_bytes() });
    }
}
