//! Feeds arbitrary bytes to the reader of native.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| feed::feed("native", data));
