//! `plimsoll iometer`: Iometer's configuration or a classic specification -> workload -> run -> results.csv.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use compat::foreign::usage;
use compat::iometer::{self, CLASSIC, Clock, OPTIONS};
use report::messages::foreign::ForeignFault;
use report::messages::system::SystemAction;
use session::failure::{Ending, Failure};
use session::foreign::{Call, measure, read_text, report_interruption, say, settle_sizes};
use session::input;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

const FAILED: Exit = Exit::Tool(1);
/// The first bytes of every results file of Iometer.
const BEGINNING: &[u8] = b"'Test Type";

pub(crate) fn run(words: Vec<String>) -> Outcome {
    let mut call = Call::new("iometer", words)?;
    let size = call.take_value("--size")?;
    let foreign = iometer::read(&call.arguments, &read_text, &call.options.maps);
    if foreign.view.usage || call.asks_for_help() {
        return print_bytes(help().as_bytes());
    }
    let Ok(mut job) = call.accept_job(foreign) else { return Ok(FAILED) };
    if let Err(failure) = settle_sizes(&mut job.workload, size.as_deref()) {
        failure.lines.iter().for_each(say);
        return Ok(FAILED);
    }
    if let Some(name) = &job.view.results {
        appendable(name)?;
    }
    let mut begun = false;
    let measured = measure(&call, &job, &mut |_, _| begun = true);
    if !begun {
        return Ok(FAILED);
    }
    let outcome = &measured.outcome;
    let unix_s = (outcome.started_unix_ns / 1_000_000_000).cast_signed();
    let clock = Clock { ahead_s: i64::from(sys::clock::utc_offset_s(unix_s)) };
    let text = iometer::write(&job.view, outcome, clock);
    match &job.view.results {
        None => print_bytes(text.as_bytes())?,
        Some(name) => append(name, &text)?,
    };
    report_interruption(outcome);
    Ok(match measured.ending {
        Ending::Done | Ending::Interrupted => measured.ending.into(),
        _ => FAILED,
    })
}

/// Results are appended, as Iometer does; but never to a file with other content.
fn appendable(name: &str) -> Result<(), Failure> {
    let start = match input::beginning(Path::new(name), BEGINNING.len() as u64) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        read => read.map_err(Failure::refused(Ending::Target, SystemAction::Read, name))?,
    };
    if start.is_empty() || start == BEGINNING {
        return Ok(());
    }
    Err(Failure::target(ForeignFault::NotIometerResults { file: name.to_owned() }))
}

fn append(name: &str, text: &str) -> Outcome {
    let written = OpenOptions::new()
        .append(true)
        .create(true)
        .open(name)
        .and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(Failure::refused(Ending::Target, SystemAction::Write, name))?;
    Ok(Exit::DONE)
}

fn help() -> String {
    let synopsis = "plimsoll iometer CONFIG.icf RESULTS.csv, or plimsoll iometer --spec NAME --target PLACE \
                    [RESULTS.csv]";
    let mut text = usage(synopsis, OPTIONS);
    text.push_str(
        "\nOnly in `plimsoll iometer`: --size SIZE is the size of files that do not exist yet.\n",
    );
    text.push_str("\nClassic specifications:\n");
    for known in CLASSIC {
        text.push_str(&format!("  {:18}  {}\n", known.name, known.meaning));
    }
    text
}
