//! A record without its trials and its study: the columns, and the JSON document with the rest.

use record::hosts::HostsRecord;
use record::proof::ProofRecord;
use record::soak::SoakRecord;
use record::{
    FactGroup, Note, Reason, Record, RoleFinding, RunKind, RunSubject, State, StudyRecord,
    TargetSet, TrialRecord, Verdict,
};
use serde::{Deserialize, Serialize};
use summary::Warning;
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

/// The parts of a record that have tables of their own.
pub(crate) struct Parts<'a> {
    pub(crate) trials: &'a [TrialRecord],
    pub(crate) study: Option<&'a StudyRecord>,
    pub(crate) proof: Option<&'a ProofRecord>,
    pub(crate) soak: Option<&'a SoakRecord>,
}

/// The document of a run.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    /// Also in a column. SQLite loses the sign of a zero and converts NaN to NULL, so the document keeps the exact value.
    #[serde(with = "base::float")]
    seconds: f64,
    command: String,
    engine: EngineUse,
    requirement: String,
    source_text: String,
    #[serde(default)]
    targets: TargetSet,
    facts: Vec<FactGroup>,
    findings: Vec<RoleFinding>,
    warnings: Vec<Warning>,
    notes: Vec<Note>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hosts: Option<HostsRecord>,
}

/// The live values of a [`Header`].
pub(crate) struct HeaderFields<'a> {
    pub(crate) seconds: f64,
    pub(crate) command: &'a str,
    pub(crate) engine: &'a EngineUse,
    pub(crate) requirement: &'a str,
    pub(crate) source_text: &'a str,
    pub(crate) targets: &'a TargetSet,
    pub(crate) facts: &'a [FactGroup],
    pub(crate) findings: &'a [RoleFinding],
    pub(crate) warnings: &'a [Warning],
    pub(crate) notes: &'a [Note],
    pub(crate) hosts: Option<&'a HostsRecord>,
}

impl Columns {
    /// Splits a record into columns, document, trials and study.
    pub(crate) fn of(record: &Record) -> (Self, Header, Parts<'_>) {
        let Record {
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
            hosts,
        } = record;
        let columns = Self {
            kind: *kind,
            state: *state,
            started_unix_s: *started_unix_s,
            seconds: *seconds,
            seed: *seed,
            target: target.clone(),
            subject: subject.clone(),
            version: version.clone(),
            verdict: *verdict,
            reason: reason.clone(),
        };
        let seconds = *seconds;
        let fields = HeaderFields {
            seconds,
            command,
            engine,
            requirement,
            source_text,
            targets,
            facts,
            findings,
            warnings,
            notes,
            hosts: hosts.as_ref(),
        };
        let parts =
            Parts { trials, study: study.as_ref(), proof: proof.as_ref(), soak: soak.as_ref() };
        (columns, Header::of(&fields), parts)
    }

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
            targets,
            facts,
            findings,
            warnings,
            notes,
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
            hosts,
        }
    }
}

impl Header {
    /// Facts in groups.
    pub(crate) fn facts(&self) -> &[FactGroup] {
        &self.facts
    }

    /// Creates the document of the live values.
    pub(crate) fn of(fields: &HeaderFields<'_>) -> Self {
        let HeaderFields {
            seconds,
            command,
            engine,
            requirement,
            source_text,
            targets,
            facts,
            findings,
            warnings,
            notes,
            hosts,
        } = fields;
        Self {
            seconds: *seconds,
            command: (*command).to_owned(),
            engine: (*engine).clone(),
            requirement: (*requirement).to_owned(),
            source_text: (*source_text).to_owned(),
            targets: (*targets).clone(),
            facts: facts.to_vec(),
            findings: findings.to_vec(),
            warnings: warnings.to_vec(),
            notes: notes.to_vec(),
            hosts: hosts.cloned(),
        }
    }
}
