//! The one table of option keys of the native job language.
//!
//! Name, unit, range, default, help and example stand here once; the reader checks against it and
//! `docs/job-language.md` is generated from it.

/// One key of the job language.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The section it stands in: `job`, `target`, `stream`, `phase` or `engine`.
    pub section: &'static str,
    /// The key as it is written.
    pub name: &'static str,
    /// The kind of value and its unit, such as `size`, `duration`, `percent`.
    pub kind: &'static str,
    /// What may be written.
    pub range: &'static str,
    /// What holds when the key is absent.
    pub default: &'static str,
    /// What it does, in one or two sentences.
    pub help: &'static str,
    /// A line that may stand in a job.
    pub example: &'static str,
}

/// Every key, in the order of the documentation.
pub const KEYS: &[Key] = &[];
