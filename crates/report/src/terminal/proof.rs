//! The answer of an integrity test in at most 40 lines: the operations, the faults, and their evidence.

use super::check::{ROWS_MAX, warnings};
use super::ink::{Page, Paint, Span};
use super::{Places, Style, foot};
use crate::catalogue::{proof as text, terminal as label};
use crate::proof;
use crate::words;
use record::Record;
use record::proof::{ProofRecord, Soundness};

/// The maximum number of files with a line each.
const FILES_MAX: usize = 6;
/// The maximum number of notes.
const NOTES_MAX: usize = 4;

/// The page, with as many findings as fit.
pub(super) fn page(record: &Record, told: &ProofRecord, style: &Style, places: &Places) -> Page {
    let most = page_in(record, told, style, places, 8);
    (0..8).rev().fold(most, |page, findings| match page.rows() <= ROWS_MAX {
        true => page,
        false => page_in(record, told, style, places, findings),
    })
}

fn page_in(
    record: &Record,
    told: &ProofRecord,
    style: &Style,
    places: &Places,
    findings_max: usize,
) -> Page {
    let mut page = Page::new(style);
    let language = page.language();
    let (paint, symbol) = match told.answer {
        Soundness::Sound => (Paint::Good, page.glyph("✔", "+")),
        Soundness::Faulty => (Paint::Bad, page.glyph("✘", "x")),
        Soundness::CannotTell | Soundness::Interrupted => (Paint::Unsure, "?"),
    };
    let head = format!("{symbol} {}   ", proof::word(language, told));
    let what = text::written_as(language, &record.target, &told.way.to_string());
    page.wrapped(vec![(paint, head)], 2, Paint::Strong, &what);
    let reason = proof::reason_of(language, record, told);
    page.wrapped(vec![(Paint::Plain, "  ".to_owned())], 2, Paint::Plain, &reason);
    page.blank();
    for file in told.files.iter().take(FILES_MAX) {
        let name = if told.files.len() > 2 {
            format!("{} {}", file.what, file.path)
        } else {
            file.what.name().to_owned()
        };
        let bad = !file.failure.is_empty();
        page.pair(
            &format!("  {name} "),
            if bad { Paint::Bad } else { Paint::Plain },
            &proof::file(language, file),
        );
    }
    for (what, text) in proof::counts(language, told) {
        page.pair(&format!("  {what}"), Paint::Plain, &text);
    }
    actors(&mut page, told);
    faults(&mut page, told, findings_max);
    page.blank();
    warnings(&mut page, &words::warnings(record), 4, false);
    for note in record.notes.iter().take(NOTES_MAX) {
        page.pair(label::note(language), Paint::Plain, &words::note(language, note));
    }
    if !told.evidence.is_empty() {
        page.pair(&text::evidence(language).to_lowercase(), Paint::Strong, &told.evidence);
    }
    foot(&mut page, record, places);
    page
}

/// The actors and the number of their operations.
fn actors(page: &mut Page, told: &ProofRecord) {
    let language = page.language();
    let items: Vec<Vec<Span>> = told
        .actors()
        .iter()
        .map(|actor| (&actor.name, actor.reads + actor.writes + actor.flushes))
        .filter(|(_, count)| *count > 0)
        .map(|(name, count)| vec![(Paint::Plain, format!("{name} {}", language.count(count)))])
        .collect();
    if !items.is_empty() {
        page.flow(text::by_label(language), items);
    }
}

fn faults(page: &mut Page, told: &ProofRecord, most: usize) {
    if told.faults() == 0 {
        return;
    }
    page.blank();
    let cross = page.glyph("✘", "x");
    for (kind, count) in told.by_kind().into_iter().filter(|kind| kind.1 > 0) {
        page.line(vec![(
            Paint::Bad,
            format!("{cross} {kind:<16} {}", page.language().count(count)),
        )]);
    }
    let all = told.files.iter().flat_map(|file| file.findings.iter().map(move |one| (file, one)));
    for (file, finding) in all.take(most) {
        let head = vec![(Paint::Quiet, format!("  {}: ", file.what))];
        let line = proof::finding_line(page.language(), file.offset_bytes(finding), finding);
        page.wrapped(head, 4, Paint::Plain, &line);
    }
}
