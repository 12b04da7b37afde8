//! Decides which targets may be written: takes a path and what the user allowed, gives an open target or the reasons
//! against it; writes nothing but new files of Plimsoll and their marks.
//!
//! Devices are judged in [`device()`], files in [`file()`], space in [`FileSystemSpace::room_bytes`] and, as files grow,
//! in [`grow`]. The guard checks an open descriptor, and the permission to write belongs to that descriptor: see
//! [`crate::target`].

mod file;
mod fingerprint;
mod growth;
mod signature;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::file::{FileFacts, FileIdentity};
use crate::inventory::DeviceNumber;
use crate::system::target;

#[cfg(target_os = "linux")]
pub use crate::system::guard::judge;
pub use crate::system::guard::{device, device_facts, in_use, space, space_of};

pub use base::refusal::{DeviceHolder, FileFault, KernelUse, WriteRefusal};
pub use file::{
    FileRemoval, FileWritePermission, NewFile, create, create_nameless, file, finish,
    is_our_output, is_ours, mark, mark_output,
};
pub use fingerprint::fingerprint;
pub use growth::{fill_holes, grow, within_reserve};
pub use signature::{Signature, SignatureKind, blank, signatures, signatures_in, table_id};

/// The facts that decide whether a device may be overwritten.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeviceFacts {
    pub name: String,
    pub size_bytes: u64,
    pub read_only: bool,
    /// Where it, its partitions or anything built on them is mounted: device and mount point.
    pub mounted: Vec<(String, PathBuf)>,
    /// Devices among them that are swap.
    pub swap: Vec<String>,
    /// Devices built on it or its partitions: kernel names, volume names, loop devices.
    pub holders: Vec<DeviceHolder>,
    /// Whether it is open exclusively (`O_EXCL`): by another program, or by a mount that is not visible here.
    pub busy: bool,
    /// Programs that have it or one of its partitions open in any mode.
    pub openers: Vec<Opener>,
    pub signatures: Vec<Signature>,
    /// Signatures on its partitions, or on the disk that it is a partition of, with their kernel names.
    pub around: Vec<(String, Signature)>,
    /// Devices with the same bytes that another program could open while it is written: other loop devices over the
    /// same file, and the backing device of a loop device. They are held together with it.
    pub aliases: Vec<String>,
    /// Loop devices, itself among them, that have its bytes in a file.
    pub file_backed: Vec<String>,
    /// Whether its first MiB is all zeros.
    pub blank: bool,
}

/// A process that has a file or device open.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Opener {
    pub pid: u32,
    /// Its name in `/proc/PID/comm`.
    pub command: String,
}

/// Why a target may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteReason {
    /// Plimsoll created it.
    Ours,
    /// The user named it.
    Named,
    /// It is empty, or all hole: nothing can be lost.
    Blank,
}

/// Files and devices that the user named, kept open from the first look-up: a name may lead elsewhere later.
#[derive(Clone, Debug, Default)]
pub struct MarkedTargets(Vec<Arc<File>>);

impl MarkedTargets {
    /// The files and devices that these paths lead to now, links followed. A path that leads nowhere is ignored.
    pub fn now(paths: &[PathBuf]) -> Self {
        Self(
            paths
                .iter()
                .filter_map(|path| target::to_judge(path, true).ok().map(Arc::new))
                .collect(),
        )
    }

    #[must_use]
    pub fn and(mut self, more: &Self) -> Self {
        self.0.extend(more.0.iter().cloned());
        self
    }

    /// Whether the set contains the block device that a path leads to now.
    pub fn names_device(&self, path: &Path) -> bool {
        let found = target::to_judge(path, true).and_then(|file| FileFacts::of(&file));
        found.is_ok_and(|found| found.device().is_some() && self.names(found.identity))
    }

    /// The numbers of the block devices in the set.
    pub fn devices(&self) -> Vec<DeviceNumber> {
        self.0.iter().filter_map(|file| FileFacts::of(file).ok()?.device()).collect()
    }

    pub(crate) fn names(&self, identity: FileIdentity) -> bool {
        let same =
            |file: &Arc<File>| FileFacts::of(file).is_ok_and(|facts| facts.identity == identity);
        self.0.iter().any(same)
    }
}

impl<P: AsRef<[PathBuf]> + ?Sized> From<&P> for MarkedTargets {
    fn from(paths: &P) -> Self {
        Self::now(paths.as_ref())
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileSystemSpace {
    pub total_bytes: u64,
    /// Bytes used by files and by the file system itself.
    pub used_bytes: u64,
    /// Bytes that this user can still write.
    pub free_bytes: u64,
    /// The ID of the file system (`f_fsid`). Which part of it survives a reboot depends on the file system (statvfs(3)).
    pub id: u64,
    /// All inodes; 0 where there is no fixed number.
    pub inodes_total: u64,
    pub inodes_free: u64,
}

/// How much of a file system stays free while files of Plimsoll grow on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreeSpaceRule {
    /// 10 % of the file system, and at least 1 GiB.
    Reserve,
    /// Nothing: the file system was made for the test, or the user may fill it.
    Nothing,
}

impl FreeSpaceRule {
    /// The minimum that stays free of a file system of `total_bytes`, in bytes.
    pub fn bytes(self, total_bytes: u64) -> u64 {
        match self {
            Self::Reserve => (total_bytes / 10).max(1 << 30),
            Self::Nothing => 0,
        }
    }
}

impl FileSystemSpace {
    /// Bytes by which files may grow without using the reserve; 0 if it is already in use.
    pub fn room_bytes(self, keep: FreeSpaceRule) -> u64 {
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
            let space = FileSystemSpace {
                total_bytes: total,
                free_bytes: free,
                ..FileSystemSpace::default()
            };
            space.room_bytes(FreeSpaceRule::Reserve)
        };
        assert_eq!(room(100 * gib, 50 * gib), 40 * gib);
        assert_eq!(room(100 * gib, 10 * gib), 0);
        assert_eq!(room(4 * gib, 2 * gib), gib);
        assert_eq!(room(4 * gib, gib / 2), 0);
        assert_eq!(room(0, 0), 0);
        let space =
            FileSystemSpace { total_bytes: gib, free_bytes: 77, ..FileSystemSpace::default() };
        assert_eq!(space.room_bytes(FreeSpaceRule::Nothing), 77);
    }
}
