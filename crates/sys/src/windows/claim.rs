//! Lock files, and the programs of processes.

use crate::file::{FileFacts, FileKind};
use crate::inventory::SystemRoots;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use windows_sys::Win32::Storage::FileSystem::FILE_FLAG_OPEN_REPARSE_POINT;

/// The folders that hold the lock files: one that every user has in common, and the user's own for users who may not write there.
pub(crate) fn folders() -> [PathBuf; 2] {
    let common = std::env::var_os("ProgramData").map(PathBuf::from);
    [common.unwrap_or_else(std::env::temp_dir), std::env::temp_dir()]
}

/// Opens the lock file, or creates it if it is absent; `None` if another process is just removing it.
pub(crate) fn open(path: &Path) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).custom_flags(FILE_FLAG_OPEN_REPARSE_POINT);
    let file = match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && !path.exists() => {
            return Ok(None);
        }
        result => result?,
    };
    if FileFacts::of(&file)?.kind == FileKind::File {
        return Ok(Some(file));
    }
    Err(io::ErrorKind::InvalidInput.into())
}

/// Windows does not tell who holds a lock.
pub(crate) fn owner(_: &File, _: &SystemRoots) -> Option<u32> {
    None
}

/// The program of a process; none if it may not be asked.
pub fn command_of(process: u32, _: &SystemRoots) -> Option<String> {
    super::processes::program(process)
}
