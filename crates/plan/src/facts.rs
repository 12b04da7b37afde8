//! What the planner must know of the machine, as plain data; filled by `engine::probe` from `sys`.

use workload::EngineKind;

/// The machine as the planner sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct MachineFacts {
    /// CPUs this process may use.
    pub cpus: Vec<u32>,
    /// Engines that work here, best first.
    pub engines: Vec<EngineKind>,
    /// One for each target of the workload, in its order.
    pub targets: Vec<TargetFacts>,
}

/// The space of the file system that a file stands on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FreeSpace {
    /// Tells file systems apart.
    pub file_system: u64,
    /// What is free in bytes.
    pub free_bytes: u64,
    /// What of it has to stay free, in bytes.
    pub reserve_bytes: u64,
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
    /// The space of the file system a file stands on; none for a device.
    pub room: FreeSpace,
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
