//! `plimsoll results`: the stored runs.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::{ListFilter, Results, ResultsAction};
use report::Language;
use report::messages::arguments::ArgumentFault;
use report::messages::results::StoredRunFault;
use report::messages::store::{labelled, merged, rebuilt_run};
use report::messages::system::AdvisedError;
use serde_json::json;
use session::failure::Failure;
use session::stored::listing::{figured, row_json, table};
use session::stored::{
    self, LIST_RUNS_MAX, LabelChange, MergedStores, RebuiltRun, write_intervals,
};
use session::{output, prices, recorder, terminal};
use std::path::{Path, PathBuf};
use store::{Labels, MergeCount, RunId, RunQuery, Store};

/// The width of a list if the width of the terminal is unknown; `--json` is never truncated.
const COLUMNS_PIPED: usize = 80;
/// Lists, shows, exports or removes.
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
        Some(ResultsAction::Prices { file }) => {
            compare_prices(recorder::open_if_there(named)?, file, flags.json, flags.lang.language())
        }
        Some(ResultsAction::Show { run }) => {
            let language = flags.lang.language();
            show(&recorder::open_to_read(named)?, run, flags.json, language)
        }
        Some(ResultsAction::Export { run, csv: _, trials, decimal_comma, output }) => {
            let store = recorder::open_to_read(named)?;
            export(&store, run, (*trials, *decimal_comma), output.as_deref())
        }
        Some(ResultsAction::Import { files }) => {
            crate::commands::import::run(files, named, flags.json)
        }
        Some(ResultsAction::Merge { files }) => merge(files, named, flags.json),
        Some(ResultsAction::Tag { run, tags, remove }) => {
            let change = if *remove { LabelChange::Remove(tags) } else { LabelChange::Add(tags) };
            label(recorder::open(named)?, run, change, flags.json)
        }
        Some(ResultsAction::Note { run, text }) => {
            label(recorder::open(named)?, run, LabelChange::Note(text), flags.json)
        }
        Some(ResultsAction::Rm { runs }) => remove(recorder::open(named)?, runs),
    }
}

fn list(store: Option<Store>, filter: &ListFilter, json: bool, language: Language) -> Outcome {
    let query =
        RunQuery { tag: filter.tag.clone(), host: filter.host.clone(), ..RunQuery::default() };
    let rows = match &store {
        Some(store) => store.search(&query, LIST_RUNS_MAX).map_err(Failure::target)?,
        None => Vec::new(),
    };
    if json {
        let one = |row| store.as_ref().map(|store| row_json(store, row));
        let list: Vec<_> = rows.iter().filter_map(one).collect();
        let text = json!({ "format": 1, "runs": list });
        return print_bytes(format!("{text:#}\n").as_bytes());
    }
    if rows.is_empty() && *filter != ListFilter::default() {
        return print_line(report::site::list_no_match(language));
    }
    if rows.is_empty() {
        return print_line(report::site::no_runs(language));
    }
    let answer =
        |row| store.as_ref().map(|store| figured(language, store, row)).unwrap_or_default();
    let answers: Vec<String> = rows.iter().map(answer).collect();
    let room = terminal::columns().unwrap_or(COLUMNS_PIPED);
    print_bytes(table(language, &rows, &answers, room).as_bytes())
}

fn compare_prices(store: Option<Store>, file: &Path, json: bool, language: Language) -> Outcome {
    let list = prices::read(file)?;
    let lines = store.map(|store| prices::priced(&store, &list)).transpose();
    let lines = lines.map_err(Failure::target)?.unwrap_or_default();
    let missing = prices::unmeasured(&list, &lines);
    let text = if json {
        report::price_json(lines, &missing, &list.unit)
    } else {
        let text = report::price_text(lines, &missing, &list.unit, &terminal::style(language));
        terminal::shown(text, language)
    };
    print_bytes(text.as_bytes())
}

fn print_line(text: &str) -> Outcome {
    print_bytes(format!("{text}\n").as_bytes())
}

fn show(store: &Store, name: &str, json: bool, language: Language) -> Outcome {
    let (_, record) = stored::one(store, name)?;
    let text = if json {
        report::export::json(&record)
    } else {
        let style = terminal::style(language);
        terminal::shown(report::terminal::terminal(&record, &style), language)
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
        Some(text) => place.write(|file| Ok(file.write_all(text.as_bytes())))?,
        None => {
            let rows = store.intervals(run).map_err(Failure::target)?;
            place.write(|file| write_intervals(file, rows))?
        }
    };
    match written {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            let error = AdvisedError(&e).to_string();
            Err(Failure::target(StoredRunFault::ExportNotWritten { error }))
        }
        _ => Ok(Exit::Done),
    }
}

fn merge(files: &[PathBuf], named: Option<&Path>, json: bool) -> Outcome {
    let MergedStores { counts, rebuilt } = stored::merge(files, named)?;
    let all = files.iter().map(|file| file.display().to_string()).zip(&counts);
    let text = if json {
        let of = |(file, count): (String, &MergeCount)| {
            let runs = count.added.iter().map(|(from, to)| json!({ "from": from.0, "run": to.0 }));
            let runs: Vec<_> = runs.collect();
            json!({
                "file": file,
                "runs": runs,
                "known": count.known,
                "relabelled": count.relabelled,
                "unfinished": count.unfinished,
            })
        };
        let merged: Vec<_> = all.map(of).collect();
        let of =
            |one: &RebuiltRun| json!({ "run": one.run.0, "parts": one.parts, "hosts": one.hosts });
        let rebuilt: Vec<_> = rebuilt.iter().map(of).collect();
        format!("{:#}\n", json!({ "format": 1, "merged": merged, "rebuilt": rebuilt }))
    } else {
        let of = |(file, count): (String, &MergeCount)| {
            let MergeCount { added, known, relabelled, unfinished } = count;
            merged(Language::of_process(), &file, added.len(), (*known, *relabelled), *unfinished)
        };
        let again = rebuilt.iter().map(|one| {
            let (parts, hosts) = (one.parts as u64, one.hosts as u64);
            rebuilt_run(Language::of_process(), one.run.0, parts, hosts)
        });
        all.map(of).chain(again).collect()
    };
    print_bytes(text.as_bytes())
}

fn label(mut store: Store, name: &str, change: LabelChange<'_>, json: bool) -> Outcome {
    let (run, labels) = stored::relabel(&mut store, name, change)?;
    let Labels { tags, note } = &labels;
    let text = match json {
        true => {
            let document = json!({ "format": 1, "run": run.0, "tags": tags, "note": note });
            format!("{document:#}\n")
        }
        false => {
            let language = Language::of_process();
            let tags = tags.iter().map(String::as_str);
            terminal::shown(labelled(language, run.0, tags, note), language)
        }
    };
    print_bytes(text.as_bytes())
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

impl ResultsAction {
    fn is_list(&self) -> bool {
        matches!(self, Self::List { .. })
    }
}
