//! Takes bytes; gives them to the reader of captures, as they are and as contents of chunks with right checksums.

use observe::file::{CaptureReader, latest_file_map};
use std::io::Cursor;

/// The reader of captures: it ends, and gives no chunk after an error.
pub(crate) fn capture(data: &[u8]) {
    for bytes in [data.to_vec(), summed(data)] {
        drop(latest_file_map(Cursor::new(&bytes)));
        let Ok((_, mut reader)) = CaptureReader::open(&bytes[..]) else { continue };
        while let Some(chunk) = reader.next() {
            assert!(chunk.is_ok() || reader.next().is_none(), "a chunk after an error");
        }
    }
}

/// A file whose first byte pairs are the kind and the length of each chunk: its checksums are right, so that the
/// contents are reached.
fn summed(mut data: &[u8]) -> Vec<u8> {
    let mut file = b"plimcap\n\x01\0\0\0".to_vec();
    while let [kind, length, rest @ ..] = data {
        let (content, after) = rest.split_at(usize::from(*length).min(rest.len()));
        let mut head = vec![kind & 7, kind >> 7, 0, 0];
        for number in [content.len() as u32, u32::from(kind >> 3) * 16, u32::from(kind >> 3)] {
            head.extend(number.to_le_bytes());
        }
        head.extend(crc32c::crc32c(content).to_le_bytes());
        head.extend(crc32c::crc32c(&head).to_le_bytes());
        file.extend(head);
        file.extend(content);
        data = after;
    }
    file
}
