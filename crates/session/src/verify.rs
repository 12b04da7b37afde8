//! The parts of `verify`: its target, the I/O pattern, the run, the stored results and the report.

pub mod io_pattern;
pub mod proof_target;
pub mod prove;
pub mod record;
pub mod request;
pub mod run;
pub mod watch;
