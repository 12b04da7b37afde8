//! One level of a storage stack.

use super::DeviceNumber;
use base::facts::{FactValue, LevelKind};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArrayState {
    /// `raid10`, `raid1`, `single` and so on.
    pub layout: String,
    /// How many members it should have; 0 where unknown.
    pub members: u32,
    pub missing: u32,
    /// Its maintenance state: `idle`, `resync`, `check`, `balance` and so on.
    pub action: String,
    /// The progress of that, as the kernel reports it, such as `1234 / 5678` sectors.
    pub progress: Option<String>,
    /// Size of a chunk in bytes; 0 where unknown.
    pub chunk_bytes: u64,
}

impl ArrayState {
    /// Whether it does I/O of its own now.
    pub fn busy(&self) -> bool {
        !matches!(self.action.as_str(), "" | "idle" | "none" | "frozen")
    }

    /// The number of copies of written data on the members of a btrfs (btrfs(5), "PROFILES"). 1 if it is not a single
    /// number: members are missing, several profiles are in use, or parity is added.
    pub fn copies(&self) -> u32 {
        match self.layout.as_str() {
            _ if self.missing > 0 => 1,
            "dup" | "raid1" | "raid10" => 2,
            "raid1c3" => 3,
            "raid1c4" => 4,
            _ => 1,
        }
    }
}

/// One level of the stack under a target. Facts that the kernel does not report are `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StackLevel {
    /// The depth: 0 is next to the file system, its members are one deeper.
    pub depth: u32,
    /// The kernel's name, such as `sda1`, `md0`, `nvme0n1`; for a file system its identity or mount point.
    pub name: String,
    /// What it is; `None` only in a default value.
    pub kind: Option<LevelKind>,
    /// The device number; none for a file system.
    pub number: Option<DeviceNumber>,
    /// The volume's name, the backing file, the upper layer.
    pub detail: FactValue,
    /// Whether it is a file system that keeps its files in memory.
    pub is_memory: bool,
    /// Whether it is a loop device whose backing file is read and written through the page cache.
    pub is_buffered_loop: bool,
    /// Names of the levels directly under it.
    pub members: Vec<String>,
    pub model: Option<String>,
    pub vendor: Option<String>,
    /// Whether the kernel takes it for a turning disk. Virtual disks often say so wrongly.
    pub rotational: Option<bool>,
    pub scheduler: Option<String>,
    /// The most requests that the scheduler holds.
    pub requests_max: Option<u32>,
    /// The most requests that the device itself accepts.
    pub depth_max: Option<u32>,
    /// The kernel's view of the cache: `write back` or `write through`.
    pub write_cache: Option<String>,
    /// Whether the device supports forced unit access (FUA): durable single writes.
    pub fua: Option<bool>,
    /// The largest discard in bytes; 0: no discard.
    pub discard_max_bytes: Option<u64>,
    /// The unit of addressing in bytes.
    pub logical_block_bytes: Option<u32>,
    /// The unit of writing in bytes.
    pub physical_block_bytes: Option<u32>,
    /// The best size of an I/O, a full stripe for arrays, in bytes; 0: not reported.
    pub optimal_io_bytes: Option<u64>,
    /// The device's alignment offset in bytes; -1: cannot be aligned.
    pub alignment_offset_bytes: Option<i64>,
    /// Where a partition starts, in bytes.
    pub start_bytes: Option<u64>,
    /// The NUMA node of the controller; -1: none.
    pub numa_node: Option<i32>,
    pub size_bytes: u64,
    pub removable: bool,
    pub read_only: bool,
    /// `none`, `host-aware` or `host-managed`.
    pub zoned: Option<String>,
    /// Read-ahead of buffered reads in bytes.
    pub read_ahead_bytes: Option<u64>,
    /// The latency goal of write-back throttling in microseconds; 0: off.
    pub write_back_throttle_us: Option<i64>,
    pub array: Option<ArrayState>,
}

impl StackLevel {
    /// Whether it rotates; `None` for a virtual disk or a loop device that reports so, which is often wrong.
    pub fn rotates(&self) -> Option<bool> {
        let says_little = matches!(self.kind, Some(LevelKind::Virtual | LevelKind::Loop));
        self.rotational.filter(|rotational| !(*rotational && says_little))
    }

    /// Whether a partition starts off the unit of writing, or the device reports an alignment offset.
    ///
    /// The unit is the physical block, and at least 4 KiB, because many disks hide it (T10 SBC-4, "physical block
    /// exponent").
    pub fn misaligned(&self) -> bool {
        let unit = u64::from(self.physical_block_bytes.unwrap_or(0)).max(4096);
        self.alignment_offset_bytes.is_some_and(|a| a != 0)
            || self.start_bytes.is_some_and(|s| s % unit != 0)
    }
}
