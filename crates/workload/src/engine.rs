//! I/O engines: what a job asks for, and what a run used.

use crate::WordChoice;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

base::words! {
    /// The engines, by the name users write.
    pub enum EngineKind as "engine" {
        Uring = "uring",
        /// Linux native asynchronous I/O.
        Libaio = "libaio",
        /// Completion ports of Windows.
        Iocp = "iocp",
        /// Calls that block, one thread for each outstanding I/O.
        Sync = "sync",
        /// Completes at once: measures the engine itself.
        Null = "null",
        /// The simulated storage on the virtual clock.
        Sim = "sim",
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineChoice {
    /// The engine; if absent, the best that the kernel supports.
    pub kind: Option<EngineKind>,
    /// Poll the device for completions (io_uring, direct I/O on polled queues).
    pub iopoll: bool,
    /// Let a kernel thread submit (io_uring).
    pub sqpoll: bool,
}

base::words! {
    /// A feature of an engine that affects its rate or its CPU time.
    pub enum EngineFeature as "feature of an engine" {
        /// io_uring holds the files and the buffers.
        RegisteredFilesAndBuffers = "registered files and buffers",
        RegisteredFiles = "registered files",
        RegisteredBuffers = "registered buffers",
        /// Completions are processed when the worker asks for them.
        WorkerCompletions = "completions in the worker thread",
        PolledCompletions = "polled completions",
        SubmissionThread = "submission thread",
        /// libaio's completions are read from shared memory.
        UserSpaceCompletions = "completions taken in user space",
        /// libaio's completions need a system call.
        SystemCallCompletions = "completions taken by system call",
        /// One thread for each outstanding I/O.
        ThreadPerIo = "pread and pwrite, a thread for each outstanding I/O",
    }
}

/// The engine that did the I/O of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum EngineUse {
    #[default]
    Unknown,
    Own(EngineKind, Vec<EngineFeature>),
    Simulated,
    Recorded,
    /// Another program, with its version.
    Imported(String),
    /// In the words of another version.
    Other(String),
}

const SIMULATED: &str = "simulated storage (virtual time)";
const IMPORTED: &str = " (imported)";
const RECORDED: &str = "recorded";

impl EngineUse {
    pub fn of(kind: EngineKind) -> Self {
        Self::Own(kind, Vec::new())
    }

    pub fn is_unknown(&self) -> bool {
        *self == Self::Unknown
    }
}

/// The form of documents: `uring (registered files, submission thread)`.
impl fmt::Display for EngineUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => Ok(()),
            Self::Own(kind, features) if features.is_empty() => f.write_str(kind.name()),
            Self::Own(kind, features) => {
                let names: Vec<&str> = features.iter().map(|feature| feature.name()).collect();
                write!(f, "{} ({})", kind.name(), names.join(", "))
            }
            Self::Simulated => f.write_str(SIMULATED),
            Self::Recorded => f.write_str(RECORDED),
            Self::Imported(tool) => write!(f, "{tool}{IMPORTED}"),
            Self::Other(text) => f.write_str(text),
        }
    }
}

impl FromStr for EngineUse {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "" => Self::Unknown,
            SIMULATED => Self::Simulated,
            RECORDED => Self::Recorded,
            text => match text.strip_suffix(IMPORTED) {
                Some(tool) => Self::Imported(tool.to_owned()),
                None => read_own(text).unwrap_or_else(|| Self::Other(text.to_owned())),
            },
        })
    }
}

/// Reads `kind` or `kind (feature, feature)`.
fn read_own(text: &str) -> Option<EngineUse> {
    let (name, list) = match text.split_once(" (") {
        Some((name, list)) => (name, list.strip_suffix(')')?),
        None => (text, ""),
    };
    let kind = EngineKind::of_word(name)?;
    let mut features = Vec::new();
    let mut rest = list;
    while !rest.is_empty() {
        let (feature, after) = EngineFeature::ALL
            .iter()
            .find_map(|feature| Some((*feature, strip(rest, *feature)?)))?;
        features.push(feature);
        rest = after;
    }
    Some(EngineUse::Own(kind, features))
}

/// What follows the name of a feature in a list; `None` if another name stands there. A name may be the beginning of another, and
/// may contain a comma.
fn strip(list: &str, feature: EngineFeature) -> Option<&str> {
    let after = list.strip_prefix(feature.name())?;
    if after.is_empty() { Some(after) } else { after.strip_prefix(", ") }
}

impl Serialize for EngineUse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for EngineUse {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_of_a_run_is_read_as_it_was_written() {
        let all = EngineFeature::ALL.to_vec();
        let kinds = EngineKind::WORDS.iter().map(|(_, kind)| *kind);
        let mut cases: Vec<EngineUse> = kinds.map(EngineUse::of).collect();
        cases.extend([EngineUse::Unknown, EngineUse::Simulated, EngineUse::Recorded]);
        cases.push(EngineUse::Imported("fio 3.33".to_owned()));
        cases.push(EngineUse::Own(EngineKind::Uring, all.clone()));
        cases.extend(all.iter().map(|feature| EngineUse::Own(EngineKind::Sync, vec![*feature])));
        let foreign =
            ["psync", "uring (registered rings)", "uring (registered files", "sync (a, b)"];
        cases.extend(foreign.map(|text| EngineUse::Other(text.to_owned())));
        for case in cases {
            let text = case.to_string();
            assert_eq!(text.parse(), Ok(case), "{text}");
        }
    }
}
