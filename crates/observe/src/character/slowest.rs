//! The slowest I/Os of a load, with their place and process.

use crate::files::FileMap;
use crate::{IoEvent, IoKind, Process};
use serde::{Deserialize, Serialize};

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
            let process = names.get(event.process.0 as usize).filter(|one| !one.name.is_empty());
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
