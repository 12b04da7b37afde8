//! The answer of a soak: each clause of its agreement, the findings of each role, and what was left out.

use super::check::{ended, failures, warnings};
use super::ink::{Page, Paint};
use super::{Places, Style, foot, run};
use crate::catalogue::{soak as text, terminal as label};
use crate::words;
use record::soak::{SlaVerdict, SoakFinding, SoakRecord};
use record::{Record, State};

pub(super) fn page(record: &Record, soak: &SoakRecord, style: &Style, places: &Places) -> Page {
    let mut page = Page::new(style);
    let language = page.language();
    let head = text::head(language, &record.target, &words::soak_course(language, record, soak));
    let title = format!("{head}{}", ended(language, record));
    page.wrapped(vec![(Paint::Plain, String::new())], 2, Paint::Strong, &title);
    let load = words::soak_load(language, soak);
    page.pair(&format!("  {}", text::load(language)), Paint::Plain, &load);
    if record.state == State::Interrupted {
        bullet(&mut page, text::continues(language));
    }
    let Some(finding) = &soak.finding else {
        let label = format!("  {}", text::result(language));
        page.pair(&label, Paint::Plain, text::no_minute(language));
        foot(&mut page, record, places);
        return page;
    };
    clauses(&mut page, soak, finding, words::is_over(record));
    for role in &finding.roles {
        page.blank();
        page.line(vec![(Paint::Strong, words::soak_role_head(language, role))]);
        for line in words::soak_role(language, role) {
            bullet(&mut page, &line);
        }
    }
    let notes = words::soak_notes(language, finding);
    if !notes.is_empty() {
        page.blank();
        let label = format!("- {}", label::note(language));
        notes.iter().for_each(|line| page.pair(&label, Paint::Plain, line));
    }
    run::hosts(&mut page, record, run::HOSTS_MAX);
    warnings(&mut page, &words::warnings(record), usize::MAX, true);
    failures(&mut page, record, usize::MAX);
    page.blank();
    foot(&mut page, record, places);
    page
}

/// One line for each clause and role, and its basis.
fn clauses(page: &mut Page, soak: &SoakRecord, finding: &SoakFinding, over: bool) {
    let language = page.language();
    for one in &finding.clauses {
        let (paint, symbol) = match one.verdict {
            SlaVerdict::Met => (Paint::Good, page.glyph("✔", "+")),
            SlaVerdict::NotMet => (Paint::Bad, page.glyph("✘", "x")),
            SlaVerdict::CannotTell => (Paint::Unsure, "?"),
        };
        page.blank();
        let head = format!("{symbol} {}", words::sla_verdict(language, one.verdict));
        let role =
            if soak.setup.roles.len() > 1 { format!("{}: ", one.role) } else { String::new() };
        let text = format!("{role}{}", words::clause(language, &one.clause));
        page.wrapped(
            vec![(paint, head), (Paint::Plain, "   ".to_owned())],
            2,
            Paint::Strong,
            &text,
        );
        bullet(page, &words::clause_finding(language, finding, one, over));
        words::broken_times(language, one).iter().for_each(|line| bullet(page, line));
    }
}

fn bullet(page: &mut Page, text: &str) {
    page.wrapped(vec![(Paint::Plain, "  ".to_owned())], 2, Paint::Plain, text);
}
