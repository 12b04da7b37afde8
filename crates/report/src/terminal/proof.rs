//! The answer of an integrity test in at most 40 lines: the operations, the faults, and their evidence.

use super::check::{ROWS_MAX, warnings};
use super::ink::{Page, Paint, Span};
use super::{Places, Style, foot};
use crate::catalogue::{proof as text, terminal as label};
use crate::proof;
use crate::words;
use record::Record;
use record::proof::{FaultCount, ProofRecord, Soundness};

const FILES_MAX: usize = 6;
const NOTES_MAX: usize = 4;

pub(super) fn page(
    record: &Record,
    proof_record: &ProofRecord,
    style: &Style,
    places: &Places,
) -> Page {
    let most = page_in(record, proof_record, style, places, 8);
    (0..8).rev().fold(most, |page, findings| {
        if page.rows() <= ROWS_MAX {
            page
        } else {
            page_in(record, proof_record, style, places, findings)
        }
    })
}

fn page_in(
    record: &Record,
    proof_record: &ProofRecord,
    style: &Style,
    places: &Places,
    findings_max: usize,
) -> Page {
    let mut page = Page::new(style);
    let language = page.language();
    let (paint, symbol) = match proof_record.answer {
        Soundness::Sound => (Paint::Good, page.glyph("✔", "+")),
        Soundness::Faulty => (Paint::Bad, page.glyph("✘", "x")),
        Soundness::CannotTell | Soundness::Interrupted => (Paint::Unsure, "?"),
    };
    let head = format!("{symbol} {}   ", proof::word(language, proof_record));
    let what = text::written_as(language, &record.target, &proof_record.write_pattern.to_string());
    page.wrapped(vec![(paint, head)], 2, Paint::Strong, &what);
    let reason = words::reason(language, &record.reason);
    page.wrapped(vec![(Paint::Plain, "  ".to_owned())], 2, Paint::Plain, &reason);
    page.blank();
    for file in proof_record.files.iter().take(FILES_MAX) {
        let name = if proof_record.files.len() > 2 {
            format!("{} {}", file.role, file.path)
        } else {
            file.role.name().to_owned()
        };
        let bad = file.failure.is_some();
        page.pair(
            &format!("  {name} "),
            if bad { Paint::Bad } else { Paint::Plain },
            &proof::file(language, file),
        );
    }
    for (what, text) in proof::counts(language, proof_record) {
        page.pair(&format!("  {what}"), Paint::Plain, &text);
    }
    actors(&mut page, proof_record);
    faults(&mut page, proof_record, findings_max);
    page.blank();
    warnings(&mut page, &words::warnings(record), 4, false);
    for note in record.notes.iter().take(NOTES_MAX) {
        page.pair(label::note(language), Paint::Plain, &words::note(language, note));
    }
    if !proof_record.evidence.is_empty() {
        page.pair(text::evidence_label(language), Paint::Strong, &proof_record.evidence);
    }
    foot(&mut page, record, places);
    page
}

fn actors(page: &mut Page, proof_record: &ProofRecord) {
    let language = page.language();
    let items: Vec<Vec<Span>> = proof_record
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

fn faults(page: &mut Page, proof_record: &ProofRecord, most: usize) {
    if proof_record.faults() == 0 {
        return;
    }
    page.blank();
    let cross = page.glyph("✘", "x");
    for FaultCount { kind, count } in proof_record.by_kind() {
        page.line(vec![(
            Paint::Bad,
            format!("{cross} {kind:<16} {}", page.language().count(count)),
        )]);
    }
    let all = proof_record
        .files
        .iter()
        .flat_map(|file| file.shown_findings().map(move |one| (file, one)));
    for (file, finding) in all.take(most) {
        let head = vec![(Paint::Quiet, format!("  {}: ", file.role))];
        let line = proof::finding_line(page.language(), file.offset_bytes(finding), finding);
        page.wrapped(head, 4, Paint::Plain, &line);
    }
}
