//! What was proved of a storage, as a document.

use super::Float;
use super::stored::{cases, fields};
use record::proof::{ActorCounts, ProofCounts, ProofFinding, ProofRecord, ProvedFile, Soundness};

cases! {
    SoundnessDoc = Soundness { Sound, Faulty, CannotTell, Interrupted }
}

fields! {
    ProofDoc = ProofRecord {
        way: String,
        answer: SoundnessDoc,
        cycles: u32,
        cycle_s: Float,
        files: Vec<FileDoc>,
        evidence: String,
    }
}

fields! {
    FileDoc = ProvedFile {
        target: String,
        path: String,
        what: String,
        writing: String,
        page_bytes: u32,
        base_bytes: u64,
        pages: u64,
        cycles: u32,
        failure: String,
        counts: CountsDoc,
        actors: Vec<ActorDoc>,
        faults: Vec<(String, u64)>,
        findings: Vec<ProofFindingDoc>,
    }
}

fields! {
    CountsDoc = ProofCounts {
        reads: u64,
        run_reads: u64,
        writes: u64,
        run_writes: u64,
        flushes: u64,
        pages_read: u64,
        pages_written: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pages_read_back: Option<u64>,
        pages_audited: u64,
        rereads: u64,
        retries: u64,
        interrupted: u64,
        short: u64,
        no_space: u64,
        slow: u64,
        resizes: u64,
        io_ns: u64,
        io_ns_max: u64,
        io_ns_average: u64,
        throttled: u64,
        target_io_ns: u64,
        depth: u32,
    }
}

fields! {
    ActorDoc = ActorCounts { name: String, reads: u64, writes: u64, flushes: u64, pages: u64 }
}

fields! {
    ProofFindingDoc = ProofFinding {
        kind: String,
        page: u64,
        pages: u32,
        by: String,
        at_ns: u64,
        transient: bool,
        tries: u32,
        generations: (u32, u32),
        bytes_differing: u32,
        first_differing: Option<u32>,
        took_ns: Option<u64>,
        text: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        evidence: String,
    }
}
