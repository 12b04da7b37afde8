//! Contradictions within the result of another tool, in numbers. The sentences are in the crate `report`.

use base::IoKind;
use serde::{Deserialize, Serialize};

/// Figures of an imported result that cannot all be true.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Contradiction {
    /// Throughput is not rate x block size.
    RateTimesSize {
        /// The stated throughput in MiB/s.
        mibps: f64,
        /// The stated rate.
        iops: f64,
        /// The stated block size.
        block_bytes: f64,
        /// Throughput in MiB/s by rate and block size.
        expected_mibps: f64,
    },
    /// Rate x latency is not the queue depth.
    LittlesLaw {
        /// The stated depth.
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
        /// The stated rate.
        iops: f64,
    },
    /// Reads and writes are not the total.
    Total {
        /// Reads per second.
        read_iops: f64,
        /// Writes per second.
        write_iops: f64,
        /// The stated total per second.
        iops: f64,
    },
    /// Bytes over operations are not the block size.
    OperationSize {
        /// Which operations.
        of: IoKind,
        mean_bytes: f64,
        /// The requested block size.
        block_bytes: f64,
    },
    /// The mean latency lies outside of the smallest and the largest.
    MeanOutsideRange(IoKind),
    /// A percentile is smaller than the one below it.
    PercentilesFall(IoKind),
    /// A percentile lies above the largest latency.
    PercentileAboveMax(IoKind),
    /// The histogram holds another number of operations than were done.
    HistogramCount {
        /// Which operations.
        of: IoKind,
        /// Operations in the histogram.
        held: u64,
        /// Operations that were done.
        done: u64,
    },
    /// The percents of a histogram do not sum to 100.
    HistogramPercents {
        /// Their sum.
        sum: f64,
        /// The largest difference to 100 that rounding explains.
        rounding_max: f64,
    },
    /// Operations failed.
    Failed {
        /// Which operations.
        of: IoKind,
        /// How many.
        failed: u64,
    },
    /// The tool ended a job with this error number.
    ToolError(i64),
}
