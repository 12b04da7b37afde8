//! pread, pwrite and fsync.

use super::pieces::PieceLists;
use super::trim::TrimQueue;
use crate::buffer::BufferSlots;
use crate::transfer::{DiskOperation, IoKind};
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;

#[derive(Debug)]
pub(crate) struct BlockingCalls {
    files: Vec<File>,
    trims: TrimQueue,
    pieces: PieceLists,
}

impl BlockingCalls {
    pub(crate) fn on(files: Vec<File>) -> io::Result<Self> {
        Ok(Self { trims: TrimQueue::of(&files), files, pieces: PieceLists::default() })
    }

    /// Executes an operation that fits its slot; returns the result of its completion.
    #[inline]
    pub(crate) fn run(&mut self, slots: &BufferSlots, op: &DiskOperation) -> i32 {
        let fd = self.files[op.file as usize].as_raw_fd();
        let at = slots.pointer(op.slot, op.skip_bytes).cast::<libc::c_void>();
        let (length, offset) = (op.length_bytes as usize, op.offset_bytes as libc::off_t);
        // SAFETY: the range lies in the slot; the call ends before the slot can be used again.
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

    /// As [`Self::run`], for a read or a write of scattered pieces.
    pub(crate) fn run_scattered(
        &mut self,
        slots: &BufferSlots,
        op: &DiskOperation,
        piece_bytes: u32,
    ) -> i32 {
        let fd = self.files[op.file as usize].as_raw_fd();
        let offset = op.offset_bytes as libc::off_t;
        let pieces = self.pieces.cut(slots, op, piece_bytes);
        let (at, count) = (pieces.as_ptr(), pieces.len() as libc::c_int);
        let flags = if op.durable { libc::RWF_DSYNC } else { 0 };
        // SAFETY: the pieces lie in the slot, and the list outlives the call.
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
