//! The storage stack under a target, and conditions that spoil a test: takes a path and [`SystemRoots`], gives plain
//! data; never opens a device, never writes, never judges a measurement.

mod activity;
mod groups;
mod level;
mod machine;
mod mount;
mod quota;
mod roots;

use std::path::PathBuf;
use std::time::Duration;

pub(crate) use activity::ProcessCounters;
pub use activity::{Activity, ActivityLook, DiskActivity, ForeignTicks, ProcessActivity, has_open};
pub use base::facts::LevelKind;
pub use base::refusal::InventoryError;
#[cfg(target_os = "linux")]
pub(crate) use groups::holds_memory;
pub use level::{ArrayState, StackLevel};
pub use machine::{CpuFacts, DirtyMemory, MemoryFacts, SystemFacts, SystemLimits};
pub use mount::{MountEntry, mount_of};
pub use quota::{CpuQuota, CpuSet, IoQuota, QuotaKind, Quotas};
pub use roots::{DeviceNumber, SystemRoots};
#[cfg(target_os = "linux")]
pub(crate) use roots::{names, text};

#[cfg(target_os = "linux")]
pub use crate::system::inventory::of_target;
pub use crate::system::inventory::{
    cpu_quotas, cpu_set, identity, identity_of_device, machine, mounts, target,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InventoryTargetKind {
    File,
    Directory,
    Device,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InventoryTarget {
    /// The real path, without symbolic links.
    pub path: PathBuf,
    pub kind: InventoryTargetKind,
    pub number: Option<DeviceNumber>,
}

/// The name of a disk that is the same on every host that sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiskName {
    pub name: String,
    /// For a partition, its start on the disk.
    pub start_sectors: Option<u64>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileSystem {
    /// Its type, such as `ext4`.
    pub kind: String,
    pub point: PathBuf,
    pub source: String,
    /// Options of mount point and file system, each once.
    pub options: Vec<String>,
    /// Its size in bytes; 0 where unknown.
    pub total_bytes: u64,
    /// Bytes that this user can still write.
    pub free_bytes: u64,
    /// All inodes; 0 where the file system has no fixed number.
    pub inodes_total: u64,
    pub inodes_free: u64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inventory {
    /// The target; none for the whole machine.
    pub target: Option<InventoryTarget>,
    /// The file system of the target; for the machine all file systems on devices.
    pub file_systems: Vec<FileSystem>,
    /// The stack under the target, top down; for the machine every device, followed by its underlying devices.
    pub levels: Vec<StackLevel>,
    /// Limits the kernel sets on this process.
    pub quotas: Quotas,
    pub cpu: CpuFacts,
    pub memory: MemoryFacts,
    pub system: SystemFacts,
    pub limits: SystemLimits,
    /// Other I/O on the machine, set by [`Inventory::watch`] or the caller.
    pub activity: Option<Activity>,
}

impl Inventory {
    /// Measures the I/O of others over `window`, and stores it in `activity`. Blocks for the window.
    pub fn watch(&mut self, roots: &SystemRoots, window: Duration) {
        let before = ActivityLook::now(roots);
        std::thread::sleep(window);
        self.activity = Some(before.until(&ActivityLook::now(roots), window));
    }

    /// The I/O limits that apply to a device of this stack.
    pub fn io_quotas(&self) -> impl Iterator<Item = &IoQuota> {
        self.quotas.io.iter().filter(|q| self.levels.iter().any(|l| l.number == Some(q.number)))
    }

    /// Memory the page cache can take in bytes: the machine's, or the control group's where that is less.
    pub fn cache_max_bytes(&self) -> u64 {
        self.quotas.memory_bytes.map_or(self.memory.total_bytes, |m| m.min(self.memory.total_bytes))
    }

    /// Kernel names of the devices of the stack, top down, each once: the devices whose counters include the target's I/O.
    pub fn device_names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for level in self.levels.iter().filter(|l| l.number.is_some()) {
            if !names.contains(&level.name) {
                names.push(level.name.clone());
            }
        }
        names
    }

    /// The devices whose counters together count the target's I/O exactly once: the topmost one, or all members of a
    /// file system over several devices (btrfs). Each comes with the number of copies that the members keep of written
    /// data.
    ///
    /// The kernel counts the I/O of an array or a volume; a file system over several devices has no such counter. If
    /// members are missing or profiles are mixed, the number of copies is unknown and assumed to be 1.
    pub fn counted_devices(&self) -> Vec<(String, u32)> {
        let mut counted: Vec<(String, u32)> = Vec::new();
        let (mut copies, mut below) = (1, None);
        for level in &self.levels {
            if below.is_some_and(|depth| level.depth > depth) {
                continue;
            }
            below = level.number.map(|_| level.depth);
            if level.kind == Some(LevelKind::Btrfs) {
                copies = level.array.as_ref().map_or(1, ArrayState::copies);
            }
            if level.number.is_some() && !counted.iter().any(|(name, _)| *name == level.name) {
                counted.push((level.name.clone(), copies));
            }
        }
        counted
    }
}
