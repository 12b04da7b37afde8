//! Which run next, and when it is enough: pure state machines, driven through the [`Runner`] trait.
//!
//! Takes looks at running trials, gives findings. Knows no backend, does no I/O, reads no clock.
//! Start at [`CheckPlan`] and [`ramp`]; what a run leaves behind is a [`record::Record`].

pub mod bulk;
pub mod check;
pub mod commit;
pub mod judge;
pub mod ramp;
pub mod record;
pub mod runner;

pub use check::{CheckPlan, CheckResult};
pub use record::Record;
pub use runner::{Look, Next, Observed, Runner, Trial};
