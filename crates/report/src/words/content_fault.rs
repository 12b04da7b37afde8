//! What is wrong with a block that was read, in words.

use crate::catalogue::note as text;
use crate::language::Language;
use base::{ContentFault, FaultKind};

pub(crate) fn computed(l: Language, fault: &ContentFault) -> String {
    match fault {
        &ContentFault::Page { kind, write, allowed, bytes_differing, first_differing } => {
            page(l, (kind, write), allowed, (bytes_differing, first_differing))
        }
        ContentFault::PatternByte { at, received, expected } => {
            let [received, expected] = [received, expected].map(|byte| format!("{byte:02x}"));
            let (at, received, expected) = (&at.to_string(), &received, &expected);
            text::pattern_byte(l, &text::PatternByte { at, received, expected })
        }
        _ => String::new(),
    }
}

/// A block with tags in its sectors, which is wrong in this way and holds this write. `differing`: how many bytes differ, and the
/// first of them.
fn page(
    l: Language,
    (kind, write): (FaultKind, Option<u32>),
    allowed: (u32, u32),
    (differing, first): (u32, u32),
) -> String {
    let name = kind.name();
    let expected = &match allowed {
        (oldest, newest) if oldest == newest => text::must_hold(l, &newest.to_string()),
        (oldest, newest) => text::must_hold_one(l, &oldest.to_string(), &newest.to_string()),
    };
    match (kind, write) {
        (FaultKind::LostWrite | FaultKind::NeverWritten, Some(write)) => {
            let write = &write.to_string();
            text::page_of_write(l, &text::PageOfWrite { kind: name, write, expected })
        }
        (FaultKind::Misdirected, _) => text::page_of_other_block(l, name, expected),
        _ => {
            let (bytes, first) = (u64::from(differing), &first.to_string());
            text::page_differs(l, name, bytes, first, expected)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect_file;

    fn all() -> Vec<ContentFault> {
        let page = |kind, write, allowed| ContentFault::Page {
            kind,
            write,
            allowed,
            bytes_differing: 1,
            first_differing: 3000,
        };
        vec![
            page(FaultKind::LostWrite, Some(3), (5, 5)),
            page(FaultKind::NeverWritten, Some(9), (5, 7)),
            page(FaultKind::Misdirected, Some(3), (5, 5)),
            page(FaultKind::Checksum, None, (5, 5)),
            page(FaultKind::LostWrite, None, (5, 5)),
            ContentFault::NoRoomForHeader { block_bytes: 32 },
            ContentFault::HeaderMagic { received: 0, expected: 0xacca },
            ContentFault::HeaderLength { received: 512, expected: 4096 },
            ContentFault::HeaderOffset { received: 81_920, expected: 8192 },
            ContentFault::HeaderNumber { received: 3, expected: 5 },
            ContentFault::HeaderChecksum { received: 0x1a, calculated: 0xfe01 },
            ContentFault::PatternByte { at: 40, received: 0, expected: 0xab },
            ContentFault::Digest { digest: "sha256".to_owned() },
        ]
    }

    #[test]
    fn every_fault_of_a_content_is_a_sentence_in_each_language() {
        let of = |language: Language| {
            let lines =
                all().into_iter().map(move |fault| text::fault_text(language, &fault) + "\n");
            lines.collect::<String>() + "\n"
        };
        let text = [Language::En, Language::Ru, Language::De].map(of).concat();
        expect_file!["../../tests/golden/content-faults.txt"].assert_eq(&text);
    }
}
