//! What a run measured: a name, or the outline of a study or replay.
//!
//! JSON and metrics have English words for it, by which the store searches and groups runs. `report` makes the sentence in the
//! reader's language.

use serde::{Deserialize, Serialize};
use workload::LatencyLimit;

const CLASSIC_GRID: &str = "over the classic grid of 210 points";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum RunSubject {
    EachDisk {
        disks: u64,
    },
    UpToDisks {
        /// The largest number.
        disks: u64,
    },
    UpToHosts {
        /// The largest number.
        hosts: u64,
    },
    /// An increasing load up to a latency limit.
    UnderLimit {
        limit: LatencyLimit,
    },
    /// An increasing load of the streams of a job, of all or of one kind, up to a latency limit.
    RoleUnderLimit {
        role: String,
        limit: LatencyLimit,
    },
    Depths {
        /// The depths as the user wrote them.
        depths: String,
    },
    /// The roles of a profile, on several layouts.
    Profile {
        profile: String,
    },
    Grid {
        /// The grid as the user wrote it.
        grid: String,
    },
    /// The grid of points that is usual.
    ClassicGrid,
    RecordedPoints {
        names: Vec<String>,
    },
    Replay {
        device: String,
    },
    /// The name of a profile, a job, a plan or a database, or what another tool printed.
    Name(String),
}

impl RunSubject {
    /// The words of JSON, of metrics and of a search.
    pub fn words(&self) -> String {
        match self {
            Self::EachDisk { disks } => format!("{disks} disks, each alone"),
            Self::UpToDisks { disks } => format!("1 to {disks} disks"),
            Self::UpToHosts { hosts } => format!("1 to {hosts} hosts"),
            Self::UnderLimit { limit } => format!("under {}", limit.exact()),
            Self::RoleUnderLimit { role, limit } => format!("of {role} under {}", limit.exact()),
            Self::Depths { depths } => format!("queue-depth sweep {depths}"),
            Self::Profile { profile } => format!("for {profile}"),
            Self::ClassicGrid => CLASSIC_GRID.to_owned(),
            Self::Grid { grid } => format!("over {grid}"),
            Self::RecordedPoints { names } => format!("recorded points of {}", names.join(", ")),
            Self::Replay { device } => format!("replay of {device}"),
            Self::Name(name) => name.clone(),
        }
    }

    /// Its name; none if it is the outline of a study.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Name(name) => Some(name),
            _ => None,
        }
    }
}

impl Default for RunSubject {
    fn default() -> Self {
        Self::Name(String::new())
    }
}

impl From<&str> for RunSubject {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

impl From<String> for RunSubject {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_exactly() {
        let limit = |text: &str| text.parse().expect("a limit");
        for (subject, words) in [
            (RunSubject::UnderLimit { limit: limit("p99<=10ms") }, "under p99 <= 10 ms"),
            (RunSubject::UnderLimit { limit: limit("p99.9<=1234us") }, "under p99.9 <= 1234000 ns"),
            (RunSubject::UpToHosts { hosts: 2 }, "1 to 2 hosts"),
        ] {
            assert_eq!(subject.words(), words);
        }
    }
}
