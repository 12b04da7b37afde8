//! What a proof finds and costs, by hand. `proof faults SEEDS` plays every kind of wrong; `proof honest PAGES` goes on with
//! honest storage in fair and foul weather until so many pages were moved; both print figures to standard error.

#[path = "../tests/proof/disk.rs"]
mod disk;
#[path = "../tests/proof/scene.rs"]
mod scene;
#[path = "../tests/proof/store.rs"]
mod store;
#[path = "../tests/proof/wrong.rs"]
mod wrong;

use disk::{Weather, Wrong};
use engine::proof::Tally;
use integrity::FaultKind;
use scene::Scene;
use std::io::Write;

fn say(line: &str) {
    writeln!(std::io::stderr(), "{line}").expect("standard error can be written");
}

fn faults(seeds: u64) {
    for wrong in Wrong::ALL {
        let (mut injected, mut shown, mut found, mut tally) = (0, 0, 0, Tally::default());
        for seed in 0..seeds {
            let outcome = Scene { wrong: Some((wrong, 0.01)), ..Scene::new(seed) }.play();
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

fn honest(pages: u64) {
    let (mut sum, mut told, mut seed) = (Tally::default(), 0, 0);
    while sum.page_operations() < pages {
        let foul =
            Weather { short: 0.05, interrupted: 0.05, full: 0.02, failed: 0.02, flush_failed: 0.1 };
        let weather = if seed % 3 == 0 { foul } else { Weather::default() };
        let overlapping = seed % 2 == 0;
        let scene = Scene { overlapping, weather, for_ms: 400, ..Scene::new(seed) };
        let outcome = scene.play();
        // That an operation failed is true where the weather made it fail; nothing else is.
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
        "{} page operations, {told} false alarms, {seed} seeds: {sum:?}",
        sum.page_operations()
    ));
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, usual: u64| words.get(at).map_or(usual, |word| word.parse().expect("a number"));
    match words.first().map(String::as_str) {
        Some("faults") => faults(number(1, 200)),
        Some("honest") => honest(number(1, 1_000_000)),
        _ => say("proof faults [SEEDS] | honest [PAGES]"),
    }
}
