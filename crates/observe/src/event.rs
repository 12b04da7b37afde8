//! One I/O as the block device saw it, and the letters of the kernel's block layer for it, such as `R`, `WS`, `FWFS`.

use base::IoKind;
use serde::{Deserialize, Serialize};

/// Properties of an I/O beside its operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct IoFlags(pub u8);

impl IoFlags {
    /// A thread waits for it (`REQ_SYNC`).
    pub const SYNC: Self = Self(1);
    /// It is durable when it completes (`REQ_FUA`).
    pub const FUA: Self = Self(2);
    /// The device's cache is flushed before it (`REQ_PREFLUSH`).
    pub const PREFLUSH: Self = Self(4);
    pub const READ_AHEAD: Self = Self(8);
    pub const METADATA: Self = Self(16);
    pub const FAILED: Self = Self(32);

    /// Whether all of `other` is set.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A process by its position in the capture's list of processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProcessIndex(pub u32);

/// The process that issued I/O; for write-back this is a kernel thread.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Process {
    /// Its process ID when it issued its first I/O; 0 if the source names none.
    pub pid: u32,
    /// The name of its command, at most 15 bytes long; empty if the source names none.
    pub name: String,
    /// What it does, if its command line says so: `checkpointer`, or the user and database of a client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<String>,
    /// Its unit of systemd, or the first 12 digits of its container.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

impl Process {
    pub fn title(&self) -> String {
        let name = if self.name.is_empty() { "?" } else { &self.name };
        match &self.work {
            Some(work) => format!("{name}: {work}"),
            None => name.to_owned(),
        }
    }
}

/// One I/O that reached the device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IoEvent {
    /// When it was issued to the device, in nanoseconds since the start of the capture.
    pub issued_ns: u64,
    /// From issue to completion; absent if the source does not report it or the completion was lost.
    pub latency_ns: Option<u64>,
    /// From its insertion into the kernel's I/O scheduler until its issue; absent if it was not inserted.
    pub queued_ns: Option<u64>,
    pub operation: IoKind,
    pub flags: IoFlags,
    /// Where on the device it starts, in bytes; 0 for a flush.
    pub offset_bytes: u64,
    /// How long it is in bytes; 0 for a flush.
    pub length_bytes: u32,
    pub process: ProcessIndex,
}

impl IoEvent {
    /// Whether it moved data to or from the device.
    pub fn is_transfer(&self) -> bool {
        matches!(self.operation, IoKind::Read | IoKind::Write)
            && self.length_bytes > 0
            && !self.flags.has(IoFlags::FAILED)
    }

    /// Where on the device it ends, in bytes.
    pub fn end_bytes(&self) -> u64 {
        self.offset_bytes.saturating_add(u64::from(self.length_bytes))
    }
}

/// The operation and its flags; `None` for other requests, such as a command of the driver.
pub fn read_letters(letters: &str) -> Option<(IoKind, IoFlags)> {
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
            assert_eq!(read_letters(letters), Some(wanted), "{letters}");
        }
        assert_eq!((read_letters("N"), read_letters("")), (None, None));
    }
}
