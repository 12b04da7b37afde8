//! Notices that the files of an open store were removed, renamed or replaced, and goes on in a copy.
//!
//! SQLite writes to the files that it opened, whatever stands at their paths by then: it would report results as stored that no
//! other process finds. Files that were removed can still be read while they are open.

use crate::open::{BUSY_WAIT, write_ahead};
use crate::{RunId, Store, StoreError};
use rusqlite::config::DbConfig;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;
use sys::file::{FileFacts, FileIdentity};

/// What SQLite appends to the path of a store for its write-ahead log and the index of the log.
const COMPANIONS: [&str; 2] = ["-wal", "-shm"];

/// The files of a store; `None`: there is no such file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoreFiles {
    main: Option<FileIdentity>,
    companions: [Option<FileIdentity>; 2],
}

impl StoreFiles {
    /// The files that stand at the path of a store now.
    pub(crate) fn at(path: &Path) -> Self {
        Self { main: file_id(path), companions: COMPANIONS.map(|end| file_id(&beside(path, end))) }
    }
}

fn file_id(path: &Path) -> Option<FileIdentity> {
    FileFacts::at(path).ok().map(|found| found.identity)
}

/// The path with `end` after its name.
pub(crate) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// The path itself, or the first numbered name in its folder, at which no store and nothing of a store stands.
fn free_path(path: &Path) -> Option<PathBuf> {
    let stem = path.file_stem()?;
    let numbered = (2..100).map(|number| {
        let mut name = stem.to_owned();
        name.push(format!("-{number}"));
        if let Some(end) = path.extension() {
            name.push(".");
            name.push(end);
        }
        path.with_file_name(name)
    });
    let is_free =
        |path: &PathBuf| !path.exists() && !COMPANIONS.iter().any(|end| beside(path, end).exists());
    std::iter::once(path.to_owned()).chain(numbered).find(is_free)
}

impl Store {
    /// Whether the file at the path is the one that was opened.
    pub fn is_in_place(&self) -> bool {
        self.files.main == file_id(&self.path)
    }

    /// The path at which the store stood before it was removed or replaced there.
    pub fn displaced_from(&self) -> Option<&Path> {
        self.displaced_from.as_deref()
    }

    /// Does nothing while all files of the store stand where they were opened. Otherwise writes a complete copy there or, if
    /// another file took the path, beside it, and goes on in the copy.
    pub(crate) fn ensure_in_place(&mut self) -> Result<(), StoreError> {
        let displaced = |path: &Path| StoreError::Displaced { path: path.to_owned() };
        if self.is_lost {
            return Err(displaced(&self.path));
        }
        let (own, now) = (self.files, StoreFiles::at(&self.path));
        let mut companions = own.companions.into_iter().zip(now.companions);
        let is_in_place = own.main == now.main;
        if is_in_place && companions.all(|(own, now)| own.is_none() || own == now) {
            return Ok(());
        }
        if is_in_place && self.renew_log() {
            self.files = StoreFiles::at(&self.path);
            return Ok(());
        }
        self.is_lost = true;
        if !is_in_place {
            // SQLite would read what is left of the log as that of the next store at this path.
            for (index, end) in COMPANIONS.into_iter().enumerate() {
                let companion = own.companions[index];
                if companion.is_some() && companion == now.companions[index] {
                    drop(std::fs::remove_file(beside(&self.path, end)));
                }
            }
        }
        let copy = self.copy().map_err(|_| displaced(&self.path))?;
        // The log at the old path may belong to another store by now.
        let keeps_log = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
        self.sql(self.connection.set_db_config(keeps_log, true))?;
        let from = std::mem::take(&mut self.path);
        *self = Self { displaced_from: Some(from), ..copy };
        Ok(())
    }

    /// Brings the log back into a store of which only the log was removed. Returns false if another process uses the store.
    fn renew_log(&self) -> bool {
        let renewed = self.try_renew_log().unwrap_or(false);
        renewed && self.connection.busy_timeout(BUSY_WAIT).is_ok()
    }

    fn try_renew_log(&self) -> rusqlite::Result<bool> {
        self.connection.busy_timeout(Duration::ZERO)?;
        let mode: String =
            self.connection
                .pragma_update_and_check(None, "journal_mode", "DELETE", |row| row.get(0))?;
        self.connection.busy_timeout(BUSY_WAIT)?;
        write_ahead(&self.connection)?;
        Ok(mode == "delete")
    }

    /// Opens a copy of all that is stored.
    fn copy(&self) -> Result<Self, StoreError> {
        let missing = || StoreError::Missing { path: self.path.clone() };
        if let Some(folder) = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            drop(std::fs::create_dir_all(folder));
        }
        let path = free_path(&self.path).ok_or_else(missing)?;
        self.write_copy(&path)?;
        Self::open(path)
    }

    /// Writes all that is stored to a file that does not exist yet, durably.
    fn write_copy(&self, path: &Path) -> Result<(), StoreError> {
        let failed = || StoreError::Open { path: path.to_owned(), detail: String::new() };
        let name = path.to_str().ok_or_else(failed)?;
        let written = self.connection.execute("VACUUM INTO ?1", [name]);
        written.map_err(|source| StoreError::of(path, source))?;
        // SQLite does not force the file to the medium.
        File::open(path).and_then(|file| file.sync_all()).map_err(|_| failed())
    }

    /// Reads finished runs from the file at the path, as another process finds them.
    pub(crate) fn read_back(&mut self, runs: &[RunId]) -> Result<(), StoreError> {
        self.ensure_in_place()?;
        if self.files.main.is_none() {
            return Ok(());
        }
        let store = Self::open_to_read(&self.path)?;
        runs.iter().try_for_each(|run| store.load(*run).map(drop))
    }
}
