//! The numbers of errors that no system call returned: those of simulated storage and of the worker loop.

use windows_sys::Win32::Foundation::{ERROR_DISK_FULL, ERROR_IO_DEVICE, ERROR_TIMEOUT};

pub const IO: i32 = ERROR_IO_DEVICE.cast_signed();
pub const NO_SPACE: i32 = ERROR_DISK_FULL.cast_signed();
/// After these an operation is submitted again.
pub const AGAIN: &[i32] = &[];
pub const TIMED_OUT: i32 = ERROR_TIMEOUT.cast_signed();
