//! The record of a proof: takes the results, returns the record for the store and the report.

use crate::verify::dump;
use crate::verify::field::Field;
use crate::verify::play::{Asked, Ended, Played};
use crate::verify::way::Way;
use base::Bytes;
use engine::integrity_test::{FileTestResult, IntegrityFinding};
use integrity::FaultKind;
use record::proof::{ActorCounts, ProofCounts, ProofFinding, ProofRecord, ProvedFile, Soundness};
use record::{FactGroup, Reason, Record, State, Verdict};
use summary::warning::Detail;
use summary::{Warning, WarningKind, Weight};

/// The most findings of a file whose bytes are also kept in the store.
const EVIDENCE_MAX: usize = 20;

/// The record of the proof; the path of the evidence is set later.
pub fn proof(
    played: &Played,
    fields: &[Field],
    way: &Way,
    asked: &Asked,
    interrupted: bool,
) -> ProofRecord {
    let files: Vec<ProvedFile> = played.parts.iter().map(|part| file(part, fields)).collect();
    let random = &way.parameters.random;
    let logs = random.users > 0 && random.update_share > 0.0 && random.rollback_share < 1.0;
    let idle = logs && files.iter().any(ProvedFile::is_idle_log);
    let answer = match answer(played, asked, interrupted) {
        Soundness::Sound if idle => Soundness::CannotTell,
        answer => answer,
    };
    ProofRecord {
        write_pattern: way.title.to_owned(),
        answer,
        cycles: asked.cycles,
        cycle_s: asked.cycle_ns as f64 / 1e9,
        files,
        evidence: String::new(),
    }
}

fn answer(played: &Played, asked: &Asked, interrupted: bool) -> Soundness {
    if played.tally().faults() > 0 {
        Soundness::Faulty
    } else if interrupted {
        Soundness::Interrupted
    } else if played.is_whole(asked.cycles) && played.failures().next().is_none() {
        Soundness::Sound
    } else {
        Soundness::CannotTell
    }
}

fn file(ended: &Ended, fields: &[Field]) -> ProvedFile {
    let mut file = ProvedFile {
        target: fields.get(ended.field).map(|field| field.title.clone()).unwrap_or_default(),
        path: ended.part.path.display().to_string(),
        role: ended.what,
        writing: ended.writing.describe(),
        page_bytes: ended.writing.page_bytes,
        base_bytes: ended.setup.base_bytes,
        pages: ended.part.bytes / u64::from(ended.writing.page_bytes),
        cycles: 0,
        failure: String::new(),
        counts: ProofCounts::default(),
        actors: Vec::new(),
        faults: Vec::new(),
        findings: Vec::new(),
    };
    match &ended.proved {
        Err(why) => file.failure.clone_from(why),
        Ok(proved) => {
            file.pages = proved.pages;
            file.cycles = proved.cycles;
            file.counts = counts(ended, proved);
            file.actors = proved.actor_totals.iter().map(actor).collect();
            let kinds = FaultKind::ALL.into_iter();
            let counted = kinds.map(|kind| (kind.name().to_owned(), proved.tally.faults_of(kind)));
            file.faults = counted.filter(|kind| kind.1 > 0).collect();
            let all = proved.findings.iter().enumerate();
            file.findings = all.map(|(number, found)| finding(found, number)).collect();
        }
    }
    file
}

fn counts(ended: &Ended, proved: &FileTestResult) -> ProofCounts {
    let tally = &proved.tally;
    ProofCounts {
        reads: tally.reads,
        run_reads: tally.run_reads,
        writes: tally.writes,
        run_writes: tally.run_writes,
        flushes: tally.flushes,
        pages_read: tally.pages_read,
        pages_written: tally.pages_written,
        pages_read_back: Some(tally.read_back),
        pages_audited: tally.audited,
        rereads: tally.rereads,
        retries: tally.retries,
        interrupted: tally.resubmissions,
        short: tally.short,
        no_space: tally.no_space,
        slow: tally.slow,
        resizes: tally.resizes,
        io_ns: tally.io_ns,
        io_ns_max: tally.io_ns_max,
        io_ns_average: proved.average_ns as u64,
        throttled: proved.throttled,
        target_io_ns: ended.setup.target_io_ns,
        depth: ended.setup.depth,
    }
}

fn actor(actor_totals: &engine::integrity_test::ActorTotals) -> ActorCounts {
    let engine::integrity_test::ActorTotals { name, reads, writes, flushes, pages } = *actor_totals;
    ActorCounts { name: name.to_owned(), reads, writes, flushes, pages }
}

pub(super) fn finding(found: &IntegrityFinding, number: usize) -> ProofFinding {
    ProofFinding {
        kind: found.fault.kind.name().to_owned(),
        page: found.fault.id.page,
        pages: found.pages,
        actor: found.by.to_owned(),
        at_ns: found.at_ns,
        transient: found.transient,
        tries: found.tries,
        generations: found.fault.allowed,
        bytes_differing: found.fault.bytes_differing,
        first_differing: found.fault.first_differing,
        took_ns: found.took_ns,
        errno: found.errno,
        is_open: found.open,
        evidence: if number < EVIDENCE_MAX { dump::evidence(found) } else { String::new() },
    }
}

/// Fills the record of the run with the proof, its verdict and its warnings.
pub fn fill(
    record: &mut Record,
    proof: ProofRecord,
    played: &Played,
    interrupted: bool,
    cache_bytes: Option<u64>,
) {
    let failed = played.failures().next().is_some();
    record.seconds = played.seconds;
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
    record.notes.extend(played.notes.iter().cloned());
    let warnings = warnings(&proof, played, interrupted, cache_bytes);
    record.warnings = summary::warning::heaviest_first(warnings);
    record.proof = Some(proof);
}

/// The warnings that weaken the answer.
fn warnings(
    proof: &ProofRecord,
    played: &Played,
    interrupted: bool,
    cache_bytes: Option<u64>,
) -> Vec<Warning> {
    let warning = |kind, weight, detail| Warning { kind, weight, about: String::new(), detail };
    let mut warnings = Vec::new();
    if interrupted {
        warnings.push(warning(WarningKind::Interrupted, Weight::Warning, Detail::AuditInterrupted));
    }
    // The notes name the places where direct I/O was requested but refused.
    if !played.notes.is_empty() {
        warnings.push(warning(WarningKind::PageCache, Weight::Warning, Detail::AuditThroughCache));
    }
    let bytes: u64 = proof.files.iter().map(|file| file.pages * u64::from(file.page_bytes)).sum();
    if let Some(cache_bytes) = cache_bytes.filter(|&cache| bytes < cache) {
        let sound = proof.answer == Soundness::Sound;
        let detail =
            Detail::AuditFitsMemory { file_bytes: bytes, memory_bytes: cache_bytes, sound };
        warnings.push(warning(WarningKind::SmallFile, Weight::Note, detail));
    }
    warnings
}

/// The settings and files of the test, as facts of the record.
pub fn facts(fields: &[Field], way: &Way, asked: &Asked) -> FactGroup {
    let own = &way.parameters;
    let row = |name: &str, value: String| (name.to_owned(), value, String::new());
    let mut rows = vec![
        row("written as", way.title.to_owned()),
        row(
            "users",
            format!(
                "{} random, {} audit, {} read-ahead, {} bulk update",
                own.random.users, own.audit.users, own.read_ahead.users, own.bulk.users
            ),
        ),
        row("operations at once", format!("{} for each data file", own.outstanding_max)),
        row("target duration", base::Nanos(own.target_io_ns).to_string()),
        row("engine", asked.engine.name().to_owned()),
    ];
    if way.overlap {
        rows.push(row("writes of the same page", "may overlap".to_owned()));
    }
    for part in fields.iter().flat_map(|field| &field.parts) {
        rows.push((
            part.what.name().to_owned(),
            part.path.display().to_string(),
            Bytes(part.bytes).to_string(),
        ));
    }
    FactGroup { title: "Proof".to_owned(), rows }
}
