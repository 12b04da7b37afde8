//! The record of a proof: takes the results, returns the record for the store and the report.

use crate::verify::io_pattern::IoPattern;
use crate::verify::proof_target::ProofTarget;
use crate::verify::run::{FileResult, ProofResult, ProofSettings};
use engine::integrity_test::{FileTestResult, IntegrityFinding, IntegritySetup};
use integrity::stamp::is_of_time;
use integrity::{FaultKind, PageStamp};
use record::proof::{
    DifferingRow, FaultCount, FaultEvidence, ProofCounts, ProofFinding, ProofRecord, ProvedFile,
    ReceivedPage, ReceivedStamp, Soundness,
};
use record::{
    Fact, FactGroup, FactKey, FactRemark, FactTitle, FactValue, Reason, Record, State, Verdict,
};
use report::fault_evidence::{FaultyFile, evidence_file};
use summary::warning::Detail;
use summary::{Warning, WarningKind, Weight};

/// The most findings of a file whose evidence is kept in the store.
const EVIDENCE_MAX: usize = 20;

/// The record of the proof; the path of the evidence is set later.
pub fn proof(
    result: &ProofResult,
    targets: &[ProofTarget],
    io_pattern: &IoPattern,
    settings: &ProofSettings,
    interrupted: bool,
) -> ProofRecord {
    let files: Vec<ProvedFile> =
        result.parts.iter().map(|part| file(part, targets, EVIDENCE_MAX)).collect();
    let random = &io_pattern.parameters.random;
    let logs = random.users > 0 && random.update_share > 0.0 && random.rollback_share < 1.0;
    let idle = logs && files.iter().any(ProvedFile::is_idle_log);
    let answer = match answer(result, settings, interrupted) {
        Soundness::Sound if idle => Soundness::CannotTell,
        answer => answer,
    };
    ProofRecord {
        write_pattern: io_pattern.title.to_owned(),
        answer,
        cycles: settings.cycles,
        cycle_s: settings.cycle_ns as f64 / 1e9,
        files,
        evidence: String::new(),
    }
}

fn answer(result: &ProofResult, settings: &ProofSettings, interrupted: bool) -> Soundness {
    if result.tally().faults() > 0 {
        Soundness::Faulty
    } else if interrupted {
        Soundness::Interrupted
    } else if result.is_whole(settings.cycles) && result.failures().next().is_none() {
        Soundness::Sound
    } else {
        Soundness::CannotTell
    }
}

/// One file; the first `evidence_max` findings have their evidence.
pub(super) fn file(
    file_result: &FileResult,
    targets: &[ProofTarget],
    evidence_max: usize,
) -> ProvedFile {
    let tested = &file_result.file;
    let mut file = ProvedFile {
        target: targets
            .get(tested.target_index)
            .map(|target| target.title.clone())
            .unwrap_or_default(),
        path: tested.part.path.display().to_string(),
        role: tested.what,
        writing: tested.file_io.write_method(),
        page_bytes: tested.file_io.page_bytes,
        base_bytes: tested.setup.base_bytes,
        pages: tested.part.bytes / u64::from(tested.file_io.page_bytes),
        cycles: 0,
        failure: None,
        counts: ProofCounts::default(),
        actors: Vec::new(),
        faults: Vec::new(),
        findings: Vec::new(),
    };
    match &file_result.proved {
        Err(failure) => file.failure = Some(failure.clone()),
        Ok(proved) => {
            file.pages = proved.pages;
            file.cycles = proved.cycles;
            file.counts = counts(&tested.setup, proved);
            file.actors.clone_from(&proved.actor_totals);
            let kinds = FaultKind::ALL.iter().copied();
            let counted =
                kinds.map(|kind| FaultCount { kind, count: proved.tally.faults_of(kind) });
            file.faults = counted.filter(|of_kind| of_kind.count > 0).collect();
            file.findings = proved.findings.iter().map(finding).collect();
            for (stored, found) in file.findings.iter_mut().zip(&proved.findings).take(evidence_max)
            {
                let evidence = Box::new(evidence_of(found));
                stored.evidence = Some(evidence);
            }
        }
    }
    file
}

fn counts(setup: &IntegritySetup, proved: &FileTestResult) -> ProofCounts {
    let tally = proved.tally.counts.clone();
    ProofCounts {
        pages_read_back: tally.pages_read_back.or(Some(0)),
        io_ns_average: proved.average_ns as u64,
        throttled: proved.throttled,
        target_io_ns: setup.target_io_ns,
        depth: setup.depth,
        ..tally
    }
}

pub(super) fn finding(found: &IntegrityFinding) -> ProofFinding {
    ProofFinding {
        kind: found.fault.kind,
        page: found.fault.id.page,
        pages: found.pages,
        actor: found.by,
        at_ns: found.at_ns,
        transient: found.transient,
        tries: found.tries,
        generations: found.fault.allowed,
        bytes_differing: found.fault.bytes_differing,
        first_differing: found.fault.first_differing,
        took_ns: found.took_ns,
        errno: found.errno,
        is_open: found.open,
        evidence: None,
    }
}

/// Fills the record of the run with the proof, its verdict and its warnings.
pub fn fill(
    record: &mut Record,
    proof: ProofRecord,
    result: &ProofResult,
    interrupted: bool,
    cache_bytes: Option<u64>,
) {
    let failed = result.failures().next().is_some();
    record.seconds = result.seconds;
    record.state = match (interrupted, failed) {
        (true, _) => State::Interrupted,
        (false, true) => State::Failed,
        (false, false) => State::Done,
    };
    record.verdict = match proof.answer {
        Soundness::Sound => Some(Verdict::Fit),
        Soundness::Faulty => Some(Verdict::NotFit),
        Soundness::CannotTell => Some(Verdict::CannotTell),
        Soundness::Interrupted => None,
    };
    record.reason = Reason::Integrity(proof.reason());
    record.notes.extend(result.notes.iter().cloned());
    let warnings = warnings(&proof, result, interrupted, cache_bytes);
    record.warnings = summary::warning::heaviest_first(warnings);
    record.proof = Some(proof);
}

fn warnings(
    proof: &ProofRecord,
    result: &ProofResult,
    interrupted: bool,
    cache_bytes: Option<u64>,
) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if interrupted {
        warnings.push(Warning::of_run(
            WarningKind::Interrupted,
            Weight::Warning,
            Detail::AuditInterrupted,
        ));
    }
    let late = proof.files.iter().flat_map(|file| &file.findings);
    if let Some(longest_ns) = late.filter_map(|finding| finding.took_ns).max() {
        let detail = Detail::AuditLate { operations: proof.late(), longest_ns };
        warnings.push(Warning::of_run(WarningKind::Stalls, Weight::Warning, detail));
    }
    // The notes name the places where direct I/O was requested but refused.
    if !result.notes.is_empty() {
        warnings.push(Warning::of_run(
            WarningKind::PageCache,
            Weight::Warning,
            Detail::AuditThroughCache,
        ));
    }
    let bytes: u64 = proof.files.iter().map(|file| file.pages * u64::from(file.page_bytes)).sum();
    if let Some(cache_bytes) = cache_bytes.filter(|&cache| bytes < cache) {
        let sound = proof.answer == Soundness::Sound;
        let detail =
            Detail::AuditFitsMemory { file_bytes: bytes, memory_bytes: cache_bytes, sound };
        warnings.push(Warning::of_run(WarningKind::SmallFile, Weight::Note, detail));
    }
    warnings
}

/// The settings and files of the test, as facts of the record.
pub fn facts(
    targets: &[ProofTarget],
    io_pattern: &IoPattern,
    settings: &ProofSettings,
) -> FactGroup {
    let own = &io_pattern.parameters;
    let users = FactValue::Users {
        random: own.random.users,
        audit: own.audit.users,
        read_ahead: own.read_ahead.users,
        bulk: own.bulk.users,
    };
    let mut rows = vec![
        Fact::new(FactKey::WrittenAs, io_pattern.title.to_owned()),
        Fact::new(FactKey::Users, users),
        Fact::new(FactKey::OperationsAtOnce, FactValue::PerDataFile(own.outstanding_max.into())),
        Fact::new(FactKey::TargetDuration, base::Nanos(own.target_io_ns)),
        Fact::new(FactKey::Engine, settings.engine.name()),
    ];
    if io_pattern.overlap {
        rows.push(Fact::new(FactKey::WritesOfSamePage, FactValue::MayOverlap));
    }
    for part in targets.iter().flat_map(|target| &target.parts) {
        let path = part.path.display().to_string();
        let size = FactRemark::FileSize { bytes: part.bytes };
        rows.push(Fact::new(part.what.name().to_owned(), path).with(size));
    }
    FactGroup { title: FactTitle::Proof, rows }
}

/// The most rows of 16 bytes that are kept of a page.
const ROWS_MAX: usize = 96;
const ROW_BYTES: usize = 16;

/// The file of evidence with all kept findings. `command` is the command line of the test.
pub(super) fn file_text(result: &ProofResult, command: &str) -> String {
    let files = result.proved().map(|(part, proved)| FaultyFile {
        file: file(part, &[], usize::MAX),
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
