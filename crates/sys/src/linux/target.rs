//! Files by their descriptors: opened for a look, opened again through the descriptor, held exclusively.

mod name;

use crate::file::{self, FileFacts, FileKind, OpenMode};
use crate::inventory::{DeviceNumber, SystemRoots, mounts};
use base::refusal::FileFault;
use std::collections::BTreeMap;
use std::ffi::CString;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

pub(crate) use name::Name;

/// A pipe, a terminal or the null device, kept open from the first look. A later open gets the same one, wherever its
/// name leads by then.
#[derive(Debug)]
pub struct OutputStream(File);

impl OutputStream {
    /// Holds what a path leads to now, links followed; does not block.
    pub fn at(path: &Path) -> io::Result<Self> {
        at_path(path, libc::O_PATH, false).map(Self)
    }

    /// What it is.
    pub fn kind(&self) -> io::Result<FileKind> {
        FileFacts::of(&self.0).map(|facts| facts.kind)
    }

    pub fn is_null(&self) -> bool {
        // Documentation/admin-guide/devices.txt of Linux: 1:3.
        let null = libc::makedev(1, 3);
        self.0.metadata().is_ok_and(|meta| meta.file_type().is_char_device() && meta.rdev() == null)
    }

    /// Opens it; `write` is for writing, otherwise for reading.
    pub fn open(&self, write: bool) -> io::Result<File> {
        let (read, flags) = (!write, libc::O_NOCTTY);
        let mut options = File::options();
        options.read(read).write(write).custom_flags(flags).open(descriptor(&self.0))
    }
}

/// Opens what a path leads to, links followed, for its facts and for later opens; neither reads nor blocks.
pub(crate) fn to_look_at(path: &Path) -> io::Result<File> {
    at_path(path, libc::O_PATH, false)
}

/// Opens the file again that is open, whatever its name is now.
pub(crate) fn reopen(held: &File, mode: OpenMode) -> io::Result<File> {
    file::open(&descriptor(held), mode).map_err(|error| explained(error, held))
}

/// Whether the file system of an open file was unmounted. False if unknown.
pub(crate) fn is_unmounted(held: &File, roots: &SystemRoots) -> bool {
    let mounts = mounts(roots);
    // An empty list says nothing.
    mount_id(held, roots)
        .is_some_and(|id| !mounts.is_empty() && mounts.iter().all(|mount| mount.id != id))
}

/// The number of the mount that an open file is reached through; `None` if unknown.
pub(crate) fn mount_id(file: &File, roots: &SystemRoots) -> Option<u64> {
    let info = roots.proc_text(&format!("self/fdinfo/{}", file.as_raw_fd()))?;
    info.lines().find_map(|line| line.strip_prefix("mnt_id:"))?.trim().parse().ok()
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
static ALONE: Mutex<BTreeMap<DeviceNumber, Weak<File>>> = Mutex::new(BTreeMap::new());

/// Opens a block device exclusively (`O_EXCL`, open(2)), for as long as the result is kept: mounts and other exclusive
/// opens are refused. It is opened for reading; other opens by this process still work.
///
/// # Errors
/// Resource busy if another program already holds it exclusively; invalid input if it is no block device; those of open.
pub(crate) fn open_exclusive(device: &File) -> io::Result<Arc<File>> {
    let Some(number) = FileFacts::of(device)?.device() else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let mut all = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(held) = all.get(&number).and_then(Weak::upgrade) {
        return Ok(held);
    }
    let flags = libc::O_EXCL | libc::O_NONBLOCK;
    let file = File::options().read(true).custom_flags(flags).open(descriptor(device))?;
    if FileFacts::of(&file)?.device() != Some(number) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let file = Arc::new(file);
    all.retain(|_, held| held.strong_count() > 0);
    all.insert(number, Arc::downgrade(&file));
    Ok(file)
}
