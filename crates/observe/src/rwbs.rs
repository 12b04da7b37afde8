//! The letters of the kernel's block layer for the operation and flags of an I/O, such as `R`, `WS`, `FWFS`.
//!
//! Takes the letters of `blk_fill_rwbs` (kernel/trace/blktrace.c): `F` before the operation is a preceding flush, `F` after it is
//! FUA.

use crate::{IoFlags, IoKind};

/// The operation and its flags; `None` for other requests, such as a command of the driver.
pub fn read(letters: &str) -> Option<(IoKind, IoFlags)> {
    let mut flags = IoFlags::default();
    let rest = letters.strip_prefix('F').unwrap_or(letters);
    let before = rest.len() < letters.len();
    let mut rest = rest.chars();
    let operation = match rest.next() {
        Some('R') => IoKind::Read,
        Some('W') => IoKind::Write,
        // `Z` is a zone reset in newer kernels; for the data it has the effect of a discard.
        Some('D' | 'Z') => IoKind::Trim,
        Some('F') => IoKind::Flush,
        // A flush without data: `F`, `FN`.
        Some('N' | 'S') | None if before => IoKind::Flush,
        _ => return None,
    };
    if before && operation != IoKind::Flush {
        flags = flags.with(IoFlags::PREFLUSH);
    }
    for letter in rest {
        flags = match letter {
            'F' => flags.with(IoFlags::FUA),
            'A' => flags.with(IoFlags::READ_AHEAD),
            'S' => flags.with(IoFlags::SYNC),
            'M' => flags.with(IoFlags::METADATA),
            _ => flags,
        };
    }
    Some((operation, flags))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_read_in_their_order() {
        let sync = IoFlags::SYNC;
        for (letters, wanted) in [
            ("R", (IoKind::Read, IoFlags::default())),
            ("RA", (IoKind::Read, IoFlags::READ_AHEAD)),
            ("WS", (IoKind::Write, sync)),
            ("WFS", (IoKind::Write, IoFlags::FUA.with(sync))),
            ("FWFS", (IoKind::Write, IoFlags::PREFLUSH.with(IoFlags::FUA).with(sync))),
            ("WSM", (IoKind::Write, sync.with(IoFlags::METADATA))),
            ("FF", (IoKind::Flush, IoFlags::default())),
            ("F", (IoKind::Flush, IoFlags::default())),
            ("FN", (IoKind::Flush, IoFlags::default())),
            ("DS", (IoKind::Trim, sync)),
            ("DE", (IoKind::Trim, IoFlags::default())),
        ] {
            assert_eq!(read(letters), Some(wanted), "{letters}");
        }
        assert_eq!((read("N"), read("")), (None, None));
    }
}
