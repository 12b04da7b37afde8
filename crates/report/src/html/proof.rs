//! The sections of an integrity test: the answer, the faults and their evidence, the operations and their actors.

use super::cards::{ended, fine};
use super::stages::{mark, numbers};
use crate::catalogue::proof as text;
use crate::language::Language;
use crate::proof;
use maud::{Markup, html};
use record::Record;
use record::proof::ProofRecord;

/// The answer as a banner.
pub(super) fn verdict(language: Language, record: &Record, told: &ProofRecord) -> Markup {
    let (class, symbol) = mark(proof::tone(told.answer));
    html! {
        section class=(format!("verdict {class}")) aria-labelledby="answer" {
            div.symbol aria-hidden="true" { (symbol) }
            div {
                h1 #answer {
                    span.word { (proof::word(language, told)) }
                    span.what { (text::written_as(language, &record.target, &told.way.to_string())) }
                }
                p.reason { (fine(&proof::reason_of(language, record, told))) }
                (ended(language, record))
            }
        }
    }
}

/// The faults, and the operations.
pub(super) fn sections(language: Language, told: &ProofRecord) -> Markup {
    let (findings, more) = proof::findings(language, told);
    html! {
        @if told.faults() > 0 {
            section.role #faults {
                h2 { (text::faults_heading(language)) }
                (numbers(&proof::kinds(language, told)))
                @if !findings.is_empty() {
                    h3 { (text::each_fault(language)) }
                    @for told in &findings { (fault(language, told)) }
                }
                @if more > 0 { p.small { (text::more_faults(language, more)) } }
                @if told.evidence.is_empty() {
                    p { (text::no_evidence(language)) }
                } @else {
                    p { b { (text::evidence(language)) } ", " (text::evidence_text(language)) " " b { (told.evidence) } }
                }
            }
        }
        section.role #done {
            h2 { (text::done_heading(language)) }
            p.lead { (text::done_text(language, &cycles(language, told), &told.way.to_string())) }
            (numbers(&proof::files(language, told)))
            (numbers(&proof::actors(language, told)))
            dl.conditions {
                @for (what, text) in proof::counts(language, told) { dt { (what) } dd { (fine(&text)) } }
            }
        }
    }
}

/// One fault as a block, which fits a narrow screen too.
fn fault(language: Language, told: &proof::Told<'_>) -> Markup {
    html! {
        article.fault {
            h4 { (fine(&told.title)) }
            dl { @for (what, text) in &told.rows { div { dt { (what) } dd { (fine(text)) } } } }
            @if !told.evidence.is_empty() {
                details { summary { (text::expected_received(language)) } pre tabindex="0" { (told.evidence) } }
            }
        }
    }
}

fn cycles(language: Language, told: &ProofRecord) -> String {
    let time = language.duration(told.cycle_s);
    match told.cycles.into() {
        0 => text::cycles_endless(language, &time),
        count => text::cycles(language, count, &time),
    }
}
