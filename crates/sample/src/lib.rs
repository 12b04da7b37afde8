//! What was seen: histograms, intervals and events. Nothing is allocated while recording.
//!
//! Takes nanoseconds and bytes from the engine, gives [`IntervalSample`]s that merge. Start at [`IntervalSample`].

pub mod event;
pub mod histogram;
mod histogram_form;
pub mod interval_sample;
pub mod merge;

pub use event::{EngineEvent, EngineNote, IoFailure, WorkerCpuUse};
pub use histogram::{Histogram, Moments};
pub use interval_sample::{DirectionSample, IntervalSample, OperationRecord};
pub use merge::SampleMerger;
