//! Finds the tool in whose language a job is written: takes its name and text, returns the tool, or the job as a workload.

use super::{accept_job, say, with_machine_facts};
use crate::failure::Failure;
use compat::Tool;
use compat::foreign::Mapping;
use compat::tool::Language;
use report::messages::requests::ProfileFault;
use std::path::Path;
use workload::Workload;

/// The tool whose job this is; `None` for a Plimsoll job, or if no tool recognises the text.
pub fn tool_of(name: &str, text: &str) -> Option<&'static Tool> {
    // A Plimsoll job is TOML with sections of targets and streams, which no other language has.
    let own = |line: &str| {
        let line = line.trim_start();
        ["[target.", "[stream.", "[[phase]]"].iter().any(|mark| line.starts_with(mark))
    };
    if name.ends_with(".toml") || text.lines().any(own) { None } else { Tool::of_text(text) }
}

/// Reads a job in the language of a tool.
///
/// # Errors
/// The problems of the job, which stand on stderr.
pub fn read(
    tool: &Tool,
    language: &Language,
    named_text: (&str, &str),
    maps: &[Mapping],
) -> Result<Workload, Failure> {
    read_with_notes(tool, language, named_text, maps).map(|(workload, _)| workload)
}

fn read_with_notes(
    tool: &Tool,
    language: &Language,
    (name, text): (&str, &str),
    maps: &[Mapping],
) -> Result<(Workload, Vec<String>), Failure> {
    let foreign =
        with_machine_facts(false, |context| tool.read_text(language, (name, text), context, maps));
    let job = accept_job(foreign).map_err(|_| Failure::wrong(language.failure))?;
    Ok((job.workload, job.notes))
}

/// The job of another tool in Plimsoll's language, without what this language does not have; `None` if the text is no job of another
/// tool for certain.
pub(crate) fn native(path: &Path, text: &str) -> Option<Result<String, Failure>> {
    let shown = path.display().to_string();
    let tool = certain_tool(&shown, text)?;
    let read = read_with_notes(tool, tool.language.as_ref()?, (&shown, text), &[]);
    let name = path.file_name().map_or(shown.clone(), |name| name.to_string_lossy().into_owned());
    Some(read.map(|(workload, notes)| {
        // What the conversion changed decides what the answer is about.
        if std::env::var_os("PLIMSOLL_NOTES").is_none() {
            notes.iter().for_each(|note| say(format!("note: {note}")));
        }
        job::write(&Workload { name, ..workload })
    }))
}

/// The refusal of another tool's job where a Plimsoll job is required.
pub(crate) fn refused(name: &str, text: &str) -> Option<Failure> {
    let tool = certain_tool(name, text)?;
    Some(Failure::wrong(ProfileFault::JobOfAnotherTool {
        file: name.to_owned(),
        tool: tool.title.to_owned(),
        command: tool.name.to_owned(),
    }))
}

/// The tool whose job this certainly is. A text that no tool recognises is taken for a fio job if it has a key that only fio has.
fn certain_tool(name: &str, text: &str) -> Option<&'static Tool> {
    let tool = tool_of(name, text)?;
    let recognised = tool.language.as_ref().is_some_and(|language| language.recognises.is_some());
    let of_fio = |line: &str| {
        let key = line.split('=').next().unwrap_or_default().trim();
        ["rw", "readwrite", "ioengine"].contains(&key)
    };
    (recognised || text.lines().any(of_fio)).then_some(tool)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_of_fio_is_read_as_one_of_plimsoll() {
        let text = "[oltp]\nrw=randrw\nrwmixread=70\nbs=8k\nsize=1g\nrate_iops=700,300\n";
        let converted = native(Path::new("jobs/oltp.fio"), text).expect("a job of fio");
        let reading = job::read("", &converted.expect("it has no problems"));
        let workload = reading.workload.expect("a job");
        let rate_iops = workload.streams[0].pace.rate_iops();
        assert_eq!((&*workload.name, rate_iops), ("oltp.fio", Some(1000.0)));
        assert!(native(Path::new("a.toml"), text).is_none());
    }
}
