//! `plimsoll results`: the stored runs.

mod change;
mod export;

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::{ListFilter, Results, ResultsAction};
use report::messages::arguments::ArgumentFault;
use report::{Language, site};
use serde_json::json;
use session::failure::{Ending, Failure};
use session::stored::listing::{answer_with_figure, damage, row_json, table};
use session::stored::{self, LIST_RUNS_MAX, LabelChange};
use session::{failure, output, recorder, terminal};
use std::path::{Path, PathBuf};
use store::{RunQuery, Store};

/// The width of a list if the width of the terminal is unknown; `--json` is never truncated.
const COLUMNS_PIPED: usize = 80;

pub(crate) fn run(flags: &Results) -> Outcome {
    let named = flags.store.as_deref();
    match &flags.action {
        Some(action) if flags.filter != ListFilter::default() && !action.is_list() => {
            Err(Failure::wrong(ArgumentFault::ListFilter))
        }
        None | Some(ResultsAction::List { .. }) => {
            let listed = match &flags.action {
                Some(ResultsAction::List { filter }) if flags.filter == ListFilter::default() => {
                    filter
                }
                _ => &flags.filter,
            };
            list(recorder::open_if_there(named)?, listed, flags.json, flags.lang.language())
        }
        Some(ResultsAction::Show { run }) => {
            let language = flags.lang.language();
            show(&recorder::open_to_read(named)?, run, flags.json, language)
        }
        Some(ResultsAction::Report { run, output }) => {
            page(&recorder::open_to_read(named)?, run, output.as_deref(), flags.lang.language())
        }
        Some(ResultsAction::Export { run, csv: _, trials, decimal_comma, output }) => {
            let store = recorder::open_to_read(named)?;
            export::export(&store, run, (*trials, *decimal_comma), output.as_deref())
        }
        Some(ResultsAction::Import { files }) => {
            crate::commands::import::run(files, named, flags.json)
        }
        Some(ResultsAction::Merge { files }) => change::merge(files, named, flags.json),
        Some(ResultsAction::Tag { run, tags, remove }) => {
            let change = if *remove { LabelChange::Remove(tags) } else { LabelChange::Add(tags) };
            change::label(recorder::open(named)?, run, change, flags.json)
        }
        Some(ResultsAction::Note { run, text }) => {
            change::label(recorder::open(named)?, run, LabelChange::Note(text), flags.json)
        }
        Some(ResultsAction::Rm { runs }) => change::remove(named, runs),
    }
}

fn list(store: Option<Store>, filter: &ListFilter, json: bool, language: Language) -> Outcome {
    let query =
        RunQuery { tag: filter.tag.clone(), host: filter.host.clone(), ..RunQuery::default() };
    let rows = match &store {
        Some(store) => store.search(&query, LIST_RUNS_MAX)?,
        None => Vec::new(),
    };
    let each_stored = || rows.iter().filter_map(|row| Some((store.as_ref()?, row)));
    let text = if json {
        let list: Vec<_> = each_stored().map(|(store, row)| row_json(store, row)).collect();
        format!("{:#}\n", json!({ "format": 1, "runs": list }))
    } else if rows.is_empty() {
        let is_filtered = *filter != ListFilter::default();
        let text =
            if is_filtered { site::list_no_match(language) } else { site::no_runs(language) };
        format!("{text}\n")
    } else {
        let answers = each_stored().map(|(store, row)| answer_with_figure(language, store, row));
        let room = terminal::columns().unwrap_or(COLUMNS_PIPED);
        let text = table(language, &rows, &answers.collect::<Vec<_>>(), room);
        terminal::with_known_symbols(&text).into_owned()
    };
    let printed = print_bytes(text.as_bytes())?;
    let damaged = each_stored().filter_map(|(store, row)| damage(store, row));
    let lines: Vec<String> = damaged.map(|error| failure::text(language, &error)).collect();
    if lines.is_empty() { Ok(printed) } else { Err(Failure::of(Ending::Target, lines)) }
}

fn show(store: &Store, name: &str, json: bool, language: Language) -> Outcome {
    let (_, record) = stored::load_run(store, name)?;
    let text = if json {
        report::export::json(&record)
    } else {
        let style = terminal::style(language);
        terminal::shown(report::terminal::terminal(&record, &style), language)
    };
    print_bytes(text.as_bytes())
}

fn page(store: &Store, name: &str, file: Option<&Path>, language: Language) -> Outcome {
    let (run, record) = stored::load_run(store, name)?;
    let kept = output::files_of_store(store.path());
    let usual = PathBuf::from(format!("plimsoll-report-{run}.html"));
    let place = output::place("--output", file.unwrap_or(&usual), &kept, None)?;
    place.save(&report::html::html(&record, language))?;
    match file {
        Some(_) => Ok(Exit::DONE),
        None => print_bytes(format!("report   {}\n", place.shown()).as_bytes()),
    }
}

impl ResultsAction {
    fn is_list(&self) -> bool {
        matches!(self, Self::List { .. })
    }
}
