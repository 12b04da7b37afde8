//! A completion port with owned files and buffers: operations name slots, so no caller ever holds a pointer to a buffer in flight.
//!
//! One port for each queue. A transfer that completes within its call gives its result at once, without a packet. Flushes block the
//! caller in Windows, so a thread of their own does them and posts their completions.

use super::blocking::{flush, result_of};
use super::slots::SegmentLists;
use super::timer::WakeTimer;
use super::{call, trim};
use crate::buffer::BufferSlots;
use crate::transfer::{Completion, DiskOperation, IoKind, OperationQueue};
use std::fs::File;
use std::io;
use std::mem::ManuallyDrop;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Duration;
use windows_sys::Win32::Foundation::{
    ERROR_IO_PENDING, ERROR_NOT_SUPPORTED, INVALID_HANDLE_VALUE, RtlNtStatusToDosError,
    STATUS_END_OF_FILE, WAIT_IO_COMPLETION, WAIT_TIMEOUT,
};
use windows_sys::Win32::Storage::FileSystem::{
    ReadFile, ReadFileScatter, SetFileCompletionNotificationModes, WriteFile, WriteFileGather,
};
use windows_sys::Win32::System::IO::{
    CreateIoCompletionPort, GetQueuedCompletionStatusEx, OVERLAPPED, OVERLAPPED_ENTRY,
    PostQueuedCompletionStatus,
};
use windows_sys::Win32::System::WindowsProgramming::FILE_SKIP_COMPLETION_PORT_ON_SUCCESS;

/// The key of a transfer of the kernel; that of a flush is its slot, which is at least this much more.
const TRANSFER_KEY: usize = 0;
const FLUSH_KEY: usize = 1;
/// Completions taken by one call.
const BATCH: usize = 128;

/// One port on its files.
pub struct Iocp {
    /// Dropped before the slots, so that no transfer is left.
    files: Arc<Vec<File>>,
    /// Whether a transfer of this file that completes within its call gives no packet.
    skips: Vec<bool>,
    port: Arc<OwnedHandle>,
    slots: ManuallyDrop<BufferSlots>,
    segments: ManuallyDrop<SegmentLists>,
    /// One for each slot; the kernel knows their addresses.
    requests: ManuallyDrop<Box<[OVERLAPPED]>>,
    durable: Vec<Option<u32>>,
    in_flight: Vec<bool>,
    flying: u32,
    /// What completed within its call.
    ready: Vec<Completion>,
    entries: Box<[OVERLAPPED_ENTRY]>,
    flusher: Option<SyncSender<FlushRequest>>,
    timer: WakeTimer,
}

// SAFETY: the addresses in requests and entries lead into memory of this value alone, and are not tied to a thread.
unsafe impl Send for Iocp {}

impl std::fmt::Debug for Iocp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Iocp").field(&self.flying).finish()
    }
}

struct FlushRequest {
    slot: u32,
    file: u32,
    /// What the write before it moved.
    moved: i32,
}

impl Iocp {
    /// A port of `depth` slots of `slot_bytes` each, on files that operations name by their numbers. They are open for overlapped I/O
    /// and belong to no other port.
    pub fn on(files: Vec<File>, depth: u32, slot_bytes: usize) -> io::Result<Self> {
        let port = port()?;
        let mut skips = Vec::with_capacity(files.len());
        for file in &files {
            let handle = call::handle(file);
            // SAFETY: both handles are open.
            let joined =
                unsafe { CreateIoCompletionPort(handle, port.as_raw_handle(), TRANSFER_KEY, 0) };
            if joined.is_null() {
                return Err(io::Error::last_os_error());
            }
            let mode = FILE_SKIP_COMPLETION_PORT_ON_SUCCESS as u8;
            // SAFETY: the handle is open.
            skips.push(unsafe { SetFileCompletionNotificationModes(handle, mode) } != 0);
        }
        let count = depth.max(1) as usize;
        Ok(Self {
            files: Arc::new(files),
            skips,
            port: Arc::new(port),
            slots: ManuallyDrop::new(BufferSlots::new(count, slot_bytes)?),
            segments: ManuallyDrop::new(SegmentLists::default()),
            requests: ManuallyDrop::new(vec![OVERLAPPED::default(); count].into()),
            durable: vec![None; count],
            in_flight: vec![false; count],
            flying: 0,
            ready: Vec::with_capacity(count),
            entries: vec![OVERLAPPED_ENTRY::default(); BATCH.min(count)].into(),
            flusher: None,
            timer: WakeTimer::new(),
        })
    }

    /// Whether a port can be made here.
    pub fn available() -> io::Result<()> {
        port().map(drop)
    }

    /// Takes the slot for an operation that fits it.
    #[inline]
    fn take(&mut self, op: &DiskOperation) {
        assert!(self.slots.holds(op.slot, op.skip_bytes, op.length_bytes), "the slot is too small");
        let flying = &mut self.in_flight[op.slot as usize];
        assert!(!std::mem::replace(flying, true), "slot {} is in flight", op.slot);
        self.flying += 1;
        self.durable[op.slot as usize] =
            (op.durable && op.kind == IoKind::Write).then_some(op.file);
        let request = &mut self.requests[op.slot as usize];
        *request = OVERLAPPED::default();
        request.Anonymous.Anonymous.Offset = op.offset_bytes as u32;
        request.Anonymous.Anonymous.OffsetHigh = (op.offset_bytes >> 32) as u32;
    }

    /// Takes note of a call that started a transfer, or failed to.
    #[inline]
    fn started(&mut self, op: &DiskOperation, code: i32) {
        if code != 0 {
            if self.skips[op.file as usize] {
                let moved = self.requests[op.slot as usize].InternalHigh as i32;
                self.ended(op.slot, moved);
            }
            return;
        }
        let error = io::Error::last_os_error().raw_os_error().unwrap_or(0);
        if error != ERROR_IO_PENDING as i32 {
            self.ended(op.slot, result_of(error));
        }
    }

    /// A transfer has ended; a durable write still has to be flushed.
    fn ended(&mut self, slot: u32, result: i32) {
        match self.durable[slot as usize].take() {
            Some(file) if result > 0 => {
                self.flush_later(FlushRequest { slot, file, moved: result })
            }
            _ => self.ready.push(Completion { slot, result }),
        }
    }

    fn flush_later(&mut self, request: FlushRequest) {
        let slot = request.slot;
        if self.flusher.is_none() {
            self.flusher = start_flusher(&self.files, &self.port, self.in_flight.len()).ok();
        }
        let sent = self.flusher.as_ref().is_some_and(|flusher| flusher.send(request).is_ok());
        if !sent {
            self.ready.push(Completion { slot, result: -(ERROR_NOT_SUPPORTED as i32) });
        }
    }

    /// Takes packets from the port; waits for the first one if `timeout_ms` is not 0.
    fn take_packets(&mut self, timeout_ms: u32, alertable: bool) -> io::Result<()> {
        let mut count = 0u32;
        let room = self.entries.len() as u32;
        // SAFETY: the entries and the count are valid places, and the port is open.
        let code = unsafe {
            let port = self.port.as_raw_handle();
            let entries = self.entries.as_mut_ptr();
            GetQueuedCompletionStatusEx(
                port,
                entries,
                room,
                &raw mut count,
                timeout_ms,
                alertable.into(),
            )
        };
        if code == 0 {
            let error = io::Error::last_os_error();
            let ended = [WAIT_TIMEOUT, WAIT_IO_COMPLETION].map(|code| Some(code as i32));
            return if ended.contains(&error.raw_os_error()) { Ok(()) } else { Err(error) };
        }
        for index in 0..count as usize {
            let entry = self.entries[index];
            if entry.lpCompletionKey >= FLUSH_KEY {
                let slot = (entry.lpCompletionKey - FLUSH_KEY) as u32;
                self.ready
                    .push(Completion { slot, result: entry.dwNumberOfBytesTransferred as i32 });
                continue;
            }
            let first = self.requests.as_ptr() as usize;
            let slot = ((entry.lpOverlapped as usize - first) / size_of::<OVERLAPPED>()) as u32;
            let result = match entry.Internal as i32 {
                0 => entry.dwNumberOfBytesTransferred as i32,
                STATUS_END_OF_FILE => 0,
                // SAFETY: the call takes a number.
                status => -(unsafe { RtlNtStatusToDosError(status) } as i32),
            };
            self.ended(slot, result);
        }
        Ok(())
    }

    fn give(&mut self, done: &mut Vec<Completion>) {
        for completion in self.ready.drain(..) {
            self.in_flight[completion.slot as usize] = false;
            self.flying -= 1;
            done.push(completion);
        }
    }
}

fn port() -> io::Result<OwnedHandle> {
    // SAFETY: without a file the call makes a new port.
    let port = unsafe { CreateIoCompletionPort(INVALID_HANDLE_VALUE, std::ptr::null_mut(), 0, 1) };
    if port.is_null() {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call has just given this handle, and nobody else has it.
    Ok(unsafe { OwnedHandle::from_raw_handle(port) })
}

/// Starts the thread that flushes; it ends when the sender is dropped.
fn start_flusher(
    files: &Arc<Vec<File>>,
    port: &Arc<OwnedHandle>,
    depth: usize,
) -> io::Result<SyncSender<FlushRequest>> {
    let (sender, requests) = sync_channel::<FlushRequest>(depth);
    let (files, port) = (Arc::clone(files), Arc::clone(port));
    std::thread::Builder::new().name("flusher".to_owned()).spawn(move || {
        for FlushRequest { slot, file, moved } in requests {
            let result = match flush(&files[file as usize]) {
                Ok(()) => moved,
                Err(error) => -error.raw_os_error().unwrap_or(ERROR_NOT_SUPPORTED as i32),
            };
            let key = slot as usize + FLUSH_KEY;
            // SAFETY: the port is open; the packet carries numbers only.
            unsafe {
                let none = std::ptr::null();
                PostQueuedCompletionStatus(port.as_raw_handle(), result as u32, key, none);
            }
        }
    })?;
    Ok(sender)
}

impl OperationQueue for Iocp {
    #[inline]
    fn push(&mut self, op: &DiskOperation) {
        self.take(op);
        let handle = call::handle(&self.files[op.file as usize]);
        let at = self.slots.pointer(op.slot, op.skip_bytes);
        let (length, none) = (op.length_bytes, std::ptr::null_mut());
        let request = &raw mut self.requests[op.slot as usize];
        // SAFETY: the buffer and the request belong to this value, are not given out while in flight, and outlive the transfer.
        let code = unsafe {
            match op.kind {
                IoKind::Read => ReadFile(handle, at, length, none, request),
                IoKind::Write => WriteFile(handle, at, length, none, request),
                IoKind::Flush => {
                    return self.flush_later(FlushRequest {
                        slot: op.slot,
                        file: op.file,
                        moved: 0,
                    });
                }
                IoKind::Trim => {
                    let file = &self.files[op.file as usize];
                    let trimmed = trim::trim(file, op.offset_bytes, length.into());
                    let error = |error: io::Error| {
                        error.raw_os_error().unwrap_or(ERROR_NOT_SUPPORTED as i32)
                    };
                    let result = trimmed.map_or_else(|failed| -error(failed), |()| length as i32);
                    return self.ended(op.slot, result);
                }
            }
        };
        self.started(op, code);
    }

    fn push_scattered(&mut self, op: &DiskOperation, piece_bytes: u32) {
        self.take(op);
        let handle = call::handle(&self.files[op.file as usize]);
        let Some(segments) = self.segments.cut(&self.slots, op, piece_bytes) else {
            return self.ended(op.slot, -(ERROR_NOT_SUPPORTED as i32));
        };
        let (list, length, none) = (segments.as_ptr(), op.length_bytes, std::ptr::null());
        let request = &raw mut self.requests[op.slot as usize];
        // SAFETY: as in `push`; the list stays as it is until the slot's next operation.
        let code = unsafe {
            match op.kind {
                IoKind::Read => ReadFileScatter(handle, list, length, none, request),
                _ => WriteFileGather(handle, list, length, none, request),
            }
        };
        self.started(op, code);
    }

    fn buffer(&mut self, slot: u32) -> &mut [u8] {
        assert!(!self.in_flight[slot as usize], "slot {slot} is in flight");
        self.slots.slot(slot)
    }

    fn turn(
        &mut self,
        wait_min: u32,
        left: impl FnOnce() -> Option<Duration>,
        done: &mut Vec<Completion>,
    ) -> io::Result<()> {
        let want = wait_min.min(self.flying) as usize;
        if self.flying == 0 {
            if wait_min > 0
                && let Some(left) = left()
            {
                std::thread::sleep(left);
            }
            return Ok(());
        }
        self.take_packets(0, false)?;
        if self.ready.len() < want {
            let wait = self.timer.start(left());
            while self.ready.len() < want && !wait.is_over() {
                self.take_packets(wait.timeout_ms(), wait.is_alertable())?;
            }
            self.timer.end(&wait);
        }
        self.give(done);
        Ok(())
    }
}

impl Drop for Iocp {
    fn drop(&mut self) {
        let mut done = Vec::new();
        while self.flying > 0 {
            if self.turn(1, || None, &mut done).is_err() {
                // The kernel may still write to the buffers: they stay for ever.
                return;
            }
        }
        // SAFETY: nothing is in flight, and each is dropped once.
        unsafe {
            ManuallyDrop::drop(&mut self.requests);
            ManuallyDrop::drop(&mut self.segments);
            ManuallyDrop::drop(&mut self.slots);
        }
    }
}
