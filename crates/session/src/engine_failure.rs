//! Errors of the engine as data that is stored and sent to other hosts, as failures of a request, and I/O failures as
//! notes.

use crate::failure::{Ending, Failure};
use base::SystemError;
use engine::EngineError;
use engine::backend::BackendError;
use engine::integrity_test::IntegrityError;
use engine::prefill::PrefillError;
use engine::probe::ProbeError;
use record::note::{FailedIo, IoFailureCause};
use record::{Note, RunFailure};
use report::Language;
use report::messages::system::SystemAction;
use report::messages::targets::TargetFault;
use sample::{EngineNote, IoFailure};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// A target that cannot be examined failed; a path that cannot be a target is an error in the command line or the job.
pub fn of_probe(error: ProbeError) -> Failure {
    match error {
        ProbeError::Target { path, source } => {
            Failure::system(Ending::Target, SystemAction::LookAt, path.display(), &source)
        }
        ProbeError::NotATarget(path) => {
            Failure::wrong(TargetFault::NotATarget { path: text(&path) })
        }
        ProbeError::Spec(error) => Failure::wrong(error),
    }
}

pub fn of_run(error: &EngineError) -> RunFailure {
    match error {
        EngineError::Open { path, source, direct } => {
            let (path, error) = (text(path), source.into());
            if *direct {
                RunFailure::OpenDirect { path, error }
            } else {
                RunFailure::Open { path, error }
            }
        }
        EngineError::NoPath(number) => RunFailure::NoPath { number: *number as u64 },
        EngineError::Start { engine, source } => {
            RunFailure::Start { engine: *engine, error: source.into() }
        }
        EngineError::Thread(source) => RunFailure::Worker { error: source.into() },
        EngineError::Backend(error) => of_backend(error),
        EngineError::NotSimulated => RunFailure::NotSimulated,
        EngineError::Spec(_) => RunFailure::SimulationUnreadable,
        EngineError::Panic => RunFailure::WorkerPanicked,
    }
}

pub fn of_prefill(error: &PrefillError) -> RunFailure {
    match error {
        PrefillError::Io { path, source } => {
            RunFailure::Prefill { path: text(path), error: source.into() }
        }
        PrefillError::Write { path, offset_bytes, source } => RunFailure::PrefillWrite {
            path: text(path),
            offset_bytes: *offset_bytes,
            error: source.into(),
        },
        PrefillError::Backend(error) => of_backend(error),
        PrefillError::TooSmall { path, size_bytes, to_bytes } => RunFailure::TooSmall {
            path: text(path),
            size_bytes: *size_bytes,
            wanted_bytes: *to_bytes,
        },
        PrefillError::Stopped => RunFailure::PrefillStopped,
    }
}

pub fn of_integrity_test(error: &IntegrityError) -> RunFailure {
    match error {
        IntegrityError::Backend(error) => of_backend(error),
        IntegrityError::Start { engine, source } => {
            RunFailure::Start { engine: *engine, error: source.into() }
        }
        IntegrityError::Resize { bytes, source } => {
            RunFailure::Resize { size_bytes: *bytes, error: source.into() }
        }
    }
}

/// The failure of a target that could not be prefilled, or the interrupt that stopped it.
pub fn ended_by_prefill(error: &PrefillError, interrupt: &AtomicBool) -> Failure {
    let failure = Failure::from(&of_prefill(error));
    if interrupt.load(Ordering::Relaxed) {
        Failure { ending: Ending::Interrupted, ..failure }
    } else {
        failure
    }
}

impl From<&RunFailure> for Failure {
    fn from(failure: &RunFailure) -> Self {
        Self {
            errno: failure.errno(),
            ..Self::target(report::words::run_failure(Language::of_process(), failure))
        }
    }
}

fn of_backend(error: &BackendError) -> RunFailure {
    match error {
        BackendError::Refused(source) => RunFailure::Refused { error: SystemError::from(source) },
        BackendError::NothingInFlight => RunFailure::NothingInFlight,
    }
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// The most failures that are reported one by one; all of them are counted.
pub const REPORTED_MAX: usize = 20;

pub fn notes(failures: &[IoFailure], streams: &[String]) -> Vec<Note> {
    failures.iter().map(|failure| note(failure, streams)).collect()
}

/// The sentence for a failure: what failed, when and why.
pub fn sentence(language: Language, failure: &IoFailure, streams: &[String]) -> String {
    report::words::note(language, &note(failure, streams))
}

/// The line that is printed when the first failure happens.
pub fn first(failure: &IoFailure, streams: &[String]) -> String {
    format!("plimsoll: {}", sentence(Language::of_process(), failure, streams))
}

fn note(failure: &IoFailure, streams: &[String]) -> Note {
    Note::FailedIo(failed_io(failure, streams))
}

pub fn failed_io(failure: &IoFailure, streams: &[String]) -> FailedIo {
    let cause = match (&failure.content, failure.errno) {
        (Some(fault), _) => IoFailureCause::WrongContent(fault.clone()),
        (None, 0) => IoFailureCause::TargetEnded,
        (None, errno) => IoFailureCause::Errno(errno),
    };
    FailedIo {
        stream: streams.get(failure.stream).map_or("?", String::as_str).to_owned(),
        operation: failure.what,
        length_bytes: failure.length_bytes,
        offset_bytes: failure.offset_bytes,
        at_ns: failure.at_ns,
        cause,
    }
}

/// The note of an engine as a note of the record.
pub fn of_engine(note: EngineNote) -> Note {
    match note {
        EngineNote::CommitGroupPerThread => Note::CommitGroupPerThread,
        EngineNote::UnregisteredBuffers => Note::UnregisteredBuffers,
    }
}
