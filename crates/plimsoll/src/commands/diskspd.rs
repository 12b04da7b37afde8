//! `plimsoll diskspd`: DISKSPD's command line or XML profile -> workload -> run -> its results as text or XML.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use compat::diskspd::{self, EXIT_FAILED, EXIT_WRONG, Format, OPTIONS, Version};
use compat::foreign::usage;
use compat::outcome::OutcomeFailure;
use session::failure::{Ending, Failure};
use session::foreign::{
    Call, RunResult, ToolEvent, measure, read_text, report_interruption, say, settle_sizes,
    warn_about_backslashes,
};
use session::terminal::tell;

/// Plimsoll's options that only this command has.
const OWN: &str = "\
Only in `plimsoll diskspd`: --size SIZE is the size of files that do not exist yet and for which no option gives a size.
--as VERSION writes results as DISKSPD 2.0, 2.2 or 2.3 does; with 2.0, options that are newer than 2.0 are refused.
";

pub(crate) fn run(words: Vec<String>) -> Outcome {
    let mut call = Call::new("diskspd", words)?;
    let version = match call.take_value("--as")? {
        None => Version::default(),
        Some(text) => Version::read(&text)
            .ok_or_else(|| Failure::wrong(format!("--as {text}: write 2.0, 2.2 or 2.3")))?,
    };
    let size = call.take_value("--size")?;
    let nothing_asked = call.arguments.is_empty();
    let foreign = diskspd::read_as(&call.arguments, &read_text, &call.options.maps, version);
    let usage = usage("plimsoll diskspd [OPTIONS] TARGET...", OPTIONS) + OWN;
    if foreign.view.usage || call.asks_for_help() || nothing_asked {
        print_bytes(usage.as_bytes())?;
        return Ok(if nothing_asked { Exit::Tool(EXIT_WRONG) } else { Exit::DONE });
    }
    // Scripts match the messages of DISKSPD itself; Plimsoll's messages on the same words follow.
    let misread = !foreign.view.errors.is_empty() && call.pasted_header().is_none();
    let own_words = foreign.view.errors.iter().filter(|_| misread);
    own_words.for_each(|line| tell(&format!("{line}\n")));
    let Ok(mut job) = call.accept_job(foreign) else {
        // DISKSPD itself prints its usage after words that it cannot read. Refusals of Plimsoll have a reason instead.
        if misread {
            print_bytes(usage.as_bytes())?;
        }
        return Ok(Exit::Tool(EXIT_WRONG));
    };
    if job.view.profile_only() {
        return print_bytes(diskspd::write_profile(&job.view, version).as_bytes());
    }
    let named = job.view.places.iter().map(|place| (place.name.as_str(), place.path.as_str()));
    warn_about_backslashes(&job.workload, named);
    let unsized_file = settle_sizes(&mut job.workload, size.as_deref()).err();
    let mut prepared = (0, Vec::new());
    let mut measured = measure(&call, &job, &mut |news, so_far| {
        if let ToolEvent::Prepared = news {
            prepared = (so_far.seed, so_far.grounds.clone());
        }
    });
    let (seed, grounds) = prepared;
    for ground in &grounds {
        job.view.set_size(&ground.name, ground.size_bytes);
    }
    job.view.set_seed(seed);
    let failed = failed(&mut measured);
    // Numbers of a run that failed are in the store; DISKSPD prints none, and XML can say why.
    if !failed || job.view.profile.format == Format::Xml {
        print_bytes(diskspd::write(&job.view, &measured.outcome, version).as_bytes())?;
    }
    if failed {
        // The message of the plan does not name an option of this command.
        unsized_file.iter().flat_map(|failure| &failure.lines).for_each(say);
        tell("Error generating I/O requests\n");
    }
    report_interruption(&measured.outcome);
    Ok(if failed { Exit::Tool(EXIT_FAILED) } else { measured.ending.into() })
}

/// Whether the run failed by DISKSPD's rules: one I/O error is enough. The outcome then contains the reason.
fn failed(measured: &mut RunResult) -> bool {
    let outcome = &mut measured.outcome;
    let broken = outcome.streams.iter().find(|stream| stream.errno != 0);
    if let Some(stream) = broken.filter(|_| outcome.failure.is_none()) {
        let why = std::io::Error::from_raw_os_error(stream.errno);
        let text = format!("{}: {why}", stream.name);
        outcome.failure = Some(OutcomeFailure { text, errno: stream.errno });
    }
    outcome.failure.is_some() || !matches!(measured.ending, Ending::Done | Ending::Interrupted)
}
