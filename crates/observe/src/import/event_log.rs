//! The common part of logs of single I/Os: devices, times and the pairing of issues with completions.
//!
//! A log is read three times: the [`EventSurvey`] finds devices and mistakes, an [`EventReader`] counts unpaired events, and
//! another one gives the I/Os of one device. None holds more than the I/Os in flight and the names of devices and processes.

use super::lines::ProblemList;
use super::{DEVICES_MAX, DeviceCount, DeviceList, ImportItem};
use crate::trace::{
    BlockEvent, BlockStep, PairingLevel, PairingState, PairingTotals, TracedVolume,
};
use crate::{CaptureNote, IoEvent, Process, ProcessIndex};
use std::collections::BTreeMap;

/// How far times may go back: lines of different CPUs are not always in order.
const DISORDER_NS: u64 = 1_000_000_000;

/// Receives the parts of a log, in order.
pub(super) trait EventSink {
    /// A step of an I/O of a device. `queued`: it is the step at which I/O of devices without requests begins.
    fn block(&mut self, line: u64, device: &str, queued: bool, event: &BlockEvent);
    /// An I/O on a file, without its completion.
    fn io(&mut self, line: u64, file: &str, io: IoEvent);
    fn name(&mut self, name: &str);
    fn skipped(&mut self, records: u64);
    fn problem(&mut self, line: u64, text: String);
    fn is_done(&self) -> bool;
}

#[derive(Clone, Copy, Debug, Default)]
struct DeviceEvents {
    issued: u64,
    queued: u64,
    first_ns: u64,
    last_ns: u64,
    clock_steps: u64,
    clock_step_line: u64,
}

impl DeviceEvents {
    fn operations(&self) -> u64 {
        if self.issued > 0 { self.issued } else { self.queued }
    }
}

/// The results of the first reading.
#[derive(Debug, Default)]
pub(super) struct EventSurvey {
    pub problems: ProblemList,
    devices: BTreeMap<String, DeviceEvents>,
    /// The names that the log gives to its devices: how many, and the last.
    names: (u64, String),
    skipped: u64,
}

impl EventSurvey {
    fn device(&mut self, line: u64, name: &str, at_ns: u64) -> Option<&mut DeviceEvents> {
        if !self.devices.contains_key(name) {
            if self.devices.len() >= DEVICES_MAX {
                return None;
            }
            let first = DeviceEvents { first_ns: at_ns, last_ns: at_ns, ..DeviceEvents::default() };
            self.devices.insert(name.to_owned(), first);
        }
        let device = self.devices.get_mut(name)?;
        if at_ns.saturating_add(DISORDER_NS) < device.last_ns {
            device.clock_steps += 1;
            if device.clock_step_line == 0 {
                device.clock_step_line = line;
            }
        }
        device.first_ns = device.first_ns.min(at_ns);
        device.last_ns = at_ns;
        Some(device)
    }

    /// The devices with I/O.
    pub(super) fn devices(&self) -> DeviceList {
        let mut list = DeviceList::default();
        for (name, device) in self.devices.iter().filter(|(_, device)| device.operations() > 0) {
            list.add(name, device.operations() as f64);
        }
        list
    }

    /// The name of the device as blkparse prints it, if the log has only one device.
    pub(super) fn shown_name(&self, device: &DeviceCount) -> String {
        match &self.names {
            (1, name) if self.devices.len() == 1 && !name.is_empty() => name.clone(),
            _ => device.name.clone(),
        }
    }

    /// Whether all I/Os of a device have the same time.
    pub(super) fn is_without_times(&self, device: &str) -> bool {
        let timeless = |found: &DeviceEvents| found.first_ns == found.last_ns;
        self.devices.get(device).is_some_and(timeless)
    }

    pub(super) fn reader<'g>(&self, device: &str, give: &'g mut GiveEvent<'g>) -> EventReader<'g> {
        let found = self.devices.get(device).copied().unwrap_or_default();
        let level = if found.issued > 0 { PairingLevel::Request } else { PairingLevel::Bio };
        EventReader {
            device: device.to_owned(),
            level,
            start_ns: found.first_ns,
            pairing: PairingState::new(found.first_ns, vec![TracedVolume::alone(level)]),
            next_process: 0,
            found: Vec::new(),
            stopped: false,
            give,
        }
    }

    /// The notes on the device for the header, without those on unpaired events.
    pub(super) fn notes(&self, device: &str) -> Vec<CaptureNote> {
        let found = self.devices.get(device).copied().unwrap_or_default();
        let mut notes = Vec::new();
        if found.clock_steps > 0 {
            let (steps, line) = (found.clock_steps, found.clock_step_line);
            notes.push(CaptureNote::ClockSteps { steps, line });
        }
        if self.skipped > 0 {
            notes.push(CaptureNote::RecordsMissing { records: self.skipped });
        }
        notes
    }
}

pub(super) fn unpaired(totals: &PairingTotals) -> impl Iterator<Item = CaptureNote> {
    let open = totals.issues_without_completion;
    let early = totals.completions_without_issue;
    let open = (open > 0).then_some(CaptureNote::WithoutCompletion { operations: open });
    let early = (early > 0).then_some(CaptureNote::WithoutIssue { operations: early });
    open.into_iter().chain(early)
}

impl EventSink for EventSurvey {
    fn block(&mut self, line: u64, device: &str, queued: bool, event: &BlockEvent) {
        let Some(device) = self.device(line, device, event.at_ns) else { return };
        if event.step == BlockStep::Issue && event.operation.is_some() {
            *(if queued { &mut device.queued } else { &mut device.issued }) += 1;
        }
    }

    fn io(&mut self, line: u64, file: &str, io: IoEvent) {
        if let Some(device) = self.device(line, file, io.issued_ns) {
            device.issued += 1;
        }
    }

    fn name(&mut self, name: &str) {
        self.names = (self.names.0 + 1, name.to_owned());
    }

    fn skipped(&mut self, records: u64) {
        self.skipped = self.skipped.saturating_add(records);
    }

    fn problem(&mut self, line: u64, text: String) {
        self.problems.add(line, text);
    }

    fn is_done(&self) -> bool {
        self.problems.is_full()
    }
}

/// Receives an item of the capture; returns whether to continue.
pub(super) type GiveEvent<'g> = dyn FnMut(ImportItem) -> bool + 'g;

/// Gives the I/Os of one device.
pub(super) struct EventReader<'g> {
    device: String,
    level: PairingLevel,
    start_ns: u64,
    pairing: PairingState,
    next_process: u32,
    found: Vec<IoEvent>,
    stopped: bool,
    give: &'g mut GiveEvent<'g>,
}

impl EventReader<'_> {
    /// Passes on the I/Os that never complete; returns the totals.
    pub(super) fn finish(mut self) -> PairingTotals {
        let pairing = std::mem::replace(&mut self.pairing, PairingState::new(0, Vec::new()));
        let mut rest = Vec::new();
        let totals = pairing.finish(&mut |io| rest.push(io));
        self.found = rest;
        self.give_found();
        totals
    }

    /// Passes on the new processes before the I/Os that refer to them.
    fn give_found(&mut self) {
        for process in self.pairing.take_processes() {
            self.give_process(process);
        }
        for io in std::mem::take(&mut self.found) {
            self.stopped = self.stopped || !(self.give)(ImportItem::Event(io));
        }
    }

    fn give_process(&mut self, process: Process) {
        let index = ProcessIndex(self.next_process);
        self.next_process += 1;
        self.stopped = self.stopped || !(self.give)(ImportItem::Process(index, process));
    }
}

impl EventSink for EventReader<'_> {
    fn block(&mut self, _: u64, device: &str, queued: bool, event: &BlockEvent) {
        let first = queued == (self.level == PairingLevel::Bio);
        if device == self.device && (first || event.step != BlockStep::Issue) {
            let found = &mut self.found;
            self.pairing.push(event, &mut |io| found.push(io));
            self.give_found();
        }
    }

    fn io(&mut self, _: u64, file: &str, io: IoEvent) {
        if file != self.device {
            return;
        }
        if self.next_process == 0 {
            // The trace does not name the process.
            self.give_process(Process { pid: 0, name: String::new(), ..Process::default() });
        }
        self.found.push(IoEvent { issued_ns: io.issued_ns.saturating_sub(self.start_ns), ..io });
        self.give_found();
    }

    fn name(&mut self, _: &str) {}

    fn skipped(&mut self, _: u64) {}

    fn problem(&mut self, _: u64, _: String) {}

    fn is_done(&self) -> bool {
        self.stopped
    }
}
