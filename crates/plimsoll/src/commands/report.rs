//! `plimsoll report`: the HTML page of a stored run.

use crate::commands::results;
use crate::exit::{Exit, Failure, Outcome};
use crate::flags::Report;
use crate::session::{output, recorder};

/// Rebuilds the page from the store.
pub(crate) fn run(flags: &Report) -> Outcome {
    let store = recorder::open_to_read(flags.store.as_deref())?;
    let (_, record) = results::one(&store, &flags.run)?;
    let kept = output::files_of_store(store.path());
    let place = output::place("--output", &flags.output, &kept, None)?;
    place
        .write_text(&report::html::html(&record))
        .map_err(|e| Failure::target(format!("failed to write {}: {e}", place.shown())))?;
    Ok(Exit::Done)
}
