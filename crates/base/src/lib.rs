//! Terms that every crate uses: units, seeded random streams, distributions, the clock.
//!
//! Depends on no other crate and never does I/O. Start at [`units`].

pub mod clock;
mod content;
pub mod distribution;
pub mod facts;
pub mod float;
pub mod number;
pub mod permutation;
pub mod proof;
pub mod random;
pub mod refusal;
pub mod shell;
pub mod shown;
pub mod throttle;
pub mod units;
pub mod words;

pub use clock::{Clock, ProcessStop, VirtualClock};
pub use content::{ContentFault, FaultKind};
pub use number::{median, quantile};
pub use proof::{ActorName, IoKind};
pub use random::Rng;
pub use refusal::SystemError;
pub use units::{Bytes, Nanos};
pub use words::WordChoice;
