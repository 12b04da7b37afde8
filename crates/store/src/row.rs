//! Documents that hold more, or less, than the serde form of `record`: a run beside its parts, a trial beside its streams, a stream
//! without its packed lists.

use record::{FactGroup, Note, Reason, Record, RoleFinding, RunSubject, TrialRecord};
use serde::{Deserialize, Serialize};
use summary::{StreamSummary, TimeSeriesPoint, Warning};

/// The document of a run: all of its record but what has tables of its own.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RunDocument {
    /// The number of trials, so that a lost one is noticed.
    pub(crate) trials: usize,
    #[serde(flatten)]
    record: Record,
    // JSON shows these in words, so the serde form of a record lacks them.
    subject: RunSubject,
    facts: Vec<FactGroup>,
    findings: Vec<RoleFinding>,
    warnings: Vec<Warning>,
    notes: Vec<Note>,
}

impl RunDocument {
    pub(crate) fn of(record: &Record) -> Self {
        Self {
            trials: record.trials.len(),
            subject: record.subject.clone(),
            facts: record.facts.clone(),
            findings: record.findings.clone(),
            warnings: record.warnings.clone(),
            notes: record.notes.clone(),
            record: Record { soak: None, ..record.clone() },
        }
    }

    /// The record without what has tables of its own.
    pub(crate) fn record(self) -> Record {
        let Self { trials: _, record, subject, facts, findings, warnings, notes } = self;
        Record { subject, facts, findings, warnings, notes, ..record }
    }
}

/// What a list shows of a run besides its columns.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunOutline {
    pub(crate) subject: RunSubject,
    pub(crate) reason: Reason,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrialDocument {
    /// The number of its streams, so that a lost one is noticed; none before its end.
    pub(crate) streams: Option<usize>,
    pub(crate) trial: TrialRecord,
}

/// The distributions of a stream: reads, writes, flushes.
pub(crate) type Distributions = [Vec<(u64, u64)>; 3];

/// Returns the part of a stream that its document holds.
pub(crate) fn without_lists(stream: &StreamSummary) -> StreamSummary {
    with_lists(stream.clone(), Vec::new(), Distributions::default())
}

/// Assembles a stream from its document and its packed lists.
pub(crate) fn with_lists(
    mut stream: StreamSummary,
    points: Vec<TimeSeriesPoint>,
    [read, write, flush]: Distributions,
) -> StreamSummary {
    stream.read.buckets = read;
    stream.write.buckets = write;
    stream.flush.buckets = flush;
    StreamSummary { points, ..stream }
}
