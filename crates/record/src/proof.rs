//! The result of an integrity test, as plain data: how each file was written, the operations on it, their actors, and the faults with
//! their evidence.

use crate::reason::IntegrityReason;
use crate::{FileRole, RunFailure};
use base::proof::Durability;
pub use base::proof::{
    ActorCounts, PageOperation, PageOperationKind, ProofCounts, SectorContent, SectorRun,
};
use base::{Bytes, FaultKind};
use serde::{Deserialize, Serialize};
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
    pub answer: Soundness,
    /// Requested cycles, each with an audit of every page; 0: until the user stops it.
    pub cycles: u32,
    /// The length of the exercise of each cycle, in seconds.
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
    pub path: String,
    #[serde(rename = "what")]
    pub role: FileRole,
    /// How it was written, such as `8 KiB pages, direct, O_DSYNC`.
    pub writing: WriteMethod,
    pub page_bytes: u32,
    /// The offset of page 0 in the file, in bytes.
    pub base_bytes: u64,
    pub pages: u64,
    pub cycles: u32,
    /// The failure that ended it; none: it was completed.
    pub failure: Option<RunFailure>,
    pub counts: ProofCounts,
    pub actors: Vec<ActorCounts>,
    /// The number of faults of each kind that was found, and of late operations; names as in docs/explanation/integrity.md.
    pub faults: Vec<FaultCount>,
    /// The individual faults, as far as they were stored.
    pub findings: Vec<ProofFinding>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultCount {
    pub kind: FaultKind,
    pub count: u64,
}

impl ProvedFile {
    /// The individual faults, without operations that were only late.
    pub fn shown_findings(&self) -> impl Iterator<Item = &ProofFinding> {
        self.findings.iter().filter(|finding| finding.kind.is_fault())
    }

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

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofFinding {
    pub kind: FaultKind,
    pub page: u64,
    /// Pages of the operation; 1 for a page with wrong content.
    pub pages: u32,
    /// The actor that found it; none: a reread, or a run of an early version.
    #[serde(rename = "by")]
    pub actor: Option<ActorName>,
    /// The time when it was found, in nanoseconds since the test began.
    pub at_ns: u64,
    /// Whether it disappeared on a retry; otherwise it stayed.
    pub transient: bool,
    pub tries: u32,
    /// The generations that the page may hold, oldest and newest.
    pub generations: (u32, u32),
    /// Bytes that differ from the nearest of these generations.
    pub bytes_differing: u32,
    /// The first differing byte, from the start of the page.
    pub first_differing: Option<u32>,
    /// The duration of a late operation, in nanoseconds.
    pub took_ns: Option<u64>,
    pub errno: Option<i32>,
    /// Whether it was still being reread when this was written.
    pub is_open: bool,
    /// The expected and the received bytes, and the operations on the page. Absent: not stored.
    pub evidence: Option<Box<FaultEvidence>>,
}

impl ProofRecord {
    pub fn counts(&self) -> ProofCounts {
        let mut sum = ProofCounts::default();
        for counts in self.files.iter().map(|file| &file.counts) {
            sum.add(counts);
        }
        sum
    }

    pub fn faults(&self) -> u64 {
        self.by_kind().iter().map(|of_kind| of_kind.count).sum()
    }

    /// The faults of all files by their kinds, in the order in which the kinds first appear.
    pub fn by_kind(&self) -> Vec<FaultCount> {
        let mut kinds: Vec<FaultCount> = Vec::new();
        let counted = self.files.iter().flat_map(|file| &file.faults);
        for of_kind in counted.filter(|of_kind| of_kind.kind.is_fault()) {
            match kinds.iter_mut().find(|known| known.kind == of_kind.kind) {
                Some(known) => known.count += of_kind.count,
                None => kinds.push(*of_kind),
            }
        }
        kinds
    }

    /// The operations that took longer than a database waits.
    pub fn late(&self) -> u64 {
        let counted = self.files.iter().flat_map(|file| &file.faults);
        counted.filter(|of_kind| !of_kind.kind.is_fault()).map(|of_kind| of_kind.count).sum()
    }

    /// The actors of all files by name.
    pub fn actors(&self) -> Vec<ActorCounts> {
        let mut all: Vec<ActorCounts> = Vec::new();
        self.files.iter().flat_map(|file| &file.actors).for_each(|actor| actor.add_to(&mut all));
        all
    }
}

impl ProofRecord {
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

/// What a page held, what it should have held, and the operations on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultEvidence {
    /// The number of the file in the stamps of its pages.
    pub file: u32,
    /// The content of the page's sectors; empty: the fault is one of the whole operation.
    pub sectors: Vec<SectorRun>,
    /// The generation that the page was compared with: of those that it may hold, the closest.
    pub compared_generation: u32,
    /// When that generation was written, in nanoseconds since the test began. Absent: generation 0, zeros, was never written; of any
    /// other it is not known, and the stamp's time and checksum (bytes 4 to 7 and 32 to 39) were not compared.
    pub written_ns: Option<u64>,
    /// The page that was read; absent: nothing was read.
    pub received: Option<ReceivedPage>,
    /// The kinds of the faults that the rereads found, in their order.
    pub reread_kinds: Vec<String>,
    /// The last operations on the page, oldest first.
    pub operations: Vec<PageOperation>,
}

/// The page that was read, as far as it differs from the expected one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReceivedPage {
    /// Its stamp; absent: it has none of ours.
    pub stamp: Option<ReceivedStamp>,
    /// The first rows of 16 bytes that differ.
    pub rows: Vec<DifferingRow>,
    pub more_rows: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReceivedStamp {
    /// The page within its file.
    pub page: u64,
    pub file: u32,
    /// How often the page was written, from 1.
    pub generation: u32,
    /// When it was written, in nanoseconds since the run began that wrote it.
    pub written_ns: u64,
    /// The run that wrote it, as 16 hexadecimal digits.
    pub run: String,
}

/// At most 16 bytes of a page, expected and received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DifferingRow {
    /// The offset of the first byte in the page.
    pub offset: u32,
    /// The expected bytes, as hexadecimal digits in pairs.
    pub expected: String,
    /// The received bytes, as hexadecimal digits in pairs.
    pub received: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WriteMethod {
    pub page: Bytes,
    /// Whether the page cache was bypassed.
    pub direct: bool,
    pub durability: Durability,
}
