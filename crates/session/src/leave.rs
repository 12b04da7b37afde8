//! Leave to write: takes a path and what the user named with `--destroy` and `--overwrite`, gives the open target, or the
//! file that may be made, or every reason against it. Every command that writes comes here, once for each target, and
//! keeps what it gets as long as it writes.
//!
//! What a path named when the command line was read, it names until the process ends: a link that is swapped later marks
//! nothing.

use crate::failure::{Ending, Failure};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use sys::file::PathKind;
use sys::guard::{self, FileWritePermission, MarkedTargets};
use sys::inventory::SystemRoots;

/// What a request may write to.
#[derive(Clone, Debug, Default)]
pub struct Permission {
    /// Block devices whose data may be destroyed.
    pub destroy: Vec<PathBuf>,
    /// Existing files that may be overwritten.
    pub overwrite: Vec<PathBuf>,
    /// Whether new files may fill their file system, as those of other tools do.
    pub fills: bool,
    /// Devices that were built for the test, on others that the user named.
    pub built: Vec<PathBuf>,
}

/// What paths named when they were first asked for.
static NAMED: Mutex<BTreeMap<PathBuf, MarkedTargets>> = Mutex::new(BTreeMap::new());

/// The target at `path`, if it may be written.
///
/// # Errors
/// Every reason against it.
pub fn to_write(path: &Path, writes: &Permission) -> Result<FileWritePermission, Failure> {
    let told =
        |text: String| Failure::of(Ending::Target, text.lines().map(str::to_owned).collect());
    let roots = SystemRoots::default();
    if matches!(sys::file::kind(path), Ok(PathKind::Device)) {
        // What was built for this test was not there when the user was asked.
        let marked = named(&writes.destroy).and(&MarkedTargets::now(&writes.built));
        let judged = guard::device(path, marked, &roots);
        return judged
            .map(FileWritePermission::Present)
            .map_err(|refused| told(refused.to_string()));
    }
    guard::file(path, named(&writes.overwrite), &roots).map_err(|refused| told(refused.to_string()))
}

/// Opens what a word of `--destroy` or `--overwrite` names, as soon as the word is read.
pub fn first_look(path: PathBuf) -> PathBuf {
    drop(named(std::slice::from_ref(&path)));
    path
}

/// What these paths name.
pub fn named(paths: &[PathBuf]) -> MarkedTargets {
    let mut all = NAMED.lock().unwrap_or_else(PoisonError::into_inner);
    paths.iter().fold(MarkedTargets::default(), |sum, path| {
        let one = all
            .entry(path.clone())
            .or_insert_with(|| MarkedTargets::now(std::slice::from_ref(path)));
        sum.and(one)
    })
}

/// Closes what paths named, because an open file keeps its file system mounted. Afterwards a path names what it leads to then.
pub fn forget() {
    NAMED.lock().unwrap_or_else(PoisonError::into_inner).clear();
}
