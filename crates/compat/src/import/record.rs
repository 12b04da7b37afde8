//! A foreign run as a record like our own, marked as imported.
//!
//! Confidence intervals are unknown, and there is no time series: the files do not have them.

use crate::import::arithmetic;
use crate::import::contents::{Direction, Row, Run, Test};
use base::shell::quoted;
use base::shown::clipped;
use record::note::ImportNote;
use record::{
    Fact, FactGroup, FactKey, FactRemark, FactTitle, Note, Record, RunKind, State, TrialPurpose,
    TrialRecord,
};
use summary::stream::ios_needed;
use summary::{Estimate, LatencyQuantile, LatencySummary, StreamSummary};
use workload::EngineUse;

/// The most characters of target names in one line.
const NAMES_CHARS_MAX: usize = 120;

pub fn of(mut run: Run, version: &str) -> Record {
    let mut notes = std::mem::take(&mut run.notes);
    let started_unix_s = run.started_unix_s.or(run.modified_unix_s).unwrap_or(0);
    if run.started_unix_s.is_none() {
        notes.push(ImportNote::FileDate);
    }
    let mut warnings = std::mem::take(&mut run.warnings);
    warnings.extend(run.tests.iter().flat_map(|test| &test.rows).flat_map(arithmetic::warnings));
    warnings.sort_by_key(|warning| std::cmp::Reverse(warning.weight));
    let seconds =
        run.tests.iter().filter_map(|test| longest(&test.rows)).fold(0.0, |all, s| all + s);
    let tool = format!("{} {}", run.tool, run.version).trim_end().to_owned();
    Record {
        kind: RunKind::Import,
        command: format!("plimsoll results import {}", quoted(run.file.as_bytes(), true)),
        version: version.to_owned(),
        started_unix_s,
        seconds,
        target: clipped(&run.targets.join(", "), NAMES_CHARS_MAX).into_owned(),
        subject: format!("{} {}", run.tool, clipped(&run.subject, NAMES_CHARS_MAX))
            .trim_end()
            .into(),
        engine: EngineUse::Imported(tool),
        source_text: std::mem::take(&mut run.source_text),
        state: State::Done,
        facts: facts(&run),
        trials: run.tests.into_iter().map(trial).collect(),
        warnings,
        notes: notes.into_iter().map(Note::Imported).collect(),
        ..Record::default()
    }
}

fn longest(rows: &[Row]) -> Option<f64> {
    rows.iter().filter_map(|row| row.seconds).max_by(f64::total_cmp)
}

fn facts(run: &Run) -> Vec<FactGroup> {
    let mut rows = vec![
        Fact::new(FactKey::ImportTool, run.tool),
        Fact::new(FactKey::ImportVersion, run.version.clone()),
        Fact::new(FactKey::ImportFile, run.file.clone())
            .with(FactRemark::FromLine { line: run.line.max(1) }),
        Fact::new(FactKey::ImportCommand, run.command.clone()),
    ];
    rows.retain(|row| !row.value.is_empty());
    let mut facts = vec![FactGroup { title: FactTitle::Import, rows }];
    facts.extend(run.facts.iter().cloned());
    facts
}

fn trial(test: Test) -> TrialRecord {
    let depth: f64 = test.rows.iter().filter_map(|row| row.depth).sum();
    TrialRecord {
        role: test.name,
        purpose: TrialPurpose::of(&test.purpose),
        rate_iops: None,
        depth: depth.round() as u32,
        streams: test.rows.into_iter().map(stream).collect(),
        held: None,
    }
}

fn stream(row: Row) -> StreamSummary {
    let rate = |value: Option<(f64, f64)>| Estimate::unknown(value.map_or(f64::NAN, |n| n.0));
    let held = |iops: f64, ns: f64| iops * ns / 1e9;
    let depth_mean = match (row.iops, row.mean_ns) {
        // A mean truncated to whole milliseconds says less than the requested depth.
        (Some((iops, _)), Some((mean_ns, cut_ns))) if cut_ns < mean_ns / 10.0 => {
            held(iops, mean_ns)
        }
        _ => row.depth.unwrap_or(f64::NAN),
    };
    StreamSummary {
        name: row.name,
        seconds: row.seconds.unwrap_or(f64::NAN),
        iops: rate(row.iops),
        mibps: rate(row.mibps),
        depth_mean,
        read: latency(&row.read),
        write: latency(&row.write),
        flush: latency(&row.flush),
        ..StreamSummary::default()
    }
}

fn latency(direction: &Direction) -> LatencySummary {
    LatencySummary {
        ios: direction.ios.unwrap_or(0),
        bytes: direction.bytes.unwrap_or(0),
        errors: direction.errors,
        short: direction.short,
        mean_ns: direction.mean_ns.unwrap_or(0.0),
        min_ns: direction.min_ns.unwrap_or(0),
        max_ns: direction.max_ns.unwrap_or(0),
        // Some tools print nine nines of a handful of operations; only quantiles with enough operations are kept.
        quantiles: direction
            .quantiles
            .iter()
            .filter(|known| known.1 > 0 && direction.ios.unwrap_or(0) >= ios_needed(known.0))
            .map(|&(quantile, ns)| LatencyQuantile::closed(quantile, ns))
            .collect(),
        buckets: thinned(&direction.buckets),
        late_ns_p50: None,
        steady_iops: None,
    }
}

/// Merges neighbouring buckets into at most 400, as in our own records.
fn thinned(buckets: &[(u64, u64)]) -> Vec<(u64, u64)> {
    let each = buckets.len().div_ceil(400).max(1);
    let merged = |part: &[(u64, u64)]| {
        (part.last().map_or(0, |b| b.0), part.iter().fold(0, |sum: u64, b| sum.saturating_add(b.1)))
    };
    buckets.chunks(each).map(merged).collect()
}
