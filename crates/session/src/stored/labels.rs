//! Tags and notes of stored runs: takes a run's name and a change, returns the new tags and note.

use crate::failure::{Ending, Failure};
use crate::store_failure;
use store::{Labels, RunId, Store};

/// A change of the tags or the note of a run.
#[derive(Clone, Copy, Debug)]
pub enum LabelChange<'a> {
    Add(&'a [String]),
    /// Removes these tags; a tag that the run does not have is ignored.
    Remove(&'a [String]),
    /// Sets the note; an empty text removes it.
    Note(&'a str),
}

/// Changes the tags or the note of a run.
/// If it fails, nothing has changed.
pub fn relabel(
    store: &mut Store,
    name: &str,
    change: LabelChange<'_>,
) -> Result<(RunId, Labels), Failure> {
    let run = super::find(store, name)?;
    let mut labels = store.labels(run)?;
    match change {
        LabelChange::Add(tags) => labels.tags.extend(tags.iter().cloned()),
        LabelChange::Remove(tags) => labels.tags.retain(|tag| !tags.contains(tag)),
        LabelChange::Note(note) => note.trim().clone_into(&mut labels.note),
    }
    let mistakes = labels.mistakes();
    if !mistakes.is_empty() {
        let lines = mistakes.iter().map(|m| store_failure::label_fault(m).to_string()).collect();
        return Err(Failure::of(Ending::Wrong, lines));
    }
    match store.set_labels(run, &labels) {
        Ok(()) => Ok((run, labels)),
        Err(store::StoreError::NoSuchRun(_)) => {
            Err(Failure::wrong(super::run_name::no_run(store, name)))
        }
        Err(error) => Err(Failure::from(error)),
    }
}
