//! Takes bytes; gives them to the readers of other tools' results as files with names, and holds what must hold of
//! every record. The fuzzer and the test of the seeds share it.
//!
//! A file begins with a line that holds its name; a line `%%%%` ends it and begins the next one.

use import::File;

const NEXT: &[u8] = b"\n%%%%\n";

fn files(data: &[u8]) -> Vec<File> {
    let (mut parts, mut start) = (Vec::new(), 0);
    while let Some(at) = data[start..].windows(NEXT.len()).position(|w| w == NEXT) {
        parts.push(&data[start..start + at]);
        start += at + NEXT.len();
    }
    parts.push(&data[start..]);
    let file = |part: &[u8]| {
        let end = part.iter().position(|b| *b == b'\n').unwrap_or(part.len());
        let (name, rest) = part.split_at(end);
        let bytes = rest.strip_prefix(b"\n").unwrap_or(rest).to_vec();
        File { name: String::from_utf8_lossy(name).into_owned(), bytes, modified_unix_s: Some(1) }
    };
    parts.into_iter().map(file).collect()
}

/// The readers of results.
pub(crate) fn import(data: &[u8]) {
    match import::read(&files(data), "0.0.0").whole() {
        Err(troubles) => {
            assert!(!troubles.is_empty(), "what is wrong has a reason");
            for trouble in troubles {
                assert!(trouble.line > 0 && !trouble.text.is_empty(), "{trouble}");
            }
        }
        Ok(records) => {
            for stream in records.iter().flat_map(|r| &r.trials).flat_map(|t| &t.streams) {
                assert!(!stream.iops.is_known(), "no file tells an interval");
                for side in [&stream.read, &stream.write, &stream.flush] {
                    assert!(side.mean_ns.is_finite() && side.mean_ns >= 0.0, "{side:?}");
                    assert!(side.buckets.len() <= 400, "{}", side.buckets.len());
                }
            }
        }
    }
}
