//! Performs the I/O of a [`plan::Plan`] and returns samples; also prefills files and probes which engines work.
//!
//! One loop ([`worker`]) drives every backend ([`backend`]): io_uring, libaio, pread/pwrite, the null backend, and the
//! simulated storage. Never prints or decides what to measure. Start at [`run()`].

pub mod backend;
pub mod integrity_test;
mod phase_ends;
pub mod prefill;
pub mod probe;
pub mod run;
pub mod sim;
pub mod virtual_time;
pub mod worker;

pub use prefill::prefill;
pub use run::{EngineError, PhaseStarts, RunControl, RunNotes, run};
