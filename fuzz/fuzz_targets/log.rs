//! Feeds arbitrary bytes to the readers of logs that become captures.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| feed::log(data));
