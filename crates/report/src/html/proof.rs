//! The sections of a proof: the answer, what was wrong and where its evidence is, what was done and by whom.

use super::cards::{ended, fine};
use super::stages::{mark, numbers};
use crate::catalogue::proof as text;
use crate::language::Language;
use crate::proof;
use crate::words;
use maud::{Markup, html};
use record::Record;
use record::proof::ProofRecord;

/// The answer in one band.
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

/// What was wrong, and what was done.
pub(super) fn sections(told: &ProofRecord) -> Markup {
    let (findings, more) = proof::findings(told);
    html! {
        @if told.faults() > 0 {
            section.role #faults {
                h2 { "What was wrong" }
                (numbers(&proof::kinds(told)))
                @if !findings.is_empty() {
                    h3 { "Faults one by one" }
                    @for told in &findings { (fault(told)) }
                }
                @if more > 0 { p.small { "And " (base::units::grouped(more)) " more that were counted." } }
                @if told.evidence.is_empty() {
                    p { "No file of evidence was written." }
                } @else {
                    p { b { "Evidence" } ": what was expected and received, byte by byte, and what was done with each page: " b { (told.evidence) } }
                }
            }
        }
        section.role #done {
            h2 { "What was done" }
            p.lead {
                (cycles(told)) ": write and read as " (told.way)
                " does, then a last checkpoint, then an audit of every page."
            }
            (numbers(&proof::files(told)))
            (numbers(&proof::actors(told)))
            dl.conditions {
                @for (what, text) in proof::counts(told) { dt { (what) } dd { (fine(&text)) } }
            }
        }
    }
}

/// One fault as a block, which fits a narrow screen too.
fn fault(told: &proof::Told<'_>) -> Markup {
    html! {
        article.fault {
            h4 { (fine(&told.title)) }
            dl { @for (what, text) in &told.rows { div { dt { (what) } dd { (fine(text)) } } } }
            @if !told.evidence.is_empty() {
                details { summary { "What was expected and received" } pre tabindex="0" { (told.evidence) } }
            }
        }
    }
}

fn cycles(told: &ProofRecord) -> String {
    let time = words::duration(told.cycle_s);
    match told.cycles {
        0 => format!("Cycles of {time} until it is stopped"),
        1 => format!("1 cycle of {time}"),
        more => format!("{more} cycles of {time} each"),
    }
}
