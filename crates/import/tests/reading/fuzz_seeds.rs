//! The seeds of the fuzzer through every reader of results, and their beginnings and mixtures: no panic.

#[path = "../../../../fuzz/feed_import.rs"]
mod feed_import;

use std::path::Path;

#[test]
fn results_of_every_tool_cut_and_changed_are_records_or_mistakes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/import");
    let entries = std::fs::read_dir(&folder).expect("the seeds lie in the repository");
    let mut all: Vec<_> = entries.map(|e| e.expect("it is readable").path()).collect();
    all.sort();
    assert!(!all.is_empty(), "there are no seeds in {}", folder.display());
    for path in all {
        eprintln!("{}", path.display());
        let bytes = std::fs::read(&path).expect("it is readable");
        feed_import::import(&bytes);
        for cut in (0..bytes.len()).step_by(bytes.len() / 300 + 1) {
            feed_import::import(&bytes[..cut]);
            let mut other = bytes.clone();
            other[cut] = [b'-', b':', b'0', b'%', b'\n', 0xe2, b'"', b'<'][cut % 8];
            feed_import::import(&other);
        }
    }
}
