//! Runs commands while something else takes the name of their target, back and forth: takes a command and a way of swapping,
//! gives how it ended and how often that was. The swapping begins once the target was judged: from then on nothing else may
//! be written, whatever the name leads to.

use crate::drive::{Ended, Place, wait};
use base::Rng;
use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The longest pause between two swaps in microseconds.
const PAUSE_US_MAX: u64 = 3000;

/// Of a descriptor that can neither be read nor written (open(2)), on the architectures that tests run on.
const O_PATH: u32 = 0o10_000_000;

/// What became of one attempt.
pub(crate) struct Attempt {
    pub(crate) ended: Ended,
    pub(crate) swaps: u64,
}

/// Runs a command whose target is swapped with the victim all the while.
pub(crate) fn attempt(
    place: &Place,
    words: &[&str],
    target: &Path,
    seed: u64,
    toggle: &(dyn Fn(&mut dyn FnMut()) -> bool + Sync),
) -> Attempt {
    let child = place.start(words);
    let over = AtomicBool::new(false);
    let process = child.id();
    std::thread::scope(|scope| {
        let toggling = scope.spawn(|| {
            while !is_judged(process, target) && !over.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_micros(200));
            }
            let mut rng = Rng::new(seed);
            let mut pause = || std::thread::sleep(Duration::from_micros(rng.below(PAUSE_US_MAX)));
            let mut swaps = 0;
            while !over.load(Ordering::Relaxed) {
                pause();
                swaps += u64::from(toggle(&mut pause));
            }
            swaps
        });
        let ended = wait(child);
        over.store(true, Ordering::Relaxed);
        Attempt { ended, swaps: toggling.join().expect("it only swaps") }
    })
}

/// Whether a process holds the target open to judge it (`O_PATH`), or has judged it: looks before that open it to be read.
fn is_judged(process: u32, target: &Path) -> bool {
    let files = std::fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
    let real = std::fs::canonicalize(target).unwrap_or_default();
    let of_target = files
        .filter(|file| std::fs::read_link(file.path()).is_ok_and(|open| open.starts_with(&real)));
    of_target.map(|file| file.file_name()).any(|number| {
        let info = format!("/proc/{process}/fdinfo/{}", number.display());
        let info = std::fs::read_to_string(info).unwrap_or_default();
        let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
        let flags = flags.and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok());
        flags.is_some_and(|flags| flags & O_PATH != 0)
    })
}

/// A line of the table in docs/safety.md; it is also added to the file that `PLIMSOLL_SWAPS_TABLE` names.
pub(crate) fn tell(line: &str) {
    eprintln!("{line}");
    if let Some(path) = std::env::var_os("PLIMSOLL_SWAPS_TABLE") {
        let mut options = File::options();
        let table = options.append(true).create(true).open(path);
        let written = table.and_then(|mut table| {
            std::io::Write::write_all(&mut table, format!("{line}\n").as_bytes())
        });
        written.expect("the table can be written");
    }
}

/// Attempts of each command with each way of swapping; `PLIMSOLL_SWAPS` asks for all commands, and for so many.
pub(crate) fn attempts() -> Option<u64> {
    std::env::var("PLIMSOLL_SWAPS").ok()?.parse().ok()
}
