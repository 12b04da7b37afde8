//! What reading a job gives: the workload, notes for the user, and every problem with its place.

use std::ops::Range;
use workload::{Fidelity, Workload};

/// A job as it was understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// What is asked; `None` when there are problems.
    pub workload: Option<Workload>,
    /// How closely it repeats the load that it was fitted to, where that was measured.
    pub fidelity: Option<Fidelity>,
    /// What the user should know though the job can run, in the order of the text.
    pub notes: Vec<Note>,
    /// All that is wrong, in the order of the text.
    pub problems: Vec<Problem>,
}

/// Something the user should know: an option without effect, an approximation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Bytes of the text that it is about.
    pub span: Range<usize>,
    /// What to know, in lower case.
    pub text: String,
}

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Bytes of the text that are wrong; always within the text and on character boundaries.
    pub span: Range<usize>,
    /// What is wrong, in lower case.
    pub text: String,
    /// What to do about it, in lower case; empty when the text says it all.
    pub help: String,
}
