//! The letters of the kernel's block layer for the operation and flags of an I/O, such as `R`, `WS`, `FWFS`.
//!
//! Takes the letters of `blk_fill_rwbs` (kernel/trace/blktrace.c): `F` before the operation is a preceding flush, `F` after it is
//! FUA.

use crate::{IoFlags, Operation};

/// The operation and its flags; `None` for other requests, such as a command of the driver.
pub fn read(letters: &str) -> Option<(Operation, IoFlags)> {
    let mut flags = IoFlags::default();
    let rest = letters.strip_prefix('F').unwrap_or(letters);
    let before = rest.len() < letters.len();
    let mut rest = rest.chars();
    let operation = match rest.next() {
        Some('R') => Operation::Read,
        Some('W') => Operation::Write,
        // `Z` is a zone reset in newer kernels; for the data it has the effect of a discard.
        Some('D' | 'Z') => Operation::Discard,
        Some('F') => Operation::Flush,
        // A flush without data: `F`, `FN`.
        Some('N' | 'S') | None if before => Operation::Flush,
        _ => return None,
    };
    if before && operation != Operation::Flush {
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
            ("R", (Operation::Read, IoFlags::default())),
            ("RA", (Operation::Read, IoFlags::READ_AHEAD)),
            ("WS", (Operation::Write, sync)),
            ("WFS", (Operation::Write, IoFlags::FUA.with(sync))),
            ("FWFS", (Operation::Write, IoFlags::PREFLUSH.with(IoFlags::FUA).with(sync))),
            ("WSM", (Operation::Write, sync.with(IoFlags::METADATA))),
            ("FF", (Operation::Flush, IoFlags::default())),
            ("F", (Operation::Flush, IoFlags::default())),
            ("FN", (Operation::Flush, IoFlags::default())),
            ("DS", (Operation::Discard, sync)),
            ("DE", (Operation::Discard, IoFlags::default())),
        ] {
            assert_eq!(read(letters), Some(wanted), "{letters}");
        }
        assert_eq!((read("N"), read("")), (None, None));
    }
}
