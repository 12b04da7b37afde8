//! Another file takes the name of a target while each writing command is running: it keeps every byte.

use crate::drive::{TestPlace, borrowed, names_in};
use crate::swapping::{
    self, COMMANDS, JOB, SwapCounts, SwapStart, SwapTrial, Victim, WritingCommand, writing,
};
use std::collections::BTreeSet;
use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The length of target and victim files in bytes.
const LENGTH: u64 = 20 << 20;

const PLAN: &str = "[study]\npause = \"0s\"\n[[stage]]\nstudy = \"scale\"\ndisks = [\"t\", \"t2\"]\nwrite = true\ntime = \"1s\"\n";
const SIMULATION: &str =
    "[CONFIG]\nTestCycleDuration=1\n[RandomUser]\nUserCount=2\n[BulkUpdateUser]\nUserCount=1\n";

/// Commands that run at the same time; most of their time is spent waiting.
const SIDE_BY_SIDE: usize = 6;

/// Every command that creates a file in a directory.
const FOLDERS: [WritingCommand; 3] = [
    writing("check DIRECTORY", "d", "check d --budget 5s --size 64MiB"),
    writing("verify DIRECTORY", "d", "verify d --size 20MiB --minutes 0.02"),
    writing("scale --write DIRECTORY", "d", "scale d t2 --write --size 64MiB --time 1s --pause 0s"),
];

/// The file that takes the name of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NameSwap {
    /// The victim itself, renamed.
    File,
    HardLink,
    SymbolicLink,
}

const SWAPS: [NameSwap; 3] = [NameSwap::File, NameSwap::HardLink, NameSwap::SymbolicLink];

impl NameSwap {
    fn name(self) -> &'static str {
        match self {
            Self::File => "another file",
            Self::HardLink => "hard link",
            Self::SymbolicLink => "symbolic link",
        }
    }

    /// Puts the victim in place of the target and removes it again; returns whether it was there.
    fn toggle(self, target: &Path, victim: &Path, pause: &mut dyn FnMut()) -> bool {
        let aside = target.with_extension("aside");
        if std::fs::rename(target, &aside).is_err() {
            return false;
        }
        let put = match self {
            Self::File => std::fs::rename(victim, target),
            Self::HardLink => std::fs::hard_link(victim, target),
            Self::SymbolicLink => std::os::unix::fs::symlink(victim, target),
        };
        if put.is_ok() {
            pause();
            // The command may have renamed it for a moment during its check.
            let back = || match self {
                Self::File => std::fs::rename(target, victim),
                Self::HardLink | Self::SymbolicLink => std::fs::remove_file(target),
            };
            for _ in 0..1000 {
                if back().is_ok() {
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        std::fs::rename(&aside, target).expect("it was set aside");
        put.is_ok()
    }
}

fn prepare(place: &TestPlace) {
    for (name, text) in
        [("job.toml", JOB), ("plan.toml", PLAN), ("a.ini", SIMULATION), ("o.lun", "t\n")]
    {
        place.write(name, text);
    }
    for name in ["d", "d/other"] {
        std::fs::create_dir_all(place.dir.join(name)).expect("own");
    }
}

/// Resets the files for an attempt: full of zeros, and no ledger of another attempt.
fn fresh(place: &TestPlace) {
    for name in ["t", "t2", "d/sqliosim.mdx"] {
        let path = place.dir.join(name);
        let _ = std::fs::remove_file(&path);
        let file = File::create_new(&path).expect("own");
        file.set_len(LENGTH).expect("a file with holes has room");
    }
    swapping::clear(place);
}

/// The files that a command writes to and that it did not make.
fn targets(row: &WritingCommand) -> &'static [&'static str] {
    match row.name {
        "sqliosim" => &["d/sqliosim.mdx"],
        "study" => &["t", "t2"],
        _ if row.words().iter().any(|word| word.ends_with("t2")) => &["t", "t2"],
        _ => &["t"],
    }
}

/// The words of a command with the permission to write. A command of another tool accepts Plimsoll's options anywhere.
fn words(row: &WritingCommand) -> Vec<String> {
    let leave = targets(row).iter().flat_map(|file| ["--overwrite", file].map(str::to_owned));
    row.words().into_iter().chain(leave).collect()
}

/// Runs one command `attempts` times; prints the line of the table.
fn attempted(row: &WritingCommand, swap: NameSwap, attempts: u64, seed: u64) {
    let place = TestPlace::new("swaps");
    prepare(&place);
    let victim = place.dir.join("victim");
    let is_folder = row.target == "d";
    if is_folder {
        std::fs::create_dir(&victim).expect("own");
    }
    let kept = if is_folder { victim.join("precious") } else { victim.clone() };
    let precious = Victim::new(kept, LENGTH, seed);
    let target = place.dir.join(row.target);
    let toggle = |pause: &mut dyn FnMut()| swap.toggle(&target, &victim, pause);
    let (words, since, mut tally) = (words(row), SwapStart::Judged, SwapCounts::default());
    for number in 0..attempts {
        fresh(&place);
        let trial =
            SwapTrial { place: &place, words: &words, target: &target, since, toggle: &toggle };
        tally.add(row.name, &trial, seed + number, &precious);
    }
    tally.tell(row.name, swap.name());
}

fn seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    let seed = now.as_secs() % 1_000_000;
    eprintln!("seed {seed}");
    seed
}

#[test]
fn what_takes_the_name_of_a_target_keeps_every_byte() {
    let seed = seed();
    let Some(attempts) = swapping::attempts() else {
        // Only the quick commands, each with one swap; with PLIMSOLL_SWAPS=5 all commands with all swaps.
        for (number, row) in COMMANDS[..4].iter().enumerate() {
            attempted(row, SWAPS[(number + seed as usize) % 3], 1, seed);
        }
        return;
    };
    let files = COMMANDS.iter().flat_map(|row| SWAPS.map(|swap| (row, swap)));
    let folders = FOLDERS
        .iter()
        .flat_map(|row| [NameSwap::File, NameSwap::SymbolicLink].map(|swap| (row, swap)));
    let only = std::env::var("PLIMSOLL_SWAPS_ONLY").unwrap_or_default();
    let is_wanted =
        |row: &WritingCommand| only.is_empty() || only.split(',').any(|name| name == row.name);
    let todo: Vec<(&WritingCommand, NameSwap)> =
        files.chain(folders).filter(|(row, _)| is_wanted(row)).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..SIDE_BY_SIDE {
            scope.spawn(|| {
                while let Some((row, swap)) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                    attempted(row, *swap, attempts, seed);
                }
            });
        }
    });
}

#[test]
fn a_file_of_somebody_else_is_refused_until_it_is_named() {
    for row in &COMMANDS {
        let (name, line, named) = (row.name, row.words(), words(row));
        let (line, named) = (borrowed(&line), borrowed(&named));
        let place = TestPlace::new("files-of-others");
        prepare(&place);
        let bytes = vec![42_u8; LENGTH as usize];
        let files: Vec<String> =
            targets(row).iter().map(|name| place.write(name, &bytes)).collect();
        let are_whole = || files.iter().all(|path| std::fs::read(path).is_ok_and(|b| b == bytes));
        let names = || BTreeSet::from_iter(names_in(&place.dir.path().display().to_string()));
        let before = names();
        let code = match name {
            // Two jobs of fio fail.
            "fio" => 2,
            "sqlio" | "diskspd" | "iometer" | "orion" => 1,
            _ => 4,
        };
        let refused = place.expect(code, &line);
        for told in ["was not created by plimsoll", "add --overwrite "] {
            let count = refused.stderr.matches(told).count();
            assert_eq!(count, files.len(), "{name}: once for each file: {}", refused.stderr);
        }
        // Only fio tells a refusal in its results.
        assert!(refused.stdout.is_empty() || name == "fio", "{name}: {}", refused.stdout);
        place.expect(code, &[&line[..], &["--overwrite", "other"]].concat());
        assert!(are_whole(), "{name}: a refused file was written to");
        let more: Vec<String> = names().difference(&before).cloned().collect();
        assert!(
            more.iter().all(|file| ["results.db", "kept"].contains(&&**file)),
            "{name}: {more:?}"
        );
        if ["run", "check FILE"].contains(&name) {
            place.verdict(&named);
            assert!(!are_whole(), "{name}: nothing was written");
        }
    }
}

/// Swaps begin after the command line was read, for `PLIMSOLL_SWAPS_SECONDS` (default: 2 s).
#[test]
fn a_race_with_the_judgement_changes_nothing_of_a_victim() {
    let seconds = std::env::var("PLIMSOLL_SWAPS_SECONDS").ok().and_then(|text| text.parse().ok());
    let (length, begun) = (Duration::from_secs(seconds.unwrap_or(2)), Instant::now());
    let place = TestPlace::new("swaps-race");
    prepare(&place);
    let (victim, target) = (place.dir.join("victim"), place.dir.join("t"));
    let seed = seed();
    let precious = Victim::new(victim.clone(), LENGTH, seed);
    let (mut tally, since) = (SwapCounts::default(), SwapStart::Named);
    for number in 0.. {
        if begun.elapsed() > length {
            break;
        }
        fresh(&place);
        let swap = SWAPS[number as usize % SWAPS.len()];
        let toggle = |pause: &mut dyn FnMut()| swap.toggle(&target, &victim, pause);
        let row = &COMMANDS[number as usize / SWAPS.len() % 4];
        let words = words(row);
        let trial =
            SwapTrial { place: &place, words: &words, target: &target, since, toggle: &toggle };
        tally.add(row.name, &trial, seed + number, &precious);
    }
    tally.tell("run, fio, sqlio, verify in turn", "each, from the command line on");
}
