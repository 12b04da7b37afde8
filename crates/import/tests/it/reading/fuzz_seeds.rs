//! Feeds the fuzzer's seeds, their prefixes and mutations to every reader of results: no panic.

#[path = "../../../../../fuzz/feed_import.rs"]
pub(super) mod feed;
#[path = "../../../../../fuzz/seeds.rs"]
mod files;

pub(super) use files::seeds;
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
