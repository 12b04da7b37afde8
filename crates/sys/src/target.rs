//! Files and devices as the guard checked them: takes a path once, gives an open descriptor; every later open goes
//! through it.
//!
//! A path may lead elsewhere a moment later. Therefore a [`Target`] is opened first, and [`crate::guard`] checks the
//! descriptor. Later opens go through that descriptor and are compared with it. The permission to write and the
//! descriptor are one value, so nothing unchecked is written. A writable block device is held exclusively until its
//! last [`Target`] is dropped.

use base::refusal::FileFault;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::file::{self, FileFacts, FileIdentity, FileKind, OpenMode, PathKind};
use crate::guard::WriteReason;
use crate::inventory::SystemRoots;
use crate::system::target::{self as system, Name};

pub use system::OutputStream;

/// An open file or block device. Copies share the descriptor.
#[derive(Clone, Debug)]
pub struct Target(Arc<OpenTarget>);

#[derive(Debug)]
struct OpenTarget {
    /// The path as given, for messages.
    path: PathBuf,
    /// The path without symbolic links, at the time of opening.
    real: PathBuf,
    /// Kept open, so that its inode number is not reused.
    file: File,
    identity: FileIdentity,
    kind: PathKind,
    /// Why it may be written; `None`: read only.
    leave: Option<WriteReason>,
    /// Its directory entry; none for a device and for a file without a name.
    name: Option<Name>,
    /// Exclusive opens that keep other programs away from a device.
    _alone: Vec<Arc<File>>,
}

impl Target {
    /// Opens the file or device that a path leads to now, for reading only.
    ///
    /// # Errors
    /// Those of open; invalid input, when it is neither a file nor a block device.
    pub fn to_read(path: &Path) -> io::Result<Self> {
        let file = system::to_look_at(path)?;
        Self::new(path, file, None, Vec::new())
    }

    /// Wraps a file that the caller made, or has open for writing for another reason. Not for block devices: the guard
    /// must check these.
    ///
    /// # Errors
    /// When it cannot be examined; invalid input for a block device.
    pub fn own(path: &Path, file: File) -> io::Result<Self> {
        let name = Name::of(&file).ok().flatten();
        let target = Self::made(path, file, name)?;
        if target.kind() == PathKind::Device {
            Err(io::ErrorKind::InvalidInput.into())
        } else {
            Ok(target)
        }
    }

    /// A file that was just created under this name.
    pub(crate) fn made(path: &Path, file: File, name: Option<Name>) -> io::Result<Self> {
        let (identity, kind) = identify(&file)?;
        let real = system::real_path(&file).unwrap_or_else(|_| path.to_owned());
        let (path, leave) = (path.to_owned(), Some(WriteReason::Ours));
        Ok(Self(Arc::new(OpenTarget {
            path,
            real,
            file,
            identity,
            kind,
            leave,
            name,
            _alone: Vec::new(),
        })))
    }

    /// A file or device that was opened at `path` and checked.
    pub(crate) fn new(
        path: &Path,
        file: File,
        leave: Option<WriteReason>,
        alone: Vec<Arc<File>>,
    ) -> io::Result<Self> {
        let (identity, kind) = identify(&file)?;
        if kind == PathKind::Other {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let real = system::real_path(&file)?;
        let name = if kind == PathKind::File { Name::of(&file)? } else { None };
        let (path, _alone) = (path.to_owned(), alone);
        Ok(Self(Arc::new(OpenTarget { path, real, file, identity, kind, leave, name, _alone })))
    }

    /// The same with another permission to write.
    pub(crate) fn because(&self, reason: WriteReason) -> io::Result<Self> {
        Self::new(&self.0.path, self.0.file.try_clone()?, Some(reason), self.0._alone.clone())
    }

    /// The same without permission to write; a device is then no longer held exclusively.
    pub fn reading(&self) -> io::Result<Self> {
        let OpenTarget { path, real, file, identity, kind, .. } = &*self.0;
        Ok(Self(Arc::new(OpenTarget {
            path: path.clone(),
            real: real.clone(),
            file: file.try_clone()?,
            identity: *identity,
            kind: *kind,
            leave: None,
            name: None,
            _alone: Vec::new(),
        })))
    }

    /// The path as given, for messages.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Its path without symbolic links when it was opened.
    pub fn real(&self) -> &Path {
        &self.0.real
    }

    pub fn kind(&self) -> PathKind {
        self.0.kind
    }

    /// Why it may be written; `None`: read only.
    pub fn write_reason(&self) -> Option<WriteReason> {
        self.0.leave
    }

    /// Whether both are the same file or device.
    pub fn is(&self, other: &Self) -> bool {
        self.0.identity == other.0.identity
    }

    /// Its numbers, for documents and other hosts.
    pub fn numbers(&self) -> (u64, u64) {
        self.0.identity.numbers()
    }

    /// What it is, whatever its name.
    pub fn identity(&self) -> FileIdentity {
        self.0.identity
    }

    /// Opens it again, whatever its name is now.
    ///
    /// # Errors
    /// Permission denied if `mode` writes and the target is read only; those of open; other if a different file was
    /// opened.
    pub fn open(&self, mode: OpenMode) -> io::Result<File> {
        if mode.write && self.0.leave.is_none() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, FileFault::OnlyRead));
        }
        let file = system::reopen(&self.0.file, OpenMode { create: false, ..mode })?;
        if FileFacts::of(&file)?.identity != self.facts()?.identity {
            return Err(io::Error::other(FileFault::OtherFile));
        }
        Ok(file)
    }

    pub fn facts(&self) -> io::Result<FileFacts> {
        FileFacts::of(&self.0.file)
    }

    pub fn size_bytes(&self) -> io::Result<u64> {
        match self.0.kind {
            PathKind::Device => file::size_bytes(&self.open(OpenMode::default())?),
            _ => Ok(self.facts()?.size_bytes),
        }
    }

    /// Whether its file system was unmounted while it was open (`umount -l`): no path leads there any more, although
    /// the file can still be read and written. False if unknown.
    pub fn is_unmounted(&self, roots: &SystemRoots) -> bool {
        system::is_unmounted(&self.0.file, roots)
    }

    /// Whether it can be opened for direct I/O.
    pub fn direct_works(&self) -> bool {
        self.open(OpenMode { direct: true, ..OpenMode::default() }).is_ok()
    }

    pub(crate) fn name(&self) -> Option<&Name> {
        self.0.name.as_ref()
    }

    /// The mark that its file system keeps for it.
    pub(crate) fn attribute(&self) -> Option<Vec<u8>> {
        crate::system::guard::attribute(&self.0.file)
    }
}

fn identify(file: &File) -> io::Result<(FileIdentity, PathKind)> {
    let facts = FileFacts::of(file)?;
    let kind = match facts.kind {
        FileKind::BlockDevice => PathKind::Device,
        FileKind::File => PathKind::File,
        _ => PathKind::Other,
    };
    Ok((facts.identity, kind))
}

#[cfg(all(test, target_os = "linux"))]
mod tests;
