//! The entries of the log: takes a proof's record, gives what SQLIOSim would have logged, in chronological order.

use super::Simulation;
use super::log::{self, Cause, Device, LogEntry, LogEntryKind, Summary};
use base::FaultKind;
use record::proof::{ProofFinding, ProvedFile};
use record::{FileRole, Record, RunFailure, State};
use std::path::Path;
use workload::ActorName;

/// What the log needs besides the record.
pub struct LogInput<'a> {
    pub simulation: &'a Simulation,
    pub notes: Vec<String>,
    pub remarks: Vec<String>,
    pub cpus: usize,
    /// The memory in use, in MB of 2^20 bytes.
    pub memory_mb: u64,
    /// The start of the run, in seconds of local time.
    pub local_s: i64,
    /// Whether a path is another spelling of the real one.
    pub is_same: &'a dyn Fn(&Path, &str) -> bool,
    pub failure: &'a dyn Fn(&RunFailure) -> String,
    /// The counters of the device below a file, for a run of this many milliseconds.
    pub device: &'a dyn Fn(&str, u64) -> Option<Device>,
}

pub fn entries(input: &LogInput<'_>, record: &Record) -> Vec<LogEntry> {
    let local_s = input.local_s;
    let ended_s = local_s + record.seconds as i64;
    let mut all = vec![info(
        local_s,
        "System",
        log::beginning(input.simulation, input.cpus, input.memory_mb),
    )];
    all.extend(input.notes.iter().map(|note| warning(local_s, note.clone())));
    let Some(proof) = &record.proof else { return all };
    let mut faults: Vec<(u64, usize, &ProvedFile, &ProofFinding)> = Vec::new();
    for (number, file) in proof.files.iter().enumerate() {
        faults.extend(file.findings.iter().map(|one| (one.at_ns, number, file, one)));
    }
    faults.sort_by_key(|fault| (fault.0, fault.1));
    for (at_ns, number, file, finding) in faults {
        let at_s = local_s + (at_ns / 1_000_000_000).cast_signed();
        all.extend(fault(at_s, number as u32 + 1, name(input, file), finding));
    }
    if !proof.evidence.is_empty() {
        let text = format!("Dump file successfully written: {}", proof.evidence);
        all.push(error(ended_s, 0, "CPU Idle User", "ErrorDumpHandler", Cause::None, text));
    }
    all.extend(input.remarks.iter().map(|remark| warning(ended_s, remark.clone())));
    for file in &proof.files {
        let Some(failure) = &file.failure else { continue };
        let text = format!("{}: {}", name(input, file), (input.failure)(failure));
        all.push(error(ended_s, 0, "System", "CLogicalFile::Run", Cause::Device, text));
    }
    if record.state == State::Interrupted {
        all.push(warning(ended_s, "The test was stopped by the user.".to_owned()));
    }
    let took_ms = (record.seconds * 1e3) as u64;
    for file in &proof.files {
        let mut summary = summary(input, file);
        summary.device = (input.device)(&file.path, took_ms);
        all.extend(summary.sentences().into_iter().map(|text| LogEntry {
            function: "CLogicalFile::OutputSummary",
            ..info(ended_s, "Display Monitor", text)
        }));
        let text = format!("Closing file {}", summary.name);
        all.push(info(ended_s, "Display Monitor", text));
    }
    all
}

/// A file as the user named it.
fn name<'a>(input: &'a LogInput<'_>, file: &'a ProvedFile) -> &'a str {
    let files = &input.simulation.files;
    let found = files.iter().find(|one| (input.is_same)(Path::new(&one.path), &file.path));
    found.map_or(&file.path, |one| &one.name)
}

fn summary(input: &LogInput<'_>, file: &ProvedFile) -> Summary {
    let counts = &file.counts;
    let name = name(input, file).to_owned();
    // A log is written from one buffer, whatever its number of sectors; SQLIOSim does not count that as gathering.
    let scattered = input.simulation.config.scatter_gather && file.role != FileRole::Log;
    let split = |one: u64, runs: u64| if scattered { (one, runs) } else { (one + runs, 0) };
    let (reads, scatter_reads) = split(counts.reads, counts.run_reads);
    let (writes, gather_writes) = split(counts.writes, counts.run_writes);
    Summary {
        sparse: input.simulation.files.iter().any(|one| one.name == name && one.sparse),
        name,
        target_ms: counts.target_io_ns / 1_000_000,
        average_ms: counts.io_ns_average / 1_000_000,
        throttled: counts.throttled,
        blocks: u64::from(counts.depth),
        reads,
        scatter_reads,
        writes,
        gather_writes,
        total_ms: counts.io_ns / 1_000_000,
        device: None,
    }
}

/// The entries of a fault: the sentence that scrapers look for, then our own description.
fn fault(at_s: i64, thread: u32, file: &str, finding: &ProofFinding) -> [LogEntry; 2] {
    let user = user(finding.actor);
    let (user, function, cause, text) = match finding.kind {
        FaultKind::Late => {
            ("Display Monitor", "CLogicalFile::CheckPending", Cause::None, log::outstanding(1))
        }
        kind @ (FaultKind::IoError | FaultKind::WrongLength) => {
            let is_error = kind == FaultKind::IoError;
            let cause = if is_error { Cause::Device } else { Cause::EndOfFile };
            let text =
                format!("I/O failed on {file} Page: {}, {} pages", finding.page, finding.pages);
            (user, "CLogicalFile::CompleteIO", cause, text)
        }
        _ => {
            let offset = finding.first_differing.unwrap_or(0);
            let text = log::validation(file, finding.page, offset);
            (user, "CBUF::ValidateBuffer", Cause::Validation, text)
        }
    };
    let named = info(at_s, user, format!("{file}: {} at page {}", finding.kind, finding.page));
    [error(at_s, thread, user, function, cause, text), LogEntry { thread, ..named }]
}

/// The user to whom SQLIOSim attributes such operations.
fn user(by: Option<ActorName>) -> &'static str {
    match by {
        Some(ActorName::User) => "Random User",
        Some(ActorName::Audit) => "Audit User",
        Some(ActorName::ReadAhead) => "ReadAhead User",
        Some(ActorName::BulkUpdate) => "BulkUpdate User",
        Some(ActorName::Shrink) => "Shrink User",
        Some(ActorName::LazyWriter | ActorName::Checkpoint | ActorName::Flush) => "Checkpoint",
        Some(ActorName::LogWriter) => "Log Writer",
        Some(ActorName::Fill | ActorName::FinalAudit) | None => "CPU Idle User",
    }
}

fn info(local_s: i64, user: &str, text: String) -> LogEntry {
    let (user, function) = (user.to_owned(), "CSimulation::Run");
    LogEntry { kind: LogEntryKind::Info, local_s, thread: 0, user, function, cause: None, text }
}

fn warning(local_s: i64, text: String) -> LogEntry {
    LogEntry { kind: LogEntryKind::Warning, ..info(local_s, "System", text) }
}

fn error(
    local_s: i64,
    thread: u32,
    user: &str,
    function: &'static str,
    cause: Cause,
    text: String,
) -> LogEntry {
    LogEntry {
        kind: LogEntryKind::Error,
        thread,
        function,
        cause: Some(cause),
        ..info(local_s, user, text)
    }
}
