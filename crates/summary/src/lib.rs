//! Takes samples, gives numbers with their doubt: quantiles, intervals, steadiness, validity checks.
//!
//! Never does I/O, never reads a clock. Start at [`Accumulator`] (cells to [`StreamSummary`]) and
//! [`doubt::check_stream`] with the machine's [`Conditions`].

pub mod conditions;
pub mod doubt;
pub mod estimate;
pub mod interval;
pub mod series;
pub mod steady;
pub mod stream;

pub use conditions::{Conditions, Limit, Neighbour};
pub use doubt::{Doubt, DoubtKind, Weight};
pub use estimate::{Estimate, ShareTest, ShareVerdict};
pub use interval::{Interval, IntervalDirection, IntervalRow};
pub use series::Series;
pub use stream::{
    Accumulator, LatencySummary, Point, StreamSummary, Totals, ios_needed, summarize,
};
