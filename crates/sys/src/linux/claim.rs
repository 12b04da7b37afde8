//! Lock files, and who holds a lock (`flock(2)`).

use crate::inventory::{DeviceNumber, SystemRoots};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often the list of locks is read to find an owner, and the pause between: about 50 ms in all.
const OWNER_TRIES: u32 = 50;
const OWNER_PAUSE: Duration = Duration::from_millis(1);

/// The folders that hold the lock files. `/run/lock` is usual; `/tmp` is for users who may not write there.
pub(crate) fn folders() -> [PathBuf; 2] {
    ["/run/lock", "/tmp"].map(PathBuf::from)
}

/// Opens the lock file, or creates it if it is absent; `None` if another process made or removed it in between.
pub(crate) fn opened(path: &Path) -> io::Result<Option<File>> {
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_CLOEXEC;
    // Locking needs no permission to write, so files of other users can be used too.
    let file = match OpenOptions::new().read(true).custom_flags(flags).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let made = OpenOptions::new()
                .write(true)
                .create_new(true)
                .mode(0o444)
                .custom_flags(flags)
                .open(path);
            return match made {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(None),
                Err(error) => Err(error),
                // The umask may have removed permissions that other users need.
                Ok(file) => file
                    .set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o444))
                    .map(|()| Some(file)),
            };
        }
        other => other?,
    };
    if file.metadata()?.is_file() {
        return Ok(Some(file));
    }
    Err(io::ErrorKind::InvalidInput.into())
}

/// A process that holds a lock on the file, from `/proc/locks` (proc_locks(5)); none if it runs in a namespace that is
/// not visible.
pub(crate) fn owner(file: &File, roots: &SystemRoots) -> Option<u32> {
    let meta = file.metadata().ok()?;
    let device = DeviceNumber::from_stat(meta.dev());
    let place = format!("{:02x}:{:02x}:{}", device.major, device.minor, meta.ino());
    let process = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|word| *word == place)?;
        // "1: FLOCK ADVISORY WRITE 4711 00:1a:42 0 EOF"; a lock that is waited for has an arrow before its kind.
        let held = words.contains(&"FLOCK") && !words.contains(&"->");
        held.then(|| words.get(at.checked_sub(1)?)?.parse().ok())?
    };
    // Lines may be missing if locks are taken and released while the list is read.
    (0..OWNER_TRIES).find_map(|number| {
        if number > 0 {
            std::thread::sleep(OWNER_PAUSE);
        }
        let locks = roots.proc_text("locks")?;
        locks.lines().filter_map(process).find(|process| *process != 0)
    })
}

/// The command line of a process in one line; none if it is not readable.
pub fn command_of(process: u32, roots: &SystemRoots) -> Option<String> {
    let words = std::fs::read(roots.proc.join(format!("{process}/cmdline"))).ok()?;
    let words = String::from_utf8_lossy(&words);
    let words: Vec<&str> = words.split('\0').filter(|word| !word.is_empty()).collect();
    (!words.is_empty()).then(|| words.join(" ").replace(char::is_control, " "))
}
