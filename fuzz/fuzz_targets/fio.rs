//! Feeds arbitrary bytes to the reader of fio.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| feed::feed("fio", data));
