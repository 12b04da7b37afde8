//! The files of `write_bw_log`, `write_lat_log`, `write_iops_log`, `write_hist_log` and `--bandwidth-log`.
//!
//! Lines are `time in ms, value, direction, block size, priority`, with the offset before the priority when it was
//! asked for; lines of averages have no block size, as fio's have none. Single operations are not kept here: a log
//! without `log_avg_msec` has one line for each interval of the run.

use super::super::{JobView, Logs, Unified, View};
use super::buckets::{Buckets, COUNT};
use super::entries::{added, entries};
use crate::outcome::{Distribution, IntervalDirection, IntervalOutcome, Outcome};

/// One log file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFile {
    /// Its name; relative to the working directory unless the job said more.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Every log file that the jobs ask for. Jobs that share a file (`per_job_logs=0`) follow each other in it.
pub fn logs(view: &View, outcome: &Outcome) -> Vec<LogFile> {
    let mut files: Vec<LogFile> = Vec::new();
    for (index, job) in view.jobs.iter().enumerate() {
        let alone = View {
            jobs: vec![JobView { group_reporting: false, stats: true, ..job.clone() }],
            ..View::default()
        };
        let all = entries(&alone, outcome);
        let Some(entry) = all.first() else { continue };
        let rows = averaged(&entry.intervals, job.logs.average.map(|time| time.0));
        let begun_ms = if job.logs.unix_epoch { begun_unix_ms(job, outcome) } else { 0 };
        let did = [&entry.read, &entry.write, &entry.trim].map(|side| side.counts.ios > 0);
        let sides = directions(job, did);
        let context = Context { job, rows: &rows, sides, begun_ms };
        let mut add = |prefix: &str, kind: &str, text: String| {
            let number = if job.logs.per_job { format!(".{}", index + 1) } else { String::new() };
            put(&mut files, format!("{prefix}_{kind}{number}.log"), &text);
        };
        if let Some(prefix) = named(job, &job.logs.bw) {
            add(prefix, "bw", context.lines(bandwidth));
        }
        if let Some(prefix) = named(job, &job.logs.lat) {
            let latency = |side: &IntervalDirection, _| latency(side, job.logs.max);
            if !job.latency.disable_lat {
                add(prefix, "lat", context.lines(latency));
            }
            if !job.latency.disable_slat {
                add(prefix, "slat", String::new());
            }
            if !job.latency.disable_clat {
                add(prefix, "clat", context.lines(latency));
            }
        }
        if let Some(prefix) = named(job, &job.logs.iops) {
            add(prefix, "iops", context.lines(rate));
        }
        if let Some(prefix) = named(job, &job.logs.hist) {
            let mut text = String::new();
            for (number, side) in [(0, &entry.read), (1, &entry.write), (2, &entry.trim)] {
                let clat = &side.counts.clat;
                histogram(&mut text, number, begun_ms + side.runtime_ms, clat, job);
            }
            add(prefix, "clat_hist", text);
        }
    }
    if let Some(prefix) = &view.output.bandwidth_log {
        aggregates(view, outcome, prefix, &mut files);
    }
    files
}

fn put(files: &mut Vec<LogFile>, name: String, text: &str) {
    match files.iter_mut().find(|file| file.name == name) {
        Some(file) => file.text.push_str(text),
        None => files.push(LogFile { name, text: text.to_owned() }),
    }
}

/// What a log's name begins with: the job's name when the option came without a value.
fn named<'a>(job: &'a JobView, prefix: &'a Option<String>) -> Option<&'a str> {
    let prefix = prefix.as_deref()?;
    Some(if prefix.is_empty() { &job.name } else { prefix })
}

fn begun_unix_ms(job: &JobView, outcome: &Outcome) -> u64 {
    let streams = super::entries::streams(job, outcome);
    let begun_ns = streams.iter().map(|stream| stream.begun_ns).min().unwrap_or(0);
    (outcome.started_unix_ns + begun_ns) / 1_000_000
}

/// fio's numbers of the directions that a job has, and how each is taken from an interval.
type Pick = fn(&IntervalOutcome) -> IntervalDirection;

fn directions(job: &JobView, did: [bool; 3]) -> Vec<(u32, Pick)> {
    if job.unified == Unified::Mixed {
        return vec![(0, |row| added(added(row.read, row.write), row.trim))];
    }
    let each: [(u32, Pick); 3] = [(0, |row| row.read), (1, |row| row.write), (2, |row| row.trim)];
    did.into_iter().zip(each).filter(|x| x.0).map(|x| x.1).collect()
}

struct Context<'a> {
    job: &'a JobView,
    rows: &'a [IntervalOutcome],
    sides: Vec<(u32, Pick)>,
    begun_ms: u64,
}

impl Context<'_> {
    /// A line for each interval and direction in which there is a value.
    fn lines(&self, value: impl Fn(&IntervalDirection, u64) -> Option<u64>) -> String {
        let mut text = String::new();
        for row in self.rows {
            let time_ms = self.begun_ms + row.end_ns / 1_000_000;
            for (number, pick) in &self.sides {
                let length_ns = row.end_ns.saturating_sub(row.start_ns).max(1);
                if let Some(value) = value(&pick(row), length_ns) {
                    text.push_str(&line(time_ms, value, *number, &self.job.logs));
                }
            }
        }
        text
    }
}

fn line(time_ms: u64, value: u64, direction: u32, logs: &Logs) -> String {
    let offset = if logs.offset { ", 0" } else { "" };
    format!("{time_ms}, {value}, {direction}, 0{offset}, 0\n")
}

fn bandwidth(side: &IntervalDirection, length_ns: u64) -> Option<u64> {
    Some((side.bytes as f64 * 1e9 / length_ns as f64 / 1024.0) as u64)
}

fn rate(side: &IntervalDirection, length_ns: u64) -> Option<u64> {
    Some((side.ios as f64 * 1e9 / length_ns as f64) as u64)
}

fn latency(side: &IntervalDirection, largest: bool) -> Option<u64> {
    (side.ios > 0).then_some(if largest { side.max_ns } else { side.mean_ns as u64 })
}

/// Neighbouring intervals as one until they are as long as an average is to be. A last one that is shorter than half
/// of the first goes to the one before: it is the run's ragged end.
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

/// One line with every counter, as many neighbours together as the coarseness says.
fn histogram(text: &mut String, number: usize, time_ms: u64, of: &Distribution, job: &JobView) {
    if of.count() == 0 {
        return;
    }
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

/// `--bandwidth-log`: every job's bandwidth together, a file for each direction.
fn aggregates(view: &View, outcome: &Outcome, prefix: &str, files: &mut Vec<LogFile>) {
    let jobs = view.jobs.iter().map(|job| JobView {
        group: 0,
        group_reporting: true,
        stats: true,
        ..job.clone()
    });
    let together = View { jobs: jobs.collect(), ..View::default() };
    let all = entries(&together, outcome);
    let rows = all.first().map(|entry| entry.intervals.clone()).unwrap_or_default();
    let picks: [(&str, u32, Pick); 3] =
        [("read", 0, |row| row.read), ("write", 1, |row| row.write), ("trim", 2, |row| row.trim)];
    let prefix = if prefix.is_empty() { "agg" } else { prefix };
    for (name, number, pick) in picks {
        let mut text = String::new();
        for row in rows.iter().filter(|row| pick(row).ios > 0) {
            let length_ns = row.end_ns.saturating_sub(row.start_ns).max(1);
            if let Some(value) = bandwidth(&pick(row), length_ns) {
                text.push_str(&line(row.end_ns / 1_000_000, value, number, &Logs::default()));
            }
        }
        files.push(LogFile { name: format!("{prefix}-{name}_bw.log"), text });
    }
}
