//! Another file takes the name of a target while each command that writes is running: it keeps every byte.

use crate::drive::Place;
use crate::swapping;
use base::Rng;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use std::time::{SystemTime, UNIX_EPOCH};

/// Bytes of targets and victims.
const LENGTH: u64 = 20 << 20;

const JOB: &str = "[target.t]\npath = \"t\"\n[stream.a]\ntarget = \"t\"\nread = \"50%\"\nblock = \"4k\"\n\
    duration = \"200ms\"\ncache = \"buffered\"\n[stream.b]\ntarget = \"t\"\nread = \"0%\"\nblock = \"8k\"\nduration = \"200ms\"\n\
    sync = \"dsync\"\n[stream.c]\ntarget = \"t\"\nread = \"0%\"\nblock = \"8k\"\nduration = \"200ms\"\n\
    [[phase]]\nstreams = [\"a\"]\npause = \"100ms\"\n[[phase]]\nstreams = [\"b\"]\npause = \"100ms\"\n\
    [[phase]]\nstreams = [\"c\"]\n";
const PLAN: &str = "[study]\npause = \"0s\"\n[[stage]]\nstudy = \"scale\"\ndisks = [\"t\", \"t2\"]\nwrite = true\ntime = \"1s\"\n";
const SIMULATION: &str =
    "[CONFIG]\nTestCycleDuration=1\n[RandomUser]\nUserCount=2\n[BulkUpdateUser]\nUserCount=1\n";

const OVER: [&str; 4] = ["--overwrite", "t", "--overwrite", "t2"];

/// Commands that run at the same time; most of their time is spent waiting.
const SIDE_BY_SIDE: usize = 4;

/// Every command that writes to a file that is named.
const FILES: [Row; 18] = [
    Row { name: "run", target: "t", words: &["run", "job.toml"] },
    Row {
        name: "fio",
        target: "t",
        words: &[
            "fio",
            "--name=a",
            "--filename=t",
            "--rw=randwrite",
            "--bs=4k",
            "--size=1m",
            "--name=b",
            "--stonewall",
            "--filename=t",
            "--rw=write",
            "--bs=64k",
            "--size=8m",
            "--direct=1",
            "--loops=2",
        ],
    },
    Row { name: "sqlio", target: "t", words: &["sqlio", "-kW", "-s1", "-frandom", "-b8", "t"] },
    Row { name: "verify", target: "t", words: &["verify", "t", "--minutes", "0.02"] },
    Row {
        name: "sqlio --sweep",
        target: "t",
        words: &["sqlio", "--sweep", "-b(8,64) -k(W)", "-s1", "-frandom", "t", "--pause", "200ms"],
    },
    Row {
        name: "diskspd",
        target: "t",
        words: &["diskspd", "-d1", "-W0", "-w100", "-r", "-b8K", "t"],
    },
    Row {
        name: "iometer",
        target: "t",
        words: &[
            "iometer",
            "--spec",
            "Workstation",
            "--target",
            "t",
            "--time",
            "1",
            "--depth",
            "2",
        ],
    },
    Row {
        name: "orion",
        target: "t",
        words: &[
            "orion",
            "-run",
            "oltp",
            "-testname",
            "o",
            "-write",
            "50",
            "-duration",
            "1",
            "-num_disks",
            "1",
        ],
    },
    Row {
        name: "sqliosim",
        target: "d/sqliosim.mdx",
        words: &[
            "sqliosim",
            "-cfg",
            "a.ini",
            "-dir",
            "d",
            "-size",
            "18",
            "-log",
            "log.xml",
            "--overwrite",
            "d/sqliosim.mdx",
            "--overwrite",
            "log.xml",
        ],
    },
    Row {
        name: "check FILE",
        target: "t",
        words: &["check", "t", "--budget", "5s", "--size", "16MiB"],
    },
    Row {
        name: "ramp",
        target: "t",
        words: &["ramp", "t", "--ladder", "1,2", "--mix", "0", "--time", "1s", "--pause", "0s"],
    },
    Row {
        name: "scale --write",
        target: "t",
        words: &["scale", "t", "t2", "--write", "--time", "1s", "--pause", "0s"],
    },
    Row {
        name: "calibrate --write",
        target: "t",
        words: &["calibrate", "t", "t2", "--write", "--time", "1s", "--pause", "0s"],
    },
    Row {
        name: "segment",
        target: "t",
        words: &[
            "segment",
            "--layout",
            "a=t",
            "--layout",
            "b=t2",
            "--grid",
            "-kW -b8 -o2",
            "--time",
            "1s",
            "--pause",
            "0s",
            "--passes",
            "2",
        ],
    },
    Row {
        name: "compare",
        target: "t",
        words: &[
            "compare",
            "--layout",
            "a=t",
            "--layout",
            "b=t2",
            "--grid",
            "-kW -b8 -o2",
            "--time",
            "1s",
            "--pause",
            "0s",
            "--passes",
            "2",
        ],
    },
    Row { name: "study", target: "t", words: &["study", "plan.toml"] },
    Row {
        name: "powercut write",
        target: "t",
        words: &[
            "powercut",
            "write",
            "t",
            "--size",
            "1MiB",
            "--mode",
            "buffered+fsync",
            "--ledger",
            "kept",
            "--same-device",
            "--seconds",
            "1",
        ],
    },
    Row {
        name: "powercut write --kill",
        target: "t",
        words: &[
            "powercut",
            "write",
            "t",
            "--size",
            "1MiB",
            "--mode",
            "buffered+fsync",
            "--ledger",
            "kept",
            "--same-device",
            "--kill",
            "3",
        ],
    },
];

/// Every command that makes a file of its own in a directory.
const FOLDERS: [Row; 3] = [
    Row {
        name: "check DIRECTORY",
        target: "d",
        words: &["check", "d", "--budget", "5s", "--size", "64MiB"],
    },
    Row {
        name: "verify DIRECTORY",
        target: "d",
        words: &["verify", "d", "--size", "20MiB", "--minutes", "0.02"],
    },
    Row {
        name: "scale --write DIRECTORY",
        target: "d",
        words: &["scale", "d", "t2", "--write", "--size", "16MiB", "--time", "1s", "--pause", "0s"],
    },
];

/// What takes the name of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Swap {
    /// The victim itself, renamed.
    File,
    /// A hard link of the victim.
    HardLink,
    /// A symbolic link to the victim.
    SymbolicLink,
}

/// A command that writes.
struct Row {
    /// As the table names it.
    name: &'static str,
    /// What is swapped, in the test's folder.
    target: &'static str,
    words: &'static [&'static str],
}

/// A file or folder that must keep every byte.
struct Victim {
    path: PathBuf,
    file: File,
    bytes: Vec<u8>,
}

impl Victim {
    /// A file of random bytes.
    fn new(path: PathBuf, seed: u64) -> Self {
        let mut bytes = vec![0; LENGTH as usize];
        Rng::new(seed).fill(&mut bytes);
        std::fs::write(&path, &bytes).expect("the folder is the test's");
        Self::there(path, bytes)
    }

    /// A file or device that is there and holds these bytes.
    fn there(path: PathBuf, bytes: Vec<u8>) -> Self {
        let file = File::open(&path).expect("it is there");
        Self { path, file, bytes }
    }

    /// How many of its bytes are others than before, and of a file that was removed all of them.
    fn changed_bytes(&self) -> u64 {
        let mut now = Vec::new();
        std::io::Read::read_to_end(&mut &self.file, &mut now).expect("it is read");
        std::io::Seek::rewind(&mut &self.file).expect("it is no pipe");
        let pairs = now.iter().zip(&self.bytes).filter(|(now, before)| now != before).count();
        let length = now.len().abs_diff(self.bytes.len());
        let gone = if self.path.exists() { 0 } else { self.bytes.len() };
        (pairs + length).max(gone) as u64
    }
}

impl Swap {
    /// Puts the victim in place of the target and takes it away again; whether it was there.
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
            // The command may be looking at it under another name for a moment.
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

fn prepare(place: &Place) {
    for (name, text) in
        [("job.toml", JOB), ("plan.toml", PLAN), ("a.ini", SIMULATION), ("o.lun", "t\n")]
    {
        place.write(name, text);
    }
    for name in ["d", "d/other"] {
        std::fs::create_dir_all(place.dir.join(name)).expect("own");
    }
}

/// Files as an attempt finds them: full of zeros, and no ledger of another one.
fn fresh(place: &Place) {
    for name in ["t", "t2", "d/sqliosim.mdx"] {
        let path = place.dir.join(name);
        let _ = std::fs::remove_file(&path);
        let file = File::create_new(&path).expect("own");
        file.set_len(LENGTH).expect("a file with holes has room");
    }
    let _ = std::fs::remove_file(place.dir.join("kept"));
}

fn words(row: &Row) -> Vec<&'static str> {
    let mut words = row.words.to_vec();
    // A foreign tool takes our words anywhere.
    words.extend(OVER.iter().take(if words.contains(&"t2") || row.name == "study" {
        4
    } else {
        2
    }));
    words
}

/// Runs one command so many times; gives the line of the table.
fn held(row: &Row, swap: Swap, attempts: u64, seed: u64) {
    let place = Place::new("swaps");
    prepare(&place);
    let victim = place.dir.join("victim");
    let is_folder = row.target == "d";
    if is_folder {
        std::fs::create_dir(&victim).expect("own");
    }
    let kept = if is_folder { victim.join("precious") } else { victim.clone() };
    let precious = Victim::new(kept, seed);
    let (mut swaps, mut changed, mut codes) = (0, 0, std::collections::BTreeMap::new());
    for number in 0..attempts {
        fresh(&place);
        let target = place.dir.join(row.target);
        let toggle = |pause: &mut dyn FnMut()| swap.toggle(&target, &victim, pause);
        let words = words(row);
        let told = swapping::attempt(&place, &words, &target, seed + number, &toggle);
        assert_ne!(told.ended.code, 5, "{}: {}", row.name, told.ended.stderr);
        // Wrong words would never come as far as a write.
        assert_ne!(told.ended.code, 3, "{}: {}", row.name, told.ended.stderr);
        *codes.entry(told.ended.code).or_insert(0) += 1;
        swaps += told.swaps;
        changed += precious.changed_bytes();
    }
    let codes: Vec<String> =
        codes.iter().map(|(code, count)| format!("{code} x {count}")).collect();
    swapping::tell(&format!(
        "| {} | {} | {attempts} | {swaps} | {} | {changed} |",
        row.name,
        match swap {
            Swap::File => "another file",
            Swap::HardLink => "hard link",
            Swap::SymbolicLink => "symbolic link",
        },
        codes.join(", ")
    ));
    assert_eq!(changed, 0, "{} with {swap:?} and seed {seed} wrote to a victim", row.name);
    assert!(swaps > 0, "{}: nothing was swapped", row.name);
}

#[test]
fn what_takes_the_name_of_a_target_keeps_every_byte() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    let seed = now.as_secs() % 1_000_000;
    eprintln!("seed {seed}");
    let all = [Swap::File, Swap::HardLink, Swap::SymbolicLink];
    let Some(attempts) = swapping::attempts() else {
        // The quick ones, each in one way; with PLIMSOLL_SWAPS=5 all of them in all ways.
        for (number, row) in FILES[..4].iter().enumerate() {
            held(row, all[(number + seed as usize) % 3], 1, seed);
        }
        return;
    };
    let files = FILES.iter().flat_map(|row| all.map(|swap| (row, swap)));
    let folders =
        FOLDERS.iter().flat_map(|row| [Swap::File, Swap::SymbolicLink].map(|swap| (row, swap)));
    let todo: Vec<(&Row, Swap)> = files.chain(folders).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..SIDE_BY_SIDE {
            scope.spawn(|| {
                while let Some((row, swap)) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                    held(row, *swap, attempts, seed);
                }
            });
        }
    });
}
