//! One transfer as the kernel sees it: what is asked of a ring, and what came back.
//!
//! Takes slot numbers, offsets and lengths; never holds a pointer: buffers belong to the slots of a ring.

use std::io;
use std::time::Duration;

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

/// What all ways into the kernel have in common: operations go in by slot and come back as completions.
pub trait Queue {
    /// Queues an operation.
    ///
    /// # Panics
    /// When the slot is in flight or too small: a bug of the caller.
    fn push(&mut self, op: &Op);

    /// The slot's buffer.
    ///
    /// # Panics
    /// When the slot is in flight: a bug of the caller.
    fn buffer(&mut self, slot: u32) -> &mut [u8];

    /// Hands over what is queued and waits until `wait_min` operations completed (0: does not wait) or `left()`
    /// is over, which is asked at most once and only when there is something to wait for; appends to `done`. With
    /// nothing in flight it waits for `left()` alone.
    ///
    /// # Errors
    /// When the kernel refuses the hand-over as a whole; failures of operations are in the completions.
    fn turn(
        &mut self,
        wait_min: u32,
        left: impl FnOnce() -> Option<Duration>,
        done: &mut Vec<Completion>,
    ) -> io::Result<()>;
}
