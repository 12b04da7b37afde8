//! Other stores added to one: takes their files, gives what became of their runs.

use crate::failure::{Ending, Failure};
use crate::recorder;
use report::messages::results::StoredRunFault;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use store::{MergeCount, Store};

/// Adds the finished runs of other stores to the named one, or the usual one: all of them, or none.
///
/// # Errors
/// A file that is no store, or that store itself, all of them at once; a row that is damaged.
pub fn merge(files: &[impl AsRef<Path>], named: Option<&Path>) -> Result<Vec<MergeCount>, Failure> {
    let own = identity(&recorder::place(named)?);
    let (mut others, mut lines) = (Vec::new(), Vec::new());
    for file in files {
        let file = file.as_ref();
        match Store::open_to_read(file) {
            Ok(_) if own.is_some() && identity(file) == own => {
                let file = file.display();
                lines.push(StoredRunFault::OwnStore { file: file.to_string() }.to_string());
            }
            Ok(other) => others.push(other),
            Err(error) => lines.push(error.to_string()),
        }
    }
    if !lines.is_empty() {
        return Err(Failure::of(Ending::Wrong, lines));
    }
    recorder::open(named)?.merge(&others).map_err(Failure::target)
}

/// What two names of one file have in common.
fn identity(path: &Path) -> Option<(u64, u64)> {
    std::fs::metadata(path).ok().map(|found| (found.dev(), found.ino()))
}
