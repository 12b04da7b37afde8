//! Tests of the crate from outside, in one program.

mod capture_file;
mod kernel_trace;
mod pairing;
