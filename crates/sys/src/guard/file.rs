//! May a file be written: takes its path, the files the user gave up and [`Roots`], gives leave or the reason
//! against it; makes new files of our own and knows them again.
//!
//! A file of ours carries the extended attribute `user.plimsoll`; where a file system has none, a small file
//! `.NAME.plimsoll` lies beside it. Either holds the inode number, so that neither a copy that took the attribute
//! along nor a stranger's file of the same name passes for ours, and the size and time of change that the file had when
//! we last wrote to it, so that it is no longer ours once somebody else wrote to it. A mark inside the file would not
//! last: tests overwrite every block.

use std::ffi::{CStr, CString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use super::{Grant, Identity, Reason};
use crate::inventory::Roots;

const ATTRIBUTE: &CStr = c"user.plimsoll";

/// Why a file is not written to.
#[derive(Debug, thiserror::Error)]
pub enum FileRefusal {
    /// We did not make it, and the user did not give it up.
    #[error("{} was not made by plimsoll; name it with --overwrite {} if its content may be lost", .0.display(), word(.0))]
    NotOurs(PathBuf),
    /// We made it, but it is not as we left it.
    #[error("{} was made by plimsoll and was written to after it was last left: by a run of plimsoll that goes on or was killed, or by another program; name it with --overwrite {} if its content may be lost", .0.display(), word(.0))]
    Changed(PathBuf),
    /// It is a symbolic link, and what it leads to was not given up.
    #[error("{} is a symbolic link to {}; name the file itself, or name it with --overwrite", link.display(), to.display())]
    Link {
        /// The link.
        link: PathBuf,
        /// Where it leads.
        to: PathBuf,
    },
    /// The file has further names.
    #[error("{} has {names} names (hard links), so others may rely on it; name it with --overwrite if its content may be lost", path.display())]
    HardLinks {
        /// The file.
        path: PathBuf,
        /// How many names it has.
        names: u64,
    },
    /// The kernel itself uses it.
    #[error("{} is in use as {by}; it is never overwritten", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
        /// As what.
        by: String,
    },
    /// It is not a regular file.
    #[error("{} is not a regular file", .0.display())]
    NotAFile(PathBuf),
    /// It cannot be looked at.
    #[error("cannot look at {}: {source}; it is not written to", path.display())]
    Unreadable {
        /// The path as given.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Judges a file. `overwrite` are the paths the user gave up; they are compared by identity, not by spelling.
///
/// # Errors
/// With the reason against it.
pub fn file(path: &Path, overwrite: &[PathBuf], roots: &Roots) -> Result<Grant, FileRefusal> {
    let unreadable = |source| FileRefusal::Unreadable { path: path.to_owned(), source };
    let own = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return absent(path),
        other => other.map_err(unreadable)?,
    };
    // A link that leads nowhere fails here: making a file through it would put it where nobody asked for it.
    let real = fs::canonicalize(path).map_err(unreadable)?;
    let meta = fs::metadata(&real).map_err(unreadable)?;
    if !meta.is_file() {
        return Err(FileRefusal::NotAFile(path.to_owned()));
    }
    if let Some(by) = used_by(roots, &meta) {
        return Err(FileRefusal::InUse { path: path.to_owned(), by });
    }
    let identity = Some(Identity::File { dev: meta.dev(), ino: meta.ino() });
    let same = |m: fs::Metadata| (m.dev(), m.ino()) == (meta.dev(), meta.ino());
    if overwrite.iter().any(|o| fs::metadata(o).is_ok_and(same)) {
        return Ok(Grant { path: real, reason: Reason::Named, identity });
    }
    if own.file_type().is_symlink() {
        return Err(FileRefusal::Link { link: path.to_owned(), to: real });
    }
    if meta.nlink() > 1 {
        return Err(FileRefusal::HardLinks { path: path.to_owned(), names: meta.nlink() });
    }
    match marked(&real).map_err(unreadable)? {
        Marked::Untouched => Ok(Grant { path: real, reason: Reason::Ours, identity }),
        Marked::Changed => Err(FileRefusal::Changed(path.to_owned())),
        Marked::No => Err(FileRefusal::NotOurs(path.to_owned())),
    }
}

fn word(path: &Path) -> String {
    base::shell::quoted(path.as_os_str().as_bytes(), false)
}

fn absent(path: &Path) -> Result<Grant, FileRefusal> {
    let unreadable = |source| FileRefusal::Unreadable { path: path.to_owned(), source };
    let Some(name) = path.file_name() else {
        return Err(FileRefusal::NotAFile(path.to_owned()));
    };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let folder = fs::canonicalize(folder).map_err(unreadable)?;
    Ok(Grant { path: folder.join(name), reason: Reason::Absent, identity: None })
}

/// Makes a new, empty file of our own, readable by its owner only, and marks it. Opened for reading and writing.
///
/// # Errors
/// When something of that name exists, be it a link that leads nowhere, or it cannot be made or marked.
pub fn create(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .mode(0o600)
        .custom_flags(libc::O_NOFOLLOW)
        .open(path)?;
    if let Err(error) = mark(path, &file) {
        // An unmarked file would be refused at its next use, so it is not left behind.
        let _ = fs::remove_file(path);
        return Err(error);
    }
    Ok(file)
}

/// Marks a file that we have just made as ours, with the size and time of change that it has now.
///
/// # Errors
/// When neither an extended attribute nor a file beside it can be made.
pub fn mark(path: &Path, file: &File) -> io::Result<()> {
    let text = mark_text(&file.metadata()?);
    // SAFETY: the name ends in NUL, `text` is valid for the given length, and the descriptor is open.
    let result = unsafe {
        libc::fsetxattr(file.as_raw_fd(), ATTRIBUTE.as_ptr(), text.as_ptr().cast(), text.len(), 0)
    };
    if result == 0 {
        return Ok(());
    }
    let beside = beside(path);
    match fs::symlink_metadata(&beside) {
        // The mark of a file that is gone; ours to replace, as its name says.
        Ok(meta) if meta.is_file() => fs::remove_file(&beside)?,
        _ => {}
    }
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(beside)?
        .write_all(text.as_bytes())
}

/// Takes what a file of ours holds now for ours too, after we wrote to it; a file that we did not make stays a
/// stranger's. Call it only after a write that the guard allowed.
///
/// # Errors
/// When it cannot be opened, flushed or marked; it is then taken for changed by others.
pub fn renew(path: &Path) -> io::Result<()> {
    if marked(path)? == Marked::No {
        return Ok(());
    }
    let file = File::open(path)?;
    // File systems of a network tell the last time of change only after a flush.
    file.sync_all()?;
    mark(path, &file)
}

/// What the mark of a file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marked {
    /// We did not make it.
    No,
    /// We made it, and nobody wrote to it since.
    Untouched,
    /// We made it, and somebody wrote to it since.
    Changed,
}

/// Whether a file is one of ours, and as we left it.
///
/// # Errors
/// When it cannot be looked at.
pub fn is_ours(path: &Path) -> io::Result<bool> {
    Ok(marked(path)? == Marked::Untouched)
}

fn marked(path: &Path) -> io::Result<Marked> {
    let meta = fs::symlink_metadata(path)?;
    if !meta.is_file() {
        return Ok(Marked::No);
    }
    let judged = |found: &[u8]| {
        if found == mark_text(&meta).as_bytes() {
            Marked::Untouched
        } else if found.starts_with(maker_text(&meta).as_bytes()) {
            Marked::Changed
        } else {
            Marked::No
        }
    };
    let own = attribute(path)?.map_or(Marked::No, |found| judged(&found));
    if own != Marked::No {
        return Ok(own);
    }
    let beside = beside(path);
    // The file beside counts only if it belongs to who owns the file, so that no other user can vouch for it.
    let same_owner =
        fs::symlink_metadata(&beside).is_ok_and(|m| m.is_file() && m.uid() == meta.uid());
    let text = if same_owner { fs::read(beside).unwrap_or_default() } else { Vec::new() };
    Ok(judged(&text))
}

/// Removes a file that we made, and its mark, whatever was written to it since; a file that is gone already is fine, one that is not ours stays.
///
/// # Errors
/// When it cannot be removed, or is not ours (permission denied).
pub fn finish(path: &Path) -> io::Result<()> {
    match marked(path) {
        Ok(Marked::Untouched | Marked::Changed) => {}
        Ok(Marked::No) => {
            let text = format!("{} was not made by plimsoll and stays", path.display());
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, text));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    }
    fs::remove_file(path)?;
    match fs::remove_file(beside(path)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn mark_text(meta: &fs::Metadata) -> String {
    let (seconds, nanoseconds) = (meta.mtime(), meta.mtime_nsec());
    format!("{}{} {seconds}.{nanoseconds:09}", maker_text(meta), meta.len())
}

/// The part of a mark that says who made the file.
fn maker_text(meta: &fs::Metadata) -> String {
    format!("plimsoll 2 {} ", meta.ino())
}

fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.plimsoll"))
}

fn attribute(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let path = CString::new(path.as_os_str().as_bytes())?;
    let mut value = [0u8; 128];
    // SAFETY: both names end in NUL and `value` is writable for the length given.
    let length = unsafe {
        libc::lgetxattr(path.as_ptr(), ATTRIBUTE.as_ptr(), value.as_mut_ptr().cast(), value.len())
    };
    // Absent, not supported, not permitted or too long: in each case it is not our mark.
    Ok(usize::try_from(length).ok().map(|length| value[..length].to_vec()))
}

/// What the kernel itself uses a file for, such as swap space or the content of a loop device.
pub fn in_use(path: &Path) -> Option<String> {
    used_by(&Roots::default(), &fs::metadata(path).ok()?)
}

fn used_by(roots: &Roots, meta: &fs::Metadata) -> Option<String> {
    let same = |path: &str| {
        fs::metadata(path).is_ok_and(|m| (m.dev(), m.ino()) == (meta.dev(), meta.ino()))
    };
    let swaps = roots.proc_text("swaps").unwrap_or_default();
    for line in swaps.lines().skip(1) {
        let path = crate::inventory::unescape(line.split_whitespace().next().unwrap_or(""));
        if same(&path) {
            return Some("swap space".to_owned());
        }
    }
    roots.sys_names("class/block").into_iter().filter(|n| n.starts_with("loop")).find_map(|name| {
        let file = roots.block_text(&name, "loop/backing_file")?;
        same(&file).then(|| format!("the content of /dev/{name}"))
    })
}
