//! Memory of whole pages from the kernel.

use std::io;
use std::ptr::NonNull;
use windows_sys::Win32::System::Memory::{
    MEM_COMMIT, MEM_RELEASE, MEM_RESERVE, PAGE_READWRITE, VirtualAlloc, VirtualFree,
};

/// Maps zeroed memory that belongs to nobody else.
pub(crate) fn map(length: usize) -> io::Result<NonNull<u8>> {
    let kind = MEM_COMMIT | MEM_RESERVE;
    // SAFETY: new memory at an address of the kernel's choice touches no other memory.
    let base = unsafe { VirtualAlloc(std::ptr::null(), length, kind, PAGE_READWRITE) };
    NonNull::new(base.cast()).ok_or_else(io::Error::last_os_error)
}

/// # Safety
/// `base` is that of one [`map`], and nobody uses the memory any more.
pub(crate) unsafe fn unmap(base: NonNull<u8>, _length: usize) {
    // SAFETY: the caller keeps the contract; a release takes the whole mapping and no length.
    unsafe {
        VirtualFree(base.as_ptr().cast(), 0, MEM_RELEASE);
    }
}
