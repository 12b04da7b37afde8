//! What was seen: histograms, one-interval cells and events. Nothing is allocated while recording.
//!
//! Takes nanoseconds and bytes from the engine, gives [`Cell`]s that merge. Start at [`Cell`].

pub mod cell;
pub mod event;
pub mod histogram;

pub use cell::{Cell, DirectionCell, Record};
pub use event::{Event, IoFailure, WorkerUse};
pub use histogram::{Histogram, Moments};
