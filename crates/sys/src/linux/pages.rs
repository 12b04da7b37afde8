//! Memory of whole pages from the kernel.

use std::io;
use std::ptr::NonNull;

/// Maps zeroed memory that belongs to nobody else.
pub(crate) fn map(length: usize) -> io::Result<NonNull<u8>> {
    let (access, kind) =
        (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: an anonymous private mapping at an address of the kernel's choice touches no other memory.
    let base = unsafe { libc::mmap(std::ptr::null_mut(), length, access, kind, -1, 0) };
    if base == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    Ok(NonNull::new(base.cast()).expect("a mapping that succeeded is not at zero"))
}

/// # Safety
/// `base` and `length` are those of one [`map`], and nobody uses the memory any more.
pub(crate) unsafe fn unmap(base: NonNull<u8>, length: usize) {
    // SAFETY: the caller keeps the contract.
    unsafe {
        libc::munmap(base.as_ptr().cast(), length);
    }
}
