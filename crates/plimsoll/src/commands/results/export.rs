//! `plimsoll results export`: a stored run as CSV.

use crate::exit::{Exit, Outcome};
use report::messages::arguments::ArgumentFault;
use report::messages::results::StoredRunFault;
use report::messages::system::AdvisedError;
use session::failure::Failure;
use session::output;
use session::stored::{self, write_intervals};
use std::path::Path;
use store::Store;

/// Writes the trials, points or intervals of a run as CSV.
pub(super) fn export(
    store: &Store,
    name: &str,
    (trials, decimal_comma): (bool, bool),
    path: Option<&Path>,
) -> Outcome {
    let (run, record) = stored::load_run(store, name)?;
    let has_points =
        record.study.iter().flat_map(|study| &study.stages).any(|s| !s.points.is_empty());
    if trials && record.trials.is_empty() {
        return Err(Failure::wrong(ArgumentFault::NoTrials { run: run.to_string() }));
    }
    // A ramp has only trials.
    let trials = trials || (record.study.is_some() && !has_points && !record.trials.is_empty());
    if decimal_comma && !trials && record.study.is_none() {
        return Err(Failure::wrong(ArgumentFault::NoDecimalComma { run: run.to_string() }));
    }
    let path = path.unwrap_or(Path::new("/dev/stdout"));
    let place = output::place("--output", path, &output::files_of_store(store.path()), None)?;
    let text = match &record.study {
        _ if trials => Some(report::export::trials_csv(&record, decimal_comma)),
        study => study.as_ref().map(|study| report::export::points_csv(study, decimal_comma)),
    };
    let written = match text {
        Some(text) => place.write(|file| Ok::<_, Failure>(file.write_all(text.as_bytes())))?,
        None => {
            let rows = store.intervals(run)?;
            place.write(|file| write_intervals(file, rows))?
        }
    };
    match written {
        Err(e) if !sys::file::is_reader_gone(&e) => {
            let error = AdvisedError(&e).to_string();
            Err(Failure::target(StoredRunFault::ExportNotWritten { error }))
        }
        _ => Ok(Exit::DONE),
    }
}
