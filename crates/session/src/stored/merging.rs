//! Other stores added to one: takes their files, gives what became of their runs. Where the result of several hosts is missing, it is
//! made again from the parts that the hosts kept.

use crate::failure::{Ending, Failure};
use crate::recorder;
use record::{Record, State};
use report::messages::results::StoredRunFault;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use store::{MergeCount, RunId, Store, StoreError};

/// What became of the runs of other stores.
#[derive(Debug)]
pub struct MergedStores {
    /// Of each file, in their order.
    pub counts: Vec<MergeCount>,
    /// Results of several hosts that were made again from their parts.
    pub rebuilt: Vec<RebuiltRun>,
}

/// A result of several hosts that was made again from their parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RebuiltRun {
    /// Its number.
    pub run: RunId,
    /// Hosts whose part was there.
    pub parts: usize,
    /// All hosts of the run.
    pub hosts: usize,
}

/// Parts of one run begin at most so many seconds apart, by the clocks of their hosts.
const APART_S_MAX: u64 = 600;

/// Adds the finished runs of other stores to the named one, or the usual one: all of them, or none.
///
/// # Errors
/// A file that is no store, or that store itself, all of them at once; a row that is damaged.
pub fn merge(files: &[impl AsRef<Path>], named: Option<&Path>) -> Result<MergedStores, Failure> {
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
    let mut store = recorder::open(named)?;
    let counts = store.merge(&others).map_err(Failure::target)?;
    let added = counts.iter().flat_map(|count| count.added.iter().map(|(_, run)| *run));
    let rebuilt = rebuild(&mut store, added.collect()).map_err(Failure::target)?;
    Ok(MergedStores { counts, rebuilt })
}

/// Makes the results of several hosts again whose parts are among these runs, unless they are there already.
fn rebuild(store: &mut Store, added: Vec<RunId>) -> Result<Vec<RebuiltRun>, StoreError> {
    let mut rebuilt: Vec<RebuiltRun> = Vec::new();
    let mut known: Vec<String> = Vec::new();
    for run in added {
        let part = store.load(run)?;
        let Some(hosts) = part.hosts.as_ref().filter(|hosts| hosts.part.is_some()) else {
            continue;
        };
        if known.contains(&hosts.group) {
            continue;
        }
        known.push(hosts.group.clone());
        let parts = of_group(store, &part, &hosts.group)?;
        let (parts, wholes): (Vec<Record>, Vec<Record>) = parts.into_iter().partition(is_part);
        let count = |record: &Record| record.hosts.as_ref().map_or(0, |of| of.rates(0).len());
        let Some(record) = advise::parts::rebuild(&parts) else { continue };
        if wholes.iter().any(|whole| count(whole) >= count(&record)) {
            continue;
        }
        for run in store.add(std::slice::from_ref(&record))? {
            rebuilt.push(RebuiltRun { run, parts: parts.len(), hosts: hosts.hosts.len() });
        }
    }
    Ok(rebuilt)
}

fn is_part(record: &Record) -> bool {
    record.hosts.as_ref().is_some_and(|hosts| hosts.part.is_some())
}

/// The finished results of all hosts in one group, parts and wholes.
fn of_group(store: &Store, part: &Record, group: &str) -> Result<Vec<Record>, StoreError> {
    let rows = store.list(usize::MAX)?;
    let near = rows.iter().filter(|row| {
        let apart_s = row.started_unix_s.abs_diff(part.started_unix_s);
        row.state != State::Running && row.seed == part.seed && apart_s <= APART_S_MAX
    });
    let mut found = Vec::new();
    for row in near {
        let record = store.load(row.id)?;
        if record.hosts.as_ref().is_some_and(|hosts| hosts.group == group) {
            found.push(record);
        }
    }
    Ok(found)
}

/// What two names of one file have in common.
fn identity(path: &Path) -> Option<(u64, u64)> {
    std::fs::metadata(path).ok().map(|found| (found.dev(), found.ino()))
}
