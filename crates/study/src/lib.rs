//! Which run next, and when it is enough: pure state machines, driven through the [`Runner`] trait.
//!
//! Takes looks at running trials, gives findings. Knows no backend, does no I/O, reads no clock.
//! Start at [`ramp`]; what a run leaves behind is a [`record::Record`].

pub mod ramp;
pub mod record;
pub mod runner;

pub use record::Record;
pub use runner::{Look, Next, Observed, Runner, Trial};
