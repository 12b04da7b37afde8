//! A captured load for people and programs: a terminal page, JSON, one HTML page.
//!
//! The text says what a source cannot know; nothing is guessed.

mod comparison;
mod page;
pub(crate) mod words;

use crate::Style;
use crate::catalogue::capture as text;
use crate::language::Language;
use crate::terminal::ink::{Page, Paint};
use observe::character::Characterisation;
use observe::character::operations::OperationCharacter;
use observe::{CaptureNote, IoKind};

pub use comparison::{comparison, comparison_json};
pub use page::{POLICY, html, html_in_site};
pub use words::recorded_time;

/// The maximum number of files, groups of files and processes on the terminal.
const LINES_MAX: usize = 8;

pub fn terminal(load: &Characterisation, style: &Style) -> String {
    let language = style.language;
    let mut page = Page::new(style);
    page.line(vec![(Paint::Strong, words::title(language, load))]);
    page.blank();
    page.pair(text::load(language), Paint::Plain, &words::rates(language, load));
    for (label, line) in facts(language, load) {
        page.pair(label, Paint::Plain, &line);
    }
    if load.phases.len() > 1 {
        page.blank();
        for phase in &load.phases {
            page.pair(text::phase(language), Paint::Plain, &words::phase(language, phase));
        }
    }
    listed(&mut page, text::files(language), &words::files(language, load));
    listed(&mut page, text::processes(language), &words::processes(language, load));
    listed(&mut page, text::slowest(language), &words::slowest(language, load));
    page.blank();
    for (label, line) in notes(language, load) {
        page.pair(label, Paint::Unsure, &line);
    }
    for (label, line) in gaps(language, load) {
        page.pair(label, Paint::Quiet, &line);
    }
    page.text()
}

/// The facts about the load: labels and sentences.
fn facts(language: Language, load: &Characterisation) -> Vec<(&'static str, String)> {
    let of = |one: &OperationCharacter| {
        let name = words::operation_name(language, one.operation);
        (name, words::operation(language, one, load))
    };
    let mut rows: Vec<_> = load.operations.iter().map(of).collect();
    let depth = words::queue_depth(language, load);
    rows.extend(depth.map(|line| (text::queue_depth(language), line)));
    let durability = words::durability(language, load);
    rows.extend(durability.map(|line| (text::durability(language), line)));
    let arrivals = words::arrivals(language, load);
    rows.extend(arrivals.map(|line| (text::arrivals(language), line)));
    let devices = words::devices(language, load).into_iter();
    rows.extend(devices.map(|line| (text::device(language), line)));
    rows
}

/// An assumption of an import with its label, as one line.
pub fn note_line(language: Language, note: &CaptureNote) -> String {
    format!("{}: {}", text::note(language), text::note_text(language, note))
}

/// The assumptions of the import: labels and sentences.
fn notes(language: Language, load: &Characterisation) -> Vec<(&'static str, String)> {
    let notes = words::notes(language, load).into_iter();
    notes.map(|line| (text::note(language), line)).collect()
}

/// What its source cannot tell: labels and sentences.
fn gaps(language: Language, load: &Characterisation) -> Vec<(&'static str, String)> {
    let unknown = words::unknown(language, load).map(|line| (text::not_known(language), line));
    let family = words::same_family(language, load).map(|line| (text::ambiguous(language), line));
    unknown.into_iter().chain(family).collect()
}

fn listed(page: &mut Page, label: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    page.blank();
    for (index, line) in lines.iter().take(LINES_MAX).enumerate() {
        page.pair(if index == 0 { label } else { "" }, Paint::Plain, line);
    }
    if lines.len() > LINES_MAX {
        let more = text::more(page.language(), (lines.len() - LINES_MAX) as u64);
        page.pair("", Paint::Quiet, &more);
    }
}

/// The load as a JSON document with a format version.
pub fn json(load: &Characterisation) -> String {
    // JSON cannot hold NaN or infinity. None occurs, because every division is guarded.
    let text = serde_json::to_string_pretty(load)
        .unwrap_or_else(|error| format!("{{\"error\": \"{error}\"}}"));
    format!("{text}\n")
}

fn moves_data(operation: IoKind) -> bool {
    matches!(operation, IoKind::Read | IoKind::Write)
}
