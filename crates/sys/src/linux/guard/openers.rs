//! Who has a device or file open: takes it and [`SystemRoots`], gives the processes, as far as they are visible to this user.

use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::layers::FileLayers;
use crate::guard::Opener;
use crate::inventory::{DeviceNumber, SystemRoots};
use crate::system::inventory::unescape;
use crate::system::target;

/// Looks before a program counts as using the device: services that watch devices open each for a moment.
pub(super) const LOOKS: u32 = 4;
/// The pause between two looks.
pub(super) const PAUSE: Duration = Duration::from_millis(100);

/// Where the descriptor of a ring leads.
const RING: &str = "anon_inode:[io_uring]";

/// The devices or the file to look for.
pub(super) enum OpenerQuery<'a> {
    /// Any of these devices, open in any mode.
    Devices(Vec<DeviceNumber>),
    /// This file, open for writing.
    File(&'a FileLayers),
}

impl OpenerQuery<'_> {
    /// A device, its partitions and its aliases.
    pub(super) fn device(roots: &SystemRoots, number: DeviceNumber, aliases: &[String]) -> Self {
        let name = roots.block_name(number);
        let parts = name.map(|name| roots.partitions(&name)).unwrap_or_default();
        let others = parts.iter().chain(aliases).filter_map(|part| roots.block_number(part));
        Self::Devices(std::iter::once(number).chain(others).collect())
    }

    /// Whether a descriptor with this path may match. Only the path is used: `stat` would block on a file of a server
    /// that does not answer.
    fn may_be(&self, path: &Path) -> bool {
        match self {
            Self::Devices(_) => path.starts_with("/dev"),
            Self::File(file) => path.file_name() == Some(file.name()) || file.may_be_at(path),
        }
    }

    /// Whether an open descriptor, by its path in `/proc`, leads there.
    fn is(&self, roots: &SystemRoots, descriptor: &Path) -> bool {
        match self {
            Self::Devices(numbers) => fs::metadata(descriptor).is_ok_and(|found| {
                found.file_type().is_block_device()
                    && numbers.contains(&DeviceNumber::from_stat(found.rdev()))
            }),
            Self::File(file) => {
                let found = File::options().read(true).custom_flags(libc::O_PATH).open(descriptor);
                let found = found.and_then(|found| FileLayers::of(found, roots));
                found.is_ok_and(|found| file.are(&found) || file.may_be(&found))
            }
        }
    }

    /// The process that started this one: it may keep the file open on purpose, as `powercut` does for the writers that
    /// it kills.
    fn starter(&self) -> Option<u32> {
        matches!(self, Self::File(..)).then(std::os::unix::process::parent_id)
    }

    /// Whether a descriptor or mapping with these permissions counts.
    fn counts(&self, link: &fs::Metadata) -> bool {
        // Of `/proc/PID/fd` and `map_files`: how the file was opened; nothing for `O_PATH`.
        let counted_modes = if matches!(self, Self::Devices(_)) { 0o600 } else { 0o200 };
        link.mode() & counted_modes != 0
    }
}

/// Processes that have it open at every one of [`LOOKS`] looks.
pub(super) fn lasting_openers(roots: &SystemRoots, sought: &OpenerQuery) -> Vec<Opener> {
    let mut lasting = openers_now(roots, sought);
    for _ in 1..LOOKS {
        if lasting.is_empty() {
            break;
        }
        std::thread::sleep(PAUSE);
        let still = openers_now(roots, sought);
        lasting.retain(|opener| still.contains(opener));
    }
    lasting
}

/// The looks before a writer that no process has open counts: what a ring of io_uring had open is closed a moment after its
/// process has ended, beside a build more than three seconds later.
const HIDDEN_LOOKS: u32 = 80;

/// Whether the kernel counts, at every one of [`HIDDEN_LOOKS`] looks, a writer that no process has open under this name: a loop
/// device, a server in the kernel, a file system on top, or a program that is not visible here. False if the kernel does not say.
pub(super) fn has_hidden_writer(roots: &SystemRoots, file: &FileLayers) -> bool {
    for look in 0..HIDDEN_LOOKS {
        if look > 0 {
            std::thread::sleep(PAUSE);
        }
        if !has_hidden_writer_now(roots, file) {
            return false;
        }
    }
    true
}

fn has_hidden_writer_now(roots: &SystemRoots, file: &FileLayers) -> bool {
    let has_writer =
        |file: &File| lease(file).is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock);
    let query = OpenerQuery::File(file);
    file.files.iter().any(has_writer)
        && !has_open(&SystemRoots::default(), std::process::id(), &query)
        && !processes(roots).any(|pid| has_open(roots, pid, &query))
}

/// Of asm-generic/fcntl.h.
const F_SETSIG: libc::c_int = 10;

/// Takes a read lease and gives it back: the kernel grants it only while nobody, itself included, has the file open for
/// writing, whatever its name (fcntl(2), `F_SETLEASE`).
///
/// # Errors
/// Would block, if somebody has; those of open; what the kernel says if it grants no leases here, or not to this user.
fn lease(file: &File) -> io::Result<()> {
    let mut options = File::options();
    let opened = options.read(true).custom_flags(libc::O_NONBLOCK);
    let opened = opened.open(target::descriptor(file))?;
    let fcntl = |request, value: libc::c_int| {
        // SAFETY: the descriptor is open, and these requests take a number.
        match unsafe { libc::fcntl(opened.as_raw_fd(), request, value) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    };
    // Somebody who opens it for writing meanwhile waits, and this process gets a signal: one that is ignored.
    fcntl(F_SETSIG, libc::SIGURG)?;
    fcntl(libc::F_SETLEASE, libc::F_RDLCK)?;
    fcntl(libc::F_SETLEASE, libc::F_UNLCK)
}

/// The numbers of the processes that are visible.
fn processes(roots: &SystemRoots) -> impl Iterator<Item = u32> {
    let entries = fs::read_dir(&roots.proc).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok())
}

/// Processes that have it open now, apart from this one.
fn openers_now(roots: &SystemRoots, sought: &OpenerQuery) -> Vec<Opener> {
    let is_own = |pid| pid == std::process::id() || Some(pid) == sought.starter();
    let others = processes(roots).filter(|pid| !is_own(*pid) && has_open(roots, *pid, sought));
    let mut openers: Vec<Opener> = others
        .map(|pid| {
            let command = roots.proc_text(&format!("{pid}/comm"));
            Opener { pid, command: command.unwrap_or_else(|| "?".to_owned()) }
        })
        .collect();
    openers.sort();
    openers
}

/// Whether a ring of a process has it as a registered file, which stays open when its descriptor is closed. The kernel lists the paths of
/// such files below `UserFiles:` (io_uring/fdinfo.c), not how they were opened.
fn has_registered(roots: &SystemRoots, pid: u32, descriptor: &Path, sought: &OpenerQuery) -> bool {
    let Some(number) = descriptor.file_name().and_then(|name| name.to_str()) else { return false };
    let info = roots.proc_text(&format!("{pid}/fdinfo/{number}")).unwrap_or_default();
    let files = info.lines().skip_while(|line| !line.starts_with("UserFiles:")).skip(1);
    let paths = files.map_while(|line| {
        let (slot, path) = line.trim_start().split_once(": ")?;
        slot.parse::<u32>().ok().map(|_| PathBuf::from(unescape(path)))
    });
    paths.into_iter().any(|path| sought.may_be(&path) && sought.is(roots, &path))
}

fn has_open(roots: &SystemRoots, pid: u32, sought: &OpenerQuery) -> bool {
    // The files of other users' programs cannot be seen without privilege; users who may write to a device mostly have
    // that privilege. A file that is mapped may have no descriptor any more.
    ["fd", "map_files"].iter().any(|kind| {
        let files = fs::read_dir(roots.proc.join(pid.to_string()).join(kind));
        files.into_iter().flatten().flatten().any(|entry| {
            let path = entry.path();
            let Ok(to) = fs::read_link(&path) else { return false };
            // A writer of a file that only a ring has open is found by a lease, unless that file is hidden.
            if to == Path::new(RING)
                && !matches!(sought, OpenerQuery::File(file) if !file.is_hidden())
            {
                return has_registered(roots, pid, &path, sought);
            }
            sought.may_be(&to)
                && entry.metadata().map_or(true, |link| sought.counts(&link))
                && sought.is(roots, &path)
        })
    })
}
