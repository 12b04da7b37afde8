//! Killed writers of `powercut`: starts each writer, kills it at a random moment, and checks what is left. Ends at the first
//! lost commit.

use super::once::{CheckArguments, checked};
use super::request::WriteRequest;
use super::{ledger, target};
use crate::failure::{Ending, Failure};
use crate::{input, interrupt, load, terminal, write_permission};
use base::{Bytes, Rng, random};
use integrity::commits::{CommitDesign, DurabilityVerdict};
use report::messages::powercut::PowerCutFault;
use report::messages::system::SystemAction;
use report::{Language, power_cut};
use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::Duration;
use sys::file::PathKind;
use sys::inventory::{FileSystem, SystemRoots};
use sys::target::Target as HeldTarget;

/// The target of the writers, checked once, and created if absent. Each writer gets its device and inode number.
struct KillTarget {
    numbers: (u64, u64),
    /// Keeps a file open, so that its numbers are not reused. `None` for a device, which each writer opens exclusively.
    held: Option<HeldTarget>,
}

impl KillTarget {
    fn take(request: &WriteRequest, design: &CommitDesign) -> Result<Self, Failure> {
        let held = target::prepare(&request.target, &request.permission, design, None)?.held;
        let numbers = held.numbers();
        Ok(Self { numbers, held: Some(held).filter(|held| held.kind() == PathKind::File) })
    }

    /// Finds the file after its file system was mounted again, which may change the device number.
    fn again(&mut self, path: &Path) -> Result<(), Failure> {
        let numbers = HeldTarget::to_read(path).map_err(Failure::target)?.numbers();
        if numbers.1 != self.numbers.1 {
            return Err(Failure::target(PowerCutFault::OtherFile {
                target: path.display().to_string(),
            }));
        }
        self.numbers = numbers;
        Ok(())
    }
}

/// Kills `count` writers one after the other, and ends at the first lost commit.
pub(super) fn kill_and_check(
    request: &WriteRequest,
    design: &CommitDesign,
    count: u32,
) -> Result<Ending, Failure> {
    let stop = interrupt()?;
    let path = target::file_path(&request.target);
    let mut rng = Rng::at(design.seed, &[2]);
    let (mut kills, mut commits) = (0, 0);
    let made = !path.exists();
    let removable = if request.remount { Some(removable(&path)?) } else { None };
    let mut aim = KillTarget::take(request, design)?;
    for number in 0..count {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        start_and_kill(&child(request, design, number, aim.numbers), &mut rng)?;
        if let Some(system) = &removable {
            // An open file would keep it mounted.
            aim.held = None;
            write_permission::forget_targets();
            remount(system)?;
            aim.again(&path)?;
        }
        if request.drop_caches {
            drop_caches()?;
        }
        let named = ledger::named(&request.ledger, request.secret_file.as_deref())?;
        let (design, entry) = named.find(None)?;
        let given = CheckArguments { target: &request.target, ledger: &named, same_target: false };
        let (conclusion, _) = checked(&given, &design, &entry)?;
        kills += 1;
        commits += u64::from(conclusion.acknowledged);
        if conclusion.verdict() == DurabilityVerdict::Lied {
            // The target is evidence: leave it unchanged.
            terminal::print(
                power_cut::text(Language::of_process(), &design, &entry, &conclusion, &[])
                    .as_bytes(),
            )?;
            let language = Language::of_process();
            let found = power_cut::found_after_kill(language, number + 1, design.seed);
            terminal::print(found.as_bytes())?;
            return Ok(Ending::NotFit);
        }
    }
    if made {
        let finish = || sys::guard::finish(&path);
        let removal = aim.held.as_ref().map_or_else(finish, HeldTarget::finish);
        load::stays(&path, removal).map_or(Ok(()), |fault| Err(Failure::target(fault)))?;
    }
    let language = Language::of_process();
    terminal::print(power_cut::after_kills(language, kills, commits).as_bytes())?;
    if let Some(warning) = target::in_memory(&path) {
        terminal::print(power_cut::warning_line(language, &warning).as_bytes())?;
    }
    Ok(match (stop.load(Ordering::Relaxed), commits) {
        (true, _) => Ending::Interrupted,
        (false, 0) => Ending::CannotTell,
        (false, _) => Ending::Done,
    })
}

fn child(
    request: &WriteRequest,
    design: &CommitDesign,
    number: u32,
    (device, inode): (u64, u64),
) -> Vec<OsString> {
    let seed = random::derive(design.seed, &[u64::from(number)]) >> 32;
    let mut words: Vec<OsString> = ["powercut", "write"].map(OsString::from).to_vec();
    words.push(request.target.clone().into());
    // Only the process is killed, so the ledger may be on the same device.
    words.push("--same-device".into());
    let bytes = |size: Bytes| OsString::from(format!("{}B", size.0));
    let mut pair = |option: &str, value: OsString| words.extend([OsString::from(option), value]);
    pair("--ledger", request.ledger.clone().into());
    pair("--mode", design.mode.name().into());
    pair("--group", design.group.to_string().into());
    pair("--pages", design.pages_max.to_string().into());
    pair("--page-size", bytes(request.page_size));
    pair("--size", bytes(request.size));
    pair("--seed", seed.to_string().into());
    if let Some(file) = &request.secret_file {
        pair("--secret-file", file.into());
    }
    request.permission.destroy.iter().for_each(|device| pair("--destroy", device.into()));
    request.permission.overwrite.iter().for_each(|file| pair("--overwrite", file.into()));
    // Permit this file and no other: it was created before the first writer, and the killed writers could not mark it.
    pair("--overwrite", target::file_path(&request.target).into());
    pair("--only", format!("{device}:{inode}").into());
    words
}

/// The longest life of a writer after its first line, in microseconds.
const LIFE_US_MAX: u64 = 500_000;
/// The kernel closes a killed process's files a moment after its end; until then their file system is busy.
const BUSY_TRIES: u32 = 100;
const BUSY_PAUSE: Duration = Duration::from_millis(50);

/// Starts a writer with these arguments and kills it after a random time.
/// This ends a process and not the power: it tests the kernel and the file system, not the device.
fn start_and_kill(words: &[OsString], rng: &mut Rng) -> Result<(), Failure> {
    let failed = Failure::refused(Ending::Bug, SystemAction::StartWriter, "");
    let own = std::env::current_exe().map_err(&failed)?;
    let mut command = Command::new(own);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(&failed)?;
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
fn drop_caches() -> Result<(), Failure> {
    sys::host::drop_caches().map_err(Failure::refused(Ending::Wrong, SystemAction::DropCaches, ""))
}

/// The file system of a target, if it may be unmounted for a moment.
fn removable(target: &Path) -> Result<FileSystem, Failure> {
    let place = if target.exists() { Some(target) } else { target.parent() };
    let place = place.filter(|place| !place.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let found = sys::inventory::target(place, &SystemRoots::default());
    let found = found.map_err(|error| Failure::target(report::inventory_error(&error)))?;
    found.file_systems.into_iter().next().filter(may_go).ok_or_else(|| {
        Failure::wrong(PowerCutFault::CannotRemount { target: target.display().to_string() })
    })
}

/// Unmounts a file system and mounts it again with the same options; needs root.
fn remount(system: &FileSystem) -> Result<(), Failure> {
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
