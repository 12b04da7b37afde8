//! Every kind of fault, by seed: it is found and named correctly, and nothing else is reported.

use super::disk::DiskFault;
use super::scene::IntegrityScenario;

/// Seeds for each kind here; the example `proof` uses 200.
const SEEDS: u64 = 12;

#[test]
fn every_wrong_is_found_and_rightly_named() {
    for wrong in DiskFault::ALL {
        let (mut injected, mut shown) = (0, 0);
        for seed in 0..SEEDS {
            let scene =
                IntegrityScenario { wrong: Some((wrong, 0.01)), ..IntegrityScenario::new(seed) };
            let outcome = scene.play();
            if let Err(what) = outcome.judge() {
                panic!("{wrong:?}, seed {seed}: {what}");
            }
            injected += outcome.injected;
            shown += outcome.truths.iter().filter(|truth| truth.must).count();
        }
        eprintln!("{wrong:?}: {injected} done, {shown} shown to reads, all found");
        assert!(shown > 10, "{wrong:?}: only {shown} of {injected} could be seen at all");
    }
}

#[test]
fn what_is_read_before_it_is_written_over_shows_more_of_what_is_wrong() {
    let shares = [0.0, 0.75].map(|read_back_share| {
        let (mut injected, mut shown) = (0, 0);
        let mut tally = engine::integrity_test::OperationTotals::default();
        // Each of these is a fault of one page, which remains until the page is overwritten.
        for wrong in [DiskFault::FlipAtRest, DiskFault::Zeroed] {
            for seed in 0..2 * SEEDS {
                let wrong = Some((wrong, 0.01));
                let outcome = IntegrityScenario { wrong, read_back_share, ..IntegrityScenario::new(seed) }.play();
                outcome.judge().unwrap_or_else(|what| panic!("{wrong:?}, seed {seed}: {what}"));
                injected += outcome.injected;
                shown += outcome.truths.iter().filter(|truth| truth.must).count() as u64;
                tally.add(&outcome.tally);
            }
        }
        let read_back = tally.counts.read_back_share().unwrap_or(0.0);
        let share = shown as f64 / injected as f64;
        eprintln!(
            "reads before {read_back_share} of the writes: {:.0} % of the pages written were read back, {shown} of \
             {injected} faults ({:.0} %) were shown to reads, all found",
            read_back * 100.0,
            share * 100.0
        );
        (read_back, share)
    });
    let [(usual_read, usual), (more_read, more)] = shares;
    assert!(more_read > 0.5 && more_read > usual_read && more > usual, "{shares:?}");
}
