//! Takes a [`plan::Plan`], performs its I/O and gives samples; also lays files and probes what works here.
//!
//! One loop ([`worker`]) drives every backend ([`backend`]): io_uring, libaio, pread/pwrite, nothing at all, and the
//! simulated storage. Never prints, never decides what to measure. Start at [`run()`].

pub mod backend;
pub mod sim;
pub mod worker;
pub mod merge;
pub mod run;
pub mod virtual_time;
