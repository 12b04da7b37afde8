//! The origin of a capture.

use crate::CapturedVolume;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaptureSource {
    /// The kernel's block tracepoints: every I/O.
    BlockTrace,
    /// The counters of the kernel, sampled.
    DiskCounters,
    Iostat,
    /// A log of `sar -d`, also as `sadf -j` writes it.
    Sar,
    /// Performance counters of Windows as CSV.
    PerformanceCounters,
    /// Counters of node_exporter in answers of Prometheus.
    NodeExporter,
    /// Metrics of volumes in CloudWatch.
    #[serde(rename = "cloudwatch")]
    CloudWatch,
    /// Metrics of disks in Azure Monitor.
    AzureMonitor,
    /// The text of blkparse: every I/O.
    Blkparse,
    /// fio's log of I/Os, of version 2 or 3.
    FioIolog,
}

impl CaptureSource {
    /// Whether it records every I/O; the others have sums of intervals.
    pub fn has_events(self) -> bool {
        matches!(self, Self::BlockTrace | Self::Blkparse | Self::FioIolog)
    }

    /// Whether the rates of a late report are those of all the time since the one before.
    pub(crate) fn covers_delay(self) -> bool {
        !matches!(self, Self::Iostat | Self::CloudWatch | Self::AzureMonitor)
    }

    /// Whether its reports may leave out an idle device.
    pub(crate) fn leaves_out_idle(self) -> bool {
        matches!(self, Self::Iostat | Self::Sar)
    }
}

/// When a capture started, in nanoseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartTime {
    Utc(i64),
    /// By the clock of the host, whose time zone the source does not name.
    Local(i64),
}

impl StartTime {
    /// Seconds since 1970 on the clock that it was read from.
    pub fn clock_s(self) -> i64 {
        let (Self::Utc(ns) | Self::Local(ns)) = self;
        ns.div_euclid(1_000_000_000)
    }
}

/// The origin of a capture; the first chunk of its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaptureHeader {
    pub source: CaptureSource,
    /// The device as the source names it, such as `nvme0n1`, `sda`, `0 C:`; several as a list.
    pub device: String,
    /// The size of the device in bytes, if known; of several, where the last one ends.
    pub device_bytes: Option<u64>,
    pub sector_bytes: Option<u32>,
    /// The devices of a capture of several; empty for one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub volumes: Vec<CapturedVolume>,
    /// The mount point of its file system, if mounted.
    pub mount_point: Option<String>,
    /// The name of the host; empty if unknown.
    pub host: String,
    /// The kernel or operating system; empty if unknown.
    pub system: String,
    /// When it started; absent if the source has no date.
    pub started: Option<StartTime>,
    pub version: String,
    pub command: String,
    /// What an import assumed, changed or left out; empty for a capture made by Plimsoll.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<CaptureNote>,
}

impl CaptureHeader {
    /// The header of a capture of which only the source and the device are known.
    pub fn of(source: CaptureSource, device: &str) -> Self {
        Self {
            source,
            device: device.to_owned(),
            device_bytes: None,
            sector_bytes: None,
            volumes: Vec::new(),
            mount_point: None,
            host: String::new(),
            system: String::new(),
            started: None,
            version: String::new(),
            command: String::new(),
            notes: Vec::new(),
        }
    }
}

/// What an import assumed, changed or left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum CaptureNote {
    /// Reports with means since the machine started were left out.
    FirstReportLeftOut {
        /// How many there were, one for each start of the tool.
        reports: u64,
    },
    /// The log has one report, which may be the mean since the machine started.
    OnlyFirstReport,
    /// The log has no times, so that the length of its intervals was assumed.
    IntervalAssumed {
        interval_ns: u64,
    },
    /// The source counts I/Os of both directions together; they were divided like their bytes.
    OperationsDividedLikeBytes,
    /// The source has one mean latency for both directions; it is used for each.
    LatencyOfBothDirections,
    /// The order of day and month in the dates is ambiguous; the month was assumed to come first.
    DateOrderAssumed,
    /// The clock was set back.
    ClockSteps {
        steps: u64,
        line: u64,
    },
    /// Some intervals are longer than the others: reports are missing, or the machine was stopped.
    LongIntervals {
        intervals: u64,
        longest_ns: u64,
        line: u64,
    },
    /// The log ends within its last report, before the device: the report was left out.
    CutReport {
        /// The line in which the report begins.
        line: u64,
    },
    /// Rows with impossible values, such as after a counter reset, were left out.
    ImpossibleRows {
        rows: u64,
        line: u64,
    },
    RecordsMissing {
        records: u64,
    },
    /// I/Os whose completion is not in the log.
    WithoutCompletion {
        operations: u64,
    },
    /// Completions whose I/O was issued before the log starts.
    WithoutIssue {
        operations: u64,
    },
}
