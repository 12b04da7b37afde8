//! The operations on a file that are not I/O: resizing, and dropping the cache in front of it.

use std::fs::File;
use std::io;
use sys::guard::{self, FreeSpaceRule};

/// The file or device below.
pub trait FileControl {
    /// Brings the file from one size to another, in bytes. What it grows by reads as zeros. After an error it has the
    /// size from before.
    ///
    /// # Errors
    /// When there is no space, or it has no size to change.
    fn resize(&mut self, from_bytes: u64, to_bytes: u64) -> io::Result<()>;

    /// Drops clean pages of the range from a memory in front of the storage, where there is one: what cannot be
    /// dropped stays, and proves less.
    fn forget(&mut self, offset_bytes: u64, length_bytes: u64);
}

impl FileControl for File {
    fn resize(&mut self, from_bytes: u64, to_bytes: u64) -> io::Result<()> {
        if to_bytes < from_bytes {
            return self.set_len(to_bytes);
        }
        guard::grow(self, to_bytes, FreeSpaceRule::Reserve)?;
        self.set_len(to_bytes)
    }

    fn forget(&mut self, offset_bytes: u64, length_bytes: u64) {
        let _ = sys::file::forget_range(self, offset_bytes, length_bytes);
    }
}
