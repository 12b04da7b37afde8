//! Feeds arbitrary bytes to the reader of grid.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| feed::feed("grid", data));
