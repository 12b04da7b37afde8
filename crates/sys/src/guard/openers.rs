//! Who has a device or file open: takes it and [`SystemRoots`], gives the processes, as far as they are visible to this user.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::time::Duration;

use crate::inventory::{DeviceNumber, SystemRoots};
use crate::target::{FileIdentity, Target};

/// Looks before a program counts as using the device: services that watch devices open each for a moment.
pub(super) const LOOKS: u32 = 4;
/// The pause between two looks.
pub(super) const PAUSE: Duration = Duration::from_millis(100);

/// The devices or the file to look for.
pub(super) enum OpenerQuery {
    /// Any of these devices, open in any mode.
    Devices(Vec<DeviceNumber>),
    /// This file, open for writing.
    File(OsString, FileIdentity),
}

impl OpenerQuery {
    /// A device, its partitions and its aliases.
    pub(super) fn device(roots: &SystemRoots, number: DeviceNumber, aliases: &[String]) -> Self {
        let name = roots.block_name(number);
        let parts = name.map(|name| roots.partitions(&name)).unwrap_or_default();
        let others = parts.iter().chain(aliases).filter_map(|part| roots.block_number(part));
        Self::Devices(std::iter::once(number).chain(others).collect())
    }

    /// A file, under the name that it has now.
    pub(super) fn file(target: &Target) -> Self {
        Self::File(target.real().file_name().unwrap_or_default().to_owned(), target.identity())
    }

    /// Whether a descriptor with this path may match. Only the path is used: `stat` would block on a file of a server
    /// that does not answer.
    fn may_be(&self, path: &std::path::Path) -> bool {
        match self {
            Self::Devices(_) => path.starts_with("/dev"),
            Self::File(name, _) => path.file_name() == Some(name),
        }
    }

    fn is(&self, found: &fs::Metadata) -> bool {
        match self {
            Self::Devices(numbers) => {
                found.file_type().is_block_device()
                    && numbers.contains(&DeviceNumber::from_stat(found.rdev()))
            }
            Self::File(_, identity) => FileIdentity::of(found) == *identity,
        }
    }

    /// The process that started this one: it may keep the file open on purpose, as `powercut` does for the writers that
    /// it kills.
    fn starter(&self) -> Option<u32> {
        matches!(self, Self::File(..)).then(std::os::unix::process::parent_id)
    }

    fn counts(&self, flags: libc::c_int) -> bool {
        let writes = flags & libc::O_ACCMODE != libc::O_RDONLY;
        flags & libc::O_PATH == 0 && (writes || matches!(self, Self::Devices(_)))
    }
}

/// Processes that have it open at every one of [`LOOKS`] looks.
pub(super) fn lasting_openers(roots: &SystemRoots, sought: &OpenerQuery) -> Vec<(u32, String)> {
    let mut found = now(roots, sought);
    for _ in 1..LOOKS {
        if found.is_empty() {
            break;
        }
        std::thread::sleep(PAUSE);
        let still = now(roots, sought);
        found.retain(|opener| still.contains(opener));
    }
    found
}

/// Processes that have it open now, apart from this one.
fn now(roots: &SystemRoots, sought: &OpenerQuery) -> Vec<(u32, String)> {
    let own = [std::process::id(), sought.starter().unwrap_or_default()];
    let processes = fs::read_dir(&roots.proc).into_iter().flatten().flatten();
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let mut found: Vec<(u32, String)> = pids
        .filter(|pid| !own.contains(pid))
        .filter(|pid| has_open(roots, *pid, sought))
        .map(|pid| {
            let name = roots.proc_text(&format!("{pid}/comm"));
            (pid, name.unwrap_or_else(|| "?".to_owned()))
        })
        .collect();
    found.sort();
    found
}

fn has_open(roots: &SystemRoots, pid: u32, sought: &OpenerQuery) -> bool {
    // The files of other users' programs cannot be seen without privilege; users who may write to a device mostly have
    // that privilege.
    let files = fs::read_dir(roots.proc.join(pid.to_string()).join("fd"));
    files.into_iter().flatten().flatten().any(|entry| {
        let path = entry.path();
        fs::read_link(&path).is_ok_and(|to| sought.may_be(&to))
            && fs::metadata(&path).is_ok_and(|found| sought.is(&found))
            && flags(roots, pid, &entry.file_name()).is_none_or(|flags| sought.counts(flags))
    })
}

/// How a descriptor was opened; `None` if the kernel does not show it.
fn flags(roots: &SystemRoots, pid: u32, descriptor: &OsStr) -> Option<libc::c_int> {
    let info = roots.proc.join(pid.to_string()).join("fdinfo").join(descriptor);
    // proc_pid_fdinfo(5): the flags are octal.
    let text = fs::read_to_string(info).ok()?;
    let flags = text.lines().find_map(|line| line.strip_prefix("flags:"))?;
    libc::c_int::from_str_radix(flags.trim(), 8).ok()
}
