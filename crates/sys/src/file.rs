//! Files and block devices as targets: how they are opened, what they are, locks that end with the process.

use crate::inventory::DeviceNumber;
use std::fs::File;
use std::io;
use std::path::Path;

pub use crate::system::file::{
    canonical, create_private, direct_align_bytes, drop_cache, forget_range, is_reader_gone,
    let_all_read, lock, lock_bytes, nameless_direct_align_bytes, open, open_quietly,
    private_folder, private_folders, raise_open_limit, read_at, release, size_bytes, sync_folder,
    write_at,
};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OpenMode {
    pub write: bool,
    /// Created if absent (never for a device).
    pub create: bool,
    /// Past the system's cache: `O_DIRECT`, `FILE_FLAG_NO_BUFFERING`.
    pub direct: bool,
    /// Each write is durable when it completes: `O_DSYNC`, `FILE_FLAG_WRITE_THROUGH`.
    pub dsync: bool,
    /// `O_SYNC`: like `O_DSYNC`, and the file's times are durable too.
    pub sync: bool,
    /// For the whole file.
    pub advice: Option<Advice>,
}

/// What the page cache is told of the accesses that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Advice {
    Random,
    Sequential,
    /// No page is read twice.
    Once,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    Absent,
    File,
    Device,
    Other,
}

/// Whether others may lock the same file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockMode {
    Shared,
    Exclusive,
}

/// What an entry of a folder, or an open file, is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    File,
    Directory,
    BlockDevice,
    /// A terminal, the null device and their like.
    CharacterDevice,
    Pipe,
    Socket,
    /// A symbolic link, or another entry that leads elsewhere.
    Link,
}

/// The identity of an open file, independent of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileIdentity {
    /// A file by the number of its file system and its number there.
    File { file_system: u64, number: u128 },
    /// A block device by its number: it may have several nodes.
    Device(DeviceNumber),
}

impl FileIdentity {
    /// For a file the number of its file system and its own, for a device 0 and the device number.
    pub fn numbers(self) -> (u64, u64) {
        match self {
            Self::File { file_system, number } => (file_system, number as u64),
            Self::Device(number) => (0, crate::system::file::device_id(number)),
        }
    }

    /// The number of the device that it is or whose file system holds it.
    pub fn device(self) -> u64 {
        match self {
            Self::File { file_system, .. } => file_system,
            Self::Device(number) => crate::system::file::device_id(number),
        }
    }
}

/// What the system says of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileFacts {
    pub kind: FileKind,
    pub identity: FileIdentity,
    /// 0 for a device.
    pub size_bytes: u64,
    /// The space that it takes on its file system.
    pub allocated_bytes: u64,
    /// How many names it has (hard links).
    pub links: u64,
    /// The last write, in nanoseconds since 1970.
    pub modified_ns: i128,
    /// The number of the user that it belongs to, where users have numbers.
    pub owner: Option<u32>,
    /// Whether only its owner may read it; `None` where permissions do not say.
    pub is_private: Option<bool>,
}

impl FileFacts {
    /// Of the file that a path leads to, links followed.
    pub fn at(path: &Path) -> io::Result<Self> {
        crate::system::file::facts_at(path)
    }

    /// Of the entry itself, links not followed.
    pub fn of_entry(path: &Path) -> io::Result<Self> {
        crate::system::file::facts_of_entry(path)
    }

    pub fn of(file: &File) -> io::Result<Self> {
        crate::system::file::facts_of(file)
    }

    pub fn device(&self) -> Option<DeviceNumber> {
        match self.identity {
            FileIdentity::Device(number) => Some(number),
            FileIdentity::File { .. } => None,
        }
    }

    pub fn file_system(&self) -> Option<u64> {
        match self.identity {
            FileIdentity::Device(_) => None,
            FileIdentity::File { file_system, .. } => Some(file_system),
        }
    }

    /// Whether it is a file or a block device.
    pub fn is_target(&self) -> bool {
        matches!(self.kind, FileKind::File | FileKind::BlockDevice)
    }

    pub fn is_directory(&self) -> bool {
        self.kind == FileKind::Directory
    }
}

/// The kind of the file at the path, links followed.
pub fn kind(path: &Path) -> io::Result<PathKind> {
    match FileFacts::at(path).map(|facts| facts.kind) {
        Ok(FileKind::BlockDevice) => Ok(PathKind::Device),
        Ok(FileKind::File) => Ok(PathKind::File),
        Ok(_) => Ok(PathKind::Other),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(PathKind::Absent),
        Err(error) => Err(error),
    }
}

pub fn file_system(path: &Path) -> Option<u64> {
    FileFacts::at(path).ok()?.file_system()
}

/// Locks a file exclusively until it is closed, however the program ends. Returns whether the lock was taken.
pub fn take(file: &File) -> io::Result<bool> {
    lock(file, LockMode::Exclusive)
}

/// Whether the path can be opened for direct reads, by trying it.
pub fn direct_works(path: &Path) -> bool {
    open(path, OpenMode { direct: true, ..OpenMode::default() }).is_ok()
}

/// Reads a range of a file to the last byte, wherever its position is.
pub fn read_exact_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match read_at(file, bytes, at) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => {
                bytes = &mut bytes[count..];
                at += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Writes all bytes at a place of a file, wherever its position is.
pub fn write_all_at(file: &File, mut bytes: &[u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match write_at(file, bytes, at) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => {
                bytes = &bytes[count..];
                at += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
