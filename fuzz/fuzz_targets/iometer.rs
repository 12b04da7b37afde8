//! Feeds arbitrary bytes to the reader of iometer.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| feed::feed("iometer", data));
