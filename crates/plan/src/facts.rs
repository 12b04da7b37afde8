//! The facts of the machine that the planner needs, as plain data; filled by `engine::probe` from `sys`.

use workload::EngineKind;

/// The machine as the planner sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct MachineFacts {
    pub cpus: Vec<u32>,
    /// Engines that work here, best first.
    pub engines: Vec<EngineKind>,
    /// One for each target of the workload, in its order.
    pub targets: Vec<TargetFacts>,
}

/// The space of the file system that contains a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FreeSpace {
    pub file_system: u64,
    pub free_bytes: u64,
    /// Bytes that have to stay free.
    pub reserve_bytes: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TargetFacts {
    pub kind: TargetKind,
    /// Its size in bytes; 0 for a file that does not exist.
    pub size_bytes: u64,
    /// The smallest unit and alignment of direct I/O in bytes.
    pub block_bytes: u32,
    /// The space of the file system that contains a file; zero for a device.
    pub room: FreeSpace,
    /// Whether the caller confirmed writes to it, or Plimsoll made the file.
    pub may_write: bool,
    pub direct: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// A regular file that exists.
    File,
    /// A file that does not exist yet.
    Absent,
    Device,
    /// Simulated or null.
    Virtual,
}
