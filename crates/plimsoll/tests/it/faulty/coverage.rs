//! The number of corruptions at rest that the default test of each database finds under full load, and the share of pages that it
//! read back. `PLIMSOLL_FAULTY_SEEDS=20` runs more seeds of each than the default of two; `--nocapture` shows the table.

use super::proofs::{DATABASES, findings, fits, seeds, verify_as};
use super::scene::Scene;
use testkit::fuse::{FaultOptions, InjectedFault, StorageFaultKind};

/// The sums of injected and found faults over all seeds.
#[derive(Default)]
struct CoverageSum {
    seeds: u64,
    injected: u64,
    shown: usize,
    found: usize,
    /// The minimum, the maximum and the sum of the shares of pages that were read back.
    coverage: (f64, f64, f64),
}

#[test]
fn corruptions_are_found_in_the_share_that_the_coverage_says() {
    for database in DATABASES {
        let Some(sum) = all_seeds(database) else { return };
        let mean = sum.coverage.2 / sum.seeds as f64;
        let found = sum.found as f64 / sum.injected as f64;
        eprintln!(
            "| `{}` | {} | {} | {} | {} ({:.0} %) | {:.0} % ({:.0} to {:.0} %) |",
            database.0,
            sum.seeds,
            sum.injected,
            sum.shown,
            sum.found,
            100.0 * found,
            100.0 * mean,
            100.0 * sum.coverage.0,
            100.0 * sum.coverage.1
        );
        assert!(sum.injected >= 4 * seeds(), "{}: {} injected", database.0, sum.injected);
        // About three of four pages are read before they are overwritten; the answer requires at least half.
        assert!(mean > 0.5 && found > 0.5, "{}: coverage {mean}, found {found}", database.0);
    }
}

fn all_seeds(database: (&str, usize, usize)) -> Option<CoverageSum> {
    let (name, data, log) = database;
    let mut sum = CoverageSum { coverage: (1.0, 0.0, 0.0), ..CoverageSum::default() };
    // On a busy machine a test of the same length has fewer operations to spoil, so more seeds are run.
    while sum.seeds < seeds() || sum.injected < 4 * seeds() && sum.seeds < 4 * seeds() {
        let seed = sum.seeds;
        sum.seeds += 1;
        let options = FaultOptions {
            seed,
            wrongs: vec![StorageFaultKind::FlipAtRest],
            // A low rate, so that faults occur during the whole test and not only in the first pages.
            rate: 0.05,
            most: 60,
            only: vec![".data".to_owned(), ".log".to_owned()],
            pages: (data, vec![(".log".to_owned(), log)]),
            ..FaultOptions::default()
        };
        let scene = Scene::new(&format!("coverage-{name}-{seed}"), options)?;
        let told = verify_as(&scene, name, seed, 1);
        let (found, faults) = (findings(&told), scene.fs.injected_faults());
        sum.injected += scene.fs.injected();
        sum.shown += faults.iter().filter(|fault| fault.shown).count();
        let is_found = |fault: &&InjectedFault| found.iter().any(|finding| fits(finding, fault));
        for fault in faults.iter().filter(|fault| fault.shown) {
            assert!(is_found(&fault), "{name}, seed {seed}: not found: {fault}\n{found:#?}");
        }
        // A fault that a read met very soon after its injection does not count as shown, but may be found.
        sum.found += faults.iter().filter(is_found).count();
        let share = told["proof"]["read_back_share"].as_f64().expect("pages were written");
        let (least, most, all) = sum.coverage;
        sum.coverage = (least.min(share), most.max(share), all + share);
    }
    Some(sum)
}
