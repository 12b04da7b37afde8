//! Growth of files within the reserve of their file system: takes an open file, its new size and the space to keep
//! free. Allocates first and checks afterwards, so that two processes cannot both pass. Never writes data.

use super::{FileFault, FileSystemSpace, FreeSpaceRule, space_of};
use crate::file::FileFacts;
use crate::system::file::allocate;
use base::Bytes;
use std::fs::File;
use std::io;

/// Allocates the space of a file up to `size_bytes`, including its holes. The file is then at least as long; after an
/// error it is as long as before. Nothing is allocated if that would leave less than `keep` free, because space for
/// holes cannot be given back. If the file system cannot reserve space, the free space is only compared: the writer of
/// the file calls [`within_reserve`] as it grows.
///
/// # Errors
/// Storage full, with a [`FileFault`], when less than `keep` would stay free; those of the file system.
pub fn grow(file: &File, size_bytes: u64, keep: FreeSpaceRule) -> io::Result<()> {
    let before = FileFacts::of(file)?;
    let had_bytes = before.allocated_bytes;
    let more_bytes = size_bytes.saturating_sub(had_bytes);
    if more_bytes > 0 {
        let space = space_of(file)?;
        let left =
            FileSystemSpace { free_bytes: space.free_bytes.saturating_sub(more_bytes), ..space };
        enough(left, keep)?;
    }
    let taken = match allocate(file, size_bytes) {
        Ok(()) => {
            // Space that was already allocated does not reduce the free space.
            let has_bytes = FileFacts::of(file)?.allocated_bytes;
            if has_bytes > had_bytes { within_reserve(file, keep) } else { Ok(()) }
        }
        Err(error) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(error) => Err(error),
    };
    if taken.is_err() {
        // Some file systems keep the allocated part. The first error is the one to report.
        drop(file.set_len(before.size_bytes));
    }
    taken
}

/// Allocates the holes of a file that is to be written up to `size_bytes`, as [`grow`] does; a file without holes is
/// not changed. The file keeps its length if that is larger.
pub fn fill_holes(file: &File, size_bytes: u64, keep: FreeSpaceRule) -> io::Result<()> {
    let facts = FileFacts::of(file)?;
    let held_bytes = facts.size_bytes.min(facts.allocated_bytes);
    if held_bytes < size_bytes { grow(file, size_bytes, keep) } else { Ok(()) }
}

/// Checks that the file's file system still has the space free that `keep` requires.
///
/// # Errors
/// Storage full, with a [`FileFault`], when it has not; those of asking for it.
pub fn within_reserve(file: &File, keep: FreeSpaceRule) -> io::Result<()> {
    if keep == FreeSpaceRule::Nothing { Ok(()) } else { enough(space_of(file)?, keep) }
}

fn enough(left: FileSystemSpace, keep: FreeSpaceRule) -> io::Result<()> {
    let kept_bytes = keep.bytes(left.total_bytes);
    if left.free_bytes >= kept_bytes {
        return Ok(());
    }
    let shortage =
        FileFault::SpaceShortage { left: Bytes(left.free_bytes), kept: Bytes(kept_bytes) };
    Err(io::Error::new(io::ErrorKind::StorageFull, shortage))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_would_touch_the_reserve_keeps_its_length() {
        let path = std::env::temp_dir().join(format!("plimsoll-growth-{}", std::process::id()));
        let file = File::create_new(&path).expect("own");
        std::fs::remove_file(&path).expect("the file was made");
        file.set_len(4096).expect("own");
        let free = space_of(&file).expect("a file system").free_bytes;
        // More than the file system has: either it or this function refuses.
        let error =
            grow(&file, free.saturating_mul(2), FreeSpaceRule::Reserve).expect_err("too much");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{error}");
        assert_eq!(file.metadata().expect("open").len(), 4096);
        let told = enough(
            FileSystemSpace {
                total_bytes: 1 << 32,
                free_bytes: 139 << 20,
                ..FileSystemSpace::default()
            },
            FreeSpaceRule::Reserve,
        );
        let told = told.expect_err("1 GiB stays free");
        let shortage = told.get_ref().and_then(|inner| inner.downcast_ref());
        assert_eq!(
            shortage,
            Some(&FileFault::SpaceShortage { left: Bytes(139 << 20), kept: Bytes(1 << 30) })
        );
    }

    #[test]
    fn holes_that_would_take_the_reserve_stay_holes() {
        let path = std::env::temp_dir().join(format!("plimsoll-holes-{}", std::process::id()));
        let file = File::create_new(&path).expect("own");
        std::fs::remove_file(&path).expect("the file was made");
        let length = 2 * space_of(&file).expect("a file system").free_bytes;
        if file.set_len(length).is_err() {
            // No file may be as long as this file system is large.
            return;
        }
        let error = grow(&file, length, FreeSpaceRule::Reserve).expect_err("too much");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{error}");
        let after = FileFacts::of(&file).expect("open");
        assert_eq!((after.size_bytes, after.allocated_bytes), (length, 0));
    }

    #[test]
    fn what_a_file_has_takes_nothing_more() {
        let path = std::env::temp_dir().join(format!("plimsoll-growth-has-{}", std::process::id()));
        let file = File::create_new(&path).expect("own");
        std::fs::remove_file(&path).expect("the file was made");
        grow(&file, 1 << 20, FreeSpaceRule::Nothing).expect("a MiB is free");
        let (has, keep) = (file.metadata().expect("open").len(), FreeSpaceRule::Reserve);
        // Nothing more is allocated, so the free space does not matter.
        grow(&file, has, keep).expect("it is there");
    }
}
