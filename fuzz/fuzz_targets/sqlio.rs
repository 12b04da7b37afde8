//! Feeds arbitrary bytes to the reader of sqlio.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| feed::feed("sqlio", data));
