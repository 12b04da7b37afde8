//! Feeds arbitrary bytes to the reader of sqliosim.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| feed::feed("sqliosim", data));
