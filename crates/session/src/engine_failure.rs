//! Errors of the engine as sentences for the user. What is stored or sent to another host is in English, as the errors of the
//! system in it are.

use crate::failure::{Ending, Failure};
use engine::EngineError;
use engine::backend::BackendError;
use engine::integrity_test::IntegrityError;
use engine::prefill::PrefillError;
use engine::probe::ProbeError;
use report::Language;
use report::messages::engine_fault::EngineFault;
use report::messages::system::{self, SystemAction};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// A target that cannot be examined failed; a path that cannot be a target is an error in the command line or the job.
pub fn of_probe(error: ProbeError) -> Failure {
    match error {
        ProbeError::Target { path, source } => {
            Failure::system(Ending::Target, SystemAction::LookAt, path.display(), &source)
        }
        ProbeError::NotATarget(path) => {
            Failure::wrong(EngineFault::NotATarget { path: text(&path) })
        }
        ProbeError::Spec(error) => Failure::wrong(error),
    }
}

/// Why a plan could not be run.
pub fn run_text(language: Language, error: &EngineError) -> String {
    let fault = match error {
        EngineError::Open { path, source, direct } => {
            let (path, error) = (text(path), system(language, source));
            match direct {
                true => EngineFault::OpenDirect { path, error },
                false => EngineFault::Open { path, error },
            }
        }
        EngineError::NoPath(number) => EngineFault::NoPath { number: *number as u64 },
        EngineError::Start { engine, source } => started(language, engine, source),
        EngineError::Thread(source) => EngineFault::Worker { error: system(language, source) },
        EngineError::Backend(error) => of_backend(language, error),
        EngineError::NotSimulated => EngineFault::NotSimulated,
        EngineError::Spec(error) => return error.to_string(),
        EngineError::Panic => EngineFault::WorkerPanicked,
    };
    fault.text(language)
}

/// The failure of a target that could not be prefilled, or the interrupt that stopped it.
pub fn of_prefill(error: &PrefillError, interrupt: &AtomicBool) -> Failure {
    let errno = match error {
        PrefillError::Io { source, .. } | PrefillError::Write { source, .. } => {
            source.raw_os_error()
        }
        PrefillError::Backend(BackendError::Refused(source)) => source.raw_os_error(),
        PrefillError::Backend(BackendError::NothingInFlight)
        | PrefillError::TooSmall { .. }
        | PrefillError::Stopped => None,
    };
    let interrupted = interrupt.load(Ordering::Relaxed);
    let ending = if interrupted { Ending::Interrupted } else { Ending::Target };
    Failure { errno, ..Failure::of(ending, vec![prefill_text(Language::of_process(), error)]) }
}

/// Why a target could not be prefilled.
pub fn prefill_text(language: Language, error: &PrefillError) -> String {
    let fault = match error {
        PrefillError::Io { path, source } => {
            EngineFault::Prefill { path: text(path), error: system(language, source) }
        }
        PrefillError::Write { path, offset_bytes, source } => EngineFault::PrefillWrite {
            path: text(path),
            offset: *offset_bytes,
            error: system(language, source),
        },
        PrefillError::Backend(error) => of_backend(language, error),
        PrefillError::TooSmall { path, size_bytes, to_bytes } => {
            EngineFault::TooSmall { path: text(path), size: *size_bytes, wanted: *to_bytes }
        }
        PrefillError::Stopped => EngineFault::PrefillStopped,
    };
    fault.text(language)
}

/// Why an integrity test could not continue.
pub fn integrity_test_text(language: Language, error: &IntegrityError) -> String {
    let fault = match error {
        IntegrityError::Backend(error) => of_backend(language, error),
        IntegrityError::Start { engine, source } => started(language, engine, source),
        IntegrityError::Resize { bytes, source } => {
            EngineFault::Resize { bytes: *bytes, error: system(language, source) }
        }
    };
    fault.text(language)
}

fn of_backend(language: Language, error: &BackendError) -> EngineFault {
    match error {
        BackendError::Refused(source) => EngineFault::Refused { error: system(language, source) },
        BackendError::NothingInFlight => EngineFault::NothingInFlight,
    }
}

fn started(language: Language, engine: &str, source: &io::Error) -> EngineFault {
    EngineFault::Start { engine: engine.to_owned(), error: system(language, source) }
}

fn system(language: Language, error: &io::Error) -> String {
    system::error_text(language, error)
}

fn text(path: &Path) -> String {
    path.display().to_string()
}
