//! The I/Os of one operation: sizes, latencies, sequences and places; the slowest of all.

use super::footprint::FootprintFold;
use super::locality::{Locality, LocalityFold};
use super::runs::{RunStep, SequentialAccess};
use crate::files::FileMap;
use crate::{IoEvent, IoKind, Process};
use sample::Histogram;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most different sizes that are counted; further sizes count as the next larger power of two.
const SIZES_MAX: usize = 4_096;

/// The figures of the I/Os of one operation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OperationCharacter {
    pub operation: IoKind,
    pub operations: f64,
    pub bytes: Option<f64>,
    pub latency_ns_mean: Option<f64>,
    /// The time in the kernel's I/O scheduler before it; absent if none was inserted into one.
    pub queueing: Option<QueueingTime>,
    /// For each size: the share of I/Os, 0 to 1. Empty if only means are known.
    pub sizes: Vec<SizeShare>,
    /// Latencies by classes of size. Empty if only the mean is known.
    pub latencies: Vec<LatencyClass>,
    /// Sequential runs; absent if offsets are unknown.
    pub sequential: Option<SequentialAccess>,
    /// The estimated number of different bytes that were read or written; absent if offsets are unknown.
    pub footprint_bytes: Option<f64>,
    /// Locality of the I/Os that do not continue a run; absent if offsets are unknown.
    pub locality: Option<Locality>,
}

impl OperationCharacter {
    /// The mean size in bytes; `None` without I/O or where bytes are not known.
    pub fn size_bytes_mean(&self) -> Option<f64> {
        Some(self.bytes? / self.operations).filter(|_| self.operations > 0.0)
    }

    /// The size that `share` (0 to 1) of the I/Os do not exceed; `None` if sizes are unknown.
    pub fn size_bytes_quantile(&self, share: f64) -> Option<u32> {
        let mut sum = 0.0;
        let reached = self.sizes.iter().find(|size| {
            sum += size.operations_share;
            sum >= share - 1e-9
        });
        reached.map(|size| size.length_bytes)
    }
}

/// The time from insertion into the kernel's I/O scheduler until the issue to the device.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct QueueingTime {
    /// How many I/Os were inserted; requests that skip the scheduler are not.
    pub operations: u64,
    pub mean_ns: f64,
    pub p99_ns: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SizeShare {
    pub length_bytes: u32,
    pub operations_share: f64,
}

/// The latencies of I/Os of similar size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LatencyClass {
    /// The largest size; sizes down to half of it belong to the class.
    pub length_bytes_max: u64,
    pub operations: u64,
    pub mean_ns: f64,
    /// Quantiles (0 to 1) in nanoseconds.
    pub quantiles_ns: Vec<(f64, u64)>,
}

const QUANTILES: [f64; 7] = [0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 0.9999];

/// Counts the I/Os of one operation.
#[derive(Default)]
pub(super) struct OperationFold {
    operations: u64,
    bytes: u64,
    sizes: BTreeMap<u32, u64>,
    /// One histogram per logarithm of the size.
    latencies: Vec<Histogram>,
    queued: Option<Box<Histogram>>,
    footprint: FootprintFold,
    locality: Option<Box<LocalityFold>>,
}

impl OperationFold {
    pub(super) fn add(&mut self, event: &IoEvent, step: RunStep) {
        let length = event.length_bytes;
        self.operations += 1;
        self.bytes += u64::from(length);
        let known = self.sizes.len() < SIZES_MAX || self.sizes.contains_key(&length);
        let size =
            if known { length } else { length.checked_next_power_of_two().unwrap_or(u32::MAX) };
        *self.sizes.entry(size).or_default() += 1;
        if let Some(latency_ns) = event.latency_ns {
            let class = u64::from(length).next_power_of_two().ilog2() as usize;
            if self.latencies.len() <= class {
                self.latencies.resize(class + 1, Histogram::new());
            }
            self.latencies[class].record(latency_ns);
        }
        if let Some(queued_ns) = event.queued_ns {
            self.queued.get_or_insert_with(|| Box::new(Histogram::new())).record(queued_ns);
        }
        if event.is_transfer() {
            self.footprint.add(event.offset_bytes, length);
        }
        if step.position == 0 && event.operation != IoKind::Flush {
            self.locality.get_or_insert_default().add(event.offset_bytes, length);
        }
    }

    pub(super) fn operations(&self) -> u64 {
        self.operations
    }

    pub(super) fn has_latency(&self) -> bool {
        self.latencies.iter().any(|class| !class.is_empty())
    }

    pub(super) fn character(
        &self,
        operation: IoKind,
        sequential: Option<SequentialAccess>,
    ) -> Option<OperationCharacter> {
        if self.operations == 0 {
            return None;
        }
        let all = self.operations as f64;
        let mut total = Histogram::new();
        self.latencies.iter().for_each(|class| total.merge(class));
        let share = |(length, count): (&u32, &u64)| SizeShare {
            length_bytes: *length,
            operations_share: *count as f64 / all,
        };
        let classes = self.latencies.iter().enumerate().filter(|(_, class)| !class.is_empty());
        Some(OperationCharacter {
            operation,
            operations: all,
            bytes: Some(self.bytes as f64),
            latency_ns_mean: (!total.is_empty()).then(|| total.moments().mean_ns),
            queueing: self.queued.as_ref().map(|queued| QueueingTime {
                operations: queued.count(),
                mean_ns: queued.moments().mean_ns,
                p99_ns: queued.quantile_ns(0.99),
            }),
            sizes: self.sizes.iter().map(share).collect(),
            latencies: classes
                .map(|(class, histogram)| latency_class(1 << class, histogram))
                .collect(),
            sequential: sequential.filter(|_| operation != IoKind::Flush),
            footprint_bytes: matches!(operation, IoKind::Read | IoKind::Write)
                .then(|| self.footprint.bytes()),
            locality: self.locality.as_ref().and_then(|fold| fold.locality()),
        })
    }
}

fn latency_class(length_bytes_max: u64, histogram: &Histogram) -> LatencyClass {
    LatencyClass {
        length_bytes_max,
        operations: histogram.count(),
        mean_ns: histogram.moments().mean_ns,
        quantiles_ns: QUANTILES.iter().map(|q| (*q, histogram.quantile_ns(*q))).collect(),
    }
}

const SLOWEST: usize = 20;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlowIo {
    /// When it was issued, in nanoseconds since the start of the capture.
    pub issued_ns: u64,
    pub latency_ns: u64,
    pub operation: IoKind,
    pub offset_bytes: u64,
    pub length_bytes: u32,
    /// Absent if the source names none.
    pub process: Option<Process>,
    pub path: Option<String>,
    /// The relation that a database keeps in this file, if names were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relation: Option<String>,
}

/// Keeps the slowest I/Os, the slowest first.
#[derive(Default)]
pub(super) struct SlowestFold(Vec<(u64, IoEvent)>);

impl SlowestFold {
    pub(super) fn add(&mut self, event: &IoEvent) {
        let Some(latency_ns) = event.latency_ns else { return };
        if self.0.len() == SLOWEST && self.0.last().is_some_and(|last| latency_ns <= last.0) {
            return;
        }
        let at = self.0.partition_point(|kept| kept.0 >= latency_ns);
        self.0.insert(at, (latency_ns, *event));
        self.0.truncate(SLOWEST);
    }

    pub(super) fn slowest(&self, names: &[Process], map: Option<&FileMap>) -> Vec<SlowIo> {
        let of = |(latency_ns, event): &(u64, IoEvent)| {
            let process =
                names.get(event.process.0 as usize).filter(|process| !process.name.is_empty());
            let map = map.filter(|_| event.is_transfer());
            let path = map.and_then(|map| Some(map.path(map.lookup(event.offset_bytes)?)));
            SlowIo {
                issued_ns: event.issued_ns,
                latency_ns: *latency_ns,
                operation: event.operation,
                offset_bytes: event.offset_bytes,
                length_bytes: event.length_bytes,
                process: process.cloned(),
                path: path.map(str::to_owned),
                relation: None,
            }
        };
        self.0.iter().map(of).collect()
    }
}
