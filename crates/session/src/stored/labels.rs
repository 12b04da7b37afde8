//! Tags and notes of stored runs: takes a run's name and what is written about it, gives what it has now.

use crate::failure::{Ending, Failure};
use crate::recorder;
use store::{Labels, RunId, Store};

/// What changes about the tags and the note of a run.
#[derive(Clone, Copy, Debug)]
pub enum LabelChange<'a> {
    /// These tags are added.
    Add(&'a [String]),
    /// These tags are removed; one that the run does not have is no mistake.
    Remove(&'a [String]),
    /// This is the note; empty: none.
    Note(&'a str),
}

/// Changes the tags or the note of a run.
///
/// # Errors
/// A run that is not there; every tag that cannot be stored; a store that cannot be written. Nothing has changed then.
pub fn relabel(
    store: &mut Store,
    name: &str,
    change: LabelChange<'_>,
) -> Result<(RunId, Labels), Failure> {
    let run = recorder::find(store, name)?;
    let mut labels = store.labels(run).map_err(Failure::target)?;
    match change {
        LabelChange::Add(tags) => labels.tags.extend(tags.iter().cloned()),
        LabelChange::Remove(tags) => labels.tags.retain(|tag| !tags.contains(tag)),
        LabelChange::Note(note) => note.trim().clone_into(&mut labels.note),
    }
    let mistakes = labels.mistakes();
    if !mistakes.is_empty() {
        let lines = mistakes.iter().map(ToString::to_string).collect();
        return Err(Failure::of(Ending::Wrong, lines));
    }
    match store.set_labels(run, &labels) {
        Ok(()) => Ok((run, labels)),
        Err(store::StoreError::NoSuchRun(_)) => Err(super::no_run(store, name)),
        Err(error) => Err(Failure::target(error)),
    }
}
