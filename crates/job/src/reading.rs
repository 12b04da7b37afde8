//! The result of reading a job: the workload, notes for the user, and every problem with its place.

use std::ops::Range;
use workload::{Fidelity, Workload};

#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The requested workload; `None` when there are problems.
    pub workload: Option<Workload>,
    /// How closely it reproduces the load to which it was fitted, where that was measured.
    pub fidelity: Option<Fidelity>,
    /// Notes for the user that do not prevent the job from running, in the order of the text.
    pub notes: Vec<Note>,
    pub problems: Vec<Problem>,
}

/// Something the user should know: an option without effect, an approximation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The bytes of the text to which it refers.
    pub span: Range<usize>,
    /// The note, in lower case.
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The wrong bytes of the text; always within the text and on character boundaries.
    pub span: Range<usize>,
    /// The problem, in lower case.
    pub text: String,
    /// What to do about it, in lower case; empty when the text is enough.
    pub help: String,
}
