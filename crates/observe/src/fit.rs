//! A workload of few streams that reproduces a capture: takes events in the order of their issue, gives streams with their sizes,
//! offsets, and times.
//!
//! The events are divided into classes (`classes`): by process and role of the file (`owners`), by operation, and by whether they
//! are sequential on the device. Each class becomes one stream: `classes` gives its block sizes, `space` its access
//! pattern, and `pace` its loop. A loop is closed if each I/O waits for the completion of another one; otherwise it is open, with
//! the rate of the class over time (`changes`). If `sessions` finds transactions of a database, `parts` gives each class its part.

mod averages;
mod changes;
mod classes;
mod owners;
mod pace;
mod parts;
mod sessions;
mod space;
#[cfg(test)]
mod tests;

use crate::files::FileMap;
use crate::roles::FileRole;
use crate::{CapturedVolume, IoEvent, Process};
use base::Nanos;
use owners::OwnerTable;
use serde::{Deserialize, Serialize};
use workload::{Batch, JobTarget, StopCondition, Stream, TargetLocation, Workload};

pub use averages::{FitAssumption, fit_averages};
pub use classes::ClassKind;
pub use pace::{ClosedLoop, FittedPace};
pub use sessions::{FittedSessions, KnownSessions};

/// The input of the fit, except the events.
#[derive(Clone, Copy, Debug, Default)]
pub struct FitInput<'a> {
    /// The processes that the events refer to.
    pub processes: &'a [Process],
    pub map: Option<&'a FileMap>,
    /// The devices of a capture of several: each becomes a target.
    pub volumes: &'a [CapturedVolume],
    /// The size of the captured device; the end of the furthest I/O is used if it is not known.
    pub device_bytes: Option<u64>,
    pub duration_ns: u64,
    pub name: &'a str,
    /// What is known about the sessions of the database.
    pub known: KnownSessions,
}

/// A workload fitted to a capture.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The workload; its target is named `storage` and has no place yet. Of several devices, each target is named after one.
    pub workload: Workload,
    /// The origin of each of its streams, in the same order.
    pub streams: Vec<FittedStream>,
    /// I/Os that no stream reproduces: discards, failed ones, and classes too small for a stream.
    pub left_out: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FittedStream {
    pub name: String,
    /// The process that issued the I/O; empty if unknown.
    pub process: String,
    pub role: Option<FileRole>,
    pub kind: ClassKind,
    /// Captured reads and writes.
    pub operations: u64,
    pub flushes: u64,
    pub bytes: u64,
    pub pace: FittedPace,
}

/// Fits a workload; `None` if no read and no write was captured.
pub fn fit(events: &[IoEvent], input: FitInput<'_>) -> Option<Fit> {
    let end_bytes = events.iter().map(IoEvent::end_bytes).max().unwrap_or(0);
    let device_bytes = input.device_bytes.unwrap_or(end_bytes).max(end_bytes);
    let owners = OwnerTable::new(input);
    let sessions = sessions::find(events, &owners, input.duration_ns, input.known);
    let mut divided = classes::divide(events, &owners, sessions.as_ref());
    let fitted = sessions.and_then(|found| parts::assign(&mut divided.classes, found.fitted));
    let mut streams = Vec::new();
    let mut made_from = Vec::new();
    for class in &divided.classes {
        let name = unused_name(class.base_name(), &streams);
        let volume = input.volumes.get(class.volume);
        let device_bytes = volume.map_or(Some(device_bytes), |volume| volume.device_bytes);
        let device_bytes = device_bytes.unwrap_or(0).max(class.end_bytes());
        let mut stream = Stream::new(&name, volume.map_or(TARGET, |volume| &volume.device));
        stream.read_percent = class.read_percent();
        (stream.read_blocks, stream.write_blocks) = classes::block_sizes(&class.events);
        let smallest = stream.read_blocks.smallest().min(stream.write_blocks.smallest());
        space::of(class, device_bytes, smallest, &mut stream);
        stream.sync = class.sync();
        let pace = match fitted.zip(class.part) {
            Some((sessions, part)) => parts::of(class, part, sessions, &mut stream),
            None => pace::of(class, input.duration_ns, &mut stream),
        };
        // The kernel had already merged the captured I/Os, so it must not merge those of the job again.
        stream.emulation.batch = Some(Batch::of_submit(1));
        stream.stop = StopCondition {
            duration_ns: Some(Nanos(input.duration_ns.max(1))),
            ..StopCondition::default()
        };
        made_from.push(FittedStream {
            name,
            process: class.process.clone(),
            role: class.role,
            kind: class.kind,
            operations: class.events.len() as u64,
            flushes: class.flushes,
            bytes: class.events.iter().map(|event| u64::from(event.length_bytes)).sum(),
            pace,
        });
        streams.push(stream);
    }
    if streams.is_empty() {
        return None;
    }
    let workload = workload(input, streams);
    Some(Fit { workload, streams: made_from, left_out: divided.left_out })
}

/// All streams at once, on the targets of a fitted workload.
fn workload(input: FitInput<'_>, streams: Vec<Stream>) -> Workload {
    let target =
        |name: &str| JobTarget { name: name.to_owned(), place: TargetLocation::Null, size: None };
    let used = |name: &&str| streams.iter().any(|stream| stream.target == **name);
    let devices = input.volumes.iter().map(|volume| &*volume.device).chain([TARGET]);
    let targets = devices.filter(used).map(target).collect();
    let mut workload = Workload::new(input.name, targets, streams);
    workload.phases[0].name = "captured".to_owned();
    workload
}

/// The name of the target in a workload that was fitted to one device.
pub const TARGET: &str = "storage";

/// The name, with a number appended if a stream already has it.
fn unused_name(base: String, streams: &[Stream]) -> String {
    let taken = |name: &String| streams.iter().any(|stream| stream.name == *name);
    if !taken(&base) {
        return base;
    }
    let numbered = (2..).map(|number| format!("{base}-{number}"));
    numbered.into_iter().find(|name| !taken(name)).unwrap_or(base)
}
