//! Where a capture comes from.

use serde::{Deserialize, Serialize};

/// How the I/O was observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaptureSource {
    /// The kernel's block tracepoints: every I/O.
    BlockTrace,
    /// The counters of the kernel, sampled.
    DiskCounters,
    /// A log of iostat.
    Iostat,
    /// A log of `sar -d`.
    Sar,
    /// Performance counters of Windows as CSV.
    PerformanceCounters,
    /// The text of blkparse: every I/O.
    Blkparse,
    /// fio's log of I/Os, of version 2 or 3.
    FioIolog,
}

impl CaptureSource {
    /// Whether it gives every I/O; the others give sums of intervals.
    pub fn has_events(self) -> bool {
        matches!(self, Self::BlockTrace | Self::Blkparse | Self::FioIolog)
    }
}

/// What a capture is of; the first chunk of its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaptureHeader {
    /// How the I/O was observed.
    pub source: CaptureSource,
    /// The device as the source names it, such as `nvme0n1`, `sda`, `0 C:`.
    pub device: String,
    /// The size of the device in bytes, where it is known.
    pub device_bytes: Option<u64>,
    /// Its logical sector size in bytes, where it is known.
    pub sector_bytes: Option<u32>,
    /// Where its file system was mounted, where one was.
    pub mount_point: Option<String>,
    /// The name of the host; empty where the source does not tell.
    pub host: String,
    /// The kernel or operating system; empty where the source does not tell.
    pub system: String,
    /// When it started, in nanoseconds since 1970, UTC; absent where the source has no date.
    pub started_unix_ns: Option<i64>,
    /// The version of the program that wrote it.
    pub version: String,
    /// The command that made it.
    pub command: String,
}
