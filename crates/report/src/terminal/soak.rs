//! The answer of a soak: each clause of its agreement, what each role showed, what was left out.

use super::ink::{Page, Paint};
use super::{Places, Style, foot};
use crate::words;
use record::Record;
use record::soak::{SlaVerdict, SoakFinding, SoakRecord};

/// The page.
pub(super) fn page(record: &Record, soak: &SoakRecord, style: &Style, places: &Places) -> Page {
    let mut page = Page::new(style);
    let state = words::state(record.state).map_or(String::new(), |state| format!(" ({state})"));
    let title = format!(
        "Soak of {} for {} of {}{state}",
        record.target,
        words::duration(record.seconds),
        words::duration(soak.setup.planned_s as f64)
    );
    page.wrapped(vec![(Paint::Plain, String::new())], 2, Paint::Strong, &title);
    page.pair("  load", Paint::Plain, &words::soak_load(soak));
    let Some(finding) = &soak.finding else {
        page.pair("  result", Paint::Plain, "No minute has ended yet.");
        foot(&mut page, record, places);
        return page;
    };
    clauses(&mut page, soak, finding);
    for role in &finding.roles {
        page.blank();
        page.line(vec![(
            Paint::Strong,
            format!("{}: {} per second", role.role, words::number(role.iops)),
        )]);
        for line in words::soak_role(role) {
            bullet(&mut page, &line);
        }
    }
    let notes = words::soak_notes(finding);
    if !notes.is_empty() {
        page.blank();
        notes.iter().for_each(|line| page.pair("- note", Paint::Plain, line));
    }
    for warning in words::warnings(record) {
        page.pair("! warning", Paint::Plain, &words::warning(warning));
    }
    page.blank();
    foot(&mut page, record, places);
    page
}

/// One line for each clause and role, and what it rests on.
fn clauses(page: &mut Page, soak: &SoakRecord, finding: &SoakFinding) {
    for one in &finding.clauses {
        let (paint, symbol) = match one.verdict {
            SlaVerdict::Met => (Paint::Good, page.glyph("✔", "+")),
            SlaVerdict::NotMet => (Paint::Bad, page.glyph("✘", "x")),
            SlaVerdict::CannotTell => (Paint::Unsure, "?"),
        };
        page.blank();
        let head = format!("{symbol} {}", words::sla_verdict(one.verdict));
        let role =
            if soak.setup.roles.len() > 1 { format!("{}: ", one.role) } else { String::new() };
        let text = format!("{role}{}", words::clause(&one.clause));
        page.wrapped(
            vec![(paint, head), (Paint::Plain, "   ".to_owned())],
            2,
            Paint::Strong,
            &text,
        );
        bullet(page, &words::clause_finding(one));
    }
}

fn bullet(page: &mut Page, text: &str) {
    page.wrapped(vec![(Paint::Plain, "  ".to_owned())], 2, Paint::Plain, text);
}
