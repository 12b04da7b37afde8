//! What a proof says, as sentences and tables that the terminal and the page share.
//!
//! Takes a proof's record, gives words and rows; knows no layout.

use crate::catalogue::proof as text;
use crate::language::Language;
use crate::studies::{Line, Rows, Tone};
use crate::words;
use base::units::grouped;
use base::{Bytes, Nanos};
use record::Record;
use record::proof::{ProofFinding, ProofRecord, ProvedFile, Soundness};
use record::reason::{IntegrityReason, Reason};

/// Findings that a table shows.
const FINDINGS_MAX: usize = 200;

/// The answer in capitals.
pub(crate) fn word(language: Language, proof: &ProofRecord) -> &'static str {
    match proof.answer {
        Soundness::Sound if proof.is_little_read() => text::sound_as_read(language),
        Soundness::Sound => text::sound(language),
        Soundness::Faulty => text::faulty(language),
        Soundness::CannotTell => text::cannot_tell(language),
        Soundness::Interrupted => text::interrupted(language),
    }
}

/// How the answer looks.
pub(crate) fn tone(answer: Soundness) -> Tone {
    match answer {
        Soundness::Sound => Tone::Good,
        Soundness::Faulty => Tone::Bad,
        Soundness::CannotTell | Soundness::Interrupted => Tone::Unsure,
    }
}

/// The answer in one or two sentences.
pub(crate) fn reason(language: Language, reason: IntegrityReason) -> String {
    match reason {
        IntegrityReason::Sound { read_back_share, little_read } => {
            match read_back_share.map(|of| percent(language, of)) {
                None => text::reason_sound(language).to_owned(),
                Some(share) if little_read => text::reason_little_read(language, &share),
                Some(share) => text::reason_sound_share(language, &share),
            }
        }
        IntegrityReason::Faulty(faults) => text::reason_faulty(language, faults),
        IntegrityReason::IdleLog => text::reason_idle_log(language).to_owned(),
        IntegrityReason::NotAllRead => text::reason_not_all(language).to_owned(),
        IntegrityReason::Interrupted => text::reason_interrupted(language).to_owned(),
    }
}

/// The reason of a record with a proof: that of the proof where an earlier version stored a sentence.
pub(crate) fn reason_of(language: Language, record: &Record, proof: &ProofRecord) -> String {
    match &record.reason {
        Reason::Earlier(_) => reason(language, proof.reason()),
        other => words::reason(language, other),
    }
}

/// What a fault of this name means; empty for a name of a later version.
pub(crate) fn meaning(kind: &str) -> &'static str {
    match kind {
        "checksum" => "bytes that nobody wrote, in a page that is otherwise right",
        "torn page" => "sectors of different writes, though none was under way",
        "lost write" => "the page of before the last acknowledged write, in every read",
        "stale read" => {
            "the page of before the last acknowledged write; another read gave the newest"
        }
        "misdirected" => "another page, or a part of one",
        "bytes not read" => {
            "the read said that it was done, and left bytes of the buffer as they were"
        }
        "wrong length" => "the file ended where it goes on",
        "zeroed" => "zeros where there was data",
        "strange content" => "a page of another run, or nothing that any run wrote",
        "never written" => "a write that was never made, or failed long ago",
        "I/O error" => "the operation failed",
        "late" => "longer than a database waits (15 s)",
        _ => "",
    }
}

/// One file in one line.
pub(crate) fn file(file: &ProvedFile) -> String {
    if !file.failure.is_empty() {
        return file.failure.clone();
    }
    let bytes = Bytes(file.pages.saturating_mul(u64::from(file.page_bytes)));
    format!(
        "{bytes}, {}; {} page operations, {} pages in final audits",
        file.writing,
        grouped(file.counts.pages_read + file.counts.pages_written),
        grouped(file.counts.pages_audited)
    )
}

/// What was counted, by what it is of.
pub(crate) fn counts(proof: &ProofRecord) -> Vec<(&'static str, String)> {
    let sum = proof.counts();
    let late: u64 = proof.by_kind().iter().filter(|kind| kind.0 == "late").map(|kind| kind.1).sum();
    let mut lines = vec![
        (
            "reads",
            format!(
                "{} of one page, {} of runs; {} pages",
                grouped(sum.reads),
                grouped(sum.run_reads),
                grouped(sum.pages_read)
            ),
        ),
        (
            "writes",
            format!(
                "{} of one page, {} of runs; {} pages; {} flushes",
                grouped(sum.writes),
                grouped(sum.run_writes),
                grouped(sum.pages_written),
                grouped(sum.flushes)
            ),
        ),
        (
            "latency",
            format!(
                "mean {}, longest {}; {} slow, {} late; held back {} times",
                Nanos(sum.io_ns_mean()),
                Nanos(sum.io_ns_max),
                grouped(sum.slow),
                grouped(late),
                grouped(sum.throttled)
            ),
        ),
    ];
    if let Some(share) = sum.read_back_share() {
        let text = format!(
            "{} of the pages written were read back; the others were written over before anybody read them",
            percent(Language::En, share)
        );
        lines.push(("coverage", text));
    }
    let others = [
        (sum.resizes, "times shrunk or grown"),
        (sum.short, "short transfers"),
        (sum.interrupted, "interrupted"),
        (sum.retries, "failures tried again"),
        (sum.no_space, "without space"),
        (sum.rereads, "pages read again"),
    ];
    let some = others.iter().filter(|(count, _)| *count > 0);
    let also: Vec<String> =
        some.map(|(count, what)| format!("{} {what}", grouped(*count))).collect();
    if !also.is_empty() {
        lines.push(("also", also.join(", ")));
    }
    lines
}

/// A share, never rounded up to all.
fn percent(language: Language, share: f64) -> String {
    language.percent((share * 100.0).floor().clamp(0.0, 100.0) / 100.0)
}

/// A table whose rows all look alike.
fn table(caption: &str, heads: &[&str], rows: Vec<(Vec<String>, Tone)>) -> Rows {
    let line = |(cells, tone)| Line { cells, tone, share: f64::NAN };
    Rows {
        caption: caption.to_owned(),
        heads: heads.iter().map(|head| (*head).to_owned()).collect(),
        rows: rows.into_iter().map(line).collect(),
        spare: Vec::new(),
    }
}

/// Every kind of fault that was seen.
pub(crate) fn kinds(proof: &ProofRecord) -> Rows {
    let row = |(kind, count): (&str, u64)| {
        (vec![kind.to_owned(), grouped(count), meaning(kind).to_owned()], Tone::Bad)
    };
    let rows = proof.by_kind().into_iter().filter(|kind| kind.1 > 0).map(row).collect();
    table("Faults by their names", &["fault", "times", "what was seen"], rows)
}

/// A fault as it is shown: what, where, and the evidence.
pub(crate) struct Told<'a> {
    /// Its name and its page.
    pub(crate) title: String,
    /// What is told of it, by what it is of.
    pub(crate) rows: Vec<(&'static str, String)>,
    /// What was expected and received; empty: not kept.
    pub(crate) evidence: &'a str,
}

/// The faults one by one, as far as they are shown; and how many more there are.
pub(crate) fn findings(proof: &ProofRecord) -> (Vec<Told<'_>>, u64) {
    let all = proof.files.iter().flat_map(|file| file.findings.iter().map(move |one| (file, one)));
    let told: Vec<Told<'_>> = all.take(FINDINGS_MAX).map(|(file, one)| told(file, one)).collect();
    let more = proof.faults().saturating_sub(told.len() as u64);
    (told, more)
}

fn told<'a>(file: &ProvedFile, finding: &'a ProofFinding) -> Told<'a> {
    let offset = file.base_bytes + finding.page * u64::from(file.page_bytes);
    let again = match (finding.transient, finding.tries) {
        (true, _) => "passed",
        (false, 0) => "not tried",
        (false, _) => "stayed",
    };
    let rows = vec![
        ("file", format!("{} {}", file.what, file.path)),
        ("offset", format!("{} bytes", grouped(offset))),
        ("seen by", finding.by.clone()),
        ("after", words::duration(finding.at_ns as f64 / 1e9)),
        ("tried again", again.to_owned()),
        ("in words", finding.text.clone()),
    ];
    let pages =
        if finding.pages > 1 { format!(" and {} more", finding.pages - 1) } else { String::new() };
    let title = format!("{} at page {}{pages}", finding.kind, grouped(finding.page));
    let rows = rows.into_iter().filter(|row| !row.1.is_empty()).collect();
    Told { title, rows, evidence: &finding.evidence }
}

/// What each kind of actor did.
pub(crate) fn actors(proof: &ProofRecord) -> Rows {
    let row = |actor: record::proof::ActorCounts| {
        let counts = [actor.reads, actor.writes, actor.flushes, actor.pages].map(grouped);
        (std::iter::once(actor.name).chain(counts).collect(), Tone::Plain)
    };
    let rows = proof.actors().into_iter().map(row).collect();
    table(
        "Operations by who asked for them",
        &["actor", "reads", "writes", "flushes", "pages"],
        rows,
    )
}

/// What each file is and what was counted on it.
pub(crate) fn files(proof: &ProofRecord) -> Rows {
    let row = |file: &ProvedFile| {
        let counts = &file.counts;
        let faults: u64 = file.faults.iter().map(|kind| kind.1).sum();
        let failed = faults > 0 || !file.failure.is_empty();
        let cells = vec![
            file.path.clone(),
            file.what.name().to_owned(),
            Bytes(file.pages.saturating_mul(u64::from(file.page_bytes))).to_string(),
            if file.failure.is_empty() { grouped(faults) } else { file.failure.clone() },
            grouped(counts.reads + counts.run_reads),
            grouped(counts.writes + counts.run_writes),
            grouped(counts.pages_audited),
            Nanos(counts.io_ns_mean()).to_string(),
            Nanos(counts.io_ns_max).to_string(),
            grouped(counts.throttled),
            file.writing.clone(),
        ];
        (cells, if failed { Tone::Bad } else { Tone::Plain })
    };
    let heads = [
        "file",
        "what",
        "size",
        "faults",
        "reads",
        "writes",
        "pages audited",
        "mean",
        "longest",
        "held back",
        "written",
    ];
    table("Files", &heads, proof.files.iter().map(row).collect())
}
