//! The seeds of the fuzzer through every reader, and their beginnings and mixtures: no panic, no endless reading.

#[path = "../../../../fuzz/feed.rs"]
mod feed;

use std::path::{Path, PathBuf};

fn seeds(reader: &str) -> Vec<(PathBuf, Vec<u8>)> {
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

/// Each seed whole, cut after every few bytes, and with a byte changed here and there.
fn feed(reader: &str, take: fn(&[u8])) {
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
fn fio_takes_its_seeds() {
    feed("fio", feed::fio);
}

#[test]
fn diskspd_takes_its_seeds() {
    feed("diskspd", feed::diskspd);
}

#[test]
fn sqlio_takes_its_seeds() {
    feed("sqlio", feed::sqlio);
}

#[test]
fn sqliosim_takes_its_seeds() {
    feed("sqliosim", feed::sqliosim);
}

#[test]
fn iometer_takes_its_seeds() {
    feed("iometer", feed::iometer);
}

#[test]
fn orion_takes_its_seeds() {
    feed("orion", feed::orion);
}

#[test]
fn our_own_language_takes_its_seeds() {
    feed("native", feed::native);
}
