//! `plimsoll sqlio`: SQLIO's command line -> workload -> run -> SQLIO's report. With `--sweep`, a matrix of them.

mod files;
mod sweep;

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use compat::foreign::{Foreign, usage};
use compat::sqlio::{self, OPTIONS, SqlioView};
use plan::TargetKind;
use session::failure::{Ending, Failure};
use session::foreign::outcome::OutcomeBuilder;
use session::foreign::{
    Call, Job, RunResult, ToolEvent, accept_job, measure, read_text, report_interruption, say,
    settle_sizes, warn_about_backslashes,
};
use session::load;

const FAILED: Exit = Exit::Tool(1);

pub(crate) fn run(words: Vec<String>) -> Outcome {
    let mut call = Call::new("sqlio", words)?;
    let zeros = call.take_flag("--zeros");
    let size = call.take_value("--size")?;
    if let Some(text) = call.take_value("--sweep")? {
        return sweep::run(&mut call, &text, zeros, size.as_deref());
    }
    let foreign = sqlio::read_with(&call.arguments, zeros, &read_text, &call.options.maps);
    if foreign.view.usage || call.asks_for_help() {
        let text = usage("plimsoll sqlio [OPTIONS] [FILE...]", OPTIONS);
        return print_bytes((text + sqlio::OWN_OPTIONS).as_bytes());
    }
    let foreign = call.without_header(foreign);
    let Some(mut job) = prepare_job(foreign, &mut Vec::new()) else { return Ok(FAILED) };
    let named = job.view.files.iter().map(|file| (file.name.as_str(), file.name.as_str()));
    warn_about_backslashes(&job.workload, named);
    let settled = call.check_all_used(load::paths(&job.workload));
    if let Err(failure) = settled.and_then(|()| settle_sizes(&mut job.workload, size.as_deref())) {
        failure.lines.iter().for_each(say);
        return Ok(FAILED);
    }
    let measured = run_line(&call, &job, &mut |text| print_bytes(text.as_bytes()).map(drop))?;
    Ok(exit(&measured))
}

/// Reports the notes of a parsed job and fits it to this machine; `None` after a mistake. Notes in `printed_notes` are not
/// printed again, but stay with the job.
fn prepare_job(
    mut foreign: Foreign<SqlioView>,
    printed_notes: &mut Vec<String>,
) -> Option<Job<SqlioView>> {
    let (old, new): (Vec<_>, Vec<_>) =
        foreign.notes.into_iter().partition(|(_, note)| printed_notes.contains(&note.text));
    printed_notes.extend(new.iter().map(|(_, note)| note.text.clone()));
    foreign.notes = new;
    let mut job = accept_job(foreign).ok()?;
    job.notes.extend(old.into_iter().map(|(_, note)| note.text));
    if let Some(note) = sqlio::keep_pins(&mut job.workload.streams, &sys::affinity::allowed()) {
        if !printed_notes.contains(&note) {
            say(format!("note: {note}"));
            printed_notes.push(note.clone());
        }
        job.notes.push(note);
    }
    disks_suffice(&job).then_some(job)
}

/// Whether every disk has the size that its line requests, and every target can hold the stripes. Prints SQLIO's own
/// message for disks that are too small.
fn disks_suffice(job: &Job<SqlioView>) -> bool {
    let sized = job.view.files.iter().any(|file| file.raw && file.size_mib.is_some());
    if !sized && sqlio::stripes_bytes(&job.view).is_none() {
        return true;
    }
    // A target that cannot be opened is reported when the run is planned.
    let opened = engine::probe::to_read(&job.workload);
    let facts = opened.and_then(|targets| engine::probe::facts(&job.workload, &targets));
    let Ok(facts) = facts else { return true };
    let mut suffice = true;
    for (file, facts) in job.view.files.iter().zip(&facts.targets) {
        if file.raw && file.size_mib.is_some_and(|mib| mib << 20 > facts.size_bytes) {
            say(sqlio::raw_is_smaller(&file.name, facts.size_bytes));
            suffice = false;
            continue;
        }
        let room = match facts.kind {
            TargetKind::Device | TargetKind::Virtual => 0,
            TargetKind::File | TargetKind::Absent => {
                facts.room.free_bytes.saturating_sub(facts.room.reserve_bytes)
            }
        };
        let most = facts.size_bytes.saturating_add(room);
        if let Some(text) = sqlio::stripes_are_larger(&job.view, &file.name, most) {
            say(&text);
            suffice = false;
        }
    }
    suffice
}

/// Runs one command line; its report goes to `print`.
fn run_line(
    call: &Call,
    job: &Job<SqlioView>,
    print: &mut dyn FnMut(&str) -> Result<(), Failure>,
) -> Result<RunResult, Failure> {
    let mut begun = None;
    let measured = measure(call, job, &mut |news, so_far| {
        if let ToolEvent::Prepared = news {
            begun = Some(print(&sqlio::head(&job.view, &file_sizes(job, so_far))));
        }
    });
    if let Some(printed) = begun {
        printed?;
        print(&sqlio::tail(&job.view, &measured.outcome))?;
    }
    report_interruption(&measured.outcome);
    Ok(measured)
}

/// The sizes of the view's files, in their order.
fn file_sizes(job: &Job<SqlioView>, so_far: &OutcomeBuilder) -> Vec<sqlio::FilePreparation> {
    let sizes = job.view.files.iter().map(|file| {
        let ground = so_far.grounds.iter().find(|ground| ground.name == file.name);
        ground.map_or_else(sqlio::FilePreparation::default, |ground| sqlio::FilePreparation {
            had_bytes: ground.had_bytes,
            size_bytes: ground.size_bytes,
        })
    });
    sizes.collect()
}

fn exit(measured: &RunResult) -> Exit {
    match measured.ending {
        Ending::Done | Ending::Interrupted => measured.ending.into(),
        _ => FAILED,
    }
}
