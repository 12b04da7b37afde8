//! Feeds arbitrary bytes to the reader of diskspd.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| feed::feed("diskspd", data));
