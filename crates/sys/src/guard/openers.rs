//! Who has a device open: takes its number and [`Roots`], gives the processes as far as they may be looked at.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::time::Duration;

use crate::inventory::{DeviceNumber, Roots};

/// Looks made before a program counts as one that stays: services that watch devices open each for a moment.
pub(super) const LOOKS: u32 = 4;
/// Between two looks.
pub(super) const PAUSE: Duration = Duration::from_millis(100);

/// Processes that keep the device, one of its partitions or one of its aliases open for longer than a glance.
pub(super) fn lasting(
    roots: &Roots,
    number: DeviceNumber,
    aliases: &[String],
) -> Vec<(u32, String)> {
    let name = roots.block_name(number);
    let parts = name.map(|name| roots.partitions(&name)).unwrap_or_default();
    let mut numbers = vec![number];
    numbers.extend(parts.iter().chain(aliases).filter_map(|part| roots.block_number(part)));
    let mut found = now(roots, &numbers);
    for _ in 1..LOOKS {
        if found.is_empty() {
            break;
        }
        std::thread::sleep(PAUSE);
        let still = now(roots, &numbers);
        found.retain(|opener| still.contains(opener));
    }
    found
}

/// Processes that have one of the devices open now, apart from this one.
fn now(roots: &Roots, numbers: &[DeviceNumber]) -> Vec<(u32, String)> {
    let own = std::process::id();
    let processes = fs::read_dir(&roots.proc).into_iter().flatten().flatten();
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let mut found: Vec<(u32, String)> = pids
        .filter(|pid| *pid != own)
        .filter(|pid| has_open(roots, *pid, numbers))
        .map(|pid| {
            let name = roots.proc_text(&format!("{pid}/comm"));
            (pid, name.unwrap_or_else(|| "a program".to_owned()))
        })
        .collect();
    found.sort();
    found
}

fn has_open(roots: &Roots, pid: u32, numbers: &[DeviceNumber]) -> bool {
    // The files of other users' programs cannot be seen without privilege; whoever may write to a device mostly can.
    let files = fs::read_dir(roots.proc.join(pid.to_string()).join("fd"));
    files.into_iter().flatten().flatten().any(|entry| {
        let path = entry.path();
        // A file on a server that does not answer would hold us up, so only what may be a device is asked.
        let device = fs::read_link(&path).is_ok_and(|to| to.starts_with("/dev"));
        device
            && fs::metadata(&path).is_ok_and(|found| {
                found.file_type().is_block_device()
                    && numbers.contains(&DeviceNumber::from_stat(found.rdev()))
            })
            && !only_names(roots, pid, &entry.file_name())
    })
}

/// Whether a descriptor was opened with `O_PATH`: it names the device and does not open it.
fn only_names(roots: &Roots, pid: u32, descriptor: &OsStr) -> bool {
    let info = roots.proc.join(pid.to_string()).join("fdinfo").join(descriptor);
    // proc_pid_fdinfo(5): the flags are octal.
    let flags = fs::read_to_string(info).ok().and_then(|text| {
        let flags = text.lines().find_map(|line| line.strip_prefix("flags:"))?;
        libc::c_int::from_str_radix(flags.trim(), 8).ok()
    });
    flags.is_some_and(|flags| flags & libc::O_PATH != 0)
}
