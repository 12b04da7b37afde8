//! `plimsoll report`: the HTML page of a stored run.

use crate::exit::{Exit, Failure, Outcome};
use crate::flags::Report;
use crate::session::recorder;

/// Rebuilds the page from the store.
pub(crate) fn run(flags: &Report) -> Outcome {
    let store = recorder::open_to_read(flags.store.as_deref())?;
    let record = store.load(recorder::find(&store, &flags.run)?).map_err(Failure::target)?;
    std::fs::write(&flags.output, report::html::html(&record))
        .map_err(|e| Failure::target(format!("failed to write {}: {e}", flags.output.display())))?;
    Ok(Exit::Done)
}
