//! Permission to write: takes a path and what the user named with `--destroy` and `--overwrite`. Returns the open target,
//! or the file that may be created, or every reason against it. Every command that writes calls this once for each target,
//! and keeps the result as long as it writes.
//!
//! A path keeps the meaning it had when the command line was read, until the process ends: changing a link later does not
//! permit writing to its new destination.

use crate::failure::{Ending, Failure};
use crate::requests::values::WRITTEN;
use crate::terminal::quoted;
use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use report::messages::places::PlaceFault;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use sys::file::PathKind;
use sys::guard::{self, FileWritePermission, MarkedTargets, WriteRefusal};
use sys::inventory::SystemRoots;

/// The devices and files that a request may write to.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = WRITTEN)]
pub struct Permission {
    /// Allow writes that destroy the data of exactly this block device. Refused if the device is in use, or belongs to a volume
    /// manager, an array or the like, even an inactive one (wipefs -a removes its signature)
    #[arg(long, value_name = "DEVICE", value_parser = marked())]
    pub destroy: Vec<PathBuf>,
    /// Allow this existing file to be overwritten
    #[arg(long, value_name = "FILE", value_parser = marked())]
    pub overwrite: Vec<PathBuf>,
    /// Whether new files may fill their file system, as the files of imitated tools do.
    #[arg(skip)]
    pub fills: bool,
    /// Devices that this program built for the test on devices that the user named.
    #[arg(skip)]
    pub built: Vec<PathBuf>,
}

/// What each path pointed to when it was first looked up.
static NAMED: Mutex<BTreeMap<PathBuf, MarkedTargets>> = Mutex::new(BTreeMap::new());

/// The target at `path`, if it may be written.
pub fn to_write(path: &Path, writes: &Permission) -> Result<FileWritePermission, Failure> {
    let refusal = |reasons: &[WriteRefusal]| {
        Failure::of(Ending::Target, reasons.iter().map(report::write_refusal).collect())
    };
    let roots = SystemRoots::default();
    if matches!(sys::file::kind(path), Ok(PathKind::Device)) {
        // A device that was built for this test did not exist when the command line was read.
        let marked = marked_targets(&writes.destroy).and(&MarkedTargets::now(&writes.built));
        let judged = guard::device(path, marked, &roots);
        return judged.map(FileWritePermission::Present).map_err(|reasons| refusal(&reasons));
    }
    guard::file(path, marked_targets(&writes.overwrite), &roots)
        .map_err(|reason| refusal(&[reason]))
}

/// Reads the path of a file or device that may be written to, and opens it at once: a link that is swapped later permits nothing.
pub fn marked() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(remember_target)
}

/// Opens the path of a `--destroy` or `--overwrite` option as soon as the option is read.
pub fn remember_target(path: PathBuf) -> PathBuf {
    drop(marked_targets(std::slice::from_ref(&path)));
    path
}

/// The targets that these paths point to, by their first lookup.
pub fn marked_targets(paths: &[PathBuf]) -> MarkedTargets {
    let mut all = NAMED.lock().unwrap_or_else(PoisonError::into_inner);
    paths.iter().fold(MarkedTargets::default(), |sum, path| {
        let targets = all
            .entry(path.clone())
            .or_insert_with(|| MarkedTargets::now(std::slice::from_ref(path)));
        sum.and(targets)
    })
}

/// Closes all looked-up targets, because an open file keeps its file system mounted. The next lookup of a path is fresh.
pub fn forget_targets() {
    NAMED.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

/// Checks that each device named with `--destroy` is one of the `places`, under any name.
/// A user who names a device that the command does not write to has probably mistyped the device or the target.
pub fn check_all_used<'a>(
    destroy: impl IntoIterator<Item = &'a Path>,
    places: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Failure> {
    let places: Vec<&Path> = places.into_iter().collect();
    let mut lines = Vec::new();
    for given in destroy {
        let device = quoted(given).to_string();
        let fault = if given.is_dir() {
            PlaceFault::DirectoryToDestroy { device }
        } else if given.is_file() {
            PlaceFault::FileToDestroy { file: device }
        } else if places.iter().any(|place| is_same_device(given, place)) {
            continue;
        } else {
            PlaceFault::NothingToDestroy { device }
        };
        lines.push(fault.to_string());
    }
    if lines.is_empty() { Ok(()) } else { Err(Failure::of(Ending::Wrong, lines)) }
}

fn is_same_device(given: &Path, place: &Path) -> bool {
    // A link means the file it pointed to at the first lookup.
    given == place || marked_targets(&[given.to_owned()]).names_device(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_up_must_be_worked_on() {
        let check = |destroy: &[&str], places: &[&str]| {
            let (destroy, places) = (destroy.iter().map(Path::new), places.iter().map(Path::new));
            check_all_used(destroy, places).map_err(|failure| failure.lines.len())
        };
        assert_eq!(check(&[], &["/srv"]), Ok(()));
        assert_eq!(check(&["/dev/none"], &["/srv", "/dev/none"]), Ok(()));
        assert_eq!(check(&["/dev/none", "/dev/other"], &["/srv"]), Err(2));
        for no_device in ["/", "/proc/self/exe"] {
            assert_eq!(check(&[no_device], &[no_device]), Err(1), "{no_device}");
        }
    }
}
