//! A record without its trials and its study: the columns, and the JSON document with the rest.

use record::hosts::HostsRecord;
use record::proof::ProofRecord;
use record::soak::SoakRecord;
use record::{
    FactGroup, Note, Reason, Record, RoleFinding, RunKind, RunSubject, State, StudyRecord,
    TargetSet, TrialRecord, Verdict,
};
use serde::{Deserialize, Serialize};
use summary::{MachineLoad, Warning};
use workload::EngineUse;

/// The parts of a record that have a column of their own.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    pub(crate) kind: RunKind,
    pub(crate) state: State,
    pub(crate) started_unix_s: i64,
    pub(crate) seconds: f64,
    pub(crate) seed: u64,
    pub(crate) target: String,
    pub(crate) subject: RunSubject,
    pub(crate) version: String,
    pub(crate) verdict: Option<Verdict>,
    pub(crate) reason: Reason,
}

/// The document of a run.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    /// Also in a column. SQLite loses the sign of a zero, so the document keeps the exact value.
    seconds: f64,
    command: String,
    engine: EngineUse,
    requirement: String,
    source_text: String,
    /// The number of trials, so that a lost one is noticed.
    pub(crate) trials: usize,
    targets: TargetSet,
    facts: Vec<FactGroup>,
    findings: Vec<RoleFinding>,
    warnings: Vec<Warning>,
    notes: Vec<Note>,
    #[serde(skip_serializing_if = "Option::is_none")]
    machine: Option<MachineLoad>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hosts: Option<HostsRecord>,
}

impl Columns {
    /// Assembles a record.
    pub(crate) fn record(
        self,
        header: Header,
        trials: Vec<TrialRecord>,
        study: Option<StudyRecord>,
        proof: Option<ProofRecord>,
        soak: Option<SoakRecord>,
    ) -> Record {
        let Self {
            kind,
            state,
            started_unix_s,
            seconds: _,
            seed,
            target,
            subject,
            version,
            verdict,
            reason,
        } = self;
        let Header {
            seconds,
            command,
            engine,
            requirement,
            source_text,
            trials: _,
            targets,
            facts,
            findings,
            warnings,
            notes,
            machine,
            hosts,
        } = header;
        Record {
            kind,
            command,
            version,
            started_unix_s,
            seconds,
            seed,
            target,
            subject,
            engine,
            requirement,
            source_text,
            state,
            targets,
            facts,
            trials,
            findings,
            verdict,
            reason,
            warnings,
            notes,
            study,
            proof,
            soak,
            machine,
            hosts,
        }
    }
}

impl Header {
    /// Returns the document of a record.
    pub(crate) fn of(record: &Record) -> Self {
        Self {
            seconds: record.seconds,
            command: record.command.clone(),
            engine: record.engine.clone(),
            requirement: record.requirement.clone(),
            source_text: record.source_text.clone(),
            trials: record.trials.len(),
            targets: record.targets.clone(),
            facts: record.facts.clone(),
            findings: record.findings.clone(),
            warnings: record.warnings.clone(),
            notes: record.notes.clone(),
            machine: record.machine.clone(),
            hosts: record.hosts.clone(),
        }
    }
}
