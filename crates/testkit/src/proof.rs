//! The record of a proof with findings, with hostile strings; equal on every call and every machine.

use crate::record::{HOSTILE, bare_example};
use base::proof::Durability;
use base::{Bytes, FaultKind, SystemError};
use record::proof::{
    ActorCounts, DifferingRow, FaultCount, FaultEvidence, PageOperation, PageOperationKind,
    ProofCounts, ProofFinding, ProofRecord, ProvedFile, ReceivedPage, ReceivedStamp, SectorContent,
    SectorRun, Soundness, WriteMethod,
};
use record::reason::IntegrityReason;
use record::{FileRole, Reason, Record, RunFailure, RunKind, State, Verdict};
use workload::ActorName;

/// A proof of data and log in which a write was lost and a page torn.
pub fn proof_example() -> Record {
    Record {
        kind: RunKind::Verify,
        command: format!("plimsoll verify '/srv/{HOSTILE}' --for sqlserver --minutes 10 --seed 7"),
        target: format!("/srv/{HOSTILE}"),
        subject: "SQL Server".into(),
        state: State::Done,
        findings: Vec::new(),
        verdict: Some(Verdict::NotFit),
        reason: Reason::Integrity(IntegrityReason::Faulty(3)),
        proof: Some(proof()),
        ..bare_example()
    }
}

fn proof() -> ProofRecord {
    ProofRecord {
        write_pattern: "SQL Server".to_owned(),
        answer: Soundness::Faulty,
        cycles: 2,
        cycle_s: 300.0,
        files: vec![data(), log()],
        evidence: format!("/tmp/{HOSTILE}.txt"),
    }
}

fn data() -> ProvedFile {
    let mut lost = finding(FaultKind::LostWrite, 87_366, false);
    lost.evidence = Some(Box::new(evidence()));
    let torn = finding(FaultKind::Torn, 12, true);
    ProvedFile {
        target: format!("/srv/{HOSTILE}"),
        path: format!("/srv/{HOSTILE}/plimsoll-verify-1-0.data"),
        role: FileRole::Data,
        writing: direct(Bytes::kib(8)),
        page_bytes: 8192,
        base_bytes: 0,
        pages: 524_288,
        cycles: 2,
        failure: None,
        counts: ProofCounts {
            reads: 75_414,
            run_reads: 88_286,
            writes: 3295,
            run_writes: 54_845,
            flushes: 12,
            pages_read: 5_000_000,
            pages_written: 4_000_000,
            pages_read_back: Some(1_040_000),
            pages_audited: 1_048_576,
            rereads: 30,
            retries: 2,
            interrupted: 1,
            short: 4,
            no_space: 0,
            slow: 9,
            resizes: 6,
            io_ns: 44_936_446_000_000,
            io_ns_max: 2_100_000_000,
            io_ns_average: 17_000_000,
            throttled: 9006,
            target_io_ns: 100_000_000,
            depth: 64,
        },
        actors: [
            ActorName::Fill,
            ActorName::User,
            ActorName::Audit,
            ActorName::ReadAhead,
            ActorName::BulkUpdate,
            ActorName::LazyWriter,
            ActorName::FinalAudit,
        ]
        .map(actor)
        .to_vec(),
        faults: vec![
            FaultCount { kind: FaultKind::Torn, count: 1 },
            FaultCount { kind: FaultKind::LostWrite, count: 2 },
        ],
        findings: vec![lost, torn],
    }
}

fn log() -> ProvedFile {
    ProvedFile {
        path: format!("/srv/{HOSTILE}/plimsoll-verify-1-0.log"),
        role: FileRole::Log,
        writing: direct(Bytes(512)),
        page_bytes: 512,
        pages: 102_400,
        failure: Some(RunFailure::Refused {
            error: SystemError::Text(format!("the kernel gave up {HOSTILE}")),
        }),
        counts: ProofCounts::default(),
        actors: vec![actor(ActorName::LogWriter)],
        faults: Vec::new(),
        findings: Vec::new(),
        ..data()
    }
}

fn actor(name: ActorName) -> ActorCounts {
    let reads = name.name().len() as u64 * 1000;
    ActorCounts { name, reads, writes: reads / 3, flushes: 0, pages: reads * 2 }
}

fn finding(kind: FaultKind, page: u64, transient: bool) -> ProofFinding {
    ProofFinding {
        kind,
        page,
        pages: 1,
        actor: Some(ActorName::ReadAhead),
        at_ns: 61_500_000_000,
        transient,
        tries: 15,
        generations: (3, 4),
        bytes_differing: 8100,
        first_differing: Some(8),
        took_ns: None,
        errno: (kind == FaultKind::IoError).then_some(5),
        is_open: false,
        evidence: None,
    }
}

/// Every content of a sector and every kind of operation.
fn evidence() -> FaultEvidence {
    let contents = [
        SectorContent::ThisPage { generation: 4 },
        SectorContent::WrongBytes { generation: 4 },
        SectorContent::WrongTag { generation: 4, bits: 2 },
        SectorContent::OtherPage { page: 7, file: 2, generation: 1 },
        SectorContent::Zeros,
        SectorContent::NotRead,
        SectorContent::Unknown,
    ];
    let run = |(number, content): (u32, _)| SectorRun {
        first: 2 * number,
        count: 1 + number % 2,
        content,
    };
    let stamp = ReceivedStamp {
        page: 87_366,
        file: 1,
        generation: 3,
        written_ns: 61_002_003_000,
        run: HOSTILE.to_owned(),
    };
    let row = DifferingRow {
        offset: 4000,
        expected: "00 01".to_owned(),
        received: format!("00 {HOSTILE}"),
    };
    FaultEvidence {
        file: 1,
        sectors: (0..).zip(contents).map(run).collect(),
        compared_generation: 4,
        written_ns: None,
        received: Some(ReceivedPage { stamp: Some(stamp), rows: vec![row], more_rows: 21 }),
        reread_kinds: vec!["lost write".to_owned(), HOSTILE.to_owned()],
        operations: vec![
            operation(PageOperationKind::Write, 2, 4),
            operation(PageOperationKind::Flush, 0, 0),
            operation(PageOperationKind::Read, 8, 0),
            PageOperation { errno: Some(5), ..operation(PageOperationKind::Reread, 1, 0) },
        ],
    }
}

fn operation(operation: PageOperationKind, pages: u32, generation: u32) -> PageOperation {
    PageOperation {
        operation,
        first_page: 87_366,
        pages,
        generation,
        begun_ns: 61_000_000_000,
        took_ns: 183_000,
        errno: None,
    }
}

fn direct(page: Bytes) -> WriteMethod {
    WriteMethod { page, direct: true, durability: Durability::WriteThrough }
}
