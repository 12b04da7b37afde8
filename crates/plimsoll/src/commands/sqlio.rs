//! `plimsoll sqlio`: SQLIO's command line -> workload -> run -> SQLIO's report. With `--sweep`, a matrix of them.

mod sweep;

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Failure, Outcome};
use crate::session::foreign::gather::Gather;
use crate::session::foreign::{Call, Job, Measured, News, load, measure, understood, usage};
use dialect::sqlio::{self, OPTIONS, View};

/// What a script sees when SQLIO could not do its work.
const FAILED: Exit = Exit::Tool(1);

/// Runs one command line, or a matrix.
pub(crate) fn run(words: Vec<String>) -> Outcome {
    let mut call = Call::new("sqlio", words)?;
    if let Some(text) = call.take_value("--sweep")? {
        return sweep::run(&mut call, &text);
    }
    match one(&call, &mut |text| print_bytes(text.as_bytes()).map(drop))? {
        None => Ok(FAILED),
        Some(done) => Ok(exit(&done.measured)),
    }
}

/// One run that was made.
struct Done {
    view: View,
    measured: Measured,
}

/// Reads and runs one command line; its report goes to `print`. `None`: it was wrong, or only asked for the usage.
fn one(
    call: &Call,
    print: &mut dyn FnMut(&str) -> Result<(), Failure>,
) -> Result<Option<Done>, Failure> {
    let foreign = sqlio::read(&call.words, &load, &call.own.maps);
    if foreign.view.usage || call.asks_for_help() {
        print(&usage("plimsoll sqlio [OPTIONS] [FILE...]", OPTIONS))?;
        return Ok(Some(Done { view: foreign.view, measured: Measured::nothing() }));
    }
    let Ok(job) = understood(foreign) else { return Ok(None) };
    let mut begun = None;
    let measured = measure(call, &job, &mut |news, so_far| {
        if let News::Prepared = news {
            begun = Some(print(&sqlio::head(&job.view, &grounds(&job, so_far))));
        }
    });
    if let Some(printed) = begun {
        printed?;
        print(&sqlio::tail(&job.view, &measured.outcome))?;
    }
    Ok(Some(Done { view: job.view, measured }))
}

/// The sizes of the view's files, in their order.
fn grounds(job: &Job<View>, so_far: &Gather) -> Vec<sqlio::Ground> {
    let of = |name: &str| {
        let found = so_far.grounds.iter().find(|g| g.name == name);
        found.map_or_else(sqlio::Ground::default, |g| sqlio::Ground {
            had_bytes: g.had_bytes,
            size_bytes: g.size_bytes,
        })
    };
    job.view.files.iter().map(|file| of(&file.name)).collect()
}

/// A run that the user stopped ended as it should: its report is whole.
fn exit(measured: &Measured) -> Exit {
    match measured.exit {
        Exit::Done | Exit::Interrupted => Exit::Done,
        _ => FAILED,
    }
}
