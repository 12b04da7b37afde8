//! A record as one JSON document: its serialized form, with the sentences and figures that are made from it for readers.
//!
//! NaN and infinity become `null`. docs/reference/json.md describes every key; session/tests/simulated/keys.txt lists them with
//! their types.

use crate::facts::{FactTable, SubjectRemark};
use crate::language::Language;
use crate::stream_figures::STREAM_FIGURES;
use record::proof::{FaultCount, ProofRecord};
use record::race::RaceFinding;
use record::reason::{Action, Cause};
use record::{
    Finding, Measurement, Point, PointRecord, Purpose, Record, RoleFinding, StageRecord, State,
    StudyRecord, TrialRecord, Verdict,
};
use serde::Serialize;
use serde_json::json;
use std::borrow::Cow;
use std::collections::BTreeMap;
use summary::{StreamSummary, Warning};

/// The version of the document. It increases when a key changes its meaning or is removed, not when one is added.
pub const FORMAT: u32 = 2;

/// The document, indented, with a line feed at its end.
pub fn json(record: &Record) -> String {
    let document = Document {
        format: FORMAT,
        sentence: crate::words::run_reason(Language::En, record),
        record,
        subject: record.subject.words(),
        trials: record.trials.iter().map(TrialDocument::of).collect(),
        facts: crate::facts::of_record(Language::En, record).into_iter().map(Into::into).collect(),
        findings: record.findings.iter().map(FindingDocument::of).collect(),
        warnings: record.warnings.iter().map(WarningDocument::of).collect(),
        notes: record.notes.iter().map(|note| crate::words::note(Language::En, note)).collect(),
        failures: failures(record),
        study: record.study.as_ref().map(|study| StudyDocument::of(study, record.state)),
        proof: record.proof.as_ref().map(ProofDocument::of),
    };
    let text = serde_json::to_string_pretty(&document);
    text.expect("the document has string keys and plain values only") + "\n"
}

#[derive(Serialize)]
struct Document<'a> {
    format: u32,
    sentence: String,
    #[serde(flatten)]
    record: &'a Record,
    subject: String,
    trials: Vec<TrialDocument<'a>>,
    facts: Vec<FactGroupDocument>,
    findings: Vec<FindingDocument<'a>>,
    warnings: Vec<WarningDocument<'a>>,
    notes: Vec<String>,
    /// What failed on a host or in a file, in words.
    failures: Vec<FailureDocument<'a>>,
    study: Option<StudyDocument<'a>>,
    proof: Option<ProofDocument<'a>>,
}

#[derive(Serialize)]
struct TrialDocument<'a> {
    #[serde(flatten)]
    trial: &'a TrialRecord,
    streams: Vec<StreamDocument<'a>>,
}

#[derive(Serialize)]
struct StreamDocument<'a> {
    #[serde(flatten)]
    stream: &'a StreamSummary,
    #[serde(flatten)]
    figures: BTreeMap<&'static str, Option<f64>>,
}

#[derive(Serialize)]
struct FindingDocument<'a> {
    #[serde(flatten)]
    finding: &'a RoleFinding,
    operation: String,
    sentence: String,
    /// The required rate between the confirmed and the refuted load.
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<Cause<'a>>,
    #[serde(rename = "do", skip_serializing_if = "Option::is_none")]
    action: Option<Action>,
}

#[derive(Serialize)]
struct WarningDocument<'a> {
    #[serde(flatten)]
    warning: &'a Warning,
    text: String,
}

#[derive(Serialize)]
struct FailureDocument<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    sentence: String,
}

fn failures(record: &Record) -> Vec<FailureDocument<'_>> {
    let text = |failure| crate::words::run_failure(Language::En, failure);
    let hosts = record.hosts.iter().flat_map(|hosts| &hosts.hosts).filter_map(|host| {
        let sentence = text(host.failure.as_ref()?);
        Some(FailureDocument { host: Some(&host.name), file: None, sentence })
    });
    let files = record.proof.iter().flat_map(|proof| &proof.files).filter_map(|file| {
        let sentence = text(file.failure.as_ref()?);
        Some(FailureDocument { host: None, file: Some(&file.path), sentence })
    });
    hosts.chain(files).collect()
}

#[derive(Serialize)]
struct StudyDocument<'a> {
    /// A hash of everything that decides which points are requested.
    identity: String,
    stages: Vec<StageDocument<'a>>,
}

#[derive(Serialize)]
struct StageDocument<'a> {
    #[serde(flatten)]
    stage: &'a StageRecord,
    answer: String,
    remarks: Vec<String>,
    warnings: Vec<String>,
    outliers: Vec<&'a str>,
    finding: Option<Cow<'a, Finding>>,
    points: Vec<PointDocument<'a>>,
}

#[derive(Serialize)]
struct PointDocument<'a> {
    id: String,
    descriptor: String,
    purpose: Purpose,
    #[serde(flatten)]
    point: &'a Point,
    #[serde(flatten)]
    measured: &'a Measurement,
}

#[derive(Serialize)]
struct ProofDocument<'a> {
    read_back_share: Option<f64>,
    faults: Vec<FaultCount>,
    #[serde(flatten)]
    proof: &'a ProofRecord,
}

impl<'a> TrialDocument<'a> {
    fn of(trial: &'a TrialRecord) -> Self {
        Self { trial, streams: trial.streams.iter().map(StreamDocument::of).collect() }
    }
}

impl<'a> StreamDocument<'a> {
    fn of(stream: &'a StreamSummary) -> Self {
        let figures = STREAM_FIGURES.iter().map(|figure| (figure.key, (figure.value)(stream)));
        Self { stream, figures: figures.collect() }
    }
}

impl<'a> FindingDocument<'a> {
    fn of(finding: &'a RoleFinding) -> Self {
        Self {
            finding,
            operation: crate::words::role_io(Language::En, &finding.io),
            sentence: crate::words::role_reason(Language::En, &finding.role, &finding.reason),
            open: finding.reason.open_rate(),
            because: finding.reason.cause().filter(|_| finding.verdict != Verdict::Fit),
            action: finding.reason.action(),
        }
    }
}

impl<'a> WarningDocument<'a> {
    fn of(warning: &'a Warning) -> Self {
        Self { warning, text: crate::words::detail(Language::En, &warning.detail) }
    }
}

impl<'a> StudyDocument<'a> {
    fn of(study: &'a StudyRecord, state: State) -> Self {
        let texts = crate::studies::stage_texts(Language::En, state, study);
        Self {
            identity: format!("{:016x}", record::hash(&study.identity)),
            stages: study.stages.iter().zip(texts).map(StageDocument::of).collect(),
        }
    }
}

impl<'a> StageDocument<'a> {
    fn of((stage, texts): (&'a StageRecord, crate::studies::StageText)) -> Self {
        let outliers = match &stage.finding {
            Some(Finding::Calibrate(found)) => found.outliers(),
            _ => Vec::new(),
        };
        Self {
            stage,
            answer: texts.headline,
            remarks: texts.notes,
            warnings: texts.warnings,
            outliers,
            finding: stage.finding.as_ref().map(without_points),
            points: stage.points.iter().map(PointDocument::of).collect(),
        }
    }
}

/// A finding without the points of a race, which the document already contains.
fn without_points(finding: &Finding) -> Cow<'_, Finding> {
    match finding {
        Finding::Race(race) => {
            Cow::Owned(Finding::Race(RaceFinding { points: Vec::new(), ..race.clone() }))
        }
        other => Cow::Borrowed(other),
    }
}

impl<'a> PointDocument<'a> {
    fn of(record: &'a PointRecord) -> Self {
        let PointRecord { purpose, point, measured } = record;
        let descriptor = record.descriptor();
        Self { id: point.id().to_string(), descriptor, purpose: *purpose, point, measured }
    }
}

impl<'a> ProofDocument<'a> {
    fn of(proof: &'a ProofRecord) -> Self {
        let (read_back_share, faults) = (proof.counts().read_back_share(), proof.by_kind());
        Self { read_back_share, faults, proof }
    }
}

#[cfg(test)]
mod tests;

#[derive(Serialize)]
pub(super) struct FactGroupDocument {
    title: String,
    rows: Vec<FactDocument>,
}

#[derive(Serialize)]
struct FactDocument {
    name: String,
    value: String,
    remark: String,
}

impl From<FactTable> for FactGroupDocument {
    fn from(table: FactTable) -> Self {
        let rows = table.rows.into_iter().map(|row| FactDocument {
            name: row.name,
            value: row.value,
            remark: row.remark,
        });
        Self { title: table.title, rows: rows.collect() }
    }
}

/// The inventory of a machine as one JSON document.
pub fn inventory_json(tables: Vec<FactTable>, remarks: &[SubjectRemark]) -> String {
    let group = |table| {
        let FactGroupDocument { title, rows } = table;
        json!({ "title": title, "facts": rows })
    };
    let groups: Vec<_> = tables.into_iter().map(FactGroupDocument::from).map(group).collect();
    let remark = |one: &SubjectRemark| json!({ "about": one.about, "text": one.text });
    let remarks: Vec<_> = remarks.iter().map(remark).collect();
    format!("{:#}\n", json!({ "format": 1, "groups": groups, "remarks": remarks }))
}
