//! What a proof of a storage leaves behind, as plain data: what was done to each file, by whom, and what was wrong.

use crate::FileRole;
use crate::reason::IntegrityReason;
use serde::{Deserialize, Serialize};

/// Below it a fault is more likely written over than seen (ours).
const READ_BACK_SHARE_MIN: f64 = 0.5;

/// A proof of one or more storages: whether they ever lost, tore, misplaced or went back on a write.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofRecord {
    /// Whose way of writing, for people, such as `SQL Server`.
    pub way: String,
    /// The answer.
    pub answer: Soundness,
    /// Cycles asked for, each with an audit of every page; 0: until the user stops it.
    pub cycles: u32,
    /// Length of the exercise of each, in seconds.
    #[serde(with = "base::float")]
    pub cycle_s: f64,
    /// Every file, in the order in which they were named.
    pub files: Vec<ProvedFile>,
    /// The file with the bytes of what was wrong; empty: none was written.
    pub evidence: String,
}

/// The answer of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Soundness {
    /// Every page was what it had to be, in every audit.
    Sound,
    /// Something was wrong.
    Faulty,
    /// Not every page could be looked at.
    CannotTell,
    /// The user ended it; nothing was wrong up to then.
    Interrupted,
}

impl Soundness {
    /// The stable name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sound => "sound",
            Self::Faulty => "faulty",
            Self::CannotTell => "cannot tell",
            Self::Interrupted => "interrupted",
        }
    }
}

/// One file, or the range of one that was data or log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProvedFile {
    /// The target that the user named.
    pub target: String,
    /// The file.
    pub path: String,
    /// What it stands for.
    pub what: FileRole,
    /// How it was written, such as `8 KiB pages, direct, O_DSYNC`.
    pub writing: String,
    /// Bytes of a page.
    pub page_bytes: u32,
    /// Where page 0 lies in the file, in bytes.
    pub base_bytes: u64,
    /// Pages at the end.
    pub pages: u64,
    /// Cycles whose audit was whole.
    pub cycles: u32,
    /// Why it could not go on; empty: it came to its end.
    pub failure: String,
    /// What was counted.
    pub counts: ProofCounts,
    /// The same by who asked for it.
    pub actors: Vec<ActorCounts>,
    /// How many faults there were of each kind that was seen; names as in docs/explanation/integrity.md.
    #[serde(with = "base::named::List::<FaultCount>")]
    pub faults: Vec<(String, u64)>,
    /// The faults one by one, as far as they were kept.
    pub findings: Vec<ProofFinding>,
}

base::named!(FaultCount { kind: String, count: u64 });

/// What was counted on one file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofCounts {
    /// Reads of one page.
    pub reads: u64,
    /// Reads of several.
    pub run_reads: u64,
    /// Writes of one page.
    pub writes: u64,
    /// Writes of several.
    pub run_writes: u64,
    /// Flushes.
    pub flushes: u64,
    /// Pages read and examined, those of audits and those read again included.
    pub pages_read: u64,
    /// Pages written.
    pub pages_written: u64,
    /// Pages written that were read at least once before they were written again; none: it was not counted.
    #[serde(default)]
    pub pages_read_back: Option<u64>,
    /// Pages of final audits.
    pub pages_audited: u64,
    /// Pages read again.
    pub rereads: u64,
    /// Operations tried again after a failure.
    pub retries: u64,
    /// Operations handed over again after "interrupted" or "not now".
    pub interrupted: u64,
    /// Transfers that moved a part, and were gone on with.
    pub short: u64,
    /// Writes and growths for which there was no space.
    pub no_space: u64,
    /// Operations slower than the warning.
    pub slow: u64,
    /// Times that the file was cut or grew.
    pub resizes: u64,
    /// Time of all operations, in nanoseconds.
    pub io_ns: u64,
    /// The longest, in nanoseconds.
    pub io_ns_max: u64,
    /// The running average at the end, in nanoseconds.
    pub io_ns_average: u64,
    /// Times that operations were held back to keep the target duration.
    pub throttled: u64,
    /// That target, in nanoseconds.
    pub target_io_ns: u64,
    /// The most operations under way at once.
    pub depth: u32,
}

impl ProvedFile {
    /// Where a fault is, from the beginning of the file or the device, in bytes.
    pub fn offset_bytes(&self, finding: &ProofFinding) -> u64 {
        self.base_bytes + finding.page * u64::from(self.page_bytes)
    }

    /// Whether it is a log that was filled and read, and never written by a log writer.
    pub fn is_idle_log(&self) -> bool {
        let wrote = |actor: &ActorCounts| actor.name == "log writer" && actor.writes > 0;
        self.what == FileRole::Log && self.failure.is_empty() && !self.actors.iter().any(wrote)
    }
}

/// What the actors of one name asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActorCounts {
    /// Who, such as `user` or `final audit`.
    pub name: String,
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
    /// Its name, as in docs/explanation/integrity.md.
    pub kind: String,
    /// The page, of those of its file.
    pub page: u64,
    /// Pages of the operation; 1 for a page that was wrong.
    pub pages: u32,
    /// Who was at it, such as `read-ahead`.
    pub by: String,
    /// When it was seen, in nanoseconds since the proof began.
    pub at_ns: u64,
    /// It passed when tried again; otherwise it stayed.
    pub transient: bool,
    /// How often it was tried again.
    pub tries: u32,
    /// The generations that the page might have held, oldest and newest.
    pub generations: (u32, u32),
    /// Bytes that differ from the nearest of these.
    pub bytes_differing: u32,
    /// The first of them, from the start of the page.
    pub first_differing: Option<u32>,
    /// How long an operation took that was late, in nanoseconds.
    pub took_ns: Option<u64>,
    /// The number of the system's error, where the operation failed.
    #[serde(default)]
    pub errno: Option<i32>,
    /// Whether it was still being read again when this was written.
    #[serde(default)]
    pub is_open: bool,
    /// What was expected and received, byte by byte, and what was done with the page, for people; empty: it was not
    /// kept.
    #[serde(default)]
    pub evidence: String,
}

impl ProofRecord {
    /// What was counted on all files.
    pub fn counts(&self) -> ProofCounts {
        let mut sum = ProofCounts::default();
        for counts in self.files.iter().map(|file| &file.counts) {
            sum.add(counts);
        }
        sum
    }

    /// How many faults there were.
    pub fn faults(&self) -> u64 {
        self.by_kind().iter().map(|(_, count)| count).sum()
    }

    /// The faults of all files by their kinds, in the order in which the kinds first appear.
    pub fn by_kind(&self) -> Vec<(&str, u64)> {
        let mut kinds: Vec<(&str, u64)> = Vec::new();
        for (kind, count) in self.files.iter().flat_map(|file| &file.faults) {
            match kinds.iter_mut().find(|known| known.0 == kind) {
                Some(known) => known.1 += count,
                None => kinds.push((kind, *count)),
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
    /// Why it has its answer.
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

    /// Whether a sound answer rests on less than half of what was written.
    pub fn is_little_read(&self) -> bool {
        self.counts().read_back_share().is_some_and(|share| share < READ_BACK_SHARE_MIN)
    }
}

impl ProofCounts {
    /// Operations, flushes included.
    pub fn operations(&self) -> u64 {
        self.reads + self.run_reads + self.writes + self.run_writes + self.flushes
    }

    /// What share of the pages written was read at least once before it was written again, 0 to 1; none: it was not
    /// counted, or nothing was written.
    pub fn read_back_share(&self) -> Option<f64> {
        let read = self.pages_read_back.filter(|_| self.pages_written > 0)?;
        Some(read as f64 / self.pages_written as f64)
    }

    /// The mean duration of an operation in nanoseconds; 0 without operations.
    pub fn io_ns_mean(&self) -> u64 {
        self.io_ns / self.operations().max(1)
    }

    /// Adds what was counted on another file; of durations and depths the greatest is kept.
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
