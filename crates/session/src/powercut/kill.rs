//! Starts a writer process and kills it at a random moment that the seed chooses. This ends a process and not the power: it
//! tests the kernel and the file system, not the device.

use crate::failure::{Ending, Failure};
use crate::input;
use base::Rng;
use report::messages::powercut::PowerCutFault;
use report::messages::system::SystemAction;
use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use sys::inventory::{FileSystem, SystemRoots};

/// The longest life of a writer after its first line, in microseconds.
const LIFE_US_MAX: u64 = 500_000;
/// The kernel closes a killed process's files a moment after its end; until then their file system is busy.
const BUSY_TRIES: u32 = 100;
const BUSY_PAUSE: Duration = Duration::from_millis(50);

/// Starts a writer with these arguments and kills it after a random time.
pub fn start_and_kill(words: &[OsString], rng: &mut Rng) -> Result<(), Failure> {
    let failed =
        |e: std::io::Error| Failure::system(Ending::Bug, SystemAction::StartWriter, "", &e);
    let own = std::env::current_exe().map_err(failed)?;
    let mut command = Command::new(own);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let begun = child.stdout.take().is_some_and(|out| {
        // A writer prints its first line just before its first commit.
        BufReader::new(out).lines().next().is_some_and(|line| line.is_ok())
    });
    if begun {
        std::thread::sleep(Duration::from_micros(rng.below(LIFE_US_MAX)));
    }
    end(child, begun)
}

fn end(mut child: Child, begun: bool) -> Result<(), Failure> {
    drop(child.kill());
    let stderr = child.stderr.as_mut();
    let message = stderr.map(|stderr| input::read_up_to(stderr, input::INPUT_BYTES_MAX));
    let message = message.and_then(Result::ok).unwrap_or_default();
    let message = String::from_utf8_lossy(&message);
    drop(child.wait());
    if begun {
        return Ok(());
    }
    let line = message.lines().last().map(str::to_owned);
    let line = line.unwrap_or_else(|| PowerCutFault::SaidNothing.to_string());
    Err(Failure::target(PowerCutFault::WriterNotBegun { line }))
}

/// Drops the kernel's page cache, dentries and inodes; needs root.
pub fn drop_caches() -> Result<(), Failure> {
    sys::host::drop_caches()
        .map_err(|e| Failure::system(Ending::Wrong, SystemAction::DropCaches, "", &e))
}

/// The file system of a target, if it may be unmounted for a moment.
pub fn removable(target: &Path) -> Result<FileSystem, Failure> {
    let place = if target.exists() { Some(target) } else { target.parent() };
    let place = place.filter(|place| !place.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let found = sys::inventory::target(place, &SystemRoots::default());
    let found = found.map_err(|error| Failure::target(report::inventory_error(&error)))?;
    found.file_systems.into_iter().next().filter(may_go).ok_or_else(|| {
        Failure::wrong(PowerCutFault::CannotRemount { target: target.display().to_string() })
    })
}

/// Unmounts a file system and mounts it again with the same options; needs root.
pub fn remount(system: &FileSystem) -> Result<(), Failure> {
    let FileSystem { kind, point, source, options, .. } = system;
    let shown = point.display();
    let mut tries = 0;
    while let Err(message) = tool("umount", &[point.as_os_str()]) {
        tries += 1;
        if tries == BUSY_TRIES || !message.contains("busy") {
            return Err(Failure::target(PowerCutFault::NotUnmounted {
                shown: shown.to_string(),
                told: message.to_string(),
            }));
        }
        std::thread::sleep(BUSY_PAUSE);
    }
    let options = options.join(",");
    let words = ["-t", kind, "-o", &options, source].map(OsStr::new);
    tool("mount", &[&words[..], &[point.as_os_str()]].concat()).map_err(|message| {
        Failure::target(PowerCutFault::NotMounted {
            source: source.to_string(),
            shown: shown.to_string(),
            told: message.to_string(),
            kind: kind.to_string(),
            options: options.to_string(),
        })
    })
}

/// Whether a file system may be unmounted for a moment, and keeps its files.
fn may_go(system: &FileSystem) -> bool {
    system.point != Path::new("/") && system.source.starts_with("/dev/")
}

/// Runs a system tool. Fails with its standard error.
fn tool(program: &str, words: &[&OsStr]) -> Result<(), String> {
    let mut command = Command::new(program);
    let output = command.args(words).env("LC_ALL", "C").stdin(Stdio::null()).output();
    let output = output.map_err(|e| format!("{program}: {e}"))?;
    let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    if output.status.success() { Ok(()) } else { Err(message) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_lose_its_files_or_carries_the_system_is_never_taken_away() {
        let system = |point: &str, source: &str| FileSystem {
            kind: "ext4".to_owned(),
            point: point.into(),
            source: source.to_owned(),
            options: Vec::new(),
            total_bytes: 0,
            free_bytes: 0,
            inodes_total: 0,
            inodes_free: 0,
        };
        assert!(may_go(&system("/srv/db", "/dev/sdb1")));
        assert!(!may_go(&system("/", "/dev/sda1")));
        assert!(!may_go(&system("/srv/memory", "tmpfs")));
        assert!(!may_go(&system("/srv/far", "server:/export")));
    }
}
