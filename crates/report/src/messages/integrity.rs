//! What keeps an integrity test from running, and what is said while it runs: takes the typed fact, gives the sentence.

use base::Bytes;
use std::fmt;

/// What keeps an integrity test from running, and what is said while it runs.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the sentences below say what each is")]
pub enum IntegrityFault {
    SizeTooSmall { least: Bytes },
    KeepsNoData { shown: String },
    TooSmall { shown: String, size: Bytes, least: Bytes },
    InUse { path: String },
    Kept { files: String, how: String },
    SizeBesideConfiguration,
    NamedTwice { target: String },
    NoConfigurations,
    TooManyUsers { users: u64, most: u64, cpus: usize },
    NoSuchCpus { affinity: i64, allowed: Vec<u32> },
    EvidenceInStore { why: String, run: String },
    Fault { what: String, path: String, text: String },
    Waiting { waiting: u32, operations: String, oldest_s: f64, place: String },
}

impl fmt::Display for IntegrityFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SizeTooSmall { least } => write!(f, "--size must be at least {least}"),
            Self::KeepsNoData { shown } => write!(f, "{shown} is simulated and keeps no data; name a directory, a file or a device"),
            Self::TooSmall { shown, size, least } => write!(f, "{shown} has {size}; {least} is the least"),
            Self::InUse { path } => write!(f, "{path} is in use by another run"),
            Self::Kept { files, how } => write!(f, "plimsoll: {files} stay for whoever looks for the reason{how}"),
            Self::SizeBesideConfiguration => f.write_str("--size: the configuration names the files and their sizes; name a target, too, or change it there"),
            Self::NamedTwice { target } => write!(f, "{target} is named twice; name each target once"),
            Self::NoConfigurations => f.write_str("--cfg: the tool that has such configurations was left out of this build"),
            Self::TooManyUsers { users, most, cpus } => write!(f, "{users} users are more than the {most} that {cpus} CPUs serve; lower the UserCount of the \
                 configuration"),
            Self::NoSuchCpus { affinity, allowed } => write!(f, "Affinity={affinity} names none of the CPUs that may be used here ({allowed:?}); 0 takes all of them"),
            Self::EvidenceInStore { why, run } => write!(f, "plimsoll: {why}; `plimsoll report {run} -o FILE` and `plimsoll results show {run} --json` have the \
                 evidence"),
            Self::Fault { what, path, text } => write!(f, "plimsoll: fault in {what} {path}: {text}"),
            Self::Waiting { waiting, operations, oldest_s, place } => write!(f, "plimsoll: waiting for {waiting} {operations} under way since {oldest_s:.1} s at most; interrupt \
                 again to leave without them: what was found is kept in {place}"),
        }
    }
}
