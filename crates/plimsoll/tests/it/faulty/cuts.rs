//! `plimsoll powercut` on it: a power cut at a random operation. Every lost page that was acknowledged as durable is found, and
//! correct storage gives no false alarm. `PLIMSOLL_FAULTY_CUTS=500` runs more cuts than the default of twenty.

use super::scene::Scene;
use crate::drive::{until, wait};
use base::Rng;
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::Read;
use testkit::fuse::{FaultOptions, PowerCutPlan, SECTOR_BYTES};

const MODES: [&str; 5] = ["dsync", "fua", "fdatasync", "fsync", "buffered+fsync"];
/// Pages of the log: four times the maximum lead of a writer over its ledger.
const LOG_PAGES: usize = 2048;

fn cuts() -> u64 {
    std::env::var("PLIMSOLL_FAULTY_CUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(20)
}

struct CutOutcome {
    told: Value,
    code: i32,
    /// Pages that lost data acknowledged as durable.
    lost: BTreeSet<usize>,
    /// Those of `lost` whose acknowledgement is in the ledger.
    lost_of_acknowledged: BTreeSet<usize>,
}

/// Writes until the power cut, and checks.
fn cut(scene: &Scene, seed: u64, lying_share: f64) -> CutOutcome {
    let mut rng = Rng::new(seed);
    let name = format!("t{seed}");
    let target = scene.fs.path().join(&name).display().to_string();
    let page_bytes = 512_usize << rng.below(4);
    // Groups that never cross the log's end: each is one write, which is durable as a whole or not at all.
    let group = (1 << rng.below(4)).to_string();
    let page_size = format!("{page_bytes}B");
    let pages = (1 + rng.below(4)).to_string();
    let size = format!("{}B", page_bytes as u64 * (16 + rng.below(80)));
    let mode = MODES[seed as usize % MODES.len()];
    let seed = seed.to_string();
    let words = [
        &["powercut", "write", &target, "--ledger", "l", "--same-device", "--mode", mode][..],
        &["--group", &group, "--pages", &pages, "--page-size", &page_size, "--size", &size],
        &["--seed", &seed],
    ];
    let mut child = scene.place.start(&words.concat());
    let mut start = [0; 7];
    let out = child.stdout.as_mut().expect("it is a pipe");
    if out.read_exact(&mut start).is_err() {
        let ended = wait(child);
        panic!("seed {seed}: it does not begin: {}", ended.stderr);
    }
    scene.fs.cut_after(lying_share, Some(1 + rng.below(1500)));
    until("the power goes", || scene.fs.is_dark());
    wait(child).must_be(4, &["powercut write"]);
    scene.fs.restore();
    let ended = scene.place.call(&["powercut", "check", &target, "--ledger", "l", "--json"]);
    assert!([0, 1, 2].contains(&ended.code), "seed {seed}: {}", ended.stderr);
    let (lost, promised) = (scene.fs.lost(&name), scene.fs.promised(&name));
    let page_of = |sector: usize| sector * SECTOR_BYTES / page_bytes;
    // For the ledger, a data page counts as durable when a later page of the log is durable.
    let log = &promised[..LOG_PAGES * page_bytes / SECTOR_BYTES];
    let newest = log.iter().copied().max().unwrap_or(0);
    let known =
        lost.iter().filter(|lost| page_of(lost.sector) < LOG_PAGES || lost.promised < newest);
    let outcome = CutOutcome {
        told: ended.json(),
        code: ended.code,
        lost_of_acknowledged: known.map(|lost| page_of(lost.sector)).collect(),
        lost: lost.iter().map(|lost| page_of(lost.sector)).collect(),
    };
    std::fs::remove_file(target).expect("it is ours");
    outcome
}

fn scene(name: &str) -> Option<Scene> {
    Scene::new(
        name,
        FaultOptions { power: Some(PowerCutPlan::default()), ..FaultOptions::default() },
    )
}

#[test]
fn no_honest_storage_is_accused_after_a_power_cut() {
    let Some(scene) = scene("cuts-honest") else { return };
    let (mut commits, mut torn) = (0, 0);
    for seed in 0..cuts() {
        let CutOutcome { told, code, lost, .. } = cut(&scene, seed, 0.0);
        assert!(lost.is_empty(), "seed {seed}: the file system is honest: {lost:?}");
        assert_eq!(told["lies_total"], 0, "seed {seed}: {told:#}");
        assert_ne!(code, 1, "seed {seed}: {told:#}");
        commits += told["commits_acknowledged"].as_u64().expect("a number");
        torn += told["pages_torn_under_way"].as_u64().expect("a number");
    }
    eprintln!("{} cuts, {commits} commits acknowledged, {torn} pages torn under way", cuts());
    assert!(commits > 0, "nothing was acknowledged: this proves nothing");
}

#[test]
fn every_loss_of_an_acknowledged_write_is_found_after_a_power_cut() {
    let Some(scene) = scene("cuts-lying") else { return };
    let (mut liars, mut pages, mut commits) = (0, 0, 0);
    for seed in 0..cuts() {
        let share = [0.3, 0.05, 1.0, 0.005][seed as usize % 4];
        let CutOutcome { told, code, lost, lost_of_acknowledged } = cut(&scene, 1000 + seed, share);
        let page_bytes = told["page_bytes"].as_u64().expect("a number");
        let lies = told["lies"].as_array().expect("a list");
        assert_eq!(told["lies_total"].as_u64(), Some(lies.len() as u64), "seed {seed}");
        let at =
            |lie: &Value| (lie["offset_bytes"].as_u64().expect("a place") / page_bytes) as usize;
        let found: BTreeSet<usize> = lies.iter().map(at).collect();
        let missed: Vec<_> = lost_of_acknowledged.difference(&found).collect();
        assert!(missed.is_empty(), "seed {seed}: missed {missed:?}\n{told:#}");
        let false_alarms: Vec<_> = found.difference(&lost).collect();
        assert!(false_alarms.is_empty(), "seed {seed}: {false_alarms:?}\n{told:#}");
        assert_eq!(code == 1, !found.is_empty(), "seed {seed}");
        liars += u64::from(!lost_of_acknowledged.is_empty());
        pages += lost_of_acknowledged.len();
        commits += told["commits_acknowledged"].as_u64().expect("a number");
    }
    eprintln!(
        "{} cuts of a liar, {commits} commits acknowledged; {liars} cuts lost {pages} acknowledged pages, all found",
        cuts()
    );
    assert!(liars > 0, "nothing was lost: this proves nothing");
}
