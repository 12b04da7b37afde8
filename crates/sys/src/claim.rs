//! Names that one process holds exclusively or several share: takes a name, gives a [`NameClaim`] or the process that
//! holds it.
//!
//! A name is a lock on an empty file in each of a few folders. A lock ends with its process and is valid in every network
//! namespace, for every user, and in every mount namespace that has one of these folders in common. A file that a killed process
//! left behind is not locked. Files are opened without following links and are never written.

use crate::file::{self, FileFacts, LockMode};
use crate::inventory::SystemRoots;
use crate::system::claim::{folders, open, owner};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use crate::system::claim::command_of;

/// Attempts to lock a file that other processes remove at the same time.
const ATTEMPTS: u32 = 100;
/// Attempts at a shared lock, and the pause between them: the process that releases the last one locks the file
/// exclusively for a moment.
const SHARED_TRIES: u32 = 4;
const SHARED_PAUSE: Duration = Duration::from_millis(5);

/// Whether others may hold the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClaimSharing {
    /// Together with others that share it.
    Shared,
    Alone,
}

#[derive(Debug)]
pub enum ClaimOutcome {
    Held(NameClaim),
    /// Another process holds it. The process ID, if the system shows it.
    Refused(Option<u32>),
}

/// A name that is held, until this is dropped or the process ends.
#[derive(Debug)]
pub struct NameClaim {
    sharing: ClaimSharing,
    locks: Vec<LockFile>,
}

#[derive(Debug)]
struct LockFile {
    path: PathBuf,
    file: File,
}

/// Claims a name for this process.
pub fn take(name: &str, sharing: ClaimSharing, roots: &SystemRoots) -> io::Result<ClaimOutcome> {
    let folders = folders();
    let folders: Vec<&Path> = folders.iter().map(PathBuf::as_path).collect();
    take_in(&folders, name, sharing, roots)
}

fn take_in(
    folders: &[&Path],
    name: &str,
    sharing: ClaimSharing,
    roots: &SystemRoots,
) -> io::Result<ClaimOutcome> {
    let mut claim = NameClaim { sharing, locks: Vec::new() };
    let mut failed = None;
    for folder in folders {
        let path = folder.join(format!("plimsoll-{}.lock", name.replace(['/', ':'], "-")));
        match locked(&path, sharing) {
            Ok(Ok(file)) => claim.locks.push(LockFile { path, file }),
            Ok(Err(held)) => return Ok(ClaimOutcome::Refused(owner(&held, roots))),
            Err(error) => failed = Some(error),
        }
    }
    match failed {
        Some(error) if claim.locks.is_empty() => Err(error),
        _ => Ok(ClaimOutcome::Held(claim)),
    }
}

impl NameClaim {
    pub fn sharing(&self) -> ClaimSharing {
        self.sharing
    }
}

impl Drop for NameClaim {
    fn drop(&mut self) {
        for LockFile { path, file } in &self.locks {
            // A process that holds the file exclusively may remove it. Another process that opened it before then finds
            // another file, or none, and tries again.
            let alone = self.sharing == ClaimSharing::Alone
                || matches!(file::lock(file, LockMode::Exclusive), Ok(true));
            if alone && is_at(file, path) {
                drop(std::fs::remove_file(path));
            }
        }
    }
}

/// The lock file, locked; or, as the inner error, the file that another process has locked.
fn locked(path: &Path, sharing: ClaimSharing) -> io::Result<Result<File, File>> {
    let mode = match sharing {
        ClaimSharing::Shared => LockMode::Shared,
        ClaimSharing::Alone => LockMode::Exclusive,
    };
    let mut tries = if sharing == ClaimSharing::Shared { SHARED_TRIES } else { 1 };
    for _ in 0..ATTEMPTS {
        let Some(file) = open(path)? else { continue };
        let has_lock = file::lock(&file, mode)?;
        if !is_at(&file, path) {
            continue;
        }
        if has_lock {
            return Ok(Ok(file));
        }
        tries -= 1;
        if tries == 0 {
            return Ok(Err(file));
        }
        std::thread::sleep(SHARED_PAUSE);
    }
    // Other processes replaced it again and again.
    Err(io::ErrorKind::ResourceBusy.into())
}

/// Whether the file is the one that the path names.
fn is_at(file: &File, path: &Path) -> bool {
    let (own, named) = (FileFacts::of(file), FileFacts::of_entry(path));
    matches!((own, named), (Ok(own), Ok(named)) if own.identity == named.identity)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::inventory::DeviceNumber;
    use std::os::unix::fs::MetadataExt;

    struct LockFolder(PathBuf);

    impl LockFolder {
        fn new(name: &str) -> Self {
            let name = format!("plimsoll-claim-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            std::fs::create_dir_all(&path).expect("own");
            Self(path)
        }

        fn take(&self, sharing: ClaimSharing) -> io::Result<ClaimOutcome> {
            take_in(&[&self.0], "disk/8:16", sharing, &SystemRoots::default())
        }

        fn held(&self, sharing: ClaimSharing) -> NameClaim {
            match self.take(sharing) {
                Ok(ClaimOutcome::Held(claim)) => claim,
                other => panic!("not held: {other:?}"),
            }
        }

        #[track_caller]
        fn refused(&self, sharing: ClaimSharing) {
            let outcome = self.take(sharing);
            let own = std::process::id();
            assert!(
                matches!(outcome, Ok(ClaimOutcome::Refused(Some(by))) if by == own),
                "{outcome:?}"
            );
        }

        fn file(&self) -> PathBuf {
            self.0.join("plimsoll-disk-8-16.lock")
        }
    }

    impl Drop for LockFolder {
        fn drop(&mut self) {
            drop(std::fs::remove_dir_all(&self.0));
        }
    }

    #[test]
    fn a_name_is_held_alone_or_shared_until_it_is_given_back() {
        let folder = LockFolder::new("modes");
        let alone = folder.held(ClaimSharing::Alone);
        folder.refused(ClaimSharing::Alone);
        folder.refused(ClaimSharing::Shared);
        drop(alone);
        assert!(!folder.file().exists(), "the lock file is removed");
        let (first, second) =
            (folder.held(ClaimSharing::Shared), folder.held(ClaimSharing::Shared));
        folder.refused(ClaimSharing::Alone);
        drop(first);
        folder.refused(ClaimSharing::Alone);
        drop(second);
        assert!(!folder.file().exists(), "the last one removes it");
        drop(folder.held(ClaimSharing::Alone));
    }

    #[test]
    fn a_file_that_was_left_holds_nothing_and_one_of_another_user_is_enough() {
        let folder = LockFolder::new("left");
        std::fs::write(folder.file(), b"").expect("own");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o444);
        std::fs::set_permissions(folder.file(), mode).expect("own");
        let _claim = folder.held(ClaimSharing::Alone);
        folder.refused(ClaimSharing::Alone);
    }

    #[test]
    fn nothing_but_a_regular_file_is_locked_and_no_link_is_followed() {
        let folder = LockFolder::new("links");
        let victim = folder.0.join("victim");
        for target in [&victim, &folder.0.join("not there")] {
            std::fs::write(&victim, b"kept").expect("own");
            std::os::unix::fs::symlink(target, folder.file()).expect("own");
            assert!(folder.take(ClaimSharing::Alone).is_err(), "a link to {}", target.display());
            assert!(!folder.0.join("not there").exists(), "nothing is made through a link");
            std::fs::remove_file(folder.file()).expect("own");
        }
        assert_eq!(std::fs::read(&victim).expect("own"), b"kept");
        std::fs::create_dir(folder.file()).expect("own");
        assert!(folder.take(ClaimSharing::Alone).is_err(), "a directory");
        // One folder that cannot be used leaves the other.
        let other = LockFolder::new("links-other");
        let both: [&Path; 2] = [&folder.0, &other.0];
        let outcome = take_in(&both, "disk/8:16", ClaimSharing::Alone, &SystemRoots::default());
        assert!(matches!(outcome, Ok(ClaimOutcome::Held(_))), "{outcome:?}");
        other.refused(ClaimSharing::Alone);
    }

    #[test]
    fn a_name_that_many_take_and_give_back_is_held_by_one_at_a_time() {
        let folder = LockFolder::new("race");
        let inside = std::sync::atomic::AtomicU32::new(0);
        let taken = std::sync::atomic::AtomicU32::new(0);
        let order = std::sync::atomic::Ordering::SeqCst;
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..2_000 {
                        // If the file is replaced more often than the number of attempts, nothing is held.
                        if let Ok(ClaimOutcome::Held(claim)) = folder.take(ClaimSharing::Alone) {
                            assert_eq!(inside.fetch_add(1, order), 0, "two hold the name");
                            std::thread::yield_now();
                            inside.fetch_sub(1, order);
                            taken.fetch_add(1, order);
                            drop(claim);
                        }
                    }
                });
            }
        });
        assert!(taken.load(order) > 10, "{taken:?}");
    }

    #[test]
    fn the_owner_of_a_lock_is_found_by_device_and_inode() {
        let folder = LockFolder::new("owner");
        std::fs::create_dir(folder.0.join("proc")).expect("own");
        let file = File::create(folder.file()).expect("own");
        let meta = file.metadata().expect("open");
        let device = DeviceNumber::from_stat(meta.dev());
        let place = format!("{:02x}:{:02x}", device.major, device.minor);
        let inode = meta.ino();
        let text = format!(
            "1: POSIX  ADVISORY  WRITE 4710 {place}:{inode} 0 EOF\n\
             1: -> FLOCK ADVISORY  WRITE 4712 {place}:{inode} 0 EOF\n\
             2: FLOCK  ADVISORY  WRITE 4713 {place}:{inode}0 0 EOF\n\
             3: FLOCK  ADVISORY  READ 0 {place}:{inode} 0 EOF\n\
             4: FLOCK  ADVISORY  READ 4711 {place}:{inode} 0 EOF\n"
        );
        std::fs::write(folder.0.join("proc/locks"), text).expect("own");
        assert_eq!(owner(&file, &SystemRoots::under(&folder.0)), Some(4711));
        let own = std::process::id();
        assert!(
            command_of(own, &SystemRoots::default()).is_some_and(|command| !command.is_empty())
        );
    }
}
