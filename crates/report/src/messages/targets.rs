//! What keeps a target from being used: takes the typed fact, gives the sentence.

use base::Bytes;
use std::fmt;

/// What keeps a target from being used.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the sentences below say what each is")]
pub enum TargetFault {
    BeingMeasured { target: String, by: String },
    Gone { target: String },
    NoTarget { target: String },
    NoRoom { folder: String, free: Bytes, reserve: Bytes, wanted: String, help: String },
    SizeTooSmall { least: Bytes, what: String },
    LessThanOneMib { shown: String },
}

impl fmt::Display for TargetFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BeingMeasured { target, by } => {
                write!(f, "{target} is being measured by {by}; wait for its end, or end it")
            }
            Self::Gone { target } => write!(f, "{target} is gone"),
            Self::NoTarget { target } => {
                write!(f, "{target} is neither a directory, a file, a block device nor sim:MEDIUM")
            }
            Self::NoRoom { folder, free, reserve, wanted, help } => write!(
                f,
                "{folder} has {free} free and {reserve} of it stays free; there is no room for {wanted}: {help}"
            ),
            Self::SizeTooSmall { least, what } => {
                write!(f, "--size must be at least {least} {what}")
            }
            Self::LessThanOneMib { shown } => write!(
                f,
                "{shown} holds less than 1 MiB; name a directory to have a test file made"
            ),
        }
    }
}
