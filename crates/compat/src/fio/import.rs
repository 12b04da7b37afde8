//! fio's JSON (`json` and `json+`, versions 2 and 3): one document or many, with any text around them; or its text for people or terse lines.
//!
//! Each document is a run, each group of jobs a test, each job a row. Documents of `--status-interval` show the same
//! jobs in progress and form one run: the last document is kept, and a note says so.

use crate::import::ReaderResult;
use crate::import::contents::{Direction, NAMES_MAX, Row, Run, Test};
use base::shown::clipped;
use document::{Disk, Document, Job, Latency, Side};
use options::{JobOptions, Options};
use record::note::ImportNote;
use record::{Fact, FactGroup, FactTitle, FactValue};
use std::collections::HashMap;
use summary::warning::{Contradiction, Detail};
use summary::{Warning, WarningKind, Weight};

mod document;
mod normal;
mod options;
mod terse;

const MIB: f64 = (1u64 << 20) as f64;
/// The most by which the run times of clones may differ from the longest of them for a depth of all together.
const RUNTIME_SHARE_MAX: f64 = 0.1;

pub fn read(text: &str) -> ReaderResult {
    let (mut runs, mut wrong): (Vec<(JobProgress, Run)>, _) = (Vec::new(), Vec::new());
    let mut earlier = Vec::new();
    let mut rest = DocumentScan { text, from: 0, line: 1 };
    while let Some(found) = rest.next() {
        let (line, raw, mut document) = match found {
            Ok(found) => found,
            Err(one) => {
                wrong.push(one);
                continue;
            }
        };
        let progress = JobProgress::of(&mut document);
        match run(document, line, raw) {
            Ok(mut found) => {
                found.keep_source(raw);
                match runs.last_mut() {
                    Some((known, before)) if progress.continues(known) => {
                        earlier.push(ImportNote::EarlierDocument(before.line));
                        (*known, *before) = (progress, found);
                    }
                    last => {
                        if let Some((_, run)) = last {
                            run.notes.append(&mut earlier);
                        }
                        runs.push((progress, found));
                    }
                }
            }
            Err(mut found) => wrong.append(&mut found),
        }
    }
    if let Some((_, run)) = runs.last_mut() {
        run.notes.append(&mut earlier);
    }
    if runs.is_empty() && wrong.is_empty() {
        wrong.push((1, "this file has no complete JSON document of fio".to_owned()));
    }
    if wrong.is_empty() { Ok(runs.into_iter().map(|found| found.1).collect()) } else { Err(wrong) }
}

/// Whether a text has results for people and no JSON.
pub fn is_normal(text: &str) -> bool {
    normal::is_normal(text)
}

pub fn read_normal(text: &str) -> ReaderResult {
    let Some(document) = normal::document(text) else {
        return Err(vec![(1, "this file has no results of fio".to_owned())]);
    };
    run(document, 1, text).map(|run| vec![run])
}

/// Whether a text has terse lines.
pub fn is_terse(text: &str) -> bool {
    terse::is_terse(text)
}

pub fn read_terse(text: &str) -> ReaderResult {
    run(terse::document(text)?, 1, text).map(|run| vec![run])
}

/// Finds the documents in a text; what stands between them is not fio's JSON and is ignored.
struct DocumentScan<'t> {
    text: &'t str,
    /// The bytes that were read.
    from: usize,
    /// The line that they end in.
    line: usize,
}

/// A document with its line and its text, or a mistake with its line.
type DocumentFound<'t> = Result<(usize, &'t str, Document), (usize, String)>;

impl<'t> DocumentScan<'t> {
    fn next(&mut self) -> Option<DocumentFound<'t>> {
        loop {
            let start = self.from + self.text[self.from..].find('{')?;
            self.skip_to(start);
            let (line, rest) = (self.line, &self.text[start..]);
            let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Document>();
            match stream.next()? {
                Ok(document) => {
                    let end = start + stream.byte_offset();
                    self.skip_to(end);
                    if document.version.is_some() {
                        return Some(Ok((line, &self.text[start..end], document)));
                    }
                }
                Err(error) => {
                    // Braces in a message are not JSON; a document that is cut off is an error and is reported once.
                    let head = rest[1..].trim_start().starts_with("\"fio version\"");
                    let after = if head {
                        rest[1..].find("\n{").map_or(rest.len(), |at| at + 2)
                    } else {
                        place(rest, &error).max(1)
                    };
                    self.skip_to(start + after);
                    if head {
                        let at = line + error.line().max(1) - 1;
                        let text = if error.is_eof() {
                            format!("the document that starts at line {line} is cut off")
                        } else {
                            format!("the document that starts at line {line} is not JSON: {error}")
                        };
                        return Some(Err((at, text)));
                    }
                }
            }
        }
    }

    fn skip_to(&mut self, at: usize) {
        self.line += self.text[self.from..at].matches('\n').count();
        self.from = at;
    }
}

/// Where a text is not JSON. Reading goes on there, so that no byte is read twice.
fn place(text: &str, error: &serde_json::Error) -> usize {
    let mut starts = text.match_indices('\n').map(|(at, _)| at + 1);
    let line = error.line().checked_sub(2).and_then(|earlier| starts.nth(earlier)).unwrap_or(0);
    let mut at = (line + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

struct JobProgress {
    jobs: Vec<OneJobProgress>,
    global: JobOptions,
    ended_s: Option<f64>,
}

struct OneJobProgress {
    name: String,
    options: JobOptions,
    start_ms: Option<u64>,
    elapsed_s: Option<f64>,
    runtime_ms: f64,
    ios: u64,
}

impl JobProgress {
    fn of(document: &mut Document) -> Self {
        // Every job of a client has been waited for, and they have a sum behind them.
        document.client_stats.retain(|job| job.jobname != "All clients");
        let hosts = std::mem::take(&mut document.client_stats);
        document.jobs.extend(hosts);
        let whole_s = document.timestamp.map(|seconds| seconds as f64);
        let job = |job: &Job| OneJobProgress {
            name: job.name(),
            options: job.options.clone(),
            start_ms: job.job_start,
            elapsed_s: job.elapsed,
            runtime_ms: job.runtime_ms(),
            ios: job.sides().filter_map(|side| side.total_ios).fold(0, u64::saturating_add),
        };
        Self {
            jobs: document.jobs.iter().map(job).collect(),
            global: document.global.clone(),
            ended_s: document.timestamp_ms.map(|ms| ms / 1e3).or(whole_s),
        }
    }

    /// The names and start times; `None` when fio gives no start times.
    fn starts(&self) -> Option<Vec<(&str, u64)>> {
        self.jobs.iter().map(|job| Some((job.name.as_str(), job.start_ms?))).collect()
    }

    /// Whether a document continues the jobs of an earlier one (`--status-interval`). Start times decide if fio gives
    /// them. Otherwise names, options and the program's start must be equal, no count may fall, and the jobs must have run
    /// for at least half of the time between the two.
    fn continues(&self, before: &Self) -> bool {
        let (known, starts) = (before.starts(), self.starts());
        if known.is_some() || starts.is_some() {
            return known == starts;
        }
        let (Some(earlier_s), Some(later_s)) = (before.ended_s, self.ended_s) else {
            return false;
        };
        if before.jobs.len() != self.jobs.len() || before.global != self.global {
            return false;
        }
        let mut ran_s = 0.0;
        for (one, other) in before.jobs.iter().zip(&self.jobs) {
            let Some(elapsed_s) = other.elapsed_s.zip(one.elapsed_s).map(|(b, a)| b - a) else {
                return false;
            };
            // `elapsed` counts whole seconds.
            if (later_s - earlier_s - elapsed_s).abs() > 1.5
                || one.name != other.name
                || one.options != other.options
                || other.runtime_ms < one.runtime_ms
                || other.ios < one.ios
            {
                return false;
            }
            ran_s += (other.runtime_ms - one.runtime_ms) / 1e3;
        }
        // The tolerance covers two last documents that are printed at the same moment.
        ran_s + 0.1 >= 0.5 * (later_s - earlier_s)
    }
}

struct JobPlaces<'t> {
    raw: &'t str,
    /// Where each job begins, and the line of that place.
    starts: Vec<(usize, usize)>,
}

impl<'t> JobPlaces<'t> {
    /// The jobs of `raw`, which begins at line `first`.
    fn of(raw: &'t str, first: usize) -> Self {
        let mark =
            ["\"jobname\"", ": (groupid=", ";fio-"].into_iter().find(|mark| raw.contains(mark));
        let mut before = (0, first);
        let starts = raw.match_indices(mark.unwrap_or("\0")).map(|(at, _)| {
            before = (at, before.1 + raw[before.0..at].matches('\n').count());
            before
        });
        let starts: Vec<(usize, usize)> = starts.collect();
        Self { raw, starts: if starts.is_empty() { vec![(0, first)] } else { starts } }
    }

    /// The line of a job; with `side`, that of the rate of its reads (0) or writes (1).
    fn line(&self, index: usize, side: Option<usize>) -> usize {
        let (at, line) = self.starts[index.min(self.starts.len() - 1)];
        let end = self.starts.get(index + 1).map_or(self.raw.len(), |next| next.0);
        let own = &self.raw[at..end];
        let rate = side.and_then(|side| own.match_indices("\"iops\"").nth(side));
        line + own[..rate.map_or(0, |found| found.0)].matches('\n').count()
    }
}

fn head(document: &Document, line: usize) -> Run {
    let version = document.version.as_deref().unwrap_or_default();
    let starts = document.jobs.iter().filter_map(|job| i64::try_from(job.job_start?).ok());
    Run {
        tool: "fio",
        version: version.trim_start_matches("fio-").to_owned(),
        line,
        started_unix_s: starts.min().map(|ms| ms / 1000).or(document.timestamp),
        ..Run::default()
    }
}

fn run(document: Document, line: usize, raw: &str) -> Result<Run, Vec<(usize, String)>> {
    let mut run = head(&document, line);
    if document.jobs.is_empty() {
        return Err(vec![(line, "the document that starts here has no jobs".to_owned())]);
    }
    let places = JobPlaces::of(raw, line);
    let mut entries: HashMap<String, u32> = HashMap::new();
    for job in &document.jobs {
        *entries.entry(job.name()).or_default() += 1;
    }
    let mut wrong = Vec::new();
    let (mut names, mut shown): (Vec<String>, HashMap<String, u32>) = Default::default();
    let (mut group, mut mixed, mut completion, mut trims) = (None, false, false, false);
    let mut group_of_jobs = false;
    for (index, job) in document.jobs.into_iter().enumerate() {
        let name = job.name();
        let options = Options { job: &job.options, global: &document.global };
        let purpose = options.words();
        let is_group = has_other_jobs(&job, &options, entries[&name]);
        group_of_jobs |= is_group;
        if !is_group {
            options.targets().into_iter().for_each(|target| run.add_target(target));
        }
        let (error, number) = (job.error, job.groupid);
        completion |= job.sides().any(Side::counts_completion);
        trims |= job.trims();
        mixed |= job.read.is_none() && job.mixed.is_some();
        let depth = if is_group { None } else { depth(&options, entries[&name]) };
        let side = usize::from(job.only_writes());
        let (line, place) = (places.line(index, Some(side)), places.line(index, None));
        let row = match row(job, &document.global) {
            Ok(row) => row,
            Err(what) => {
                wrong.push((
                    place,
                    format!("job {} (\"{}\"): {what}", index + 1, clipped(&name, 60)),
                ));
                continue;
            }
        };
        let row_name = match shown.entry(name.clone()).and_modify(|n| *n += 1).or_insert(1) {
            1 => name.clone(),
            number => format!("{name} {number}"),
        };
        if error != 0 {
            let detail = Detail::Imported { line, contradiction: Contradiction::ToolError(error) };
            let kind = WarningKind::IoErrors;
            run.warnings.push(Warning::of_stream(&row_name, kind, Weight::Warning, detail));
        }
        if names.last() != Some(&name) && names.len() < NAMES_MAX {
            names.push(name);
        }
        if group != Some(number) {
            group = Some(number);
            run.tests.push(Test { name: format!("group {number}"), purpose, rows: Vec::new() });
        }
        if let Some(test) = run.tests.last_mut() {
            let targets = if is_group { Vec::new() } else { row.targets };
            test.rows.push(Row { name: row_name, line, depth, targets, ..row });
        }
    }
    run.subject = names.join(", ");
    run.notes.extend(group_of_jobs.then_some(ImportNote::GroupOfJobs));
    run.notes.extend(completion.then_some(ImportNote::CompletionLatency));
    run.notes.extend(mixed.then_some(ImportNote::Mixed));
    run.notes.extend(trims.then_some(ImportNote::Trims));
    run.facts.extend(disks(&document.disk_util));
    if wrong.is_empty() { Ok(run) } else { Err(wrong) }
}

/// How many clones an entry stands for. fio's JSON does not name flags such as `group_reporting`: the only entry of a job with clones
/// is that of all of them.
fn clones(options: &Options<'_>, entries: u32) -> f64 {
    if entries == 1 { options.clones() } else { 1.0 }
}

/// Whether an entry is that of a group with further jobs, whose names and options are not known: the sum of all run times tells.
fn has_other_jobs(job: &Job, options: &Options<'_>, entries: u32) -> bool {
    let sum_ms = job.job_runtime.filter(|ms| *ms > 0.0);
    let share = sum_ms.map_or(1.0, |ms| ms / job.runtime_ms() / clones(options, entries));
    (share - 1.0).abs() > RUNTIME_SHARE_MAX
}

fn depth(options: &Options<'_>, entries: u32) -> Option<f64> {
    options.depth().map(|depth| depth * clones(options, entries))
}

/// What fio reports on the devices.
fn disks(disks: &[Disk]) -> Option<FactGroup> {
    let row =
        |disk: &Disk| Some(Fact::new(disk.name.clone(), FactValue::BusyShare(disk.util? / 100.0)));
    let rows: Vec<_> = disks.iter().filter_map(row).collect();
    (!rows.is_empty()).then_some(FactGroup { title: FactTitle::ImportedDevices, rows })
}

fn row(job: Job, global: &JobOptions) -> Result<Row, String> {
    if job.trims() && job.sides().filter(|side| side.total_ios > Some(0)).count() == 1 {
        return Err("it has only trims, which are not imported".to_owned());
    }
    let options = Options { job: &job.options, global };
    let block_bytes = options.block_bytes();
    // Version 1 also counts in whole milliseconds; a run time longer than a century is invalid.
    let runtime_ms = Some(job.runtime_ms()).filter(|ms| (1e-9..3.2e12).contains(ms));
    let row = Row {
        seconds: runtime_ms.map(|ms| ms / 1e3),
        block_bytes,
        random: Some(options.pattern().starts_with("rand")),
        targets: options.targets().into_iter().map(str::to_owned).collect(),
        flush: job.sync.map(|side| flushes(*side)).unwrap_or_default(),
        ..Row::default()
    };
    let (read, write) = match (job.read, job.write, job.mixed) {
        (None, None, Some(mixed)) => {
            let all = direction(*mixed, "mixed")?;
            match options.pattern() {
                "read" | "randread" => (all, Direction::default()),
                "write" | "randwrite" => (Direction::default(), all),
                _ => {
                    return Ok(Row {
                        iops: all.iops.map(|iops| (iops, 0.01)),
                        mibps: all.mibps.map(|mibps| (mibps, 0.01)),
                        mean_ns: all.mean_ns.map(|ns| (ns, 1.0)),
                        ..row
                    });
                }
            }
        }
        (read, write, _) => {
            let named = |side: Option<Box<Side>>, name: &str| {
                direction(*side.ok_or_else(|| format!("there is no \"{name}\""))?, name)
            };
            (named(read, "read")?, named(write, "write")?)
        }
    };
    let both =
        |of: fn(&Direction) -> Option<f64>| of(&read).unwrap_or(0.0) + of(&write).unwrap_or(0.0);
    let ios = [&read, &write].map(|d| d.ios.unwrap_or(0) as f64);
    let held = ios[0] * read.mean_ns.unwrap_or(0.0) + ios[1] * write.mean_ns.unwrap_or(0.0);
    let all = ios[0] + ios[1];
    Ok(Row {
        iops: Some((both(|d| d.iops), 0.01)),
        mibps: Some((both(|d| d.mibps), 0.01)),
        mean_ns: (all > 0.0 && held > 0.0).then(|| (held / all, 1.0)),
        read,
        write,
        ..row
    })
}

/// fsync, fdatasync and sync_file_range of a job, which fio counts separately from its reads and writes.
fn flushes(side: Side) -> Direction {
    // fio 3.33 says 0 in "total_ios" and counts them in "lat_ns".
    let sampled = side.lat_ns.as_ref().and_then(|lat| lat.samples);
    let ios = side.total_ios.filter(|ios| *ios > 0).or(sampled);
    let mut out = Direction { ios, ..Direction::default() };
    if out.ios.is_some_and(|ios| ios > 0) {
        latencies(side, &mut out);
    }
    out
}

fn direction(side: Side, name: &str) -> Result<Direction, String> {
    let positive = |number: Option<f64>| number.filter(|n| *n >= 0.0);
    let iops = positive(side.iops).ok_or_else(|| format!("\"{name}\" has no \"iops\""))?;
    let kib = positive(side.bw).ok_or_else(|| format!("\"{name}\" has no \"bw\""))?;
    // Version 2 gives "io_bytes" in KiB; only version 3 also has "io_kbytes".
    let unit = if side.io_kbytes.is_some() { 1 } else { 1024 };
    let runtime_s = positive(side.runtime).unwrap_or(0.0) / 1e3;
    let counted = (runtime_s > 0.0).then(|| (iops * runtime_s).round() as u64);
    let mut out = Direction {
        ios: side.total_ios.or(counted),
        bytes: side.io_bytes.map(|n| n.saturating_mul(unit)),
        short: side.short_ios,
        iops: Some(iops),
        mibps: Some(positive(side.bw_bytes).unwrap_or(kib * 1024.0) / MIB),
        ..Direction::default()
    };
    if out.ios != Some(0) {
        latencies(side, &mut out);
    }
    Ok(out)
}

/// Reads mean, extremes, percentiles and buckets of one kind of operation.
fn latencies(side: Side, out: &mut Direction) {
    let total = in_ns(side.lat_ns, side.lat);
    if let Some((total, unit)) = &total {
        let ns = |number: Option<f64>| number.filter(|n| *n >= 0.0).map(|n| n * unit);
        out.mean_ns = ns(total.mean).filter(|mean| *mean > 0.0);
        out.min_ns = ns(total.min).map(|n| n as u64);
        out.max_ns = ns(total.max).map(|n| n as u64);
    }
    for (latency, unit) in [in_ns(side.clat_ns, side.clat), total].into_iter().flatten() {
        if out.quantiles.is_empty() {
            out.quantiles = latency
                .percentile
                .0
                .into_iter()
                .map(|(percent, value)| (percent / 100.0, (value * unit) as u64))
                .filter(|(share, ns)| (0.0..1.0).contains(share) && *share > 0.0 && *ns > 0)
                .collect();
            out.quantiles.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        if out.buckets.is_empty() {
            let bins = latency.bins.0.into_iter();
            out.buckets = bins.map(|(ns, count)| ((ns * unit) as u64, count as u64)).collect();
            out.buckets.sort_unstable();
        }
    }
}

/// A latency and its unit in nanoseconds: version 3 has `lat_ns`, version 2 has `lat` in microseconds.
fn in_ns(ns: Option<Latency>, us: Option<Latency>) -> Option<(Latency, f64)> {
    ns.map(|latency| (latency, 1.0)).or(us.map(|latency| (latency, 1e3)))
}
