//! A record as one JSON document, in a format of its own with a version; the keys keep their order and their names.
//!
//! Takes a record, gives text. A number that is not one (NaN, infinite) becomes `null`. docs/json.md describes every key;
//! a test keeps it whole and its example true.

mod proof;
mod stages;

use record::{FactGroup, Record, RoleFinding, TrialRecord, Verdict};
use serde::Serialize;
use summary::stream::measured_ns;
use summary::{Estimate, LatencySummary, StreamSummary, TimeSeriesPoint, Warning, Weight};
use workload::{LatencyLimit, RoleKind};

/// The version of the document; moves when a key changes its meaning or goes away, not when one is added.
pub const FORMAT: u32 = 2;

/// The document, indented, with a line feed at its end.
pub fn json(record: &Record) -> String {
    let text = serde_json::to_string_pretty(&Document::of(record));
    text.expect("the document has string keys and plain values only") + "\n"
}

#[derive(Serialize)]
struct Document<'a> {
    format: u32,
    kind: &'static str,
    state: &'static str,
    verdict: Option<&'static str>,
    reason: String,
    command: &'a str,
    version: &'a str,
    started_unix_s: i64,
    seconds: f64,
    seed: u64,
    target: &'a str,
    subject: &'a str,
    engine: &'a str,
    requirement: &'a str,
    findings: Vec<FindingOut<'a>>,
    warnings: Vec<WarningOut<'a>>,
    notes: &'a [String],
    facts: Vec<FactGroupOut<'a>>,
    trials: Vec<TrialOut<'a>>,
    study: Option<serde_json::Value>,
    proof: Option<serde_json::Value>,
    source_text: &'a str,
}

#[derive(Serialize)]
struct EstimateOut {
    value: f64,
    low: f64,
    high: f64,
    confidence: f64,
}

#[derive(Serialize)]
struct LatencyLimitOut {
    quantile: f64,
    latency_ns: u64,
}

#[derive(Serialize)]
struct FindingOut<'a> {
    role: &'a str,
    title: &'a str,
    kind: &'static str,
    operation: &'a str,
    verdict: &'static str,
    reason: String,
    limit: &'static str,
    quota: Option<QuotaOut<'a>>,
    latency_limit: LatencyLimitOut,
    #[serde(skip_serializing_if = "Option::is_none")]
    job_iops: Option<f64>,
    load_line: Option<EstimateOut>,
    mibps: Option<f64>,
    latency_ns: Option<u64>,
    required_rate: Option<f64>,
    latency_ns_at_required_rate: Option<u64>,
    saturation_iops: Option<f64>,
    commits_single: Option<EstimateOut>,
    commit_latency_ns_p50: Option<u64>,
    commit_latency_ns_p99: Option<u64>,
    commits_group: Option<EstimateOut>,
    group_size: Option<u32>,
}

/// The quota that limits, where it is one.
#[derive(Serialize)]
struct QuotaOut<'a> {
    value: f64,
    unit: &'a str,
    owner: Option<&'a str>,
}

#[derive(Serialize)]
struct WarningOut<'a> {
    kind: &'static str,
    weight: &'static str,
    about: &'a str,
    text: String,
}

#[derive(Serialize)]
struct FactGroupOut<'a> {
    title: &'a str,
    rows: Vec<FactOut<'a>>,
}

#[derive(Serialize)]
struct FactOut<'a> {
    name: &'a str,
    value: &'a str,
    remark: &'a str,
}

#[derive(Serialize)]
struct TrialOut<'a> {
    role: &'a str,
    purpose: String,
    rate_iops: Option<f64>,
    depth: u32,
    held: Option<bool>,
    streams: Vec<StreamOut<'a>>,
}

#[derive(Serialize)]
struct StreamOut<'a> {
    name: &'a str,
    seconds: f64,
    iops: EstimateOut,
    mibps: EstimateOut,
    depth_mean: f64,
    offered_iops: Option<f64>,
    dropped: u64,
    read: LatencyOut,
    write: LatencyOut,
    flush: LatencyOut,
    points: Vec<PointOut>,
}

#[derive(Serialize)]
struct LatencyOut {
    ios: u64,
    bytes: u64,
    errors: u64,
    short: u64,
    mean_ns: Option<f64>,
    min_ns: Option<u64>,
    max_ns: Option<u64>,
    late_ns_p50: Option<u64>,
    quantiles: Vec<QuantileOut>,
    buckets: Vec<BucketOut>,
}

#[derive(Serialize)]
struct QuantileOut {
    quantile: f64,
    total_ns: u64,
    service_ns: u64,
}

#[derive(Serialize)]
struct BucketOut {
    up_to_ns: u64,
    count: u64,
}

#[derive(Serialize)]
struct PointOut {
    at_s: f64,
    iops: f64,
    mibps: f64,
    p50_ns: u64,
    p99_ns: u64,
    max_ns: u64,
    warm_up: bool,
}

impl<'a> Document<'a> {
    fn of(record: &'a Record) -> Self {
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
            facts,
            trials,
            findings,
            verdict,
            reason,
            warnings,
            notes,
            study,
            proof,
        } = record;
        Self {
            format: FORMAT,
            kind: kind.name(),
            state: state.name(),
            verdict: verdict.map(Verdict::name),
            reason: crate::words::reason(reason),
            command,
            version,
            started_unix_s: *started_unix_s,
            seconds: *seconds,
            seed: *seed,
            target,
            subject,
            engine,
            requirement,
            findings: findings.iter().map(finding).collect(),
            warnings: warnings.iter().map(warning).collect(),
            notes,
            facts: facts.iter().map(fact_group).collect(),
            trials: trials.iter().map(trial).collect(),
            study: study.as_ref().map(stages::study),
            proof: proof.as_ref().map(proof::proof),
            source_text,
        }
    }
}

fn finding(live: &RoleFinding) -> FindingOut<'_> {
    let RoleFinding {
        role,
        title,
        kind,
        operation,
        latency_limit: LatencyLimit { quantile, latency_ns: latency_limit_latency },
        job_iops,
        load_line,
        mibps,
        latency_ns,
        at_required_rate,
        saturation_iops,
        commits_single,
        commit_latency_ns,
        commits_group,
        limit,
        quota,
        verdict,
        reason,
    } = live;
    FindingOut {
        role,
        title,
        kind: role_kind_name(*kind),
        operation,
        verdict: verdict.name(),
        reason: crate::words::reason(reason),
        limit: limit.name(),
        quota: quota.as_ref().map(|q| QuotaOut {
            value: q.value,
            unit: &q.unit,
            owner: q.owner.as_deref(),
        }),
        latency_limit: LatencyLimitOut { quantile: *quantile, latency_ns: latency_limit_latency.0 },
        job_iops: *job_iops,
        load_line: load_line.as_ref().map(estimate),
        mibps: *mibps,
        latency_ns: *latency_ns,
        required_rate: at_required_rate.map(|at| at.0),
        latency_ns_at_required_rate: at_required_rate.map(|at| at.1),
        saturation_iops: *saturation_iops,
        commits_single: commits_single.as_ref().map(estimate),
        commit_latency_ns_p50: commit_latency_ns.map(|pair| pair.0),
        commit_latency_ns_p99: commit_latency_ns.map(|pair| pair.1),
        commits_group: commits_group.as_ref().map(|pair| estimate(&pair.0)),
        group_size: commits_group.as_ref().map(|pair| pair.1),
    }
}

fn estimate(live: &Estimate) -> EstimateOut {
    let Estimate { value, low, high, confidence } = *live;
    EstimateOut { value, low, high, confidence }
}

fn warning(live: &Warning) -> WarningOut<'_> {
    let Warning { kind, weight, about, detail } = live;
    let text = crate::words::detail(detail);
    WarningOut { kind: kind.name(), weight: weight_name(*weight), about, text }
}

fn fact_group(live: &FactGroup) -> FactGroupOut<'_> {
    let FactGroup { title, rows } = live;
    let rows = rows.iter().map(|(name, value, remark)| FactOut { name, value, remark }).collect();
    FactGroupOut { title, rows }
}

fn trial(live: &TrialRecord) -> TrialOut<'_> {
    let TrialRecord { role, purpose, rate_iops, depth, streams, held } = live;
    TrialOut {
        role,
        purpose: purpose.to_string(),
        rate_iops: *rate_iops,
        depth: *depth,
        held: *held,
        streams: streams.iter().map(stream).collect(),
    }
}

fn stream(live: &StreamSummary) -> StreamOut<'_> {
    let StreamSummary {
        name,
        seconds,
        iops,
        mibps,
        depth_mean,
        read,
        write,
        flush,
        offered_iops,
        dropped,
        points,
    } = live;
    StreamOut {
        name,
        seconds: *seconds,
        iops: estimate(iops),
        mibps: estimate(mibps),
        depth_mean: *depth_mean,
        offered_iops: *offered_iops,
        dropped: *dropped,
        read: latency(read),
        write: latency(write),
        flush: latency(flush),
        points: points.iter().map(point).collect(),
    }
}

fn latency(live: &LatencySummary) -> LatencyOut {
    let LatencySummary {
        ios,
        bytes,
        errors,
        short,
        mean_ns,
        min_ns,
        max_ns,
        quantiles,
        buckets,
        late_ns_p50,
        // What it means is told by the warning of a quota.
        steady_iops: _,
    } = live;
    let quantile =
        |&(quantile, total_ns, service_ns): &_| QuantileOut { quantile, total_ns, service_ns };
    LatencyOut {
        ios: *ios,
        bytes: *bytes,
        errors: *errors,
        short: *short,
        mean_ns: measured_ns(*mean_ns),
        min_ns: Some(*min_ns).filter(|ns| *ns > 0),
        max_ns: Some(*max_ns).filter(|ns| *ns > 0),
        late_ns_p50: *late_ns_p50,
        quantiles: quantiles.iter().map(quantile).collect(),
        buckets: buckets.iter().map(|&(up_to_ns, count)| BucketOut { up_to_ns, count }).collect(),
    }
}

fn point(live: &TimeSeriesPoint) -> PointOut {
    let TimeSeriesPoint { at_s, iops, mibps, p50_ns, p99_ns, max_ns, warm_up } = *live;
    PointOut { at_s, iops, mibps, p50_ns, p99_ns, max_ns, warm_up }
}

fn weight_name(weight: Weight) -> &'static str {
    match weight {
        Weight::Note => "note",
        Weight::Warning => "warning",
        Weight::Forbids => "forbids",
    }
}

fn role_kind_name(kind: RoleKind) -> &'static str {
    match kind {
        RoleKind::Load => "load",
        RoleKind::Commit => "commit",
        RoleKind::Bulk => "bulk",
    }
}

#[cfg(test)]
mod tests;
