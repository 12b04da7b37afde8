//! pread and pwrite, one operation at a time, with the same shape as the rings.

use super::pieces::PieceLists;
use super::trim::TrimQueue;
use crate::buffer::BufferSlots;
use crate::transfer::{Completion, DiskOperation, IoKind, OperationQueue};
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::time::Duration;

/// Files, their slots and the queue in front of them.
#[derive(Debug)]
pub struct BlockingQueue {
    files: Vec<File>,
    trims: TrimQueue,
    slots: BufferSlots,
    pieces: PieceLists,
    /// Each operation with the length of its pieces in bytes; 0: it is not vectored.
    queue: Vec<(DiskOperation, u32)>,
}

impl BlockingQueue {
    /// A queue of `depth` slots of `slot_bytes` each, on files that operations name by their numbers. Queued operations run one
    /// after the other.
    pub fn on(files: Vec<File>, depth: u32, slot_bytes: usize) -> io::Result<Self> {
        let slots = BufferSlots::new(depth as usize, slot_bytes)?;
        Ok(Self {
            trims: TrimQueue::of(&files),
            files,
            slots,
            pieces: PieceLists::default(),
            queue: Vec::with_capacity(depth as usize),
        })
    }

    #[inline]
    fn run(&mut self, op: &DiskOperation) -> i32 {
        let fd = self.files[op.file as usize].as_raw_fd();
        let at = self.slots.pointer(op.slot, op.skip_bytes).cast::<libc::c_void>();
        let (length, offset) = (op.length_bytes as usize, op.offset_bytes as libc::off_t);
        // SAFETY: `push` checked that the range lies in the slot; the call ends before the slot can be used again.
        let moved = unsafe {
            match op.kind {
                IoKind::Read => libc::pread(fd, at, length, offset),
                IoKind::Write if op.durable => {
                    let part = libc::iovec { iov_base: at, iov_len: length };
                    libc::pwritev2(fd, &raw const part, 1, offset, libc::RWF_DSYNC)
                }
                IoKind::Write => libc::pwrite(fd, at, length, offset),
                IoKind::Flush if op.data_only => libc::fdatasync(fd) as isize,
                IoKind::Flush => libc::fsync(fd) as isize,
                IoKind::Trim => return self.trims.trim(&self.files, op),
            }
        };
        answer(moved)
    }

    fn run_scattered(&mut self, op: &DiskOperation, piece_bytes: u32) -> i32 {
        let fd = self.files[op.file as usize].as_raw_fd();
        let offset = op.offset_bytes as libc::off_t;
        let pieces = self.pieces.cut(&self.slots, op, piece_bytes);
        let (at, count) = (pieces.as_ptr(), pieces.len() as libc::c_int);
        let flags = if op.durable { libc::RWF_DSYNC } else { 0 };
        // SAFETY: the pieces lie in the slot, which `push` checked, and the list outlives the call.
        let moved = unsafe {
            match op.kind {
                IoKind::Read => libc::preadv2(fd, at, count, offset, 0),
                _ => libc::pwritev2(fd, at, count, offset, flags),
            }
        };
        answer(moved)
    }
}

/// The result of a completion for the return value of a system call.
fn answer(moved: isize) -> i32 {
    if moved < 0 {
        -io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)
    } else {
        moved as i32
    }
}

impl OperationQueue for BlockingQueue {
    #[inline]
    fn push(&mut self, op: &DiskOperation) {
        assert!(self.slots.holds(op.slot, op.skip_bytes, op.length_bytes), "the slot is too small");
        self.queue.push((*op, 0));
    }

    fn push_scattered(&mut self, op: &DiskOperation, piece_bytes: u32) {
        assert!(self.slots.holds(op.slot, op.skip_bytes, op.length_bytes), "the slot is too small");
        self.queue.push((*op, piece_bytes));
    }

    fn buffer(&mut self, slot: u32) -> &mut [u8] {
        self.slots.slot(slot)
    }

    #[inline]
    fn turn(
        &mut self,
        wait_min: u32,
        left: impl FnOnce() -> Option<Duration>,
        done: &mut Vec<Completion>,
    ) -> io::Result<()> {
        if self.queue.is_empty()
            && wait_min > 0
            && let Some(left) = left()
        {
            std::thread::sleep(left);
        }
        for index in 0..self.queue.len() {
            let (op, piece_bytes) = self.queue[index];
            let scattered = piece_bytes > 0 && matches!(op.kind, IoKind::Read | IoKind::Write);
            let result =
                if scattered { self.run_scattered(&op, piece_bytes) } else { self.run(&op) };
            done.push(Completion { slot: op.slot, result });
        }
        self.queue.clear();
        Ok(())
    }
}
