//! Feeds arbitrary bytes to the reader of captures.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| feed::capture(data));
