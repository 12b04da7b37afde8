//! I/O failures as notes: what failed, where, when, and why.

use record::Note;
use record::note::{FailedIo, IoFailureCause};
use report::Language;
use sample::EngineNote;
use sample::IoFailure;

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
