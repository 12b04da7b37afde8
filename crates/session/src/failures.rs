//! I/O failures in words: what failed, where, when, and why.

use crate::failure::{Ending, Failure};
use base::Nanos;
use engine::probe::ProbeError;
use report::messages::system::{self, SystemAction};
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

/// One line for each failure.
pub fn lines(failures: &[IoFailure], streams: &[String]) -> Vec<String> {
    failures.iter().map(|failure| line(failure, streams)).collect()
}

/// The first failure, told as it happens.
pub fn first(failure: &IoFailure, streams: &[String]) -> String {
    format!("plimsoll: {}", line(failure, streams))
}

/// A failure with its errno, offset and time.
fn line(failure: &IoFailure, streams: &[String]) -> String {
    let reason = match (&failure.found, failure.errno) {
        (Some(found), _) => found.clone(),
        (None, 0) => "the target ends before that place; it was cut short while in use".to_owned(),
        (None, errno) => std::io::Error::from_raw_os_error(errno).to_string(),
    };
    let stream = streams.get(failure.stream).map_or("?", String::as_str);
    format!(
        "{stream}: {} of {} bytes at offset {} failed after {}: {reason}",
        failure.what,
        failure.length_bytes,
        failure.offset_bytes,
        Nanos(failure.at_ns),
    )
}
