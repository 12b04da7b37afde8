//! Writes commits as a database does until it is stopped or the power is cut: writes the log, makes it durable, reports to
//! the ledger, writes the pages in place. Takes an open target and the connection to the ledger; returns totals.

use super::reporter::Reporter;
use crate::failure::Failure;
use base::Clock;
use integrity::PageStamper;
use integrity::commits::{CommitDesign, DurabilityMode, PageLocation};
use report::messages::powercut::PowerCutFault;
use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use sys::blocking::BlockingQueue;
use sys::clock::SystemClock;
use sys::transfer::{DiskOperation, IoKind, OperationQueue};

#[derive(Clone, Copy, Debug, Default)]
pub struct WriterTotals {
    /// Commits that the storage reported as durable.
    pub commits: u32,
    /// Groups, each made durable once.
    pub groups: u64,
    /// The sum over all groups of the time from the first byte of the log to its durability, in nanoseconds.
    pub durable_ns: u64,
    pub durable_ns_max: u64,
}

pub struct CommitWriter {
    design: CommitDesign,
    stamper: PageStamper,
    queue: BlockingQueue,
    clock: SystemClock,
    begun_ns: u64,
}

impl CommitWriter {
    pub fn new(design: CommitDesign, file: File) -> Result<Self, Failure> {
        let bytes = design.page_bytes as usize * design.group as usize;
        let queue = BlockingQueue::on(vec![file], 1, bytes).map_err(Failure::target)?;
        let stamper = PageStamper::new(design.run, design.seed, design.page_bytes as usize);
        let clock = SystemClock::new();
        Ok(Self { design, stamper, queue, begun_ns: clock.now_ns(), clock })
    }

    /// Writes for `time_ns`, or until `stop`.
    pub fn run(
        &mut self,
        reporter: &Reporter,
        time_ns: Option<u64>,
        stop: &AtomicBool,
    ) -> Result<WriterTotals, Failure> {
        let until_ns = time_ns.map(|time| self.begun_ns.saturating_add(time));
        let mut written = WriterTotals::default();
        let over = |clock: &SystemClock| until_ns.is_some_and(|until| clock.now_ns() >= until);
        while !stop.load(Ordering::Relaxed) && !over(&self.clock) {
            let group = self.design.group(written.commits + 1);
            let behind = group.last.saturating_sub(self.design.ahead);
            if group.last > self.design.commit_max() || !reporter.wait(behind, stop)? {
                break;
            }
            let began_ns = self.clock.now_ns();
            self.log(group.first, group.last).map_err(|e| {
                let (commit, error) = (group.first.into(), e.to_string());
                Failure::target(PowerCutFault::LogWriteFailed { commit, error })
            })?;
            let took_ns = self.clock.now_ns() - began_ns;
            reporter.report(group.last);
            written.commits = group.last;
            written.groups += 1;
            written.durable_ns += took_ns;
            written.durable_ns_max = written.durable_ns_max.max(took_ns);
            for (page, commit) in group.data {
                self.stamp(0, PageLocation::Data(page), commit);
                let put = self.put(PageLocation::Data(page), 1);
                put.map_err(|e| {
                    let (commit, error) = (commit.into(), e.to_string());
                    Failure::target(PowerCutFault::PageWriteFailed { commit, error })
                })?;
            }
        }
        Ok(written)
    }

    /// Writes the log of a group and makes it durable.
    fn log(&mut self, first: u32, last: u32) -> io::Result<()> {
        let mut from = first;
        while from <= last {
            // The log is circular: a group may wrap from its end to its beginning.
            let slot = self.design.slot_of(from);
            let count = (last - from + 1).min(self.design.log_pages - slot);
            for at in 0..count {
                self.stamp(at, PageLocation::Log(slot + at), from + at);
            }
            self.put(PageLocation::Log(slot), count)?;
            from += count;
        }
        match self.design.mode {
            DurabilityMode::Dsync | DurabilityMode::Fua => Ok(()),
            DurabilityMode::Fdatasync => self.flush(true),
            DurabilityMode::Fsync | DurabilityMode::BufferedFsync => self.flush(false),
        }
    }

    fn stamp(&mut self, at: u32, place: PageLocation, commit: u32) {
        let bytes = self.design.page_bytes as usize;
        let time_ns = self.clock.now_ns().saturating_sub(self.begun_ns);
        let page = &mut self.queue.buffer(0)[at as usize * bytes..][..bytes];
        self.stamper.stamp(page, self.design.id(place), commit, time_ns);
    }

    fn put(&mut self, place: PageLocation, pages: u32) -> io::Result<()> {
        let length = pages * self.design.page_bytes;
        let durable = self.design.mode == DurabilityMode::Fua;
        let mut moved = 0;
        while moved < length {
            let op = DiskOperation {
                kind: IoKind::Write,
                offset_bytes: self.design.offset_bytes(place) + u64::from(moved),
                length_bytes: length - moved,
                skip_bytes: moved,
                durable,
                ..DiskOperation::IDLE
            };
            match self.operation(&op)? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                more => moved += more,
            }
        }
        Ok(())
    }

    fn flush(&mut self, data_only: bool) -> io::Result<()> {
        self.operation(&DiskOperation::flush(0, 0, data_only)).map(|_| ())
    }

    fn operation(&mut self, op: &DiskOperation) -> io::Result<u32> {
        let mut done = Vec::with_capacity(1);
        loop {
            self.queue.push(op);
            self.queue.turn(1, || None, &mut done)?;
            let result = done.pop().map_or(0, |completion| completion.result);
            match u32::try_from(result) {
                Ok(moved) => return Ok(moved),
                Err(_) => {
                    let error = io::Error::from_raw_os_error(-result);
                    if error.kind() != io::ErrorKind::Interrupted {
                        return Err(error);
                    }
                }
            }
        }
    }
}
