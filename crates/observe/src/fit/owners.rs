//! Owners of I/Os: takes the captured processes and the map of files, gives process and role of an event.

use super::FitInput;
use crate::files::FileMap;
use crate::roles::{self, FileRole};
use crate::{CapturedVolume, IoEvent, Process, volumes};

/// Threads that the kernel makes for io_uring are named after the thread that owns the ring.
const RING_THREAD: &str = "iou-wrk-";
/// The name that all workers of the kernel share.
pub(super) const KERNEL_WORKER: &str = "kworker";

/// Who issued an I/O, and for which files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct IoOwner<'a> {
    /// The name of the process; empty if unknown.
    pub(super) process: &'a str,
    pub(super) role: Option<FileRole>,
    /// The position of the device.
    pub(super) volume: usize,
}

pub(super) struct OwnerTable<'a> {
    /// By the index of the process.
    names: Vec<&'a str>,
    map: Option<&'a FileMap>,
    volumes: &'a [CapturedVolume],
    /// By the index of the file.
    roles: Vec<Option<FileRole>>,
}

impl<'a> OwnerTable<'a> {
    pub(super) fn new(input: FitInput<'a>) -> Self {
        let FitInput { processes, map, volumes, .. } = input;
        let paths = map.map_or(&[][..], FileMap::paths);
        Self {
            names: processes.iter().map(|process| name(process, processes)).collect(),
            map,
            volumes,
            roles: paths.iter().map(|path| roles::of_path(path)).collect(),
        }
    }

    pub(super) fn process(&self, event: &IoEvent) -> &'a str {
        self.names.get(event.process.0 as usize).copied().unwrap_or_default()
    }

    fn volume(&self, event: &IoEvent) -> usize {
        volumes::position(self.volumes, event.offset_bytes)
    }

    /// The event with its offset on its own device.
    pub(super) fn on_device(&self, event: &IoEvent) -> IoEvent {
        let volume = self.volumes.get(self.volume(event));
        volume.and_then(|volume| volume.event(event)).unwrap_or(*event)
    }

    pub(super) fn of(&self, event: &IoEvent) -> IoOwner<'a> {
        let file = self.map.and_then(|map| map.lookup(event.offset_bytes));
        let role = file.and_then(|file| self.roles.get(file.0 as usize).copied().flatten());
        IoOwner { process: self.process(event), role, volume: self.volume(event) }
    }
}

/// The name for a process. All kernel workers share one name. Threads of io_uring count as the process that they work
/// for.
fn name<'a>(process: &'a Process, all: &'a [Process]) -> &'a str {
    let name = process.name.as_str();
    if name.starts_with("kworker/") {
        return KERNEL_WORKER;
    }
    let pid = name.strip_prefix(RING_THREAD).and_then(|pid| pid.parse::<u32>().ok());
    let owner = pid.and_then(|pid| all.iter().find(|other| other.pid == pid && other.name != name));
    owner.map_or(name, |owner| &owner.name)
}
