//! What this system does not have.

use std::fmt;
use std::io;

/// The name of a function of another system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Missing(&'static str);

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0, io::ErrorKind::Unsupported)
    }
}

impl std::error::Error for Missing {}

/// The error of a function that this system lacks, with the name of what is missing.
pub(crate) fn unsupported(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, Missing(what))
}
