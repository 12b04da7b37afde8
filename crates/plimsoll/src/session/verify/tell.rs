//! The answer of a proof: at most 40 lines for people, or one document for programs.

use crate::session::verify::dump;
use crate::session::verify::field::Field;
use crate::session::verify::play::{Ended, Played};
use base::units::grouped;
use base::{Bytes, Nanos};
use engine::proof::{Proved, Tally};
use integrity::FaultKind;
use serde_json::{Value, json};

/// Findings that are told one by one.
const TOLD_MAX: usize = 8;
/// Files that are told one by one.
const FILES_MAX: usize = 8;

/// What is told beside the play itself.
pub(crate) struct Told<'a> {
    pub(crate) fields: &'a [Field],
    pub(crate) title: &'a str,
    pub(crate) verdict: Verdict,
    pub(crate) engine: &'a str,
    pub(crate) cycles: u32,
    pub(crate) command: &'a str,
    pub(crate) dump: Option<String>,
}

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Every page was what it had to be.
    Sound,
    /// Something was wrong.
    Faulty,
    /// Not everything was looked at.
    CannotTell,
    /// The user ended it.
    Interrupted,
}

impl Verdict {
    fn word(self) -> &'static str {
        match self {
            Self::Sound => "SOUND",
            Self::Faulty => "FAULTY",
            Self::CannotTell => "CANNOT TELL",
            Self::Interrupted => "INTERRUPTED",
        }
    }
}

/// The answer in lines.
pub(crate) fn text(played: &Played, told: &Told<'_>) -> String {
    let tally = played.tally();
    let mut lines = Vec::new();
    let titles: Vec<&str> = told.fields.iter().map(|field| field.title.as_str()).collect();
    let (mark, sentence) = match told.verdict {
        Verdict::Sound => ("+", "every page was what was written last, in every audit".to_owned()),
        Verdict::Faulty => {
            ("x", format!("{} faults; do not trust it with data", grouped(tally.faults())))
        }
        Verdict::CannotTell => ("?", "not every page could be looked at".to_owned()),
        Verdict::Interrupted => ("?", "interrupted; nothing was wrong up to then".to_owned()),
    };
    lines.push(format!(
        "{mark} {}   {}, written as {} does",
        told.verdict.word(),
        titles.join(", "),
        told.title
    ));
    lines.push(format!("  {sentence}"));
    lines.push(String::new());
    for (part, proved) in played.proved().take(FILES_MAX) {
        lines.push(pair(part.what, &file(part, proved)));
    }
    lines.push(pair("reads", &reads(&tally)));
    lines.push(pair("writes", &writes(&tally)));
    lines.push(pair("latency", &latency(played, &tally)));
    let also = also(&tally);
    if !also.is_empty() {
        lines.push(pair("also", &also));
    }
    faults(&mut lines, played, &tally);
    lines.push(String::new());
    lines.extend(played.failures().map(|failure| pair("failed", failure)));
    lines.extend(played.notes.iter().take(4).map(|note| pair("note", note)));
    lines.push(pair(
        "measured",
        &format!(
            "{}, {:.0} s, {} of data and log, plimsoll {}",
            told.engine,
            played.seconds,
            cycles(told.cycles),
            env!("CARGO_PKG_VERSION")
        ),
    ));
    if let Some(dump) = &told.dump {
        lines.push(pair("evidence", dump));
    }
    lines.push(pair("repeat", told.command));
    lines.join("\n") + "\n"
}

fn pair(key: &str, value: &str) -> String {
    format!("  {key:<10} {value}")
}

fn cycles(count: u32) -> String {
    if count == 1 { "1 cycle".to_owned() } else { format!("{count} cycles") }
}

fn file(part: &Ended, proved: &Proved) -> String {
    let bytes = Bytes(proved.pages * u64::from(part.writing.page_bytes));
    format!(
        "{bytes}, {}; {} page operations, {} pages in final audits",
        part.writing.describe(),
        grouped(proved.tally.page_operations()),
        grouped(proved.tally.audited)
    )
}

fn reads(tally: &Tally) -> String {
    format!(
        "{} of one page, {} of runs; {} pages",
        grouped(tally.reads),
        grouped(tally.run_reads),
        grouped(tally.pages_read)
    )
}

fn writes(tally: &Tally) -> String {
    format!(
        "{} of one page, {} of runs; {} pages; {} flushes",
        grouped(tally.writes),
        grouped(tally.run_writes),
        grouped(tally.pages_written),
        grouped(tally.flushes)
    )
}

fn operations(tally: &Tally) -> u64 {
    tally.reads + tally.run_reads + tally.writes + tally.run_writes + tally.flushes
}

fn latency(played: &Played, tally: &Tally) -> String {
    let mean = tally.io_ns / operations(tally).max(1);
    let throttled: u64 = played.proved().map(|(_, proved)| proved.throttled).sum();
    format!(
        "mean {}, longest {}; {} slow, {} late; held back {} times",
        Nanos(mean),
        Nanos(tally.io_ns_max),
        grouped(tally.slow),
        grouped(tally.faults_of(FaultKind::Late)),
        grouped(throttled)
    )
}

fn also(tally: &Tally) -> String {
    let counts = [
        (tally.resizes, "times shrunk or grown"),
        (tally.short, "short transfers"),
        (tally.nudges, "interrupted"),
        (tally.retries, "failures tried again"),
        (tally.no_space, "without space"),
        (tally.rereads, "pages read again"),
    ];
    let some = counts.iter().filter(|(count, _)| *count > 0);
    some.map(|(count, what)| format!("{} {what}", grouped(*count))).collect::<Vec<_>>().join(", ")
}

fn faults(lines: &mut Vec<String>, played: &Played, tally: &Tally) {
    if tally.faults() == 0 {
        return;
    }
    lines.push(String::new());
    for kind in FaultKind::ALL.into_iter().filter(|&kind| tally.faults_of(kind) > 0) {
        lines.push(format!("x {:<16} {}", kind.name(), grouped(tally.faults_of(kind))));
    }
    let all = played
        .proved()
        .flat_map(|(part, proved)| proved.findings.iter().map(move |finding| (part, finding)));
    for (part, finding) in all.take(TOLD_MAX) {
        lines.push(format!("  {} {}: {}", part.what, part.field + 1, dump::summary(part, finding)));
    }
}

/// The answer as one document; docs/integrity.md says what is in it.
pub(crate) fn document(played: &Played, told: &Told<'_>) -> Value {
    let verdict = match told.verdict {
        Verdict::Sound => "sound",
        Verdict::Faulty => "faulty",
        Verdict::CannotTell => "cannot tell",
        Verdict::Interrupted => "interrupted",
    };
    let files: Vec<Value> = played.parts.iter().map(|part| file_document(part, told)).collect();
    json!({
        "format": 1,
        "kind": "verify",
        "verdict": verdict,
        "as": told.title,
        "engine": told.engine,
        "seconds": played.seconds,
        "cycles": told.cycles,
        "files": files,
        "notes": played.notes,
        "command": told.command,
        "evidence": told.dump,
    })
}

fn file_document(part: &Ended, told: &Told<'_>) -> Value {
    let title = told.fields.get(part.field).map_or("", |field| field.title.as_str());
    let proved = match &part.proved {
        Ok(proved) => proved,
        Err(error) => {
            return json!({ "target": title, "what": part.what, "error": error });
        }
    };
    let tally = &proved.tally;
    let faults: serde_json::Map<String, Value> = FaultKind::ALL
        .into_iter()
        .map(|kind| (kind.name().to_owned(), json!(tally.faults_of(kind))))
        .collect();
    let findings: Vec<Value> = proved
        .findings
        .iter()
        .map(|finding| {
            json!({
                "kind": finding.fault.kind.name(),
                "page": finding.fault.id.page,
                "pages": finding.pages,
                "by": finding.by,
                "at_ns": finding.at_ns,
                "transient": finding.transient,
                "tries": finding.tries,
                "generations_allowed": [finding.fault.allowed.0, finding.fault.allowed.1],
                "bytes_differing": finding.fault.bytes_differing,
                "errno": finding.errno,
                "took_ns": finding.took_ns,
            })
        })
        .collect();
    json!({
        "target": title,
        "what": part.what,
        "page_bytes": part.writing.page_bytes,
        "writing": part.writing.describe(),
        "pages": proved.pages,
        "cycles": proved.cycles,
        "reads": tally.reads,
        "run_reads": tally.run_reads,
        "writes": tally.writes,
        "run_writes": tally.run_writes,
        "flushes": tally.flushes,
        "pages_read": tally.pages_read,
        "pages_written": tally.pages_written,
        "pages_audited": tally.audited,
        "rereads": tally.rereads,
        "retries": tally.retries,
        "interrupted": tally.nudges,
        "short": tally.short,
        "no_space": tally.no_space,
        "slow": tally.slow,
        "resizes": tally.resizes,
        "io_ns": tally.io_ns,
        "io_ns_max": tally.io_ns_max,
        "io_ns_running_average": proved.average_ns,
        "throttled": proved.throttled,
        "faults": faults,
        "findings": findings,
    })
}
