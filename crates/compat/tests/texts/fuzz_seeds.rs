//! Feeds the fuzzer's seeds, their prefixes and mutations to every reader: no panic, no endless loop.

#[path = "../../../../fuzz/feed.rs"]
pub(super) mod feed;

use std::path::{Path, PathBuf};

pub(super) fn seeds(reader: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(reader);
    let entries = std::fs::read_dir(&folder).expect("the seeds lie in the repository");
    let mut all: Vec<PathBuf> = entries.map(|e| e.expect("it is readable").path()).collect();
    all.sort();
    assert!(!all.is_empty(), "there are no seeds in {}", folder.display());
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).expect("it is readable");
        (path, bytes)
    };
    all.into_iter().map(read).collect()
}

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
