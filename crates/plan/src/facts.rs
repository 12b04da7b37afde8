//! What the planner must know of the machine, as plain data; filled by `engine::probe` from `sys`.

use base::Bytes;
use workload::EngineKind;

/// The machine as the planner sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// CPUs this process may use.
    pub cpus: Vec<u32>,
    /// Engines that work here, best first.
    pub engines: Vec<EngineKind>,
    /// One for each target of the workload, in its order.
    pub targets: Vec<TargetFacts>,
    /// Whether files may take all the free space of their file system; otherwise [`reserve_bytes`] of it stay free.
    pub fills: bool,
}

/// What is kept free of a file system's free bytes: 10 %, at least 1 GiB.
pub fn reserve_bytes(free_bytes: u64) -> u64 {
    (free_bytes / 10).max(Bytes::GIB)
}

/// One target as it is found.
#[derive(Clone, Debug, PartialEq)]
pub struct TargetFacts {
    /// What it is.
    pub kind: TargetKind,
    /// Its size in bytes; 0 for a file that does not exist.
    pub size_bytes: u64,
    /// The smallest unit and alignment of direct I/O in bytes.
    pub block_bytes: u32,
    /// Free bytes of the file system a file stands on; 0 for a device.
    pub free_bytes: u64,
    /// Whether a write to it was confirmed by the caller, or the file is our own.
    pub may_write: bool,
    /// Whether direct I/O works on it.
    pub direct: bool,
}

/// What a target is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// A regular file that exists.
    File,
    /// A file that is to be made.
    Absent,
    /// A block device.
    Device,
    /// Simulated or null.
    Virtual,
}
