//! The proof of a record as JSON: every file with what was counted, by whom it was asked for, and every fault.

use record::proof::{ActorCounts, ProofFinding, ProofRecord, ProvedFile};
use serde_json::{Map, Value, json};

pub(super) fn proof(proof: &ProofRecord) -> Value {
    let ProofRecord { way, answer, cycles, cycle_s, files, evidence } = proof;
    json!({
        "answer": answer.name(),
        "read_back_share": proof.counts().read_back_share(),
        "way": way,
        "cycles": cycles,
        "cycle_s": cycle_s,
        "evidence": Some(evidence).filter(|path| !path.is_empty()),
        "faults": counted(&proof.by_kind()),
        "files": files.iter().map(file).collect::<Vec<_>>(),
    })
}

/// How many faults there are of each name.
fn counted(kinds: &[(&str, u64)]) -> Value {
    let list = kinds.iter().map(|(kind, count)| json!({ "kind": kind, "count": count }));
    Value::Array(list.collect())
}

fn file(file: &ProvedFile) -> Value {
    let counts = &file.counts;
    let kinds: Vec<(&str, u64)> = file.faults.iter().map(|(kind, n)| (kind.as_str(), *n)).collect();
    let numbers = [
        ("reads", counts.reads),
        ("run_reads", counts.run_reads),
        ("writes", counts.writes),
        ("run_writes", counts.run_writes),
        ("flushes", counts.flushes),
        ("pages_read", counts.pages_read),
        ("pages_written", counts.pages_written),
        ("pages_audited", counts.pages_audited),
        ("rereads", counts.rereads),
        ("retries", counts.retries),
        ("interrupted", counts.interrupted),
        ("short", counts.short),
        ("no_space", counts.no_space),
        ("slow", counts.slow),
        ("resizes", counts.resizes),
        ("io_ns", counts.io_ns),
        ("io_ns_max", counts.io_ns_max),
        ("io_ns_average", counts.io_ns_average),
        ("throttled", counts.throttled),
        ("target_io_ns", counts.target_io_ns),
        ("depth", u64::from(counts.depth)),
    ];
    let mut map: Map<String, Value> =
        numbers.into_iter().map(|(name, count)| (name.to_owned(), json!(count))).collect();
    map.insert("pages_read_back".to_owned(), json!(counts.pages_read_back));
    json!({
        "target": file.target,
        "path": file.path,
        "what": file.what,
        "writing": file.writing,
        "page_bytes": file.page_bytes,
        "base_bytes": file.base_bytes,
        "pages": file.pages,
        "cycles": file.cycles,
        "failure": Some(&file.failure).filter(|why| !why.is_empty()),
        "counts": map,
        "actors": file.actors.iter().map(actor).collect::<Vec<_>>(),
        "faults": counted(&kinds),
        "findings": file.findings.iter().map(finding).collect::<Vec<_>>(),
    })
}

fn actor(actor: &ActorCounts) -> Value {
    let ActorCounts { name, reads, writes, flushes, pages } = actor;
    json!({ "name": name, "reads": reads, "writes": writes, "flushes": flushes, "pages": pages })
}

fn finding(finding: &ProofFinding) -> Value {
    json!({
        "kind": finding.kind,
        "page": finding.page,
        "pages": finding.pages,
        "by": finding.by,
        "at_ns": finding.at_ns,
        "transient": finding.transient,
        "tries": finding.tries,
        "generations": [finding.generations.0, finding.generations.1],
        "bytes_differing": finding.bytes_differing,
        "first_differing": finding.first_differing,
        "took_ns": finding.took_ns,
        "text": finding.text,
        "evidence": Some(&finding.evidence).filter(|text| !text.is_empty()),
    })
}
