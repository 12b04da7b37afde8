//! Finds the tool in whose language a job is written: takes its name and text, returns the tool, or the jobs as workloads.

use super::batch::{read_call, report_problems};
use super::{accept_job, say, with_machine_facts};
use crate::failure::{Ending, Failure};
use crate::load;
use base::Bytes;
use compat::Tool;
use compat::batch::{self, ASSUMED_BYTES, BatchAction};
use compat::foreign::{Context, Foreign, Mapping};
use compat::tool::Language;
use job::LineCounter;
use report::messages::conversion::ConversionMessage;
use report::messages::requests::ProfileFault;
use std::path::Path;
use workload::{Extent, Workload};

/// The tool whose job this is; `None` for a Plimsoll job, or if no tool recognises the text.
pub fn tool_of(name: &str, text: &str) -> Option<&'static Tool> {
    // A Plimsoll job is TOML with sections of targets and streams, which no other language has.
    let is_own_section = |line: &str| {
        let line = line.trim_start();
        ["[target.", "[stream.", "[[phase]]"].iter().any(|mark| line.starts_with(mark))
    };
    let is_own = name.ends_with(".toml") || text.lines().any(is_own_section);
    if is_own { None } else { Tool::of_text(text) }
}

/// A job of a file, or a test of a batch file.
#[derive(Debug)]
pub struct FileJob {
    /// The file; with `#N` if it has several.
    pub name: String,
    pub line: Option<String>,
    /// The job, or its failure after its problems were shown.
    pub workload: Result<Workload, Failure>,
    /// What runs nearly as in the tool.
    pub notes: Vec<String>,
}

/// Every job of a text: each test of a batch file, or the only job. Targets need not exist. `from` is the language, if the user
/// names it.
pub fn jobs(
    name: &str,
    text: &str,
    from: Option<&'static Tool>,
    maps: &[Mapping],
) -> Result<Vec<FileJob>, Failure> {
    let maps = [maps, &[Mapping::anywhere()]].concat();
    if from.is_none() && is_batch(name, text) {
        return batch_tests(name, text, &maps);
    }
    let Some(tool) = from.or_else(|| tool_of(name, text)) else {
        let (name, workload) = (name.to_owned(), load::read(name, text));
        return Ok(vec![FileJob { name, line: None, workload, notes: Vec::new() }]);
    };
    let Some(language) = &tool.language else {
        let tool = tool.title.to_owned();
        return Err(Failure::wrong(ConversionMessage::NoJobFiles { tool }));
    };
    let foreign = with_machine_facts(false, |context| {
        let existing_bytes = |path: &str| {
            (context.existing_bytes)(path).or(is_device(path).then_some(ASSUMED_BYTES))
        };
        let context = Context { existing_bytes: &existing_bytes, ..*context };
        tool.read_text(language, (name, text), &context, &maps)
    });
    Ok(vec![file_job(name.to_owned(), None, foreign, language.failure)])
}

/// Whether a path names a device, here or on Windows.
fn is_device(path: &str) -> bool {
    path.starts_with("/dev/") || path.starts_with(r"\\.\")
}

fn file_job(
    name: String,
    line: Option<String>,
    foreign: Foreign<Option<String>>,
    failure: &str,
) -> FileJob {
    match accept_job(foreign) {
        Ok(mut job) => {
            let assumed = Some(Extent::Bytes(Bytes(ASSUMED_BYTES)));
            let of_assumed = job.workload.targets.iter().filter(|target| target.size == assumed);
            job.notes.extend(of_assumed.map(|target| {
                ConversionMessage::SizeAssumed { path: load::shown(target) }.to_string()
            }));
            FileJob { name, line, workload: Ok(job.workload), notes: job.notes }
        }
        Err(_) => FileJob { name, line, workload: Err(Failure::wrong(failure)), notes: Vec::new() },
    }
}

/// Whether a text is a batch file, or a command line of a tool that has no job files.
pub fn is_batch(name: &str, text: &str) -> bool {
    if batch::is_named_so(name) {
        return true;
    }
    let recognises = |language: &Language| language.recognises.is_some_and(|is| is(text));
    match batch::calls(text) {
        0 => false,
        1 => !Tool::languages().any(|(_, language)| recognises(language)),
        _ => true,
    }
}

/// The tests of a batch file; what only prints a tool's help is none.
fn batch_tests(file: &str, text: &str, maps: &[Mapping]) -> Result<Vec<FileJob>, Failure> {
    let batch = report_problems(file, text, batch::read(text))?;
    let mut lines = LineCounter::new(text);
    let mut jobs = Vec::new();
    for step in &batch.steps {
        let BatchAction::Run(call) = &step.action else { continue };
        let shown = format!("{} {}", call.tool.name, call.words.join(" "));
        let name = format!("{file}:{}", lines.number(step.span.start));
        let foreign = match read_call(call, maps) {
            Ok(foreign) if foreign.workload.is_none() && foreign.problems.is_empty() => continue,
            Ok(foreign) => foreign,
            Err(failure) => {
                let (line, notes) = (Some(shown), Vec::new());
                jobs.push(FileJob { name, line, workload: Err(failure), notes });
                continue;
            }
        };
        let failure = ConversionMessage::LineRefused { place: name.clone() }.to_string();
        jobs.push(file_job(name, Some(shown), foreign, &failure));
    }
    let several = jobs.len() > 1;
    for (number, job) in jobs.iter_mut().enumerate() {
        job.name = if several { format!("{file}#{}", number + 1) } else { file.to_owned() };
    }
    Ok(jobs)
}

fn file_name(path: &str) -> String {
    Path::new(path).file_name().map_or(path.into(), |name| name.to_string_lossy().into_owned())
}

/// The job of another tool in Plimsoll's language, without what this language does not have; `None` if the text is no job of another
/// tool for certain. `number` chooses the test of a batch file.
pub(crate) fn native(
    path: &Path,
    text: &str,
    number: Option<usize>,
) -> Option<Result<String, Failure>> {
    let shown = path.display().to_string();
    if !is_batch(&shown, text) {
        certain_tool(&shown, text)?;
    }
    let job = jobs(&shown, text, None, &[]).and_then(|mut jobs| {
        let count = jobs.len();
        match number.unwrap_or(1).checked_sub(1) {
            // A job that is not of a batch file chooses one of its phases by the number.
            _ if count == 1 => Ok(jobs.remove(0)),
            Some(index) if number.is_some() && index < count => Ok(jobs.swap_remove(index)),
            _ => Err(several_jobs(&shown, &jobs)),
        }
    });
    Some(job.and_then(|FileJob { name, workload, notes, .. }| {
        let workload = workload?;
        // What the conversion changed decides what the answer is about.
        if std::env::var_os("PLIMSOLL_NOTES").is_none() {
            notes.iter().for_each(|note| say(format!("note: {note}")));
        }
        Ok(job::write(&Workload { name: file_name(&name), ..workload }))
    }))
}

/// The refusal of a batch file where one job is required.
fn several_jobs(file: &str, jobs: &[FileJob]) -> Failure {
    let count = jobs.len() as u64;
    let refusal = ConversionMessage::SeveralJobs { file: file.to_owned(), count };
    let tests =
        jobs.iter().map(|job| format!("{}: {}", job.name, job.line.as_deref().unwrap_or_default()));
    Failure::of(Ending::Wrong, std::iter::once(refusal.to_string()).chain(tests).collect())
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
    let has_fio_key = |line: &str| {
        let key = line.split('=').next().unwrap_or_default().trim();
        ["rw", "readwrite", "ioengine"].contains(&key)
    };
    (recognised || text.lines().any(has_fio_key)).then_some(tool)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_of_fio_is_read_as_one_of_plimsoll() {
        let text = "[oltp]\nrw=randrw\nrwmixread=70\nbs=8k\nsize=1g\nrate_iops=700,300\n";
        let converted = native(Path::new("jobs/oltp.fio"), text, None).expect("a job of fio");
        let reading = job::read("", &converted.expect("it has no problems"));
        let workload = reading.workload.expect("a job");
        let rate_iops = workload.streams[0].pace.rate_iops();
        assert_eq!((&*workload.name, rate_iops), ("oltp.fio", Some(1000.0)));
        assert!(native(Path::new("a.toml"), text, None).is_none());
    }

    #[test]
    fn every_test_of_a_batch_file_is_a_job_and_its_number_chooses_it() {
        let text = "@echo off\nfor %%o in (1 8) do sqlio -kW -s60 -frandom -b8 -o%%o -LS E:\\io.dat\n\
            diskspd -?\ndiskspd -b64K -d60 -w200 #3\ndiskspd -b64K -d60 -g10 #3\n";
        let jobs = jobs("t.cmd", text, None, &[]).expect("it can be followed");
        let seen: Vec<_> = jobs
            .iter()
            .map(|job| (&*job.name, job.workload.is_ok(), job.notes.is_empty()))
            .collect();
        let expected =
            [("t.cmd#1", true, false), ("t.cmd#2", true, false), ("t.cmd#3", false, true)];
        assert_eq!((&seen[..3], seen[3].1), (&expected[..], true));
        let native = |number| native(Path::new("t.cmd"), text, number).expect("a batch file");
        assert!(native(Some(2)).expect("it is right").contains("depth = 8"));
        assert!(native(Some(4)).expect("it is right").contains("path = \"#3\""));
        let refusal = native(None).expect_err("there are four").lines.join("\n");
        assert!(
            refusal.contains("t.cmd#2: sqlio -kW -s60 -frandom -b8 -o8 -LS E:\\io.dat"),
            "{refusal}"
        );
        assert!(
            is_batch("lines.txt", "sqlio -kR x\n") && !is_batch("d.txt", "diskspd -b8K\n -d1 x\n")
        );
    }
}
