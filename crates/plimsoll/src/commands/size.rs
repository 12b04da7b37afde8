//! `plimsoll size`: requirement, disks and stored runs -> the storage that carries it.

mod needs;

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::Size;
use advise::size::{Answer, Shop, size};
use record::{Record, State};
use report::messages::results::StoredRunFault;
use report::sizing::{sizing, sizing_json};
use session::failure::{Ending, Failure};
use session::{recorder, stored, terminal};
use store::{RunId, RunRow, Store};

/// The most runs that are used if none is named.
const RUNS_MAX: usize = 100;

pub(crate) fn run(flags: &Size) -> Outcome {
    let mut lines = Vec::new();
    let requirements = match (&flags.job, &flags.requirement) {
        (Some(job), _) => Some(vec![needs::of_job(job, &flags.latency_limit)?]),
        (None, text) => needs::requirements(text.as_deref().unwrap_or_default())
            .map_err(|mistakes| lines.extend(mistakes))
            .ok(),
    };
    let shop = match &flags.disks {
        Some(path) => needs::shop(path).map_err(|mistakes| lines.extend(mistakes)).ok(),
        None => Some(Shop::default()),
    };
    let store = recorder::open_if_there(flags.store.as_deref());
    let records = store.and_then(|store| records(store, &flags.runs));
    let (requirements, shop, records) = match (requirements, shop, records) {
        (Some(requirements), Some(shop), Ok(records)) => (requirements, shop, records),
        (Some(_), Some(_), Err(failure)) => return Err(failure),
        (_, _, records) => {
            lines.extend(records.err().map_or_else(Vec::new, |failure| failure.lines));
            return Err(Failure::of(Ending::Wrong, lines));
        }
    };
    let sizings: Vec<_> =
        requirements.iter().map(|requirement| size(requirement, &shop, &records)).collect();
    let text = if flags.json {
        sizing_json(&sizings)
    } else {
        let language = flags.lang.language();
        terminal::shown(sizing(&sizings, &terminal::style(language)), language)
    };
    print_bytes(text.as_bytes())?;
    let any = |answer: Answer| sizings.iter().any(|sizing| sizing.answer == answer);
    Ok(if any(Answer::NotCarried) {
        Exit::NOT_FIT
    } else if any(Answer::CannotTell) {
        Exit::CANNOT_TELL
    } else {
        Exit::DONE
    })
}

/// The named runs, or the newest ones that can answer, each with its number; newest first.
fn records(store: Option<Store>, named: &[String]) -> Result<Vec<(String, Record)>, Failure> {
    let Some(store) = store else {
        let fault = |name: &String| StoredRunFault::NoneStored { name: name.clone() }.to_string();
        let lines: Vec<String> = named.iter().map(fault).collect();
        return if lines.is_empty() {
            Ok(Vec::new())
        } else {
            Err(Failure::of(Ending::Wrong, lines))
        };
    };
    let mut loaded: Vec<(RunId, Record)> = if named.is_empty() {
        let rows = store.list(RUNS_MAX)?.into_iter();
        let done = rows.filter(|row| row.state == State::Done);
        let load = |row: RunRow| Ok((row.id, store.load(row.id)?));
        done.map(load).collect::<Result<_, Failure>>()?
    } else {
        let names: Vec<&str> = named.iter().map(String::as_str).collect();
        stored::load_runs(&store, &names)?
    };
    // A run that reuses the points of another run begins when that one did, because its data is not newer.
    loaded.sort_by_key(|(run, record)| std::cmp::Reverse((record.started_unix_s, *run)));
    loaded.dedup_by_key(|(run, _)| *run);
    loaded.retain(|(_, record)| record.study.is_some() || !record.findings.is_empty());
    Ok(loaded.into_iter().map(|(run, record)| (run.to_string(), record)).collect())
}
