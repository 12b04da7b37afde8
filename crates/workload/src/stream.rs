//! One named kind of I/O: what each operation is, how many are outstanding, and when it ends.

use crate::{
    AccessPattern, BlockSizes, CursorScope, Emulation, Extent, HostChoice, Pace, RateCurve,
    TransactionPart, WordChoice,
};
use base::{Bytes, Nanos};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stream {
    /// The name by which phases refer to it.
    pub name: String,
    pub target: String,
    pub read_percent: f64,
    pub read_blocks: BlockSizes,
    pub write_blocks: BlockSizes,
    pub access: AccessPattern,
    /// Whether the workers of a sequential stream share one position.
    pub cursor: CursorScope,
    /// Offsets are multiples of this; of the smallest block size if absent.
    pub align: Option<Bytes>,
    pub offset: Extent,
    /// The length of the stream's part; to the end of the target if absent.
    pub size: Option<Extent>,
    /// Outstanding I/Os of each worker, 1 to 4,096.
    pub depth: u32,
    pub workers: u32,
    /// The hosts that run it if several run the job; all of them if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<HostChoice>,
    /// CPUs the workers are pinned to, in turn; not pinned when empty.
    pub pin: Vec<u32>,
    /// Its delay at the start of the phase; its warm-up, duration and arrivals begin after that.
    pub delay: StartDelay,
    /// The seed of its random choices in place of the seed of the plan; equal seeds give equal choices in all streams and
    /// phases.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The latency target that the depth is adjusted to; if absent, the depth is fixed.
    pub keep: Option<LatencyTarget>,
    pub pace: Pace,
    /// How the rate of an open loop changes over time; constant if absent.
    pub curve: Option<RateCurve>,
    /// The group of streams whose rates are kept in a fixed ratio; `None` if independent.
    pub tie: Option<RateLink>,
    /// Its part of the transactions of its phase, if it has one; its pace is then closed.
    pub transaction: Option<TransactionPart>,
    pub trim: TrimMode,
    pub sync: SyncMode,
    /// The commit that one arrival of an open loop stands for; a single operation if absent.
    pub commit: Option<CommitPattern>,
    /// Whether it ends with a flush (`fsync`), which is included in its duration.
    pub flush_last: bool,
    pub cache: CacheMode,
    /// With [`CacheMode::Dropped`], the bytes after which the cached pages of its part are dropped again; divided evenly
    /// among the workers, as are the limits at which it ends.
    pub drop_every: Option<Bytes>,
    pub content: WriteContent,
    pub check: ContentCheck,
    pub stop: StopCondition,
    pub on_error: ErrorAction,
    pub emulation: Emulation,
}

/// How long a stream waits before it starts: from `least_ns` to `most_ns`, drawn from the seed if they differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartDelay {
    pub least_ns: Nanos,
    /// The longest; not below the shortest.
    pub most_ns: Nanos,
}

impl StartDelay {
    pub fn of(ns: Nanos) -> Self {
        Self { least_ns: ns, most_ns: ns }
    }

    #[must_use]
    pub fn less(self, ns: Nanos) -> Self {
        let less = |bound: Nanos| Nanos(bound.0.saturating_sub(ns.0));
        Self { least_ns: less(self.least_ns), most_ns: less(self.most_ns) }
    }

    #[must_use]
    pub fn more(self, ns: Nanos) -> Self {
        let more = |bound: Nanos| Nanos(bound.0.saturating_add(ns.0));
        Self { least_ns: more(self.least_ns), most_ns: more(self.most_ns) }
    }
}

/// A latency target that a closed loop meets by changing its depth between 1 and that of the stream.
///
/// Nothing counts until the depth is found. Then one window at that depth counts, and the stream ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LatencyTarget {
    pub latency_ns: Nanos,
    /// The percentage of operations that must stay within it, above 0 and at most 100.
    pub percent: f64,
    pub window_ns: Nanos,
    /// Whether the depth is adjusted, and all operations count, until the stream's own end.
    pub goes_on: bool,
}

/// Membership in a group of closed loops of one phase whose numbers of operations are kept in the ratio of their
/// weights: a stream that is ahead waits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RateLink {
    pub group: u32,
    /// The stream's weight, above 0; its workers share it evenly.
    pub weight: f64,
}

/// A commit of an open loop: its writes, then one flush that it may share with other commits.
///
/// One log writer takes the commits in the order of arrival. When it is free, it writes up to `together_max` waiting
/// commits one after the other, and one flush makes all of them durable. It never waits for more commits. Depth is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommitPattern {
    /// Writes of each commit, at least 1.
    pub writes: u32,
    /// The most commits that share a flush; 1: each has its own.
    pub together_max: u32,
}

base::words! {
    /// Whether ranges are reported to the storage as unused: by punching a hole into a file, by discard on a device.
    #[derive(Default, Serialize, Deserialize)]
    pub enum TrimMode {
        #[default]
        No = "no",
        /// Each write is replaced by a trim.
        Instead = "instead",
        /// The range of each write is trimmed before it.
        Before = "before",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum SyncMode {
    None,
    /// `O_DSYNC`: each write returns once it is durable.
    Dsync,
    /// `O_SYNC`: the same, and the file's times are durable with it.
    Sync,
    /// Write-through of each write by `RWF_DSYNC`, which the kernel turns into FUA if the device supports it.
    Fua,
    /// `fdatasync` after every `every` writes; the commit is complete when it returns.
    Fdatasync {
        /// Writes for each flush; more than 1 is a group commit.
        every: u32,
    },
    Fsync {
        every: u32,
    },
}

impl SyncMode {
    /// Writes for each flush; `None` if it does not flush.
    pub fn every(self) -> Option<u32> {
        match self {
            Self::Fdatasync { every } | Self::Fsync { every } => Some(every),
            Self::None | Self::Dsync | Self::Sync | Self::Fua => None,
        }
    }

    /// The same mode with this many writes for each flush, if it flushes.
    #[must_use]
    pub fn with_every(self, every: u32) -> Self {
        match self {
            Self::Fdatasync { .. } => Self::Fdatasync { every },
            Self::Fsync { .. } => Self::Fsync { every },
            other => other,
        }
    }
}

/// The words in jobs, in the lab book's notation and in keys of studies; each of them writes the count in its own way.
impl WordChoice for SyncMode {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("none", Self::None),
        ("dsync", Self::Dsync),
        ("sync", Self::Sync),
        ("fua", Self::Fua),
        ("fdatasync", Self::Fdatasync { every: 1 }),
        ("fsync", Self::Fsync { every: 1 }),
    ];

    fn word(self) -> &'static str {
        let once = self.with_every(1);
        Self::WORDS.iter().find(|known| known.1 == once).expect("every mode has a word").0
    }
}

base::words! {
    /// How the page cache is used.
    #[derive(Serialize, Deserialize)]
    pub enum CacheMode {
        Direct = "direct",
        Buffered = "buffered",
        /// Through the page cache, whose pages of the target are dropped once before.
        Dropped = "dropped",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WriteContent {
    /// Share of each block that compresses away, 0 to 100.
    pub compress_percent: f64,
    /// Share of blocks that repeat another block, 0 to 100.
    pub dedupe_percent: f64,
    pub zeros: bool,
}

base::words! {
    #[derive(Default, Serialize, Deserialize)]
    pub enum ContentCheck {
        #[default]
        No = "no",
        /// Writes are stamped with their offset and number, and reads of data that this run wrote are checked.
        Yes = "yes",
        /// The same for a stream that only reads; it skips blocks that this run did not write.
        Written = "written",
    }
}

/// When a stream ends: at the first condition that is met. At least one is set once read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StopCondition {
    /// Time measured after the warm-up.
    pub duration_ns: Option<Nanos>,
    pub bytes: Option<Bytes>,
    pub ios: Option<u64>,
    /// Until the throughput is known to this relative half-width (0.02 is 2 %).
    pub until_steady: Option<f64>,
    /// Whether the other streams of its phase end with it.
    pub ends_others: bool,
}

base::words! {
    /// What happens after an I/O error.
    #[derive(Serialize, Deserialize)]
    pub enum ErrorAction {
        /// The stream ends; everything measured is kept.
        Stop = "stop",
        Continue = "continue",
    }
}

impl Stream {
    /// A stream with the documented defaults: 8 KiB random reads, depth 1, direct, 30 s.
    pub fn new(name: &str, target: &str) -> Self {
        Self {
            name: name.to_owned(),
            target: target.to_owned(),
            read_percent: 100.0,
            read_blocks: BlockSizes::Fixed(Bytes::kib(8)),
            write_blocks: BlockSizes::Fixed(Bytes::kib(8)),
            access: AccessPattern::Uniform,
            cursor: CursorScope::Own,
            align: None,
            offset: Extent::Bytes(Bytes(0)),
            size: None,
            depth: 1,
            workers: 1,
            hosts: Vec::new(),
            pin: Vec::new(),
            delay: StartDelay::default(),
            seed: None,
            keep: None,
            pace: Pace::Closed,
            curve: None,
            tie: None,
            transaction: None,
            trim: TrimMode::No,
            sync: SyncMode::None,
            commit: None,
            flush_last: false,
            cache: CacheMode::Direct,
            drop_every: None,
            content: WriteContent { compress_percent: 0.0, dedupe_percent: 0.0, zeros: false },
            check: ContentCheck::No,
            stop: StopCondition { duration_ns: Some(Nanos::secs(30)), ..StopCondition::default() },
            on_error: ErrorAction::Stop,
            emulation: Emulation::default(),
        }
    }

    /// Rounds block sizes and alignment up to multiples of `unit_bytes`, as databases do on devices whose
    /// sectors are larger than their smallest write. A buffered stream needs no such fit.
    pub fn fit_to(&mut self, unit_bytes: u64) {
        if self.cache == CacheMode::Direct {
            self.read_blocks = self.read_blocks.rounded_up(unit_bytes);
            self.write_blocks = self.write_blocks.rounded_up(unit_bytes);
            let unit_bytes = unit_bytes.max(1);
            self.align = self.align.map(|align| Bytes(align.0.div_ceil(unit_bytes) * unit_bytes));
        }
    }

    /// The end of the last part of this target that it uses; `None` if it does not use the target, `Some(None)` if a part
    /// is a percentage or reaches to the end of the target.
    pub fn end_on(&self, target: &str) -> Option<Option<Bytes>> {
        let own = (self.target == target).then(|| match (self.offset, self.size) {
            (Extent::Bytes(from), Some(Extent::Bytes(length))) => {
                Some(Bytes(from.0.saturating_add(length.0)))
            }
            _ => None,
        });
        let others = self.emulation.files.iter().flat_map(|files| files.others.iter());
        let ends = others
            .filter(|part| part.target == target)
            .map(|part| Some(Bytes(part.offset.0.saturating_add(part.length.0))));
        own.into_iter().chain(ends).reduce(|a, b| a.zip(b).map(|(a, b)| a.max(b)))
    }

    /// The names of the targets that it uses, one for each of its files.
    pub fn targets(&self) -> impl Iterator<Item = &str> {
        let others = self.emulation.files.iter().flat_map(|files| files.others.iter());
        std::iter::once(self.target.as_str()).chain(others.map(|part| part.target.as_str()))
    }

    /// Whether any operation changes stored data: writes or trims.
    pub fn writes(&self) -> bool {
        self.read_percent < 100.0
    }
}
