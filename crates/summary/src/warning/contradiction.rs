//! Contradictions within the result of another tool, in numbers. The sentences are in the crate `report`.

use base::IoKind;
use serde::{Deserialize, Serialize};

/// Figures of an imported result that cannot all be true.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Contradiction {
    /// Throughput is not rate x block size.
    RateTimesSize {
        mibps: f64,
        iops: f64,
        block_bytes: f64,
        /// Throughput in MiB/s by rate and block size.
        expected_mibps: f64,
    },
    /// Rate x latency is not the queue depth.
    LittlesLaw {
        depth: f64,
        /// The least depth by rate and latency.
        low: f64,
        /// The largest depth, allowing for the digits that printing cut off the latency.
        high: f64,
    },
    /// Operations over time are not the rate.
    Rate {
        operations: u64,
        seconds: f64,
        /// The rate that they make.
        counted_iops: f64,
        iops: f64,
    },
    /// Reads and writes are not the total.
    Total {
        read_iops: f64,
        write_iops: f64,
        iops: f64,
    },
    /// Bytes over operations are not the block size.
    OperationSize {
        of: IoKind,
        mean_bytes: f64,
        block_bytes: f64,
    },
    /// The mean latency lies outside of the smallest and the largest.
    MeanOutsideRange(IoKind),
    PercentilesFall(IoKind),
    /// A percentile lies above the largest latency.
    PercentileAboveMax(IoKind),
    /// The histogram holds another number of operations than were done.
    HistogramCount {
        of: IoKind,
        held: u64,
        done: u64,
    },
    /// The percents of a histogram do not sum to 100.
    HistogramPercents {
        sum: f64,
        /// The largest difference to 100 that rounding explains.
        rounding_max: f64,
    },
    Failed {
        of: IoKind,
        failed: u64,
    },
    ToolError(i64),
}
