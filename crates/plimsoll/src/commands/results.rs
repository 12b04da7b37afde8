//! `plimsoll results`: the runs that are stored.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Failure, Outcome};
use crate::flags::{Results, ResultsAction};
use crate::session::{recorder, terminal};
use std::io::Write;
use std::path::Path;
use store::{RunRow, Store};

/// How many runs the list shows.
const LIST_RUNS_MAX: usize = 1000;

/// Lists, shows, exports or removes.
pub(crate) fn run(flags: &Results) -> Outcome {
    let named = flags.store.as_deref();
    match &flags.action {
        None | Some(ResultsAction::List) => list(recorder::open_if_there(named)?, flags.json),
        Some(ResultsAction::Show { run }) => show(&recorder::open_to_read(named)?, run, flags.json),
        Some(ResultsAction::Export { run, csv: _, output }) => {
            export(&recorder::open_to_read(named)?, run, output.as_deref())
        }
        Some(ResultsAction::Import { files }) => {
            crate::commands::import::run(files, named, flags.json)
        }
        Some(ResultsAction::Rm { runs }) => remove(recorder::open(named)?, runs),
    }
}

fn list(store: Option<Store>, json: bool) -> Outcome {
    let rows = match store {
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
    let mut text = format!(
        "{:>5}  {:16}  {:6}  {:16}  {:11}  {}\n",
        "RUN", "STARTED (UTC)", "KIND", "SUBJECT", "ANSWER", "TARGET"
    );
    for row in &rows {
        text.push_str(&format!(
            "{:>5}  {:16}  {:6}  {:16}  {:11}  {}\n",
            row.id.to_string(),
            report::words::moment(row.started_unix_s).trim_end_matches(" UTC"),
            row.kind,
            row.subject,
            answer(row),
            row.target,
        ));
    }
    print_bytes(text.as_bytes())
}

fn answer(row: &RunRow) -> &'static str {
    use study::record::{State, Verdict};
    match (row.state, row.verdict) {
        // What an unfinished run had to say so far is no answer.
        (State::Running, _) => "unfinished",
        (State::Interrupted, _) => "interrupted",
        (State::Failed, _) => "failed",
        (_, Some(Verdict::Fit)) => "fit",
        (_, Some(Verdict::NotFit)) => "not fit",
        (_, Some(Verdict::CannotTell)) => "cannot tell",
        (State::Done, None) => "done",
    }
}

fn row_json(row: &RunRow) -> serde_json::Value {
    serde_json::json!({
        "run": row.id.0, "kind": row.kind, "started_unix_s": row.started_unix_s,
        "seconds": row.seconds, "seed": row.seed, "target": row.target, "subject": row.subject,
        "version": row.version, "answer": answer(row), "reason": row.reason,
    })
}

fn show(store: &Store, name: &str, json: bool) -> Outcome {
    let run = recorder::find(store, name)?;
    let record = store.load(run).map_err(Failure::target)?;
    let text = if json {
        report::export::json(&record)
    } else {
        report::terminal::terminal(&record, &terminal::style())
    };
    print_bytes(text.as_bytes())
}

fn export(store: &Store, name: &str, output: Option<&Path>) -> Outcome {
    let run = recorder::find(store, name)?;
    let rows = store.intervals(run).map_err(Failure::target)?;
    let mut file: Box<dyn Write> = match output {
        Some(path) => Box::new(std::io::BufWriter::new(
            std::fs::File::create(path)
                .map_err(|e| Failure::target(format!("failed to make {}: {e}", path.display())))?,
        )),
        None => Box::new(std::io::stdout().lock()),
    };
    let written = write_intervals(&mut file, rows)?;
    match written.and_then(|()| file.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::target(format!("failed to write the intervals: {e}")))
        }
        _ => Ok(Exit::Done),
    }
}

/// Writes interval rows as CSV: the outer error is the store's, the inner one the file's.
pub(crate) fn write_intervals(
    file: &mut dyn Write,
    rows: store::Intervals<'_>,
) -> Result<std::io::Result<()>, Failure> {
    let mut written = file.write_all(report::export::intervals_header().as_bytes());
    for row in rows {
        let row = row.map_err(Failure::target)?;
        if written.is_err() {
            break;
        }
        written = file.write_all(report::export::interval_line(&row).as_bytes());
    }
    Ok(written)
}

fn remove(mut store: Store, names: &[String]) -> Outcome {
    // Every name is looked up before the first run is removed.
    let mut lines = Vec::new();
    let mut runs = Vec::new();
    for name in names {
        match recorder::find(&store, name) {
            Ok(run) => match store.load(run) {
                Ok(_) => runs.push(run),
                Err(error) => lines.push(error.to_string()),
            },
            Err(failure) => lines.extend(failure.lines),
        }
    }
    if !lines.is_empty() {
        return Err(Failure { exit: Exit::Wrong, lines });
    }
    for run in runs {
        store.remove(run).map_err(Failure::target)?;
    }
    Ok(Exit::Done)
}
