//! `plimsoll results`: the runs that are stored.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::{Results, ResultsAction};
use report::messages::system::Advised;
use session::failure::Failure;
use session::stored::listing::{figured, row_json, table};
use session::stored::{self, LIST_RUNS_MAX, write_intervals};
use session::{output, recorder, terminal};
use std::path::Path;
use store::{RunId, Store};

/// What a list is as wide as at most where nobody says how wide the reader is; `--json` cuts nothing.
const COLUMNS_PIPED: usize = 80;
/// Lists, shows, exports or removes.
pub(crate) fn run(flags: &Results) -> Outcome {
    let named = flags.store.as_deref();
    match &flags.action {
        None | Some(ResultsAction::List) => list(recorder::open_if_there(named)?, flags.json),
        Some(ResultsAction::Show { run }) => show(&recorder::open_to_read(named)?, run, flags.json),
        Some(ResultsAction::Export { run, csv: _, trials, decimal_comma, output }) => {
            let store = recorder::open_to_read(named)?;
            export(&store, run, (*trials, *decimal_comma), output.as_deref())
        }
        Some(ResultsAction::Import { files }) => {
            crate::commands::import::run(files, named, flags.json)
        }
        Some(ResultsAction::Rm { runs }) => remove(recorder::open(named)?, runs),
    }
}

fn list(store: Option<Store>, json: bool) -> Outcome {
    let rows = match &store {
        Some(store) => store.list(LIST_RUNS_MAX).map_err(Failure::target)?,
        None => Vec::new(),
    };
    if json {
        let list: Vec<_> = rows.iter().map(row_json).collect();
        let text = serde_json::json!({ "format": 1, "runs": list });
        return print_bytes(format!("{text:#}\n").as_bytes());
    }
    if rows.is_empty() {
        return print_bytes(b"no runs yet; `plimsoll check DIRECTORY` makes the first\n");
    }
    let answer = |row| store.as_ref().map(|store| figured(store, row)).unwrap_or_default();
    let answers: Vec<String> = rows.iter().map(answer).collect();
    print_bytes(table(&rows, &answers, terminal::columns().unwrap_or(COLUMNS_PIPED)).as_bytes())
}

fn show(store: &Store, name: &str, json: bool) -> Outcome {
    let (_, record) = stored::one(store, name)?;
    let text = if json {
        report::export::json(&record)
    } else {
        terminal::shown(report::terminal::terminal(&record, &terminal::style()))
    };
    print_bytes(text.as_bytes())
}

fn export(
    store: &Store,
    name: &str,
    (trials, decimal_comma): (bool, bool),
    path: Option<&Path>,
) -> Outcome {
    let (run, record) = stored::one(store, name)?;
    let has_points =
        record.study.iter().flat_map(|study| &study.stages).any(|s| !s.points.is_empty());
    if trials && record.trials.is_empty() {
        return Err(Failure::wrong(format!("--trials: run {run} has none")));
    }
    // A ramp has trials only.
    let trials = trials || (record.study.is_some() && !has_points && !record.trials.is_empty());
    if decimal_comma && !trials && record.study.is_none() {
        return Err(Failure::wrong(
            "--decimal-comma is for points and trials; the intervals of a run have none",
        ));
    }
    let path = path.unwrap_or(Path::new("/dev/stdout"));
    let place = output::place("--output", path, &output::files_of_store(store.path()), None)?;
    let text = match &record.study {
        _ if trials => Some(report::export::trials_csv(&record, decimal_comma)),
        study => study.as_ref().map(|study| report::export::points_csv(study, decimal_comma)),
    };
    let written = match text {
        Some(text) => place.write(|file| Ok(file.write_all(text.as_bytes())))?,
        None => {
            let rows = store.intervals(run).map_err(Failure::target)?;
            place.write(|file| write_intervals(file, rows))?
        }
    };
    match written {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::target(format!("failed to write the numbers: {}", Advised(&e))))
        }
        _ => Ok(Exit::Done),
    }
}

fn remove(mut store: Store, names: &[String]) -> Outcome {
    // Every name is looked up before the first run is removed.
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut runs: Vec<RunId> =
        stored::named(&store, &names)?.into_iter().map(|(run, _)| run).collect();
    runs.sort_unstable();
    runs.dedup();
    for run in runs {
        store.remove(run).map_err(Failure::target)?;
    }
    Ok(Exit::Done)
}
