//! Opening a store: creates the folder, refuses stores of another version, foreign files and everything that is not a regular
//! file. Falls back to read-only access if writing is impossible. Only opening to write creates or changes anything.

use crate::{OtherFileKind, RunId, Store, StoreError, schema};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf, is_separator};
use std::time::Duration;
use sys::file::{FileFacts, FileIdentity, FileKind};

/// The maximum time to wait for another process before the store is reported as busy.
pub(crate) const BUSY_WAIT: Duration = Duration::from_secs(20);
/// The number of attempts to switch to WAL, and their distance: SQLite does not always wait for a lock here.
const WAL_TRIES: u32 = 400;
const WAL_PAUSE: Duration = Duration::from_millis(25);
/// The size to which the write-ahead log is truncated after a checkpoint.
const WAL_BYTES_MAX: i64 = 4 << 20;

impl Store {
    /// Opens the store in `path` for reading and writing; creates the file and its folders if they do not exist. If the medium or
    /// the file is read-only, the store opens for reading, and every write returns [`StoreError::ReadOnly`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = path.as_ref();
        is_regular_file(path)?;
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty())
            && let Err(source) = std::fs::create_dir_all(folder)
            && !path.exists()
        {
            return Err(StoreError::Folder { path: folder.to_owned(), source });
        }
        match Self::open_to_write(path) {
            Err(StoreError::Open { .. }) if is_full(path) => {
                Err(StoreError::Full { path: path.to_owned() })
            }
            Err(error @ (StoreError::ReadOnly { .. } | StoreError::Open { .. })) => {
                Self::open_to_read(path).map_err(|_| error)
            }
            other => other,
        }
    }

    /// Opens a store for reading only: creates and changes nothing. An empty file is not yet a store ([`StoreError::Missing`]).
    pub fn open_to_read(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = path.as_ref();
        if !is_regular_file(path)? {
            let path = path.to_owned();
            return Err(if path.is_symlink() {
                StoreError::NotAFile { path, kind: OtherFileKind::DanglingLink }
            } else {
                StoreError::Missing { path }
            });
        }
        let connection = read_only(path).map_err(|source| StoreError::of(path, source))?;
        let store = Self::of(connection, path, true)?;
        match store.sql(schema::version(&store.connection))? {
            // A process that was killed between creating the file and its tables leaves such a file.
            0 => Err(StoreError::Missing { path: path.to_owned() }),
            _ => Ok(store),
        }
    }

    /// Creates a store in memory: for a run whose results go elsewhere when no file can be written.
    pub fn in_memory() -> Result<Self, StoreError> {
        let path = Path::new(":memory:");
        let wrong = |source| StoreError::of(path, source);
        let connection = Connection::open_in_memory().map_err(wrong)?;
        prepare(&connection).map_err(wrong)?;
        Self::of(connection, path, false)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn read_only(&self) -> bool {
        self.read_only
    }

    fn open_to_write(path: &Path) -> Result<Self, StoreError> {
        let failed = |source| StoreError::of(path, source);
        let connection = open_connection(path).map_err(failed)?;
        if connection.is_readonly("main").map_err(failed)? {
            return Err(StoreError::ReadOnly { path: path.to_owned() });
        }
        let mut store = Self::of(connection, path, false)?;
        prepare(&store.connection).map_err(failed)?;
        store.files = StoreFiles::at(path);
        Ok(store)
    }

    pub(crate) fn of(
        connection: Connection,
        path: &Path,
        read_only: bool,
    ) -> Result<Self, StoreError> {
        let path = path.to_owned();
        let (files, rows) = (StoreFiles::at(&path), HashMap::new());
        let store =
            Self { connection, path, read_only, files, is_lost: false, displaced_from: None, rows };
        store.sql(store.connection.busy_timeout(BUSY_WAIT))?;
        store.judge()?;
        Ok(store)
    }
}

/// Whether the file exists; an error unless it is a regular file. SQLite must not see a device: its length of 0 looks like a new
/// store, and SQLite would overwrite the start of its contents.
fn is_regular_file(path: &Path) -> Result<bool, StoreError> {
    let kind = match FileFacts::at(path).map(|found| found.kind) {
        Ok(FileKind::File) => return Ok(true),
        Ok(FileKind::Directory) => OtherFileKind::Directory,
        Ok(FileKind::BlockDevice | FileKind::CharacterDevice) => OtherFileKind::Device,
        Ok(_) => OtherFileKind::Pipe,
        // SQLite reports every other error.
        Err(error) => return Ok(error.kind() != ErrorKind::NotFound),
    };
    Err(StoreError::NotAFile { path: path.to_owned(), kind })
}

/// Whether there is no room for another file beside the store: SQLite reports that as a file that cannot be opened.
fn is_full(path: &Path) -> bool {
    let probe = beside(path, "-room");
    match File::create_new(&probe) {
        Ok(_) => std::fs::remove_file(&probe).is_err(),
        Err(error) => matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded),
    }
}

/// Opens a file for reading and writing, and creates it if it does not exist.
pub(crate) fn open_connection(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(path, flags)
}

/// Applies the settings for writers, then creates the tables in an empty file.
fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    // This takes effect only before the first table is created.
    connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    write_ahead(connection)?;
    connection.pragma_update(None, "journal_size_limit", WAL_BYTES_MAX)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    schema::create(connection)
}

/// Switches to write-ahead logging; waits for other processes that do the same.
pub(crate) fn write_ahead(connection: &Connection) -> rusqlite::Result<()> {
    let mut tries = 0;
    loop {
        let answer = connection
            .pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get::<_, String>(0));
        match answer {
            Err(error) if is_busy(&error) && tries < WAL_TRIES => {
                tries += 1;
                std::thread::sleep(WAL_PAUSE);
            }
            // On a file system without shared memory SQLite keeps the old journal, which is safe but slower.
            other => return other.map(|_| ()),
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// Opens for reading, even on a medium where SQLite cannot create its shared memory.
fn read_only(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    let error = match schema::version(&connection) {
        Ok(_) => return Ok(connection),
        Err(error) => error,
    };
    // The "immutable" mode ignores the log, so its data is correct only if no log is left.
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    if std::fs::metadata(&log).is_ok_and(|meta| meta.len() > 0) {
        return Err(error);
    }
    let connection =
        Connection::open_with_flags(immutable_uri(path), flags | OpenFlags::SQLITE_OPEN_URI)?;
    schema::version(&connection)?;
    Ok(connection)
}

/// The path as a URI that SQLite reads without locks; every unusual byte is written as `%XX`.
fn immutable_uri(path: &Path) -> String {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut uri = "file:".to_owned();
    // A path that begins with a drive needs a slash before it.
    if absolute.components().next() != Some(Component::RootDir) {
        uri.push('/');
    }
    for &byte in absolute.as_os_str().as_encoded_bytes() {
        match byte {
            byte if is_separator(byte.into()) => uri.push('/'),
            b'.' | b'-' | b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
                uri.push(char::from(byte));
            }
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    uri + "?immutable=1"
}

/// `plimsoll/results.db` under `$XDG_DATA_HOME`, `%LOCALAPPDATA%` of Windows or `$HOME/.local/share`; `None` if none is set to an
/// absolute path. `variable` looks up an environment variable, so that this function stays pure.
pub fn default_path(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = absolute("XDG_DATA_HOME")
        .or_else(|| absolute("LOCALAPPDATA"))
        .or_else(|| absolute("HOME").map(|home| home.join(".local").join("share")))?;
    Some(data.join("plimsoll").join("results.db"))
}

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
    /// SQLite writes to the files that it opened, whatever stands at their paths by then: it would report results as stored that no
    /// other process finds.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(variables: &[(&str, &str)], want: Option<&str>) {
        let look = |name: &str| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value))
        };
        assert_eq!(default_path(look), want.map(PathBuf::from), "{variables:?}");
    }

    #[test]
    fn the_place_follows_the_specification() {
        check(&[("XDG_DATA_HOME", "/d"), ("HOME", "/h")], Some("/d/plimsoll/results.db"));
        check(&[("HOME", "/h")], Some("/h/.local/share/plimsoll/results.db"));
        check(
            &[("XDG_DATA_HOME", ""), ("HOME", "/h")],
            Some("/h/.local/share/plimsoll/results.db"),
        );
        check(
            &[("XDG_DATA_HOME", "here"), ("HOME", "/h")],
            Some("/h/.local/share/plimsoll/results.db"),
        );
        check(
            &[("LOCALAPPDATA", r"C:\Users"), ("HOME", "/h")],
            Some("/h/.local/share/plimsoll/results.db"),
        );
        check(&[], None);
    }
}
