//! Where a proof stands: takes a target and the leave to write, gives files for data and log; removes what it made, and
//! what killed runs left.
//!
//! In a directory the files are ours, named and marked; a lock tells those in use from those that were left. On a file or
//! a device that was given up, the log takes the end.

use crate::exit::Failure;
use crate::flags::Writes;
use crate::session::{job, target};
use base::Bytes;
use std::fs::File;
use std::path::{Path, PathBuf};
use sys::file::{self, Mode};
use sys::guard;
use workload::Place;

/// The usual most of the data.
const DATA_USUAL: Bytes = Bytes::gib(4);
/// The least that data and log hold together.
const LEAST: Bytes = Bytes::mib(16);
/// The most of a log, as SQLIOSim has it.
const LOG_MAX: Bytes = Bytes::mib(50);
/// How names of files begin.
const NAME: &str = "plimsoll-verify-";

/// A place for one proof.
#[derive(Debug)]
pub(crate) struct Field {
    /// For people.
    pub(crate) title: String,
    pub(crate) data: Part,
    pub(crate) log: Part,
    /// Made here, to be removed; such a file may also change its size.
    pub(crate) own: bool,
    /// Keeps what was judged, and the locks.
    held: Vec<File>,
}

/// A range of a file.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) path: PathBuf,
    pub(crate) base_bytes: u64,
    pub(crate) bytes: u64,
}

impl Field {
    /// The field of the `number`th target.
    pub(crate) fn find(
        target: &Path,
        number: usize,
        size: Option<Bytes>,
        writes: &Writes,
    ) -> Result<Self, Failure> {
        if size.is_some_and(|size| size.0 < LEAST.0) {
            return Err(Failure::wrong(format!("--size must be at least {LEAST}")));
        }
        if target.is_dir() {
            return Self::in_directory(target, number, size);
        }
        let shown = target.display().to_string();
        let ground = target::ground(&shown, size, writes)?;
        let (Place::Path(path), Some(size), Some(file)) = (ground.place, ground.size, ground.file)
        else {
            return Err(Failure::wrong(format!(
                "{shown} is simulated and keeps no data; name a directory, a file or a device"
            )));
        };
        if size.0 < LEAST.0 {
            return Err(Failure::target(format!("{shown} has {size}; {LEAST} is the least")));
        }
        let (data_bytes, log_bytes) = split(size.0);
        Ok(Self {
            title: ground.title,
            data: Part { path: path.clone(), base_bytes: 0, bytes: data_bytes },
            log: Part { path, base_bytes: data_bytes, bytes: log_bytes },
            own: false,
            held: vec![file],
        })
    }

    fn in_directory(folder: &Path, number: usize, size: Option<Bytes>) -> Result<Self, Failure> {
        let shown = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        let failed = |what: &str, e: std::io::Error| {
            Failure::target(format!("failed to {what} in {}: {e}", shown.display()))
        };
        let space = guard::space(&shown).map_err(|e| failed("ask for the free space", e))?;
        let room = guard::room_bytes(space);
        let usual = (space.free_bytes / 4).min(DATA_USUAL.0).min(room);
        let wanted = size.map_or(usual, |size| size.0) / Bytes::MIB * Bytes::MIB;
        if wanted > room || wanted < LEAST.0 {
            let reserve = Bytes(guard::reserve_bytes(space.total_bytes));
            return Err(Failure::target(format!(
                "{} has {} free and {reserve} of it stays free; there is no room for {}: choose a smaller --size \
                 or another directory",
                shown.display(),
                Bytes(space.free_bytes),
                Bytes(wanted.max(LEAST.0)),
            )));
        }
        let name = format!("{NAME}{}-{number}", std::process::id());
        let part = |end: &str, bytes| Part {
            path: shown.join(format!("{name}.{end}")),
            base_bytes: 0,
            bytes,
        };
        let (data_bytes, log_bytes) = split(wanted);
        let (data, log) = (part("data", data_bytes), part("log", log_bytes));
        let title = shown.display().to_string();
        // From here on whatever was made is removed again when the field goes out of scope.
        let mut field = Self { title, data, log, own: true, held: Vec::new() };
        for part in [field.data.clone(), field.log.clone()] {
            let file = guard::create(&part.path).map_err(|e| failed("make a file", e))?;
            file::take(&file).map_err(|e| failed("lock a file", e))?;
            file::reserve(&file, part.bytes)
                .and_then(|()| file.set_len(part.bytes))
                .map_err(|e| failed("reserve space", e))?;
            field.held.push(file);
        }
        Ok(field)
    }

    /// Opens a part as the database does; and once more, for what is asked of the file beside I/O.
    pub(crate) fn open(part: &Part, mode: Mode) -> Result<(File, File), Failure> {
        let failed = |e| Failure::target(format!("failed to open {}: {e}", part.path.display()));
        let plain = Mode { write: true, ..Mode::default() };
        Ok((
            file::open(&part.path, mode).map_err(failed)?,
            file::open(&part.path, plain).map_err(failed)?,
        ))
    }

    /// Leaves the files where they are, for whoever wants to look at them.
    pub(crate) fn keep(mut self) {
        self.renew();
        self.own = false;
    }

    fn renew(&self) {
        job::renew(&self.data.path);
        job::renew(&self.log.path);
    }
}

impl Drop for Field {
    fn drop(&mut self) {
        if self.own {
            // What cannot be removed is found by --clean.
            for part in [&self.data, &self.log] {
                drop(guard::finish(&part.path));
            }
        } else {
            self.renew();
        }
    }
}

/// Bytes of the data and of the log.
fn split(bytes: u64) -> (u64, u64) {
    let log = (bytes / 8).min(LOG_MAX.0) / Bytes::MIB * Bytes::MIB;
    (bytes - log, log)
}

/// What killed runs left in a directory.
#[derive(Debug, Default)]
pub(crate) struct Cleaned {
    /// Removed.
    pub(crate) removed: Vec<PathBuf>,
    /// Of a run that goes on.
    pub(crate) in_use: Vec<PathBuf>,
}

/// Removes files of killed runs in a directory: only those that carry our mark and nobody has locked.
pub(crate) fn clean(folder: &Path) -> Result<Cleaned, Failure> {
    let failed = |what: &str, path: &Path, e: std::io::Error| {
        Failure::target(format!("failed to {what} {}: {e}", path.display()))
    };
    let mut cleaned = Cleaned::default();
    for entry in std::fs::read_dir(folder).map_err(|e| failed("read", folder, e))? {
        let path = entry.map_err(|e| failed("read", folder, e))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let kind = std::fs::symlink_metadata(&path).map_err(|e| failed("look at", &path, e))?;
        if !name.starts_with(NAME) || !kind.is_file() {
            continue;
        }
        let Ok(file) = File::open(&path) else { continue };
        if !file::take(&file).unwrap_or(false) {
            cleaned.in_use.push(path);
            continue;
        }
        match guard::finish(&path) {
            Ok(()) => cleaned.removed.push(path),
            // A stranger's file of such a name stays.
            Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {}
            Err(error) => return Err(failed("remove", &path, error)),
        }
    }
    cleaned.removed.sort();
    Ok(cleaned)
}
