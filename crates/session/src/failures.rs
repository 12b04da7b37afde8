//! I/O failures as notes: what failed, where, when, and why.

use crate::failure::{Ending, Failure};
use engine::probe::ProbeError;
use record::Note;
use record::note::{FailedIo, IoFailureCause};
use report::messages::system::{self, SystemAction};
use sample::EngineNote;
use sample::IoFailure;

/// Failures that are told one by one; all of them are counted.
pub const TOLD_MAX: usize = 20;

/// A target that cannot be looked at failed; one that cannot be meant is a wrong command line or job.
pub fn of_probe(error: ProbeError) -> Failure {
    match error {
        ProbeError::Target { path, source } if system::advice(&source).is_some() => {
            Failure::system(Ending::Target, SystemAction::LookAt, path.display(), &source)
        }
        ProbeError::Target { .. } => Failure::caused(Ending::Target, &error),
        ProbeError::NotATarget(_) | ProbeError::Spec(_) => Failure::wrong(error),
    }
}

/// A note for each failure.
pub fn notes(failures: &[IoFailure], streams: &[String]) -> Vec<Note> {
    failures.iter().map(|failure| note(failure, streams)).collect()
}

/// A failure: what, when and why.
pub fn told(failure: &IoFailure, streams: &[String]) -> String {
    report::words::note(report::Language::En, &note(failure, streams))
}

/// The first failure, told as it happens.
pub fn first(failure: &IoFailure, streams: &[String]) -> String {
    format!("plimsoll: {}", told(failure, streams))
}

fn note(failure: &IoFailure, streams: &[String]) -> Note {
    let cause = match (&failure.found, failure.errno) {
        (Some(found), _) => IoFailureCause::Content(found.clone()),
        (None, 0) => IoFailureCause::TargetEnded,
        (None, errno) => IoFailureCause::Errno(errno),
    };
    Note::FailedIo(FailedIo {
        stream: streams.get(failure.stream).map_or("?", String::as_str).to_owned(),
        operation: failure.what.clone().into_owned(),
        length_bytes: failure.length_bytes,
        offset_bytes: failure.offset_bytes,
        at_ns: failure.at_ns,
        cause,
    })
}

/// What an engine remarked, as a note.
pub fn of_engine(note: EngineNote) -> Note {
    match note {
        EngineNote::CommitGroupPerThread => Note::CommitGroupPerThread,
        EngineNote::UnregisteredBuffers => Note::UnregisteredBuffers,
    }
}
