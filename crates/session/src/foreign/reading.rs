//! The files of a tool: reads texts in the encodings of old Windows tools, and gives a reader the facts of this machine.
//!
//! Never interprets a text.

use super::{Job, remark, running, say};
use crate::failure::{Ending, Failure};
use crate::{input, terminal};
use base::Bytes;
use compat::foreign::{Context, Foreign, Source};
use job::{LineCounter, Note, Problem};
use report::messages::foreign::ForeignFault;
use report::messages::input::WrongText;
use report::messages::system::AdvisedError;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use sys::file::PathKind;
use workload::{EngineKind, Extent, TargetLocation, Workload};

/// Reads the text of a file, or of standard input for `-`. Understands UTF-8, UTF-16 with a byte order mark, and Latin-1 of old
/// Windows files.
pub fn read_text(name: &str) -> Result<String, String> {
    let bytes = match name {
        "-" => job_or_trace(&mut io::stdin().lock()),
        _ => File::open(name).and_then(|mut file| job_or_trace(&mut file)),
    };
    let bytes = bytes.map_err(|error| AdvisedError(&error).to_string())?;
    Ok(decode(&bytes))
}

/// The largest trace that fio replays (`read_iolog`).
const TRACE_BYTES_MAX: u64 = 16 << 20;
const TRACE_BEGIN: &[u8] = b"fio version ";

fn job_or_trace(source: &mut dyn Read) -> io::Result<Vec<u8>> {
    let begin = TRACE_BEGIN.len() as u64;
    let mut bytes = input::read_up_to(&mut (&mut *source).take(begin), begin)?;
    let is_trace = bytes == TRACE_BEGIN;
    let bytes_max = if is_trace { TRACE_BYTES_MAX } else { input::INPUT_BYTES_MAX };
    bytes.append(&mut input::read_up_to(source, bytes_max)?);
    Ok(bytes)
}

pub(super) fn decode(bytes: &[u8]) -> String {
    let wide = |unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|c| unit([c[0], c[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
        },
    }
}

/// Calls `read` with the facts of this machine. `literal` requests exactly the reading of the tool, even if it is absurd.
pub fn with_machine_facts<T>(literal: bool, read: impl FnOnce(&Context<'_>) -> T) -> T {
    let machine = running::machine();
    read(&Context {
        load: &read_text,
        environment: &|name| std::env::var(name).ok(),
        existing_bytes: &existing_bytes,
        is_device: &is_device,
        cpus: machine.cpus,
        page_bytes: sys::extents::page_bytes(),
        memory_bytes: machine.memory_bytes,
        literal,
    })
}

/// The size of an existing file, device or simulated storage, in bytes.
fn existing_bytes(path: &str) -> Option<u64> {
    if let Some(medium) = workload::simulation(path) {
        return engine::virtual_time::facts(medium).ok().map(|facts| facts.size_bytes);
    }
    let file = File::open(path).ok()?;
    sys::file::size_bytes(&file).ok().filter(|bytes| *bytes > 0)
}

fn is_device(path: &str) -> bool {
    sys::file::kind(Path::new(path)).is_ok_and(|kind| kind == PathKind::Device)
}

/// Gives every file that does not exist and has no size the requested one (`--size`).
pub fn settle_sizes(workload: &mut Workload, requested: Option<&str>) -> Result<(), Failure> {
    let size = match requested.map(Bytes::with_unit).transpose() {
        Ok(Some(Bytes(0))) => {
            return Err(Failure::wrong(ForeignFault::EmptyFile));
        }
        Ok(size) => size,
        Err(error) => return Err(Failure::wrong(format!("--size: {error}"))),
    };
    for target in &mut workload.targets {
        let TargetLocation::Path(path) = &target.place else { continue };
        if target.size.is_some() || path.exists() {
            continue;
        }
        let Some(size) = size else {
            return Err(Failure::wrong(ForeignFault::NeedsSize {
                path: path.display().to_string(),
            }));
        };
        target.size = Some(Extent::Bytes(size));
    }
    Ok(())
}

/// Reports every note of a configuration, and returns the notes.
pub fn check_configuration(
    sources: &[Source],
    notes: &[(usize, Note)],
    problems: &[(usize, Problem)],
) -> Result<Vec<String>, Failure> {
    let reported = shown_notes(sources, notes);
    reported.iter().for_each(|line| remark(&format!("note: {line}")));
    if problems.is_empty() {
        return Ok(reported);
    }
    let mut failure = Failure::of(Ending::Wrong, problems_without_source(sources, problems));
    let colour = terminal::colours_progress();
    for (source, own) in problems_by_source(sources, problems) {
        failure.add(Failure::shown(
            &WrongText::ConfigurationWrong,
            &source.name,
            &source.text,
            &own,
            colour,
        ));
    }
    Err(failure)
}

/// Reports every note and problem. If there are problems, returns the view, so that the command can also print the message of
/// the tool.
pub fn accept_job<V>(foreign: Foreign<V>) -> Result<Job<V>, V> {
    let Foreign { sources, workload, view, notes, problems } = foreign;
    let reported = shown_notes(&sources, &notes);
    reported.iter().for_each(|line| remark(&format!("note: {line}")));
    match workload {
        Some(mut workload) if problems.is_empty() => {
            let mut reported = reported;
            reported.extend(set_target_kinds(&mut workload));
            Ok(Job { workload, view, text: whole_text(&sources), notes: reported })
        }
        _ => {
            report_problems(&sources, &problems);
            Err(view)
        }
    }
}

/// Devices that take everything and keep nothing, as `null` does.
const NULL_DEVICES: [&str; 2] = ["/dev/null", "/dev/zero"];

/// Gives `sim:MEDIUM` and `null` their own kinds of targets. They are files in no tool; only their own engines can serve them.
/// Returns a note on each device that `null` replaces.
fn set_target_kinds(workload: &mut Workload) -> Vec<String> {
    let mut notes = Vec::new();
    for target in &mut workload.targets {
        let TargetLocation::Path(path) = &target.place else { continue };
        let text = path.to_string_lossy();
        let is_null_device = NULL_DEVICES.contains(&&*text);
        if is_null_device {
            let note = ForeignFault::NullDevice { device: text.to_string() }.to_string();
            remark(&format!("note: {note}"));
            notes.push(note);
        }
        if text == "null" || is_null_device {
            target.place = TargetLocation::Null;
        } else if let Some(medium) = workload::simulation(&text) {
            target.place = TargetLocation::Sim(medium.to_owned());
        }
    }
    let elsewhere = |place: &TargetLocation| !matches!(place, TargetLocation::Path(_));
    // A job may have been written for another system: what it asks for has the same meaning with the engine of this one.
    let engines = engine::probe::engines();
    let is_foreign = |kind: EngineKind| engines.iter().all(|(known, _)| *known != kind);
    if workload.targets.iter().all(|target| elsewhere(&target.place))
        || workload.engine.kind.is_some_and(is_foreign)
    {
        workload.engine = workload::EngineChoice::default();
    }
    notes
}

/// The notes as lines of text. Each line appears once, although clones of a job repeat their notes.
pub(super) fn shown_notes(sources: &[Source], notes: &[(usize, Note)]) -> Vec<String> {
    let mut numbers: Vec<LineCounter<'_>> =
        sources.iter().map(|source| LineCounter::new(&source.text)).collect();
    let mut shown = HashSet::new();
    let lines = notes.iter().map(|(index, note)| match (sources.get(*index), *index) {
        // Source 0 is the command line.
        (None, _) | (_, 0) => note.text.clone(),
        (Some(source), index) => {
            format!("{}:{}: {}", source.name, numbers[index].number(note.span.start), note.text)
        }
    });
    lines.filter(|line| shown.insert(line.clone())).collect()
}

fn report_problems(sources: &[Source], problems: &[(usize, Problem)]) {
    let colour = terminal::colours_progress();
    for (source, own) in problems_by_source(sources, problems) {
        terminal::tell(&job::show(&source.name, &source.text, &own, colour));
    }
    problems_without_source(sources, problems).iter().for_each(say);
}

fn problems_by_source<'a>(
    sources: &'a [Source],
    problems: &[(usize, Problem)],
) -> Vec<(&'a Source, Vec<Problem>)> {
    let own = |index| problems.iter().filter(move |p| p.0 == index).map(|p| p.1.clone()).collect();
    let each = sources.iter().enumerate().map(|(index, source)| (source, own(index)));
    each.filter(|(_, own): &(_, Vec<Problem>)| !own.is_empty()).collect()
}

/// The problems of sources that do not exist. A reader with this bug must not lose problems.
fn problems_without_source(sources: &[Source], problems: &[(usize, Problem)]) -> Vec<String> {
    let strays = problems.iter().filter(|p| p.0 >= sources.len());
    strays.map(|(_, problem)| format!("{} {}", problem.text, problem.help)).collect()
}

fn whole_text(sources: &[Source]) -> String {
    let with_heading = |source: &Source| format!("# {}\n{}\n", source.name, source.text.trim_end());
    sources.iter().map(with_heading).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::TempDir;
    use workload::JobTarget;

    #[test]
    fn only_files_that_are_to_be_made_take_the_size() {
        let folder = TempDir::new("sizes");
        let there = folder.path().join("there");
        std::fs::write(&there, "x").unwrap();
        let target = |name: &str, place, size| JobTarget { name: name.to_owned(), place, size };
        let targets = vec![
            target("there", TargetLocation::Path(there), None),
            target("new", TargetLocation::Path(folder.path().join("new")), None),
            target("null", TargetLocation::Null, None),
        ];
        let mut workload = Workload::new("w", targets, Vec::new());
        let wrong = |failure: Failure| failure.lines.join("\n");
        let missing = wrong(settle_sizes(&mut workload.clone(), None).unwrap_err());
        assert!(missing.ends_with("new does not exist; add its size: --size 4GiB"), "{missing}");
        assert!(
            wrong(settle_sizes(&mut workload.clone(), Some("much")).unwrap_err()).contains("much")
        );
        settle_sizes(&mut workload, Some("2MiB")).unwrap();
        let sizes: Vec<_> = workload.targets.iter().map(|target| target.size).collect();
        assert_eq!(sizes, [None, Some(Extent::Bytes(Bytes::mib(2))), None]);
    }
}
