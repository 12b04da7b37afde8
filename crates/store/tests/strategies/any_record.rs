//! Strategies for every kind of record, with any float, any string and any number.

use base::{Bytes, Nanos, SystemError};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use record::depth_sweep::{DepthStep, DepthSweepFinding, Fall};
use record::hosts::{HostRecord, HostShare, HostSilence, HostsRecord};
use record::proof::ProofRecord;
use record::reason::{LineReason, LineUnit};
use record::{
    Drift, Fact, FactGroup, FactKey, FactName, FactRemark, FactTitle, FactValue, Finding, Limit,
    Measurement, Point, PointRecord, Provenance, Purpose, Quota, Reason, Record, ReferencePoint,
    RoleFinding, RunFailure, RunKind, RunSubject, StageRecord, State, StorageIdentity, StudyKind,
    StudyRecord, TargetKind, TargetRecord, TargetSet, TargetStalls, TrialPurpose, TrialRecord,
    TriedLoad, Verdict,
};
use summary::warning::Detail;
use summary::{
    CpuQuota, CpuSet, Estimate, LatencySummary, LimitOwner, MachineLoad, ProgramLoad, QuotaUnit,
    StreamSummary, TimeSeriesPoint, Warning, WarningKind, Weight,
};
use workload::{LatencyLimit, PointLoad, RoleKind, SyncMode};

/// Any finite float, including both zeros and the smallest ones.
fn known() -> impl Strategy<Value = f64> {
    prop_oneof![any::<u64>().prop_map(f64::from_bits), select(vec![0.0, -0.0, 1.0, 5e-324, 1e308])]
        .prop_map(|x| if x.is_finite() { x } else { 0.5 })
}

/// Any finite float, or NaN.
fn float() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits),
        select(vec![0.0, -0.0, f64::NAN, 1.0, 5e-324, 1e308])
    ]
    .prop_map(|x| if x.is_finite() { x } else { f64::NAN })
}

/// A mean latency; 0: not measured.
fn mean_ns() -> impl Strategy<Value = f64> {
    known().prop_map(|ns| if ns > 0.0 { ns } else { 0.0 })
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        vec(any::<char>(), 0..12).prop_map(|chars| chars.into_iter().collect()),
        select(vec![testkit::record::HOSTILE.to_owned(), "\0'\";--\n".to_owned(), String::new()]),
    ]
}

fn estimate() -> impl Strategy<Value = Estimate> {
    (float(), float(), float(), known()).prop_map(|(value, low, high, confidence)| Estimate {
        value,
        low,
        high,
        confidence,
    })
}

fn latency() -> impl Strategy<Value = LatencySummary> {
    (
        any::<[u64; 6]>(),
        mean_ns(),
        vec((known(), any::<u64>(), any::<u64>()), 0..4),
        vec(any::<(u64, u64)>(), 0..8),
        any::<Option<u64>>(),
        option::of(known()),
    )
        .prop_map(|(numbers, mean_ns, quantiles, buckets, late_ns_p50, steady_iops)| {
            let [ios, bytes, errors, short, min_ns, max_ns] = numbers;
            LatencySummary {
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
                steady_iops,
            }
        })
}

fn time_series_point() -> impl Strategy<Value = TimeSeriesPoint> {
    (known(), known(), known(), any::<[u64; 3]>(), any::<bool>()).prop_map(
        |(at_s, iops, mibps, [p50_ns, p99_ns, max_ns], warm_up)| TimeSeriesPoint {
            at_s,
            iops,
            mibps,
            p50_ns,
            p99_ns,
            max_ns,
            warm_up,
        },
    )
}

fn stream() -> impl Strategy<Value = StreamSummary> {
    // Few names, so that streams of one trial often share one.
    let name = prop_oneof![select(vec!["a".to_owned(), "b".to_owned()]), text()];
    (
        (name, float(), estimate(), estimate(), float()),
        (latency(), latency(), latency()),
        (option::of(known()), option::of(known())),
        (any::<u64>(), vec(time_series_point(), 0..5)),
    )
        .prop_map(|(front, latencies, rates, (dropped, points))| {
            let mut stream = StreamSummary { dropped, points, ..StreamSummary::default() };
            (stream.name, stream.seconds, stream.iops, stream.mibps, stream.depth_mean) = front;
            (stream.read, stream.write, stream.flush) = latencies;
            (stream.offered_iops, stream.iops_deviation) = rates;
            stream
        })
}

fn trial() -> impl Strategy<Value = TrialRecord> {
    (text(), text(), option::of(known()), any::<u32>(), vec(stream(), 0..3), any::<Option<bool>>())
        .prop_map(|(role, purpose, rate_iops, depth, streams, held)| TrialRecord {
            role,
            purpose: TrialPurpose::of(&purpose),
            rate_iops,
            depth,
            streams,
            held,
        })
}

fn verdict() -> impl Strategy<Value = Verdict> {
    select(vec![Verdict::Fit, Verdict::NotFit, Verdict::CannotTell])
}

fn finding() -> impl Strategy<Value = RoleFinding> {
    let kind = select(vec![RoleKind::Load, RoleKind::Commit, RoleKind::Bulk]);
    let limit = select(vec![Limit::Device, Limit::Quota, Limit::Cpu, Limit::Depth, Limit::Unknown]);
    (
        (text(), text(), kind, any::<u64>(), known(), any::<u64>()),
        (
            option::of(known()),
            option::of(estimate()),
            option::of(known()),
            any::<Option<u64>>(),
            option::of(known()),
        ),
        (
            option::of(estimate()),
            any::<Option<(u64, u64)>>(),
            option::of((estimate(), any::<u32>())),
        ),
        (limit, quota(), option::of((known(), any::<u64>())), verdict(), reason()),
    )
        .prop_map(
            |(front, load, commits, (limit, quota, at_required_rate, verdict, reason))| {
                let (role, title, kind, streams, quantile, latency_limit_ns) = front;
                let (job_iops, load_line, mibps, latency_ns, saturation_iops) = load;
                let (commits_single, commit_latency_ns, commits_group) = commits;
                RoleFinding {
                    role,
                    activity: job_iops.map(|_| workload::Activity::Checkpoint),
                    title,
                    kind,
                    io: record::RoleIo::Job { streams, read_percent: 70.0 },
                    latency_limit: LatencyLimit { quantile, latency_ns: Nanos(latency_limit_ns) },
                    job_iops,
                    job_log_iops: job_iops.map(|iops| iops / 4.0),
                    confirmed: latency_ns.map(|ns| tried(ns as f64 / 3.0, ns)),
                    refuted: mibps.map(|rate| tried(rate, 1)),
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
                }
            },
        )
}

fn tried(rate: f64, latency_ns: u64) -> TriedLoad {
    TriedLoad { rate, operations: 300, seconds: 2.5, latency_ns: Some(latency_ns) }
}

fn reason() -> impl Strategy<Value = Reason> {
    let line = (known(), option::of(known()), any::<u64>());
    let line = line.prop_map(|(quantile, requirement, ns)| {
        let limit = LatencyLimit { quantile, latency_ns: Nanos(ns) };
        let mut line = LineReason::new(LineUnit::SharedCommits, limit);
        (line.requirement, line.budget_s) = (requirement, requirement);
        line.refuted = requirement.map(|rate| tried(rate, ns));
        line.stalled = requirement.is_some();
        Reason::Line(Box::new(line))
    });
    let role = (text(), any::<u64>()).prop_map(|(role, failed)| Reason::Role {
        role,
        reason: Box::new(Reason::Failed(failed)),
        more: 1,
    });
    prop_oneof![Just(Reason::None), line, role, Just(Reason::NotMeasured)]
}

fn quota() -> impl Strategy<Value = Option<Quota>> {
    let owner = (text(), text()).prop_map(|(group, device)| LimitOwner { group, device });
    let known = (known(), select(QuotaUnit::ALL), option::of(owner));
    option::of(known.prop_map(|(value, unit, owner)| Quota { value, unit, owner }))
}

fn warning() -> impl Strategy<Value = Warning> {
    let weight = select(vec![Weight::Note, Weight::Warning, Weight::Forbids]);
    (select(WarningKind::ALL.to_vec()), weight, text(), text()).prop_map(
        |(kind, weight, about, text)| Warning {
            kind,
            weight,
            subject: about.into(),
            detail: Detail::Unmounted(text),
        },
    )
}

fn facts() -> impl Strategy<Value = FactGroup> {
    let title = prop_oneof![
        Just(FactTitle::OtherIo),
        text().prop_map(|path| FactTitle::FileSystem { path }),
        text().prop_map(FactTitle::Written),
    ];
    let name = prop_oneof![
        select(FactKey::ALL).prop_map(FactName::Known),
        text().prop_map(FactName::Written),
    ];
    let value = prop_oneof![
        any::<u64>().prop_map(FactValue::Bytes),
        any::<bool>().prop_map(FactValue::Flag),
        Just(FactValue::Unlimited),
        (text(), any::<u32>()).prop_map(|(layout, members)| FactValue::Array { layout, members }),
        text().prop_map(FactValue::Text),
    ];
    // An empty remark is none.
    let remark = prop_oneof![
        Just(FactRemark::CpuLimit),
        text().prop_map(|group| FactRemark::GroupLimit { group }),
        text().prop_map(|text| FactRemark::Written(format!("-{text}"))),
    ];
    let fact = (name, value, option::of(remark)).prop_map(|(name, value, remark)| Fact {
        name,
        value,
        remark,
    });
    (title, vec(fact, 0..4)).prop_map(|(title, rows)| FactGroup { title, rows })
}

fn targets() -> impl Strategy<Value = TargetSet> {
    let kind = select(TargetKind::ALL);
    let place = (text(), text(), kind, text(), any::<u64>(), vec(text(), 0..3)).prop_map(
        |(stage, name, kind, path, size_bytes, disks)| TargetRecord {
            stage,
            name,
            kind,
            path,
            size_bytes,
            disks,
        },
    );
    let identity = (text(), text()).prop_map(|(path, id)| StorageIdentity { path, id });
    (vec(place, 0..3), vec(identity, 0..3))
        .prop_map(|(places, identities)| TargetSet { places, identities })
}

fn load() -> impl Strategy<Value = PointLoad> {
    let sync = prop_oneof![
        select(vec![SyncMode::None, SyncMode::Dsync, SyncMode::Fua]),
        any::<u32>().prop_map(|every| SyncMode::Fdatasync { every }),
        any::<u32>().prop_map(|every| SyncMode::Fsync { every }),
    ];
    (known(), any::<u64>(), any::<bool>(), any::<[u32; 2]>(), sync).prop_map(
        |(read_percent, block, random, [depth, threads], sync)| PointLoad {
            read_percent,
            block: Bytes(block),
            random,
            depth,
            threads,
            sync,
        },
    )
}

fn point() -> impl Strategy<Value = PointRecord> {
    let point = (text(), vec(text(), 0..3), load(), any::<u8>(), any::<u32>()).prop_map(
        |(subject, targets, load, fill_percent, repeat)| Point {
            subject,
            targets,
            load,
            fill_percent,
            repeat,
        },
    );
    let stalls = (text(), any::<u32>(), known(), known()).prop_map(|stalls| {
        let (target, count, longest_s, length_s) = stalls;
        TargetStalls { target, count, longest_s, length_s }
    });
    let fell_to = option::of(known());
    let began_and_busy = (known(), option::of(known()), vec(stalls, 0..3), fell_to);
    let numbers =
        (float(), any::<Option<u64>>(), known(), any::<bool>(), any::<u64>(), began_and_busy);
    let measured = (estimate(), estimate(), numbers).prop_map(|(mibps, iops, numbers)| {
        let (latency_ns_mean, latency_ns_p99, seconds, settled, errors, more) = numbers;
        let (began_s, cpu_busy_share, stalls, fell_to_iops) = more;
        Measurement {
            mibps,
            iops,
            latency_ns_mean,
            latency_ns_p99,
            seconds,
            settled,
            errors,
            began_s,
            cpu_busy_share,
            stalls,
            fell_to_iops,
        }
    });
    (select(Purpose::ALL), point, measured).prop_map(|(purpose, point, measured)| PointRecord {
        purpose,
        point,
        measured,
    })
}

/// Findings of a queue-depth sweep and a ramp; the examples cover the others.
fn concluded() -> impl Strategy<Value = Finding> {
    let step = (any::<u32>(), point(), option::of(known()))
        .prop_map(|(depth, point, gain)| DepthStep { depth, measured: point.measured, gain });
    let fall = (any::<u32>(), point(), vec(any::<u32>(), 0..3))
        .prop_map(|(depth, point, fleeting)| Fall { depth, again: point.measured, fleeting });
    let knee = any::<Option<u32>>();
    let depth_sweep = (vec(step, 0..3), knee, known(), any::<bool>(), option::of(fall)).prop_map(
        |(steps, knee, gain_min, whole, fall)| {
            Finding::DepthSweep(DepthSweepFinding { steps, knee, gain_min, whole, fall })
        },
    );
    prop_oneof![depth_sweep, finding().prop_map(Finding::Ramp)]
}

fn study() -> impl Strategy<Value = StudyRecord> {
    let reference =
        (known(), estimate()).prop_map(|(began_s, mibps)| ReferencePoint { began_s, mibps });
    let drift = (vec(reference, 0..3), estimate(), float(), float(), any::<bool>()).prop_map(
        |(points, change, excursion, wander, matters)| Drift {
            points,
            change,
            excursion,
            wander,
            matters,
        },
    );
    let kinds = (select(StudyKind::ALL), select(Provenance::ALL));
    let stage =
        ((text(), kinds, text()), vec(point(), 0..3), option::of(concluded()), option::of(drift))
            .prop_map(|((name, (study, provenance), command), points, finding, drift)| {
                StageRecord { name, study, provenance, command, points, finding, drift }
            });
    (text(), vec(stage, 0..3)).prop_map(|(identity, stages)| StudyRecord { identity, stages })
}

/// An integrity test with hostile strings and any numbers.
fn proof() -> impl Strategy<Value = ProofRecord> {
    (text(), known(), any::<u64>(), any::<u32>(), option::of(any::<u64>())).prop_map(
        |(evidence, cycle_s, count, depth, took_ns)| {
            let example = testkit::proof::proof_example().proof;
            let mut proof = example.expect("the example is a proof");
            (proof.evidence, proof.cycle_s) = (evidence, cycle_s);
            let file = &mut proof.files[0];
            (file.counts.io_ns, file.counts.depth, file.base_bytes) = (count, depth, count);
            let finding = &mut file.findings[0];
            (finding.took_ns, finding.generations.1) = (took_ns, depth);
            proof
        },
    )
}

/// The failure of a host.
fn failure() -> impl Strategy<Value = RunFailure> {
    let error =
        prop_oneof![any::<i32>().prop_map(SystemError::Errno), text().prop_map(SystemError::Text),];
    prop_oneof![
        (text(), error).prop_map(|(path, error)| RunFailure::Open { path, error }),
        vec(text(), 0..3).prop_map(|places| RunFailure::AllFailed { places }),
        Just(RunFailure::HostsEnded),
    ]
}

/// Hosts with hostile names and any numbers.
fn hosts() -> impl Strategy<Value = HostsRecord> {
    let silence = (any::<i64>(), known())
        .prop_map(|(from_unix_s, seconds)| HostSilence { from_unix_s, seconds });
    let silence = silence.boxed();
    let host = (
        (text(), text(), any::<i64>(), option::of(any::<u64>()), option::of(-9.0..9.0)),
        (option::of(0.0..1.0), vec(silence.clone(), 0..2), option::of(silence)),
        (option::of(failure()), vec(warning(), 0..2)),
    );
    let host = host.prop_map(|(clock, course, (failure, warnings))| {
        let (name, target, clock_offset_ns, clock_bound_ns, clock_drift_ppm) = clock;
        let (cpu_busy_share, pauses, lost) = course;
        HostRecord {
            name,
            target,
            clock_offset_ns,
            clock_bound_ns,
            clock_drift_ppm,
            cpu_busy_share,
            pauses,
            lost,
            failure,
            warnings,
        }
    });
    let share =
        (any::<[u32; 2]>(), text(), [known(), known()], option::of(any::<u64>()), any::<u64>());
    let share = share.prop_map(|([trial, host], stream, [iops, mibps], latency_ns_p99, errors)| {
        HostShare { trial, host, stream, iops, mibps, latency_ns_p99, errors }
    });
    let sums = (option::of(any::<u64>()), option::of(any::<u64>()));
    let part = (text(), option::of(any::<u32>()));
    (part, vec(host, 1..3), vec(share, 0..3), sums).prop_map(|(part, hosts, shares, sums)| {
        let ((group, part), (start_spread_ns, interval_bytes)) = (part, sums);
        HostsRecord { group, part, hosts, shares, start_spread_ns, interval_bytes }
    })
}

/// A load of the machine with hostile names.
fn machine() -> impl Strategy<Value = MachineLoad> {
    let share = || 0.0..1.0;
    let program = (text(), share()).prop_map(|(name, share)| ProgramLoad { name, share });
    let quota = (text(), 0.01..64.0, any::<[u64; 2]>(), share()).prop_map(
        |(group, cpus, [periods, throttled], throttled_share)| CpuQuota {
            group,
            cpus,
            periods,
            throttled,
            throttled_share,
        },
    );
    let set = (text(), any::<u32>()).prop_map(|(group, cpus)| CpuSet { group, cpus });
    let shares = [share(), share(), share(), share()];
    (shares, vec(program, 0..3), option::of(share()), option::of(quota), option::of(set)).prop_map(
        |([busy_share, own_share, foreign_share, steal_share], programs, waits, quota, cpu_set)| {
            let memory_wait_share = waits;
            MachineLoad {
                busy_share,
                own_share,
                foreign_share,
                steal_share,
                programs,
                memory_wait_share,
                quota,
                cpu_set,
            }
        },
    )
}

/// Any record.
pub(crate) fn record() -> impl Strategy<Value = Record> {
    let state = select(vec![State::Running, State::Done, State::Interrupted, State::Failed]);
    (
        (select(RunKind::ALL), text(), text(), any::<i64>(), known(), any::<u64>(), text(), text()),
        (text(), text(), text(), state, targets(), vec(facts(), 0..3), vec(trial(), 0..4)),
        (
            vec(finding(), 0..3),
            option::of(verdict()),
            reason(),
            vec(warning(), 0..4),
            vec(text(), 0..3),
        ),
        option::of(study()),
        option::of(proof()),
        (option::of(machine()), option::of(hosts())),
        option::of(Just(testkit::soak::soak_example().soak.expect("it is a soak"))),
    )
        .prop_map(
            |(
                front,
                middle,
                (findings, verdict, reason, warnings, notes),
                study,
                proof,
                (machine, hosts),
                soak,
            )| {
                let (kind, command, version, started_unix_s, seconds, seed, target, subject) =
                    front;
                let (engine, requirement, source_text, state, targets, facts, trials) = middle;
                Record {
                    kind,
                    command,
                    version,
                    started_unix_s,
                    seconds,
                    seed,
                    target,
                    subject: if seed % 2 == 0 {
                        subject.into()
                    } else {
                        RunSubject::UpToDisks { disks: seed }
                    },
                    engine: engine.parse().unwrap(),
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
                    notes: notes.into_iter().map(Into::into).collect(),
                    study,
                    proof,
                    soak,
                    machine,
                    hosts,
                }
            },
        )
}
