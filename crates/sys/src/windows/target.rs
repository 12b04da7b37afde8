//! Files and disks by their handles: opened for a look, opened again through the handle, entries of folders.

mod name;

use super::call;
use super::file::{flags, for_facts};
use crate::file::{FileFacts, FileKind, OpenMode};
use crate::inventory::SystemRoots;
use std::fs::File;
use std::io;
use std::os::windows::io::FromRawHandle;
use std::path::{Path, PathBuf};
use windows_sys::Win32::Foundation::{GENERIC_READ, GENERIC_WRITE, INVALID_HANDLE_VALUE};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_NAME_NORMALIZED, FILE_SHARE_DELETE, FILE_SHARE_READ, FILE_SHARE_WRITE,
    GetFinalPathNameByHandleW, ReOpenFile,
};

pub(crate) use name::Name;

/// A pipe, a console or the null device.
#[derive(Debug)]
pub struct OutputStream {
    path: PathBuf,
    kind: FileKind,
}

impl OutputStream {
    /// Looks at what a path leads to now.
    pub fn at(path: &Path) -> io::Result<Self> {
        Ok(Self { path: path.to_owned(), kind: FileFacts::at(path)?.kind })
    }

    /// What it is.
    pub fn kind(&self) -> io::Result<FileKind> {
        Ok(self.kind)
    }

    /// Whether it is the null device, which has this name in every folder.
    pub fn is_null(&self) -> bool {
        self.path.file_stem().is_some_and(|name| name.eq_ignore_ascii_case("nul"))
    }

    /// Opens it; `write` is for writing, otherwise for reading. Names of devices cannot be given to anything else.
    pub fn open(&self, write: bool) -> io::Result<File> {
        File::options().read(!write).write(write).open(&self.path)
    }
}

/// Opens what a path leads to, links followed, for its facts and for later opens; reads nothing.
pub(crate) fn to_look_at(path: &Path) -> io::Result<File> {
    for_facts(path, true)
}

/// Opens a path for the guard's check. `last` allows the last component to lead elsewhere; otherwise the entry itself is opened.
pub(crate) fn to_judge(path: &Path, last: bool) -> io::Result<File> {
    for_facts(path, last)
}

/// Opens the file again that is open. Where the file system cannot do so by the handle, by its path: the caller compares both.
pub(crate) fn reopen(held: &File, mode: OpenMode) -> io::Result<File> {
    again(held, mode).or_else(|_| crate::file::open(&real_path(held)?, mode))
}

pub(super) fn again(held: &File, mode: OpenMode) -> io::Result<File> {
    let access = GENERIC_READ | if mode.write { GENERIC_WRITE } else { 0 };
    let share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    // SAFETY: the handle is open; the call takes numbers besides.
    let opened = unsafe { ReOpenFile(call::handle(held), access, share, flags(mode)) };
    if opened == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call has just given this handle, and nobody else has it.
    Ok(unsafe { File::from_raw_handle(opened) })
}

/// A volume that is dismounted closes no handle: its next transfer fails by itself.
pub(crate) fn is_unmounted(_: &File, _: &SystemRoots) -> bool {
    false
}

/// The path of an open file without links, as people write it.
pub(crate) fn real_path(file: &File) -> io::Result<PathBuf> {
    if let Some(number) = FileFacts::of(file)?.device() {
        let (disk, partition) = (number.major, number.minor);
        return Ok(match partition {
            0 => format!(r"\\.\PhysicalDrive{disk}"),
            _ => format!(r"\\.\Harddisk{disk}Partition{partition}"),
        }
        .into());
    }
    let mut units = vec![0u16; 512];
    loop {
        let room = units.len() as u32;
        // SAFETY: the place has the length that is passed.
        let length = unsafe {
            let (file, place) = (call::handle(file), units.as_mut_ptr());
            GetFinalPathNameByHandleW(file, place, room, FILE_NAME_NORMALIZED)
        };
        match length {
            0 => return Err(io::Error::last_os_error()),
            length if length >= room => units.resize(length as usize, 0),
            length => {
                let text = call::text(&units[..length as usize]);
                return Ok(plain(&text).into());
            }
        }
    }
}

/// A path without the prefix that switches off its interpretation, if it means the same without.
pub(crate) fn plain(path: &str) -> String {
    match (path.strip_prefix(r"\\?\UNC\"), path.strip_prefix(r"\\?\")) {
        (Some(share), _) => format!(r"\\{share}"),
        (None, Some(local)) if local.as_bytes().get(1) == Some(&b':') => local.to_owned(),
        _ => path.to_owned(),
    }
}
