//! Feeds arbitrary bytes to the reader of profile.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| feed::feed("profile", data));
