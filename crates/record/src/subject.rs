//! What a run measured: a name, or the outline of a study or replay.
//!
//! The store, JSON and metrics have English words for it, by which runs are searched and grouped. `report` makes the sentence in the
//! reader's language.

use workload::LatencyLimit;

const CLASSIC_GRID: &str = "over the classic grid of 210 points";

/// What a run measured.
#[derive(Clone, Debug, PartialEq)]
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
    /// The name of a profile, a job, a plan or a database, or what another tool printed.
    Name(String),
}

/// The beginning of a stored name that would read as something else without it.
const NAMED: &str = "named: ";

/// The beginning of the target of a study of a stored run's points.
const TARGET_RUN: &str = "run ";

impl RunSubject {
    /// The words of JSON and metrics.
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

    /// The words of the store, from which [`Self::of_words`] makes the same subject again. A name that reads as an outline is marked
    /// as a name.
    pub fn stored_words(&self) -> String {
        match self {
            Self::Name(name) if *self != Self::of_words(name) => format!("{NAMED}{name}"),
            _ => self.words(),
        }
    }

    /// The words of the target of a study that evaluates the points of a stored run again.
    pub fn target_of_run(run: i64) -> String {
        format!("{TARGET_RUN}{run}")
    }

    /// The stored run whose points were evaluated again, from the target's words; `None` for any other target.
    pub fn evaluated_run(&self, target: &str) -> Option<i64> {
        let number = target.strip_prefix(TARGET_RUN).and_then(|number| number.parse().ok());
        number.filter(|run| {
            matches!(self, Self::RecordedPoints { .. }) && target == Self::target_of_run(*run)
        })
    }

    /// The subject with these words; a name if they are not those of an outline.
    pub fn of_words(words: &str) -> Self {
        if let Some(name) = words.strip_prefix(NAMED) {
            return Self::Name(name.to_owned());
        }
        let name = || Self::Name(words.to_owned());
        // Only what is written again in the same way.
        Self::outline(words).filter(|outline| outline.words() == words).unwrap_or_else(name)
    }

    fn outline(words: &str) -> Option<Self> {
        if words == CLASSIC_GRID {
            return Some(Self::ClassicGrid);
        }
        if let Some(disks) = words.strip_suffix(" disks, each alone") {
            return Some(Self::EachDisk { disks: disks.parse().ok()? });
        }
        if let Some(count) = words.strip_prefix("1 to ") {
            return match count.split_once(' ')? {
                (disks, "disks") => Some(Self::UpToDisks { disks: disks.parse().ok()? }),
                (hosts, "hosts") => Some(Self::UpToHosts { hosts: hosts.parse().ok()? }),
                _ => None,
            };
        }
        if let Some(names) = words.strip_prefix("recorded points of ") {
            return Some(Self::RecordedPoints {
                names: names.split(", ").map(str::to_owned).collect(),
            });
        }
        if let Some(depths) = words.strip_prefix("queue-depth sweep ") {
            return Some(Self::Depths { depths: depths.to_owned() });
        }
        let (first, rest) = words.split_once(' ')?;
        let own = rest.to_owned();
        match first {
            "under" => Some(Self::UnderLimit { limit: rest.parse().ok()? }),
            "of" => {
                let (role, limit) = rest.rsplit_once(" under ")?;
                Some(Self::RoleUnderLimit { role: role.to_owned(), limit: limit.parse().ok()? })
            }
            "for" => Some(Self::Profile { profile: own }),
            "over" => Some(Self::Grid { grid: own }),
            "replay" => Some(Self::Replay { device: rest.strip_prefix("of ")?.to_owned() }),
            _ => None,
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
    fn every_outline_is_read_from_its_words() {
        let text = |name: &str| name.to_owned();
        let limit: LatencyLimit = "p99<=10ms".parse().expect("a limit");
        let fine: LatencyLimit = "p99.9<=1234us".parse().expect("a limit");
        let names = vec![text("r10"), text("r5, 64k")];
        for (subject, words) in [
            (RunSubject::EachDisk { disks: 14 }, "14 disks, each alone"),
            (RunSubject::UpToDisks { disks: 14 }, "1 to 14 disks"),
            (RunSubject::UpToHosts { hosts: 2 }, "1 to 2 hosts"),
            (RunSubject::UnderLimit { limit }, "under p99 <= 10 ms"),
            (RunSubject::UnderLimit { limit: fine }, "under p99.9 <= 1234000 ns"),
            (
                RunSubject::RoleUnderLimit { role: text("a under b"), limit },
                "of a under b under p99 <= 10 ms",
            ),
            (RunSubject::Depths { depths: text("1-16") }, "queue-depth sweep 1-16"),
            (RunSubject::Profile { profile: text("postgres") }, "for postgres"),
            (RunSubject::Grid { grid: text("-k(R) -b8") }, "over -k(R) -b8"),
            (RunSubject::ClassicGrid, "over the classic grid of 210 points"),
            (RunSubject::Replay { device: text("sda") }, "replay of sda"),
            (RunSubject::Name(text("night.toml")), "night.toml"),
            (RunSubject::Name(text("")), ""),
            (RunSubject::Name(text("14 disks")), "14 disks"),
            (RunSubject::Name(text("under load")), "under load"),
            (RunSubject::Name(text("1 to 014 disks")), "1 to 014 disks"),
        ] {
            assert_eq!(subject.words(), words);
            assert_eq!(RunSubject::of_words(&subject.stored_words()), subject);
            let name = RunSubject::Name(words.to_owned());
            assert_eq!(RunSubject::of_words(&name.stored_words()), name);
            assert_eq!(RunSubject::of_words(words), subject);
        }
        // A name with a comma is two names in words.
        let recorded = RunSubject::RecordedPoints { names };
        assert_eq!(RunSubject::of_words(&recorded.words()).words(), recorded.words());
    }
}
