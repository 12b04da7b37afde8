//! The page as a whole: head, policy, order of sections, data, library and script.

use super::chart::safe_text;
use super::{SCRIPT, cards, evidence, policy};
use crate::words;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::json;
use study::Record;

/// The look of the page.
const LOOK: &str = include_str!("report.css");

/// The whole page with `library` (gzip) inside.
pub(super) fn page(record: &Record, library: &[u8]) -> Markup {
    let (sections, charts) = evidence::sections(record);
    let title = match record.verdict {
        Some(verdict) => {
            format!("{}: {} on {}", words::verdict(verdict), record.subject, record.target)
        }
        None => format!("{} on {}", record.subject, record.target),
    };
    let expected = charts.len();
    let data = safe_text(&json!({ "charts": charts }));
    html! {
        (DOCTYPE)
        html lang="en" data-expected=(expected) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(format!("plimsoll {}", record.version));
                title { (title) " - Plimsoll" }
                style { (PreEscaped(LOOK)) }
            }
            body {
                a.skip href="#main" { "Skip to the answer" }
                (masthead(record))
                main #main {
                    (cards::verdict(record))
                    (summary(record))
                    noscript { p.hint { "Charts need JavaScript, which is off here. Every number is in the tables." } }
                    p.hint #chart-trouble hidden { "The charts could not be drawn in this browser. Every number is in the tables." }
                    (sections)
                    (evidence::doubts(record))
                    (evidence::facts(record))
                    (evidence::repeat(record))
                    (evidence::words_explained())
                }
                footer { p { "Made by plimsoll " (record.version) ". This file needs no network and sends nothing anywhere." } }
                script type="application/json" #chart-data { (PreEscaped(data)) }
                script type="text/plain" #chart-library { (PreEscaped(STANDARD.encode(library))) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
}

fn masthead(record: &Record) -> Markup {
    html! {
        header.masthead {
            span.brand {
                svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" {
                    circle cx="16" cy="16" r="10" fill="none" stroke="currentColor" stroke-width="3" {}
                    line x1="1" y1="16" x2="31" y2="16" stroke="currentColor" stroke-width="3" {}
                }
                "Plimsoll"
            }
            nav aria-label="Sections" {
                a href="#doubts" { "Doubts" }
                a href="#facts" { "Facts" }
                a href="#repeat" { "Repeat it" }
            }
            span.when { (words::moment(record.started_unix_s)) ", " (words::duration(record.seconds)) }
        }
    }
}

/// The cards of all roles and how many doubts there are.
fn summary(record: &Record) -> Markup {
    let need = words::need(record);
    html! {
        @if !record.doubts.is_empty() {
            p.hint { a href="#doubts" {
                @if record.doubts.len() == 1 { "1 doubt" } @else { (record.doubts.len()) " doubts" }
                " about these numbers"
            } }
        }
        @if !record.findings.is_empty() {
            section aria-labelledby="roles" {
                h2 #roles { "What it carries" }
                div class=(if matches!(record.findings.len(), 2 | 4) { "cards pairs" } else { "cards" }) {
                    @for (index, finding) in record.findings.iter().enumerate() {
                        (cards::card(finding, &need, index))
                    }
                }
            }
        }
    }
}
