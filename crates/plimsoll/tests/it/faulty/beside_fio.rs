//! fio's verify on the same file system, for the table in crates/integrity/METHODS.md: which faults it finds, how it names
//! them, and its reports on correct storage.
//! `PLIMSOLL_FAULTY_SEEDS=10 cargo test -p plimsoll --test it faulty::beside_fio -- --nocapture` prints the rows; the default is
//! a few seeds.

use super::proofs::seeds;
use super::scene::Scene;
use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};
use testkit::fuse::{FaultOptions, OrdinaryErrors, StorageFaultKind};

const BLOCK: u64 = 8192;
/// fio writes each block twice, so that there are older versions, and reads all of them once.
const FIO: &str = "--name=v --size=16m --bs=8k --ioengine=libaio --direct=1 --iodepth=16 \
                   --verify_fatal=0 --continue_on_error=all --verify_state_save=0";

/// The report of fio: its messages on blocks, and its total count of errors.
#[derive(Default)]
struct FioReport {
    blocks: BTreeMap<u64, BTreeSet<String>>,
    counted: u64,
}

fn fio(scene: &Scene, more: &[&str]) -> FioReport {
    let file = format!("--filename={}", scene.fs.path().join("f.data").display());
    let mut command = Command::new("fio");
    command.args(FIO.split(' ')).arg(file).args(more).current_dir(scene.place.dir.path());
    let output = command.stdin(Stdio::null()).output().expect("fio was found");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    assert!(text.contains("Run status"), "{more:?}\n{text}");
    said(&text)
}

/// Reads a line of fio about a block: "what at file PATH offset 8192, length ..", or of an operation that failed.
fn said(text: &str) -> FioReport {
    let number = |text: &str| -> Option<u64> {
        text.split(|c: char| !c.is_ascii_digit()).next().and_then(|digits| digits.parse().ok())
    };
    let of = |line: &str| -> Option<(u64, String)> {
        if let Some((what, place)) = line.split_once(" at file ") {
            let what: Vec<&str> =
                what.split_whitespace().take_while(|word| !word.ends_with(',')).collect();
            // The numbers in "bad header offset 81, wanted 82" are not part of its name.
            let offset = number(place.split(" offset ").nth(1)?)?;
            return Some((offset, what.join(" ")));
        }
        let (_, told) = line.split_once("io_u error on file ")?;
        let offset = number(told.split("offset=").nth(1)?)?;
        let what = if told.contains(": read offset") { "read error" } else { "write error" };
        Some((offset, what.to_owned()))
    };
    let mut said = FioReport::default();
    for line in text.lines() {
        if let Some((offset, what)) = of(line) {
            said.blocks.entry(offset / BLOCK).or_default().insert(what);
        }
        if let Some((_, total)) = line.split_once(" errors    : total=") {
            said.counted += number(total).unwrap_or(0);
        }
    }
    said
}

/// A row of the table: faults that reads met, found faults, their names, and false alarms on correct blocks.
#[derive(Default)]
struct FaultRow {
    shown: u64,
    found: u64,
    names: BTreeMap<String, u64>,
    accused: u64,
    counted: u64,
}

fn play(wrong: StorageFaultKind, mode: &[&str], seed: u64, row: &mut FaultRow) -> Option<()> {
    let options = FaultOptions {
        seed,
        most: if wrong == StorageFaultKind::Late { 1 } else { 20 },
        apart_ns: 0,
        only: vec![".data".to_owned()],
        ..FaultOptions::default()
    };
    let scene = Scene::new(&format!("beside-fio-{}-{seed}", wrong.name()), options)?;
    let before = format!("--randseed={}", seed * 2 + 100);
    let now = format!("--randseed={}", seed * 2 + 101);
    let first = fio(&scene, &[mode, &["--rw=randwrite", "--do_verify=0", &before]].concat());
    assert_eq!(first.counted, 0, "nothing is wrong yet");
    scene.fs.set(&[wrong], 0.01);
    let said = fio(&scene, &[mode, &["--rw=randwrite", "--do_verify=1", &now]].concat());
    let faults = scene.fs.injected_faults();
    let shown: BTreeSet<u64> =
        faults.iter().filter(|fault| fault.shown).map(|fault| fault.page).collect();
    row.shown += shown.len() as u64;
    row.counted += said.counted;
    for (block, names) in &said.blocks {
        if shown.contains(block) {
            row.found += 1;
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            *row.names.entry(names.join("; ")).or_default() += 1;
        } else {
            row.accused += 1;
        }
    }
    Some(())
}

fn whole_table() -> bool {
    std::env::var_os("PLIMSOLL_FAULTY_SEEDS").is_some()
}

/// Ways to verify. By default a job visits its blocks in the same order each time (`randrepeat`).
fn modes() -> [(&'static str, Vec<&'static str>); 4] {
    [
        ("crc32c", vec!["--verify=crc32c"]),
        ("crc32c, other order", vec!["--verify=crc32c", "--randrepeat=0"]),
        ("meta, other order", vec!["--verify=meta", "--randrepeat=0"]),
        ("pattern", vec!["--verify=pattern", "--verify_pattern=%o"]),
    ]
}

#[test]
fn what_fio_finds() {
    if testkit::tool("fio").is_none() {
        return testkit::skip("no fio to set beside");
    }
    let few = [StorageFaultKind::FlipAtRest, StorageFaultKind::Zeroed, StorageFaultKind::LostWrite];
    let modes = modes();
    let (modes, wrongs) =
        if whole_table() { (&modes[..], StorageFaultKind::ALL) } else { (&modes[..1], &few[..]) };
    for (name, mode) in modes {
        for &wrong in wrongs {
            let mut row = FaultRow::default();
            let seeds = if wrong == StorageFaultKind::Late { 1 } else { seeds() };
            for seed in 0..seeds {
                if play(wrong, mode, seed, &mut row).is_none() {
                    return;
                }
            }
            let FaultRow { shown, found, names, accused, counted } = row;
            eprintln!(
                "fio {name:<20} {:<18} {shown:>5} shown {found:>5} found {accused:>3} others accused, {counted} errors \
                 counted {names:?}",
                wrong.name()
            );
            // fio must find the faults that this mode is made for; otherwise the comparison is not fair.
            if *name == "crc32c"
                && [StorageFaultKind::FlipAtRest, StorageFaultKind::Zeroed].contains(&wrong)
            {
                assert_eq!((found, accused), (shown, 0), "{wrong:?}: {names:?}");
            }
        }
    }
}

/// The options and ordinary errors of the runs on correct storage.
fn honest() -> Vec<(&'static str, Vec<&'static str>, OrdinaryErrors)> {
    let fair = OrdinaryErrors::default();
    let of = |more: &[&'static str]| [&["--verify=crc32c", "--do_verify=1"][..], more].concat();
    let again = ["--norandommap", "--io_size=64m"];
    let sizes = ["--norandommap", "--io_size=64m", "--bsrange=4k-64k", "--iodepth=64"];
    let both = |rw: &'static str, more: &[&'static str]| of(&[&[rw][..], more].concat());
    let (writes, mixed) = ("--rw=randwrite", "--rw=randrw");
    let short = OrdinaryErrors { short: 0.02, ..fair };
    let failed = OrdinaryErrors { failed: 0.01, ..fair };
    let full = OrdinaryErrors { full: 0.01, ..fair };
    vec![
        ("writes, each block once", both(writes, &[]), fair),
        ("writes, blocks again (norandommap)", both(writes, &again), fair),
        ("writes of 4k-64k that overlap (norandommap)", both(writes, &sizes), fair),
        ("reads and writes, each block once", both(mixed, &[]), fair),
        ("reads and writes, blocks again (norandommap)", both(mixed, &again), fair),
        ("reads and writes of 4k-64k that overlap", both(mixed, &sizes), fair),
        (
            "verify_backlog=64, blocks again",
            both(mixed, &[&again[..], &["--verify_backlog=64"]].concat()),
            fair,
        ),
        ("two jobs write one file (numjobs=2)", both(writes, &["--numjobs=2"]), fair),
        ("short reads", both(writes, &[]), short),
        ("writes that fail (EIO), blocks again", both(writes, &again), failed),
        ("no space (ENOSPC), blocks again", both(writes, &again), full),
    ]
}

#[test]
fn what_fio_says_of_honest_storage() {
    if testkit::tool("fio").is_none() {
        return testkit::skip("no fio to set beside");
    }
    let scenes = honest();
    let scenes = if whole_table() { &scenes[..] } else { &scenes[..2] };
    for &(name, ref words, weather) in scenes {
        let (mut blocks, mut alarms, mut names) = (0, 0, BTreeMap::<String, u64>::new());
        for seed in 0..seeds() {
            let options = FaultOptions {
                seed,
                ordinary_errors: weather,
                only: vec![".data".to_owned()],
                ..FaultOptions::default()
            };
            let Some(scene) = Scene::new(&format!("honest-fio-{seed}"), options) else { return };
            let given = format!("--randseed={}", seed + 7);
            let said = fio(&scene, &[&words[..], &[&given]].concat());
            blocks += 2048;
            for said in said.blocks.into_values() {
                // A report of a failed operation is true, and not a false alarm.
                let of_data: Vec<String> =
                    said.into_iter().filter(|what| !what.ends_with(" error")).collect();
                if !of_data.is_empty() {
                    alarms += 1;
                    *names.entry(of_data.join("; ")).or_default() += 1;
                }
            }
        }
        eprintln!("fio honest {name:<46} {alarms} of {blocks} blocks accused {names:?}");
        if name.starts_with("writes, each") {
            assert_eq!(alarms, 0, "{names:?}");
        }
    }
}
