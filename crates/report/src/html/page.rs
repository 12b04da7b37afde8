//! The page as a whole: head, policy, order of sections, data, library and script.

use super::chart::{self, safe_text};
use super::{SCRIPT, SiteFrame, cards, evidence, proof, soak, stages};
use crate::catalogue::page as text;
use crate::language::Language;
use crate::words;
use crate::words::figure::all_names;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use record::{Note, Record};
use serde_json::{Value, json};
use summary::Weight;

pub const LOOK: &str = include_str!("report.css");

/// The whole page, which contains `library` (gzip).
pub(super) fn page(
    language: Language,
    record: &Record,
    frame: &SiteFrame,
    library: &[u8],
) -> Markup {
    let (mut shown, mut charts) = evidence::shown(language, record);
    let (stages, more) = match &record.study {
        Some(study) => stages::sections(language, record, study, &mut shown),
        None => (html! {}, Vec::new()),
    };
    charts.extend(more);
    let (soak, more) = match &record.soak {
        Some(soak) => soak::sections(language, record, soak),
        None => (html! {}, Vec::new()),
    };
    charts.extend(more);
    let subject = words::subject_and_target(language, record);
    let title = match record.verdict {
        _ if record.proof.is_some() => words::proved(language, record),
        Some(verdict) => {
            let soak = record.soak.as_ref().map(|soak| words::soak_verdict(language, soak));
            format!("{}: {subject}", soak.unwrap_or_else(|| words::verdict(language, verdict)))
        }
        None => subject,
    };
    let expected = charts.len();
    html! {
        (DOCTYPE)
        html lang=(language.code()) data-expected=(expected) {
            (head(&policy(), &format!("{title} - Plimsoll"), generator(&record.version), ""))
            body {
                a.skip href="#main" { (text::skip(language)) }
                (masthead(language, record, &frame.links))
                main #main {
                    (first(language, record))
                    @if let Some(below) = &frame.below { (below) }
                    (summary(language, record))
                    noscript { p.hint { (text::no_script(language)) } }
                    p.hint #chart-trouble hidden { (text::no_charts(language)) }
                    @if let Some(proof_record) = &record.proof { (proof::sections(language, proof_record)) }
                    (soak)
                    (stages)
                    @for shown in &shown { (shown.section()) }
                    (evidence::hosts_section(language, record))
                    (evidence::warnings(language, record))
                    (evidence::facts(language, record))
                    (evidence::repeat(language, record))
                    @if record.proof.is_none() && record.soak.is_none() { (evidence::glossary(language)) }
                }
                footer { p { (text::footer(language, &record.version)) } }
                (scripts(language, &charts, library))
            }
        }
    }
}

fn first(language: Language, record: &Record) -> Markup {
    match (&record.soak, &record.proof, &record.study) {
        (Some(soak), ..) => soak::verdict(language, record, soak),
        (None, Some(proof), _) => proof::verdict(language, record, proof),
        (None, None, Some(study)) if record.findings.is_empty() => {
            stages::verdict(language, record, study)
        }
        _ => cards::verdict(language, record),
    }
}

/// The data of the charts, their library and the script that draws them.
pub(super) fn scripts(language: Language, charts: &[Value], library: &[u8]) -> Markup {
    let words = chart::script_words(language);
    let data = json!({ "charts": charts, "language": language.code(), "words": words });
    html! {
        script type="application/json" #chart-data { (PreEscaped(safe_text(&data))) }
        script type="text/plain" #chart-library { (PreEscaped(STANDARD.encode(library))) }
        script { (PreEscaped(SCRIPT)) }
    }
}

pub fn brand() -> Markup {
    html! {
        svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" {
            circle cx="16" cy="16" r="10" fill="none" stroke="currentColor" stroke-width="3" {}
            line x1="1" y1="16" x2="31" y2="16" stroke="currentColor" stroke-width="3" {}
        }
        "Plimsoll"
    }
}

fn masthead(language: Language, record: &Record, links: &[(String, String)]) -> Markup {
    let own = [
        ("#warnings", text::warnings(language)),
        ("#facts", text::facts(language)),
        ("#repeat", text::repeat(language)),
    ];
    let own = own.map(|(address, text)| (address.to_owned(), text.to_string()));
    let when = format!(
        "{}, {}",
        language.moment(record.started_unix_s),
        language.duration(record.seconds)
    );
    masthead_of(language, &[links, &own].concat(), &when)
}

/// The head of a page: its links, and the time of the run.
pub(crate) fn masthead_of(language: Language, links: &[(String, String)], when: &str) -> Markup {
    html! {
        header.masthead {
            span.brand { (brand()) }
            nav aria-label=(text::sections(language)) {
                @for (address, text) in links { a href=(address) { (text) } }
            }
            @if !when.is_empty() { span.when { (when) } }
        }
    }
}

/// The cards of all roles, and the number of warnings.
fn summary(language: Language, record: &Record) -> Markup {
    let requirement = record.required();
    html! {
        @if !record.warnings.is_empty() || record.notes.iter().any(Note::is_part_of_answer) {
            p.hint { a href="#warnings" { (text::about_numbers(language, &counted(language, record))) } }
        }
        @if !record.findings.is_empty() {
            section aria-labelledby="roles" {
                h2 #roles { (text::carries(language)) }
                @if let Some(found) = record.reason.together() { (cards::together(language, found)) }
                div class=(cards::grid(record.findings.len())) {
                    @for index in 0..record.findings.len() {
                        (cards::card(language, record, &requirement, index))
                    }
                }
            }
        } @else if record.study.is_none() && record.soak.is_none() {
            (cards::measured(language, record))
        }
    }
}

/// The head of a page: `more` stands before the title, and `look` behind the common styles.
pub(crate) fn head(policy: &str, title: &str, more: Markup, look: &str) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta http-equiv="Content-Security-Policy" content=(policy);
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            (more)
            title { (title) }
            style { (PreEscaped(LOOK)) (PreEscaped(look)) }
        }
    }
}

pub(crate) fn generator(version: &str) -> Markup {
    html! { meta name="generator" content=(format!("plimsoll {version}")); }
}

/// The number of warnings of each weight, heaviest first: `1 warning and 2 notes`.
fn counted(language: Language, record: &Record) -> String {
    let notes = record.notes.iter().filter(|note| note.is_part_of_answer());
    let weights = record.warnings.iter().map(|warning| warning.weight);
    let weights = weights.chain(notes.map(|_| Weight::Note));
    let all = words::counted(language, weights, text::count_forbids);
    all_names(language, &all.iter().map(String::as_str).collect::<Vec<_>>())
}

/// plotly.js, the basic distribution, minified and compressed; version and licence in `assets/README.md`.
pub(super) const LIBRARY: &[u8] = include_bytes!("../../assets/plotly-basic.min.js.gz");

/// SHA-256 of `report.js` and of the inflated library in base64. The tests of the page check the first, the browser tests both.
const SCRIPT_HASHES: [&str; 2] = [
    "dmjXajo5IWVjsMP5o3RWh2n8d4WHyFlE2u0BUOgL7I0=",
    "mXhOOr+wexQqFeUhpDnm2a3c6ts/eVU/0kxyd08GSbo=",
];

/// SHA-256 of `live.js`; the tests of the page check it.
const LIVE_HASH: &str = "I50wxS+3/lvmI+gGgVlLo0Ivl/HhekueyXRvNr0sT7I=";

/// The content security policy: no network, and no scripts except the two with known hashes.
///
/// Inline styles are allowed because the chart library writes its own. The page may create images, which saving a chart requires.
pub fn policy() -> String {
    policy_of(&SCRIPT_HASHES, "'none'")
}

/// The same policy for the page of a run in progress, which may also connect to its own server.
pub fn live_policy() -> String {
    policy_of(&[&SCRIPT_HASHES[..], &[LIVE_HASH]].concat(), "'self'")
}

fn policy_of(hashes: &[&str], connect: &str) -> String {
    let scripts: Vec<String> = hashes.iter().map(|hash| format!("'sha256-{hash}'")).collect();
    let scripts = scripts.join(" ");
    format!(
        "default-src 'none'; script-src {scripts}; style-src 'unsafe-inline'; img-src data: blob:; \
         connect-src {connect}; base-uri 'none'; form-action 'none'"
    )
}

#[cfg(test)]
mod tests {
    use super::LOOK;

    /// A colour of the styles in one of its themes: 0 light, 1 dark, 2 paper.
    fn colour(theme: usize, name: &str) -> [f64; 3] {
        let theme = LOOK.split(":root {").nth(theme + 1).expect("three themes");
        let (_, rest) = theme.split_once(&format!("--{name}: #")).expect("the colour is there");
        let hex: String = rest.chars().take_while(char::is_ascii_hexdigit).collect();
        let hex = if hex.len() == 3 { hex.chars().flat_map(|c| [c, c]).collect() } else { hex };
        [0, 2, 4]
            .map(|at| f64::from(u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal")))
    }

    /// The contrast ratio of WCAG 2.2: relative luminances with 0.05 of stray light.
    fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
        let light = |colour: [f64; 3]| {
            let linear = colour.map(|c| match c / 255.0 {
                c if c <= 0.04045 => c / 12.92,
                c => ((c + 0.055) / 1.055).powf(2.4),
            });
            0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05
        };
        let (a, b) = (light(a), light(b));
        a.max(b) / a.min(b)
    }

    #[test]
    fn every_text_stands_out_in_light_in_dark_and_on_paper() {
        let grounds = ["paper", "sheet", "good-wash", "bad-wash", "unsure-wash", "note-wash"];
        for theme in 0..3 {
            let mut pairs = Vec::new();
            for ground in grounds {
                pairs.extend([("ink", ground, 4.5), ("soft", ground, 4.5)]);
            }
            for ground in ["paper", "sheet"] {
                pairs.push(("link", ground, 4.5));
            }
            for (text, wash) in [
                ("good", "good-wash"),
                ("bad", "bad-wash"),
                ("unsure", "unsure-wash"),
                ("note", "note-wash"),
            ] {
                pairs.extend([(text, wash, 4.5), (text, "sheet", 4.5), (text, "track", 3.0)]);
            }
            // Lines and marks of charts need a contrast of 3; most reach that of text.
            pairs.extend(["c1", "c2", "c3", "c4", "c5", "c6"].map(|line| (line, "sheet", 3.0)));
            for (text, ground, least) in pairs {
                let has = contrast(colour(theme, text), colour(theme, ground));
                assert!(has >= least, "theme {theme}: {text} on {ground}: {has:.2} < {least}");
            }
        }
    }
}
