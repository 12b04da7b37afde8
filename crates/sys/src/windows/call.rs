//! What every call needs: wide texts, results as [`io::Result`], requests to devices, transfers at an offset.

use crate::absent::unsupported;
use std::ffi::c_void;
use std::fs::File;
use std::io;
use std::os::windows::ffi::OsStrExt;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::path::Path;
use windows_sys::Win32::Foundation::{
    ERROR_CALL_NOT_IMPLEMENTED, ERROR_INVALID_FUNCTION, ERROR_INVALID_PARAMETER, ERROR_IO_PENDING,
    ERROR_NOT_SUPPORTED, HANDLE,
};
use windows_sys::Win32::System::IO::{DeviceIoControl, GetOverlappedResult, OVERLAPPED};
use windows_sys::Win32::System::Threading::CreateEventW;

pub(crate) fn wide(path: &Path) -> Vec<u16> {
    path.as_os_str().encode_wide().chain([0]).collect()
}

/// The text up to the first NUL.
pub(crate) fn text(units: &[u16]) -> String {
    let end = units.iter().position(|unit| *unit == 0).unwrap_or(units.len());
    String::from_utf16_lossy(&units[..end])
}

pub(crate) fn handle(file: &File) -> HANDLE {
    file.as_raw_handle()
}

/// The result of a call that answers 0 if it failed.
pub(crate) fn checked(code: i32) -> io::Result<()> {
    if code != 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Whether a call failed because the file system or the driver does not have it.
pub(crate) fn is_missing(error: &io::Error) -> bool {
    let missing = [
        ERROR_INVALID_FUNCTION,
        ERROR_NOT_SUPPORTED,
        ERROR_CALL_NOT_IMPLEMENTED,
        ERROR_INVALID_PARAMETER,
    ];
    error.raw_os_error().is_some_and(|code| missing.contains(&(code as u32)))
}

/// An event for the completion of one transfer at a time.
#[derive(Debug)]
pub(crate) struct Event(OwnedHandle);

impl Event {
    pub(crate) fn new() -> io::Result<Self> {
        // SAFETY: the call takes no pointers that are not null.
        let event = unsafe { CreateEventW(std::ptr::null(), 1, 0, std::ptr::null()) };
        if event.is_null() {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the call has just given this handle, and nobody else has it.
        Ok(Self(unsafe { OwnedHandle::from_raw_handle(event) }))
    }

    /// A request at an offset that this event announces. The low bit keeps its completion out of a completion port.
    fn request(&self, at: u64) -> OVERLAPPED {
        let mut request = OVERLAPPED::default();
        request.Anonymous.Anonymous.Offset = at as u32;
        request.Anonymous.Anonymous.OffsetHigh = (at >> 32) as u32;
        request.hEvent = (self.0.as_raw_handle() as usize | 1) as HANDLE;
        request
    }

    /// Starts a transfer at an offset by `start`, and waits for its end; the bytes that it moved.
    ///
    /// # Safety
    /// `start` starts at most one transfer with the request, on the file, and its memory lives through this call.
    pub(crate) unsafe fn transfer(
        &self,
        file: HANDLE,
        at: u64,
        start: impl FnOnce(*mut OVERLAPPED) -> i32,
    ) -> io::Result<usize> {
        let mut request = self.request(at);
        if start(&raw mut request) == 0 {
            let error = io::Error::last_os_error();
            if error.raw_os_error() != Some(ERROR_IO_PENDING as i32) {
                return Err(error);
            }
        }
        let mut moved = 0;
        // SAFETY: the request was started on this file, and this waits until the kernel no longer uses it.
        checked(unsafe { GetOverlappedResult(file, &raw const request, &raw mut moved, 1) })?;
        Ok(moved as usize)
    }
}

/// Asks a device or file system; the bytes of its answer.
pub(crate) fn ask(
    file: &File,
    request: u32,
    input: &[u8],
    answer_bytes: usize,
) -> io::Result<Vec<u8>> {
    let event = Event::new()?;
    let mut answer = vec![0u8; answer_bytes];
    let (from, to) = (input.as_ptr().cast::<c_void>(), answer.as_mut_ptr().cast::<c_void>());
    // SAFETY: both places live through the call and have the lengths that are passed.
    let count = unsafe {
        event.transfer(handle(file), 0, |overlapped| {
            let (input_bytes, answer_bytes) = (input.len() as u32, answer_bytes as u32);
            let file = handle(file);
            let count = std::ptr::null_mut();
            DeviceIoControl(file, request, from, input_bytes, to, answer_bytes, count, overlapped)
        })
    };
    let count = count
        .map_err(|error| if is_missing(&error) { unsupported("device request") } else { error })?;
    answer.truncate(count);
    Ok(answer)
}
