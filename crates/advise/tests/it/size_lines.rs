//! Which line of a storage decides a sizing: the confirmed, the newest, and none where none was found.

use crate::size_evidence::{MIX, Run, check, price, race, ramp, record, requirement, role, sized};
use advise::size::reason::{Caveat, Evidence, EvidenceGap};
use advise::size::{Answer, Fit, Shop, size};
use base::Nanos;
use record::{Provenance, RoleFinding, StageRecord, TriedLoad};
use workload::LatencyLimit;

/// A number never has the latency or the run of another one.
#[test]
fn the_line_that_decides_is_shown_with_its_own_latency_and_run() {
    let line = |value: f64, limit_ms: u64, latency_us: u64, started: i64| {
        let latency_ns = Some(latency_us * 1_000);
        let role = RoleFinding { latency_ns, ..role("data", Some(value), limit_ms) };
        check("a", "/mnt/a", role, started)
    };
    for (newer, older, run) in [
        // A newer line under a looser limit allows a little less, but within its interval.
        (line(4_670.0, 20, 2_100, 2), line(4_697.0, 10, 3_810, 1), "run 1"),
        // A newer line under a stricter limit confirms more.
        (line(4_697.0, 5, 3_810, 2), line(4_670.0, 10, 2_100, 1), "run 2"),
    ] {
        let choice = sized(&[newer, older], &format!("iops>=1000,{MIX}")).choices[0].clone();
        let own = matches!(&choice.load.evidence, Evidence::Line { run: own, .. } if own == run);
        assert!(own && (choice.head_room - 3.697).abs() < 1e-9, "{choice:?}");
        let load = choice.load;
        assert_eq!((load.iops.value, load.iops.ends().low), (4_697.0, 0.97 * 4_697.0));
        assert_eq!(load.latency_ns_p99, Some(3_810_000));
    }
    // A looser line that does not meet the required limit only lowers what is sure: the measured number stays whole.
    let runs = [line(4_670.0, 20, 12_000, 2), line(4_697.0, 10, 3_810, 1)];
    let choice = sized(&runs, &format!("iops>=1000,{MIX}")).choices[0].clone();
    assert_eq!((choice.load.iops.value, choice.load.latency_ns_p99), (4_697.0, Some(3_810_000)));
    assert!((choice.head_room - 3.67).abs() < 1e-9, "{choice:?}");
    assert!(matches!(choice.load.caveats[0], Caveat::LineAllows(_)), "{choice:?}");
}

/// Below the lowest rate that is known to break the limit, nothing is known.
#[test]
fn a_line_that_was_not_found_is_no_line_of_zero() {
    let limit = LatencyLimit { quantile: 0.99, latency_ns: Nanos::millis(10) };
    let refuted = Some(TriedLoad { rate: 42.5, ..TriedLoad::default() });
    let data = RoleFinding { refuted, ..role("data", None, 10) };
    let runs = [check("a", "/mnt/a", data.clone(), 1)];
    for (text, answer) in [
        ("iops>=20,write=0.3,block=8k,p99<=10ms", Answer::CannotTell),
        ("iops>=43,write=0.3,block=8k,p99<=10ms", Answer::NotCarried),
        ("iops>=43,write=0.3,block=8k,p99<=5ms", Answer::NotCarried),
        ("iops>=20,write=0.3,block=8k,p99<=50ms", Answer::CannotTell),
        ("iops>=43,write=0.3,block=8k,p99<=50ms", Answer::CannotTell),
    ] {
        let found = sized(&runs, text);
        assert_eq!((found.answer, found.choices.len()), (answer, 0), "{text}: {found:?}");
        let reason = EvidenceGap::NoLine { limit, at_most: Some(42.5) };
        assert_eq!(found.unproven[0].reason, reason, "{text}");
        assert_eq!(found.unproven[0].next.is_some(), answer == Answer::CannotTell, "{text}");
    }
    // A newer search that found none still rules out an older line above it, and keeps one below it.
    for (old, answer) in [(900.0, Answer::CannotTell), (30.0, Answer::Carried)] {
        let runs = [
            check("a", "/mnt/a", data.clone(), 2),
            check("a", "/mnt/a", role("data", Some(old), 10), 1),
        ];
        let found = sized(&runs, &format!("iops>=20,{MIX}"));
        assert_eq!(found.answer, answer, "{found:?}");
    }
}

/// Whatever a comparison of recorded points says, the storages are those that were measured.
#[test]
fn a_comparison_of_recorded_points_displaces_no_measurement_and_is_none() {
    let measured = race("a", "raid10", "/mnt/a", 7, 3_000.0, 1);
    let stage = measured.1.study.as_ref().expect("it is a study").stages[0].clone();
    let again = StageRecord { provenance: Provenance::Recorded, ..stage };
    let again = ("run 3".to_owned(), record("a", &[], vec![again], 3));
    let of = |runs: &[Run]| sized(runs, &format!("iops>=1000,{MIX}"));
    let before = of(std::slice::from_ref(&measured));
    assert_eq!(before.answer, Answer::Carried, "{before:?}");
    assert_eq!(of(&[again.clone(), measured]), before);
    assert_eq!(of(&[again]).answer, Answer::CannotTell);
}

/// An offer that sells steps of IOPS costs what the required rate does, and carries no more than it sells.
#[test]
fn the_required_rate_is_paid_for_and_more_than_the_offer_has_is_not_carried() {
    let runs = [ramp("a", "/mnt/a", Some(30_000.0), 10, 1)];
    let text =
        "layout a at=/mnt/a price=46 included_iops=3000 price_per_1000_iops=6.5 max_iops=16000";
    let shop = Shop::read(text).expect("right");
    let of = |rate: &str| {
        size(&requirement(&format!("iops>={rate},{MIX}")), &shop, &runs).choices[0].clone()
    };
    assert_eq!(price(&of("2000")), Some(46.0));
    let choice = of("5000");
    assert_eq!((choice.fit, price(&choice)), (Fit::Carries, Some(59.0)));
    assert!((choice.head_room - 2.2).abs() < 1e-9, "{choice:?}");
    let choice = of("20000");
    assert_eq!((choice.fit, price(&choice)), (Fit::Not, Some(130.5)));
    assert!((choice.head_room + 0.2).abs() < 1e-9, "{choice:?}");
    assert!(choice.load.caveats.contains(&Caveat::OfferedAtMost(16_000.0)), "{choice:?}");
}

/// Bug: the deep points of an older run carried what a newer run of the same device contradicts at every depth that it measured.
#[test]
fn older_results_that_a_newer_one_contradicts_do_not_count_and_are_named() {
    let of = |runs: &[Run]| sized(runs, "iops>=3000,write=0.3,block=8k");
    let deep = race("a", "raid10", "/mnt/a", 7, 20_000.0, 1);
    assert_eq!(of(std::slice::from_ref(&deep)).answer, Answer::Carried);
    let throttled = race("a", "raid10", "/mnt/a", 3, 500.0, 2);
    let found = of(&[throttled, deep.clone()]);
    let choice = &found.choices[0];
    assert!(choice.fit != Fit::Carries && choice.load.iops.value <= 500.0, "{choice:?}");
    let named = Caveat::PointsOutdated { old: "run 1".to_owned(), new: "run 2".to_owned() };
    assert!(choice.load.caveats.contains(&named), "{choice:?}");
    // A newer run that agrees leaves the deeper points.
    let found = of(&[race("a", "raid10", "/mnt/a", 3, 20_000.0, 2), deep]);
    assert_eq!(
        (found.answer, found.choices[0].load.caveats.contains(&named)),
        (Answer::Carried, false)
    );
    // A newer check that confirmed no load refutes the line of an older one; one that carries more takes its place.
    let refuted = Some(TriedLoad { rate: 1_000.0, ..TriedLoad::default() });
    let none = RoleFinding { refuted, ..role("data", None, 10) };
    let old = |value: f64| check("a", "/mnt/a", role("data", Some(value), 10), 1);
    let asked = format!("iops>=2000,{MIX}");
    let found = sized(&[check("a", "/mnt/a", none, 2), old(5_000.0)], &asked);
    assert_eq!(found.answer, Answer::NotCarried, "{found:?}");
    let more = check("a", "/mnt/a", role("data", Some(5_000.0), 10), 2);
    let found = sized(&[more, old(3_000.0)], &asked);
    let is_named = |caveat: &Caveat| matches!(caveat, Caveat::Outdated { old, new } if (old.iops, new.iops) == (3_000.0, 5_000.0));
    assert!(found.choices[0].load.caveats.iter().any(is_named), "{found:?}");
}

/// A line on burst credits, and a newer one from after their end, under a looser limit.
#[test]
fn a_newer_line_under_a_looser_limit_rules_out_an_older_one() {
    for (old_ms, new_ms, asked) in [(5, 10, ",p99<=20ms"), (10, 20, ",p99<=10ms"), (5, 5, "")] {
        let runs = [
            ramp("", "/mnt/a", Some(3_000.0), new_ms, 2),
            ramp("", "/mnt/a", Some(9_000.0), old_ms, 1),
        ];
        let found = sized(&runs, &format!("iops>=5000,write=0.3,block=8k{asked}"));
        assert_ne!(found.answer, Answer::Carried, "{found:?}");
        let choice = &found.choices[0];
        assert!(choice.load.iops.value <= 3_240.0, "{choice:?}");
        let outdated =
            |caveat: &Caveat| matches!(caveat, Caveat::Outdated { old, .. } if old.iops == 9_000.0);
        assert!(choice.load.caveats.iter().any(outdated), "{choice:?}");
        // An older line under a looser limit says nothing against a newer one.
        let runs = [
            ramp("", "/mnt/a", Some(9_000.0), old_ms, 2),
            ramp("", "/mnt/a", Some(3_000.0), new_ms, 1),
        ];
        let found = sized(&runs, "iops>=5000,write=0.3,block=8k,p99<=20ms");
        assert_eq!(found.answer, Answer::Carried, "{found:?}");
    }
}
