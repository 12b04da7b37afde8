//! Facts about a machine, its storage, a test or an imported result, as typed values without words for people.
//!
//! `sys`, `session` and `compat` fill them, records keep them, `report` words them. What a foreign tool or an earlier
//! version wrote stays as it was written. Documents hold the names of facts as their stable words.

mod remark;
mod value;

pub use remark::FactRemark;
pub use value::{FactValue, OverlayReach};

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactGroup {
    pub title: FactTitle,
    /// The facts, in the order in which they are shown.
    pub rows: Vec<Fact>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    pub name: FactName,
    pub value: FactValue,
    /// What the value means for a test, if it means anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<FactRemark>,
}

impl Fact {
    /// A fact without a remark.
    pub fn new(name: impl Into<FactName>, value: impl Into<FactValue>) -> Self {
        Self { name: name.into(), value: value.into(), remark: None }
    }

    #[must_use]
    pub fn with(self, remark: impl Into<Option<FactRemark>>) -> Self {
        Self { remark: remark.into(), ..self }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactTitle {
    FileSystem {
        path: String,
    },
    /// A level of the storage stack.
    Level {
        /// The depth: 0 is next to the file system.
        depth: u32,
        /// The kernel's name, such as `sda1`.
        name: String,
        /// What it is, if that is known.
        kind: Option<LevelKind>,
    },
    KernelLimits,
    /// I/O of other processes.
    OtherIo,
    Cpu,
    Memory,
    /// Host, kernel, virtualisation, limits of the process.
    System,
    /// The settings and files of an integrity test.
    Proof,
    Import,
    ImportedDevices,
    ImportedMachine,
    ImportedProcessors,
    /// Threads and targets of the imported results that start at this line.
    ImportedThreads {
        /// The line, from 1.
        line: usize,
    },
    /// Workers, disks and processors of a test of an imported result.
    ImportedWorkers {
        test: usize,
    },
    /// Latencies that count reads and writes together, of a test of an imported result.
    MixedLatencies {
        test: String,
    },
    OrionSettings,
    /// As a foreign tool wrote it.
    #[serde(untagged)]
    Written(String),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FactName {
    Known(FactKey),
    /// As a foreign tool wrote it.
    Written(String),
}

impl From<FactKey> for FactName {
    fn from(key: FactKey) -> Self {
        Self::Known(key)
    }
}

impl From<String> for FactName {
    fn from(text: String) -> Self {
        Self::Written(text)
    }
}

/// Returns the value of a fact in the group with this title.
pub fn fact<'a>(facts: &'a [FactGroup], title: &FactTitle, key: FactKey) -> Option<&'a FactValue> {
    let mut rows = facts.iter().filter(|group| group.title == *title).flat_map(|group| &group.rows);
    rows.find(|row| row.name == FactName::Known(key)).map(|row| &row.value)
}

crate::words! {
    /// What a level of the storage stack is.
    pub enum LevelKind as "kind of level" {
        /// A disk behind SCSI, SATA, SAS or USB.
        Disk = "disk",
        Nvme = "nvme",
        /// A disk that the hypervisor provides through virtio or Xen; its backing is not visible from here.
        Virtual = "virtual disk",
        Partition = "partition",
        Lvm = "lvm volume",
        /// An encrypted volume (dm-crypt).
        Crypt = "encrypted volume",
        /// Several paths to one disk (dm-multipath).
        Multipath = "multipath",
        DeviceMapper = "device-mapper volume",
        Md = "md array",
        /// A file used as a device.
        Loop = "loop device",
        /// A cache device in front of a slower one.
        Bcache = "bcache",
        /// A btrfs file system over its devices.
        Btrfs = "btrfs",
        /// A layered file system over another one.
        Overlay = "overlay",
        /// A file system that carries the backing file of a loop device or the upper layer of an overlay.
        FileSystem = "file system",
        /// Memory used as a device (zram, brd).
        Memory = "memory device",
        /// A device over the network (nbd, rbd, drbd).
        Network = "network device",
        Other = "block device",
    }
}

crate::words! {
    pub enum FactKey as "name of a fact" {
        Activity = "activity",
        /// Requests of libaio in use on this machine.
        Aio = "aio",
        AlignmentOffset = "alignment offset",
        /// CPUs that this process may use.
        AllowedCpus = "allowed",
        Available = "available",
        Backing = "backing",
        Blocks = "blocks",
        /// The chunk size of an array.
        Chunk = "chunk",
        ClockSource = "clock source",
        Container = "container",
        /// CPUs of a control group.
        Cpus = "cpus",
        CpuUse = "CPU use",
        Computer = "Computer",
        /// What a level is.
        Detail = "what",
        /// A device with I/O of others.
        Device = "device",
        /// The most requests that a device accepts.
        DeviceQueueDepth = "device queue depth",
        Devices = "devices",
        /// Memory that is still to be written.
        Dirty = "dirty",
        /// From how much such memory on the kernel writes.
        DirtyLimits = "dirty limits",
        Discard = "discard",
        Distribution = "distribution",
        Engine = "engine",
        Free = "free",
        FreeInodes = "free inodes",
        Governor = "governor",
        Host = "host",
        HugePages = "huge pages",
        ImportCommand = "Its command",
        ImportFile = "File",
        ImportTool = "Tool",
        ImportVersion = "Its version",
        /// The kernel's switch of io_uring.
        IoUringDisabled = "io_uring_disabled",
        Kernel = "kernel",
        Layout = "layout",
        LockedMemory = "locked memory",
        Medium = "medium",
        Members = "members",
        /// Memory of a control group.
        Memory = "memory",
        /// The least latency of small I/Os.
        MinimumSmallLatency = "Minimum small latency",
        Missing = "missing",
        Model = "model",
        NumaNode = "NUMA node",
        NumaNodes = "NUMA nodes",
        OnlineCpus = "online",
        OpenFiles = "open files",
        /// Operations in flight of an integrity test.
        OperationsAtOnce = "operations at once",
        Options = "options",
        Process = "process",
        Product = "product",
        ReadOnly = "read only",
        Reads = "reads",
        ReadThroughput = "read throughput",
        Removable = "removable",
        /// The most requests that the scheduler holds.
        Requests = "requests",
        Rotational = "rotational",
        Scheduler = "scheduler",
        Size = "size",
        Source = "source",
        StartsAt = "starts at",
        /// The planned duration of an operation.
        TargetDuration = "target duration",
        Total = "total",
        Type = "type",
        /// Users of an integrity test.
        Users = "users",
        Vendor = "vendor",
        Virtualisation = "virtualisation",
        WriteCache = "write cache",
        /// The latency goal of write-back.
        WriteBackThrottle = "write-back throttle",
        Writes = "writes",
        /// Writes of one page by two users.
        WritesOfSamePage = "writes of the same page",
        WriteThroughput = "write throughput",
        /// The I/O pattern of an integrity test.
        WrittenAs = "written as",
        Zoned = "zoned",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_a_document_cannot_hold_stays_a_text() {
        assert_eq!(FactValue::of_number(" 12.5 ", FactValue::Iops), FactValue::Iops(12.5));
        for text in ["NaN", "inf", "1,5"] {
            assert_eq!(FactValue::of_number(text, FactValue::Iops), FactValue::from(text));
        }
    }

    #[test]
    fn typed_facts_survive_a_document() {
        let level =
            FactTitle::Level { depth: 1, name: "sda".to_owned(), kind: Some(LevelKind::Disk) };
        for title in [level, FactTitle::Cpu, FactTitle::Written("cpus".to_owned())] {
            let array = FactValue::Array { layout: "raid10".to_owned(), members: 4 };
            let rows = vec![
                Fact::new(FactKey::Layout, array),
                Fact::new(FactKey::Cpus, FactValue::Cpus(1.5)).with(FactRemark::CpuLimit),
                Fact::new(FactKey::OpenFiles, FactValue::Unlimited),
            ];
            let group = FactGroup { title, rows };
            let text = serde_json::to_string(&group).expect("a document");
            assert_eq!(serde_json::from_str::<FactGroup>(&text).expect("the same"), group);
        }
    }
}
