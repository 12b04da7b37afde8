//! The sections of an integrity test: the answer, the faults and their evidence, the operations and their actors.

use super::cards::ended;
use super::stages::{mark, numbers};
use crate::catalogue::proof as text;
use crate::language::Language;
use crate::{proof, words};
use maud::{Markup, html};
use record::Record;
use record::proof::ProofRecord;

pub(super) fn verdict(language: Language, record: &Record, proof_record: &ProofRecord) -> Markup {
    let (class, symbol) = mark(proof::tone(proof_record.answer));
    html! {
        section class=(format!("verdict {class}")) aria-labelledby="answer" {
            div.symbol aria-hidden="true" { (symbol) }
            div {
                h1 #answer {
                    span.word { (proof::word(language, proof_record)) }
                    span.what { (text::written_as(language, &record.target, &proof_record.write_pattern.to_string())) }
                }
                p.reason { (words::reason(language, &record.reason)) }
                (ended(language, record))
            }
        }
    }
}

pub(super) fn sections(language: Language, proof_record: &ProofRecord) -> Markup {
    let (findings, more) = proof::findings(language, proof_record);
    html! {
        @if proof_record.faults() > 0 {
            section.role #faults {
                h2 { (text::faults_heading(language)) }
                (numbers(&proof::kinds(language, proof_record)))
                @if !findings.is_empty() {
                    h3 { (text::each_fault(language)) }
                    @for finding in &findings { (fault(language, finding)) }
                }
                @if more > 0 { p.small { (text::more_faults(language, more)) } }
                @if proof_record.evidence.is_empty() {
                    p { (text::no_evidence(language)) }
                } @else {
                    p { b { (text::evidence(language)) } ", " (text::evidence_text(language)) " " b { (proof_record.evidence) } }
                }
            }
        }
        section.role #done {
            h2 { (text::done_heading(language)) }
            p.lead { (text::done_text(language, &cycles(language, proof_record), &proof_record.write_pattern.to_string())) }
            (numbers(&proof::files(language, proof_record)))
            (numbers(&proof::actors(language, proof_record)))
            dl.conditions {
                @for (what, text) in proof::counts(language, proof_record) { dt { (what) } dd { (text) } }
            }
        }
    }
}

/// One fault as a block, which fits a narrow screen too.
fn fault(language: Language, finding: &proof::FaultText) -> Markup {
    html! {
        article.fault {
            h4 { (finding.title) }
            dl { @for (what, text) in &finding.rows { div { dt { (what) } dd { (text) } } } }
            @if !finding.evidence.is_empty() {
                details { summary { (text::expected_received(language)) } pre tabindex="0" { (finding.evidence) } }
            }
        }
    }
}

fn cycles(language: Language, proof_record: &ProofRecord) -> String {
    let time = language.duration(proof_record.cycle_s);
    match proof_record.cycles.into() {
        0 => text::cycles_endless(language, &time),
        count => text::cycles(language, count, &time),
    }
}
