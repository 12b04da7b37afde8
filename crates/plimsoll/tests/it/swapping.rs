//! Runs commands while another file repeatedly takes the name of their target: takes a command and a way of swapping, gives exit
//! codes, their counts, and the changed bytes of the other file. After the command line was read, no other file may be written,
//! wherever the name leads. For files and for devices.

use crate::drive::{CommandOutput, TestPlace, borrowed, signal, wait};
use base::Rng;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The longest pause between two swaps in microseconds.
const PAUSE_US_MAX: u64 = 3000;

/// A command that takes longer is interrupted.
const LONGEST: Duration = Duration::from_secs(20);

/// The flag of a descriptor that can neither be read nor written (open(2)), on the architectures of the tests.
const O_PATH: u32 = 0o10_000_000;

pub(crate) const JOB: &str = "[target.t]\npath = \"t\"\n[stream.a]\ntarget = \"t\"\nread = \"50%\"\nblock = \"4k\"\n\
    duration = \"200ms\"\ncache = \"buffered\"\n[stream.b]\ntarget = \"t\"\nread = \"0%\"\nblock = \"8k\"\nduration = \"200ms\"\n\
    sync = \"dsync\"\n[stream.c]\ntarget = \"t\"\nread = \"0%\"\nblock = \"8k\"\nduration = \"200ms\"\n\
    [[phase]]\nstreams = [\"a\"]\npause = \"100ms\"\n[[phase]]\nstreams = [\"b\"]\npause = \"100ms\"\n\
    [[phase]]\nstreams = [\"c\"]\n";

pub(crate) const COMMANDS: [WritingCommand; 18] = [
    writing("run", "t", "run job.toml"),
    writing(
        "fio",
        "t",
        "fio --name=a --filename=t --rw=randwrite --bs=4k --size=1m --name=b \
         --stonewall --filename=t --rw=write --bs=64k --size=8m --direct=1 --loops=2",
    ),
    writing("sqlio", "t", "sqlio -kW -s1 -frandom -b8 t"),
    writing("verify", "t", "verify t --minutes 0.02"),
    writing("sqlio --sweep", "t", "sqlio --sweep '-b(8,64) -k(W)' -s1 -frandom t --pause 200ms"),
    writing("diskspd", "t", "diskspd -d1 -W0 -w100 -r -b8K t"),
    writing("iometer", "t", "iometer --spec Workstation --target t --time 1 --depth 2"),
    writing("orion", "t", "orion -run oltp -testname o -write 50 -duration 1 -num_disks 1"),
    writing(
        "sqliosim",
        "d/sqliosim.mdx",
        "sqliosim -cfg a.ini -dir d -size 18 -log log.xml --overwrite log.xml",
    ),
    writing("check FILE", "t", "check t --budget 5s --size 16MiB"),
    writing("ramp", "t", "ramp t --depths 1,2 --mix 0 --time 1s --pause 0s"),
    writing("scale --write", "t", "scale t t2 --write --time 1s --pause 0s"),
    writing("calibrate --write", "t", "calibrate t t2 --write --time 1s --pause 0s"),
    writing(
        "compare --each-size",
        "t",
        "compare --each-size --layout a=t --layout b=t2 --grid '-kW -b8 -o2' --time 1s --pause 0s --passes 2",
    ),
    writing(
        "compare",
        "t",
        "compare --layout a=t --layout b=t2 --grid '-kW -b8 -o2' --time 1s --pause 0s --passes 2",
    ),
    writing("study", "t", "study plan.toml"),
    writing(
        "powercut write",
        "t",
        "powercut write t --size 1MiB --mode buffered+fsync --ledger kept --same-device --seconds 1",
    ),
    writing(
        "powercut write --kill",
        "t",
        "powercut write t --size 1MiB --mode buffered+fsync --ledger kept --same-device --kill 3",
    ),
];

pub(crate) struct WritingCommand {
    pub(crate) name: &'static str,
    /// The file or folder to swap, in the test's folder.
    pub(crate) target: &'static str,
    /// Its words, without the permission to write.
    line: &'static str,
}

pub(crate) const fn writing(
    name: &'static str,
    target: &'static str,
    line: &'static str,
) -> WritingCommand {
    WritingCommand { name, target, line }
}

impl WritingCommand {
    pub(crate) fn words(&self) -> Vec<String> {
        testkit::words(self.line)
    }
}

/// A file or folder that must keep every byte.
pub(crate) struct Victim {
    path: PathBuf,
    file: File,
    bytes: Vec<u8>,
}

impl Victim {
    /// A file or device, filled with random bytes.
    pub(crate) fn new(path: PathBuf, length: u64, seed: u64) -> Self {
        let mut bytes = vec![0; length as usize];
        Rng::new(seed).fill(&mut bytes);
        std::fs::write(&path, &bytes).expect("the folder is the test's");
        let file = File::open(&path).expect("it is there");
        Self { path, file, bytes }
    }

    /// The number of its changed bytes; for a removed file all of them.
    pub(crate) fn changed_bytes(&self) -> u64 {
        let mut now = Vec::new();
        std::io::Read::read_to_end(&mut &self.file, &mut now).expect("it is read");
        std::io::Seek::rewind(&mut &self.file).expect("it is no pipe");
        let pairs = now.iter().zip(&self.bytes).filter(|(now, before)| now != before).count();
        let length = now.len().abs_diff(self.bytes.len());
        let gone = if self.path.exists() { 0 } else { self.bytes.len() };
        (pairs + length).max(gone) as u64
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SwapStart {
    /// After the command line was read.
    Named,
    Judged,
}

pub(crate) struct SwapTrial<'a> {
    pub(crate) place: &'a TestPlace,
    pub(crate) words: &'a [String],
    /// The path that the process opens.
    pub(crate) target: &'a Path,
    pub(crate) since: SwapStart,
    /// Puts the victim in place of the target and removes it again; returns whether it was there.
    pub(crate) toggle: &'a (dyn Fn(&mut dyn FnMut()) -> bool + Sync),
}

#[derive(Default)]
pub(crate) struct SwapCounts {
    attempts: u64,
    pub(crate) swaps: u64,
    pub(crate) changed_bytes: u64,
    codes: BTreeMap<i32, u64>,
}

impl SwapCounts {
    pub(crate) fn add(&mut self, name: &str, trial: &SwapTrial<'_>, seed: u64, victim: &Victim) {
        let (ended, swaps) = trial.run(seed);
        // With wrong words the command would never reach a write. During its checks the target may have no file for a moment.
        let is_refused = [3, 5].contains(&ended.code);
        let tells_gone = |reason: &&str| ended.stderr.contains(*reason);
        let is_gone = trial.since == SwapStart::Named
            && ["does not exist", "disappeared while"].iter().any(tells_gone);
        assert!(!is_refused || is_gone, "{name}: {}", ended.stderr);
        self.attempts += 1;
        *self.codes.entry(ended.code).or_insert(0) += 1;
        self.swaps += swaps;
        self.changed_bytes += victim.changed_bytes();
    }

    /// The line of the table in crates/sys/METHODS.md; it is also added to the file that `PLIMSOLL_SWAPS_TABLE` names.
    pub(crate) fn tell(&self, name: &str, swap: &str) {
        let Self { attempts, swaps, changed_bytes, codes } = self;
        let are_all_refused = codes.keys().all(|code| [3, 5].contains(code));
        assert!(!are_all_refused, "{name}: no attempt reached a write");
        let codes: Vec<String> =
            codes.iter().map(|(code, count)| format!("{code} x {count}")).collect();
        let codes = codes.join(", ");
        let line =
            format!("| {name} | {swap} | {attempts} | {swaps} | {codes} | {changed_bytes} |");
        eprintln!("{line}");
        if let Some(path) = std::env::var_os("PLIMSOLL_SWAPS_TABLE") {
            let table = File::options().append(true).create(true).open(path);
            let written = table.and_then(|mut table| {
                std::io::Write::write_all(&mut table, format!("{line}\n").as_bytes())
            });
            written.expect("the table can be written");
        }
        assert_eq!(*changed_bytes, 0, "{name} wrote to what nobody named ({swap})");
        assert!(*swaps > 0, "{name}: nothing was swapped");
    }
}

impl SwapTrial<'_> {
    fn run(&self, seed: u64) -> (CommandOutput, u64) {
        let words = borrowed(self.words);
        let child = self.place.start(&words);
        let over = AtomicBool::new(false);
        let (process, begun) = (child.id(), Instant::now());
        let enough = match self.since {
            SwapStart::Judged if words.iter().any(|word| OPTIONS.contains(word)) => 2,
            SwapStart::Named | SwapStart::Judged => 1,
        };
        let mut child = Some(child);
        std::thread::scope(|scope| {
            let toggling = scope.spawn(|| {
                while held(process, self.target) < enough && !over.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_micros(200));
                }
                let mut rng = Rng::new(seed);
                // Studies check the name once more before they measure: some attempts begin after that.
                let study = words[0] == "compare";
                if study && matches!(self.since, SwapStart::Judged) && seed.is_multiple_of(2) {
                    std::thread::sleep(Duration::from_millis(300));
                }
                let mut pause =
                    || std::thread::sleep(Duration::from_micros(rng.below(PAUSE_US_MAX)));
                let mut swaps = 0;
                while !over.load(Ordering::Relaxed) {
                    pause();
                    swaps += u64::from((self.toggle)(&mut pause));
                }
                swaps
            });
            // The output fits into the pipes.
            while child.as_mut().is_some_and(|child| child.try_wait().is_ok_and(|e| e.is_none())) {
                if begun.elapsed() > LONGEST {
                    child.as_ref().into_iter().for_each(|child| signal(child, "INT"));
                    break;
                }
                std::thread::sleep(Duration::from_millis(5));
            }
            let ended = wait(child.take().expect("it was started"));
            over.store(true, Ordering::Relaxed);
            (ended, toggling.join().expect("it only swaps"))
        })
    }
}

/// The options that mark a target; the process then holds it once for the option and once for the check.
const OPTIONS: [&str; 2] = ["--overwrite", "--destroy"];

/// How often a process holds the target open without reading or writing (`O_PATH`): once after its name was read, once more after
/// it was checked. For a folder, the number of its open files.
fn held(process: u32, target: &Path) -> usize {
    let files = std::fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
    let real = std::fs::canonicalize(target).unwrap_or_default();
    let of_target = files
        .filter(|file| std::fs::read_link(file.path()).is_ok_and(|open| open.starts_with(&real)));
    let is_folder = target.is_dir();
    let is_held = |number: &std::ffi::OsString| {
        if is_folder {
            return true;
        }
        let info = format!("/proc/{process}/fdinfo/{}", number.display());
        let info = std::fs::read_to_string(info).unwrap_or_default();
        let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
        let flags = flags.and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok());
        flags.is_some_and(|flags| flags & O_PATH != 0)
    };
    of_target.map(|file| file.file_name()).filter(is_held).count()
}

/// The attempts of each command with each way of swapping. `PLIMSOLL_SWAPS` sets the number, and runs all commands.
pub(crate) fn attempts() -> Option<u64> {
    std::env::var("PLIMSOLL_SWAPS").ok()?.parse().ok()
}

/// Removes the other files of an attempt: a ledger, and the results of a sweep.
pub(crate) fn clear(place: &TestPlace) {
    for name in ["kept", "sweep.csv", "W-b8-frandom.log", "W-b64-frandom.log"] {
        let _ = std::fs::remove_file(place.dir.join(name));
    }
}
