//! Feeds arbitrary bytes to the reader of orion.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| feed::feed("orion", data));
