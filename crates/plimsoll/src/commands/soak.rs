//! `plimsoll soak`: flags -> request -> session -> record; a stored soak -> text, sheet, CSV; the systemd unit.

mod request;
mod values;

use crate::commands::exposing::exposed;
use crate::commands::hosts;
use crate::commands::papers::print_bytes;
use crate::exit::Outcome;
use crate::flags::{Soak, SoakAction, SoakFlags, SoakReport, SoakUnit, SoakWords, mistake};
use clap::Parser;
use report::SoakService;
use report::messages::program::ProgramFault;
use report::messages::soak::SoakFault;
use session::failure::Failure;
use session::live::Progress;
use session::output;
use session::soak::{self, EventOutput, SoakRequest};
use session::{answer, recorder, terminal};
use std::path::{Path, PathBuf};

pub(crate) fn run(flags: &Soak) -> Outcome {
    match &flags.action {
        Some(SoakAction::Report(flags)) => show(flags),
        Some(SoakAction::Unit(flags)) => unit(flags),
        None => measure(&flags.load),
    }
}

fn measure(flags: &SoakFlags) -> Outcome {
    let interrupt = session::interrupt()?;
    let hosts = hosts::join(&interrupt)?;
    let request = hosts.agree(request::read(flags))?;
    let (target, command) = (hosts.place(&request.target), request.command.on(&hosts));
    let request = SoakRequest { target, command, ..request };
    let (json, leads) = (flags.output.json, hosts.leads());
    let mut progress = Progress::new(json || !leads, flags.output.lang.language());
    if leads {
        let (targets, store) = ([Path::new(&request.target)], flags.output.store.as_deref());
        progress.exposed = exposed(&flags.exposing, &targets, store)?;
    }
    let store = flags.output.store.as_deref();
    let lines = flags.events.as_deref().filter(|_| leads).map(|file| {
        let mut kept = output::files_of_store(&recorder::place(store)?);
        kept.push(PathBuf::from(&request.target));
        Ok::<_, Failure>((output::append("--events", file, &kept)?, file.display().to_string()))
    });
    let mut events = EventOutput::new(json, lines.transpose()?, flags.on_event.clone());
    let outcome = soak::run(&request, store, &hosts, &interrupt, &mut events, &mut progress)?;
    let (record, recorder) = (&outcome.record, &outcome.recorder);
    if !leads {
        return Ok(answer::ending(record).into());
    }
    answer::show(record, json, None, recorder, &mut progress)?;
    Ok(answer::final_ending(answer::ending(record), true, recorder).into())
}

/// Shows a stored soak, and writes the requested files.
fn show(flags: &SoakReport) -> Outcome {
    let store = recorder::open_to_read(flags.store.as_deref())?;
    let run = session::stored::find(&store, &flags.run)?;
    let record = soak::load(&store, run)?;
    let kept = output::files_of_store(store.path());
    let write = |option: &str, file: &Path, text: String| {
        output::place(option, file, &kept, None)?.save(&text)
    };
    if let Some(file) = &flags.csv {
        let minutes = store.soak_minutes(run)?;
        write("--csv", file, report::soak_csv(&record, &minutes))?;
    }
    let language = flags.lang.language();
    let text = if flags.json {
        report::export::json(&record)
    } else {
        terminal::shown(report::terminal(&record, &terminal::style(language)), language)
    };
    let shown = print_bytes(text.as_bytes())?;
    // Last: a sheet that is too early withholds nothing else, and is no answer of the soak.
    let Some(file) = &flags.sla_sheet else { return Ok(shown) };
    match report::soak_sheet(&record, language) {
        Some(sheet) => write("--sla-sheet", file, sheet)?,
        None => {
            let days = record.soak.as_ref().map_or(0, |of| soak::sheet_days(&of.setup));
            terminal::say(SoakFault::NoSheetYet { run: run.to_string(), days });
        }
    }
    Ok(shown)
}

/// Everything in the words that may count from the working folder.
fn paths(soak: &SoakFlags) -> impl Iterator<Item = &Path> {
    let target = Some(&soak.target).filter(|target| workload::simulation(target).is_none());
    let profile = Some(&soak.profile).filter(|name| session::profiles::is_file(name));
    let command = soak.on_event.as_ref().filter(|command| command.contains('/'));
    let words = [target, profile, command].into_iter().flatten().map(Path::new);
    let files = [&soak.events, &soak.output.store, &soak.exposing.metrics_file];
    let files = files.into_iter().flatten().chain(&soak.writes.destroy);
    words.chain(files.chain(&soak.writes.overwrite).map(|path| &**path))
}

/// Prints a unit for systemd. Its words are judged now, not when it starts.
fn unit(flags: &SoakUnit) -> Outcome {
    if flags.timer {
        return print_bytes(report::SOAK_TIMER.as_bytes());
    }
    let soak = SoakWords::try_parse_from(&flags.words);
    let soak = soak.map_err(|error| Failure::wrong(mistake(&error)))?.load;
    let request = request::read(&soak)?;
    if flags.weekly && request.planned_s > SoakService::WEEKLY_S_MAX {
        let length_s = request.planned_s as f64;
        return Err(Failure::wrong(SoakFault::WeeklyTooLong { length_s }));
    }
    let program = std::env::current_exe().map_err(|error| {
        Failure::target(ProgramFault::ProgramNotFound { error: error.to_string() })
    })?;
    let folder = std::env::current_dir().map_err(|error| {
        Failure::target(ProgramFault::WorkingFolderNotFound { error: error.to_string() })
    })?;
    let relative = paths(&soak).any(Path::is_relative);
    let named = flags.words.iter().any(|word| word.starts_with("--store"));
    let store = soak.output.store.unwrap_or_else(|| SoakService::STORE.into());
    let simulated = workload::simulation(&request.target).is_some();
    let mounts = Some(Path::new(&request.target)).filter(|_| !simulated).into_iter();
    let mounts = mounts.chain([&*store]).map(|path| folder.join(path));
    let mounts: Vec<PathBuf> =
        mounts.map(|path| sys::file::canonical(&path).unwrap_or(path)).collect();
    let service = SoakService {
        program: &program,
        folder: Some(&*folder).filter(|_| relative),
        words: &flags.words,
        mounts: &mounts,
        store: Some(&*store).filter(|_| !named),
        weekly: flags.weekly,
    };
    print_bytes(service.text().as_bytes())
}
