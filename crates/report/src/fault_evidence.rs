//! The evidence of a fault as text: what the page held, what it should have held, and the operations on it.
//!
//! Takes the finding of a record; gives lines for the page of the run, and the file of evidence, which is always English: it is
//! meant for the vendor of the storage.

use crate::catalogue::fault_evidence as text;
use crate::language::Language;
use crate::proof::finding_line;
use record::proof::{
    DifferingRow, FaultEvidence, PageOperation, ProofFinding, ProvedFile, ReceivedPage,
    SectorContent, SectorRun,
};

/// The faults of one file in the file of evidence.
pub struct FaultyFile {
    pub file: ProvedFile,
    /// The number of its target, from 1.
    pub target_number: usize,
    /// The number of faults that were counted and not kept.
    pub more: u64,
}

/// The file of evidence: every kept finding. `command` is the command line of the test.
pub fn evidence_file(command: &str, files: impl IntoIterator<Item = FaultyFile>) -> String {
    let language = Language::En;
    let mut lines = vec![text::file_head(language).to_owned(), command.to_owned()];
    for FaultyFile { file, target_number, more } in files {
        for (index, finding) in file.findings.iter().enumerate() {
            let (target, number) = (target_number as u64, index as u64 + 1);
            let head = text::fault_head(language, file.role.name(), target, number);
            let summary = finding_line(language, file.offset_bytes(finding), finding);
            lines.extend([String::new(), format!("--- {head} {summary}")]);
            lines.extend(finding_lines(language, finding));
        }
        if more > 0 {
            lines.extend([String::new(), text::not_kept(language, more)]);
        }
    }
    lines.join("\n") + "\n"
}

/// The evidence of one fault; empty: none was stored.
pub(crate) fn evidence_text(language: Language, finding: &ProofFinding) -> String {
    finding_lines(language, finding).join("\n")
}

fn finding_lines(language: Language, finding: &ProofFinding) -> Vec<String> {
    let Some(evidence) = &finding.evidence else { return Vec::new() };
    let mut lines = sectors(language, finding, evidence);
    if !evidence.reread_kinds.is_empty() {
        lines.push(text::reread_kinds(language, &evidence.reread_kinds.join(", ")));
    }
    if let Some(received) = &evidence.received {
        lines.push(expected(language, finding.page, evidence));
        lines.extend(received_lines(language, received));
    }
    if !evidence.operations.is_empty() {
        lines.push(text::operations(language).to_owned());
        lines.extend(evidence.operations.iter().map(|past| operation(language, past)));
    }
    lines.iter().map(|line| format!("  {line}")).collect()
}

/// The content of each sector of the page, and the content that was expected.
fn sectors(language: Language, finding: &ProofFinding, evidence: &FaultEvidence) -> Vec<String> {
    if evidence.sectors.is_empty() {
        return Vec::new();
    }
    let (oldest, newest) = (finding.generations.0.into(), finding.generations.1.into());
    let (compared, bytes) = (evidence.compared_generation.into(), finding.bytes_differing.into());
    let mut lines = vec![if oldest == newest {
        text::written_last(language, newest, bytes)
    } else {
        text::may_hold(language, &text::MayHold { oldest, newest, compared, bytes })
    }];
    if evidence.written_ns.is_none() && compared > 0 {
        lines.push(text::time_unknown(language).to_owned());
    }
    lines.extend(evidence.sectors.iter().map(|run| sector_run(language, run)));
    lines
}

fn sector_run(language: Language, run: &SectorRun) -> String {
    let content = match run.content {
        SectorContent::ThisPage { generation } => text::this_page(language, generation.into()),
        SectorContent::WrongBytes { generation } => text::wrong_bytes(language, generation.into()),
        SectorContent::WrongTag { generation, bits } => {
            text::wrong_tag(language, generation.into(), bits.into())
        }
        SectorContent::OtherPage { page, file, generation } => {
            page_name(language, page, file, generation)
        }
        SectorContent::Zeros => text::zeros(language).to_owned(),
        SectorContent::NotRead => text::not_read(language).to_owned(),
        SectorContent::Unknown => text::unknown(language).to_owned(),
    };
    let (first, count) = (u64::from(run.first), u64::from(run.count));
    match run.count {
        0 | 1 => text::sector(language, first, &content),
        _ => text::sectors(language, first, first + count - 1, &content),
    }
}

fn page_name(language: Language, page: u64, file: u32, generation: u32) -> String {
    let (file, generation) = (file.into(), generation.into());
    text::other_page(language, &text::OtherPage { page, file, generation })
}

fn ms(ns: u64) -> String {
    format!("{:.3}", ns as f64 / 1e6)
}

fn written_at(language: Language, ns: u64) -> String {
    text::written_at(language, &language.digits(&ms(ns)))
}

fn expected(language: Language, page: u64, evidence: &FaultEvidence) -> String {
    let generation = evidence.compared_generation;
    if generation == 0 {
        return text::expected_zeros(language).to_owned();
    }
    let unknown = || text::time_not_kept(language).to_owned();
    let time = evidence.written_ns.map_or_else(unknown, |ns| written_at(language, ns));
    text::expected(language, &page_name(language, page, evidence.file, generation), &time)
}

fn received_lines(language: Language, received: &ReceivedPage) -> Vec<String> {
    let stamp = match &received.stamp {
        None => text::received_unknown(language).to_owned(),
        Some(stamp) => {
            let page = &page_name(language, stamp.page, stamp.file, stamp.generation);
            let time = &written_at(language, stamp.written_ns);
            text::received(language, &text::Received { page, time, run: &stamp.run })
        }
    };
    let row =
        |row: &DifferingRow| format!("{:05x}: {} | {}", row.offset, row.expected, row.received);
    let mut lines = vec![stamp, text::differences(language).to_owned()];
    lines.extend(received.rows.iter().map(row));
    if received.more_rows > 0 {
        lines.push(text::more_rows(language, received.more_rows));
    }
    lines
}

fn operation(language: Language, past: &PageOperation) -> String {
    let name = text::operation_text(language, &past.operation);
    let (begun, took) = (language.digits(&ms(past.begun_ns)), language.digits(&ms(past.took_ns)));
    let mut line = format!("  {begun:>12} {name:<10} {}", text::took(language, &took));
    let first = past.first_page;
    match past.pages {
        0 => {}
        1 => line += &format!(", {}", text::page(language, first)),
        pages => {
            let last = first.saturating_add(u64::from(pages) - 1);
            line += &format!(", {}", text::pages(language, first, last));
        }
    }
    if past.generation > 0 {
        line += &format!(", {}", text::first_generation(language, past.generation.into()));
    }
    if let Some(errno) = past.errno {
        line += &format!(": {}", std::io::Error::from_raw_os_error(errno));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect_file;
    use record::Record;
    use testkit::proof::proof_example;

    fn faulty_file(record: Record) -> ProvedFile {
        record.proof.expect("the example is an integrity test").files.swap_remove(0)
    }

    #[test]
    fn the_evidence_of_a_fault_is_shown_in_each_language() {
        let file = faulty_file(proof_example());
        let shown = Language::ALL.map(|language| evidence_text(language, &file.findings[0]));
        expect_file!["../tests/golden/evidence.txt"].assert_eq(&(shown.join("\n\n") + "\n"));
    }

    #[test]
    fn the_file_of_evidence_counts_the_faults_that_were_not_kept() {
        let file = faulty_file(proof_example());
        let text =
            evidence_file("plimsoll verify /srv", [FaultyFile { file, target_number: 2, more: 1 }]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "plimsoll verify /srv");
        assert!(lines[3].starts_with("--- data 2, fault 1: lost write at page 87,366 ("), "{text}");
        assert_eq!(*lines.last().unwrap(), "1 more fault of this file was counted, but not kept.");
    }
}
