//! Mounted file systems, and the one of a path.

use super::{DeviceNumber, SystemRoots};
use std::path::{Path, PathBuf};

/// One mounted file system; on Linux a row of `/proc/self/mountinfo` (proc(5)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MountEntry {
    pub id: u64,
    /// The device number the kernel gives; `0:n` for file systems without one device of their own, btrfs among them.
    pub number: DeviceNumber,
    /// The part of the file system that is mounted, `/` for the whole file system.
    pub root: String,
    pub point: PathBuf,
    pub options: Vec<String>,
    pub kind: String,
    /// What is mounted: a device path, a remote name, or a word.
    pub source: String,
    /// Options of the file system.
    pub super_options: Vec<String>,
}

impl MountEntry {
    /// The value of an option `name=value`, of the file system or of the mount point.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.super_options
            .iter()
            .chain(&self.options)
            .find_map(|o| o.strip_prefix(name)?.strip_prefix('='))
    }

    /// Whether the plain option is set.
    pub fn has(&self, name: &str) -> bool {
        self.super_options.iter().chain(&self.options).any(|o| o == name)
    }

    /// The block device under it, if there is one.
    pub fn device(&self, roots: &SystemRoots) -> Option<DeviceNumber> {
        if roots.block_name(self.number).is_some() {
            return Some(self.number);
        }
        self.source.starts_with("/dev/").then(|| roots.number_of_path(Path::new(&self.source)))?
    }
}

/// The mount of an absolute path without symbolic links: the one with the longest mount point above it, and of those
/// the last made.
pub fn mount_of<'a>(mounts: &'a [MountEntry], path: &Path) -> Option<&'a MountEntry> {
    mounts
        .iter()
        .enumerate()
        .filter(|(_, m)| path.starts_with(&m.point))
        .max_by_key(|(i, m)| (m.point.components().count(), *i))
        .map(|(_, m)| m)
}
