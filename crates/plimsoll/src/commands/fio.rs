//! `plimsoll fio`: fio's command line and job files -> workload -> run -> fio's results, in every format it has.

mod output;
mod progress;
mod running;

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use compat::fio::options::OPTIONS;
use compat::fio::write::{Setting, failed_jobs, opening, results};
use compat::fio::{self, Command, Eta, FioView, Format, help};
use compat::foreign::usage;
use output::{Output, log_places, print_inflated, write_logs};
use progress::shows_eta;
use running::run_what_can;
use session::failure::{Ending, Failure};
use session::foreign::{Call, RunResult, create_files, say, with_machine_facts};

/// fio's exit code after Ctrl-C.
const STOPPED: Exit = Exit::Tool(128);
/// fio's exit code if nothing could be run.
const WRONG: Exit = Exit::Tool(1);

pub(crate) fn run(words: Vec<String>) -> Outcome {
    let mut call = match Call::new("fio", words.clone()) {
        Ok(call) => call,
        Err(failure) => {
            let foreign = with_machine_facts(false, |context| fio::read(&words, context, &[]));
            nothing_ran(None, &foreign.view)?;
            return Err(failure);
        }
    };
    let literal = call.take_flag("--fio-literal");
    let foreign = with_machine_facts(literal, |context| {
        fio::read(&call.arguments, context, &call.options.maps)
    });
    for line in &foreign.view.output.debug {
        print_bytes(format!("{line}\n").as_bytes())?;
    }
    if let Some(answer) = answer_of(&foreign.view, foreign.problems.is_empty()) {
        return answer;
    }
    let job = match call.accept_job(foreign) {
        Ok(mut job) => {
            fio::end_by_steadiness(&mut job.workload);
            job
        }
        Err(view) => return nothing_ran(Some(&call), &view).map(|()| WRONG),
    };
    call.progress = job.view.output.eta != Eta::Never && !shows_eta(&job.view);
    let places = Output::of(&call, &job.view, &job.workload.targets)
        .and_then(|output| Ok((output, log_places(&call, &job)?)));
    let (mut output, mut log_places) = match places {
        Ok(places) => places,
        Err(failure) => {
            nothing_ran(None, &job.view)?;
            failure.lines.iter().for_each(say);
            return Ok(WRONG);
        }
    };
    output.put(&opening(&job.view))?;
    let only_creates = job.view.jobs.iter().any(|job| job.create_only);
    let measured = if only_creates {
        create_files(&call, &job)
    } else {
        run_what_can(&call, &job, &mut output)
    };
    output.put(&results(&job.view, &measured.outcome, &setting(&measured)))?;
    let written = write_logs(&call, &job, &measured, &mut log_places);
    Ok(match exit(&job.view, &measured) {
        Exit::DONE if !written => WRONG,
        exit => exit,
    })
}

/// The answer to a call that asks for no run; `is_right`: it has no mistakes.
fn answer_of(view: &FioView, is_right: bool) -> Option<Outcome> {
    let text = match &view.command {
        Command::DebugNames => {
            format!("fio: dumping debug options:{},all\n", fio::DEBUG_NAMES.join(","))
        }
        Command::Help => usage("plimsoll fio [OPTIONS] [JOB FILE...]", OPTIONS),
        Command::HelpOnAll => help::on_all(),
        Command::HelpOn(name) => help::on(name),
        Command::Engines(name) => match help::engines(name.as_deref()) {
            Ok(text) => text,
            Err(why) => {
                say(&why);
                return Some(Ok(WRONG));
            }
        },
        Command::InflateLog(file) => return Some(print_inflated(file)),
        Command::Version => format!("{}\n", fio::write::VERSION),
        Command::ShowCommand(lines) if is_right => {
            lines.iter().map(|line| format!("{line}\n")).collect()
        }
        Command::ParseOnly if is_right => String::new(),
        Command::Run | Command::ParseOnly | Command::ShowCommand(_) => return None,
    };
    Some(print_bytes(text.as_bytes()))
}

/// Prints JSON if the caller requested it and no job could begin: fio's header without jobs. fio itself prints nothing then, and
/// callers fail on the empty text instead of the real error. Other formats stay empty, as with fio. Without a call the text goes
/// to standard output, regardless of `--output`.
fn nothing_ran(call: Option<&Call>, view: &FioView) -> Result<(), Failure> {
    let json = |format: &&Format| matches!(format, Format::Json | Format::JsonPlus);
    let Some(format) = view.output.formats.iter().find(json) else { return Ok(()) };
    if view.command != Command::Run {
        return Ok(());
    }
    let mut bare = FioView { jobs: Vec::new(), ..view.clone() };
    bare.output.formats = vec![*format];
    let mut measured = RunResult::nothing();
    measured.outcome.started_unix_ns = sys::clock::unix_now();
    let text = results(&bare, &measured.outcome, &setting(&measured));
    let output = call.map(|call| Output::of(call, view, &[]));
    match output {
        Some(Ok(mut output)) => output.put(&text),
        Some(Err(failure)) => {
            failure.lines.iter().for_each(say);
            print_bytes(text.as_bytes()).map(drop)
        }
        None => print_bytes(text.as_bytes()).map(drop),
    }
}

fn setting(measured: &RunResult) -> Setting {
    let started_s = (measured.outcome.started_unix_ns / 1_000_000_000).cast_signed();
    Setting { pid: std::process::id(), utc_offset_s: sys::clock::utc_offset_s(started_s) }
}

/// fio's exit code: the number of failed jobs.
fn exit(view: &FioView, measured: &RunResult) -> Exit {
    let failed = failed_jobs(view, &measured.outcome);
    match measured.ending {
        Ending::Interrupted => STOPPED,
        Ending::Done | Ending::Target if failed > 0 => {
            Exit::Tool(u8::try_from(failed % 256).unwrap_or(1))
        }
        // The job counts its errors and does not end at the first.
        Ending::Done | Ending::Target if measured.outcome.failure.is_none() => Exit::DONE,
        _ => WRONG,
    }
}
