//! The parts of `verify`: its target field, the I/O method, the run, the stored results and the report.

pub mod dump;
pub mod field;
pub mod play;
pub mod prove;
pub mod record;
pub mod request;
pub mod simulated;
pub mod watch;
pub mod way;
