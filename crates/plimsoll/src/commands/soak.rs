//! `plimsoll soak`: flags -> request -> session -> record; a stored soak -> text, sheet, CSV; the systemd unit.

mod request;
mod values;

use crate::commands::exposing::exposed;
use crate::commands::hosts;
use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::{Soak, SoakAction, SoakFlags, SoakReport, SoakUnit};
use report::messages::program::ProgramFault;
use report::messages::soak::SoakFault;
use session::failure::{Ending, Failure};
use session::live::Progress;
use session::output;
use session::soak::{self, EventOutput, SoakRequest};
use session::{answer, recorder, terminal};
use std::path::Path;

/// Runs a soak, shows one, or prints a unit.
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
    let mut events = EventOutput::new(json, flags.on_event.clone());
    let store = flags.output.store.as_deref();
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
    if let Some(file) = &flags.sla_sheet {
        let sheet = report::soak_sheet(&record, flags.lang.language()).ok_or_else(|| {
            let fault = SoakFault::NoSheetYet { run: run.to_string() };
            Failure::of(Ending::CannotTell, vec![fault.to_string()])
        })?;
        write("--sla-sheet", file, sheet)?;
    }
    if let Some(file) = &flags.csv {
        let minutes = store.soak_minutes(run)?;
        write("--csv", file, report::soak_csv(&record, &minutes))?;
    }
    let text = match flags.json {
        true => report::export::json(&record),
        false => {
            let language = flags.lang.language();
            terminal::shown(report::terminal(&record, &terminal::style(language)), language)
        }
    };
    print_bytes(text.as_bytes())
}

/// Prints a unit for systemd.
fn unit(flags: &SoakUnit) -> Outcome {
    let program = std::env::current_exe().map_err(|error| {
        Failure::target(ProgramFault::ProgramNotFound { error: error.to_string() })
    })?;
    let folder = std::env::current_dir().map_err(|error| {
        Failure::target(ProgramFault::WorkingFolderNotFound { error: error.to_string() })
    })?;
    let text = report::soak_unit(&program, &folder, &flags.words);
    print_bytes(text.as_bytes())?;
    Ok(Exit::DONE)
}
