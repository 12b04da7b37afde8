//! One transfer at a time, with the same shape as the completion port.

use super::call::{self, Event};
use super::slots::SegmentLists;
use super::trim;
use crate::buffer::BufferSlots;
use crate::transfer::{Completion, DiskOperation, IoKind, OperationQueue};
use std::fs::File;
use std::io;
use std::time::Duration;
use windows_sys::Win32::Foundation::{ERROR_HANDLE_EOF, ERROR_NOT_SUPPORTED};
use windows_sys::Win32::Storage::FileSystem::{
    FlushFileBuffers, ReadFile, ReadFileScatter, WriteFile, WriteFileGather,
};

/// Files, their slots and the queue in front of them.
#[derive(Debug)]
pub struct BlockingQueue {
    files: Vec<File>,
    event: Event,
    slots: BufferSlots,
    segments: SegmentLists,
    /// Each operation with the length of its pieces in bytes; 0: it is not scattered.
    queue: Vec<(DiskOperation, u32)>,
}

impl BlockingQueue {
    /// A queue of `depth` slots of `slot_bytes` each. Queued operations run one after the other.
    pub fn new(file: File, depth: u32, slot_bytes: usize) -> io::Result<Self> {
        Self::on(vec![file], depth, slot_bytes)
    }

    /// The same on several files, which operations name by their numbers.
    pub fn on(files: Vec<File>, depth: u32, slot_bytes: usize) -> io::Result<Self> {
        Ok(Self {
            files,
            event: Event::new()?,
            slots: BufferSlots::new(depth as usize, slot_bytes)?,
            segments: SegmentLists::default(),
            queue: Vec::with_capacity(depth as usize),
        })
    }

    fn run(&mut self, op: &DiskOperation) -> io::Result<usize> {
        let file = &self.files[op.file as usize];
        match op.kind {
            IoKind::Flush => flush(file).map(|()| 0),
            IoKind::Trim => {
                let length = op.length_bytes;
                trim::trim(file, op.offset_bytes, length.into()).map(|()| length as usize)
            }
            IoKind::Read | IoKind::Write => self.moved(op),
        }
    }

    fn moved(&self, op: &DiskOperation) -> io::Result<usize> {
        let file = &self.files[op.file as usize];
        let handle = call::handle(file);
        let at = self.slots.pointer(op.slot, op.skip_bytes);
        let (length, none) = (op.length_bytes, std::ptr::null_mut());
        // SAFETY: `push` checked that the range lies in the slot, which stays until the transfer has ended.
        let moved = unsafe {
            self.event.transfer(handle, op.offset_bytes, |request| match op.kind {
                IoKind::Read => ReadFile(handle, at, length, none, request),
                _ => WriteFile(handle, at, length, none, request),
            })
        }?;
        if op.durable {
            flush(file)?;
        }
        Ok(moved)
    }

    fn run_scattered(&mut self, op: &DiskOperation, piece_bytes: u32) -> io::Result<usize> {
        let handle = call::handle(&self.files[op.file as usize]);
        let Some(segments) = self.segments.cut(&self.slots, op, piece_bytes) else {
            return Err(io::Error::from_raw_os_error(ERROR_NOT_SUPPORTED as i32));
        };
        let (list, length, none) = (segments.as_ptr(), op.length_bytes, std::ptr::null());
        // SAFETY: the pages lie in the slot, which `push` checked, and the list outlives the transfer.
        unsafe {
            self.event.transfer(handle, op.offset_bytes, |request| match op.kind {
                IoKind::Read => ReadFileScatter(handle, list, length, none, request),
                _ => WriteFileGather(handle, list, length, none, request),
            })
        }
    }
}

/// Makes what was written durable, the metadata too.
pub(super) fn flush(file: &File) -> io::Result<()> {
    // SAFETY: the handle is open.
    call::checked(unsafe { FlushFileBuffers(call::handle(file)) })
}

/// The result of a completion: bytes moved, or the negative error number. A read at the end of a file moves nothing.
fn answer(moved: io::Result<usize>) -> i32 {
    match moved {
        Ok(moved) => moved as i32,
        Err(error) => result_of(error.raw_os_error().unwrap_or(ERROR_NOT_SUPPORTED as i32)),
    }
}

pub(super) fn result_of(error: i32) -> i32 {
    if error == ERROR_HANDLE_EOF as i32 { 0 } else { -error }
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
            let moved =
                if scattered { self.run_scattered(&op, piece_bytes) } else { self.run(&op) };
            done.push(Completion { slot: op.slot, result: answer(moved) });
        }
        self.queue.clear();
        Ok(())
    }
}
