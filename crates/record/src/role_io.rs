//! The I/O of a role, as data; `report` makes the words.

use base::Bytes;
use serde::{Deserialize, Serialize};
use workload::{AccessPattern, Role, SyncMode};

/// What the operations of a role are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", from = "StoredRoleIo")]
pub enum RoleIo {
    /// All streams of a job together.
    Job {
        /// The number of streams.
        streams: u64,
        /// The share of reads, in whole percent.
        read_percent: f64,
    },
    /// One kind of I/O.
    Stream {
        /// The smallest operation; of reads, if there are any.
        smallest: Bytes,
        /// The largest one.
        largest: Bytes,
        /// Whether the offsets are random.
        random: bool,
        /// The share of reads, in percent.
        read_percent: f64,
        /// How writes are made durable.
        sync: SyncMode,
    },
    /// Words of an earlier version that name nothing of these.
    #[serde(untagged)]
    Words(String),
}

impl RoleIo {
    /// The I/O that this role requests.
    pub fn of(role: &Role) -> Self {
        if let Some(job) = &role.job {
            return Self::Job {
                streams: job.streams.len() as u64,
                read_percent: job.read_percent().round(),
            };
        }
        let stream = &role.stream;
        let writes_only = stream.read_percent <= 0.0;
        let blocks = if writes_only { &stream.write_blocks } else { &stream.read_blocks };
        // A share of sequential operations counts as what most of them are.
        let sequential = match stream.access {
            AccessPattern::Sequential
            | AccessPattern::Strided(_)
            | AccessPattern::Backward(_)
            | AccessPattern::Runs { .. } => true,
            AccessPattern::SequentialShare(percent) => percent >= 50.0,
            _ => false,
        };
        Self::Stream {
            smallest: blocks.smallest(),
            largest: blocks.largest(),
            random: !sequential,
            read_percent: stream.read_percent,
            sync: stream.sync,
        }
    }

    /// The I/O that the words of an earlier version name; the words themselves, if they name none.
    pub fn of_words(words: &str) -> Self {
        parse(words).unwrap_or_else(|| Self::Words(words.to_owned()))
    }

    /// Whether the offsets are sequential.
    pub fn is_sequential(&self) -> bool {
        match self {
            Self::Job { .. } => false,
            Self::Stream { random, .. } => !random,
            Self::Words(words) => words.contains("sequential"),
        }
    }
}

/// The stored form: earlier versions stored words.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredRoleIo {
    Words(String),
    Data(RoleIoData),
}

/// The variants that have data, with the names of [`RoleIo`].
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RoleIoData {
    Job { streams: u64, read_percent: f64 },
    Stream { smallest: Bytes, largest: Bytes, random: bool, read_percent: f64, sync: SyncMode },
}

impl From<StoredRoleIo> for RoleIo {
    fn from(stored: StoredRoleIo) -> Self {
        match stored {
            StoredRoleIo::Words(words) => Self::of_words(&words),
            StoredRoleIo::Data(RoleIoData::Job { streams, read_percent }) => {
                Self::Job { streams, read_percent }
            }
            StoredRoleIo::Data(RoleIoData::Stream {
                smallest,
                largest,
                random,
                read_percent,
                sync,
            }) => Self::Stream { smallest, largest, random, read_percent, sync },
        }
    }
}

/// The words in which earlier versions stored the I/O of a role, such as `8 KiB random, 70 % reads, fdatasync`.
fn parse(words: &str) -> Option<RoleIo> {
    let percent = |text: &str| text.strip_suffix(" % reads")?.parse().ok();
    if let Some((streams, reads)) = words.split_once(" of a job, ") {
        let streams = streams.split(' ').next()?.parse().ok()?;
        return Some(RoleIo::Job { streams, read_percent: percent(reads)? });
    }
    let (words, sync) = SYNC_WORDS
        .iter()
        .find_map(|(end, sync)| Some((words.strip_suffix(end)?, *sync)))
        .unwrap_or((words, SyncMode::None));
    let order = [(" random", true), (" sequential", false)];
    let (sizes, random, mix) = order.iter().find_map(|(word, random)| {
        words.split_once(word).map(|(sizes, mix)| (sizes, *random, mix))
    })?;
    let read_percent = match mix {
        " read" => 100.0,
        " write" => 0.0,
        mix => percent(mix.strip_prefix(", ")?)?,
    };
    let size = |text: &str| Bytes::with_unit(&text.replace(' ', "")).ok();
    let (smallest, largest) = sizes.split_once(" to ").unwrap_or((sizes, sizes));
    let (smallest, largest) = (size(smallest)?, size(largest)?);
    Some(RoleIo::Stream { smallest, largest, random, read_percent, sync })
}

/// The ends of these words.
const SYNC_WORDS: [(&str, SyncMode); 5] = [
    (", each durable (O_DSYNC)", SyncMode::Dsync),
    (", each durable (O_SYNC)", SyncMode::Sync),
    (", each durable (FUA)", SyncMode::Fua),
    (", fdatasync", SyncMode::Fdatasync { every: 1 }),
    (", fsync", SyncMode::Fsync { every: 1 }),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_words_become_data_and_data_stays() {
        let read = |text: &str| serde_json::from_str::<RoleIo>(text).expect("a role's I/O");
        let kib = |kib: u64| Bytes(kib << 10);
        let stream = |from, to, random, read_percent, sync| RoleIo::Stream {
            smallest: kib(from),
            largest: kib(to),
            random,
            read_percent,
            sync,
        };
        let cases = [
            ("8 KiB random, 70 % reads", stream(8, 8, true, 70.0, SyncMode::None)),
            ("128 KiB sequential read", stream(128, 128, false, 100.0, SyncMode::None)),
            (
                "4 KiB to 64 KiB sequential write, each durable (O_DSYNC)",
                stream(4, 64, false, 0.0, SyncMode::Dsync),
            ),
            (
                "8 KiB sequential write, fdatasync",
                stream(8, 8, false, 0.0, SyncMode::Fdatasync { every: 1 }),
            ),
            ("3 streams of a job, 69 % reads", RoleIo::Job { streams: 3, read_percent: 69.0 }),
            ("scan", RoleIo::Words("scan".to_owned())),
        ];
        for (words, io) in cases {
            assert_eq!(read(&format!("\"{words}\"")), io);
            assert_eq!(read(&serde_json::to_string(&io).expect("plain")), io);
        }
    }
}
