//! One transfer as the kernel sees it: what is asked of a ring, and what came back.
//!
//! Takes slot numbers, offsets and lengths; never holds a pointer: buffers belong to the slots of a ring.

/// What a transfer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpKind {
    /// From storage to the slot's buffer.
    Read,
    /// From the slot's buffer to storage.
    Write,
    /// Makes earlier writes durable; offset and length mean nothing.
    Flush,
}

/// One operation to queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Op {
    /// Which slot it occupies, from 0; one operation at a time in each.
    pub slot: u32,
    /// What it does.
    pub kind: OpKind,
    /// Where on the target, in bytes.
    pub offset_bytes: u64,
    /// How much is (still) to be moved, in bytes.
    pub length_bytes: u32,
    /// Where in the slot's buffer the data starts, in bytes: 0, or what a short transfer already moved.
    pub skip_bytes: u32,
    /// The write is durable when it completes (`RWF_DSYNC`).
    pub durable: bool,
    /// A flush of the data alone (`fdatasync`) rather than of the metadata too (`fsync`).
    pub data_only: bool,
}

/// One operation that came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The slot it occupied.
    pub slot: u32,
    /// Bytes moved, or the negative error number.
    pub result: i32,
}

impl OpKind {
    /// The word for people: `read`, `write` or `flush`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Flush => "flush",
        }
    }
}
