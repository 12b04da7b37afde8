//! The record of a proof with findings, with hostile strings; equal on every call and every machine.

use crate::record::{HOSTILE, bare_example};
use record::proof::{ActorCounts, ProofCounts, ProofFinding, ProofRecord, ProvedFile, Soundness};
use record::reason::IntegrityReason;
use record::{FileRole, Reason, Record, RunKind, State, Verdict};

/// A proof of data and log in which a write was lost and a page torn.
pub fn proof_example() -> Record {
    Record {
        kind: RunKind::Verify,
        command: format!("plimsoll verify '/srv/{HOSTILE}' --for sqlserver --minutes 10 --seed 7"),
        target: format!("/srv/{HOSTILE}"),
        subject: "SQL Server".to_owned(),
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
    let lost = finding("lost write", 87_366, false);
    ProvedFile {
        target: format!("/srv/{HOSTILE}"),
        path: format!("/srv/{HOSTILE}/plimsoll-verify-1-0.data"),
        role: FileRole::Data,
        writing: "8 KiB pages, direct, O_DSYNC".to_owned(),
        page_bytes: 8192,
        base_bytes: 0,
        pages: 524_288,
        cycles: 2,
        failure: String::new(),
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
            "fill",
            "user",
            "audit",
            "read-ahead",
            "bulk update",
            "lazy writer",
            "final audit",
        ]
        .map(actor)
        .to_vec(),
        faults: vec![("torn page".to_owned(), 1), ("lost write".to_owned(), 2)],
        findings: vec![lost, finding("torn page", 12, true)],
    }
}

fn log() -> ProvedFile {
    ProvedFile {
        path: format!("/srv/{HOSTILE}/plimsoll-verify-1-0.log"),
        role: FileRole::Log,
        writing: "512 B pages, direct, O_DSYNC".to_owned(),
        page_bytes: 512,
        pages: 102_400,
        failure: format!("the backend gave up {HOSTILE}"),
        counts: ProofCounts::default(),
        actors: vec![actor("log writer")],
        faults: Vec::new(),
        findings: Vec::new(),
        ..data()
    }
}

fn actor(name: &str) -> ActorCounts {
    let reads = name.len() as u64 * 1000;
    ActorCounts { name: name.to_owned(), reads, writes: reads / 3, flushes: 0, pages: reads * 2 }
}

fn finding(kind: &str, page: u64, transient: bool) -> ProofFinding {
    ProofFinding {
        kind: kind.to_owned(),
        page,
        pages: 1,
        actor: "read-ahead".to_owned(),
        at_ns: 61_500_000_000,
        transient,
        tries: 15,
        generations: (3, 4),
        bytes_differing: 8100,
        first_differing: Some(8),
        took_ns: None,
        errno: (kind == "I/O error").then_some(5),
        is_open: false,
        evidence: format!("  written last: generation 4 {HOSTILE}\n  00000: 00 01 | 00 02"),
    }
}
