//! Operations on a file that are not I/O: resizing, and dropping the cache in front of it.

use std::fs::File;
use std::io;
use sys::guard::{self, FreeSpaceRule};

/// The file or device under test.
pub trait FileControl {
    /// Resizes the file, in bytes. New space reads as zeros. After an error, the file has its old size.
    ///
    /// # Errors
    /// If there is no space, or the size cannot be changed.
    fn resize(&mut self, from_bytes: u64, to_bytes: u64) -> io::Result<()>;

    /// Drops clean pages of the range from a cache in front of the storage, if there is one. Pages that cannot be dropped
    /// stay cached, and reading them proves less.
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
