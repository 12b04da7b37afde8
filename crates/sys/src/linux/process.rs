//! What a process can still do without memory.

/// Writes to standard error. Nobody may be reading; then nothing happens.
pub(crate) fn write_error(bytes: &[u8]) {
    // SAFETY: the bytes live through the call.
    unsafe { libc::write(libc::STDERR_FILENO, bytes.as_ptr().cast(), bytes.len()) };
}

/// Ends the process without running anything that could need memory.
pub(crate) fn end(code: i32) -> ! {
    // SAFETY: the call takes a number and does not return.
    unsafe { libc::_exit(code) }
}
