//! What decides whether a device or file may be written, as Windows shows it.

mod device;

use super::call::{checked, wide};
use super::target;
use super::volume::Volume;
use crate::file::FileFacts;
use crate::guard::{DeviceFacts, FileSystemSpace, KernelUse, WriteRefusal};
use crate::inventory::{DeviceNumber, SystemRoots};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use windows_sys::Win32::Foundation::{ERROR_SHARING_VIOLATION, GENERIC_READ};
use windows_sys::Win32::Storage::FileSystem::{FILE_SHARE_READ, GetDiskFreeSpaceExW};

pub use device::device;

/// The volumes that are mounted with bytes of a disk.
pub fn device_facts(_: &SystemRoots, number: DeviceNumber) -> DeviceFacts {
    let lies_on = |volume: &Volume| {
        let extents = volume.extents().unwrap_or_default();
        extents.iter().any(|extent| extent.disk == number.major)
    };
    let volumes = Volume::all().into_iter().filter(lies_on);
    let points = volumes.flat_map(|volume| {
        let name = volume.name;
        volume.points.into_iter().map(move |point| (name.clone(), point))
    });
    DeviceFacts {
        name: format!("PhysicalDrive{}", number.major),
        mounted: points.collect(),
        ..DeviceFacts::default()
    }
}

/// Page files are open exclusively, so that nobody opens them at all.
pub fn in_use(_: &Path) -> Option<KernelUse> {
    None
}

/// The space of the file system that contains a path.
pub fn space(path: &Path) -> io::Result<FileSystemSpace> {
    let facts = FileFacts::at(path)?;
    let folder = if facts.is_directory() { path } else { path.parent().unwrap_or(path) };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let wide = wide(folder);
    let (mut mine, mut all, mut free) = (0, 0, 0);
    // SAFETY: the folder ends in NUL, and all places are valid.
    checked(unsafe {
        GetDiskFreeSpaceExW(wide.as_ptr(), &raw mut mine, &raw mut all, &raw mut free)
    })?;
    Ok(FileSystemSpace {
        total_bytes: all,
        used_bytes: all.saturating_sub(free),
        free_bytes: mine,
        id: facts.file_system().unwrap_or(0),
        inodes_total: 0,
        inodes_free: 0,
    })
}

/// The space of the file system that contains an open file.
pub fn space_of(file: &File) -> io::Result<FileSystemSpace> {
    let path = target::real_path(file)?;
    // A file that vanishes when it is closed may have lost its name already.
    space(&path).or_else(|error| path.parent().map_or(Err(error), space))
}

/// Files carry no mark of their own: the one beside a file marks it.
pub(crate) fn attribute(_: &File) -> Option<Vec<u8>> {
    None
}

pub(crate) fn set_attribute(_: &File, _: &[u8]) -> bool {
    false
}

pub(crate) struct FileUsers {
    path: PathBuf,
}

impl FileUsers {
    pub(crate) fn of(path: &Path, held: &File, _: &SystemRoots) -> Result<Self, WriteRefusal> {
        let real = target::real_path(held);
        real.map(|path| Self { path }).map_err(|error| WriteRefusal::unreadable(path, &error))
    }

    /// The refusal for a program that has the file open for writing: Windows then lets nobody open it who shares it with readers only.
    pub(crate) fn writer(&self, path: &Path, _: &SystemRoots) -> Option<WriteRefusal> {
        let mut options = OpenOptions::new();
        let opened = options.access_mode(GENERIC_READ).share_mode(FILE_SHARE_READ).open(&self.path);
        let error = opened.err()?;
        Some(match error.raw_os_error() {
            Some(code) if code == ERROR_SHARING_VIOLATION as i32 => {
                WriteRefusal::FileOpenUnseen { path: path.to_owned() }
            }
            _ => WriteRefusal::unreadable(path, &error),
        })
    }
}
