//! Measured data: histograms, intervals and events. Nothing is allocated while recording.
//!
//! The engine records nanoseconds and bytes into [`IntervalSample`]s, which can be merged. Start at [`IntervalSample`].

pub mod event;
pub mod histogram;
pub mod interval_sample;
mod latency_buckets;
pub mod merge;

pub use event::{EngineEvent, EngineNote, IoFailure, WorkerCpuUse};
pub use histogram::{Histogram, Moments};
pub use interval_sample::{DirectionSample, IntervalSample, OperationRecord};
pub use merge::SampleMerger;
