//! Feeds the fuzzer's seeds, their prefixes and mutations to every reader: no panic, no endless loop.

#[path = "../../../../fuzz/feed.rs"]
pub(super) mod feed;
#[path = "../../../../fuzz/seeds.rs"]
mod files;

pub(super) use files::seeds;
/// Feeds each seed whole, cut at intervals of a few bytes, and with single bytes changed.
fn feed(reader: &str) {
    let take = |data: &[u8]| feed::feed(reader, data);
    for (path, bytes) in seeds(reader) {
        eprintln!("{}", path.display());
        take(&bytes);
        for cut in (0..bytes.len()).step_by(7) {
            take(&bytes[..cut]);
            let mut other = bytes.clone();
            other[cut] = [b'-', b':', b'0', b'%', b'\n', 0xe2, b'"', b'<'][cut % 8];
            take(&other);
        }
    }
}

#[test]
fn every_reader_takes_its_seeds() {
    feed::readers().for_each(feed);
}
