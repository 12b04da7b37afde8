//! What a run measured: a name, or the outline of a study. `report` makes the sentence.

use serde::{Deserialize, Serialize};
use workload::LatencyLimit;

/// What a run measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum RunSubject {
    /// Disks, each of them alone.
    EachDisk {
        /// The number of disks.
        disks: u64,
    },
    /// A growing set of disks.
    UpToDisks {
        /// The largest number.
        disks: u64,
    },
    /// A growing set of hosts.
    UpToHosts {
        /// The largest number.
        hosts: u64,
    },
    /// An increasing load up to a latency limit.
    UnderLimit {
        /// The limit.
        limit: LatencyLimit,
    },
    /// An increasing load of the streams of a job, of all or of one kind, up to a latency limit.
    RoleUnderLimit {
        /// The role's name.
        role: String,
        /// The limit.
        limit: LatencyLimit,
    },
    /// Increasing queue depths.
    Depths {
        /// The depths as the user wrote them.
        depths: String,
    },
    /// The roles of a profile, on several layouts.
    Profile {
        /// The profile's name.
        profile: String,
    },
    /// A grid of points.
    Grid {
        /// The grid as the user wrote it.
        grid: String,
    },
    /// The grid of points that is usual.
    ClassicGrid,
    /// Points that were recorded before.
    RecordedPoints {
        /// The names of what was recorded.
        names: Vec<String>,
    },
    /// A captured load.
    Replay {
        /// The device on which it was captured.
        device: String,
    },
    /// The name of a profile, a job, a plan or a database, or what another tool printed. Earlier versions stored sentences.
    #[serde(untagged)]
    Name(String),
}

impl RunSubject {
    /// The text that the store keeps: the name, or a JSON object.
    pub fn stored(&self) -> String {
        match self {
            Self::Name(name) => name.clone(),
            other => serde_json::to_string(other)
                .expect("a subject has string keys and plain values only"),
        }
    }

    /// The subject of a text of the store.
    pub fn of_stored(text: &str) -> Self {
        serde_json::from_str(text)
            .ok()
            .filter(|subject| !matches!(subject, Self::Name(_)))
            .unwrap_or_else(|| Self::Name(text.to_owned()))
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
    fn the_store_gives_back_names_and_outlines() {
        let limit = "p99<=10ms".parse().expect("a limit");
        let outlines = [
            RunSubject::EachDisk { disks: 14 },
            RunSubject::ClassicGrid,
            RunSubject::RoleUnderLimit { role: "wal".to_owned(), limit },
            RunSubject::RecordedPoints { names: vec!["r10".to_owned(), "r5".to_owned()] },
        ];
        let names = ["postgres", "", "14", "null", "\"x\"", "{\"a\":1}", "[1]"];
        for subject in outlines.into_iter().chain(names.map(RunSubject::from)) {
            assert_eq!(RunSubject::of_stored(&subject.stored()), subject);
        }
        assert_eq!(RunSubject::EachDisk { disks: 14 }.stored(), r#"{"each-disk":{"disks":14}}"#);
    }
}
