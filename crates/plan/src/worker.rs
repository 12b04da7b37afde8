//! The plan: every worker's work in bytes, nanoseconds and seeds, with nothing left to decide.

use base::{Bytes, IoKind};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::PathBuf;
use workload::emulation::Prefill;
use workload::stream::{CommitPattern, LatencyTarget};
use workload::{
    AccessPattern, BlockSizes, CacheMode, Emulation, EngineKind, ErrorAction, Pace, RateCurve,
    RateLink, SyncMode, TransactionPart, TrimMode, WriteContent,
};

/// All work of the engine, with all choices made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    pub engine: EngineKind,
    pub iopoll: bool,
    /// Submit by a kernel thread.
    pub sqpoll: bool,
    pub seed: u64,
    pub interval_ns: u64,
    pub targets: Vec<TargetPlan>,
    /// Stream names, in the order that [`WorkerPlan::stream`] counts.
    pub streams: Vec<String>,
    pub phases: Vec<PhasePlan>,
}

impl Plan {
    /// The smallest range that holds everything that is read of a target; `None` if nothing is.
    pub fn read_range(&self, target: usize) -> Option<Range<u64>> {
        let workers = self.phases.iter().flat_map(|phase| &phase.workers);
        let parts = workers.flat_map(WorkerPlan::read_parts);
        parts.filter(|part| part.0 == target).map(|part| part.1).reduce(hull)
    }
}

fn hull(a: Range<u64>, b: Range<u64>) -> Range<u64> {
    a.start.min(b.start)..a.end.max(b.end)
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TargetPlan {
    /// The file or device; absent for null and simulated targets.
    pub path: Option<PathBuf>,
    pub sim: Option<String>,
    /// The bytes that may be used, from 0.
    pub size_bytes: u64,
    /// Bytes to prefill before the start, from the present end of the file to `size_bytes`; 0: nothing to prefill.
    pub prefill_bytes: u64,
    pub prefill: Prefill,
    pub writes: bool,
}

/// Workers that run at the same time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PhasePlan {
    /// A name for people.
    pub name: String,
    /// The warm-up at the start, measured but not counted, in nanoseconds.
    pub warm_up_ns: u64,
    pub pause_ns: u64,
    pub workers: Vec<WorkerPlan>,
}

/// One worker's work. Limits are this worker's share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerPlan {
    /// Index into [`Plan::streams`].
    pub stream: usize,
    /// Index into [`Plan::targets`].
    pub target: usize,
    /// This worker's number within its stream, from 0.
    pub worker: u32,
    /// Workers that share one cursor have the same number; `None`: it has its own cursor.
    pub shared_cursor: Option<usize>,
    pub offset_bytes: u64,
    pub length_bytes: u64,
    /// Offsets are `offset_bytes` plus multiples of this.
    pub align_bytes: u64,
    pub read_share: f64,
    pub read_blocks: BlockSizes,
    pub write_blocks: BlockSizes,
    pub access: AccessPattern,
    pub depth: u32,
    pub latency_target: Option<LatencyTarget>,
    pub cpu: Option<u32>,
    /// How long it waits at the start of the phase, in nanoseconds; the same for all workers of a stream.
    pub delay_ns: u64,
    /// The pace of operations; rates are this worker's share.
    pub pace: Pace,
    /// The offset of this worker's arrivals within the stream's schedule, 0 to 1 of one arrival distance.
    pub pace_offset: f64,
    /// How its rate changes over time.
    pub curve: Option<RateCurve>,
    /// The stream that its rate is linked to; the weight is this worker's share.
    pub tie: Option<RateLink>,
    /// Its part of the transactions of its phase; rates are this worker's share.
    pub transaction: Option<TransactionPart>,
    pub trim: TrimMode,
    pub sync: SyncMode,
    /// The commit that each arrival of an open loop is, if any.
    pub commit: Option<CommitPattern>,
    /// Whether its last operation is a flush.
    pub flush_last: bool,
    pub cache: CacheMode,
    /// Bytes after which the cached pages of its part are dropped again.
    pub drop_every: Option<u64>,
    pub content: WriteContent,
    /// How reads check written data; `None`: no check.
    pub check: Option<ContentCheckPlan>,
    /// Counted time after the warm-up, in nanoseconds.
    pub duration_ns: Option<u64>,
    pub bytes_max: Option<u64>,
    pub ios_max: Option<u64>,
    /// Run until the confidence interval of the throughput has this relative half-width; the caller decides.
    pub until_steady: Option<f64>,
    /// Whether the end of its stream ends the phase.
    pub ends_others: bool,
    pub on_error: ErrorAction,
    pub emulation: Emulation,
    /// The files after the first, if it uses several in turn.
    pub files: Vec<FilePlan>,
    pub seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FilePlan {
    /// Index into [`Plan::targets`].
    pub target: usize,
    pub offset_bytes: u64,
    pub length_bytes: u64,
}

impl WorkerPlan {
    /// What it reads: an index into [`Plan::targets`] and a range in bytes.
    fn read_parts(&self) -> Vec<(usize, Range<u64>)> {
        if let Some(trace) = &self.emulation.replay {
            let reads = trace.iter().filter(|one| one.kind == IoKind::Read);
            let range = reads.map(|one| one.offset.0..one.offset.0 + one.length.0).reduce(hull);
            return range.map(|range| (self.target, range)).into_iter().collect();
        }
        if self.read_share <= 0.0 {
            return Vec::new();
        }
        let own = (self.target, self.offset_bytes..self.offset_bytes + self.length_bytes);
        let others = self.files.iter();
        let others = others.map(|f| (f.target, f.offset_bytes..f.offset_bytes + f.length_bytes));
        std::iter::once(own).chain(others).collect()
    }

    /// The simplest worker: random reads of one size in a closed loop, until it is stopped. Others differ from it in the fields that they
    /// name.
    pub fn random_reads(length_bytes: u64, block: Bytes) -> Self {
        Self {
            stream: 0,
            target: 0,
            worker: 0,
            shared_cursor: None,
            offset_bytes: 0,
            length_bytes,
            align_bytes: block.0,
            read_share: 1.0,
            read_blocks: BlockSizes::Fixed(block),
            write_blocks: BlockSizes::Fixed(block),
            access: AccessPattern::Uniform,
            depth: 1,
            latency_target: None,
            cpu: None,
            delay_ns: 0,
            pace: Pace::Closed,
            pace_offset: 0.0,
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
            check: None,
            duration_ns: None,
            bytes_max: None,
            ios_max: None,
            until_steady: None,
            ends_others: false,
            on_error: ErrorAction::Stop,
            emulation: Emulation::default(),
            files: Vec::new(),
            seed: 0,
        }
    }

    /// The part of each file that it uses, the first one first.
    pub fn parts(&self) -> impl Iterator<Item = FilePlan> {
        let (target, offset_bytes, length_bytes) =
            (self.target, self.offset_bytes, self.length_bytes);
        let first = FilePlan { target, offset_bytes, length_bytes };
        std::iter::once(first).chain(self.files.iter().copied())
    }
}

/// How one worker's part of a target is checked. No other worker uses that part in the same phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentCheckPlan {
    /// The unit of stamps: lengths of operations and their offsets in the part are multiples of it.
    pub page_bytes: u32,
    /// Whether reads skip pages that the run did not write; these count as moved.
    pub leaves_out: bool,
    /// Whether no other worker's writes to the part are unknown, so that the expected write of each page is known.
    pub knows_all: bool,
}
