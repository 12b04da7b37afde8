//! Files and devices as the guard checked them: takes a path once, gives an open descriptor; every later open goes
//! through it.
//!
//! A path may lead elsewhere a moment later. Therefore a [`Target`] is opened first, and [`crate::guard`] checks the
//! descriptor. Later opens go through that descriptor and are compared with it. The permission to write and the
//! descriptor are one value, so nothing unchecked is written. A writable block device is held exclusively until its
//! last [`Target`] is dropped.

mod name;

use base::refusal::FileFault;
use std::collections::BTreeMap;
use std::ffi::CString;
use std::fs::{File, Metadata};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::file::{self, OpenMode, PathKind};
use crate::guard::WriteReason;
use crate::inventory::{SystemRoots, mounts};
pub(crate) use name::Name;

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

/// The identity of an open file, independent of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileIdentity {
    /// A file by its file system and inode number.
    File { dev: u64, ino: u64 },
    /// A block device by its number: it may have several nodes.
    Device { rdev: u64 },
}

impl FileIdentity {
    pub(crate) fn of(meta: &Metadata) -> Self {
        if meta.file_type().is_block_device() {
            return Self::Device { rdev: meta.rdev() };
        }
        Self::File { dev: meta.dev(), ino: meta.ino() }
    }
}

impl Target {
    /// Opens the file or device that a path leads to now, for reading only.
    ///
    /// # Errors
    /// Those of open; invalid input, when it is neither a file nor a block device.
    pub fn to_read(path: &Path) -> io::Result<Self> {
        let file = at_path(path, libc::O_PATH, false)?;
        Self::new(path, file, None, Vec::new())
    }

    /// Wraps a file that the caller made, or has open for writing for another reason. Not for block devices: the guard
    /// must check these.
    ///
    /// # Errors
    /// When `fstat` fails; invalid input for a block device.
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
        let real = real_path(&file).unwrap_or_else(|_| path.to_owned());
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
        let real = real_path(&file)?;
        let name = if kind == PathKind::File { Name::of(&file)? } else { None };
        let (path, _alone) = (path.to_owned(), alone);
        Ok(Self(Arc::new(OpenTarget { path, real, file, identity, kind, leave, name, _alone })))
    }

    /// The same with another permission to write.
    pub(crate) fn because(&self, reason: WriteReason) -> io::Result<Self> {
        Self::new(&self.0.path, self.0.file.try_clone()?, Some(reason), self.0._alone.clone())
    }

    /// The same without permission to write; a device is then no longer held exclusively.
    ///
    /// # Errors
    /// When the descriptor cannot be duplicated.
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

    /// A file or a device.
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

    /// Its numbers: for a file those of its file system and its inode, for a device 0 and the device number.
    pub fn numbers(&self) -> (u64, u64) {
        match self.0.identity {
            FileIdentity::File { dev, ino } => (dev, ino),
            FileIdentity::Device { rdev } => (0, rdev),
        }
    }

    /// The number of the device that it is or whose file system holds it.
    pub fn device(&self) -> u64 {
        match self.0.identity {
            FileIdentity::File { dev, .. } => dev,
            FileIdentity::Device { rdev } => rdev,
        }
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
        let file = file::open(&descriptor(&self.0.file), OpenMode { create: false, ..mode });
        let file = file.map_err(|error| explained(error, &self.0.file))?;
        let (now, held) =
            (FileIdentity::of(&file.metadata()?), FileIdentity::of(&self.metadata()?));
        if now != held {
            return Err(io::Error::other(FileFault::OtherFile));
        }
        Ok(file)
    }

    /// Its present metadata.
    ///
    /// # Errors
    /// Those of fstat.
    pub fn metadata(&self) -> io::Result<Metadata> {
        self.0.file.metadata()
    }

    /// Its size in bytes.
    ///
    /// # Errors
    /// Those of fstat, and of opening a device.
    pub fn size_bytes(&self) -> io::Result<u64> {
        match self.0.kind {
            PathKind::Device => file::size_bytes(&self.open(OpenMode::default())?),
            _ => Ok(self.metadata()?.len()),
        }
    }

    /// Whether its file system was unmounted while it was open (`umount -l`): no path leads there any more, although
    /// the file can still be read and written. False if unknown.
    pub fn is_unmounted(&self, roots: &SystemRoots) -> bool {
        let mounts = mounts(roots);
        // An empty list says nothing.
        mount_id(&self.0.file, roots)
            .is_some_and(|id| !mounts.is_empty() && mounts.iter().all(|mount| mount.id != id))
    }

    /// Whether it can be opened for direct I/O.
    pub fn direct_works(&self) -> bool {
        self.open(OpenMode { direct: true, ..OpenMode::default() }).is_ok()
    }

    /// Its directory entry.
    pub(crate) fn name(&self) -> Option<&Name> {
        self.0.name.as_ref()
    }

    /// A path of its descriptor, for calls that take one.
    pub(crate) fn descriptor(&self) -> PathBuf {
        descriptor(&self.0.file)
    }

    pub(crate) fn identity(&self) -> FileIdentity {
        self.0.identity
    }
}

/// A pipe, a terminal or the null device, kept open from the first look. A later open gets the same one, wherever its
/// name leads by then.
#[derive(Debug)]
pub struct OutputStream(File);

impl OutputStream {
    /// Holds what a path leads to now, links followed; does not block.
    ///
    /// # Errors
    /// Those of open.
    pub fn at(path: &Path) -> io::Result<Self> {
        at_path(path, libc::O_PATH, false).map(Self)
    }

    /// Its metadata.
    ///
    /// # Errors
    /// Those of fstat.
    pub fn metadata(&self) -> io::Result<Metadata> {
        self.0.metadata()
    }

    /// Whether it is the null device.
    pub fn is_null(&self) -> bool {
        // Documentation/admin-guide/devices.txt of Linux: 1:3.
        let null = libc::makedev(1, 3);
        self.metadata().is_ok_and(|meta| meta.file_type().is_char_device() && meta.rdev() == null)
    }

    /// Opens it; `write` is for writing, otherwise for reading.
    ///
    /// # Errors
    /// Those of open.
    pub fn open(&self, write: bool) -> io::Result<File> {
        let (read, flags) = (!write, libc::O_NOCTTY);
        let mut options = File::options();
        options.read(read).write(write).custom_flags(flags).open(descriptor(&self.0))
    }
}

/// The number of the mount that an open file is reached through; `None` if unknown.
pub(crate) fn mount_id(file: &File, roots: &SystemRoots) -> Option<u64> {
    let info = roots.proc_text(&format!("self/fdinfo/{}", file.as_raw_fd()))?;
    info.lines().find_map(|line| line.strip_prefix("mnt_id:"))?.trim().parse().ok()
}

fn identify(file: &File) -> io::Result<(FileIdentity, PathKind)> {
    let meta = file.metadata()?;
    let kind = match meta.file_type() {
        kind if kind.is_block_device() => PathKind::Device,
        kind if kind.is_file() => PathKind::File,
        _ => PathKind::Other,
    };
    Ok((FileIdentity::of(&meta), kind))
}

/// The error of an attempt to change a file or folder, in our words if no user may change it (chattr(1)).
fn explained(error: io::Error, of: &File) -> io::Error {
    // SAFETY: statx is plain integers, for which all zero is a valid value; the descriptor is open and the empty path
    // ends in NUL.
    let attributes = unsafe {
        let mut found: libc::statx = std::mem::zeroed();
        libc::statx(of.as_raw_fd(), c"".as_ptr(), libc::AT_EMPTY_PATH, 0, &raw mut found);
        found.stx_attributes
    };
    let fixed = (libc::STATX_ATTR_IMMUTABLE | libc::STATX_ATTR_APPEND) as u64;
    match error.raw_os_error() {
        Some(libc::EPERM) if attributes & fixed != 0 => {
            io::Error::new(io::ErrorKind::PermissionDenied, FileFault::Immutable)
        }
        _ => error,
    }
}

/// The path under which this process reaches an open file, with or without a name.
pub(crate) fn descriptor(file: &File) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

/// The path of an open file without symbolic links.
pub(crate) fn real_path(file: &File) -> io::Result<PathBuf> {
    std::fs::read_link(descriptor(file))
}

/// Opens a path for the guard's check (`O_PATH`, which neither reads nor blocks). `last` allows the last component to
/// be a symbolic link. Magic links of `/proc` are never followed if the kernel can refuse them (openat2(2)).
///
/// # Errors
/// Those of open.
pub(crate) fn to_judge(path: &Path, last: bool) -> io::Result<File> {
    at_path(path, libc::O_PATH | if last { 0 } else { libc::O_NOFOLLOW }, true)
}

/// Opens a directory to make and remove files in.
pub(crate) fn directory(path: &Path) -> io::Result<File> {
    at_path(path, libc::O_PATH | libc::O_DIRECTORY, true)
}

fn at_path(path: &Path, flags: libc::c_int, no_magic_links: bool) -> io::Result<File> {
    if no_magic_links {
        let name = CString::new(path.as_os_str().as_bytes())?;
        // SAFETY: the structure is plain integers, for which all zero is a valid value.
        let mut how: libc::open_how = unsafe { std::mem::zeroed() };
        how.flags = (flags | libc::O_CLOEXEC) as u64;
        how.resolve = libc::RESOLVE_NO_MAGICLINKS;
        // SAFETY: `name` ends in NUL, `how` is valid for the size given, and both live through the call.
        let opened = unsafe {
            let size = size_of::<libc::open_how>();
            libc::syscall(libc::SYS_openat2, libc::AT_FDCWD, name.as_ptr(), &raw const how, size)
        };
        if opened >= 0 {
            // SAFETY: the kernel has just given this descriptor, and nobody else has it.
            return Ok(unsafe { File::from_raw_fd(opened as libc::c_int) });
        }
        let error = io::Error::last_os_error();
        // Kernels before 5.6 do not have the call; old sandboxes forbid it.
        if !matches!(error.raw_os_error(), Some(libc::ENOSYS | libc::EPERM)) {
            return Err(error);
        }
    }
    File::options().read(true).custom_flags(flags).open(path)
}

/// Devices that this process holds exclusively, by number, so that it does not lock itself out.
static ALONE: Mutex<BTreeMap<u64, Weak<File>>> = Mutex::new(BTreeMap::new());

/// Opens a block device exclusively (`O_EXCL`, open(2)), for as long as the result is kept: mounts and other exclusive
/// opens are refused. It is opened for reading; other opens by this process still work.
///
/// # Errors
/// Resource busy if another program already holds it exclusively; invalid input if it is no block device; those of open.
pub(crate) fn open_exclusive(device: &File) -> io::Result<Arc<File>> {
    let FileIdentity::Device { rdev } = FileIdentity::of(&device.metadata()?) else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let mut all = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(held) = all.get(&rdev).and_then(Weak::upgrade) {
        return Ok(held);
    }
    let flags = libc::O_EXCL | libc::O_NONBLOCK;
    let file = File::options().read(true).custom_flags(flags).open(descriptor(device))?;
    if FileIdentity::of(&file.metadata()?) != (FileIdentity::Device { rdev }) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let file = Arc::new(file);
    all.retain(|_, held| held.strong_count() > 0);
    all.insert(rdev, Arc::downgrade(&file));
    Ok(file)
}

#[cfg(test)]
mod tests;
