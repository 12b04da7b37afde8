//! Feeds the fuzzer's seeds, their prefixes and mutations to every reader of results: no panic.

#[path = "../../../../../fuzz/feed_import.rs"]
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

#[test]
fn results_of_every_tool_cut_and_changed_are_records_or_mistakes() {
    for (path, bytes) in seeds("import") {
        eprintln!("{}", path.display());
        feed::import(&bytes);
        for cut in (0..bytes.len()).step_by(bytes.len() / 300 + 1) {
            feed::import(&bytes[..cut]);
            let mut other = bytes.clone();
            other[cut] = [b'-', b':', b'0', b'%', b'\n', 0xe2, b'"', b'<'][cut % 8];
            feed::import(&other);
        }
    }
}
