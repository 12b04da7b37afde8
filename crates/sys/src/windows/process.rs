//! What a process can still do without memory.

use windows_sys::Win32::Storage::FileSystem::WriteFile;
use windows_sys::Win32::System::Console::{GetStdHandle, STD_ERROR_HANDLE};
use windows_sys::Win32::System::Threading::{GetCurrentProcess, TerminateProcess};

/// Writes to standard error. Nobody may be reading; then nothing happens.
pub(crate) fn write_error(bytes: &[u8]) {
    let mut written = 0;
    // SAFETY: the bytes live through the call, and the count has a place.
    unsafe {
        let error = GetStdHandle(STD_ERROR_HANDLE);
        let (at, length) = (bytes.as_ptr(), bytes.len() as u32);
        WriteFile(error, at, length, &raw mut written, std::ptr::null_mut());
    }
}

/// Ends the process without running anything that could need memory.
pub(crate) fn end(code: i32) -> ! {
    // SAFETY: the process ends itself.
    unsafe {
        TerminateProcess(GetCurrentProcess(), code as u32);
    }
    unreachable!("the process has ended")
}
