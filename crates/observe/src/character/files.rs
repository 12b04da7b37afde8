//! Who does the I/O: shares of files, of roles and of processes.

use super::runs::RunStep;
use crate::files::{FileIndex, FileMap};
use crate::roles::{self, FileBehaviour, FileRole};
use crate::{IoEvent, IoFlags, IoKind, Process};
use serde::{Deserialize, Serialize};

/// The most files and processes that are listed; the others are summed up.
const NAMED_MAX: usize = 200;
const PROCESSES_MAX: usize = 65_536;
/// The most files with writes that wait for a flush; databases have far fewer.
const PENDING_MAX: usize = 4_096;

/// Reads and writes of one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DirectionShare {
    pub operations: u64,
    pub bytes: u64,
    /// The share of the I/Os of this direction of the whole device, 0 to 1.
    pub operations_share: f64,
    /// The share of them that continue the previous I/O, 0 to 1. A write that starts within the previous write continues it too,
    /// because a log rewrites its last page.
    pub sequential_share: f64,
    /// The 10th and 90th percentile of the sizes in bytes, as powers of two.
    pub size_bytes_range: (u64, u64),
    pub latency_ns_mean: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileShare {
    pub path: String,
    /// The relation that a database keeps in it, if names were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relation: Option<String>,
    pub role: FileRole,
    /// Whether the role comes from its path; otherwise it comes from its access pattern.
    pub role_by_path: bool,
    pub read: DirectionShare,
    pub write: DirectionShare,
    /// The share of writes with FUA, or with a flush before the next write to the file, 0 to 1.
    pub durable_write_share: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProcessShare {
    pub process: Process,
    pub reads: u64,
    pub writes: u64,
    pub bytes: u64,
    /// The mean latency of its I/Os in nanoseconds, where it is known.
    pub latency_ns_mean: Option<f64>,
}

#[derive(Clone, Copy, Default)]
struct LatencySum {
    operations: u64,
    sum_ns: u64,
}

impl LatencySum {
    fn add(&mut self, event: &IoEvent) {
        let Some(latency_ns) = event.latency_ns else { return };
        self.operations += 1;
        self.sum_ns = self.sum_ns.saturating_add(latency_ns);
    }

    fn mean_ns(self) -> Option<f64> {
        (self.operations > 0).then(|| self.sum_ns as f64 / self.operations as f64)
    }
}

#[derive(Clone, Copy, Default)]
struct ProcessFold {
    reads: u64,
    writes: u64,
    bytes: u64,
    latency: LatencySum,
}

/// Classes of sizes by logarithm; larger sizes count in the last class.
const SIZE_CLASSES: usize = 26;

#[derive(Clone, Copy)]
struct DirectionFold {
    operations: u64,
    bytes: u64,
    sequential: u64,
    sizes: [u64; SIZE_CLASSES],
    latency: LatencySum,
    /// Start and end of the last I/O.
    last_bytes: (u64, u64),
}

impl Default for DirectionFold {
    fn default() -> Self {
        Self {
            operations: 0,
            bytes: 0,
            sequential: 0,
            sizes: [0; SIZE_CLASSES],
            latency: LatencySum::default(),
            last_bytes: (u64::MAX, u64::MAX),
        }
    }
}

impl DirectionFold {
    fn add(&mut self, event: &IoEvent, step: RunStep) {
        let length = u64::from(event.length_bytes);
        self.operations += 1;
        self.bytes += length;
        self.latency.add(event);
        let (start, end) = self.last_bytes;
        let again = event.operation == IoKind::Write && start <= event.offset_bytes;
        let follows =
            step.position > 0 || event.offset_bytes == end || again && event.offset_bytes < end;
        self.sequential += u64::from(follows);
        self.last_bytes = (event.offset_bytes, event.offset_bytes.saturating_add(length));
        self.sizes[(length.next_power_of_two().ilog2() as usize).min(SIZE_CLASSES - 1)] += 1;
    }

    fn size_bytes(&self, share: f64) -> u64 {
        let wanted = self.operations as f64 * share;
        let mut sum = 0;
        let class = self.sizes.iter().position(|count| {
            sum += count;
            sum as f64 >= wanted
        });
        1 << class.unwrap_or(0)
    }

    fn share(&self, all: u64) -> DirectionShare {
        let of = |part: u64, all: u64| part as f64 / all.max(1) as f64;
        DirectionShare {
            operations: self.operations,
            bytes: self.bytes,
            operations_share: of(self.operations, all),
            sequential_share: of(self.sequential, self.operations),
            size_bytes_range: (self.size_bytes(0.1), self.size_bytes(0.9)),
            latency_ns_mean: self.latency.mean_ns(),
        }
    }
}

#[derive(Clone, Default)]
struct FileFold {
    read: DirectionFold,
    write: DirectionFold,
    durable: u64,
    /// The end of the last write without a later flush.
    pending_ns: Option<u64>,
}

/// Counts the I/O of files and processes.
#[derive(Default)]
pub(super) struct OwnerFold {
    files: Vec<FileFold>,
    roles: Vec<Option<FileRole>>,
    pending: Vec<u32>,
    unmapped: u64,
    mapped: u64,
    processes: Vec<ProcessFold>,
}

impl OwnerFold {
    /// Takes an I/O; returns the role of its file.
    pub(super) fn add(
        &mut self,
        event: &IoEvent,
        step: RunStep,
        map: Option<&FileMap>,
    ) -> Option<FileRole> {
        let process = (event.process.0 as usize).min(PROCESSES_MAX);
        if self.processes.len() <= process {
            self.processes.resize(process + 1, ProcessFold::default());
        }
        let counts = &mut self.processes[process];
        match event.operation {
            IoKind::Read => counts.reads += 1,
            IoKind::Write => counts.writes += 1,
            IoKind::Flush | IoKind::Trim => {}
        }
        if event.operation != IoKind::Trim {
            counts.bytes += u64::from(event.length_bytes);
        }
        counts.latency.add(event);
        let map = map?;
        let end_ns = event.issued_ns.saturating_add(event.latency_ns.unwrap_or(0));
        if event.operation == IoKind::Flush || event.flags.has(IoFlags::PREFLUSH) {
            self.flushed(event.issued_ns);
        }
        if !matches!(event.operation, IoKind::Read | IoKind::Write) {
            return None;
        }
        let Some(FileIndex(index)) = map.lookup(event.offset_bytes) else {
            self.unmapped += 1;
            return None;
        };
        self.mapped += 1;
        if self.files.is_empty() {
            self.files.resize(map.paths().len(), FileFold::default());
            self.roles = map.paths().iter().map(|path| roles::of_path(path)).collect();
        }
        let file = &mut self.files[index as usize];
        match event.operation {
            IoKind::Read => file.read.add(event, step),
            _ => {
                file.write.add(event, step);
                let durable = event.flags.has(IoFlags::FUA);
                file.durable += u64::from(durable);
                let waits = file.pending_ns.is_some();
                file.pending_ns =
                    (!durable && (waits || self.pending.len() < PENDING_MAX)).then_some(end_ns);
                if file.pending_ns.is_some() && !waits {
                    self.pending.push(index);
                }
            }
        }
        Some(self.roles[index as usize].unwrap_or(FileRole::Other))
    }

    /// Counts the last write to each file as durable if it ended before this flush.
    fn flushed(&mut self, now_ns: u64) {
        let files = &mut self.files;
        self.pending.retain(|index| {
            let file = &mut files[*index as usize];
            let done = file.pending_ns.is_some_and(|end| end <= now_ns);
            if done {
                file.durable += 1;
                file.pending_ns = None;
            }
            file.pending_ns.is_some()
        });
    }

    /// The share of reads and writes whose file is known, 0 to 1; `None` without a map.
    pub(super) fn mapped_share(&self) -> Option<f64> {
        let all = self.mapped + self.unmapped;
        (all > 0).then(|| self.mapped as f64 / all as f64)
    }

    /// The busiest files, and how many others had I/O.
    pub(super) fn files(&self, map: &FileMap, reads: u64, writes: u64) -> (Vec<FileShare>, u64) {
        let share = |(index, file): (usize, &FileFold)| {
            let (read, write) = (file.read.share(reads), file.write.share(writes));
            let operations = (read.operations + write.operations).max(1) as f64;
            let durable_write_share = file.durable as f64 / write.operations.max(1) as f64;
            let behaviour = FileBehaviour {
                read_share: read.operations as f64 / operations,
                sequential_write_share: write.sequential_share,
                durable_write_share,
                write_bytes_mean: write.bytes as f64 / write.operations.max(1) as f64,
            };
            let by_path = self.roles[index];
            FileShare {
                path: map.paths()[index].clone(),
                relation: None,
                role: by_path.unwrap_or_else(|| roles::of_behaviour(&behaviour)),
                role_by_path: by_path.is_some(),
                read,
                write,
                durable_write_share,
            }
        };
        let busy = |file: &FileFold| file.read.operations + file.write.operations;
        let mut all: Vec<(usize, &FileFold)> =
            self.files.iter().enumerate().filter(|(_, file)| busy(file) > 0).collect();
        all.sort_by_key(|(index, file)| (std::cmp::Reverse(busy(file)), *index));
        let others = all.len().saturating_sub(NAMED_MAX) as u64;
        (all.into_iter().take(NAMED_MAX).map(share).collect(), others)
    }

    pub(super) fn processes(&self, names: &[Process]) -> Vec<ProcessShare> {
        let mut all: Vec<ProcessShare> = self
            .processes
            .iter()
            .enumerate()
            .filter(|(_, counts)| counts.reads + counts.writes > 0)
            .filter_map(|(index, counts)| {
                Some(ProcessShare {
                    process: names.get(index)?.clone(),
                    reads: counts.reads,
                    writes: counts.writes,
                    bytes: counts.bytes,
                    latency_ns_mean: counts.latency.mean_ns(),
                })
            })
            .collect();
        all.sort_by_key(|one| (std::cmp::Reverse(one.reads + one.writes), one.process.pid));
        all.truncate(NAMED_MAX);
        all
    }
}
