//! Whether a file may be written: takes its path, the files the user named and [`SystemRoots`], gives an open target or
//! the reason against it; makes new files of Plimsoll and recognises them later.
//!
//! A file of Plimsoll carries a mark: the extended attribute `user.plimsoll`, or a small file `.NAME.plimsoll` beside
//! it if the file system has no attributes. The mark holds the inode number, so that a copy with the attribute, or
//! another file of the same name, does not count as marked. It also holds the size and change time of the last write by
//! Plimsoll, so that a file that another program wrote to is no longer marked. A mark inside the file would not last:
//! tests overwrite every block.

use base::refusal::FileFault;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::{MarkedTargets, WriteReason, WriteRefusal};
use crate::file::{FileFacts, FileIdentity, FileKind, OpenMode, PathKind};
use crate::inventory::SystemRoots;
use crate::system::extents;
use crate::system::guard::{FileUsers, set_attribute};
use crate::system::target::{self, Name};
use crate::target::Target;

/// How every mark begins.
const MARK: &str = "plimsoll 2 ";
/// How the mark of an output begins.
const OUTPUT: &str = "plimsoll output 1 ";

#[derive(Debug)]
pub enum FileWritePermission {
    Present(Target),
    /// For a file that does not exist yet.
    Absent(NewFile),
}

/// A file that does not exist and may be made.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    name: Name,
}

/// Opens a file and checks the open descriptor. `overwrite` are the files the user named; they are compared by
/// identity, not by path.
pub fn file(
    path: &Path,
    overwrite: impl Into<MarkedTargets>,
    roots: &SystemRoots,
) -> Result<FileWritePermission, WriteRefusal> {
    let unreadable = |error: io::Error| WriteRefusal::unreadable(path, &error);
    let own = match target::to_judge(path, false) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return absent(path).map(FileWritePermission::Absent);
        }
        other => other.map_err(unreadable)?,
    };
    let link = FileFacts::of(&own).map_err(unreadable)?.kind == FileKind::Link;
    // A dangling link fails here: a file made through it would be at a path that nobody named.
    let held = if link { target::to_judge(path, true).map_err(unreadable)? } else { own };
    let facts = FileFacts::of(&held).map_err(unreadable)?;
    if facts.kind != FileKind::File {
        return Err(WriteRefusal::NotAFile { path: path.to_owned() });
    }
    let users = FileUsers::of(path, &held, roots)?;
    let reason =
        if overwrite.into().names(facts.identity) { WriteReason::Named } else { WriteReason::Ours };
    let target = Target::new(path, held, Some(reason), Vec::new()).map_err(unreadable)?;
    let unless_open = |target: Target| {
        users.writer(path, roots).map_or(Ok(FileWritePermission::Present(target)), Err)
    };
    if reason == WriteReason::Named {
        return unless_open(target);
    }
    if link {
        let (link, to) = (path.to_owned(), target.real().to_owned());
        return Err(WriteRefusal::Link { link, to });
    }
    if facts.links > 1 {
        return Err(WriteRefusal::HardLinks { path: path.to_owned(), names: facts.links });
    }
    match marked(MARK, &target).map_err(unreadable)? {
        FileMark::Untouched => Ok(FileWritePermission::Present(target)),
        FileMark::Changed => Err(WriteRefusal::FileChanged { path: path.to_owned() }),
        FileMark::No if holds_nothing(&target).map_err(unreadable)? => {
            unless_open(target.because(WriteReason::Blank).map_err(unreadable)?)
        }
        FileMark::No => Err(WriteRefusal::FileNotOurs { path: path.to_owned() }),
    }
}

/// Whether a file is empty or all hole; false where the file system does not tell holes.
fn holds_nothing(target: &Target) -> io::Result<bool> {
    let file = target.open(OpenMode::default())?;
    Ok(file.metadata()?.len() == 0 || extents::is_all_hole(&file)?)
}

fn absent(path: &Path) -> Result<NewFile, WriteRefusal> {
    let unreadable = |error: io::Error| WriteRefusal::unreadable(path, &error);
    if path.file_name().is_none() {
        return Err(WriteRefusal::NotAFile { path: path.to_owned() });
    }
    let name = Name::at(path).map_err(unreadable)?;
    Ok(NewFile { path: name.path().map_err(unreadable)?, name })
}

impl NewFile {
    /// Its path; its folder without symbolic links.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether both would be the same file.
    pub fn is(&self, other: &Self) -> bool {
        self.name.is(&other.name)
    }

    /// Makes it: empty, with the permissions that the umask leaves of fio's 644, and marked.
    ///
    /// # Errors
    /// When the name exists by now (a dangling link included), or the file cannot be made or marked.
    pub fn make(self) -> io::Result<Target> {
        let file = self.name.create_as(0o644)?;
        let identity = FileFacts::of(&file)?.identity;
        if let Err(error) = put_mark(MARK, &file, &self.name) {
            // An unmarked file would be refused at its next use, so it is removed.
            let _ = self.name.remove(identity);
            return Err(error);
        }
        Target::made(&self.path, file, Some(self.name))
    }
}

/// Makes and marks a new, empty file, readable by its owner only.
///
/// # Errors
/// When the name exists (a dangling link included), or the file cannot be made or marked.
pub fn create(path: &Path) -> io::Result<Target> {
    NewFile { path: path.to_owned(), name: Name::at(path)? }.make()
}

/// Makes an unnamed file in a folder: it disappears when it is closed, however the program ends. `shown` is the path in
/// messages.
pub fn create_nameless(folder: &Path, shown: &Path) -> io::Result<Target> {
    let own = format!(".plimsoll-check-{}-{:x}", std::process::id(), crate::clock::unix_now());
    let name = Name::at(&folder.join(own))?;
    if let Ok(file) = name.create_nameless() {
        return Target::made(shown, file, None);
    }
    // A process that is killed before the removal leaves this file.
    let file = name.create()?;
    if name.remove(FileFacts::of(&file)?.identity)? != FileRemoval::Removed {
        // Another process renamed it: it may have another name and would not disappear.
        return Err(io::Error::other(FileFault::OtherFile));
    }
    Target::made(shown, file, None)
}

/// Marks a file that Plimsoll has just made, with its present size and change time.
///
/// # Errors
/// When neither an extended attribute nor a file beside it can be made.
pub fn mark(path: &Path, file: &File) -> io::Result<()> {
    put_mark(MARK, file, &Name::at(path)?)
}

/// Marks an output that Plimsoll has just written. Outputs are results: no test may overwrite them, and only another
/// output replaces them.
///
/// # Errors
/// When neither an extended attribute nor a file beside it can be made.
pub fn mark_output(path: &Path, file: &File) -> io::Result<()> {
    put_mark(OUTPUT, file, &Name::at(path)?)
}

fn put_mark(kind: &str, file: &File, name: &Name) -> io::Result<()> {
    let text = mark_text(kind, &FileFacts::of(file)?);
    if set_attribute(file, text.as_bytes()) {
        return Ok(());
    }
    let beside = beside(name)?;
    // The mark of a file that is gone may be replaced; anything else of that name stays.
    if let Some((identity, old)) = read_beside(&beside, None)
        && [MARK, OUTPUT].iter().any(|mark| old.starts_with(mark.as_bytes()))
    {
        // Another file that took its place makes `create` fail.
        let _ = beside.remove(identity)?;
    }
    beside.create()?.write_all(text.as_bytes())
}

impl Target {
    /// Renews the mark of a file after Plimsoll wrote to it. A file that Plimsoll did not make stays unmarked.
    ///
    /// # Errors
    /// When it cannot be opened, flushed or marked; it then counts as changed by others.
    pub fn renew(&self) -> io::Result<()> {
        let Some(name) = self.name() else { return Ok(()) };
        let is_ours = match self.write_reason() {
            None => false,
            // From now on it holds nothing but test data.
            Some(WriteReason::Blank) => true,
            Some(_) => marked(MARK, self)? != FileMark::No,
        };
        if !is_ours {
            return Ok(());
        }
        // Network file systems report the last change time only after a flush, which Windows allows to writers only.
        let file = self.open(OpenMode { write: true, ..OpenMode::default() })?;
        file.sync_all()?;
        put_mark(MARK, &file, name)
    }

    /// Whether Plimsoll made the file, even if others wrote to it since.
    pub fn is_marked(&self) -> io::Result<bool> {
        Ok(marked(MARK, self)? != FileMark::No)
    }

    /// Removes a file that Plimsoll made, and its mark, even if others wrote to it since. A file without a mark, or
    /// whose name belongs to another file by now, stays.
    pub fn finish(&self) -> io::Result<FileRemoval> {
        let Some(name) = self.name() else { return Ok(FileRemoval::Removed) };
        if !self.is_marked()? {
            return Ok(FileRemoval::NotOurs);
        }
        if name.remove(self.identity())? == FileRemoval::Replaced {
            return Ok(FileRemoval::Replaced);
        }
        let beside = beside(name)?;
        match read_beside(&beside, None) {
            Some((identity, text)) if text.starts_with(MARK.as_bytes()) => {
                beside.remove(identity).map(|_| FileRemoval::Removed)
            }
            _ => Ok(FileRemoval::Removed),
        }
    }
}

#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileRemoval {
    /// It is gone, now or before, or it had no name.
    Removed,
    /// Plimsoll did not make it, so it stays.
    NotOurs,
    /// Another file has its name by now, and stays.
    Replaced,
}

/// The state of a file according to its mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileMark {
    /// Plimsoll did not make it.
    No,
    /// Plimsoll made it, and nobody else wrote to it since.
    Untouched,
    /// Plimsoll made it, and another program wrote to it since.
    Changed,
}

/// Whether Plimsoll made a file and nobody else changed it since.
pub fn is_ours(path: &Path) -> io::Result<bool> {
    let found = opened(path)?;
    Ok(found.map(|target| marked(MARK, &target)).transpose()? == Some(FileMark::Untouched))
}

/// Whether a file is an output of Plimsoll that nobody else changed since.
pub fn is_our_output(path: &Path) -> io::Result<bool> {
    let found = opened(path)?;
    Ok(found.map(|target| marked(OUTPUT, &target)).transpose()? == Some(FileMark::Untouched))
}

/// Removes a file that Plimsoll made, and its mark: [`Target::finish`] by path.
pub fn finish(path: &Path) -> io::Result<FileRemoval> {
    match opened(path) {
        Ok(Some(target)) => target.finish(),
        Ok(None) => Ok(FileRemoval::NotOurs),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(FileRemoval::Removed),
        Err(error) => Err(error),
    }
}

/// The regular file of that name, links not followed; `None` if it is something else.
fn opened(path: &Path) -> io::Result<Option<Target>> {
    let file = target::to_judge(path, false)?;
    if FileFacts::of(&file)?.kind != FileKind::File {
        return Ok(None);
    }
    Target::new(path, file, None, Vec::new()).map(Some)
}

fn marked(kind: &str, target: &Target) -> io::Result<FileMark> {
    if target.kind() != PathKind::File {
        return Ok(FileMark::No);
    }
    let facts = target.facts()?;
    let judged = |found: &[u8]| {
        if found == mark_text(kind, &facts).as_bytes() {
            FileMark::Untouched
        } else if found.starts_with(maker_text(kind, &facts).as_bytes()) {
            FileMark::Changed
        } else {
            FileMark::No
        }
    };
    let own = target.attribute().map_or(FileMark::No, |found| judged(&found));
    if own != FileMark::No {
        return Ok(own);
    }
    let Some(name) = target.name() else { return Ok(FileMark::No) };
    // The mark file counts only if it has the same owner as the file, so that no other user can forge the mark.
    let text = read_beside(&beside(name)?, facts.owner);
    Ok(judged(&text.map_or_else(Vec::new, |(_, text)| text)))
}

/// The mark file: its identity and its text. If `owner` is given, only a file of that user.
fn read_beside(beside: &Name, owner: Option<u32>) -> Option<(FileIdentity, Vec<u8>)> {
    let entry = beside.look().ok()??;
    if !entry.is_file || owner.is_some() && owner != entry.owner {
        return None;
    }
    let file = beside.read().ok()?;
    let identity = FileFacts::of(&file).ok()?.identity;
    let mut text = Vec::new();
    file.take(256).read_to_end(&mut text).ok()?;
    (identity == entry.identity).then_some((identity, text))
}

fn mark_text(kind: &str, facts: &FileFacts) -> String {
    let second = 1_000_000_000;
    let (seconds, nanoseconds) =
        (facts.modified_ns.div_euclid(second), facts.modified_ns.rem_euclid(second));
    format!("{}{} {seconds}.{nanoseconds:09}", maker_text(kind, facts), facts.size_bytes)
}

/// The part of a mark that says who made the file.
fn maker_text(kind: &str, facts: &FileFacts) -> String {
    let number = match facts.identity {
        FileIdentity::File { number, .. } => number,
        FileIdentity::Device(_) => 0,
    };
    format!("{kind}{number} ")
}

fn beside(name: &Name) -> io::Result<Name> {
    let mut beside = OsString::from(".");
    beside.push(name.name());
    beside.push(".plimsoll");
    name.beside(beside)
}
