//! One transfer as the kernel sees it: the operation for a ring, and its completion.
//!
//! Takes slot numbers, offsets and lengths; never holds a pointer: buffers belong to the slots of a ring.

use std::io;
use std::time::Duration;

pub use base::IoKind;

/// One operation to queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiskOperation {
    /// Which slot it occupies, from 0; one operation at a time in each.
    pub slot: u32,
    /// Which of the queue's files it is for, from 0.
    pub file: u32,
    /// What it does.
    pub kind: IoKind,
    /// Where in the file, in bytes.
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

/// One completed operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The slot it occupied.
    pub slot: u32,
    /// Bytes moved, or the negative error number.
    pub result: i32,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{aio::Aio, blocking::BlockingQueue, file, ring::Ring};
    use std::fs::File;

    const PIECE: usize = 4096;

    fn op(kind: IoKind, offset_bytes: u64, pieces: usize, skip_bytes: u32) -> DiskOperation {
        let length_bytes = (pieces * PIECE) as u32 - skip_bytes;
        DiskOperation { kind, offset_bytes, length_bytes, skip_bytes, ..DiskOperation::IDLE }
    }

    fn moved(queue: &mut impl OperationQueue, op: &DiskOperation) -> i32 {
        let mut done = Vec::new();
        queue.push_scattered(op, PIECE as u32);
        while done.is_empty() {
            queue.turn(1, || None, &mut done).expect("the kernel takes it");
        }
        done[0].result
    }

    fn reversed(bytes: &[u8]) -> Vec<u8> {
        bytes.rchunks(PIECE).flatten().copied().collect()
    }

    fn scatters(queue: &mut impl OperationQueue, file: &File) {
        use std::os::unix::fs::FileExt;
        let text: Vec<u8> = (0..8 * PIECE).map(|at| (at / 7 + at / PIECE) as u8).collect();
        queue.buffer(0)[..8 * PIECE].copy_from_slice(&text);
        assert_eq!(moved(queue, &op(IoKind::Write, 512, 8, 0)), 8 * PIECE as i32);
        let mut there = vec![0; 8 * PIECE];
        file.read_exact_at(&mut there, 512).expect("it was written");
        assert!(there == reversed(&text), "pieces lie in the file from the last to the first");
        // The rest of a transfer that moved two and a half pieces.
        let skip = (2 * PIECE + PIECE / 2) as u32;
        queue.buffer(0).fill(0);
        let rest = op(IoKind::Read, 512 + u64::from(skip), 8, skip);
        assert_eq!(moved(queue, &rest), 8 * PIECE as i32 - skip as i32);
        let got = reversed(&queue.buffer(0)[..8 * PIECE]);
        assert!(got[skip as usize..] == there[skip as usize..], "the rest came");
        assert!(got[..skip as usize].iter().all(|&byte| byte == 0), "what was there is left alone");
    }

    #[test]
    fn scattered_pages_move_as_one_operation() {
        let path = std::env::temp_dir().join(format!("plimsoll-pieces-{}", std::process::id()));
        let mode = file::OpenMode { write: true, create: true, ..file::OpenMode::default() };
        let file = file::open(&path, mode).expect("a temporary file");
        let own = || file.try_clone().expect("a descriptor");
        scatters(&mut BlockingQueue::new(own(), 1, 8 * PIECE).expect("memory"), &file);
        match Ring::new(own(), 1, 8 * PIECE, crate::ring::RingOptions::default()) {
            Ok(mut ring) => scatters(&mut ring, &file),
            Err(error) => eprintln!("SKIPPED: no io_uring here ({error})"),
        }
        match Aio::new(own(), 1, 8 * PIECE) {
            Ok(mut aio) => scatters(&mut aio, &file),
            Err(error) => eprintln!("SKIPPED: no libaio here ({error})"),
        }
        std::fs::remove_file(&path).expect("the file is ours");
    }
}
