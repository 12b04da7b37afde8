//! The result of an integrity test, as plain data: the operations on each file, their actors, and the faults.

use crate::fault_evidence::StoredEvidence;
use crate::reason::IntegrityReason;
use crate::write_method::WriteMethod;
use crate::{FileRole, RunFailure};
use base::{FaultKind, StoredValue};
use serde::{Deserialize, Deserializer, Serialize};
use workload::ActorName;

/// Below this share a fault is more likely overwritten than seen (our choice).
const READ_BACK_SHARE_MIN: f64 = 0.5;

/// An integrity test of one or more storages: whether they lost, tore, misplaced or reverted a write.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofRecord {
    /// The write pattern, for people, such as `SQL Server`.
    #[serde(rename = "way")]
    pub write_pattern: String,
    /// The answer.
    pub answer: Soundness,
    /// Requested cycles, each with an audit of every page; 0: until the user stops it.
    pub cycles: u32,
    /// The length of the exercise of each cycle, in seconds.
    #[serde(with = "base::float")]
    pub cycle_s: f64,
    /// Every file, in the order in which they were named.
    pub files: Vec<ProvedFile>,
    /// The file that holds the bytes of the faults; empty: none was written.
    pub evidence: String,
}

/// The answer of an integrity test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Soundness {
    /// Every page had the expected content in every audit.
    Sound,
    /// At least one fault was found.
    Faulty,
    /// Not every page could be read.
    CannotTell,
    /// The user ended it; no fault was found up to then.
    Interrupted,
}

/// One file, or the range of a file that was used as data or log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProvedFile {
    /// The target that the user named.
    pub target: String,
    /// The file.
    pub path: String,
    /// Its role.
    #[serde(rename = "what")]
    pub role: FileRole,
    /// How it was written, such as `8 KiB pages, direct, O_DSYNC`.
    pub writing: WriteMethod,
    /// Bytes of a page.
    pub page_bytes: u32,
    /// The offset of page 0 in the file, in bytes.
    pub base_bytes: u64,
    /// The number of pages at the end.
    pub pages: u64,
    /// The number of cycles with a complete audit.
    pub cycles: u32,
    /// The failure that ended it; none: it was completed.
    #[serde(deserialize_with = "failure")]
    pub failure: Option<StoredValue<RunFailure>>,
    /// The counters.
    pub counts: ProofCounts,
    /// The counters for each actor.
    pub actors: Vec<ActorCounts>,
    /// The number of faults of each kind that was found; names as in docs/explanation/integrity.md.
    #[serde(with = "base::named::List::<FaultCount>")]
    pub faults: Vec<(FaultKind, u64)>,
    /// The individual faults, as far as they were stored.
    pub findings: Vec<ProofFinding>,
}

base::named!(FaultCount { kind: FaultKind, count: u64 });

/// Reads the failure of a file. Earlier versions stored an empty text if there was none.
fn failure<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<StoredValue<RunFailure>>, D::Error> {
    let stored = Option::<StoredValue<RunFailure>>::deserialize(deserializer)?;
    Ok(stored.filter(|stored| *stored != StoredValue::Earlier(String::new())))
}

/// The counters of one file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofCounts {
    /// Reads of one page.
    pub reads: u64,
    /// Reads of several pages.
    pub run_reads: u64,
    /// Writes of one page.
    pub writes: u64,
    /// Writes of several pages.
    pub run_writes: u64,
    /// Flushes.
    pub flushes: u64,
    /// Pages read and examined, including those of audits and rereads.
    pub pages_read: u64,
    /// Pages written.
    pub pages_written: u64,
    /// Pages written that were read at least once before they were written again; none: not counted.
    #[serde(default)]
    pub pages_read_back: Option<u64>,
    /// Pages of final audits.
    pub pages_audited: u64,
    /// Pages read again.
    pub rereads: u64,
    /// Operations tried again after a failure.
    pub retries: u64,
    /// Operations submitted again after "interrupted" or "not now".
    pub interrupted: u64,
    /// Short transfers, which were continued.
    pub short: u64,
    /// Writes and file extensions that failed for lack of space.
    pub no_space: u64,
    /// Operations slower than the warning threshold.
    pub slow: u64,
    /// The number of times that the file shrank or grew.
    pub resizes: u64,
    /// The total time of all operations, in nanoseconds.
    pub io_ns: u64,
    /// The longest operation, in nanoseconds.
    pub io_ns_max: u64,
    /// The running average of the duration at the end, in nanoseconds.
    pub io_ns_average: u64,
    /// The number of times that operations were delayed to keep the target duration.
    pub throttled: u64,
    /// The target duration, in nanoseconds.
    pub target_io_ns: u64,
    /// The maximum number of operations in flight.
    pub depth: u32,
}

impl ProvedFile {
    /// The offset of a fault from the beginning of the file or the device, in bytes.
    pub fn offset_bytes(&self, finding: &ProofFinding) -> u64 {
        self.base_bytes + finding.page * u64::from(self.page_bytes)
    }

    /// Whether this is a log that was filled and read, but never written by a log writer.
    pub fn is_idle_log(&self) -> bool {
        let wrote = |actor: &ActorCounts| actor.name == ActorName::LogWriter && actor.writes > 0;
        self.role == FileRole::Log && self.failure.is_none() && !self.actors.iter().any(wrote)
    }
}

/// The operations of all actors with one name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActorCounts {
    /// The actor, such as `user` or `final audit`.
    pub name: ActorName,
    /// Reads.
    pub reads: u64,
    /// Writes.
    pub writes: u64,
    /// Flushes.
    pub flushes: u64,
    /// Pages of these reads and writes.
    pub pages: u64,
}

/// One fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofFinding {
    /// Its kind.
    pub kind: FaultKind,
    /// The page number within its file.
    pub page: u64,
    /// Pages of the operation; 1 for a page with wrong content.
    pub pages: u32,
    /// The actor that found it; none: a reread, or a run of an early version.
    #[serde(rename = "by", with = "finder")]
    pub actor: Option<ActorName>,
    /// The time when it was found, in nanoseconds since the test began.
    pub at_ns: u64,
    /// Whether it disappeared on a retry; otherwise it stayed.
    pub transient: bool,
    /// The number of retries.
    pub tries: u32,
    /// The generations that the page may hold, oldest and newest.
    pub generations: (u32, u32),
    /// Bytes that differ from the nearest of these generations.
    pub bytes_differing: u32,
    /// The first differing byte, from the start of the page.
    pub first_differing: Option<u32>,
    /// The duration of a late operation, in nanoseconds.
    pub took_ns: Option<u64>,
    /// The system's error number, if the operation failed.
    #[serde(default)]
    pub errno: Option<i32>,
    /// Whether it was still being reread when this was written.
    #[serde(default)]
    pub is_open: bool,
    /// The expected and the received bytes, and the operations on the page. Absent: not stored.
    #[serde(default)]
    pub evidence: Option<StoredEvidence>,
}

/// The actor of a fault as its name; none is an empty text.
mod finder {
    use serde::de::{Deserialize as _, Error as _};
    use serde::{Deserializer, Serializer};
    use workload::ActorName;

    pub(super) fn serialize<S: Serializer>(
        actor: &Option<ActorName>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(actor.map_or("", ActorName::name))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<ActorName>, D::Error> {
        let name = String::deserialize(deserializer)?;
        (!name.is_empty()).then(|| name.parse().map_err(D::Error::custom)).transpose()
    }
}

impl ProofRecord {
    /// The counters of all files together.
    pub fn counts(&self) -> ProofCounts {
        let mut sum = ProofCounts::default();
        for counts in self.files.iter().map(|file| &file.counts) {
            sum.add(counts);
        }
        sum
    }

    /// The number of faults.
    pub fn faults(&self) -> u64 {
        self.by_kind().iter().map(|(_, count)| count).sum()
    }

    /// The faults of all files by their kinds, in the order in which the kinds first appear.
    pub fn by_kind(&self) -> Vec<(FaultKind, u64)> {
        let mut kinds: Vec<(FaultKind, u64)> = Vec::new();
        for &(kind, count) in self.files.iter().flat_map(|file| &file.faults) {
            match kinds.iter_mut().find(|known| known.0 == kind) {
                Some(known) => known.1 += count,
                None => kinds.push((kind, count)),
            }
        }
        kinds
    }

    /// The actors of all files by name.
    pub fn actors(&self) -> Vec<ActorCounts> {
        let mut all: Vec<ActorCounts> = Vec::new();
        for actor in self.files.iter().flat_map(|file| &file.actors) {
            match all.iter_mut().find(|known| known.name == actor.name) {
                Some(known) => {
                    known.reads += actor.reads;
                    known.writes += actor.writes;
                    known.flushes += actor.flushes;
                    known.pages += actor.pages;
                }
                None => all.push(actor.clone()),
            }
        }
        all
    }
}

impl ProofRecord {
    /// The reason for the answer.
    pub fn reason(&self) -> IntegrityReason {
        match self.answer {
            Soundness::Sound => IntegrityReason::Sound {
                read_back_share: self.counts().read_back_share(),
                little_read: self.is_little_read(),
            },
            Soundness::Faulty => IntegrityReason::Faulty(self.faults()),
            Soundness::CannotTell
                if self.files.iter().all(|file| file.cycles > 0)
                    && self.files.iter().any(ProvedFile::is_idle_log) =>
            {
                IntegrityReason::IdleLog
            }
            Soundness::CannotTell => IntegrityReason::NotAllRead,
            Soundness::Interrupted => IntegrityReason::Interrupted,
        }
    }

    /// Whether less than half of the written pages was read back.
    pub fn is_little_read(&self) -> bool {
        self.counts().read_back_share().is_some_and(|share| share < READ_BACK_SHARE_MIN)
    }
}

impl ProofCounts {
    /// The number of operations, including flushes.
    pub fn operations(&self) -> u64 {
        self.reads + self.run_reads + self.writes + self.run_writes + self.flushes
    }

    /// The share of the written pages that was read at least once before it was written again, 0 to 1; none: not counted, or
    /// nothing was written.
    pub fn read_back_share(&self) -> Option<f64> {
        let read = self.pages_read_back.filter(|_| self.pages_written > 0)?;
        Some(read as f64 / self.pages_written as f64)
    }

    /// The mean duration of an operation in nanoseconds; 0 without operations.
    pub fn io_ns_mean(&self) -> u64 {
        self.io_ns / self.operations().max(1)
    }

    /// Adds the counters of another file; of durations and depths the largest is kept.
    pub fn add(&mut self, other: &Self) {
        let pairs = [
            (&mut self.reads, other.reads),
            (&mut self.run_reads, other.run_reads),
            (&mut self.writes, other.writes),
            (&mut self.run_writes, other.run_writes),
            (&mut self.flushes, other.flushes),
            (&mut self.pages_read, other.pages_read),
            (&mut self.pages_written, other.pages_written),
            (&mut self.pages_audited, other.pages_audited),
            (&mut self.rereads, other.rereads),
            (&mut self.retries, other.retries),
            (&mut self.interrupted, other.interrupted),
            (&mut self.short, other.short),
            (&mut self.no_space, other.no_space),
            (&mut self.slow, other.slow),
            (&mut self.resizes, other.resizes),
            (&mut self.io_ns, other.io_ns),
            (&mut self.throttled, other.throttled),
        ];
        pairs.into_iter().for_each(|(own, more)| *own += more);
        if let Some(more) = other.pages_read_back {
            *self.pages_read_back.get_or_insert(0) += more;
        }
        self.io_ns_max = self.io_ns_max.max(other.io_ns_max);
        self.io_ns_average = self.io_ns_average.max(other.io_ns_average);
        self.target_io_ns = self.target_io_ns.max(other.target_io_ns);
        self.depth = self.depth.max(other.depth);
    }
}
