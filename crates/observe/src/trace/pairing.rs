//! Finds the completion of each issue: takes block events in the order of time, gives I/Os in the order of issue.
//!
//! A request completes in one or several parts; each part gives the start of the rest. A bio's start moves while a driver works
//! on it, but its end stays, so bios are matched by their end. Equal I/Os in flight at once complete in the order of issue.

use super::{BlockEvent, BlockStep, CommandName};
use crate::{IoEvent, IoFlags, IoKind, Process, ProcessIndex};
use std::collections::{BTreeMap, HashMap, VecDeque};

/// The most I/Os that wait for an older one to complete, so that all come in the order of issue.
const WAITING_MAX: usize = 131_072;
/// The most I/Os in flight; no device has more, so their completions were missed.
const UNDER_WAY_MAX: usize = 262_144;
/// The most processes; no machine has more in one capture.
const PROCESSES_MAX: usize = 1 << 20;
/// The time after a loss in which an earlier I/O may still complete.
const LOSS_PATIENCE_NS: u64 = 10_000_000_000;

/// Which tracepoints the events come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairingLevel {
    /// `block_rq_*`: for disks.
    Request,
    /// `block_bio_*`: for devices without requests, such as md and dm.
    Bio,
}

/// A captured device, and how its I/O appears in the trace.
#[derive(Clone, Debug)]
pub struct TracedVolume {
    /// The numbers of the devices in its events.
    pub devices: Vec<u64>,
    pub level: PairingLevel,
    /// Its first sector on the traced device; a partition starts within its disk.
    pub first_sector: u64,
    pub sectors: Option<u64>,
    /// Where it begins among the offsets of the capture.
    pub begin_bytes: u64,
}

impl TracedVolume {
    pub fn alone(level: PairingLevel) -> Self {
        Self { devices: Vec::new(), level, first_sector: 0, sectors: None, begin_bytes: 0 }
    }

    fn has(&self, event: &BlockEvent) -> bool {
        let within = event.sector.checked_sub(self.first_sector);
        let within = within.is_some_and(|sector| self.sectors.is_none_or(|all| sector < all));
        // A flush has no sector, and belongs to all partitions of its disk: the first one gets it.
        self.devices.contains(&event.device) && (within || event.sectors == 0)
    }
}

/// The totals of events other than paired I/Os.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairingTotals {
    /// Completions whose issue was before the trace, or lost.
    pub completions_without_issue: u64,
    /// Issues whose completion was after the trace, or lost.
    pub issues_without_completion: u64,
    pub requeues: u64,
    pub other_commands: u64,
}

#[derive(Clone, Copy, Debug)]
struct IoUnderWay {
    event: IoEvent,
    sectors_left: u32,
}

/// The state of an I/O, in the order of issue.
#[derive(Clone, Copy, Debug)]
enum IssueState {
    UnderWay,
    /// It was issued again, later.
    Withdrawn,
    Done(IoEvent),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct IssueKey {
    /// The position of the device.
    volume: usize,
    operation: IoKind,
    /// The sector of its start, or of its end.
    place: u64,
    number: u64,
}

impl IssueKey {
    fn same_place(self) -> std::ops::RangeInclusive<Self> {
        Self { number: 0, ..self }..=Self { number: u64::MAX, ..self }
    }
}

/// Pairs the events of the captured devices.
#[derive(Debug)]
pub struct PairingState {
    volumes: Vec<TracedVolume>,
    /// The time of the start of the capture.
    start_ns: u64,
    under_way: BTreeMap<IssueKey, IoUnderWay>,
    /// When requests were inserted into the scheduler, by their first sector.
    inserted: BTreeMap<IssueKey, u64>,
    order: VecDeque<IssueState>,
    /// The number of issue of the first in `order`.
    order_begin: u64,
    processes: HashMap<(u32, CommandName), ProcessIndex>,
    new_processes: Vec<Process>,
    loss_end_ns: Option<u64>,
    totals: PairingTotals,
}

impl PairingState {
    /// A state without I/Os in flight.
    pub fn new(start_ns: u64, volumes: Vec<TracedVolume>) -> Self {
        Self {
            volumes,
            start_ns,
            under_way: BTreeMap::new(),
            inserted: BTreeMap::new(),
            order: VecDeque::new(),
            order_begin: 0,
            processes: HashMap::new(),
            new_processes: Vec::new(),
            loss_end_ns: None,
            totals: PairingTotals::default(),
        }
    }

    /// Takes the next event and passes on every I/O whose turn in the order of issue has come.
    pub fn push(&mut self, event: &BlockEvent, give: &mut impl FnMut(IoEvent)) {
        let Some(operation) = event.operation else {
            self.totals.other_commands += u64::from(event.step == BlockStep::Issue);
            return;
        };
        let Some(key) = self.key(event, operation) else { return };
        match event.step {
            BlockStep::Insert => self.insert(event, key),
            BlockStep::Issue => self.issue(event, key),
            BlockStep::Complete => self.complete(event, key, give),
            BlockStep::Requeue => self.withdraw(key),
        }
        if self.loss_end_ns.is_some_and(|end| event.at_ns > end + LOSS_PATIENCE_NS) {
            let end_ns = self.loss_end_ns.take().unwrap_or(0);
            self.give_up(end_ns, give);
        }
        if self.under_way.len() > UNDER_WAY_MAX {
            // All of them, whatever their times, so that the search is worth its cost.
            self.give_up(u64::MAX, give);
        }
        self.emit(give);
    }

    /// Events were lost until this time: completions of earlier I/Os may be missing.
    pub fn lost_until(&mut self, end_ns: u64) {
        self.loss_end_ns = self.loss_end_ns.max(Some(end_ns));
    }

    /// The new processes since the last call; their indices follow the earlier ones.
    pub fn take_processes(&mut self) -> Vec<Process> {
        std::mem::take(&mut self.new_processes)
    }

    /// Passes on the remaining I/Os; returns the totals.
    pub fn finish(mut self, give: &mut impl FnMut(IoEvent)) -> PairingTotals {
        self.give_up(u64::MAX, give);
        self.emit(give);
        self.totals
    }

    /// The key of a new issue; `None` for an event of another device.
    fn key(&self, event: &BlockEvent, operation: IoKind) -> Option<IssueKey> {
        let volume = match self.volumes.len() {
            1 => 0,
            _ => self.volumes.iter().position(|volume| volume.has(event))?,
        };
        let place = match (operation, self.volumes[volume].level) {
            // The issue of a flush has sector 0, its completion sector -1.
            (IoKind::Flush, _) => 0,
            (_, PairingLevel::Request) => event.sector,
            (_, PairingLevel::Bio) => event.sector.wrapping_add(u64::from(event.sectors)),
        };
        let number = self.order_begin + self.order.len() as u64;
        Some(IssueKey { volume, operation, place, number })
    }

    fn insert(&mut self, event: &BlockEvent, key: IssueKey) {
        // Flushes have no sector by which their issue could be found.
        if event.sectors == 0 {
            return;
        }
        if self.inserted.len() >= UNDER_WAY_MAX {
            // Their issues were lost.
            self.inserted.clear();
        }
        self.inserted.insert(IssueKey { number: 0, ..key }, event.at_ns);
    }

    /// The time since the first of the requests that were merged into this one was inserted.
    fn queued_ns(&mut self, event: &BlockEvent, key: IssueKey) -> Option<u64> {
        let begin = IssueKey { number: 0, ..key };
        let end = IssueKey { place: key.place.saturating_add(u64::from(event.sectors)), ..begin };
        let mut first: Option<u64> = None;
        while let Some((place, at_ns)) = self.inserted.range(begin..end).next() {
            let (place, at_ns) = (*place, *at_ns);
            first = Some(first.map_or(at_ns, |first| first.min(at_ns)));
            self.inserted.remove(&place);
        }
        first.map(|at_ns| event.at_ns.saturating_sub(at_ns))
    }

    fn issue(&mut self, event: &BlockEvent, key: IssueKey) {
        let TracedVolume { first_sector, begin_bytes, .. } = self.volumes[key.volume];
        let sector = event.sector.saturating_sub(first_sector);
        let offset = if key.operation == IoKind::Flush { 0 } else { sector << 9 };
        let process = self.process(event);
        let io = IoEvent {
            issued_ns: event.at_ns.saturating_sub(self.start_ns),
            latency_ns: None,
            queued_ns: self.queued_ns(event, key),
            operation: key.operation,
            flags: event.flags,
            offset_bytes: begin_bytes.saturating_add(offset),
            length_bytes: event.sectors.saturating_mul(512),
            process,
        };
        // After a loss, an older I/O of the same place has most likely completed without an event.
        if let Some(loss_end_ns) = self.loss_end_ns {
            let oldest = self.oldest(key);
            let lost = |state: &IoUnderWay| state.event.issued_ns + self.start_ns < loss_end_ns;
            if let Some(old) = oldest.filter(|old| self.under_way.get(old).is_some_and(lost))
                && let Some(state) = self.under_way.remove(&old)
            {
                self.totals.issues_without_completion += 1;
                self.settle(old.number, IssueState::Done(state.event));
            }
        }
        self.under_way.insert(key, IoUnderWay { event: io, sectors_left: event.sectors });
        self.order.push_back(IssueState::UnderWay);
    }

    fn complete(&mut self, event: &BlockEvent, at: IssueKey, give: &mut impl FnMut(IoEvent)) {
        let Some(key) = self.oldest(at) else {
            // The request around a flush completes once more, without data.
            self.totals.completions_without_issue +=
                u64::from(event.sectors > 0 || at.operation == IoKind::Flush);
            return;
        };
        let Some(mut state) = self.under_way.remove(&key) else { return };
        if event.flags.has(IoFlags::FAILED) {
            state.event.flags = state.event.flags.with(IoFlags::FAILED);
        }
        let level = self.volumes[key.volume].level;
        if level == PairingLevel::Request && event.sectors < state.sectors_left {
            // The rest starts where this part ends.
            state.sectors_left -= event.sectors;
            let place = key.place + u64::from(event.sectors);
            self.under_way.insert(IssueKey { place, ..key }, state);
            return;
        }
        let at_ns = event.at_ns.saturating_sub(self.start_ns);
        state.event.latency_ns = Some(at_ns.saturating_sub(state.event.issued_ns));
        if key.number < self.order_begin {
            // Its turn was before those already passed on.
            give(state.event);
        } else {
            self.settle(key.number, IssueState::Done(state.event));
        }
    }

    /// Withdraws a requeued I/O. The latency counts from the next issue, because the device does not have it until then.
    fn withdraw(&mut self, at: IssueKey) {
        let newest = self.under_way.range(at.same_place()).next_back().map(|(key, _)| *key);
        if let Some(key) = newest {
            self.under_way.remove(&key);
            self.settle(key.number, IssueState::Withdrawn);
            self.totals.requeues += 1;
        }
    }

    fn oldest(&self, at: IssueKey) -> Option<IssueKey> {
        self.under_way.range(at.same_place()).next().map(|(key, _)| *key)
    }

    fn settle(&mut self, number: u64, state: IssueState) {
        let position = number.checked_sub(self.order_begin);
        if let Some(place) = position.and_then(|at| self.order.get_mut(at as usize)) {
            *place = state;
        }
    }

    /// Passes on the I/Os that the order of issue allows.
    fn emit(&mut self, give: &mut impl FnMut(IoEvent)) {
        while let Some(first) = self.order.front() {
            match first {
                IssueState::UnderWay if self.order.len() <= WAITING_MAX => return,
                IssueState::Done(event) => give(*event),
                _ => {}
            }
            self.order.pop_front();
            self.order_begin += 1;
        }
    }

    /// Stops waiting for I/Os that were issued before this time.
    fn give_up(&mut self, before_ns: u64, give: &mut impl FnMut(IoEvent)) {
        let start_ns = self.start_ns;
        let old = |state: &IoUnderWay| state.event.issued_ns.saturating_add(start_ns) < before_ns;
        let old: Vec<_> =
            self.under_way.iter().filter(|(_, state)| old(state)).map(|(key, _)| *key).collect();
        for key in old {
            let Some(state) = self.under_way.remove(&key) else { continue };
            self.totals.issues_without_completion += 1;
            if key.number < self.order_begin {
                give(state.event);
            } else {
                self.settle(key.number, IssueState::Done(state.event));
            }
        }
    }

    fn process(&mut self, event: &BlockEvent) -> ProcessIndex {
        let next = ProcessIndex(self.processes.len() as u32);
        let name = (event.pid, event.command);
        if self.processes.len() >= PROCESSES_MAX {
            return self.processes.get(&name).copied().unwrap_or_default();
        }
        let index = *self.processes.entry(name).or_insert(next);
        if index == next {
            let length = event.command.iter().position(|byte| *byte == 0).unwrap_or(16);
            let name = String::from_utf8_lossy(&event.command[..length]).into_owned();
            self.new_processes.push(Process { pid: event.pid, name, ..Process::default() });
        }
        index
    }
}
