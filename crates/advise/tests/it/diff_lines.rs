//! What is compared: a load line with one of the same load and latency limit, never the trials on the way to it.

use advise::diff::{Answer, Change, Diff, Kind, PRACTICAL, Quantity, diff};
use base::{Bytes, Nanos};
use record::{
    Fact, FactGroup, FactKey, FactTitle, Finding, Limit, Provenance, Record, RoleFinding, RoleIo,
    RunKind, SharedCommits, StageRecord, StudyKind, StudyRecord, TrialPurpose, TrialRecord,
    Verdict,
};
use summary::{Estimate, LatencySummary};
use testkit::record::check_example;
use testkit::study::compare_example;
use workload::{LatencyLimit, RoleKind, SyncMode};

/// A ramp whose closed loop gave `closed` operations per second and whose line is `line`.
fn ramp(closed: f64, line: Option<f64>, half: f64, latency_limit_ms: u64, block: Bytes) -> Record {
    let about = |value: f64| Estimate::between(value, value * (1.0 - half), value * (1.0 + half));
    let trial = |purpose: TrialPurpose, rate_iops: Option<f64>, iops: f64, held| {
        let mut stream = summary::summarize("ramp", &[]);
        stream.iops = about(iops);
        stream.offered_iops = rate_iops;
        stream.read = LatencySummary { ios: 1_000, mean_ns: 2e6, ..LatencySummary::default() };
        TrialRecord {
            role: "ramp".to_owned(),
            purpose,
            rate_iops,
            depth: 64,
            streams: vec![stream],
            held,
        }
    };
    let mut trials = vec![trial(TrialPurpose::Closed, None, closed, None)];
    trials.extend(line.map(|rate| trial(TrialPurpose::Confirm, Some(rate), rate, Some(true))));
    let io = random(block);
    let limit = LatencyLimit { quantile: 0.99, latency_ns: Nanos::millis(latency_limit_ms) };
    let role = RoleFinding {
        load_line: line.map(about),
        latency_ns: Some(9_000_000),
        saturation_iops: Some(closed),
        limit: Limit::Device,
        verdict: if line.is_some() { Verdict::Fit } else { Verdict::NotFit },
        reason: record::Reason::default(),
        ..RoleFinding::unmeasured("ramp", RoleKind::Load, io, limit)
    };
    let stage = StageRecord {
        name: "ramp".to_owned(),
        study: StudyKind::Ramp,
        provenance: Provenance::Measured,
        command: String::new(),
        points: Vec::new(),
        finding: Some(Finding::Ramp(role)),
        drift: None,
    };
    Record {
        trials,
        findings: Vec::new(),
        verdict: None,
        warnings: Vec::new(),
        study: Some(StudyRecord { identity: String::new(), stages: vec![stage] }),
        ..check_example()
    }
}

const LOAD: Bytes = Bytes::kib(8);

fn random(block: Bytes) -> RoleIo {
    let (smallest, largest, sync) = (block, block, SyncMode::None);
    RoleIo::Stream { smallest, largest, random: true, read_percent: 70.0, sync }
}

fn line(found: &Diff) -> &advise::diff::Row {
    let lines: Vec<_> = found.rows.iter().filter(|row| row.kind == Kind::Line).collect();
    let [line] = lines[..] else { panic!("one line: {found:?}") };
    line
}

#[test]
fn two_ramps_are_held_against_each_other_by_their_lines() {
    // The closed loops contradict the lines.
    let (a, b) = (
        ramp(9_000.0, Some(2_000.0), 0.01, 10, LOAD),
        ramp(12_000.0, Some(1_500.0), 0.01, 10, LOAD),
    );
    let found = diff(&a, &b, PRACTICAL);
    let line = line(&found);
    assert_eq!((line.a.value, line.b.value, line.change), (2_000.0, 1_500.0, Change::Worse));
    assert_eq!(found.answer, Answer::Worse);
    // Latencies at the lines are listed as well, each at a load of its own.
    let told = found.rows.iter().filter(|row| row.change == Change::AtOtherLoads);
    let told: Vec<&Quantity> = told.map(|row| &row.what).collect();
    let both = matches!(told[..], [Quantity::LatencyAtLine(..), Quantity::MeanAtLine(..)]);
    assert!(both, "{found:?}");
    assert!(
        found.rows.iter().all(|row| row.a.value != 9_000.0),
        "the closed loop is the way to it: {found:?}"
    );
}

#[test]
fn latencies_at_equal_lines_are_not_called_those_of_different_loads() {
    let record = ramp(9_000.0, Some(2_000.0), 0.01, 10, LOAD);
    let found = diff(&record, &record, PRACTICAL);
    let told: Vec<Change> =
        found.rows.iter().map(|row| row.change).filter(|change| !change.is_judged()).collect();
    assert_eq!(told, [Change::ReportedOnly; 2]);
}

#[test]
fn where_nothing_meets_the_latency_limit_there_is_no_line_and_that_is_worse_than_one() {
    let (some, none) =
        (ramp(9_000.0, Some(2_000.0), 0.01, 10, LOAD), ramp(9_900.0, None, 0.01, 10, LOAD));
    for (a, b, change, answer) in [
        (&some, &none, Change::Worse, Answer::Worse),
        (&none, &some, Change::Better, Answer::NoWorse),
        (&none, &none, Change::Same, Answer::Same),
    ] {
        let found = diff(a, b, PRACTICAL);
        assert_eq!((line(&found).change, found.answer), (change, answer));
    }
}

#[test]
fn a_line_that_was_lost_leaves_the_comparison_open() {
    let with_limit = |line: Option<f64>, limit_ms: u64| {
        let mut record = ramp(9_000.0, Some(2_000.0), 0.01, limit_ms, LOAD);
        let log = ramp(9_000.0, line, 0.01, 10, Bytes::kib(16)).study.expect("a ramp").stages;
        let [StageRecord { finding: Some(Finding::Ramp(log)), .. }] = &log[..] else {
            panic!("one ramp");
        };
        let verdict = if line.is_some() { Verdict::Fit } else { Verdict::CannotTell };
        let (role, kind) = ("log".to_owned(), RoleKind::Commit);
        record.findings.push(RoleFinding { role, kind, verdict, ..log.clone() });
        record
    };
    let [some, none] = [Some(700.0), None].map(|line| with_limit(line, 10));
    let found = diff(&some, &none, PRACTICAL);
    assert_eq!(
        (found.answer, &found.lost_lines[..]),
        (Answer::CannotTell, &["log".to_owned()][..])
    );
    for (a, b) in [(&none, &some), (&some, &some), (&none, &none)] {
        let found = diff(a, b, PRACTICAL);
        assert!(found.answer != Answer::CannotTell && found.lost_lines.is_empty(), "{found:?}");
    }
    // The equal lines of the log say nothing about the other role, whose lines hold for different limits.
    let found = diff(&some, &with_limit(Some(700.0), 20), PRACTICAL);
    assert_eq!((found.answer, found.rows.is_empty()), (Answer::CannotTell, false), "{found:?}");
    assert_eq!(found.other_limits.len(), 1, "{found:?}");
}

#[test]
fn lines_of_another_load_or_latency_limit_are_no_pair() {
    let a = ramp(9_000.0, Some(2_000.0), 0.01, 10, LOAD);
    for b in [
        ramp(9_000.0, Some(2_000.0), 0.01, 20, LOAD),
        ramp(9_000.0, Some(2_000.0), 0.01, 10, Bytes::kib(64)),
    ] {
        let found = diff(&a, &b, PRACTICAL);
        assert_eq!((found.rows.len(), found.answer), (0, Answer::CannotTell), "{found:?}");
        let line =
            |what: &Quantity| matches!(what, Quantity::LoadLine(io, _) if *io == random(LOAD));
        assert!(line(&found.only_a[0].what) && !found.only_b.is_empty());
    }
}

#[test]
fn a_difference_is_claimed_only_where_the_whole_interval_counts() {
    let with = |b: f64, half: f64| {
        let (a, b) = (ramp(1.0, Some(1_000.0), half, 10, LOAD), ramp(1.0, Some(b), half, 10, LOAD));
        diff(&a, &b, PRACTICAL).rows[0].change
    };
    // 3 % less, known to 0.2 % and to 2 %: the second may be too little to count.
    assert_eq!(with(970.0, 0.002), Change::Worse);
    assert_eq!(with(970.0, 0.02), Change::CannotTell);
    assert_eq!(with(1_035.0, 0.002), Change::Better);
    assert_eq!(with(1_035.0, 0.02), Change::NotWorse);
    assert_eq!(with(1_010.0, 0.002), Change::Same);
}

#[test]
fn the_percentiles_of_many_points_are_judged_together() {
    let mut a = compare_example();
    a.warnings.clear();
    let mut b = a.clone();
    let mut points =
        b.study.as_mut().unwrap().stages.iter_mut().flat_map(|stage| &mut stage.points);
    let mut rng = base::Rng::new(7);
    points.try_for_each(|point| {
        let p99 = point.measured.latency_ns_p99.as_mut()?;
        *p99 = (*p99 as f64 * 1.4 * (1.0 + 0.1 * rng.normal())) as u64;
        Some(())
    });
    let found = diff(&a, &b, PRACTICAL);
    let overall = found.overall_latency.as_ref().expect("many points have a percentile");
    assert!((overall.ratio.value - 1.4).abs() < 0.05, "{overall:?}");
    assert_eq!((overall.change, found.answer), (Change::Worse, Answer::Worse));
    assert_eq!(found.overall.as_ref().unwrap().change, Change::Same);
    assert_eq!(diff(&a, &a, PRACTICAL).overall_latency.unwrap().change, Change::Same);
}

/// A run of one stream: this many reads and writes of these sizes, this many outstanding.
fn job([reads, writes]: [(u64, u64); 2], depth: f64, flushes: u64, offered: Option<f64>) -> Record {
    let mut stream = summary::summarize("data", &[]);
    let of = |(ios, bytes): (u64, u64)| LatencySummary {
        ios,
        bytes: ios * bytes,
        mean_ns: 1e6,
        ..LatencySummary::default()
    };
    (stream.read, stream.write, stream.flush) = (of(reads), of(writes), of((flushes, 0)));
    (stream.depth_mean, stream.offered_iops) = (depth, offered);
    stream.iops = Estimate::between(1e3, 990.0, 1010.0);
    let trial = TrialRecord {
        role: "main".to_owned(),
        purpose: TrialPurpose::Run,
        rate_iops: offered,
        depth: 1,
        streams: vec![stream],
        held: None,
    };
    Record { trials: vec![trial], findings: Vec::new(), warnings: Vec::new(), ..check_example() }
}

#[test]
fn unlike_loads_are_not_comparable_however_alike_their_names_are() {
    const K8: u64 = 8 << 10;
    let usual = || job([(7_000, K8), (3_000, K8)], 16.0, 0, None);
    // The same load does not come out the same to the last operation.
    for same in [usual(), job([(6_900, K8), (3_090, K8)], 15.2, 0, None)] {
        let found = diff(&usual(), &same, PRACTICAL);
        assert_eq!((found.unlike.len(), found.rows.len()), (0, 1), "{found:?}");
    }
    for (what, other) in [
        ("reads of another size", job([(7_000, 64 << 10), (3_000, K8)], 16.0, 0, None)),
        ("writes of another size", job([(7_000, K8), (3_000, 512)], 16.0, 0, None)),
        ("another mix", job([(9_000, K8), (1_000, K8)], 16.0, 0, None)),
        ("no writes", job([(10_000, K8), (0, 0)], 16.0, 0, None)),
        ("another depth", job([(7_000, K8), (3_000, K8)], 32.0, 0, None)),
        ("flushes", job([(7_000, K8), (3_000, K8)], 16.0, 90, None)),
    ] {
        let found = diff(&usual(), &other, PRACTICAL);
        assert_eq!((found.unlike.len(), found.rows.len()), (1, 0), "{what}: {found:?}");
        assert_eq!(found.answer, Answer::CannotTell, "{what}");
        let [one, other] = &found.unlike[0].1;
        assert_ne!(one, other, "{what}");
    }
}

#[test]
fn results_that_a_run_printed_are_that_run() {
    let run = job([(7_000, 8192), (3_000, 8192)], 16.0, 0, None);
    let printed = |run: &Record| {
        let mut printed = Record { kind: RunKind::Import, ..run.clone() };
        printed.trials[0].streams[0].name = "timespan 1".to_owned();
        printed.started_unix_s += 1;
        printed
    };
    let found = diff(&run, &printed(&run), PRACTICAL);
    assert!(found.same_run && found.rows.is_empty() && found.only_a.is_empty(), "{found:?}");
    assert_eq!(found.answer, Answer::Same);
    let again = Record { started_unix_s: run.started_unix_s + 86_400, ..run.clone() };
    let fewer = job([(6_999, 8192), (3_000, 8192)], 16.0, 0, None);
    for other in [run.clone(), printed(&again), printed(&fewer)] {
        assert!(!diff(&run, &other, PRACTICAL).same_run);
    }
}

/// Commits of 512 B beside those of 8 KiB, one at a time and in groups of as many: the same name, another load.
#[test]
fn commits_of_another_size_are_not_comparable() {
    let commits = |block: Bytes, group: u32| {
        let about = |value: f64| Estimate::between(value, 0.99 * value, 1.01 * value);
        let mut record = ramp(1.0, None, 0.01, 10, block);
        let mut study = record.study.take().expect("a ramp is a study");
        let Some(Finding::Ramp(role)) = study.stages.remove(0).finding else { panic!("a ramp") };
        let role = RoleFinding {
            kind: RoleKind::Commit,
            load_line: Some(about(5_000.0)),
            commits_single: Some(about(1_000.0)),
            commits_group: Some(SharedCommits { load_line: about(5_000.0), commits: group }),
            ..role
        };
        Record { findings: vec![role], ..record }
    };
    let small = || commits(Bytes(512), 16);
    assert!(diff(&small(), &small(), PRACTICAL).unlike.is_empty());
    let found = diff(&small(), &commits(Bytes::kib(8), 16), PRACTICAL);
    assert_eq!((found.unlike.len(), found.answer), (1, Answer::CannotTell), "{found:?}");
    assert!(found.rows.iter().all(|row| row.kind != Kind::Rate), "{found:?}");
}

#[test]
fn other_processes_are_no_condition_that_differs() {
    let with = |value: &str| {
        let row = Fact::new(FactKey::Process, value);
        let facts = vec![FactGroup { title: FactTitle::OtherIo, rows: vec![row] }];
        Record { facts, ..check_example() }
    };
    assert_eq!(diff(&with("cargo (12)"), &with("rustc (13)"), PRACTICAL).conditions, []);
}

#[test]
fn a_rate_without_an_interval_decides_only_if_it_fell() {
    let commits = |line: f64, single: f64| {
        let mut record = ramp(9_000.0, Some(line), 0.01, 10, LOAD);
        let stage = &mut record.study.as_mut().expect("a study").stages[0];
        let Some(Finding::Ramp(role)) = &mut stage.finding else { panic!("it is a ramp") };
        role.commits_single = Some(Estimate::unknown(single));
        record
    };
    let before = commits(2_000.0, 1_000.0);
    for (single, answer) in [(2_400.0, Answer::NoWorse), (900.0, Answer::CannotTell)] {
        let found = diff(&before, &commits(4_000.0, single), PRACTICAL);
        assert!(found.rows.iter().any(|row| !row.ratio.is_known()), "{found:?}");
        assert_eq!(found.answer, answer, "{single}");
    }
}
