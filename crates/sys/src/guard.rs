//! What may be written: takes a path and what the user allowed, gives leave or the reasons against it; itself writes
//! nothing but new files of our own and their mark.
//!
//! Devices are judged in [`device`], files in [`file()`], space in [`Space::room_bytes`] and, as files grow, in [`grow`]. A grant carries the identity
//! that was judged, so that the file opened later can be held against it ([`Grant::holds_for`]).

mod device;
mod file;
mod fingerprint;
mod growth;
mod openers;
mod signature;

use std::ffi::CString;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

pub use device::{DeviceFacts, DeviceRefusal, Refused, device, device_facts, judge};
pub use file::{FileRefusal, create, file, finish, in_use, is_ours, mark, renew};
pub use fingerprint::fingerprint;
pub use growth::{grow, within_reserve};
pub use signature::{Signature, SignatureKind, blank, signatures, signatures_in, table_id};

/// Leave to write to one file or device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// The real path, without symbolic links; for a file that is not there yet its folder is real.
    pub path: PathBuf,
    /// Why it may be written.
    pub reason: Reason,
    /// What was judged; none for a file that is not there yet.
    identity: Option<Identity>,
}

/// Why something may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It does not exist and will be made; use [`create`].
    Absent,
    /// We made it.
    Ours,
    /// The user named it.
    Named,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Identity {
    File { dev: u64, ino: u64 },
    Device { rdev: u64 },
}

impl Grant {
    /// Whether an opened file is the very one that was judged: closes the gap between judging and opening.
    ///
    /// # Errors
    /// When the file cannot be asked.
    pub fn holds_for(&self, file: &File) -> io::Result<bool> {
        let meta = file.metadata()?;
        Ok(match self.identity {
            None => meta.is_file() && meta.nlink() == 1 && meta.len() == 0,
            Some(Identity::File { dev, ino }) => {
                meta.is_file() && (meta.dev(), meta.ino()) == (dev, ino)
            }
            Some(Identity::Device { rdev }) => {
                meta.file_type().is_block_device() && meta.rdev() == rdev
            }
        })
    }
}

/// Takes a block device for this program alone, for as long as the file is kept: mounts and other programs that ask for
/// the same are refused meanwhile, and so is a second run of ours. It is opened for reading; other opens of our own go on.
///
/// # Errors
/// Resource busy, when somebody has it for himself already; invalid input, when it is no block device; those of open.
pub fn hold(path: &Path) -> io::Result<File> {
    // Without a device the flag means nothing; asking first keeps an open from waiting on a pipe.
    let device = |meta: &std::fs::Metadata| meta.file_type().is_block_device();
    if !std::fs::metadata(path).is_ok_and(|meta| device(&meta)) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let flags = libc::O_EXCL | libc::O_NONBLOCK;
    let file = File::options().read(true).custom_flags(flags).open(path)?;
    if device(&file.metadata()?) { Ok(file) } else { Err(io::ErrorKind::InvalidInput.into()) }
}

/// Space of a file system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Space {
    /// All of it in bytes.
    pub total_bytes: u64,
    /// Bytes that files and the file system itself have taken.
    pub used_bytes: u64,
    /// What this user can still write in bytes.
    pub free_bytes: u64,
    /// What the file system calls itself; which part of it stays over a reboot is its own matter (statvfs(3)).
    pub id: u64,
    /// All inodes; 0 where there is no fixed number.
    pub inodes_total: u64,
    /// Free inodes.
    pub inodes_free: u64,
}

/// The space of the file system a path stands on.
///
/// # Errors
/// When the path does not exist or cannot be reached.
pub fn space(path: &Path) -> io::Result<Space> {
    let path = CString::new(path.as_os_str().as_bytes())?;
    // SAFETY: `path` ends in NUL and lives through the call.
    asked(|stat| unsafe { libc::statvfs(path.as_ptr(), stat) })
}

/// The space of the file system an open file stands on.
///
/// # Errors
/// Those of `fstatvfs`.
pub fn space_of(file: &File) -> io::Result<Space> {
    // SAFETY: the descriptor is open.
    asked(|stat| unsafe { libc::fstatvfs(file.as_raw_fd(), stat) })
}

fn asked(ask: impl FnOnce(&mut libc::statvfs) -> libc::c_int) -> io::Result<Space> {
    // SAFETY: statvfs is plain integers, for which all zero is a valid value.
    let mut stat: libc::statvfs = unsafe { std::mem::zeroed() };
    if ask(&mut stat) != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(Space {
        total_bytes: stat.f_blocks * stat.f_frsize,
        used_bytes: stat.f_blocks.saturating_sub(stat.f_bfree) * stat.f_frsize,
        free_bytes: stat.f_bavail * stat.f_frsize,
        id: stat.f_fsid,
        inodes_total: stat.f_files,
        inodes_free: stat.f_favail,
    })
}

/// What stays free of a file system while files of ours grow on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// 10 % of the file system, and at least 1 GiB.
    Reserve,
    /// Nothing: the file system was made for the test, or the user may fill it.
    Nothing,
}

impl Keep {
    /// The least that stays free of a file system of so many bytes.
    pub fn bytes(self, total_bytes: u64) -> u64 {
        match self {
            Self::Reserve => (total_bytes / 10).max(1 << 30),
            Self::Nothing => 0,
        }
    }
}

impl Space {
    /// Bytes by which files may grow without touching what stays free; 0 when it is touched already.
    pub fn room_bytes(self, keep: Keep) -> u64 {
        self.free_bytes.saturating_sub(keep.bytes(self.total_bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_and_at_least_a_gib_stay_free() {
        let gib = 1u64 << 30;
        let room = |total, free| {
            let space = Space { total_bytes: total, free_bytes: free, ..Space::default() };
            space.room_bytes(Keep::Reserve)
        };
        assert_eq!(room(100 * gib, 50 * gib), 40 * gib);
        assert_eq!(room(100 * gib, 10 * gib), 0);
        assert_eq!(room(4 * gib, 2 * gib), gib);
        assert_eq!(room(4 * gib, gib / 2), 0);
        assert_eq!(room(0, 0), 0);
        let space = Space { total_bytes: gib, free_bytes: 77, ..Space::default() };
        assert_eq!(space.room_bytes(Keep::Nothing), 77);
    }

    #[test]
    fn the_space_of_a_real_folder_makes_sense() {
        let space = space(&std::env::temp_dir()).expect("the temporary folder exists");
        assert!(space.total_bytes >= space.free_bytes);
        assert!(super::space(Path::new("/no/such/place")).is_err());
    }
}
