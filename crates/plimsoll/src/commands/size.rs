//! `plimsoll size`: requirement, disks and stored runs -> the storage that carries it, and the placement of files.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::Size;
use advise::size::place::placements;
use advise::size::requirement::NeedError;
use advise::size::{Answer, Shop, SizeRequirement, size};
use record::{Record, State};
use report::Language;
use report::messages::arguments::ArgumentFault;
use report::messages::results::StoredRunFault;
use report::messages::system::AdvisedError;
use report::sizing::{sizing, sizing_json};
use report::words::{need_error, shop_error};
use session::failure::{Ending, Failure};
use session::{input, profiles, recorder, stored, terminal};
use std::path::Path;
use store::{RunId, RunRow, Store};
use workload::LatencyLimit;

/// The most runs that are used if none is named.
const RUNS_MAX: usize = 100;

/// Sizes, prints, and ends with the answer.
pub(crate) fn run(flags: &Size) -> Outcome {
    let mut lines = Vec::new();
    let mut keep = |found: Result<_, Vec<String>>| match found {
        Ok(value) => Some(value),
        Err(more) => {
            lines.extend(more);
            None
        }
    };
    let requirements = match (&flags.job, &flags.requirement) {
        (Some(job), _) => Some(vec![of_job(job, &flags.latency_limit)?]),
        (None, text) => keep(requirements(text.as_deref().unwrap_or_default())),
    };
    let shop = match &flags.disks {
        Some(path) => shop(path).map_err(|more| lines.extend(more)).ok(),
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
    let all: Vec<_> =
        requirements.iter().map(|requirement| size(requirement, &shop, &records)).collect();
    let places = placements(&requirements, &shop, &records);
    let text = match flags.json {
        true => sizing_json(&all, &places),
        false => {
            let language = flags.lang.language();
            terminal::shown(sizing(&all, &places, &terminal::style(language)), language)
        }
    };
    print_bytes(text.as_bytes())?;
    let any = |answer: Answer| all.iter().any(|found| found.answer == answer);
    Ok(if any(Answer::NotCarried) {
        Exit::NotFit
    } else if any(Answer::CannotTell) {
        Exit::CannotTell
    } else {
        Exit::Done
    })
}

/// The load of a job.
fn of_job(file: &str, limit: &str) -> Result<SizeRequirement, Failure> {
    let limit = limit
        .parse::<LatencyLimit>()
        .map_err(|error| Failure::wrong(format!("--latency-limit: {error}")))?;
    let (_, profile) = profiles::load(file)?;
    let role = profile.roles.into_iter().find_map(|role| Some((role.name, role.job?)));
    let (name, job) = role
        .ok_or_else(|| Failure::wrong(ArgumentFault::LoadWithoutRate { file: file.to_owned() }))?;
    Ok(SizeRequirement::of_job(&name, &job, limit))
}

/// One requirement as written, or all of a file `{"data": "iops>=8000, write=0.3", "log": "commits>=500, p99<=5ms"}`.
fn requirements(text: &str) -> Result<Vec<SizeRequirement>, Vec<String>> {
    if !text.trim_end().ends_with(".json") {
        let told = |more: Vec<NeedError>| {
            more.iter()
                .map(|error| format!("--require: {}", need_error(Language::of_process(), error)))
                .collect()
        };
        return SizeRequirement::read("", text).map(|requirement| vec![requirement]).map_err(told);
    }
    let wrong = |why: String| vec![format!("--require {text}: {why}")];
    let words = read(Path::new(text)).map_err(wrong)?;
    let roles: std::collections::BTreeMap<String, String> =
        serde_json::from_str(&words).map_err(|e| {
            let (error, file) = (e.to_string(), text.to_owned());
            vec![ArgumentFault::RequirementNotJson { error, file }.to_string()]
        })?;
    let (mut all, mut problems) = (Vec::new(), Vec::new());
    for (role, requirement) in &roles {
        match SizeRequirement::read(role, requirement) {
            Ok(requirement) => all.push(requirement),
            Err(more) => {
                let line = |error| {
                    format!(
                        "--require {text}: {role}: {}",
                        need_error(Language::of_process(), error)
                    )
                };
                problems.extend(more.iter().map(line));
            }
        }
    }
    if all.is_empty() && problems.is_empty() {
        let fault = ArgumentFault::RequirementWithoutRole { file: text.to_owned() };
        problems.push(fault.to_string());
    }
    if problems.is_empty() { Ok(all) } else { Err(problems) }
}

fn shop(path: &Path) -> Result<Shop, Vec<String>> {
    let wrong = |why: &str| format!("--disks {}: {why}", path.display());
    let text = read(path).map_err(|why| vec![wrong(&why)])?;
    Shop::read(&text).map_err(|more| {
        more.iter().map(|error| wrong(&shop_error(Language::of_process(), error))).collect()
    })
}

fn read(path: &Path) -> Result<String, String> {
    input::text(path).map_err(|error| AdvisedError(&error).to_string())
}

/// The named runs, or the newest ones that can answer; newest first.
fn records(store: Option<Store>, named: &[String]) -> Result<Vec<(String, Record)>, Failure> {
    let Some(store) = store else {
        let told = |name: &String| StoredRunFault::NoneStored { name: name.clone() }.to_string();
        let lines: Vec<String> = named.iter().map(told).collect();
        return if lines.is_empty() {
            Ok(Vec::new())
        } else {
            Err(Failure::of(Ending::Wrong, lines))
        };
    };
    let mut loaded: Vec<(RunId, Record)> = if named.is_empty() {
        let rows = store.list(RUNS_MAX).map_err(Failure::target)?.into_iter();
        let done = rows.filter(|row| row.state == State::Done);
        let load = |row: RunRow| Ok((row.id, store.load(row.id).map_err(Failure::target)?));
        done.map(load).collect::<Result<_, Failure>>()?
    } else {
        let names: Vec<&str> = named.iter().map(String::as_str).collect();
        stored::named(&store, &names)?
    };
    // A run that reuses the points of another run begins when that one did, because its data is not newer.
    loaded.sort_by_key(|(run, record)| std::cmp::Reverse((record.started_unix_s, *run)));
    loaded.dedup_by_key(|(run, _)| *run);
    loaded.retain(|(_, record)| record.study.is_some() || !record.findings.is_empty());
    Ok(loaded.into_iter().map(|(run, record)| (format!("run {run}"), record)).collect())
}
