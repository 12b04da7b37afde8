//! The feeds of the fuzzer's targets; the tests of the seeds take the same two files as modules of their own.

mod feed;
mod feed_capture;
mod feed_import;

/// Feeds a reader of jobs, by the folder of its seeds.
pub fn feed(reader: &str, data: &[u8]) {
    feed::feed(reader, data);
}

/// Feeds the readers of results.
pub fn import(data: &[u8]) {
    feed_import::import(data);
}

/// Feeds the reader of captures.
pub fn capture(data: &[u8]) {
    feed_capture::capture(data);
}

/// Feeds the readers of logs that become captures.
pub fn log(data: &[u8]) {
    feed_capture::log(data);
}
