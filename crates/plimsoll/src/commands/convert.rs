//! `plimsoll convert`: a job in one language -> workload -> the same job in another. Nothing is run.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::{Convert, NATIVE};
use compat::Tool;
use compat::foreign::Mapping;
use compat::tool::JobText;
use report::messages::conversion::ConversionMessage;
use report::messages::foreign::ForeignFault;
use session::failure::Failure;
use session::foreign::of_file::{self, tool_of};
use session::foreign::{read_text, say};
use session::{load, output};
use std::path::{Path, PathBuf};
use workload::Workload;

/// Converts one job; settings that the other language cannot express are reported on stderr.
pub(crate) fn run(flags: &Convert) -> Outcome {
    let text = read_text(&flags.job).map_err(|error| {
        Failure::wrong(ConversionMessage::NotRead { file: flags.job.clone(), error })
    })?;
    let from = flags
        .from
        .as_deref()
        .unwrap_or_else(|| tool_of(&flags.job, &text).map_or(NATIVE, |tool| tool.name));
    let workload = match Tool::named(from) {
        None => load::read(&flags.job, &text),
        Some(tool) => read(tool, flags, &text),
    };
    let mut workload = workload.map_err(|mut failure| {
        if flags.from.is_none() {
            let (file, name) = (flags.job.clone(), from.to_owned());
            failure.lines.push(ConversionMessage::RecognizedAs { file, name }.to_string());
        }
        failure
    })?;
    let apart = compat::split_files(&mut workload);
    let JobText { text, unsupported } = written(&workload, &flags.to);
    say_not_exact(apart.iter().chain(&unsupported));
    match &flags.output {
        None => print_bytes(text.as_bytes()),
        Some(name) => {
            let kept = [PathBuf::from(&flags.job)];
            output::place("--output", Path::new(name), &kept, None)?.save(&text)?;
            Ok(Exit::DONE)
        }
    }
}

/// A job of another tool.
fn read(tool: &Tool, flags: &Convert, text: &str) -> Result<Workload, Failure> {
    let Some(language) = &tool.language else {
        let tool = tool.title.to_owned();
        return Err(Failure::wrong(ConversionMessage::NoJobFiles { tool }));
    };
    let maps = maps(flags)?;
    of_file::read(tool, language, (&flags.job, text), &maps)
}

fn maps(flags: &Convert) -> Result<Vec<Mapping>, Failure> {
    let wrong = |map: &String| Failure::wrong(ForeignFault::NotAMapping { value: map.clone() });
    let read = |map: &String| Mapping::read(map).ok_or_else(|| wrong(map));
    flags.map.iter().map(read).collect()
}

/// Reports on standard error what the other language cannot express.
pub(crate) fn say_not_exact<'a>(all: impl Iterator<Item = &'a String>) {
    all.for_each(|what| {
        say(ConversionMessage::NotExact { what: what.clone() });
    });
}

/// The job in the language of this name.
pub(crate) fn written(workload: &Workload, to: &str) -> JobText {
    match Tool::named(to).and_then(|tool| tool.language.as_ref()) {
        None => JobText { text: job::write(workload), unsupported: Vec::new() },
        Some(language) => language.job(workload),
    }
}
