//! Feeds arbitrary bytes to the reader of layouts.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| feed::feed("layouts", data));
