//! The target of a proof: takes a target and the permission to write, returns files for data and log. Removes the files that
//! it created, and those left by killed runs.
//!
//! In a directory, the proof creates files with its own name prefix and mark; a lock distinguishes files in use from leftover
//! ones. On a named file or device, the log is at the end. Files that a configuration names keep their names; a later proof
//! may overwrite those that an earlier one created.

use crate::failure::{Ending, Failure};
use crate::write_permission::Permission;
use crate::{load, target, terminal, write_permission};
use ::record::{FileRole, RunFailure};
use base::{Bytes, SystemError};
use report::messages::integrity::IntegrityFault;
use report::messages::system::SystemAction;
use report::messages::targets::TargetFault;
use std::collections::BTreeMap;
use std::fs::{File, Metadata};
use std::path::{Path, PathBuf};
use sys::file::FileFacts;
use sys::file::{self, OpenMode, PathKind};
use sys::guard::FileRemoval;
use sys::guard::{self, FileWritePermission, FreeSpaceRule, WriteReason};
use sys::target::Target;
use workload::TargetLocation;

const DATA_USUAL: Bytes = Bytes::gib(4);
const LEAST: Bytes = Bytes::mib(16);
/// The largest log, as in SQLIOSim.
const LOG_MAX: Bytes = Bytes::mib(50);
const NAME: &str = "plimsoll-verify-";

#[derive(Debug)]
pub struct ProofTarget {
    pub title: String,
    pub parts: Vec<Part>,
    stays: bool,
    /// The bytes by which the files may still grow, by file system.
    growth_bytes: BTreeMap<u64, u64>,
    locks: Vec<File>,
}

#[derive(Clone, Debug)]
pub struct Part {
    pub what: FileRole,
    pub path: PathBuf,
    pub base_bytes: u64,
    pub bytes: u64,
    pub sizes: RegionSize,
    /// The open file or device that passed the checks.
    pub held: Target,
    /// Whether this process created it, so that it is removed when the proof cannot begin.
    made: bool,
    /// Whether it is removed when no fault was found.
    removed: bool,
}

impl Part {
    fn open(&self, mode: OpenMode) -> Result<File, RunFailure> {
        self.held.open(mode).map_err(|error| {
            let (path, error) = (self.path.display().to_string(), SystemError::from(&error));
            if mode.direct {
                RunFailure::OpenDirect { path, error }
            } else {
                RunFailure::Open { path, error }
            }
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionSize {
    Fixed,
    /// Varies between half of the size and the whole size.
    Usual,
    /// Grows from the first size, and shrinks again if `shrinks`.
    Growing {
        bytes_max: u64,
        increment_bytes: u64,
        shrinks: bool,
    },
}

#[derive(Clone, Debug)]
pub struct FileRequest {
    pub what: FileRole,
    pub path: PathBuf,
    pub bytes: u64,
    pub sizes: RegionSize,
    /// Whether no space is reserved for it.
    pub sparse: bool,
    /// Whether it is removed at the end, even if an earlier run created it.
    pub removed: bool,
}

impl ProofTarget {
    /// Opens the `number`th target.
    pub fn find(
        target: &Path,
        number: usize,
        size: Option<Bytes>,
        writes: &Permission,
    ) -> Result<Self, Failure> {
        if size.is_some_and(|size| size.0 < LEAST.0) {
            return Err(Failure::wrong(TargetFault::SizeTooSmall { least: LEAST }));
        }
        if target.is_dir() {
            return Self::in_directory(target, number, size);
        }
        let shown = target.display().to_string();
        let test_target = target::open(&shown, size, writes)?;
        let (TargetLocation::Path(path), Some(size), Some(held)) =
            (test_target.place, test_target.size, test_target.held)
        else {
            return Err(Failure::wrong(IntegrityFault::KeepsNoData { shown: shown.to_string() }));
        };
        if size.0 < LEAST.0 {
            return Err(Failure::target(IntegrityFault::TooSmall {
                shown: shown.to_string(),
                size,
                least: LEAST,
            }));
        }
        if held.kind() == PathKind::File && held.write_reason().is_some() {
            fill_holes(&held, size.0)?;
        }
        let (data_bytes, log_bytes) = split(size.0);
        let part = |what, base_bytes, bytes| Part {
            what,
            path: path.clone(),
            base_bytes,
            bytes,
            sizes: RegionSize::Fixed,
            held: held.clone(),
            made: false,
            removed: false,
        };
        Ok(Self {
            title: test_target.title,
            parts: vec![
                part(FileRole::Data, 0, data_bytes),
                part(FileRole::Log, data_bytes, log_bytes),
            ],
            stays: false,
            growth_bytes: BTreeMap::new(),
            locks: Vec::new(),
        })
    }

    fn in_directory(folder: &Path, number: usize, size: Option<Bytes>) -> Result<Self, Failure> {
        let shown = file::canonical(folder).unwrap_or_else(|_| folder.to_owned());
        name_leftovers(&shown);
        let space = space(&shown)?;
        let room = space.room_bytes(FreeSpaceRule::Reserve);
        let usual = (space.free_bytes / 4).min(DATA_USUAL.0).min(room);
        let wanted = size.map_or(usual, |size| size.0) / Bytes::MIB * Bytes::MIB;
        if wanted > room || wanted < LEAST.0 {
            let help = target::help(room, LEAST.0, "--size");
            return Err(target::no_room(&shown, space, wanted.max(LEAST.0), &help));
        }
        let name = format!("{NAME}{}-{number}", std::process::id());
        let part = |what: FileRole, bytes, sizes| {
            let path = shown.join(format!("{name}.{what}"));
            FileRequest { what, path, bytes, sizes, sparse: false, removed: true }
        };
        let (data_bytes, log_bytes) = split(wanted);
        let parts = [
            part(FileRole::Data, data_bytes, RegionSize::Usual),
            part(FileRole::Log, log_bytes, RegionSize::Fixed),
        ];
        // From here on, created files are removed when the field is dropped.
        let mut proof_target = Self::empty(shown.display().to_string());
        parts
            .into_iter()
            .try_for_each(|wanted| proof_target.make(guard::create(&wanted.path), wanted))?;
        Ok(proof_target)
    }

    fn empty(title: String) -> Self {
        let (growth_bytes, locks) = (BTreeMap::new(), Vec::new());
        Self { title, parts: Vec::new(), stays: false, growth_bytes, locks }
    }

    /// Opens named files. Reports all refusals at once.
    pub fn of_files(
        title: &str,
        files: Vec<FileRequest>,
        writes: &Permission,
    ) -> Result<Self, Failure> {
        let mut proof_target = Self::empty(title.to_owned());
        let mut failure: Option<Failure> = None;
        for wanted in files {
            if let Err(more) = proof_target.take(wanted, writes) {
                match &mut failure {
                    Some(failure) => failure.lines.extend(more.lines),
                    None => failure = Some(more),
                }
            }
        }
        failure.map_or(Ok(proof_target), Err)
    }

    /// Adds an existing file that may be overwritten, a new file, or a device.
    fn take(&mut self, wanted: FileRequest, writes: &Permission) -> Result<(), Failure> {
        let permission = write_permission::to_write(&wanted.path, writes)?;
        // A file with holes has less space than its length.
        let (length, had, path) = match &permission {
            FileWritePermission::Present(held) if held.kind() == PathKind::Device => {
                return self.device(wanted, held.clone());
            }
            FileWritePermission::Present(held) => {
                let facts = held.facts().map_err(Failure::target)?;
                (facts.size_bytes, space_bytes(&facts), held.real().to_owned())
            }
            FileWritePermission::Absent(new) => (0, 0, new.path().to_owned()),
        };
        let most = match wanted.sizes {
            RegionSize::Growing { bytes_max, .. } => bytes_max,
            RegionSize::Fixed | RegionSize::Usual => wanted.bytes,
        };
        let folder = path.parent().unwrap_or(Path::new("/")).to_owned();
        let space = space(&folder)?;
        let growth = self.growth_bytes.entry(file_system(&folder)?).or_default();
        let room =
            space.room_bytes(FreeSpaceRule::Reserve).saturating_add(had).saturating_sub(*growth);
        if most > room {
            let help = target::help(room, Bytes::MIB, "size");
            return Err(target::no_room(&folder, space, most, &help));
        }
        // Space that is reserved now is already missing from the free space when the next file is checked.
        let now = if wanted.sparse { had } else { had.max(wanted.bytes) };
        *growth += most.saturating_sub(now);
        match permission {
            FileWritePermission::Absent(new) => {
                self.make(new.make(), FileRequest { path, ..wanted })
            }
            FileWritePermission::Present(held) => {
                let made = wanted.removed && held.write_reason() == Some(WriteReason::Ours);
                self.hold(FileRequest { path, ..wanted }, held, length, made)
            }
        }
    }

    fn device(&mut self, wanted: FileRequest, held: Target) -> Result<(), Failure> {
        let test_target = target::open_checked(held.clone(), Some(Bytes(wanted.bytes)))?;
        if let (TargetLocation::Path(path), Some(size)) = (test_target.place, test_target.size) {
            let what = wanted.what;
            let (base_bytes, bytes, sizes) = (0, size.0, RegionSize::Fixed);
            let (made, removed) = (false, false);
            self.parts.push(Part { what, path, base_bytes, bytes, sizes, held, made, removed });
        }
        Ok(())
    }

    fn make(&mut self, made: std::io::Result<Target>, wanted: FileRequest) -> Result<(), Failure> {
        let made = made.map_err(Failure::refused(
            Ending::Target,
            SystemAction::Create,
            wanted.path.display(),
        ))?;
        let parts = self.parts.len();
        let held = self.hold(wanted, made.clone(), 0, true);
        if held.is_err() && self.parts.len() == parts {
            // The file is not in `parts` yet, so nothing else would remove it.
            drop(made.finish());
        }
        held
    }

    /// Locks a file and extends it to its first size.
    fn hold(
        &mut self,
        wanted: FileRequest,
        held: Target,
        length: u64,
        made: bool,
    ) -> Result<(), Failure> {
        let FileRequest { what, path, bytes, sizes, sparse, removed } = wanted;
        let failed =
            |action, e: std::io::Error| Failure::system(Ending::Target, action, path.display(), &e);
        let file = held.open(OpenMode { write: true, ..OpenMode::default() });
        let file = file.map_err(|e| failed(SystemAction::Open, e))?;
        if !file::take(&file).map_err(|e| failed(SystemAction::Lock, e))? {
            return Err(Failure::target(IntegrityFault::InUse {
                path: path.display().to_string(),
            }));
        }
        let (own, base_bytes) = (path.clone(), 0);
        self.parts.push(Part { what, path: own, base_bytes, bytes, sizes, held, made, removed });
        if length < bytes {
            let reserved =
                if sparse { Ok(()) } else { guard::grow(&file, bytes, FreeSpaceRule::Reserve) };
            let sized = reserved.and_then(|()| file.set_len(bytes));
            sized.map_err(|e| failed(SystemAction::Reserve, e))?;
        }
        self.locks.push(file);
        Ok(())
    }

    /// Opens a part as the database does, and a second time for operations on the file other than I/O.
    pub fn open(part: &Part, mode: OpenMode) -> Result<(File, File), RunFailure> {
        Ok((part.open(mode)?, part.open(OpenMode { write: true, ..OpenMode::default() })?))
    }

    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.parts.iter().map(|part| part.path.as_path())
    }

    /// Whether this process created any of its files, which would be removed.
    pub fn has_own_files(&self) -> bool {
        self.parts.iter().any(|part| part.made)
    }

    pub fn keep(mut self) {
        self.stays = true;
    }

    /// Keeps the files as evidence of a fault, and makes them read-only.
    pub fn keep_as_evidence(self) {
        let own = self.parts.iter().filter(|part| part.made).map(|part| part.held.clone());
        let own: Vec<Target> = own.collect();
        // Dropping the field renews the mark, which needs write permission: drop it first.
        self.keep();
        for held in own {
            // If the permissions cannot be changed, the file is kept all the same.
            drop(held.open(OpenMode::default()).and_then(|file| {
                let mut permissions = file.metadata()?.permissions();
                permissions.set_readonly(true);
                file.set_permissions(permissions)
            }));
        }
    }

    /// Removes the files that are to be removed, and keeps the others.
    pub fn finish(mut self) {
        for part in &mut self.parts {
            part.made &= part.removed;
        }
    }
}

impl Drop for ProofTarget {
    fn drop(&mut self) {
        for part in &self.parts {
            if part.made && !self.stays {
                // `--clean` finds a file that could not be removed.
                drop(part.held.finish());
            } else {
                load::renew(&part.held);
            }
        }
    }
}

fn space(folder: &Path) -> Result<guard::FileSystemSpace, Failure> {
    guard::space(folder).map_err(Failure::refused(
        Ending::Target,
        SystemAction::AskSpace,
        folder.display(),
    ))
}

fn file_system(folder: &Path) -> Result<u64, Failure> {
    let failed = Failure::refused(Ending::Target, SystemAction::LookAt, folder.display());
    FileFacts::at(folder).map(|facts| facts.identity.device()).map_err(failed)
}

fn split(bytes: u64) -> (u64, u64) {
    let log = (bytes / 8).min(LOG_MAX.0) / Bytes::MIB * Bytes::MIB;
    (bytes - log, log)
}

#[derive(Debug, Default)]
pub struct CleanupResult {
    pub removed: Vec<PathBuf>,
    /// Files of a running proof.
    pub in_use: Vec<PathBuf>,
    /// Files with our mark of another command, which keeps them for its next run.
    pub others: Vec<PathBuf>,
    /// Read-only files in which a fault was found; kept.
    pub evidence: Vec<PathBuf>,
}

/// What becomes of a file with the name of a test's own file.
enum OwnFile {
    Left(Target),
    InUse,
    Evidence,
}

/// `None` if the file cannot be examined.
fn own_file(path: &Path, meta: &Metadata) -> Option<OwnFile> {
    if meta.permissions().readonly() {
        return Some(OwnFile::Evidence);
    }
    let held = Target::to_read(path).ok()?;
    let is_free = file::take(&held.open(OpenMode::default()).ok()?).unwrap_or(false);
    Some(if is_free { OwnFile::Left(held) } else { OwnFile::InUse })
}

fn has_own_name(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(NAME.as_bytes()))
}

/// Names the files that killed runs left in a directory, if there are any, and the command that removes them.
pub fn name_leftovers(folder: &Path) {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(folder) = file::canonical(folder) else { return };
    let (mut names, mut bytes) = (Vec::new(), 0);
    let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()).filter(|path| has_own_name(path)) {
        let Ok(meta) = std::fs::symlink_metadata(&path) else { continue };
        if meta.is_file()
            && let Some(OwnFile::Left(held)) = own_file(&path, &meta)
            && held.is_marked().unwrap_or(false)
        {
            names.push(path.file_name().unwrap_or_default().to_string_lossy().into_owned());
            bytes += held.facts().map_or(0, |facts| space_bytes(&facts));
        }
    }
    names.sort();
    if !names.is_empty() {
        terminal::say(IntegrityFault::Leftovers {
            files: names.join(", "),
            size: Bytes(bytes),
            folder: folder.display().to_string(),
            quoted: terminal::quoted(&folder),
        });
    }
}

/// Removes files of killed runs in a directory, but only unlocked ones with our mark.
pub fn clean(folder: &Path) -> Result<CleanupResult, Failure> {
    let failed = |action, path: &Path, e: std::io::Error| {
        Failure::system(Ending::Target, action, path.display(), &e)
    };
    let mut cleaned = CleanupResult::default();
    for entry in std::fs::read_dir(folder).map_err(|e| failed(SystemAction::Read, folder, e))? {
        let path = entry.map_err(|e| failed(SystemAction::Read, folder, e))?.path();
        let kind =
            std::fs::symlink_metadata(&path).map_err(|e| failed(SystemAction::LookAt, &path, e))?;
        if !kind.is_file() {
            continue;
        }
        if !has_own_name(&path) {
            if guard::is_ours(&path).unwrap_or(false) {
                cleaned.others.push(path);
            }
            continue;
        }
        match own_file(&path, &kind) {
            Some(OwnFile::Evidence) => cleaned.evidence.push(path),
            Some(OwnFile::InUse) => cleaned.in_use.push(path),
            Some(OwnFile::Left(held)) => match held.finish() {
                Ok(FileRemoval::Removed) => cleaned.removed.push(path),
                // A file with such a name that we did not make, or that belongs to another user, is kept.
                Ok(FileRemoval::NotOurs | FileRemoval::Replaced) => {}
                Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {}
                Err(error) => return Err(failed(SystemAction::Remove, &path, error)),
            },
            None => {}
        }
    }
    cleaned.removed.sort();
    cleaned.others.sort();
    cleaned.evidence.sort();
    Ok(cleaned)
}

/// The allocated bytes of a file, without its holes.
fn space_bytes(facts: &FileFacts) -> u64 {
    facts.size_bytes.min(facts.allocated_bytes)
}

/// Allocates the holes of a file, so that later writes do not use up the reserved free space.
fn fill_holes(held: &Target, bytes: u64) -> Result<(), Failure> {
    let fill = || {
        let file = held.open(OpenMode { write: true, ..OpenMode::default() })?;
        guard::fill_holes(&file, bytes, FreeSpaceRule::Reserve)
    };
    let shown = held.path().display();
    fill().map_err(Failure::refused(Ending::Target, SystemAction::Reserve, &shown))
}
