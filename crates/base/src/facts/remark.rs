//! What a fact means for a test.

use serde::{Deserialize, Serialize};

/// What a fact means for a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactRemark {
    /// A control group limits the I/O of this process.
    GroupLimit {
        group: String,
    },
    /// A control group limits the CPU time of this process.
    CpuLimit,
    /// Other processes do I/O on a device.
    InUse {
        device: String,
    },
    /// Much written data are still in memory.
    DirtyMemory,
    /// This process may not use all CPUs.
    FewerCpus,
    /// The CPU frequency follows the load.
    SlowGovernor,
    /// Other virtual machines and limits of the host are not visible.
    HostHidden,
    SlowClock,
    /// Few requests of libaio are left.
    AioUsedUp,
    /// Most or all processes may not use io_uring.
    IoUringForbidden,
    Memory,
    /// The kernel generates the content; there is no storage.
    NoStorage,
    /// The storage is reached over a network or through the host.
    Remote,
    /// The disks of a ZFS are not visible, and it has a cache of its own.
    ZfsHidden,
    /// The first write to a file of the lower layer copies it.
    CopiesLowerLayer,
    CopyOnWrite,
    ReadOnly,
    Compresses,
    LittleSpace,
    /// Members of an array are missing.
    Degraded,
    ArrayBusy,
    /// Writes below the physical block size cost a read.
    SmallWritesRead {
        physical_bytes: u32,
    },
    /// A partition does not start at a physical block.
    NotOnBlock,
    /// A partition does not start at a full stripe.
    NotOnStripe,
    /// A device is not aligned with the one below.
    NotAligned,
    /// A scheduler reorders requests.
    Reorders {
        scheduler: String,
    },
    /// Writes are acknowledged from a cache.
    WriteBackCache,
    /// A virtual disk calls itself rotational.
    RotationalGuess,
    /// Buffered writes are slowed in favour of reads.
    SlowsWrites {
        goal_ns: u64,
    },
    /// I/O to the file of a loop device goes through the page cache.
    PageCache,
    /// An imported value starts at this line.
    FromLine {
        /// The line, from 1.
        line: usize,
    },
    MeanOfCpus,
    /// The value is the mean of the small I/Os at a point.
    MeanOfSmallIos {
        point: String,
    },
    Points {
        count: usize,
    },
    FileSize {
        bytes: u64,
    },
    /// As a foreign tool wrote it.
    #[serde(untagged)]
    Written(String),
}
