//! `plimsoll report`: the HTML page of a stored run.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::Report;
use session::{output, recorder, stored};
use std::path::PathBuf;

/// Rebuilds the page from the store.
pub(crate) fn run(flags: &Report) -> Outcome {
    let store = recorder::open_to_read(flags.store.as_deref())?;
    let (run, record) = stored::one(&store, &flags.run)?;
    let kept = output::files_of_store(store.path());
    let usual = PathBuf::from(format!("plimsoll-report-{run}.html"));
    let place = output::place("--output", flags.output.as_ref().unwrap_or(&usual), &kept, None)?;
    place.save(&report::html::html(&record, flags.lang.language()))?;
    match flags.output {
        Some(_) => Ok(Exit::DONE),
        None => print_bytes(format!("report   {}\n", place.shown()).as_bytes()),
    }
}
