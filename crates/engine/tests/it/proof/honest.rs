//! No false alarm: honest storage with overlapping writes, short transfers, interrupts, failures and full disks.

use super::disk::OrdinaryErrors;
use super::scene::{IntegrityScenario, ScenarioOutcome};
use integrity::FaultKind;

const SEEDS: u64 = 24;

fn told(outcome: &ScenarioOutcome) -> Vec<String> {
    let data = outcome.findings.iter().filter(|finding| finding.fault.kind != FaultKind::IoError);
    data.map(|f| format!("{:?} transient {} past {:?}", f.fault, f.transient, f.past)).collect()
}

#[test]
fn fair_weather_raises_no_alarm() {
    let mut pages = 0;
    for seed in 0..SEEDS {
        for overlapping in [false, true] {
            let outcome = IntegrityScenario { overlapping, ..IntegrityScenario::new(seed) }.play();
            assert_eq!(told(&outcome), Vec::<String>::new(), "seed {seed}");
            assert_eq!(outcome.tally.faults(), 0, "seed {seed}");
            pages += outcome.tally.page_operations();
        }
    }
    eprintln!("{pages} page operations without an alarm");
}

#[test]
fn foul_weather_raises_no_false_alarm() {
    let mut sum = engine::integrity_test::OperationTotals::default();
    for seed in 0..SEEDS {
        for overlapping in [false, true] {
            let weather = OrdinaryErrors {
                short: 0.05,
                interrupted: 0.05,
                full: 0.02,
                failed: 0.02,
                flush_failed: 0.1,
            };
            let read_back_share = if seed % 2 == 0 { 0.75 } else { 0.0 };
            let scene = IntegrityScenario {
                overlapping,
                weather,
                read_back_share,
                ..IntegrityScenario::new(seed)
            };
            let outcome = scene.play();
            assert_eq!(told(&outcome), Vec::<String>::new(), "seed {seed}");
            sum.add(&outcome.tally);
        }
    }
    let counts = &sum.counts;
    assert!(counts.short > 100 && counts.interrupted > 100 && counts.no_space > 100, "{sum:?}");
    assert!(counts.retries > 100 && counts.resizes > 10, "{sum:?}");
    eprintln!("{} page operations without a false alarm: {sum:?}", sum.page_operations());
}
