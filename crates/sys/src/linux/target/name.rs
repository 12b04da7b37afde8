//! The directory entry of an open file: takes the file, gives its directory and name, makes files there, and removes
//! the entry only while it still is that file's.

use std::ffi::{CStr, CString, OsString};
use std::fs::File;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::{directory, explained, real_path};
use crate::file::{FileFacts, FileIdentity};
use crate::guard::FileRemoval;
use crate::inventory::DeviceNumber;

/// A directory entry. The directory is kept open, so that it stays the same if its path changes.
#[derive(Debug)]
pub(crate) struct Name {
    folder: File,
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
        // The file has no name any more, or its name is in another name space.
        let Ok(folder) = directory(folder) else { return Ok(None) };
        let entry = Self { folder, name: name.to_owned() };
        let own = FileFacts::of(file)?.identity;
        Ok(entry.look()?.is_some_and(|found| found.identity == own).then_some(entry))
    }

    /// The name in the directory of a path, whether or not it exists.
    ///
    /// # Errors
    /// When there is no such directory; invalid input for a path without a name.
    pub(crate) fn at(path: &Path) -> io::Result<Self> {
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        Ok(Self { folder: directory(folder)?, name: name.to_owned() })
    }

    pub(crate) fn beside(&self, name: OsString) -> io::Result<Self> {
        Ok(Self { folder: self.folder.try_clone()?, name })
    }

    /// The last part of its path.
    pub(crate) fn name(&self) -> &OsString {
        &self.name
    }

    pub(crate) fn path(&self) -> io::Result<PathBuf> {
        Ok(real_path(&self.folder)?.join(&self.name))
    }

    /// Whether both are the same entry.
    pub(crate) fn is(&self, other: &Self) -> bool {
        let folder = |name: &Self| FileFacts::of(&name.folder).map(|facts| facts.identity).ok();
        self.name == other.name && folder(self).is_some() && folder(self) == folder(other)
    }

    /// The file there now, links not followed.
    pub(crate) fn look(&self) -> io::Result<Option<Entry>> {
        let name = self.text()?;
        let mut stat = MaybeUninit::<libc::stat>::zeroed();
        // SAFETY: the descriptor is open, `name` ends in NUL, and `stat` is a valid place to write to.
        let code = unsafe {
            let (folder, flags) = (self.folder.as_raw_fd(), libc::AT_SYMLINK_NOFOLLOW);
            libc::fstatat(folder, name.as_ptr(), stat.as_mut_ptr(), flags)
        };
        if code != 0 {
            let error = io::Error::last_os_error();
            return if error.kind() == io::ErrorKind::NotFound { Ok(None) } else { Err(error) };
        }
        // SAFETY: the call has filled it, and all zero was a valid value before.
        let stat = unsafe { stat.assume_init() };
        let kind = stat.st_mode & libc::S_IFMT;
        let identity = if kind == libc::S_IFBLK {
            FileIdentity::Device(DeviceNumber::from_stat(stat.st_rdev))
        } else {
            FileIdentity::file(stat.st_dev, stat.st_ino)
        };
        Ok(Some(Entry { identity, is_file: kind == libc::S_IFREG, owner: Some(stat.st_uid) }))
    }

    /// Makes a new, empty file of this name, readable by its owner only. Opened for reading and writing.
    ///
    /// # Errors
    /// When the name exists (a dangling link included); those of open.
    pub(crate) fn create(&self) -> io::Result<File> {
        self.create_as(0o600)
    }

    /// As [`Self::create`], with these permissions, from which the umask takes some away.
    pub(crate) fn create_as(&self, mode: libc::mode_t) -> io::Result<File> {
        self.open_as(&self.text()?, libc::O_RDWR | libc::O_CREAT | libc::O_EXCL, mode)
    }

    /// Makes a new, empty file in the same directory that has no name at any moment, readable by its owner only.
    ///
    /// # Errors
    /// Those of open; many file systems cannot make one (`O_TMPFILE` in open(2)).
    pub(crate) fn create_nameless(&self) -> io::Result<File> {
        self.open_as(c".", libc::O_RDWR | libc::O_TMPFILE, 0o600)
    }

    /// Opens the file there for reading, unless it is a symbolic link.
    pub(crate) fn read(&self) -> io::Result<File> {
        self.open(libc::O_RDONLY | libc::O_NONBLOCK)
    }

    fn open(&self, flags: libc::c_int) -> io::Result<File> {
        self.open_as(&self.text()?, flags, 0o600)
    }

    fn open_as(&self, name: &CStr, flags: libc::c_int, mode: libc::mode_t) -> io::Result<File> {
        let flags = flags | libc::O_NOFOLLOW | libc::O_CLOEXEC;
        // SAFETY: the descriptor is open and `name` ends in NUL; the mode is used when a file is made.
        let opened = unsafe { libc::openat(self.folder.as_raw_fd(), name.as_ptr(), flags, mode) };
        if opened < 0 {
            return Err(explained(io::Error::last_os_error(), &self.folder));
        }
        // SAFETY: the kernel has just given this descriptor, and nobody else has it.
        Ok(unsafe { File::from_raw_fd(opened) })
    }

    /// Removes the entry if it still belongs to this file; an entry that is already gone counts as removed.
    ///
    /// The entry is first renamed to a name that nobody knows, and checked again there. Otherwise a file that replaces
    /// it between the check and the removal would be lost.
    pub(crate) fn remove(&self, identity: FileIdentity) -> io::Result<FileRemoval> {
        match self.look()? {
            None => return Ok(FileRemoval::Removed),
            Some(found) if found.identity != identity => return Ok(FileRemoval::Replaced),
            Some(_) => {}
        }
        let (process, now) = (std::process::id(), crate::clock::unix_now());
        let aside = self.beside(format!(".plimsoll-removed-{process}-{now:x}").into())?;
        match self.rename_to(&aside) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(FileRemoval::Removed);
            }
            // Some file systems, mainly network file systems, cannot rename without replacing.
            Err(error)
                if matches!(
                    error.raw_os_error(),
                    Some(libc::EINVAL | libc::ENOSYS | libc::EOPNOTSUPP)
                ) =>
            {
                return self.unlink().map(|()| FileRemoval::Removed);
            }
            Err(error) => return Err(error),
        }
        if aside.look()?.is_some_and(|found| found.identity == identity) {
            return aside.unlink().map(|()| FileRemoval::Removed);
        }
        aside.rename_to(self)?;
        Ok(FileRemoval::Replaced)
    }

    fn rename_to(&self, to: &Self) -> io::Result<()> {
        let (old, new) = (self.text()?, to.text()?);
        // SAFETY: both descriptors are open and both names end in NUL.
        let code = unsafe {
            let (from_folder, to_folder) = (self.folder.as_raw_fd(), to.folder.as_raw_fd());
            let flags = libc::RENAME_NOREPLACE;
            let call = libc::SYS_renameat2;
            libc::syscall(call, from_folder, old.as_ptr(), to_folder, new.as_ptr(), flags)
        };
        if code == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    fn unlink(&self) -> io::Result<()> {
        let name = self.text()?;
        // SAFETY: the descriptor is open and `name` ends in NUL.
        let code = unsafe { libc::unlinkat(self.folder.as_raw_fd(), name.as_ptr(), 0) };
        if code == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    fn text(&self) -> io::Result<CString> {
        Ok(CString::new(self.name.as_bytes())?)
    }
}
