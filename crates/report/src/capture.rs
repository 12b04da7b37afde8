//! A captured load for people and programs: a terminal page, JSON, one HTML page.
//!
//! Takes a characterisation; gives text. What a source cannot know is said, never guessed.

mod page;
mod words;

use crate::Style;
use crate::terminal::ink::{Page, Paint};
use base::units::grouped;
use observe::Operation;
use observe::character::Characterisation;

pub use page::{POLICY, html, html_in_site};
pub use words::note;

/// Files, groups of files and processes that the terminal shows.
const LINES_MAX: usize = 8;

/// The load on a terminal.
pub fn terminal(load: &Characterisation, style: &Style) -> String {
    let mut page = Page::new(style);
    page.line(vec![(Paint::Strong, words::title(load))]);
    page.blank();
    page.pair("load", Paint::Plain, &words::rates(load));
    for operation in &load.operations {
        let text = words::operation(operation, load);
        page.pair(words::operation_name(operation.operation), Paint::Plain, &text);
    }
    if let Some(text) = words::queue_depth(load) {
        page.pair("queue depth", Paint::Plain, &text);
    }
    if let Some(text) = words::durability(load) {
        page.pair("durability", Paint::Plain, &text);
    }
    if let Some(text) = words::arrivals(load) {
        page.pair("arrivals", Paint::Plain, &text);
    }
    if load.phases.len() > 1 {
        page.blank();
        for phase in &load.phases {
            page.pair("phase", Paint::Plain, &words::phase(phase));
        }
    }
    listed(&mut page, "files", &words::files(load));
    listed(&mut page, "processes", &words::processes(load));
    page.blank();
    for text in words::notes(load) {
        page.pair("note", Paint::Unsure, &text);
    }
    if let Some(text) = words::unknown(load) {
        page.pair("not known", Paint::Quiet, &text);
    }
    if let Some(text) = words::same_family(load) {
        page.pair("same look", Paint::Quiet, &text);
    }
    page.text()
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
        let more = grouped((lines.len() - LINES_MAX) as u64);
        page.pair("", Paint::Quiet, &format!("and {more} more; --json has all of them"));
    }
}

/// The load as a document; its form has a version.
pub fn json(load: &Characterisation) -> String {
    // Figures that are no numbers have no place in JSON and none here: every division is guarded.
    let text = serde_json::to_string_pretty(load)
        .unwrap_or_else(|error| format!("{{\"error\": \"{error}\"}}"));
    format!("{text}\n")
}

/// Whether an operation moves data.
fn moves_data(operation: Operation) -> bool {
    matches!(operation, Operation::Read | Operation::Write)
}
