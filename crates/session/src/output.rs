//! The output files that the user names: takes a path and the files that must not be replaced. Returns a tested place, or
//! the refusal, before anything is measured. Never replaces a file that appears later, or that Plimsoll did not write.
//!
//! Each output is marked when it is written (`sys::guard`): inode, size and time of change. The content proves nothing: a
//! page that a user edited, and the result of another program, look like our output. A file is written beside its place and
//! then renamed, so that an old page stays whole until the new one is complete.

use crate::failure::{Ending, Failure};
use crate::terminal::{self, say};
use report::messages::output::{OutputFault, OutputRefusal};
use report::messages::places::PlaceFault;
use report::messages::system::{AdvisedError, SystemAction};
use std::cell::{Cell, RefCell};
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use sys::file::{FileFacts, FileIdentity, FileKind};
use sys::guard::{self, KernelUse};
use sys::target::OutputStream;

/// A place that may be written to, tested when it was created.
#[derive(Debug)]
pub struct Place {
    /// The path as the user named it, or the free name beside it if another file appeared there in the meantime.
    named: RefCell<PathBuf>,
    method: OutputMethod,
    /// Whether a new file is readable by all users; else its permissions are those that the umask leaves.
    for_all: bool,
}

#[derive(Debug)]
enum OutputMethod {
    /// Standard output itself, so that earlier output is not overwritten.
    Standard,
    /// A pipe, a terminal or `/dev/null`: kept open since the check, and written to directly.
    Stream(OutputStream),
    /// A regular file at this real path, with the stamp of the file that is known to be there; `None` if there is none.
    File { real: RefCell<PathBuf>, known: Cell<Option<FileStamp>> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileStamp {
    identity: FileIdentity,
    size_bytes: u64,
    modified_ns: i128,
}

fn stamp(found: &FileFacts) -> FileStamp {
    FileStamp {
        identity: found.identity,
        size_bytes: found.size_bytes,
        modified_ns: found.modified_ns,
    }
}

/// Finds the place for an output file. `option` is the option that names it. `kept` are files that must not change: the
/// store, the job, every target of the run. `overwrite` are the files that the user permits to overwrite; `None` if the
/// command has no such option.
pub fn place(
    option: &str,
    named: &Path,
    kept: &[PathBuf],
    overwrite: Option<&[PathBuf]>,
) -> Result<Place, Failure> {
    let method = output_method(named, kept, overwrite.unwrap_or_default()).map_err(|fault| {
        let helps =
            overwrite.is_some() && named.is_file() && !matches!(fault, OutputFault::PartOfRun);
        let (option, path) = (option.to_owned(), named.display().to_string());
        let fault = fault.to_string();
        Failure::target(if helps {
            let overwrite = terminal::quoted(named);
            OutputRefusal::RefusedOverwrite { option, path, fault, overwrite }
        } else {
            OutputRefusal::Refused { option, path, fault }
        })
    })?;
    Ok(Place { named: RefCell::new(named.to_owned()), method, for_all: false })
}

/// The files of a store, which no output may replace.
pub fn files_of_store(store: &Path) -> Vec<PathBuf> {
    let with_suffix = |suffix: &str| {
        let mut name = store.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    };
    // SQLite's own files beside a database (sqlite.org/tempfiles.html).
    ["", "-wal", "-shm", "-journal"].map(with_suffix).to_vec()
}

fn unreadable(error: io::Error) -> OutputFault {
    OutputFault::Unreadable { error: AdvisedError(&error).to_string() }
}

fn unwritable(error: io::Error) -> OutputFault {
    OutputFault::Unwritable { error: AdvisedError(&error).to_string() }
}

fn output_method(
    named: &Path,
    kept: &[PathBuf],
    overwrite: &[PathBuf],
) -> Result<OutputMethod, OutputFault> {
    if named == Path::new("/dev/stdout") {
        return Ok(OutputMethod::Standard);
    }
    let found = match FileFacts::at(named) {
        Ok(found) => Some(found),
        Err(e) if e.kind() == io::ErrorKind::NotFound => None,
        Err(e) => return Err(unreadable(e)),
    };
    if let Some(found) = &found
        && found.kind != FileKind::File
    {
        return open_stream(named).map(OutputMethod::Stream);
    }
    if found.is_none() && named.is_symlink() {
        return Err(OutputFault::BrokenLink);
    }
    let real = real_path(named)?;
    check_unused(&real, found.as_ref(), kept)?;
    let may_overwrite = overwrite.iter().any(|given| is_same(&real, found.as_ref(), given));
    let is_ours = || guard::is_our_output(&real).unwrap_or(false);
    if found.is_some_and(|found| found.size_bytes > 0) && !may_overwrite && !is_ours() {
        return Err(OutputFault::Foreign);
    }
    // Test the temporary name: missing rights, a full disk or a read-only medium show now.
    let temporary = temporary_name(&real);
    let test = open_new(&temporary).and_then(|_| std::fs::remove_file(&temporary));
    test.map_err(unwritable)?;
    let known = Cell::new(found.as_ref().map(stamp));
    Ok(OutputMethod::File { real: RefCell::new(real), known })
}

/// Refuses a file that the run or the kernel uses.
fn check_unused(
    real: &Path,
    found: Option<&FileFacts>,
    kept: &[PathBuf],
) -> Result<(), OutputFault> {
    if kept.iter().any(|kept| is_same(real, found, kept)) {
        return Err(OutputFault::PartOfRun);
    }
    match guard::in_use(real) {
        None => Ok(()),
        Some(KernelUse::Swap) => Err(OutputFault::InUseAsSwap),
        Some(KernelUse::Loop(device) | KernelUse::MaybeLoop(device)) => {
            Err(OutputFault::InUseByLoop { device })
        }
    }
}

/// Opens a file to which lines are added; what it contains stays. `kept` are files that must not change.
pub fn append(option: &str, named: &Path, kept: &[PathBuf]) -> Result<File, Failure> {
    open_to_append(named, kept).map_err(|fault| {
        let (option, path) = (option.to_owned(), named.display().to_string());
        Failure::target(OutputRefusal::Refused { option, path, fault: fault.to_string() })
    })
}

fn open_to_append(named: &Path, kept: &[PathBuf]) -> Result<File, OutputFault> {
    let found = FileFacts::at(named).ok();
    if found.is_some_and(|found| found.kind != FileKind::File) {
        return open_stream(named)?.open(true).map_err(unreadable);
    }
    check_unused(&real_path(named)?, found.as_ref(), kept)?;
    OpenOptions::new().append(true).create(true).open(named).map_err(unwritable)
}

/// Opens an output that is not a regular file. Accepts a pipe, a terminal and `/dev/null`, and refuses everything else.
fn open_stream(named: &Path) -> Result<OutputStream, OutputFault> {
    let held = OutputStream::at(named).map_err(unreadable)?;
    let is_terminal = || held.open(false).is_ok_and(|file| io::IsTerminal::is_terminal(&file));
    match held.kind().map_err(unreadable)? {
        FileKind::Directory => Err(OutputFault::Directory),
        FileKind::Pipe => Ok(held),
        FileKind::CharacterDevice if held.is_null() || is_terminal() => Ok(held),
        FileKind::Socket => Err(OutputFault::Socket),
        _ => Err(OutputFault::Device),
    }
}

/// The path without symbolic links; for a file that does not exist yet, only its folder is resolved.
fn real_path(named: &Path) -> Result<PathBuf, OutputFault> {
    if let Ok(real) = sys::file::canonical(named) {
        return Ok(real);
    }
    let name = named.file_name().ok_or(OutputFault::NotAName)?;
    let folder = match named.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let found = sys::file::canonical(folder).map_err(|e| OutputFault::NoFolder {
        folder: folder.display().to_string(),
        error: AdvisedError(&e).to_string(),
    })?;
    Ok(found.join(name))
}

/// Whether `other` leads to the file `found` at this real path, or will lead there once it exists.
fn is_same(real: &Path, found: Option<&FileFacts>, other: &Path) -> bool {
    match (found, FileFacts::at(other)) {
        (Some(found), Ok(other)) => found.identity == other.identity,
        (None, Err(_)) => real_path(other).is_ok_and(|other| other == real),
        _ => false,
    }
}

/// The temporary name of a file until it is complete.
fn temporary_name(real: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(real.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
    real.with_file_name(name)
}

fn open_new(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

impl Place {
    /// The path as the user named it, for messages.
    pub fn shown(&self) -> String {
        self.named.borrow().display().to_string()
    }

    /// Opens what is no regular file, for a writer that adds one text after the other; waits for the reader of a pipe. `None`: a file.
    pub fn open_stream(&self) -> Option<Result<File, Failure>> {
        let OutputMethod::Stream(held) = &self.method else { return None };
        let shown = self.shown();
        let opened = held.open(true);
        Some(opened.map_err(Failure::refused(Ending::Target, SystemAction::Write, &shown)))
    }

    /// Lets other users read the file if it is new, whatever the umask: a service collects it.
    pub fn readable_by_all(self) -> Self {
        Self { for_all: true, ..self }
    }

    /// Writes the file, and replaces an old one only when the new one is complete. The outer error is that of `fill` about
    /// the content, the inner one that of the file.
    pub fn write<E>(
        &self,
        fill: impl FnOnce(&mut dyn Write) -> Result<io::Result<()>, E>,
    ) -> Result<io::Result<()>, E> {
        let fill = |file: &mut dyn Write| Ok(fill(file)?.and_then(|()| file.flush()));
        match &self.method {
            OutputMethod::Standard => fill(&mut io::stdout().lock()),
            OutputMethod::Stream(held) => match held.open(true) {
                Ok(file) => fill(&mut BufWriter::new(file)),
                Err(error) => Ok(Err(error)),
            },
            OutputMethod::File { real, known } => {
                let temporary = temporary_name(&real.borrow());
                let filled = match self.open_temporary(&temporary) {
                    Ok(file) => fill(&mut BufWriter::new(file)),
                    Err(error) => return Ok(Err(error)),
                };
                let result =
                    filled.map(|filled| filled.and_then(|()| self.put(&temporary, real, known)));
                if !matches!(result, Ok(Ok(()))) {
                    // The earlier failure is the one to report.
                    drop(std::fs::remove_file(&temporary));
                }
                result
            }
        }
    }

    fn open_temporary(&self, path: &Path) -> io::Result<File> {
        let file = open_new(path)?;
        if self.for_all {
            sys::file::let_all_read(&file)?;
        }
        Ok(file)
    }

    /// Gives a complete file its name. If another file appeared there in the meantime, it stays, and the new file takes a
    /// free name beside it, which is reported.
    fn put(
        &self,
        temporary: &Path,
        real: &RefCell<PathBuf>,
        known: &Cell<Option<FileStamp>>,
    ) -> io::Result<()> {
        let wanted = real.borrow().clone();
        let now = FileFacts::of_entry(&wanted).ok().map(|found| stamp(&found));
        let result = match now {
            Some(_) if now == known.get() => replace(temporary, &wanted),
            Some(_) => Err(io::ErrorKind::AlreadyExists.into()),
            None => rename_without_replacing(temporary, &wanted),
        };
        let written = match result {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let free = rename_to_free_name(temporary, &wanted)?;
                say(PlaceFault::OutputChanged {
                    wanted: wanted.display().to_string(),
                    written: free.display().to_string(),
                });
                self.named.replace(free.clone());
                real.replace(free.clone());
                free
            }
            result => result.map(|()| wanted)?,
        };
        // A file that cannot be marked is kept; the next run needs permission to overwrite it.
        drop(File::open(&written).and_then(|file| guard::mark_output(&written, &file)));
        known.set(FileFacts::at(&written).ok().map(|found| stamp(&found)));
        Ok(())
    }

    pub fn write_text(&self, text: &str) -> io::Result<()> {
        self.write_bytes(text.as_bytes())
    }

    pub fn write_bytes(&self, bytes: &[u8]) -> io::Result<()> {
        let written = self.write(|file| Ok::<_, std::convert::Infallible>(file.write_all(bytes)));
        match written {
            Ok(written) => written,
            Err(never) => match never {},
        }
    }

    /// Writes a text without which the command fails.
    pub fn save(&self, text: &str) -> Result<(), Failure> {
        let written = self.write_text(text);
        written.map_err(Failure::refused(Ending::Target, SystemAction::Write, &self.shown()))
    }
}

fn replace(from: &Path, to: &Path) -> io::Result<()> {
    if let Ok(before) = std::fs::metadata(to) {
        // The new file gets the permissions of the old one.
        std::fs::set_permissions(from, before.permissions())?;
    }
    std::fs::rename(from, to)
}

/// Renames a file to an unused name. Never replaces a file, not even one that appears at this moment.
fn rename_without_replacing(from: &Path, to: &Path) -> io::Result<()> {
    match std::fs::hard_link(from, to) {
        Ok(()) => std::fs::remove_file(from),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // A file system without hard links.
        Err(_) if std::fs::symlink_metadata(to).is_err() => std::fs::rename(from, to),
        Err(_) => Err(io::ErrorKind::AlreadyExists.into()),
    }
}

/// `NAME.1`, `NAME.2` and so on.
fn numbered(path: &Path, number: u32) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{number}"));
    PathBuf::from(name)
}

/// Gives a file the first free name beside `wanted`, and returns that name.
fn rename_to_free_name(from: &Path, wanted: &Path) -> io::Result<PathBuf> {
    for number in 1..=u32::MAX {
        let free = numbered(wanted, number);
        match rename_without_replacing(from, &free) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            result => return result.map(|()| free),
        }
    }
    unreachable!("a folder cannot hold every number")
}

/// Moves a file to the first free name beside it, `NAME.1` and so on.
pub fn set_aside(path: &Path) -> io::Result<PathBuf> {
    rename_to_free_name(path, path)
}
