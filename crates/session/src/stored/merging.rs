//! Merges other stores into one: takes their files, returns what was added. If the result of several hosts is missing, it is
//! recomputed from the parts that the hosts stored.

use crate::failure::{Ending, Failure};
use crate::recorder;
use crate::store_failure;
use record::{Record, State};
use report::Language;
use report::messages::results::StoredRunFault;
use std::path::Path;
use store::{MergeCount, RunId, Store, StoreError};
use sys::file::{FileFacts, FileIdentity};

#[derive(Debug)]
pub struct MergedStores {
    /// The counts of each file, in the order of the files.
    pub counts: Vec<MergeCount>,
    /// Results of several hosts that were recomputed from their parts.
    pub rebuilt: Vec<RebuiltRun>,
}

/// A result of several hosts that was recomputed from their parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RebuiltRun {
    pub run: RunId,
    /// The number of hosts whose part was found.
    pub parts: usize,
    /// The number of all hosts of the run.
    pub hosts: usize,
}

/// The largest difference between the start times of the parts of one run, by the clocks of their hosts.
const APART_S_MAX: u64 = 600;

/// Adds the finished runs of other stores to the named store, or the default one: all of them, or none.
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
            Err(error) => lines.push(store_failure::text(Language::of_process(), &error)),
        }
    }
    if !lines.is_empty() {
        return Err(Failure::of(Ending::Wrong, lines));
    }
    let mut store = recorder::open(named)?;
    let counts = store.merge(&others)?;
    let added = counts.iter().flat_map(|count| count.added.iter().map(|(_, run)| *run));
    let rebuilt = rebuild(&mut store, added.collect())?;
    Ok(MergedStores { counts, rebuilt })
}

/// Recomputes the results of several hosts whose parts are among these runs, unless the store has them already.
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

/// The finished parts and whole results of one group of hosts.
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

/// Equal for two names of one file.
fn identity(path: &Path) -> Option<FileIdentity> {
    FileFacts::at(path).ok().map(|found| found.identity)
}
