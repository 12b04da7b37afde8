//! fio's JSON (`json` and `json+`, versions 2 and 3): one document or many, with any text around them.
//!
//! Each document is a run, each group of jobs a test, each job a row. Documents of `--status-interval` show the same
//! jobs in progress and form one run: the last document is kept, and a note says so.

use crate::import::ReaderResult;
use crate::import::contents::{Direction, Row, Run, Test};
use record::note::ImportNote;
use record::{Fact, FactGroup, FactTitle, FactValue};
use serde_json::Value;
use summary::warning::{Contradiction, Detail};
use summary::{Warning, WarningKind, Weight};

mod options;

use options::Options;

const MIB: f64 = (1u64 << 20) as f64;

/// Reads every document of a text.
pub fn read(text: &str) -> ReaderResult {
    let (documents, mut wrong) = documents(text);
    let mut runs: Vec<(&Value, Run)> = Vec::new();
    for (line, raw, document) in &documents {
        match run(document, *line) {
            Ok(mut found) => {
                found.source_text = (*raw).to_owned();
                match runs.last_mut() {
                    Some((known, before)) if goes_on(known, document) => {
                        found.notes.push(ImportNote::EarlierDocument(before.line));
                        found.notes.append(&mut before.notes);
                        *before = found;
                        *known = document;
                    }
                    _ => runs.push((document, found)),
                }
            }
            Err(mut found) => wrong.append(&mut found),
        }
    }
    if runs.is_empty() && wrong.is_empty() {
        wrong.push((1, "this file has no complete JSON document of fio".to_owned()));
    }
    wrong.sort();
    if wrong.is_empty() { Ok(runs.into_iter().map(|found| found.1).collect()) } else { Err(wrong) }
}

/// A document: its line, its text, and its parsed value.
type Document<'a> = (usize, &'a str, Value);

/// The documents with their lines; text between them is not fio's JSON and is ignored.
fn documents(text: &str) -> (Vec<Document<'_>>, Vec<(usize, String)>) {
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    let (mut from, mut line, mut counted) = (0, 1, 0);
    while let Some(start) = text[from..].find('{').map(|at| from + at) {
        line += text[counted..start].matches('\n').count();
        counted = start;
        let mut stream = serde_json::Deserializer::from_str(&text[start..]).into_iter::<Value>();
        match stream.next() {
            Some(Ok(value)) => {
                from = start + stream.byte_offset();
                if value.get("fio version").is_some() {
                    found.push((line, &text[start..from], value));
                }
            }
            Some(Err(error)) => {
                from = start + 1;
                // Braces in a message are not JSON; a document that is cut off is an error and is reported once.
                let head: String = text[start + 1..].chars().take(400).collect();
                if head.trim_start().starts_with("\"fio version\"") {
                    let at = line + error.line() - 1;
                    wrong.push((
                        at,
                        format!("the document that starts at line {line} is not JSON: {error}"),
                    ));
                    from = text.len().min(start + 1 + skip_broken(&text[start + 1..]));
                }
            }
            None => break,
        }
    }
    (found, wrong)
}

/// Where the next document starts after a broken one.
fn skip_broken(rest: &str) -> usize {
    rest.match_indices("\n{").map(|(at, _)| at + 1).next().unwrap_or(rest.len())
}

/// Whether a document continues the jobs of the one before (`--status-interval`). Start times decide if fio gives
/// them. Otherwise names, options and the program's start must be equal, no count may fall, and the jobs must have run
/// for at least half of the time between the two.
fn goes_on(before: &Value, document: &Value) -> bool {
    let (known, key) = (same_jobs(before), same_jobs(document));
    if !known.is_empty() || !key.is_empty() {
        return known == key;
    }
    let named = |document: &Value| -> Vec<(Value, Value)> {
        let part = |job: &Value, name: &str| job.get(name).cloned().unwrap_or(Value::Null);
        jobs(document).iter().map(|job| (part(job, "jobname"), part(job, "job options"))).collect()
    };
    if named(before) != named(document)
        || before.get("global options") != document.get("global options")
    {
        return false;
    }
    let number = |value: &Value, name: &str| value.get(name).and_then(Value::as_f64);
    let ended_s = |document: &Value| {
        let whole = || number(document, "timestamp");
        number(document, "timestamp_ms").map(|ms| ms / 1e3).or_else(whole)
    };
    let (Some(earlier_s), Some(later_s)) = (ended_s(before), ended_s(document)) else {
        return false;
    };
    let mut ran_s = 0.0;
    for (one, other) in jobs(before).iter().zip(jobs(document)) {
        let grown = |name: &str| Some(number(other, name)? - number(one, name)?);
        let of_sides = |job: &Value, name: &str| -> Vec<f64> {
            let sides = ["read", "write", "trim", "mixed"].into_iter();
            sides.filter_map(|side| number(job.get(side)?, name)).collect()
        };
        let ios = |job: &Value| of_sides(job, "total_ios").iter().sum::<f64>();
        // While a job is in progress, only its directions have a run time.
        let runtime_ms = |job: &Value| of_sides(job, "runtime").into_iter().fold(0.0, f64::max);
        let Some(elapsed_s) = grown("elapsed") else { return false };
        // `elapsed` counts whole seconds.
        if (later_s - earlier_s - elapsed_s).abs() > 1.5
            || runtime_ms(other) < runtime_ms(one)
            || ios(other) < ios(one)
        {
            return false;
        }
        ran_s += (runtime_ms(other) - runtime_ms(one)) / 1e3;
    }
    // The tolerance covers two last documents that are printed at the same moment.
    ran_s + 0.1 >= 0.5 * (later_s - earlier_s)
}

/// A key that equal jobs share: their names and start times; empty when fio gives no start times.
fn same_jobs(document: &Value) -> String {
    let mut key = String::new();
    for job in jobs(document) {
        let Some(start) = job.get("job_start").and_then(Value::as_u64) else {
            return String::new();
        };
        key.push_str(&format!("{}@{start};", text_of(job, "jobname")));
    }
    key
}

fn jobs(document: &Value) -> &[Value] {
    document.get("jobs").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn text_of<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn run(document: &Value, line: usize) -> Result<Run, Vec<(usize, String)>> {
    let version = text_of(document, "fio version").trim_start_matches("fio-").to_owned();
    let seconds = |name: &str| document.get(name).and_then(Value::as_i64);
    let mut run =
        Run { tool: "fio", version, line, started_unix_s: seconds("timestamp"), ..Run::default() };
    let starts = jobs(document).iter().filter_map(|job| job.get("job_start")?.as_i64());
    if let Some(first_ms) = starts.min() {
        run.started_unix_s = Some(first_ms / 1000);
    }
    if jobs(document).is_empty() {
        return Err(vec![(line, "the document that starts here has no jobs".to_owned())]);
    }
    let mut wrong = Vec::new();
    let (mut names, mut targets): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let mut group = None;
    for (index, job) in jobs(document).iter().enumerate() {
        let name = text_of(job, "jobname").to_owned();
        let options = Options::of(document, job);
        let mut row = match row(job, &options) {
            Ok(row) => row,
            Err(what) => {
                wrong.push((line, format!("job {} (\"{name}\"): {what}", index + 1)));
                continue;
            }
        };
        row.line = line;
        let clones = names.iter().filter(|known| **known == name).count();
        row.name = if clones == 0 { name.clone() } else { format!("{name} {}", clones + 1) };
        if let Some(code) = job.get("error").and_then(Value::as_i64).filter(|code| *code != 0) {
            let detail = Detail::Imported { line, contradiction: Contradiction::ToolError(code) };
            let kind = WarningKind::IoErrors;
            run.warnings.push(Warning::of_stream(&row.name, kind, Weight::Warning, detail));
        }
        targets.extend(options.target().filter(|place| !targets.contains(place)));
        names.push(name);
        let number = job.get("groupid").and_then(Value::as_u64).unwrap_or(0);
        if group != Some(number) {
            group = Some(number);
            let name = format!("group {number}");
            run.tests.push(Test { name, purpose: options.words(), rows: Vec::new() });
        }
        if let Some(test) = run.tests.last_mut() {
            test.rows.push(row);
        }
    }
    names.dedup();
    run.subject = names.join(", ");
    run.targets = targets;
    run.notes.push(ImportNote::CompletionLatency);
    run.facts.extend(disks(document));
    if wrong.is_empty() { Ok(run) } else { Err(wrong) }
}

/// What fio reports on the devices.
fn disks(document: &Value) -> Option<FactGroup> {
    let disks = document.get("disk_util")?.as_array()?;
    let row = |disk: &Value| {
        let util = disk.get("util").and_then(Value::as_f64)?;
        Some(Fact::new(text_of(disk, "name").to_owned(), FactValue::BusyShare(util / 100.0)))
    };
    let rows: Vec<_> = disks.iter().filter_map(row).collect();
    (!rows.is_empty()).then_some(FactGroup { title: FactTitle::ImportedDevices, rows })
}

fn row(job: &Value, options: &Options) -> Result<Row, String> {
    let read = direction(job, "read")?;
    let write = direction(job, "write")?;
    let runtime = |name: &str| {
        let ms = job.get(name).and_then(|d| d.get("runtime")).and_then(Value::as_f64);
        // Version 1 also counts in whole milliseconds; a run time longer than a century is invalid.
        ms.filter(|ms| (0.0..3.2e12).contains(ms)).unwrap_or(0.0) / 1e3
    };
    let seconds = runtime("read").max(runtime("write"));
    let both =
        |of: fn(&Direction) -> Option<f64>| of(&read).unwrap_or(0.0) + of(&write).unwrap_or(0.0);
    let ios = [&read, &write].map(|d| d.ios.unwrap_or(0) as f64);
    let held = ios[0] * read.mean_ns.unwrap_or(0.0) + ios[1] * write.mean_ns.unwrap_or(0.0);
    let all = ios[0] + ios[1];
    Ok(Row {
        seconds: (seconds > 0.0).then_some(seconds),
        iops: Some((both(|d| d.iops), 0.01)),
        mibps: Some((both(|d| d.mibps), 0.01)),
        block_bytes: options.block_bytes(),
        depth: options.depth(),
        mean_ns: (all > 0.0 && held > 0.0).then(|| (held / all, 1.0)),
        read,
        write,
        flush: flushes(job),
        ..Row::default()
    })
}

/// fsync, fdatasync and sync_file_range of a job, which fio counts separately from its reads and writes.
fn flushes(job: &Value) -> Direction {
    let mut out = Direction::default();
    let Some(part) = job.get("sync") else { return out };
    out.ios = part.get("total_ios").and_then(Value::as_u64);
    if out.ios.is_some_and(|ios| ios > 0) {
        latencies(part, &mut out);
    }
    out
}

fn direction(job: &Value, name: &str) -> Result<Direction, String> {
    let part = job.get(name).ok_or_else(|| format!("there is no \"{name}\""))?;
    let number = |key: &str| part.get(key).and_then(Value::as_f64).filter(|n| *n >= 0.0);
    let whole = |key: &str| part.get(key).and_then(Value::as_u64);
    let iops = number("iops").ok_or_else(|| format!("\"{name}\" has no \"iops\""))?;
    let kib = number("bw").ok_or_else(|| format!("\"{name}\" has no \"bw\""))?;
    // Version 2 gives "io_bytes" in KiB; only version 3 also has "io_kbytes".
    let unit = if part.get("io_kbytes").is_some() { 1 } else { 1024 };
    let bytes = whole("io_bytes").map(|n| n.saturating_mul(unit));
    let runtime_s = number("runtime").unwrap_or(0.0) / 1e3;
    let ios = whole("total_ios").or((runtime_s > 0.0).then(|| (iops * runtime_s).round() as u64));
    let mut out = Direction {
        ios,
        bytes,
        short: whole("short_ios").unwrap_or(0),
        iops: Some(iops),
        mibps: Some(number("bw_bytes").unwrap_or(kib * 1024.0) / MIB),
        ..Direction::default()
    };
    if ios != Some(0) {
        latencies(part, &mut out);
    }
    Ok(out)
}

/// Reads mean, extremes, percentiles and buckets of one kind of operation.
fn latencies(part: &Value, out: &mut Direction) {
    let (total, unit) = in_ns(part, "lat");
    let ns = |value: &Value, key: &str, unit: f64| {
        value.get(key).and_then(Value::as_f64).filter(|n| *n >= 0.0).map(|n| n * unit)
    };
    if let Some(total) = total {
        out.mean_ns = ns(total, "mean", unit).filter(|mean| *mean > 0.0);
        out.min_ns = ns(total, "min", unit).map(|n| n as u64);
        out.max_ns = ns(total, "max", unit).map(|n| n as u64);
    }
    let shares = [in_ns(part, "clat"), (total, unit)];
    for (source, unit) in shares.into_iter().filter_map(|(source, unit)| Some((source?, unit))) {
        if out.quantiles.is_empty() {
            out.quantiles = pairs(source, "percentile")
                .map(|(percent, value)| (percent / 100.0, (value * unit) as u64))
                .filter(|(share, ns)| (0.0..1.0).contains(share) && *share > 0.0 && *ns > 0)
                .collect();
            out.quantiles.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        if out.buckets.is_empty() {
            out.buckets = pairs(source, "bins")
                .map(|(ns, count)| ((ns * unit) as u64, count as u64))
                .collect();
            out.buckets.sort_unstable();
        }
    }
}

/// A latency's object and its unit in nanoseconds: version 3 has `lat_ns`, version 2 has `lat` in microseconds.
fn in_ns<'a>(part: &'a Value, name: &str) -> (Option<&'a Value>, f64) {
    match part.get(format!("{name}_ns")) {
        Some(found) => (Some(found), 1.0),
        None => (part.get(name), 1e3),
    }
}

/// The pairs of an object whose keys are numbers.
fn pairs<'a>(source: &'a Value, name: &str) -> impl Iterator<Item = (f64, f64)> + use<'a> {
    let object = source.get(name).and_then(Value::as_object);
    object.into_iter().flatten().filter_map(|(key, value)| {
        Some((key.parse::<f64>().ok()?, value.as_f64().filter(|n| *n >= 0.0)?))
    })
}
