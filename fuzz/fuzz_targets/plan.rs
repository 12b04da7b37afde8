//! Feeds arbitrary bytes to the reader of plan.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| feed::feed("plan", data));
