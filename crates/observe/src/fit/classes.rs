//! The classes that become streams, and their block sizes: takes all events, divides them by owner, operation and sequence.

use super::owners::{self, IoOwner, OwnerTable};
use super::pace;
use super::parts::ClassPart;
use super::sessions::FoundSessions;
use crate::roles::FileRole;
use crate::{IoEvent, IoFlags, IoKind};
use base::Bytes;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use workload::{BlockSizes, SyncMode};

/// Sequential runs of at least this many I/Os form a separate class.
const RUN_MIN: u32 = 32;
/// Ends of runs that are remembered: the most sequential streams of one operation that can be distinguished.
const RUNS_OPEN: usize = 64;
/// A class below this share of all reads and writes gets no stream.
const SHARE_MIN: f64 = 0.002;
/// A class is divided if both parts have at least this share of it.
const PART_MIN: f64 = 0.03;
/// The least flushes per write at which the writes of a class count as flushed.
const FLUSHED_MIN: f64 = 0.02;
/// The most writes of a class before a flush that are examined.
const FLUSHED_WRITES_MAX: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClassKind {
    /// Reads and writes of one closed loop.
    Mixed,
    Reads,
    Writes,
    SequentialReads,
    SequentialWrites,
}

/// Events that become one stream.
pub(super) struct Class {
    pub(super) process: String,
    pub(super) role: Option<FileRole>,
    /// The position of the device of several; offsets are those on it.
    pub(super) volume: usize,
    pub(super) kind: ClassKind,
    /// Reads and writes in the order of their issue; never empty.
    pub(super) events: Vec<IoEvent>,
    pub(super) closed: Option<pace::ClosedLoop>,
    pub(super) flushes: u64,
    /// Its part in the transactions of sessions, if any.
    pub(super) part: Option<ClassPart>,
}

impl Class {
    pub(super) fn end_bytes(&self) -> u64 {
        self.events.iter().map(IoEvent::end_bytes).max().unwrap_or(0)
    }

    pub(super) fn read_percent(&self) -> f64 {
        let reads = self.events.iter().filter(|event| event.operation == IoKind::Read).count();
        reads as f64 * 100.0 / self.events.len() as f64
    }

    /// How its writes are made durable.
    pub(super) fn sync(&self) -> SyncMode {
        let writes = self.events.iter().filter(|event| event.operation == IoKind::Write);
        let (mut count, mut durable) = (0u64, 0u64);
        for write in writes {
            count += 1;
            durable += u64::from(write.flags.has(IoFlags::FUA));
        }
        if durable * 2 > count {
            SyncMode::Fua
        } else if self.flushes as f64 >= count as f64 * FLUSHED_MIN && count > 0 {
            let every = (count as f64 / self.flushes as f64).round().max(1.0);
            SyncMode::Fdatasync { every: every as u32 }
        } else {
            SyncMode::None
        }
    }

    /// A name for its stream, such as `data-postgres-reads`.
    pub(super) fn base_name(&self) -> String {
        let kind = match self.kind {
            ClassKind::Mixed => "mixed",
            ClassKind::Reads => "reads",
            ClassKind::Writes => "writes",
            ClassKind::SequentialReads => "sequential-reads",
            ClassKind::SequentialWrites => "sequential-writes",
        };
        let word = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let process: String = self.process.chars().map(word).collect();
        let words = [self.role.map_or("", FileRole::name), process.trim_matches('-'), kind];
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
    }
}

/// All classes, the largest first, and the number of events in none.
pub(super) struct EventClasses {
    pub(super) classes: Vec<Class>,
    pub(super) left_out: u64,
}

pub(super) fn divide(
    events: &[IoEvent],
    owners: &OwnerTable<'_>,
    sessions: Option<&FoundSessions>,
) -> EventClasses {
    let mut groups: BTreeMap<(IoOwner<'_>, Option<ClassPart>), Vec<IoEvent>> = BTreeMap::new();
    for event in events.iter().filter(|event| event.is_transfer()) {
        let owner = owners.of(event);
        let part = sessions.and_then(|sessions| ClassPart::of(event, owner.role, sessions));
        groups.entry((owner, part)).or_default().push(owners.on_device(event));
    }
    let all: usize = groups.values().map(Vec::len).sum();
    let mut classes: Vec<Class> = Vec::new();
    for ((owner, part), events) in groups {
        classes.extend(divide_group(owner, part, events));
    }
    classes.retain(|class| class.events.len() as f64 >= all as f64 * SHARE_MIN);
    classes.sort_by_key(|class| std::cmp::Reverse(class.events.len()));
    attribute_flushes(events, owners, &mut classes);
    let kept: usize = classes.iter().map(|class| class.events.len()).sum();
    let flushes = events.iter().filter(|event| event.operation == IoKind::Flush).count();
    EventClasses { classes, left_out: (events.len() - flushes - kept) as u64 }
}

fn divide_group(owner: IoOwner<'_>, part: Option<ClassPart>, events: Vec<IoEvent>) -> Vec<Class> {
    let class = |kind: ClassKind, events: Vec<IoEvent>, closed: Option<pace::ClosedLoop>| Class {
        process: owner.process.to_owned(),
        role: owner.role,
        volume: owner.volume,
        kind,
        events,
        closed,
        flushes: 0,
        part,
    };
    match part {
        Some(ClassPart::Sessions | ClassPart::Ahead) => {
            return vec![class(ClassKind::Reads, events, None)];
        }
        Some(ClassPart::Commit | ClassPart::Behind) => {
            return vec![class(ClassKind::Writes, events, None)];
        }
        None => {}
    }
    let reads = events.iter().filter(|event| event.operation == IoKind::Read).count();
    let mixed = reads > 0 && reads < events.len();
    if mixed && let Some(closed) = pace::closed_loop(&events) {
        return vec![class(ClassKind::Mixed, events, Some(closed))];
    }
    let (reads, writes): (Vec<IoEvent>, Vec<IoEvent>) =
        events.into_iter().partition(|event| event.operation == IoKind::Read);
    let kinds = [
        (reads, ClassKind::Reads, ClassKind::SequentialReads),
        (writes, ClassKind::Writes, ClassKind::SequentialWrites),
    ];
    let mut classes = Vec::new();
    for (events, random, sequential) in kinds {
        if let Some(closed) = pace::closed_loop(&events) {
            classes.push(class(random, events, Some(closed)));
            continue;
        }
        for (events, kind) in by_sequence(events).into_iter().zip([random, sequential]) {
            if !events.is_empty() {
                classes.push(class(kind, events, None));
            }
        }
    }
    classes
}

/// The events outside and inside long runs, if both are many; otherwise all events in one of the two.
fn by_sequence(events: Vec<IoEvent>) -> [Vec<IoEvent>; 2] {
    let runs = runs(&events);
    let mut lengths = vec![0u32; runs.iter().map(|run| run + 1).max().unwrap_or(0)];
    for run in &runs {
        lengths[*run] += 1;
    }
    let long = |index: &usize| lengths[runs[*index]] >= RUN_MIN;
    let within = (0..events.len()).filter(long).count() as f64 / (events.len() as f64).max(1.0);
    if within < PART_MIN {
        return [events, Vec::new()];
    }
    if within > 1.0 - PART_MIN {
        return [Vec::new(), events];
    }
    let (mut apart, mut together) = (Vec::new(), Vec::new());
    for (index, event) in events.into_iter().enumerate() {
        if long(&index) { &mut together } else { &mut apart }.push(event);
    }
    [apart, together]
}

/// The number of the run that each event belongs to. A run continues if an event starts at the end of one of the last
/// runs.
pub(super) fn runs(events: &[IoEvent]) -> Vec<usize> {
    let mut open: VecDeque<(u64, usize)> = VecDeque::with_capacity(RUNS_OPEN + 1);
    let mut count = 0;
    let mut numbers = Vec::with_capacity(events.len());
    for event in events {
        let found = open.iter().position(|(end, _)| *end == event.offset_bytes);
        let run = match found.and_then(|at| open.remove(at)) {
            Some((_, run)) => run,
            None => {
                count += 1;
                count - 1
            }
        };
        open.push_front((event.end_bytes(), run));
        open.truncate(RUNS_OPEN);
        numbers.push(run);
    }
    numbers
}

/// Assigns each flush to the class whose write completed last before it; classes of the same process take precedence.
/// The kernel also issues flushes for other processes, so a kernel process as issuer says nothing.
fn attribute_flushes(events: &[IoEvent], owners: &OwnerTable<'_>, classes: &mut [Class]) {
    let mut next: Vec<usize> = vec![0; classes.len()];
    for flush in events.iter().filter(|event| event.operation == IoKind::Flush) {
        let owner = owners.of(flush);
        let mut last: Option<((bool, u64), usize)> = None;
        let of_device = classes.iter().enumerate().filter(|(_, one)| one.volume == owner.volume);
        for (number, class) in of_device {
            let events = &class.events;
            while next[number] < events.len() && events[next[number]].issued_ns <= flush.issued_ns {
                next[number] += 1;
            }
            let before = events[..next[number]].iter().rev().take(FLUSHED_WRITES_MAX);
            let writes = before.filter(|event| event.operation == IoKind::Write);
            let ends = writes.map(|write| write.issued_ns + write.latency_ns.unwrap_or(0));
            // The flush did not wait for a write in flight, but that may be the only write.
            let ends = ends.map(|end_ns| if end_ns <= flush.issued_ns { end_ns } else { 0 });
            let Some(end_ns) = ends.max() else { continue };
            let is_own = owner.process != owners::KERNEL_WORKER && class.process == owner.process;
            if last.is_none_or(|(best, _)| (is_own, end_ns) > best) {
                last = Some(((is_own, end_ns), number));
            }
        }
        if let Some((_, number)) = last {
            classes[number].flushes += 1;
        }
    }
}

const SIZES_MAX: usize = 32;

/// The sizes of reads and of writes.
pub(super) fn block_sizes(events: &[IoEvent]) -> (BlockSizes, BlockSizes) {
    let reads = counted(events, IoKind::Read);
    let writes = counted(events, IoKind::Write);
    let reads = blocks(if reads.is_empty() { writes.clone() } else { reads.clone() });
    (reads.clone(), if writes.is_empty() { reads } else { blocks(writes) })
}

fn counted(events: &[IoEvent], operation: IoKind) -> BTreeMap<u64, u64> {
    let mut counts = BTreeMap::new();
    for event in events.iter().filter(|event| event.operation == operation) {
        *counts.entry(u64::from(event.length_bytes)).or_default() += 1;
    }
    counts
}

fn blocks(mut counts: BTreeMap<u64, u64>) -> BlockSizes {
    while counts.len() > SIZES_MAX {
        let Some((&rarest, &count)) = counts.iter().min_by_key(|(_, count)| **count) else { break };
        counts.remove(&rarest);
        let below = counts.range(..rarest).next_back().map(|(size, _)| *size);
        let above = counts.range(rarest..).next().map(|(size, _)| *size);
        let nearest = [below, above].into_iter().flatten().min_by_key(|s| s.abs_diff(rarest));
        if let Some(into) = nearest.and_then(|size| counts.get_mut(&size)) {
            *into += count;
        }
    }
    match counts.iter().next() {
        Some((&size, _)) if counts.len() == 1 => BlockSizes::Fixed(Bytes(size)),
        None => BlockSizes::Fixed(Bytes::kib(8)),
        _ => BlockSizes::Weighted(
            counts.into_iter().map(|(size, count)| (Bytes(size), count as f64)).collect(),
        ),
    }
}
