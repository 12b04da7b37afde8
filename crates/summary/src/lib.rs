//! Takes samples, gives numbers with their uncertainty: quantiles, intervals, steadiness, validity checks.
//!
//! Never does I/O, never reads a clock. Start at [`Accumulator`] (intervals to [`StreamSummary`]) and
//! [`warning::check_stream`] with the machine's [`Conditions`].

pub mod conditions;
pub mod estimate;
pub mod interval;
pub mod machine_load;
pub mod series;
pub mod stream;
pub mod warning;

pub use conditions::{Conditions, Holes, Limit, LimitOwner, Neighbour, OtherIo, QuotaUnit};
pub use estimate::{Estimate, ShareTest, ShareVerdict};
pub use interval::{Interval, IntervalDirection, IntervalRow};
pub use machine_load::{CpuQuota, CpuSet, MachineLoad, ProgramLoad};
pub use series::Series;
pub use stream::{
    Accumulator, LatencyQuantile, LatencySummary, StreamSummary, TimeSeriesPoint, Totals,
    ios_needed, summarize,
};
pub use warning::{Warning, WarningKind, WarningSubject, Weight};
