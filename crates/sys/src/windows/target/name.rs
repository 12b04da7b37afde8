//! The directory entry of an open file: makes files there, and removes the entry only while it still is that file's.

use super::super::call::{self, checked};
use super::super::file::for_facts;
use super::real_path;
use crate::file::{FileFacts, FileIdentity, FileKind};
use crate::guard::FileRemoval;
use std::ffi::{OsStr, OsString};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use windows_sys::Win32::Storage::FileSystem::{
    DELETE, FILE_DISPOSITION_FLAG_DELETE, FILE_DISPOSITION_FLAG_IGNORE_READONLY_ATTRIBUTE,
    FILE_DISPOSITION_FLAG_POSIX_SEMANTICS, FILE_DISPOSITION_INFO, FILE_DISPOSITION_INFO_EX,
    FILE_FLAG_DELETE_ON_CLOSE, FILE_FLAG_OPEN_REPARSE_POINT, FILE_READ_ATTRIBUTES,
    FileDispositionInfo, FileDispositionInfoEx, SetFileInformationByHandle,
};

/// A directory entry. Its directory is known by its path without links.
#[derive(Debug)]
pub(crate) struct Name {
    folder: PathBuf,
    name: OsString,
}

/// The file under a name: its identity, whether it is a regular file, and its owner.
pub(crate) struct Entry {
    pub(crate) identity: FileIdentity,
    pub(crate) is_file: bool,
    pub(crate) owner: Option<u32>,
}

impl Name {
    /// The entry of an open file; none if it has no name, or was renamed since.
    pub(crate) fn of(file: &File) -> io::Result<Option<Self>> {
        let real = real_path(file)?;
        let (Some(folder), Some(name)) = (real.parent(), real.file_name()) else { return Ok(None) };
        let entry = Self { folder: folder.to_owned(), name: name.to_owned() };
        let own = FileFacts::of(file)?.identity;
        Ok(entry.look()?.is_some_and(|found| found.identity == own).then_some(entry))
    }

    /// The name in the directory of a path, whether or not it exists.
    pub(crate) fn at(path: &Path) -> io::Result<Self> {
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let held = for_facts(folder, true)?;
        if !FileFacts::of(&held)?.is_directory() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Self { folder: real_path(&held)?, name: name.to_owned() })
    }

    pub(crate) fn beside(&self, name: OsString) -> io::Result<Self> {
        Ok(Self { folder: self.folder.clone(), name })
    }

    /// The last part of its path.
    pub(crate) fn name(&self) -> &OsStr {
        &self.name
    }

    pub(crate) fn path(&self) -> io::Result<PathBuf> {
        Ok(self.place())
    }

    fn place(&self) -> PathBuf {
        self.folder.join(&self.name)
    }

    /// Whether both are the same entry.
    pub(crate) fn is(&self, other: &Self) -> bool {
        let folder = |name: &Self| FileFacts::at(&name.folder).map(|facts| facts.identity).ok();
        self.name.eq_ignore_ascii_case(&other.name)
            && folder(self).is_some()
            && folder(self) == folder(other)
    }

    /// The file there now, links not followed.
    pub(crate) fn look(&self) -> io::Result<Option<Entry>> {
        match FileFacts::of_entry(&self.place()) {
            Ok(found) => Ok(Some(Entry {
                identity: found.identity,
                is_file: found.kind == FileKind::File,
                owner: found.owner,
            })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Makes a new, empty file of this name. Opened for reading and writing.
    pub(crate) fn create(&self) -> io::Result<File> {
        self.create_with(0)
    }

    /// As [`Self::create`]: the permissions of a new file are those of its folder.
    pub(crate) fn create_as(&self, _mode: u32) -> io::Result<File> {
        self.create()
    }

    /// Makes a new, empty file of this name that disappears when it is closed, however the program ends.
    pub(crate) fn create_nameless(&self) -> io::Result<File> {
        self.create_with(FILE_FLAG_DELETE_ON_CLOSE)
    }

    fn create_with(&self, flags: u32) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        options.custom_flags(flags).open(self.place())
    }

    /// Opens the file there for reading, unless it leads elsewhere.
    pub(crate) fn read(&self) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.read(true).custom_flags(FILE_FLAG_OPEN_REPARSE_POINT).open(self.place())
    }

    /// Removes the entry if it still belongs to this file; an entry that is already gone counts as removed. The handle that was
    /// compared is the one whose file is removed.
    pub(crate) fn remove(&self, identity: FileIdentity) -> io::Result<FileRemoval> {
        let mut options = OpenOptions::new();
        options.access_mode(DELETE | FILE_READ_ATTRIBUTES);
        let file = match options.custom_flags(FILE_FLAG_OPEN_REPARSE_POINT).open(self.place()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(FileRemoval::Removed);
            }
            opened => opened?,
        };
        if FileFacts::of(&file)?.identity != identity {
            return Ok(FileRemoval::Replaced);
        }
        remove_open(&file).map(|()| FileRemoval::Removed)
    }
}

/// Removes an open file: at once where the file system can, otherwise when its last handle is closed.
fn remove_open(file: &File) -> io::Result<()> {
    let at_once = FILE_DISPOSITION_INFO_EX {
        Flags: FILE_DISPOSITION_FLAG_DELETE
            | FILE_DISPOSITION_FLAG_POSIX_SEMANTICS
            | FILE_DISPOSITION_FLAG_IGNORE_READONLY_ATTRIBUTE,
    };
    let later = FILE_DISPOSITION_INFO { DeleteFile: true };
    let file = call::handle(file);
    // SAFETY: each structure lives through its call and has the length that is passed.
    unsafe {
        let (place, length) = ((&raw const at_once).cast(), size_of_val(&at_once) as u32);
        checked(SetFileInformationByHandle(file, FileDispositionInfoEx, place, length)).or_else(
            |_| {
                let (place, length) = ((&raw const later).cast(), size_of_val(&later) as u32);
                checked(SetFileInformationByHandle(file, FileDispositionInfo, place, length))
            },
        )
    }
}
