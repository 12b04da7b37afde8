//! Notes and problems of a configuration: takes what a reader understood, reports the notes and problems on stderr, and
//! returns the job if there are no problems.
//!
//! Never changes what the job requests; simulated and null storage get their own kinds of targets.

use super::remarks::remark;
use super::{Job, say};
use crate::failure::{Ending, Failure};
use crate::terminal;
use compat::foreign::{Foreign, Source};
use job::{LineCounter, Note, Problem};
use report::messages::foreign::ForeignFault;
use report::messages::input::WrongText;
use std::collections::HashSet;
use workload::{EngineKind, TargetLocation, Workload};

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

/// Each text that has problems, with its problems.
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

/// All texts as one, each after its name.
fn whole_text(sources: &[Source]) -> String {
    let with_heading = |source: &Source| format!("# {}\n{}\n", source.name, source.text.trim_end());
    sources.iter().map(with_heading).collect()
}
