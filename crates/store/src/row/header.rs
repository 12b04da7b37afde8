//! Everything of a record but its trials and its study: what has a column, and the JSON document of the rest.

use super::Float;
use super::names::*;
use base::Nanos;
use record::proof::ProofRecord;
use record::{
    FactGroup, Quota, Record, RoleFinding, RunKind, State, StudyRecord, TrialRecord, Verdict,
};
use serde::{Deserialize, Serialize};
use summary::{Doubt, Estimate};
use workload::Ceiling;

/// What of a record has a column of its own.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    pub(crate) kind: RunKind,
    pub(crate) state: State,
    pub(crate) started_unix_s: i64,
    pub(crate) seconds: f64,
    pub(crate) seed: u64,
    pub(crate) target: String,
    pub(crate) subject: String,
    pub(crate) version: String,
    pub(crate) verdict: Option<Verdict>,
    pub(crate) reason: String,
}

/// What of a record has tables of its own.
pub(crate) struct Parts<'a> {
    pub(crate) trials: &'a [TrialRecord],
    pub(crate) study: Option<&'a StudyRecord>,
    pub(crate) proof: Option<&'a ProofRecord>,
}

/// The document of a run.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    /// Again beside its column: SQLite forgets the sign of a zero and makes NULL of a NaN.
    seconds: Float,
    command: String,
    engine: String,
    need: String,
    source_text: String,
    facts: Vec<FactGroupDoc>,
    findings: Vec<RoleDoc>,
    doubts: Vec<DoubtDoc>,
    notes: Vec<String>,
}

/// The live values of a [`Header`].
pub(crate) struct Shown<'a> {
    pub(crate) seconds: f64,
    pub(crate) command: &'a str,
    pub(crate) engine: &'a str,
    pub(crate) need: &'a str,
    pub(crate) source_text: &'a str,
    pub(crate) facts: &'a [FactGroup],
    pub(crate) findings: &'a [RoleFinding],
    pub(crate) doubts: &'a [Doubt],
    pub(crate) notes: &'a [String],
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FactGroupDoc {
    title: String,
    rows: Vec<(String, String, String)>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DoubtDoc {
    kind: String,
    weight: String,
    about: String,
    text: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoleDoc {
    role: String,
    title: String,
    kind: String,
    operation: String,
    ceiling_quantile: Float,
    ceiling_latency_ns: u64,
    load_line: Option<EstimateDoc>,
    mibps: Option<Float>,
    latency_ns: Option<u64>,
    /// Absent in records of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at_need: Option<(Float, u64)>,
    saturation_iops: Option<Float>,
    commits_single: Option<EstimateDoc>,
    commit_latency_ns: Option<(u64, u64)>,
    commits_group: Option<(EstimateDoc, u32)>,
    limit: String,
    /// Absent in records of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    quota: Option<QuotaDoc>,
    verdict: String,
    reason: String,
}

/// The quota that limits a role.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct QuotaDoc {
    value: Float,
    unit: String,
    owner: Option<String>,
}

impl From<&Quota> for QuotaDoc {
    fn from(live: &Quota) -> Self {
        let Quota { value, unit, owner } = live;
        Self { value: Float(*value), unit: unit.clone(), owner: owner.clone() }
    }
}

impl From<QuotaDoc> for Quota {
    fn from(stored: QuotaDoc) -> Self {
        let QuotaDoc { value, unit, owner } = stored;
        Self { value: value.0, unit, owner }
    }
}

/// A number with its interval.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EstimateDoc {
    value: Float,
    low: Float,
    high: Float,
    confidence: Float,
}

impl From<&Estimate> for EstimateDoc {
    fn from(live: &Estimate) -> Self {
        let Estimate { value, low, high, confidence } = *live;
        Self {
            value: Float(value),
            low: Float(low),
            high: Float(high),
            confidence: Float(confidence),
        }
    }
}

impl From<EstimateDoc> for Estimate {
    fn from(stored: EstimateDoc) -> Self {
        let EstimateDoc { value, low, high, confidence } = stored;
        Self { value: value.0, low: low.0, high: high.0, confidence: confidence.0 }
    }
}

impl Columns {
    /// Takes a record apart: columns, document, trials, study.
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
            need,
            source_text,
            state,
            facts,
            trials,
            findings,
            verdict,
            reason,
            doubts,
            notes,
            study,
            proof,
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
        let shown =
            Shown { seconds, command, engine, need, source_text, facts, findings, doubts, notes };
        let parts = Parts { trials, study: study.as_ref(), proof: proof.as_ref() };
        (columns, Header::of(&shown), parts)
    }

    /// Puts a record together again.
    pub(crate) fn record(
        self,
        header: Header,
        trials: Vec<TrialRecord>,
        study: Option<StudyRecord>,
        proof: Option<ProofRecord>,
    ) -> Result<Record, String> {
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
        let Header { seconds, command, engine, need, source_text, facts, findings, doubts, notes } =
            header;
        Ok(Record {
            kind,
            command,
            version,
            started_unix_s,
            seconds: seconds.0,
            seed,
            target,
            subject,
            engine,
            need,
            source_text,
            state,
            facts: facts.into_iter().map(FactGroup::from).collect(),
            trials,
            findings: findings.into_iter().map(RoleDoc::live).collect::<Result<_, _>>()?,
            verdict,
            reason,
            doubts: doubts.into_iter().map(DoubtDoc::live).collect::<Result<_, _>>()?,
            notes,
            study,
            proof,
        })
    }
}

impl Header {
    /// The document of what is shown.
    pub(crate) fn of(shown: &Shown<'_>) -> Self {
        let Shown { seconds, command, engine, need, source_text, facts, findings, doubts, notes } =
            shown;
        Self {
            seconds: Float(*seconds),
            command: (*command).to_owned(),
            engine: (*engine).to_owned(),
            need: (*need).to_owned(),
            source_text: (*source_text).to_owned(),
            facts: facts.iter().map(FactGroupDoc::from).collect(),
            findings: findings.iter().map(RoleDoc::from).collect(),
            doubts: doubts.iter().map(DoubtDoc::from).collect(),
            notes: notes.to_vec(),
        }
    }
}

impl From<&FactGroup> for FactGroupDoc {
    fn from(live: &FactGroup) -> Self {
        let FactGroup { title, rows } = live;
        Self { title: title.clone(), rows: rows.clone() }
    }
}

impl From<FactGroupDoc> for FactGroup {
    fn from(stored: FactGroupDoc) -> Self {
        let FactGroupDoc { title, rows } = stored;
        Self { title, rows }
    }
}

impl From<&Doubt> for DoubtDoc {
    fn from(live: &Doubt) -> Self {
        let Doubt { kind, weight, about, text } = live;
        Self {
            kind: kind.name().to_owned(),
            weight: weight_name(*weight).to_owned(),
            about: about.clone(),
            text: text.clone(),
        }
    }
}

impl DoubtDoc {
    fn live(self) -> Result<Doubt, String> {
        let Self { kind, weight, about, text } = self;
        Ok(Doubt { kind: doubt_kind_from(&kind)?, weight: weight_from(&weight)?, about, text })
    }
}

impl From<&RoleFinding> for RoleDoc {
    fn from(live: &RoleFinding) -> Self {
        let RoleFinding {
            role,
            title,
            kind,
            operation,
            ceiling: Ceiling { quantile, latency_ns: Nanos(ceiling_latency_ns) },
            load_line,
            mibps,
            latency_ns,
            at_need,
            saturation_iops,
            commits_single,
            commit_latency_ns,
            commits_group,
            limit,
            quota,
            verdict,
            reason,
        } = live;
        Self {
            role: role.clone(),
            title: title.clone(),
            kind: role_kind_name(*kind).to_owned(),
            operation: operation.clone(),
            ceiling_quantile: Float(*quantile),
            ceiling_latency_ns: *ceiling_latency_ns,
            load_line: load_line.as_ref().map(EstimateDoc::from),
            mibps: mibps.map(Float),
            latency_ns: *latency_ns,
            at_need: at_need.map(|(rate, ns)| (Float(rate), ns)),
            saturation_iops: saturation_iops.map(Float),
            commits_single: commits_single.as_ref().map(EstimateDoc::from),
            commit_latency_ns: *commit_latency_ns,
            commits_group: commits_group.as_ref().map(|(rate, size)| (rate.into(), *size)),
            limit: limit.to_string(),
            quota: quota.as_ref().map(QuotaDoc::from),
            verdict: verdict.to_string(),
            reason: reason.clone(),
        }
    }
}

impl RoleDoc {
    pub(crate) fn live(self) -> Result<RoleFinding, String> {
        let Self {
            role,
            title,
            kind,
            operation,
            ceiling_quantile,
            ceiling_latency_ns,
            load_line,
            mibps,
            latency_ns,
            at_need,
            saturation_iops,
            commits_single,
            commit_latency_ns,
            commits_group,
            limit,
            quota,
            verdict,
            reason,
        } = self;
        Ok(RoleFinding {
            role,
            title,
            kind: role_kind_from(&kind)?,
            operation,
            ceiling: Ceiling {
                quantile: ceiling_quantile.0,
                latency_ns: Nanos(ceiling_latency_ns),
            },
            load_line: load_line.map(Estimate::from),
            mibps: mibps.map(|x| x.0),
            latency_ns,
            at_need: at_need.map(|(rate, ns)| (rate.0, ns)),
            saturation_iops: saturation_iops.map(|x| x.0),
            commits_single: commits_single.map(Estimate::from),
            commit_latency_ns,
            commits_group: commits_group.map(|(rate, size)| (rate.into(), size)),
            limit: limit.parse()?,
            quota: quota.map(Quota::from),
            verdict: verdict.parse()?,
            reason,
        })
    }
}
