//! The evidence of a fault: takes a finding of the engine, gives its bytes and operations as plain data, and the file of evidence.

use crate::verify::record;
use crate::verify::run::ProofResult;
use ::record::proof::{DifferingRow, FaultEvidence, ReceivedPage, ReceivedStamp};
use engine::integrity_test::IntegrityFinding;
use integrity::stamp::is_of_time;
use integrity::{FaultKind, PageStamp};
use report::fault_evidence::{FaultyFile, evidence_file};

/// The most rows of 16 bytes that are kept of a page.
const ROWS_MAX: usize = 96;
const ROW_BYTES: usize = 16;

/// The file of evidence with all kept findings. `command` is the command line of the test.
pub(super) fn file_text(result: &ProofResult, command: &str) -> String {
    let files = result.proved().map(|(part, proved)| FaultyFile {
        file: record::file(part, &[], usize::MAX),
        target_number: part.file.target_index + 1,
        more: (proved.tally.faults() + proved.tally.faults_of(FaultKind::Late))
            .saturating_sub(proved.findings.len() as u64),
    });
    evidence_file(command, files)
}

/// The expected and the received content of a page, and the operations on it.
pub(super) fn evidence_of(finding: &IntegrityFinding) -> FaultEvidence {
    let fault = &finding.fault;
    FaultEvidence {
        file: fault.id.file,
        sectors: fault.sectors.clone(),
        compared_generation: fault.nearest,
        written_ns: finding.written_ns,
        received: (!finding.received.is_empty()).then(|| received(finding)),
        reread_kinds: finding.again.iter().map(|kind| kind.name().to_owned()).collect(),
        operations: finding.past.clone(),
    }
}

fn received(finding: &IntegrityFinding) -> ReceivedPage {
    let stamp = PageStamp::read(&finding.received).map(|stamp| ReceivedStamp {
        page: stamp.id.page,
        file: stamp.id.file,
        generation: stamp.generation,
        written_ns: stamp.time_ns,
        run: format!("{:016x}", stamp.run),
    });
    // Where the write time is unknown, the bytes made of it were not compared.
    let all_known = finding.written_ns.is_some() || finding.fault.nearest == 0;
    let is_compared = |at: usize| all_known || !is_of_time(at);
    let rows = finding.expected.chunks(ROW_BYTES).zip(finding.received.chunks(ROW_BYTES));
    let mut differing = rows.enumerate().filter(|(number, (expected, received))| {
        let mut pairs = expected.iter().zip(*received).enumerate();
        pairs.any(|(at, (a, b))| a != b && is_compared(number * ROW_BYTES + at))
    });
    let mut rows = Vec::new();
    for (number, (expected, received)) in differing.by_ref().take(ROWS_MAX) {
        let offset = (number * ROW_BYTES) as u32;
        rows.push(DifferingRow { offset, expected: hex(expected), received: hex(received) });
    }
    ReceivedPage { stamp, rows, more_rows: differing.count() as u64 }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}
