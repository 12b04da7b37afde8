//! One transfer as the kernel sees it: the operation for a ring, and its completion.
//!
//! Takes slot numbers, offsets and lengths; never holds a pointer: buffers belong to the slots of a ring.

use crate::buffer::ALIGN_BYTES;
use std::io;
use std::time::Duration;

pub use base::IoKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiskOperation {
    /// Which slot it occupies, from 0; one operation at a time in each.
    pub slot: u32,
    /// Which of the queue's files it is for, from 0.
    pub file: u32,
    pub kind: IoKind,
    pub offset_bytes: u64,
    /// Bytes that are (still) to be moved.
    pub length_bytes: u32,
    /// Where in the slot's buffer the data starts, in bytes: 0, or what a short transfer already moved.
    pub skip_bytes: u32,
    /// The write is durable when it completes (`RWF_DSYNC`).
    pub durable: bool,
    /// Flush only the data (`fdatasync`), not the metadata (`fsync`).
    pub data_only: bool,
}

impl DiskOperation {
    /// A read of nothing; other operations state where they differ from it.
    pub const IDLE: Self = Self {
        slot: 0,
        file: 0,
        kind: IoKind::Read,
        offset_bytes: 0,
        length_bytes: 0,
        skip_bytes: 0,
        durable: false,
        data_only: false,
    };

    pub fn flush(slot: u32, file: u32, data_only: bool) -> Self {
        Self { slot, file, kind: IoKind::Flush, data_only, ..Self::IDLE }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    pub slot: u32,
    /// Bytes moved, or the negative error number.
    pub result: i32,
}

/// Whether [`OperationQueue::push_scattered`] works with pieces of this size on a file whose transfers are aligned to so many bytes, which
/// is 1 through the page cache. Windows scatters whole pages of memory, and only past the cache (`ReadFileScatter`).
pub fn scatters(align_bytes: u32, piece_bytes: u32) -> bool {
    cfg!(target_os = "linux") || align_bytes > 1 && piece_bytes.is_multiple_of(ALIGN_BYTES as u32)
}

/// The common interface of all I/O interfaces of the kernel: operations go in by slot and come back as completions.
pub trait OperationQueue {
    /// Queues an operation.
    ///
    /// # Panics
    /// When the slot is in flight or too small, or there is no such file: a bug of the caller.
    fn push(&mut self, op: &DiskOperation);

    /// Queues a read or a write as one vectored operation (`preadv`, `pwritev`), as databases do with runs of pages
    /// that are scattered in memory. The slot's data is in pieces of `piece_bytes`, in the reverse order of the file.
    ///
    /// # Panics
    /// As [`OperationQueue::push`], and when `skip_bytes + length_bytes` is not 1 to 1,024 whole pieces.
    fn push_scattered(&mut self, op: &DiskOperation, piece_bytes: u32);

    /// The slot's buffer.
    ///
    /// # Panics
    /// When the slot is in flight: a bug of the caller.
    fn buffer(&mut self, slot: u32) -> &mut [u8];

    /// Submits the queue and waits until `wait_min` operations completed (0: does not wait) or `left()` has passed;
    /// appends to `done`. `left` is called at most once, and only if there is something to wait for. With nothing in
    /// flight it sleeps for `left()`.
    ///
    /// # Errors
    /// When the kernel refuses the whole submission; failures of operations are in the completions.
    fn turn(
        &mut self,
        wait_min: u32,
        left: impl FnOnce() -> Option<Duration>,
        done: &mut Vec<Completion>,
    ) -> io::Result<()>;
}
