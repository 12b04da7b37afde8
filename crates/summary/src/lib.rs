//! Takes samples, gives numbers with their doubt: quantiles, intervals, steadiness, validity checks.
//!
//! Never does I/O, never reads a clock. Start at [`StreamSummary`].

pub mod doubt;
pub mod estimate;
pub mod interval;
pub mod stream;

pub use doubt::{Doubt, DoubtKind, Weight};
pub use estimate::Estimate;
pub use interval::{Interval, IntervalDirection, IntervalRow};
pub use stream::{LatencySummary, Point, StreamSummary};
