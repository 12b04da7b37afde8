//! `plimsoll verify` on it: every kind of fault by seed, and ordinary errors. `PLIMSOLL_FAULTY_SEEDS=20` runs more seeds of each
//! than the default of two; `--nocapture` shows the injected and found faults.

use super::scene::Scene;
use serde_json::Value;
use testkit::fuse::{FaultOptions, InjectedFault, OrdinaryErrors, StorageFaultKind};

/// The databases to emulate, with their page sizes of data and log.
pub(crate) const DATABASES: [(&str, usize, usize); 3] =
    [("sqlserver", 8192, 512), ("postgres", 8192, 8192), ("mysql", 16384, 512)];

/// The most additional seeds until a read meets a fault.
const SEEDS_MORE: u64 = 10;

pub(crate) fn seeds() -> u64 {
    std::env::var("PLIMSOLL_FAULTY_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(2)
}

/// A finding, from the document.
#[derive(Debug)]
pub(crate) struct ShownFault {
    what: String,
    pages: std::ops::Range<u64>,
    kind: String,
    transient: bool,
}

pub(crate) fn findings(told: &Value) -> Vec<ShownFault> {
    let mut all = Vec::new();
    for file in told["proof"]["files"].as_array().expect("a list") {
        for finding in file["findings"].as_array().expect("a list of findings") {
            let page = finding["page"].as_u64().expect("a page");
            all.push(ShownFault {
                what: file["what"].as_str().expect("data or log").to_owned(),
                pages: page..page + finding["pages"].as_u64().expect("a count"),
                kind: finding["kind"].as_str().expect("a name").to_owned(),
                transient: finding["transient"].as_bool().expect("whether it passed"),
            });
        }
    }
    all
}

/// Whether a finding reports this injected fault with a correct name.
pub(crate) fn fits(finding: &ShownFault, fault: &InjectedFault) -> bool {
    let named = fault.kinds.iter().any(|kind| {
        // A later write repairs the page, so a lost write may appear as a stale read.
        let mended = kind.name() == "lost write" && finding.kind == "stale read";
        kind.name() == finding.kind || mended
    });
    let stays = !finding.transient && finding.kind != "late";
    fault.file.ends_with(&format!(".{}", finding.what))
        && finding.pages.contains(&fault.page)
        && named
        && !(fault.transient && stays)
}

/// Tests the place with one of the databases; returns the document.
fn verify(scene: &Scene, seed: u64, code: i32) -> Value {
    verify_as(scene, DATABASES[seed as usize % DATABASES.len()].0, seed, code)
}

pub(crate) fn verify_as(scene: &Scene, database: &str, seed: u64, code: i32) -> Value {
    let folder = scene.fs.path().display().to_string();
    let seed = seed.to_string();
    let words = ["verify", &folder, "--size", "16MiB", "--minutes", "0.02", "--json"];
    let words = [&words[..], &["--for", database, "--seed", &seed]].concat();
    let ended = scene.place.call(&words);
    // A fault that no read certainly met may stay unreported.
    if code == 1 && ended.code == 0 && !scene.fs.injected_faults().iter().any(|fault| fault.shown) {
        return ended.json();
    }
    ended.must_be(code, &words);
    ended.json()
}

/// Injects one kind of fault; returns the numbers of faults, of faults that reads met, and of findings. `None` without a mount.
fn one(wrong: StorageFaultKind, seed: u64) -> Option<[u64; 3]> {
    let (_, data, log) = DATABASES[seed as usize % DATABASES.len()];
    // A fault in a write affects all its pages. At most a hundred are reported one by one, and the test needs all of them.
    let (most, largest) = match wrong {
        StorageFaultKind::Late => (2, 64),
        StorageFaultKind::MisdirectedWrite => (1, 48),
        StorageFaultKind::LostWrite | StorageFaultKind::Torn => (2, 48),
        _ => (20, 64),
    };
    let options = FaultOptions {
        seed,
        wrongs: vec![wrong],
        rate: if wrong.affects_writes() { 0.05 } else { 0.01 },
        most,
        largest,
        // A log is overwritten so fast that few of its faults are ever read.
        only: if seed % 3 == 2 { vec![".log".to_owned()] } else { vec![".data".to_owned()] },
        pages: (data, vec![(".log".to_owned(), log)]),
        ..FaultOptions::default()
    };
    let scene = Scene::new(&format!("faulty-{}-{seed}", wrong.name()), options)?;
    // Storage that is only late is not faulty.
    let told = verify(&scene, seed, i32::from(wrong != StorageFaultKind::Late));
    let (found, faults) = (findings(&told), scene.fs.injected_faults());
    let shown: Vec<&InjectedFault> = faults.iter().filter(|fault| fault.shown).collect();
    for fault in &shown {
        assert!(
            found.iter().any(|finding| fits(finding, fault)),
            "seed {seed}: not found: {fault}\n{found:#?}"
        );
    }
    for finding in &found {
        assert!(
            faults.iter().any(|fault| fits(finding, fault)),
            "{wrong:?}, seed {seed}: false alarm: {finding:?}\n{faults:#?}"
        );
    }
    Some([scene.fs.injected(), shown.len() as u64, found.len() as u64])
}

/// Runs every seed of these kinds.
fn every(wrongs: &[StorageFaultKind], seeds: u64) {
    for &wrong in wrongs {
        let (mut sum, mut seed) = ([0; 3], 0);
        // Runs a few more seeds if all faults were overwritten before a read.
        while seed < seeds || sum[1] == 0 && seed < seeds + SEEDS_MORE {
            let Some(counts) = one(wrong, seed) else { return };
            sum.iter_mut().zip(counts).for_each(|(all, one)| *all += one);
            seed += 1;
        }
        let [done, shown, found] = sum;
        eprintln!(
            "{}: {seed} seeds, {done} done, {shown} shown, all found and rightly named ({found} findings)",
            wrong.name()
        );
        assert!(shown > 0, "{wrong:?} was never shown: this proves nothing");
    }
}

#[test]
fn pages_that_are_spoiled_at_rest_are_found_and_rightly_named() {
    every(
        &[
            StorageFaultKind::FlipAtRest,
            StorageFaultKind::Zeroed,
            StorageFaultKind::Garbage,
            StorageFaultKind::BadSector,
        ],
        seeds(),
    );
}

#[test]
fn writes_that_go_wrong_are_found_and_rightly_named() {
    every(
        &[
            StorageFaultKind::Torn,
            StorageFaultKind::LostWrite,
            StorageFaultKind::MisdirectedWrite,
            StorageFaultKind::WriteError,
        ],
        seeds(),
    );
}

#[test]
fn reads_that_go_wrong_are_found_and_rightly_named() {
    let reads = [
        StorageFaultKind::FlipOnRead,
        StorageFaultKind::StaleRead,
        StorageFaultKind::MisdirectedRead,
    ];
    every(&reads, seeds());
    every(&[StorageFaultKind::EmptyRead, StorageFaultKind::ReadError], seeds());
}

#[test]
fn operations_that_come_late_are_found() {
    every(&[StorageFaultKind::Late], 1);
}

#[test]
fn honest_weather_raises_no_alarm() {
    for seed in 0..seeds().max(3) {
        for foul in [false, true] {
            let weather = OrdinaryErrors { short: 0.02, full: 0.01, failed: 0.0 };
            let options = FaultOptions {
                seed,
                ordinary_errors: if foul { weather } else { OrdinaryErrors::default() },
                only: vec![".data".to_owned(), ".log".to_owned()],
                ..FaultOptions::default()
            };
            let Some(scene) = Scene::new(&format!("honest-{seed}-{foul}"), options) else { return };
            let told = verify(&scene, seed, 0);
            assert_eq!(told["proof"]["answer"], "sound", "seed {seed}: {told:#}");
            let sum = |what: &str| -> u64 {
                let files = told["proof"]["files"].as_array().expect("a list");
                files.iter().map(|file| file["counts"][what].as_u64().unwrap_or(0)).sum()
            };
            if foul {
                assert!(sum("short") > 0 && sum("no_space") > 0, "seed {seed}: {told:#}");
            }
            let pages = sum("pages_read") + sum("pages_written");
            eprintln!("seed {seed}: {pages} page operations without an alarm");
        }
    }
}
