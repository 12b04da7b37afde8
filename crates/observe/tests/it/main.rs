//! Tests of the crate from outside, in one program.

mod capture_file;
mod hostile;
mod import_events;
mod kernel_trace;
mod pairing;
