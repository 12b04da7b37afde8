//! Feeds arbitrary bytes to the readers of results.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| feed::import(data));
