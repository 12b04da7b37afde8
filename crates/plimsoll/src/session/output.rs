//! The files that the user has us write: takes a path and what must not be replaced, gives a place that was tried, or
//! the refusal, before anything is measured; never replaces what we did not write.
//!
//! A file is written beside its place and renamed, so that an old page stays whole until the new one is.

use crate::exit::Failure;
use crate::session::answer;
use std::fs::{File, FileType, Metadata, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};
use sys::guard;

/// Our mark in an HTML page stands within this many bytes of its start.
const HEAD_BYTES_MAX: u64 = 64 << 10;
/// The mark itself, see `report::html`.
const PAGE_MARK: &str = "<meta name=\"generator\" content=\"plimsoll ";

/// A place that may be written to, tried when it was made.
#[derive(Debug)]
pub(crate) struct Place {
    /// As the user named it.
    named: PathBuf,
    way: Way,
    /// Whether the file is marked as ours, so that it may be replaced next time: its text does not show whose it is.
    marked: bool,
}

#[derive(Debug)]
enum Way {
    /// Standard output itself, so that what was printed before stays.
    Standard,
    /// A pipe, a terminal or `/dev/null`: written to as it is.
    Stream,
    /// A regular file at this real path.
    File(PathBuf),
}

/// Finds the place for an output file. `option` is how the user named it, `kept` are files that must stay what they
/// are: the store, the job, every target of the run.
pub(crate) fn place(option: &str, named: &Path, kept: &[PathBuf]) -> Result<Place, Failure> {
    let way = way(named, kept, &[], &|_| false).map_err(|why| {
        Failure::target(format!("{option}: {} {why}; name another file", named.display()))
    })?;
    Ok(Place { named: named.to_owned(), way, marked: false })
}

/// The same for a text of ours that `is_ours` knows again by its beginning.
pub(crate) fn place_of_text(
    option: &str,
    named: &Path,
    kept: &[PathBuf],
    is_ours: &dyn Fn(&str) -> bool,
) -> Result<Place, Failure> {
    let way = way(named, kept, &[], is_ours).map_err(|why| {
        Failure::target(format!("{option}: {} {why}; name another file", named.display()))
    })?;
    Ok(Place { named: named.to_owned(), way, marked: false })
}

/// The same for a file in another tool's format. `overwrite` are the files that the user gave up; what was written here
/// before and left alone since is known again by its mark, and a result of the tool itself by its beginning, for which
/// `is_result` looks.
pub(crate) fn place_of_tool(
    option: &str,
    named: &Path,
    kept: &[PathBuf],
    overwrite: &[PathBuf],
    is_result: &dyn Fn(&str) -> bool,
) -> Result<Place, Failure> {
    let way = way(named, kept, overwrite, is_result).map_err(|why| {
        let give_up = match named.is_file() && !why.contains("of this run") {
            true => format!(", or give this one up with --overwrite {}", answer::quoted(named)),
            false => String::new(),
        };
        Failure::target(format!("{option}: {} {why}; name another file{give_up}", named.display()))
    })?;
    Ok(Place { named: named.to_owned(), way, marked: true })
}

/// The files of a store, which no output may replace.
pub(crate) fn files_of_store(store: &Path) -> Vec<PathBuf> {
    let with = |end: &str| {
        let mut name = store.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    ["", "-wal", "-shm", "-journal"].map(with).to_vec()
}

fn way(
    named: &Path,
    kept: &[PathBuf],
    overwrite: &[PathBuf],
    is_result: &dyn Fn(&str) -> bool,
) -> Result<Way, String> {
    if named == Path::new("/dev/stdout") {
        return Ok(Way::Standard);
    }
    let found = match std::fs::metadata(named) {
        Ok(found) => Some(found),
        Err(e) if e.kind() == io::ErrorKind::NotFound => None,
        Err(e) => return Err(format!("cannot be looked at ({e})")),
    };
    if let Some(found) = &found
        && !found.is_file()
    {
        return stream(named, found.file_type()).map(|()| Way::Stream);
    }
    if found.is_none() && named.is_symlink() {
        return Err("is a symbolic link that leads nowhere".to_owned());
    }
    let real = real(named)?;
    if kept.iter().any(|kept| same(&real, found.as_ref(), kept)) {
        return Err("is the store, the job or a target of this run".to_owned());
    }
    if let Some(by) = guard::in_use(&real) {
        return Err(format!("is in use as {by}"));
    }
    let given_up = overwrite.iter().any(|given| same(&real, found.as_ref(), given));
    let keeps = |found: Metadata| found.len() > 0 && !given_up;
    if found.is_some_and(keeps) && !may_be_replaced(&real, is_result)? {
        return Err("holds something that plimsoll did not write, and is not replaced".to_owned());
    }
    // The name that will be used is tried: rights, a full disk or a read-only medium show now.
    let beside = beside(&real);
    let tried = open_new(&beside).and_then(|_| std::fs::remove_file(&beside));
    tried.map_err(|e| format!("cannot be written ({e})"))?;
    Ok(Way::File(real))
}

/// What is no regular file: a pipe, a terminal and `/dev/null` take what comes, everything else is left alone.
fn stream(named: &Path, kind: FileType) -> Result<(), String> {
    let null = || real(named).is_ok_and(|real| real == Path::new("/dev/null"));
    let terminal = || File::open(named).is_ok_and(|file| io::IsTerminal::is_terminal(&file));
    if kind.is_dir() {
        Err("is a directory".to_owned())
    } else if kind.is_fifo() || kind.is_char_device() && (null() || terminal()) {
        Ok(())
    } else if kind.is_socket() {
        Err("is a socket".to_owned())
    } else {
        Err("is a device, and is not written to".to_owned())
    }
}

/// The path without symbolic links; of a file that is not there yet its folder is real.
fn real(named: &Path) -> Result<PathBuf, String> {
    if let Ok(real) = std::fs::canonicalize(named) {
        return Ok(real);
    }
    let name = named.file_name().ok_or("is not the name of a file")?;
    let folder = match named.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let found = std::fs::canonicalize(folder)
        .map_err(|e| format!("cannot be made: there is no folder {} ({e})", folder.display()))?;
    Ok(found.join(name))
}

fn same(path: &Path, found: Option<&Metadata>, kept: &Path) -> bool {
    let number = |m: &Metadata| (m.dev(), m.ino());
    match (found, std::fs::metadata(kept)) {
        (Some(found), Ok(kept)) => number(found) == number(&kept),
        (None, Err(_)) => real(kept).is_ok_and(|kept| kept == path),
        _ => false,
    }
}

/// Whether a file is a page or a table of ours, was marked as ours and left alone since, or is a result of the tool.
fn may_be_replaced(path: &Path, is_result: &dyn Fn(&str) -> bool) -> Result<bool, String> {
    if guard::is_ours(path).unwrap_or(false) {
        return Ok(true);
    }
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD_BYTES_MAX).read_to_end(&mut head));
    read.map_err(|e| format!("cannot be read ({e})"))?;
    let head = String::from_utf8_lossy(&head);
    let ours =
        head.contains(PAGE_MARK) || head.starts_with(report::export::intervals_header().trim_end());
    Ok(ours || is_result(&head))
}

/// The name under which a file grows until it is whole.
fn beside(real: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(real.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
    real.with_file_name(name)
}

fn open_new(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

impl Place {
    /// As the user named it.
    pub(crate) fn shown(&self) -> String {
        self.named.display().to_string()
    }

    /// Writes the file; one that was there before is replaced only when the new one is whole. The outer error is that of
    /// `fill` about its content, the inner one the file's.
    pub(crate) fn write<E>(
        &self,
        fill: impl FnOnce(&mut dyn Write) -> Result<io::Result<()>, E>,
    ) -> Result<io::Result<()>, E> {
        let whole = |file: &mut dyn Write| Ok(fill(file)?.and_then(|()| file.flush()));
        match &self.way {
            Way::Standard => whole(&mut io::stdout().lock()),
            Way::Stream => match OpenOptions::new().write(true).open(&self.named) {
                Ok(file) => whole(&mut BufWriter::new(file)),
                Err(error) => Ok(Err(error)),
            },
            Way::File(real) => {
                let beside = beside(real);
                let written = match open_new(&beside) {
                    Ok(file) => whole(&mut BufWriter::new(file)),
                    Err(error) => return Ok(Err(error)),
                };
                let done = written.map(|written| {
                    written.and_then(|()| renamed(&beside, real)).map(|()| self.mark(real))
                });
                if !matches!(done, Ok(Ok(()))) {
                    // The first failure is the one to be told.
                    drop(std::fs::remove_file(&beside));
                }
                done
            }
        }
    }

    /// A file that cannot be marked is written all the same; it only has to be given up by name next time.
    fn mark(&self, real: &Path) {
        if self.marked {
            drop(File::open(real).and_then(|file| guard::mark(real, &file)));
        }
    }

    /// Writes a text.
    pub(crate) fn write_text(&self, text: &str) -> io::Result<()> {
        let written =
            self.write(|file| Ok::<_, std::convert::Infallible>(file.write_all(text.as_bytes())));
        match written {
            Ok(written) => written,
            Err(never) => match never {},
        }
    }
}

fn renamed(from: &Path, to: &Path) -> io::Result<()> {
    if let Ok(before) = std::fs::metadata(to) {
        // Who could read the old one can read the new one, and nobody else.
        std::fs::set_permissions(from, before.permissions())?;
    }
    std::fs::rename(from, to)
}
