//! Records like those of a real check and a real run, with hostile strings, missing values and warnings of every weight.
//!
//! Gives plain data; equal on every call and every machine. The numbers are made up but consistent.

use crate::synthetic_stream::{SyntheticStream, estimate};
use base::facts::LevelKind;
use base::{Bytes, Nanos};
use base::{ContentFault, FaultKind, IoKind};
use record::note::{FailedIo, IoFailureCause};
use record::{
    CommitLatency, Fact, FactGroup, FactKey, FactRemark, FactTitle, FactValue, Limit, Note, Reason,
    Record, RoleFinding, RoleIo, RunFailure, RunKind, SharedCommits, State, TrialPurpose,
    TrialRecord, TriedLoad, Verdict,
};
use summary::warning::Detail;
use summary::{Estimate, QuotaUnit, Warning, WarningKind, Weight};
use workload::{Activity, EngineFeature, EngineKind, EngineUse, LatencyLimit, RoleKind, SyncMode};

/// A string that breaks a page without escaping, in HTML, in an attribute and in a script.
pub const HOSTILE: &str = "<script>alert(1)</script>&\"'</script><!--";

/// A whole check: four roles, eight trials each, a warning of each weight, hostile strings.
pub fn check_example() -> Record {
    Record {
        kind: RunKind::Check,
        command: format!("plimsoll check '/srv/{HOSTILE}' --for postgres --seed 42"),
        version: "0.1.0".to_owned(),
        started_unix_s: 1_763_712_000,
        seconds: 87.4,
        seed: 42,
        target: format!("/srv/{HOSTILE}"),
        subject: "postgres".into(),
        engine: EngineUse::Own(
            EngineKind::Uring,
            vec![EngineFeature::RegisteredBuffers, EngineFeature::WorkerCompletions],
        ),
        requirement: "iops>=5000, p99<=10ms".to_owned(),
        source_text: format!("# profile {HOSTILE}\nname = \"postgres\"\n"),
        state: State::Done,
        facts: facts(),
        trials: trials(),
        findings: findings(),
        verdict: Some(Verdict::NotFit),
        reason: Reason::Role {
            role: "data".to_owned(),
            reason: Box::new(Reason::Failed(7)),
            more: 0,
            together: None,
        },
        warnings: warnings(),
        notes: vec![
            "engine: io_uring has no registered files here; plain descriptors are used"
                .to_owned()
                .into(),
            Note::FailedIo(FailedIo {
                stream: "data".to_owned(),
                operation: IoKind::Read,
                length_bytes: 8192,
                offset_bytes: 40960,
                at_ns: 12_500_000_000,
                cause: IoFailureCause::Errno(5),
            }),
            Note::FailedIo(FailedIo {
                stream: "data".to_owned(),
                operation: IoKind::Read,
                length_bytes: 8192,
                offset_bytes: 49152,
                at_ns: 12_600_000_000,
                cause: IoFailureCause::WrongContent(ContentFault::Page {
                    kind: FaultKind::LostWrite,
                    write: Some(3),
                    allowed: (5, 6),
                    bytes_differing: 8000,
                    first_differing: 96,
                }),
            }),
        ],
        ..Record::default()
    }
}

/// A run of a job with two streams, interrupted: no findings, no verdict, NaN bounds, missing values.
pub fn run_example() -> Record {
    let mut log = course("log", 3_900.0, None, 41).summary();
    log.iops = Estimate::unknown(log.iops.value);
    log.read.mean_ns = 0.0;
    log.depth_mean = f64::NAN;
    let mut data = course("data", 9_000.0, Some(12_000.0), 42).summary();
    data.points.truncate(1);
    data.write.errors = 3;
    data.write.short = 1;
    let phase = |role: &str, streams| TrialRecord {
        role: role.to_owned(),
        purpose: TrialPurpose::Other("phase".to_owned()),
        rate_iops: None,
        depth: 33,
        streams,
        held: None,
    };
    Record {
        kind: RunKind::Run,
        command: "plimsoll run night.toml --seed 18446744073709551615".to_owned(),
        seed: u64::MAX,
        subject: "night.toml".into(),
        target: "sim:ssd".to_owned(),
        engine: EngineUse::of(EngineKind::Sim),
        requirement: String::new(),
        source_text: "[[stream]]\nname = \"log\"\n".to_owned(),
        seconds: 12.25,
        state: State::Interrupted,
        facts: Vec::new(),
        trials: vec![phase("evening", vec![log, data]), phase("night", Vec::new())],
        findings: Vec::new(),
        verdict: None,
        reason: Reason::default(),
        warnings: vec![Warning::of_run(
            WarningKind::Interrupted,
            Weight::Warning,
            Detail::Interrupted,
        )],
        notes: Vec::new(),
        ..check_example()
    }
}

/// A check with few measurements: every optional value is missing.
pub fn bare_example() -> Record {
    let mut record = check_example();
    record.state = State::Failed;
    record.verdict = Some(Verdict::CannotTell);
    record.reason = Reason::Failures(vec![RunFailure::WorkerPanicked]);
    record.trials.truncate(1);
    record.findings.truncate(1);
    for finding in &mut record.findings {
        finding.load_line = None;
        finding.mibps = None;
        finding.latency_ns = None;
        finding.saturation_iops = None;
        finding.commits_single = None;
        finding.commit_latency_ns = None;
        finding.commits_group = None;
        finding.limit = Limit::Unknown;
        finding.verdict = Verdict::CannotTell;
        finding.reason = Reason::NotMeasured;
    }
    record
}

/// The made-up storage under each role of the examples.
pub fn course(
    role: &'static str,
    capacity_iops: f64,
    rate_iops: Option<f64>,
    seed: u64,
) -> SyntheticStream {
    let (block_bytes, read_share, service_ns, depth) = match role {
        "log" => (8 << 10, 0.0, 250_000.0, 1),
        "scan" => (1 << 20, 1.0, 1_900_000.0, 8),
        "checkpoint" => (8 << 10, 0.0, 700_000.0, 32),
        _ => (8 << 10, 0.7, 400_000.0, 64),
    };
    let flush = role == "log";
    SyntheticStream {
        name: role,
        capacity_iops,
        rate_iops,
        service_ns,
        block_bytes,
        read_share,
        flush,
        depth,
        seconds: 6,
        seed,
    }
}

fn facts() -> Vec<FactGroup> {
    let path = format!("/srv/{HOSTILE}");
    let free = FactValue::BytesOf { part_bytes: 412 << 30, whole_bytes: 931 << 30 };
    let cache = FactValue::WriteCache { mode: "write back".to_owned(), fua: false };
    let scheduler = "mq-deadline".to_owned();
    let level = FactTitle::Level { depth: 0, name: "sda".to_owned(), kind: Some(LevelKind::Disk) };
    let group = |title: FactTitle, rows: Vec<Fact>| FactGroup { title, rows };
    vec![
        group(
            FactTitle::FileSystem { path },
            vec![
                Fact::new(FactKey::Type, "ext4"),
                Fact::new(FactKey::Options, "rw,relatime"),
                Fact::new(FactKey::Free, free),
            ],
        ),
        group(
            level,
            vec![
                Fact::new(FactKey::Model, "EXAMPLE SSD 1TB & Söhne"),
                Fact::new(FactKey::Scheduler, "mq-deadline")
                    .with(FactRemark::Reorders { scheduler }),
                Fact::new(FactKey::WriteCache, cache).with(FactRemark::WriteBackCache),
            ],
        ),
        group(FactTitle::Cpu, vec![Fact::new(FactKey::OnlineCpus, 8_u64)]),
        group(FactTitle::Memory, vec![Fact::new(FactKey::Total, FactValue::Bytes(32 << 30))]),
        group(FactTitle::System, vec![Fact::new(FactKey::Kernel, "6.12")]),
    ]
}

/// A ramp of eight trials for each role; the seventh and eighth confirm the result.
fn trials() -> Vec<TrialRecord> {
    let roles = [
        ("log", 3_900.0, 1),
        ("data", 4_600.0, 64),
        ("scan", 540.0, 8),
        ("checkpoint", 7_100.0, 32),
    ];
    let steps =
        [None, Some(0.25), Some(0.5), Some(1.1), Some(0.75), Some(0.9), Some(0.85), Some(0.88)];
    let mut all = Vec::new();
    for (r, &(role, capacity, depth)) in roles.iter().enumerate() {
        for (i, step) in steps.iter().enumerate() {
            let rate_iops = step.map(|share| share * capacity);
            let seed = (r * 100 + i) as u64;
            all.push(TrialRecord {
                role: role.to_owned(),
                purpose: match i {
                    0 => TrialPurpose::Closed,
                    6.. => TrialPurpose::Confirm,
                    _ => TrialPurpose::Bracket,
                }
                .to_owned(),
                rate_iops,
                depth,
                streams: vec![course(role, capacity, rate_iops, seed).summary()],
                held: step.map(|share| share < 0.9),
            });
        }
    }
    all
}

fn findings() -> Vec<RoleFinding> {
    let base = |role: &str, kind, activity, io, limit_ms| {
        let latency_limit = latency_limit(limit_ms);
        RoleFinding {
            activity: Some(activity),
            limit: Limit::Device,
            verdict: Verdict::Fit,
            reason: Reason::NotMeasured,
            ..RoleFinding::unmeasured(role, kind, io, latency_limit)
        }
    };
    let commits = io(8, false, 0.0, SyncMode::Fdatasync { every: 1 });
    let [reads, writes] = [70.0, 0.0].map(|percent| io(8, true, percent, SyncMode::None));
    let scans = io(1024, false, 100.0, SyncMode::None);
    vec![
        RoleFinding {
            load_line: Some(estimate(3_430.0)),
            mibps: Some(26.8),
            latency_ns: Some(2_310_000),
            commits_single: Some(estimate(1_720.0)),
            commit_latency_ns: Some(CommitLatency { p50: 560_000, p99: 1_240_000 }),
            commits_group: Some(SharedCommits { load_line: estimate(11_300.0), commits: 64 }),
            confirmed: Some(TriedLoad {
                rate: 11_300.0,
                operations: 113_000,
                seconds: 10.0,
                latency_ns: Some(4_520_000),
            }),
            ..base("log", RoleKind::Commit, Activity::Commit, commits, 10)
        },
        RoleFinding {
            load_line: Some(estimate(4_210.0)),
            mibps: Some(32.9),
            latency_ns: Some(9_400_000),
            saturation_iops: Some(4_600.0),
            limit: Limit::Quota,
            verdict: Verdict::NotFit,
            reason: Reason::Failed(7),
            ..base("data", RoleKind::Load, Activity::Data, reads, 10)
        },
        RoleFinding {
            load_line: Some(estimate(470.0)),
            mibps: Some(470.0),
            latency_ns: Some(44_000_000),
            limit: Limit::Cpu,
            ..base("scan", RoleKind::Bulk, Activity::Scan, scans, 100)
        },
        RoleFinding {
            limit: Limit::Depth,
            verdict: Verdict::CannotTell,
            reason: Reason::TrialFailed {
                trial: TrialPurpose::Other(format!("odd {HOSTILE}")),
                failed: 3,
                operations: 1_000,
            },
            load_line: Some(Estimate::between(6_100.0, 2_000.0, 9_000.0)),
            ..base("checkpoint", RoleKind::Load, Activity::Checkpoint, writes, 100)
        },
    ]
}

fn io(kib: u64, random: bool, read_percent: f64, sync: SyncMode) -> RoleIo {
    let size = Bytes::kib(kib);
    RoleIo::Stream { smallest: size, largest: size, random, read_percent, sync }
}

fn latency_limit(limit_ms: u64) -> LatencyLimit {
    LatencyLimit { quantile: 0.99, latency_ns: Nanos::millis(limit_ms) }
}

fn warnings() -> Vec<Warning> {
    let unsettled = Detail::MedianMoved { after_s: 3.0, from_ns: 800_000, to_ns: 2_400_000 };
    let quota = Detail::SteadyRate { value: 4_600.0, unit: QuotaUnit::Iops };
    let scheduler = Detail::Scheduler(format!("odd {HOSTILE}"));
    vec![
        Warning::of_stream("checkpoint", WarningKind::NotSettled, Weight::Forbids, unsettled),
        Warning::of_stream("data", WarningKind::Quota, Weight::Warning, quota),
        Warning::of_run(
            WarningKind::OtherIo,
            Weight::Warning,
            Detail::OtherIo { device: "sda".to_owned(), iops: 120.0 },
        ),
        Warning::of_run(WarningKind::Scheduler, Weight::Note, scheduler),
    ]
}
