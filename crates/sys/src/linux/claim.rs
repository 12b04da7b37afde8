//! Lock files, and who holds a lock (`flock(2)`).

use crate::inventory::{DeviceNumber, SystemRoots};
use std::fs::{File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often the list of locks is read to find an owner, and the pause between: about 50 ms in all. Lines may be missing if
/// locks are taken and released while it is read.
const OWNER_TRIES: u32 = 50;
const OWNER_PAUSE: Duration = Duration::from_millis(1);
/// In a folder where everyone writes: follows no symbolic link and waits for no reader of a pipe.
const LOCK_FILE_FLAGS: libc::c_int = libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_CLOEXEC;

/// The folders that hold the lock files. `/run/lock` is usual; `/tmp` is for users who may not write there.
pub(crate) fn folders() -> [PathBuf; 2] {
    ["/run/lock", "/tmp"].map(PathBuf::from)
}

/// Opens the lock file, or creates it if it is absent; `None` if another process made or removed it in between.
pub(crate) fn open(path: &Path) -> io::Result<Option<File>> {
    // Locking needs no permission to write, so files of other users can be used too.
    let file = match OpenOptions::new().read(true).custom_flags(LOCK_FILE_FLAGS).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return create(path),
        result => result?,
    };
    if file.metadata()?.is_file() {
        return Ok(Some(file));
    }
    Err(io::ErrorKind::InvalidInput.into())
}

/// Creates the lock file; `None` if another process was faster.
fn create(path: &Path) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o444).custom_flags(LOCK_FILE_FLAGS);
    match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(None),
        Err(error) => Err(error),
        Ok(file) => {
            // The umask may have removed permissions that other users need.
            file.set_permissions(Permissions::from_mode(0o444))?;
            Ok(Some(file))
        }
    }
}

/// A process that holds a lock on the file, from `/proc/locks` (proc_locks(5)); none if it runs in a namespace that is
/// not visible.
pub(crate) fn owner(file: &File, roots: &SystemRoots) -> Option<u32> {
    let meta = file.metadata().ok()?;
    let device = DeviceNumber::from_stat(meta.dev());
    let inode = format!("{:02x}:{:02x}:{}", device.major, device.minor, meta.ino());
    for attempt in 0..OWNER_TRIES {
        if attempt > 0 {
            std::thread::sleep(OWNER_PAUSE);
        }
        let holder = holder_in(&roots.proc_text("locks")?, &inode);
        if holder.is_some() {
            return holder;
        }
    }
    None
}

/// The process that holds the lock on this inode in the text of `/proc/locks`. Its lines are like
/// `1: FLOCK ADVISORY WRITE 4711 00:1a:42 0 EOF`, with `->` before the kind for a lock that is waited for.
fn holder_in(locks: &str, inode: &str) -> Option<u32> {
    for line in locks.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(at) = words.iter().position(|word| *word == inode) else { continue };
        if !words.contains(&"FLOCK") || words.contains(&"->") {
            continue;
        }
        let process = at.checked_sub(1).and_then(|before| words[before].parse().ok());
        // A holder in another namespace is shown as process 0.
        if process.is_some_and(|process: u32| process != 0) {
            return process;
        }
    }
    None
}

/// The command line of a process in one line; none if it is not readable.
pub fn command_of(process: u32, roots: &SystemRoots) -> Option<String> {
    let words = std::fs::read(roots.proc.join(format!("{process}/cmdline"))).ok()?;
    let words = String::from_utf8_lossy(&words);
    let words: Vec<&str> = words.split('\0').filter(|word| !word.is_empty()).collect();
    (!words.is_empty()).then(|| words.join(" ").replace(char::is_control, " "))
}
