//! What decides whether a device or file may be written, as the kernel shows it.

mod device;
mod file;
mod layers;
mod openers;
mod related;

use crate::guard::FileSystemSpace;
use std::ffi::CString;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

pub use device::{device, device_facts, judge};
pub use file::in_use;
pub(crate) use file::{FileUsers, attribute, set_attribute};

pub fn space(path: &Path) -> io::Result<FileSystemSpace> {
    let path = CString::new(path.as_os_str().as_bytes())?;
    // SAFETY: `path` ends in NUL and lives through the call.
    asked(|stat| unsafe { libc::statvfs(path.as_ptr(), stat) })
}

/// The space of the file system that contains an open file.
pub fn space_of(file: &File) -> io::Result<FileSystemSpace> {
    // SAFETY: the descriptor is open.
    asked(|stat| unsafe { libc::fstatvfs(file.as_raw_fd(), stat) })
}

fn asked(ask: impl FnOnce(&mut libc::statvfs) -> libc::c_int) -> io::Result<FileSystemSpace> {
    // SAFETY: statvfs is plain integers, for which all zero is a valid value.
    let mut stat: libc::statvfs = unsafe { std::mem::zeroed() };
    if ask(&mut stat) != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(FileSystemSpace {
        total_bytes: stat.f_blocks * stat.f_frsize,
        used_bytes: stat.f_blocks.saturating_sub(stat.f_bfree) * stat.f_frsize,
        free_bytes: stat.f_bavail * stat.f_frsize,
        id: stat.f_fsid,
        inodes_total: stat.f_files,
        inodes_free: stat.f_favail,
    })
}
