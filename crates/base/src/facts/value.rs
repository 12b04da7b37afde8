//! The values of facts.

use crate::{Bytes, Nanos};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactValue {
    Count(u64),
    /// Counted things of all of them.
    CountOf {
        part: u64,
        whole: u64,
    },
    Cpus(f64),
    Bytes(u64),
    BytesOf {
        part_bytes: u64,
        whole_bytes: u64,
    },
    /// At most so many bytes at once.
    UpToBytes(u64),
    Nanos(u64),
    Flag(bool),
    Unlimited,
    /// Other processes do no I/O.
    NoIo,
    /// It is there, but its name is not known.
    Unnamed,
    List(Vec<String>),
    IopsLimit {
        per_s: u64,
        device: String,
    },
    /// A limit of bytes per second on a device.
    ThroughputLimit {
        bytes_per_s: u64,
        device: String,
    },
    DiskRates {
        device: String,
        read_iops: f64,
        write_iops: f64,
        bytes_per_s: u64,
        /// The share of the time with an I/O in flight.
        busy_share: f64,
    },
    ProcessRates {
        name: String,
        pid: u32,
        read_bytes_per_s: u64,
        written_bytes_per_s: u64,
    },
    /// The shares of memory from which on the kernel writes in the background, and from which on writers wait.
    DirtyPercents {
        background: u64,
        /// Writers wait.
        limit: u64,
    },
    BlockSizes {
        logical_bytes: u32,
        /// The smallest unit that it writes without a read.
        physical_bytes: u32,
    },
    /// The layout of an array and its member count.
    Array {
        /// The layout, such as `raid10`.
        layout: String,
        members: u32,
    },
    /// The mode of a write cache, and whether forced unit access is supported.
    WriteCache {
        mode: String,
        /// Whether single writes can bypass it.
        fua: bool,
    },
    InMemory,
    /// I/O goes through the page cache.
    Buffered,
    Partition(String),
    /// A volume of the device mapper.
    Volume {
        name: String,
        suspended: bool,
    },
    /// The kernel's word for the state of an md array.
    ArrayState(String),
    LoopFile {
        path: String,
        direct: bool,
    },
    /// A loop device without a file.
    NoFile,
    /// The mode and state of a bcache.
    CacheMode {
        mode: String,
        state: String,
    },
    UpperLayer {
        /// Its path, as it was mounted.
        path: String,
        /// Whether its file system can be found.
        reach: OverlayReach,
    },
    /// An overlay without an upper layer.
    NoUpperLayer,
    BtrfsData {
        profiles: String,
        devices: usize,
    },
    Users {
        random: u32,
        audit: u32,
        read_ahead: u32,
        bulk: u32,
    },
    PerDataFile(u64),
    MayOverlap,
    /// Operations per second, as an imported result reports them.
    Iops(f64),
    BusyShare(f64),
    /// What the kernel, a foreign tool or a user wrote.
    #[serde(untagged)]
    Text(String),
}

/// Whether the file system of an overlay's upper layer can be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OverlayReach {
    Found,
    /// Its path is relative to a directory that is not known.
    Relative,
    /// It is outside of this container.
    Outside,
}

impl FactValue {
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) => text.is_empty(),
            Self::List(all) => all.is_empty(),
            _ => false,
        }
    }

    /// A finite number that a foreign tool wrote, as `value` makes it; any other text stays as it was written. JSON has no
    /// other numbers, so a document with one could not be read again.
    pub fn of_number(text: &str, value: impl Fn(f64) -> Self) -> Self {
        let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        number.map_or_else(|| Self::from(text), value)
    }

    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl Default for FactValue {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl From<String> for FactValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for FactValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Bytes> for FactValue {
    fn from(bytes: Bytes) -> Self {
        Self::Bytes(bytes.0)
    }
}

impl From<Nanos> for FactValue {
    fn from(nanos: Nanos) -> Self {
        Self::Nanos(nanos.0)
    }
}

impl From<u64> for FactValue {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<u32> for FactValue {
    fn from(count: u32) -> Self {
        Self::Count(u64::from(count))
    }
}
