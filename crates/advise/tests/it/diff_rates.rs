//! How often a comparison of two runs is wrong: two runs of the same storage, and of storages that differ, 200 seeds each.
//!
//! The storage is plain numbers: a rate for each second with AR(1) noise, with the intervals that every run has.

use advise::diff::{Answer, Change, Kind, PRACTICAL, diff};
use base::Rng;
use record::{Record, RunKind, TrialPurpose, TrialRecord};
use std::sync::LazyLock;
use summary::{Estimate, StreamSummary, TimeSeriesPoint, estimate};
use testkit::record::run_example;
use workload::EngineUse;

const SEEDS: u64 = 200;
const STREAMS: usize = 4;

/// A run of four streams of 300 intervals with a coefficient of variation of 5 %, of their 99th percentiles 10 %.
fn run(seed: u64, truth: f64, p99_ms: f64, lag1: f64) -> Record {
    let mut rng = Rng::new(seed);
    let fresh = (1.0 - lag1 * lag1).sqrt();
    let mut stream = |name: usize| {
        let mut series = |centre: f64, cv: f64| -> Vec<f64> {
            let mut noise = rng.normal();
            let mut next = || {
                noise = lag1 * noise + fresh * rng.normal();
                centre * (1.0 + cv * noise)
            };
            (0..300).map(|_| next()).collect()
        };
        let (rates, tails) = (series(truth, 0.05), series(p99_ms, 0.10));
        let iops = estimate::rate(&rates).expect("300 values have a mean");
        let point = |(at, p99): (usize, &f64)| TimeSeriesPoint {
            at_s: at as f64 + 0.5,
            iops: rates[at],
            mibps: rates[at] / 128.0,
            p50_ns: 1_000_000,
            p99_ns: (p99 * 1e6) as u64,
            max_ns: 90_000_000,
            warm_up: false,
        };
        let points = tails.iter().enumerate().map(point).collect();
        StreamSummary { name: format!("s{name}"), iops, points, ..blank() }
    };
    let streams = (0..STREAMS).map(&mut stream).collect();
    let trial = TrialRecord {
        role: "phase".to_owned(),
        purpose: TrialPurpose::Run,
        rate_iops: None,
        depth: 1,
        streams,
        held: None,
    };
    record(vec![trial])
}

fn blank() -> StreamSummary {
    StreamSummary { seconds: 300.0, depth_mean: 1.0, ..StreamSummary::default() }
}

fn record(trials: Vec<TrialRecord>) -> Record {
    /// What surrounds the trials, made once: the example simulates trials of its own, which are not needed here.
    static AROUND: LazyLock<Record> = LazyLock::new(|| Record {
        kind: RunKind::Run,
        trials: Vec::new(),
        findings: Vec::new(),
        verdict: None,
        warnings: Vec::new(),
        ..testkit::record::check_example()
    });
    Record { trials, ..AROUND.clone() }
}

/// Of all seeds: how many claimed a difference, how many the answer `want`, and how many had no wrong interval.
fn rates(ratio: f64, tail: f64, lag1: f64, want: &[Answer]) -> (f64, f64, f64) {
    let (mut claims, mut answers, mut covered) = (0, 0, 0);
    for seed in 0..SEEDS {
        let a = run(2 * seed, 8_000.0, 5.0, lag1);
        let b = run(2 * seed + 1, 8_000.0 * ratio, 5.0 * tail, lag1);
        let found = diff(&a, &b, PRACTICAL);
        assert_eq!(found.rows.len(), 2 * STREAMS);
        let claim = |row: &advise::diff::Row| matches!(row.change, Change::Better | Change::Worse);
        claims += u32::from(found.rows.iter().any(claim));
        answers += u32::from(want.contains(&found.answer));
        // Too strong a correlation for 300 values gives no interval at all, which is no wrong one.
        let right = |row: &advise::diff::Row| {
            let truth = if row.kind == Kind::Latency { tail } else { ratio };
            row.ratio.interval.is_none_or(|ends| ends.low <= truth && truth <= ends.high)
        };
        covered += u32::from(found.rows.iter().all(right));
    }
    let share = |count: u32| f64::from(count) / SEEDS as f64;
    (share(claims), share(answers), share(covered))
}

#[test]
fn runs_of_the_same_storage_hardly_ever_differ() {
    for lag1 in [0.0, 0.5, 0.9] {
        let (claims, worse, covered) = rates(1.0, 1.0, lag1, &[Answer::Worse]);
        println!("lag-1 {lag1}: claims {claims}, worse {worse}, covered {covered}");
        // 5 % over all eight rows is what is stated; the room is for chance and for the seeds.
        assert!(claims <= 0.05, "lag-1 {lag1}: a difference was claimed in {claims} of all pairs");
        assert!(covered >= 0.93, "lag-1 {lag1}: all rows held the truth in {covered}");
    }
}

#[test]
fn what_differs_by_a_tenth_is_found() {
    let (_, worse, covered) = rates(0.9, 1.0, 0.5, &[Answer::Worse]);
    let (_, better, _) = rates(1.1, 1.0, 0.5, &[Answer::NoWorse]);
    println!("worse {worse}, better {better}, covered {covered}");
    assert!(worse >= 0.95 && better >= 0.95 && covered >= 0.93, "{worse} {better} {covered}");
}

#[test]
fn a_tail_that_is_a_third_longer_is_found_where_the_rates_are_alike() {
    let (_, worse, covered) = rates(1.0, 1.3, 0.5, &[Answer::Worse]);
    println!("a tail 30 % longer: worse {worse}, covered {covered}");
    assert!(worse >= 0.95 && covered >= 0.93, "{worse} {covered}");
}

#[test]
fn what_is_worse_by_just_what_does_not_count_is_hardly_ever_called_worse() {
    // 2 % and 10 % are the smallest that count: a claim beyond them would be wrong.
    let (claims, ..) = rates(1.0 / 1.02, 1.10, 0.0, &[]);
    println!("at the smallest that counts: claims {claims}");
    assert!(claims <= 0.05, "{claims}");
}

#[test]
fn no_difference_is_an_answer_when_there_is_enough_evidence() {
    // 1 % apart, measured to half a percent.
    let tight = |value: f64| {
        let mut trial = run(1, value, 5.0, 0.0).trials.remove(0);
        for stream in &mut trial.streams {
            let half = 0.004 * value;
            stream.iops = Estimate::between(value, value - half, value + half);
            stream.points.clear();
        }
        record(vec![trial])
    };
    let found = diff(&tight(8_000.0), &tight(8_040.0), PRACTICAL);
    assert_eq!(found.answer, Answer::Same);
    assert!(found.conditions.is_empty());
}

/// Six tests of another tool, one after the other, of a storage that is `truth` times as fast: no rate has an interval.
fn imported(truth: f64) -> Record {
    let noise = [1.0, 1.004, 0.998, 1.002, 0.996, 1.0];
    let mut record = run_example();
    record.engine = EngineUse::Imported("DISKSPD".to_owned());
    record.warnings.clear();
    let trial = record.trials.first().expect("a run has a trial").clone();
    record.trials = (1..)
        .zip(noise)
        .map(|(number, noise)| {
            let mut trial = trial.clone();
            trial.streams.truncate(1);
            let stream = &mut trial.streams[0];
            stream.name = format!("test {number}");
            stream.iops = Estimate::unknown(1000.0 * f64::from(number) * truth * noise);
            stream.mibps = Estimate::unknown(stream.iops.value / 128.0);
            trial
        })
        .collect();
    record
}

#[test]
fn five_tests_of_another_tool_are_judged_together() {
    let answer = |truth| diff(&imported(1.0), &imported(truth), PRACTICAL).answer;
    assert_eq!([0.7, 1.3].map(answer), [Answer::Worse, Answer::NoWorse]);
}
