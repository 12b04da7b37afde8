//! How often a comparison of two runs is wrong: two runs of the same storage, and of storages that differ, 200 seeds each.
//!
//! The storage is plain numbers: a rate for each second with AR(1) noise, told by the intervals that every run has.

use base::Rng;
use study::diff::{Answer, Change, PRACTICAL, diff};
use study::record::{Record, State, TrialRecord};
use summary::{Estimate, StreamSummary, estimate};

const SEEDS: u64 = 200;
const STREAMS: usize = 4;

/// A run of four streams of 300 intervals with a coefficient of variation of 5 %.
fn run(seed: u64, truth: f64, lag1: f64) -> Record {
    let mut rng = Rng::new(seed);
    let fresh = (1.0 - lag1 * lag1).sqrt();
    let mut stream = |name: usize| {
        let mut noise = rng.normal();
        let rates: Vec<f64> = (0..300)
            .map(|_| {
                noise = lag1 * noise + fresh * rng.normal();
                truth * (1.0 + 0.05 * noise)
            })
            .collect();
        let iops = estimate::rate(&rates).expect("300 values have a mean");
        StreamSummary { name: format!("s{name}"), iops, ..blank() }
    };
    let streams = (0..STREAMS).map(&mut stream).collect();
    let trial = TrialRecord {
        role: "phase".to_owned(),
        purpose: String::new(),
        rate_iops: None,
        depth: 1,
        streams,
        held: None,
    };
    record(vec![trial])
}

fn blank() -> StreamSummary {
    StreamSummary {
        name: String::new(),
        seconds: 300.0,
        iops: Estimate::unknown(0.0),
        mibps: Estimate::unknown(0.0),
        depth_mean: 1.0,
        read: Default::default(),
        write: Default::default(),
        flush: Default::default(),
        offered_iops: None,
        dropped: 0,
        points: Vec::new(),
    }
}

fn record(trials: Vec<TrialRecord>) -> Record {
    Record {
        kind: "run".to_owned(),
        command: String::new(),
        version: String::new(),
        started_unix_s: 0,
        seconds: 300.0,
        seed: 0,
        target: String::new(),
        subject: String::new(),
        engine: String::new(),
        need: String::new(),
        source_text: String::new(),
        state: State::Done,
        facts: Vec::new(),
        trials,
        findings: Vec::new(),
        verdict: None,
        reason: String::new(),
        doubts: Vec::new(),
        notes: Vec::new(),
        study: None,
    }
}

/// Of all seeds: how many claimed a difference, how many the answer `want`, and how many had no wrong interval.
fn rates(ratio: f64, lag1: f64, want: &[Answer]) -> (f64, f64, f64) {
    let (mut claims, mut answers, mut covered) = (0, 0, 0);
    for seed in 0..SEEDS {
        let (a, b) = (run(2 * seed, 8_000.0, lag1), run(2 * seed + 1, 8_000.0 * ratio, lag1));
        let found = diff(&a, &b, PRACTICAL);
        assert_eq!(found.rows.len(), STREAMS);
        let claim = |row: &study::diff::Row| matches!(row.change, Change::Better | Change::Worse);
        claims += u32::from(found.rows.iter().any(claim));
        answers += u32::from(want.contains(&found.answer));
        // Too strong a correlation for 300 values gives no interval at all, which is no wrong one.
        let right = |row: &study::diff::Row| {
            !row.ratio.is_known() || (row.ratio.low <= ratio && ratio <= row.ratio.high)
        };
        covered += u32::from(found.rows.iter().all(right));
    }
    let share = |count: u32| f64::from(count) / SEEDS as f64;
    (share(claims), share(answers), share(covered))
}

#[test]
fn runs_of_the_same_storage_hardly_ever_differ() {
    for lag1 in [0.0, 0.5, 0.9] {
        let (claims, worse, covered) = rates(1.0, lag1, &[Answer::Worse]);
        println!("lag-1 {lag1}: claims {claims}, worse {worse}, covered {covered}");
        // 5 % over all four rows is what is stated; the room is for chance and for the seeds.
        assert!(claims <= 0.05, "lag-1 {lag1}: a difference was claimed in {claims} of all pairs");
        assert!(covered >= 0.93, "lag-1 {lag1}: all rows held the truth in {covered}");
    }
}

#[test]
fn what_differs_by_a_tenth_is_found() {
    let (_, worse, covered) = rates(0.9, 0.5, &[Answer::Worse]);
    let (_, better, _) = rates(1.1, 0.5, &[Answer::NoWorse]);
    println!("worse {worse}, better {better}, covered {covered}");
    assert!(worse >= 0.95 && better >= 0.95 && covered >= 0.93, "{worse} {better} {covered}");
}

#[test]
fn no_difference_is_an_answer_when_there_is_enough_evidence() {
    // 1 % apart, measured to half a percent.
    let tight = |value: f64| {
        let mut trial = run(1, value, 0.0).trials.remove(0);
        for stream in &mut trial.streams {
            let half = 0.004 * value;
            stream.iops =
                Estimate { value, low: value - half, high: value + half, confidence: 0.95 };
        }
        record(vec![trial])
    };
    let found = diff(&tight(8_000.0), &tight(8_040.0), PRACTICAL);
    assert_eq!(found.answer, Answer::Same);
    assert!(found.conditions.is_empty());
}
