//! What this system does not have. Opening an I/O interface of another system fails with the name of what is missing, so no
//! value of it ever exists.

use crate::transfer::{Completion, DiskOperation, OperationQueue};
use std::time::Duration;
use std::{fmt, io};

/// The name of a function of another system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Missing(&'static str);

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

pub fn is_of_other_system(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Missing>())
}

#[derive(Clone, Copy, Debug)]
pub enum Absent {}

/// A queue of another system.
pub trait AbsentQueue {
    fn never(&self) -> !;
}

impl<Q: AbsentQueue> OperationQueue for Q {
    fn push(&mut self, _: &DiskOperation) {
        self.never()
    }

    fn push_scattered(&mut self, _: &DiskOperation, _: u32) {
        self.never()
    }

    fn buffer(&mut self, _: u32) -> &mut [u8] {
        self.never()
    }

    fn turn(
        &mut self,
        _: u32,
        _: impl FnOnce() -> Option<Duration>,
        _: &mut Vec<Completion>,
    ) -> io::Result<()> {
        self.never()
    }
}
