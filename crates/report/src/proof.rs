//! The result of an integrity test, as sentences and tables that the terminal and the page share.
//!
//! Converts the record of an integrity test to words and rows; knows no layout.

use crate::catalogue::proof as text;
use crate::fault_evidence::evidence_text;
use crate::language::Language;
use crate::studies::{Line, Rows, Tone};
use crate::words::run_failure;
use record::proof::{FaultCount, ProofFinding, ProofRecord, ProvedFile, Soundness, WriteMethod};
use record::reason::IntegrityReason;
use workload::ActorName;

const FINDINGS_MAX: usize = 200;

pub(crate) fn word(language: Language, proof: &ProofRecord) -> &'static str {
    match proof.answer {
        Soundness::Sound if proof.is_little_read() => text::sound_as_read(language),
        Soundness::Sound => text::sound(language),
        Soundness::Faulty => text::faulty(language),
        Soundness::CannotTell => text::cannot_tell(language),
        Soundness::Interrupted => text::interrupted(language),
    }
}

pub(crate) fn tone(answer: Soundness) -> Tone {
    match answer {
        Soundness::Sound => Tone::Good,
        Soundness::Faulty => Tone::Bad,
        Soundness::CannotTell | Soundness::Interrupted => Tone::Unsure,
    }
}

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

fn size(language: Language, file: &ProvedFile) -> String {
    language.bytes(file.pages.saturating_mul(u64::from(file.page_bytes)))
}

fn writing(language: Language, method: &WriteMethod) -> String {
    let WriteMethod { page, direct, durability } = method;
    if *direct {
        text::writing_direct(language, page.0, durability.name())
    } else {
        text::writing_cached(language, page.0, durability.name())
    }
}

pub(crate) fn file(language: Language, file: &ProvedFile) -> String {
    if let Some(failure) = &file.failure {
        return run_failure(language, failure);
    }
    let pages = file.counts.pages_read + file.counts.pages_written;
    let size = size(language, file);
    text::file(language, &size, &writing(language, &file.writing), pages, file.counts.pages_audited)
}

pub(crate) fn counts(language: Language, proof: &ProofRecord) -> Vec<(&'static str, String)> {
    let sum = proof.counts();
    let reads = text::CountReads { single: sum.reads, runs: sum.run_reads, pages: sum.pages_read };
    let writes = text::CountWrites {
        single: sum.writes,
        runs: sum.run_writes,
        pages: sum.pages_written,
        flushes: sum.flushes,
    };
    let latency = text::CountLatency {
        mean: sum.io_ns_mean() as f64,
        longest: sum.io_ns_max as f64,
        slow: sum.slow,
        late: proof.late(),
        throttled: sum.throttled,
    };
    let mut lines = vec![
        (text::label_reads(language), text::count_reads(language, &reads)),
        (text::label_writes(language), text::count_writes(language, &writes)),
        (text::label_latency(language), text::count_latency(language, &latency)),
    ];
    if let Some(share) = sum.read_back_share() {
        let coverage = text::count_coverage(language, &percent(language, share));
        lines.push((text::label_coverage(language), coverage));
    }
    let some =
        |count: u64, line: fn(Language, u64) -> String| (count > 0).then(|| line(language, count));
    let others = [
        some(sum.resizes, text::resizes),
        some(sum.short, text::short),
        some(sum.interrupted, text::interrupted_calls),
        some(sum.retries, text::retries),
        some(sum.no_space, text::no_space),
        some(sum.rereads, text::rereads),
    ];
    let also: Vec<String> = others.into_iter().flatten().collect();
    if !also.is_empty() {
        lines.push((text::label_also(language), also.join(", ")));
    }
    lines
}

/// A share as a percentage, never rounded up to 100.
fn percent(language: Language, share: f64) -> String {
    language.percent((share * 100.0).floor().clamp(0.0, 100.0) / 100.0)
}

fn table(caption: &str, heads: &[&str], rows: Vec<(Vec<String>, Tone)>, words: &[usize]) -> Rows {
    let line = |(cells, tone)| Line { cells, tone, share: None };
    Rows {
        caption: caption.to_owned(),
        heads: heads.iter().map(|head| (*head).to_owned()).collect(),
        rows: rows.into_iter().map(line).collect(),
        words: words.to_vec(),
        spare: Vec::new(),
    }
}

pub(crate) fn kinds(language: Language, proof: &ProofRecord) -> Rows {
    let row = |FaultCount { kind, count }: FaultCount| {
        let meaning = text::meaning_text(language, &kind).to_owned();
        (vec![kind.name().to_owned(), language.count(count), meaning], Tone::Bad)
    };
    let rows = proof.by_kind().into_iter().map(row).collect();
    let heads =
        [text::head_fault(language), text::head_times(language), text::head_meaning(language)];
    table(text::kinds(language), &heads, rows, &[2])
}

/// A fault as it is shown: kind, place and evidence.
pub(crate) struct FaultText {
    pub(crate) title: String,
    pub(crate) rows: Vec<(&'static str, String)>,
    /// The expected and the received bytes; empty: not stored.
    pub(crate) evidence: String,
}

pub(crate) fn findings(language: Language, proof: &ProofRecord) -> (Vec<FaultText>, u64) {
    let all = proof.files.iter().flat_map(|file| file.shown_findings().map(move |one| (file, one)));
    let shown: Vec<FaultText> =
        all.take(FINDINGS_MAX).map(|(file, one)| fault_text(language, file, one)).collect();
    let more = proof.faults().saturating_sub(shown.len() as u64);
    (shown, more)
}

fn fault_text(language: Language, file: &ProvedFile, finding: &ProofFinding) -> FaultText {
    let figures = FindingFigures::of(language, file.offset_bytes(finding), finding);
    let rows = vec![
        (text::row_file(language), format!("{} {}", file.role, file.path)),
        (text::row_offset(language), figures.offset),
        (text::row_by(language), finding.actor.map_or("", ActorName::name).to_owned()),
        (text::row_after(language), figures.after),
        (text::row_took(language), figures.took.unwrap_or_default()),
        (text::row_error(language), figures.error.unwrap_or_default()),
        (text::row_again(language), figures.again.to_owned()),
    ];
    let rows = rows.into_iter().filter(|row| !row.1.is_empty()).collect();
    FaultText { title: title(language, finding), rows, evidence: evidence_text(language, finding) }
}

fn title(language: Language, finding: &ProofFinding) -> String {
    let (kind, page) = (finding.kind.name(), finding.page);
    match finding.pages {
        0 | 1 => text::at_page(language, kind, page),
        pages => text::at_pages(language, kind, page, (pages - 1).into()),
    }
}

struct FindingFigures {
    offset: String,
    after: String,
    took: Option<String>,
    error: Option<String>,
    again: &'static str,
}

impl FindingFigures {
    fn of(language: Language, offset_bytes: u64, finding: &ProofFinding) -> Self {
        let error = |errno| std::io::Error::from_raw_os_error(errno).to_string();
        Self {
            offset: text::offset_bytes(language, offset_bytes),
            after: language.duration(finding.at_ns as f64 / 1e9),
            took: finding.took_ns.map(|ns| language.duration(ns as f64 / 1e9)),
            error: finding.errno.map(error),
            again: match (finding.transient, finding.tries) {
                _ if finding.is_open => text::again_open(language),
                (true, _) => text::again_passed(language),
                (false, 0) => text::again_untried(language),
                (false, _) => text::again_stayed(language),
            },
        }
    }
}

/// A fault in one line: kind, place, finder and time. It mentions rereading only if the fault passed, or if rereading goes on.
pub fn finding_line(language: Language, offset_bytes: u64, finding: &ProofFinding) -> String {
    let figures = FindingFigures::of(language, offset_bytes, finding);
    let title = title(language, finding);
    let mut line = format!("{title} ({})", figures.offset);
    if let Some(actor) = finding.actor {
        line += &format!("; {actor}");
    }
    let again = (finding.transient || finding.is_open).then(|| figures.again.to_owned());
    let labelled = [
        (text::row_after(language), Some(figures.after)),
        (text::row_took(language), figures.took),
        (text::row_error(language), figures.error),
        (text::row_again(language), again),
    ];
    for (label, value) in labelled {
        line.extend(value.map(|value| format!("; {label} {value}")));
    }
    line
}

pub(crate) fn actors(language: Language, proof: &ProofRecord) -> Rows {
    let row = |actor: record::proof::ActorCounts| {
        let counts = [actor.reads, actor.writes, actor.flushes, actor.pages];
        let counts = counts.map(|count| language.count(count));
        (std::iter::once(actor.name.name().to_owned()).chain(counts).collect(), Tone::Plain)
    };
    let rows = proof.actors().into_iter().map(row).collect();
    let heads = [
        text::head_actor(language),
        text::label_reads(language),
        text::label_writes(language),
        text::head_flushes(language),
        text::head_pages(language),
    ];
    table(text::actors(language), &heads, rows, &[])
}

pub(crate) fn files(language: Language, proof: &ProofRecord) -> Rows {
    let row = |file: &ProvedFile| {
        let counts = &file.counts;
        let faults: u64 = file.faults.iter().map(|of_kind| of_kind.count).sum();
        let failed = faults > 0 || file.failure.is_some();
        let failure = file.failure.as_ref().map(|failure| run_failure(language, failure));
        let cells = vec![
            file.path.clone(),
            file.role.name().to_owned(),
            size(language, file),
            failure.unwrap_or_else(|| language.count(faults)),
            language.count(counts.reads + counts.run_reads),
            language.count(counts.writes + counts.run_writes),
            language.count(counts.pages_audited),
            language.latency(counts.io_ns_mean() as f64),
            language.latency(counts.io_ns_max as f64),
            language.count(counts.throttled),
            writing(language, &file.writing),
        ];
        (cells, if failed { Tone::Bad } else { Tone::Plain })
    };
    let heads = [
        text::row_file(language),
        text::head_what(language),
        text::head_size(language),
        text::head_faults(language),
        text::label_reads(language),
        text::label_writes(language),
        text::head_audited(language),
        text::head_mean(language),
        text::head_longest(language),
        text::head_throttled(language),
        text::head_writing(language),
    ];
    // A file that failed has its failure in place of its faults.
    let has_failures = proof.files.iter().any(|file| file.failure.is_some());
    let words: &[usize] = if has_failures { &[1, 3, 10] } else { &[1, 10] };
    table(text::files(language), &heads, proof.files.iter().map(row).collect(), words)
}
