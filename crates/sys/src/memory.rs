//! The end of a process that cannot allocate memory: reports the requested size and a remedy, and exits with the
//! caller's code. Takes part in every allocation, and never allocates by itself.

use crate::system::process;
use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator; if it fails, the process ends with `exit_code`.
#[derive(Debug)]
pub struct Allocator {
    /// The exit code for an error of the machine, not of the program.
    pub exit_code: i32,
    /// The message, which a number of bytes divides in two. Must not allocate.
    pub message: fn() -> [&'static str; 2],
}

impl Allocator {
    #[inline]
    fn checked(&self, place: *mut u8, size_bytes: usize) -> *mut u8 {
        if place.is_null() {
            self.refused(size_bytes);
        }
        place
    }

    #[cold]
    fn refused(&self, size_bytes: usize) -> ! {
        let (mut digits, mut at, mut left) = ([0; 20], 20, size_bytes);
        while at == 20 || left > 0 {
            at -= 1;
            digits[at] = b'0' + (left % 10) as u8;
            left /= 10;
        }
        let [before, after] = (self.message)();
        for part in
            [b"plimsoll: ", before.as_bytes(), b" ", &digits[at..], b" ", after.as_bytes(), b"\n"]
        {
            process::write_error(part);
        }
        process::end(self.exit_code)
    }
}

// SAFETY: every call is passed on to the system's allocator with the caller's own arguments.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract.
        self.checked(unsafe { System.alloc(layout) }, layout.size())
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract.
        self.checked(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    #[inline]
    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size_bytes: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract.
        self.checked(unsafe { System.realloc(place, layout, size_bytes) }, size_bytes)
    }

    #[inline]
    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(place, layout) }
    }
}
