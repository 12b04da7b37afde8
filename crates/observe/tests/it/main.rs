//! Tests of the crate from outside, in one program.

mod capture_file;
mod character;
mod hostile;
mod import_counters;
mod import_events;
mod import_metrics;
mod kernel_trace;
mod pairing;
