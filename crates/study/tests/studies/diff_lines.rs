//! What is held against what: a load line against one of the same load and ceiling, never the trials on the way to it.

use base::Nanos;
use study::Record;
use study::diff::{Answer, Change, Diff, Kind, PRACTICAL, diff};
use study::record::{Finding, Limit, RoleFinding, StageRecord, StudyRecord, TrialRecord, Verdict};
use summary::{Estimate, LatencySummary};
use testkit::record::check_example;
use testkit::study::compare_example;
use workload::{Ceiling, RoleKind};

/// A ramp whose closed loop gave `closed` operations per second and whose line is `line`.
fn ramp(closed: f64, line: Option<f64>, half: f64, ceiling_ms: u64, operation: &str) -> Record {
    let about = |value: f64| Estimate {
        value,
        low: value * (1.0 - half),
        high: value * (1.0 + half),
        confidence: 0.95,
    };
    let trial = |purpose: &str, rate_iops: Option<f64>, iops: f64, held| {
        let mut stream = summary::summarize("ramp", &[]);
        stream.iops = about(iops);
        stream.offered_iops = rate_iops;
        stream.read = LatencySummary { ios: 1_000, mean_ns: 2e6, ..LatencySummary::default() };
        TrialRecord {
            role: "ramp".to_owned(),
            purpose: purpose.to_owned(),
            rate_iops,
            depth: 64,
            streams: vec![stream],
            held,
        }
    };
    let mut trials = vec![trial("closed", None, closed, None)];
    trials.extend(line.map(|rate| trial("confirm", Some(rate), rate, Some(true))));
    let role = RoleFinding {
        role: "ramp".to_owned(),
        title: String::new(),
        kind: RoleKind::Load,
        operation: operation.to_owned(),
        ceiling: Ceiling { quantile: 0.99, latency_ns: Nanos::millis(ceiling_ms) },
        load_line: line.map(about),
        mibps: None,
        latency_ns: Some(9_000_000),
        at_need: None,
        saturation_iops: Some(closed),
        commits_single: None,
        commit_latency_ns: None,
        commits_group: None,
        limit: Limit::Device,
        quota: None,
        verdict: if line.is_some() { Verdict::Fit } else { Verdict::NotFit },
        reason: String::new(),
    };
    let stage = StageRecord {
        name: "ramp".to_owned(),
        study: "ramp".to_owned(),
        command: String::new(),
        cells: Vec::new(),
        finding: Some(Finding::Ramp(role)),
        drift: None,
    };
    Record {
        trials,
        findings: Vec::new(),
        verdict: None,
        doubts: Vec::new(),
        study: Some(StudyRecord { identity: String::new(), stages: vec![stage] }),
        ..check_example()
    }
}

const LOAD: &str = "8 KiB random, 70 % reads";

fn line(found: &Diff) -> &study::diff::Row {
    let lines: Vec<_> = found.rows.iter().filter(|row| row.kind == Kind::Line).collect();
    let [line] = lines[..] else { panic!("one line: {found:?}") };
    line
}

#[test]
fn two_ramps_are_held_against_each_other_by_their_lines() {
    // The closed loops say the contrary of the lines.
    let (a, b) = (
        ramp(9_000.0, Some(2_000.0), 0.01, 10, LOAD),
        ramp(12_000.0, Some(1_500.0), 0.01, 10, LOAD),
    );
    let found = diff(&a, &b, PRACTICAL);
    let line = line(&found);
    assert_eq!((line.a.value, line.b.value, line.change), (2_000.0, 1_500.0, Change::Worse));
    assert_eq!(found.answer, Answer::Worse);
    // Latencies at the lines stand beside, each at a load of its own.
    let told: Vec<&str> = found
        .rows
        .iter()
        .filter(|row| row.change == Change::Told)
        .map(|row| row.what.as_str())
        .collect();
    assert_eq!(told.len(), 2, "{found:?}");
    assert!(told[0].starts_with("p99 at the load line") && told[1].starts_with("mean latency"));
    assert!(
        found.rows.iter().all(|row| row.a.value != 9_000.0),
        "the closed loop is the way to it: {found:?}"
    );
}

#[test]
fn where_nothing_keeps_the_ceiling_there_is_no_line_and_that_is_worse_than_one() {
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
fn lines_of_another_load_or_ceiling_are_no_pair() {
    let a = ramp(9_000.0, Some(2_000.0), 0.01, 10, LOAD);
    for b in [
        ramp(9_000.0, Some(2_000.0), 0.01, 20, LOAD),
        ramp(9_000.0, Some(2_000.0), 0.01, 10, "64 KiB random read"),
    ] {
        let found = diff(&a, &b, PRACTICAL);
        assert_eq!((found.rows.len(), found.answer), (0, Answer::CannotTell), "{found:?}");
        assert!(found.only_a[0].contains("8 KiB random") && !found.only_b.is_empty());
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
fn the_percentiles_of_many_cells_are_judged_together() {
    let mut a = compare_example();
    a.doubts.clear();
    let mut b = a.clone();
    let mut cells = b.study.as_mut().unwrap().stages.iter_mut().flat_map(|stage| &mut stage.cells);
    let mut rng = base::Rng::new(7);
    cells.try_for_each(|cell| {
        let p99 = cell.seen.latency_ns_p99.as_mut()?;
        *p99 = (*p99 as f64 * 1.4 * (1.0 + 0.1 * rng.normal())) as u64;
        Some(())
    });
    let found = diff(&a, &b, PRACTICAL);
    let overall = found.overall_latency.as_ref().expect("many cells have a percentile");
    assert!((overall.ratio.value - 1.4).abs() < 0.05, "{overall:?}");
    assert_eq!((overall.change, found.answer), (Change::Worse, Answer::Worse));
    assert_eq!(found.overall.as_ref().unwrap().change, Change::Same);
    assert_eq!(diff(&a, &a, PRACTICAL).overall_latency.unwrap().change, Change::Same);
}
