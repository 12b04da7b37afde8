//! The numbers of errors that no system call returned: those of simulated storage and of the worker loop.

pub const IO: i32 = libc::EIO;
pub const NO_SPACE: i32 = libc::ENOSPC;
/// After these an operation is submitted again.
pub const AGAIN: &[i32] = &[libc::EINTR, libc::EAGAIN];
pub const TIMED_OUT: i32 = libc::ETIMEDOUT;
