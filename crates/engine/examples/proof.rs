//! Shows what an integrity test finds and costs. `proof faults SEEDS` injects every kind of fault. `proof honest PAGES
//! [FIRST_SEED]` tests honest storage, with and without ordinary errors, until PAGES pages were transferred. `proof
//! speed FILE SECONDS [UPDATES]` reads (and writes a share of) single pages of 8 KiB of a file through the page cache,
//! 32 at a time, to compare with the same reads by `plimsoll run`. All print figures to standard error.

#[path = "../tests/it/proof/disk.rs"]
mod disk;
#[path = "../tests/it/proof/scene.rs"]
mod scene;
#[path = "../tests/it/proof/store.rs"]
mod store;
#[path = "../tests/it/proof/wrong.rs"]
mod wrong;

use disk::{DiskFault, OrdinaryErrors};
use engine::backend::UringBackend;
use engine::integrity_test::{IntegrityProgress, IntegritySetup, IntegrityTest, OperationTotals};
use integrity::FaultKind;
use integrity::actors::{
    ActorParameters, CheckpointParameters, LazyWriterParameters, PageRunParameters,
    RandomUserParameters,
};
use scene::IntegrityScenario;
use std::io::Write;
use sys::clock::SystemClock;
use sys::file::{self, OpenMode};
use sys::ring::{Ring, RingOptions};

fn say(line: &str) {
    writeln!(std::io::stderr(), "{line}").expect("standard error can be written");
}

fn faults(seeds: u64) {
    for wrong in DiskFault::ALL {
        let (mut injected, mut shown, mut found, mut tally) = (0, 0, 0, OperationTotals::default());
        for seed in 0..seeds {
            let outcome =
                IntegrityScenario { wrong: Some((wrong, 0.01)), ..IntegrityScenario::new(seed) }
                    .play();
            if let Err(what) = outcome.judge() {
                panic!("{wrong:?}, seed {seed}: {what}");
            }
            injected += outcome.injected;
            shown += outcome.truths.iter().filter(|truth| truth.must).count();
            found += outcome.findings.len();
            tally.add(&outcome.tally);
        }
        let pages = tally.page_operations();
        say(&format!(
            "{wrong:?}: {injected} done, {shown} shown to reads, all found and rightly named ({found} findings, {pages} page operations)"
        ));
    }
}

fn honest(pages: u64, first_seed: u64) {
    let (mut sum, mut told, mut seed) = (OperationTotals::default(), 0, first_seed);
    while sum.page_operations() < pages {
        let foul = OrdinaryErrors {
            short: 0.05,
            interrupted: 0.05,
            full: 0.02,
            failed: 0.02,
            flush_failed: 0.1,
        };
        let weather = if seed % 3 == 0 { foul } else { OrdinaryErrors::default() };
        let overlapping = seed % 2 == 0;
        let scene =
            IntegrityScenario { overlapping, weather, for_ms: 400, ..IntegrityScenario::new(seed) };
        let outcome = scene.play();
        // A failed operation is no false alarm if `weather` injected it; any other finding is.
        let io = |kind: FaultKind| kind == FaultKind::IoError && weather.failed > 0.0;
        for finding in outcome.findings.iter().filter(|f| !io(f.fault.kind)) {
            told += 1;
            say(&format!("FALSE ALARM, seed {seed}: {:?} {:?}", finding.fault, finding.past));
        }
        sum.add(&outcome.tally);
        seed += 1;
        if seed % 100 == 0 {
            say(&format!("{} page operations, {told} false alarms", sum.page_operations()));
        }
    }
    say(&format!(
        "{} page operations, {told} false alarms, {} seeds: {sum:?}",
        sum.page_operations(),
        seed - first_seed
    ));
}

fn speed(words: &[String]) {
    let path = std::path::Path::new(&words[0]);
    let seconds: f64 = words[1].parse().expect("seconds");
    let update_share: f64 = words.get(2).map_or(0.0, |share| share.parse().expect("a share"));
    let none = PageRunParameters { users: 0, least: 1, most: 1, cycles: 1, delay_ns: 0 };
    let random = RandomUserParameters {
        users: 32,
        jump_share: 1.0,
        chain_min: 1,
        chain_max: 1,
        update_share,
        rest_ns: 0,
        ..RandomUserParameters::default()
    };
    let parameters = ActorParameters {
        cache_hit_share: 0.0,
        pool_pages: 64,
        outstanding_max: 32,
        random,
        audit: none,
        read_ahead: none,
        bulk: none,
        checkpoint: CheckpointParameters { every_ns: 0 },
        lazy_writer: LazyWriterParameters { every_ns: 100_000, burst_pages: 64, run_pages: 1 },
        ..ActorParameters::default()
    };
    let mode = |create| OpenMode { write: true, create, ..OpenMode::default() };
    let file = file::open(path, mode(true)).expect("a file to write to");
    let ground = file::open(path, mode(false)).expect("it is there");
    let size_bytes = file::size_bytes(&file).expect("a size");
    let mut setup = IntegritySetup::new(&parameters, 8192, 1, 2);
    setup.target_io_ns = 1_000_000_000;
    let backend = UringBackend::new(
        SystemClock::new(),
        Ring::on(vec![file], setup.depth, setup.slot_bytes(), RingOptions::default())
            .expect("io_uring"),
    );
    let mut proof = IntegrityTest::new(setup, backend, ground, size_bytes / 8192);
    let mut quiet = |_: &IntegrityProgress<'_>| {};
    proof.fill(&mut quiet).expect("a file that can be written");
    let before = proof.tally().counts.clone();
    let actors = parameters.data_actors(3);
    let cpu_ns = sys::clock::thread_cpu_ns();
    proof.exercise(actors, (seconds * 1e9) as u64, &mut quiet).expect("it goes on");
    let cpu_ns = sys::clock::thread_cpu_ns() - cpu_ns;
    let tally = proof.tally();
    let (reads, writes) = (tally.counts.reads - before.reads, tally.counts.writes - before.writes);
    say(&format!(
        "{:.0} IOPS, {:.3} us of CPU each ({reads} reads, {writes} writes of one page), {} faults",
        (reads + writes) as f64 / seconds,
        cpu_ns as f64 / 1e3 / (reads + writes) as f64,
        tally.faults()
    ));
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, usual: u64| words.get(at).map_or(usual, |word| word.parse().expect("a number"));
    match words.first().map(String::as_str) {
        Some("faults") => faults(number(1, 200)),
        Some("honest") => honest(number(1, 1_000_000), number(2, 0)),
        Some("speed") => speed(&words[1..]),
        _ => {
            say("proof faults [SEEDS] | honest [PAGES] [FIRST_SEED] | speed FILE SECONDS [UPDATES]")
        }
    }
}
