//! Removes runs: takes their names, also on a file system that is full.

use super::run_name::{RunNameError, find, no_run};
use crate::failure::Failure;
use crate::{recorder, terminal};
use report::messages::results::ResultsFault;
use std::fs::File;
use std::path::{Path, PathBuf};
use store::{RunId, Store, StoreError};
use sys::file::file_system;

/// Removes the runs with these names from the named store, or the default one: all of them, or none if a name is wrong.
pub fn remove(store: Option<&Path>, names: &[&str]) -> Result<(), Failure> {
    let path = recorder::place(store)?;
    let opened = match recorder::open_at(store, &path) {
        Ok(store) => remove_from(store, names)?,
        Err(error) => Err(error),
    };
    let full = match opened {
        Err(error @ StoreError::Full { .. }) => error,
        other => return other.map_err(Failure::from),
    };
    let Some(folder) = folder_elsewhere(&path) else { return Err(full.into()) };
    let copy = folder.join("results.db");
    let (store, kept) = (path.display().to_string(), copy.display().to_string());
    let removed = remove_in_copy(&path, &copy, names, full).map(|mut file| {
        terminal::say(ResultsFault::CopyElsewhere { store: store.clone(), copy: kept.clone() });
        store::write_back(&copy, &mut file, &path)
    });
    if let Ok(Err(_)) = removed {
        // The store needs it.
        return Err(Failure::target(ResultsFault::CopyNeeded { store, copy: kept }));
    }
    drop(std::fs::remove_dir_all(&folder));
    removed.map(drop)
}

/// Removes runs in a copy of a store that nobody has open. Returns the file of the store, which stays locked.
fn remove_in_copy(
    path: &Path,
    copy: &Path,
    names: &[&str],
    full: StoreError,
) -> Result<File, Failure> {
    let locked = File::options().read(true).write(true).open(path).and_then(|file| {
        let is_held = sys::file::lock_bytes(&file, store::LOCK_BYTES)?;
        Ok(is_held.then_some(file))
    });
    match locked {
        Ok(None) => Err(StoreError::Busy { path: path.to_owned() }.into()),
        Ok(Some(file)) if store::copy_closed(path, copy).is_ok() => {
            remove_from(Store::open(copy)?, names)??;
            Ok(file)
        }
        _ => Err(full.into()),
    }
}

/// The outer error is that of a name, the inner one that of the store. Runs that are gone already are left out.
fn remove_from(mut store: Store, names: &[&str]) -> Result<Result<(), StoreError>, Failure> {
    let (mut runs, mut errors) = (Vec::new(), Vec::new());
    for name in names {
        match existing(&store, name) {
            Ok(run) => runs.push(run),
            Err(error) => errors.push(error),
        }
    }
    if !errors.is_empty() {
        return Err(errors.into());
    }
    runs.sort_unstable();
    runs.dedup();
    Ok(runs.into_iter().try_for_each(|run| store.remove(run)))
}

/// The run that the user names; its record may be damaged.
fn existing(store: &Store, name: &str) -> Result<RunId, RunNameError> {
    let run = find(store, name)?;
    store.row(run)?.map(|row| row.id).ok_or_else(|| RunNameError::Missing(no_run(store, name)))
}

/// A new folder on another file system than that of the store.
fn folder_elsewhere(store: &Path) -> Option<PathBuf> {
    let own = file_system(store)?;
    let name = format!("plimsoll-results-{}", std::process::id());
    let folders = [std::env::temp_dir(), "/var/tmp".into(), "/dev/shm".into()];
    let elsewhere =
        folders.iter().filter(|folder| file_system(folder).is_some_and(|other| other != own));
    elsewhere.map(|folder| folder.join(&name)).find(|folder| {
        // Nobody else may put a link there.
        sys::file::private_folder(folder).is_ok()
    })
}
