//! ReadFile, WriteFile and FlushFileBuffers, each awaited.

use super::call::{self, Event};
use super::slots::SegmentLists;
use super::trim;
use crate::buffer::BufferSlots;
use crate::transfer::{DiskOperation, IoKind};
use std::fs::File;
use std::io;
use windows_sys::Win32::Foundation::{ERROR_HANDLE_EOF, ERROR_NOT_SUPPORTED};
use windows_sys::Win32::Storage::FileSystem::{
    FlushFileBuffers, ReadFile, ReadFileScatter, WriteFile, WriteFileGather,
};

#[derive(Debug)]
pub(crate) struct BlockingCalls {
    files: Vec<File>,
    event: Event,
    segments: SegmentLists,
}

impl BlockingCalls {
    pub(crate) fn on(files: Vec<File>) -> io::Result<Self> {
        Ok(Self { files, event: Event::new()?, segments: SegmentLists::default() })
    }

    /// Executes an operation that fits its slot; returns the result of its completion.
    pub(crate) fn run(&mut self, slots: &BufferSlots, op: &DiskOperation) -> i32 {
        let file = &self.files[op.file as usize];
        answer(match op.kind {
            IoKind::Flush => flush(file).map(|()| 0),
            IoKind::Trim => {
                let length = op.length_bytes;
                trim::trim(file, op.offset_bytes, length.into()).map(|()| length as usize)
            }
            IoKind::Read | IoKind::Write => self.moved(slots, op),
        })
    }

    fn moved(&self, slots: &BufferSlots, op: &DiskOperation) -> io::Result<usize> {
        let file = &self.files[op.file as usize];
        let handle = call::handle(file);
        let at = slots.pointer(op.slot, op.skip_bytes);
        let (length, none) = (op.length_bytes, std::ptr::null_mut());
        // SAFETY: the range lies in the slot, which stays until the transfer has ended.
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

    /// As [`Self::run`], for a read or a write of scattered pieces.
    pub(crate) fn run_scattered(
        &mut self,
        slots: &BufferSlots,
        op: &DiskOperation,
        piece_bytes: u32,
    ) -> i32 {
        let handle = call::handle(&self.files[op.file as usize]);
        let Some(segments) = self.segments.cut(slots, op, piece_bytes) else {
            return -(ERROR_NOT_SUPPORTED as i32);
        };
        let (list, length, none) = (segments.as_ptr(), op.length_bytes, std::ptr::null());
        // SAFETY: the pages lie in the slot, and the list outlives the transfer.
        answer(unsafe {
            self.event.transfer(handle, op.offset_bytes, |request| match op.kind {
                IoKind::Read => ReadFileScatter(handle, list, length, none, request),
                _ => WriteFileGather(handle, list, length, none, request),
            })
        })
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
