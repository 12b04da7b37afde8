//! The seeds of a reader, which start the fuzzer and the tests.

use std::path::{Path, PathBuf};

pub(crate) fn seeds(reader: &str) -> Vec<(PathBuf, Vec<u8>)> {
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
