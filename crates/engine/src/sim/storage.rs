//! The storage as a whole: takes requests in time order, and completes each at its virtual time.
//!
//! The path of a request: quota and controller limit ([`super::gate`]), cache ([`super::cache`]), array
//! ([`super::array`]), disks. A single flash disk without a cache takes a short cut, as its completion time is known on
//! arrival. Nothing is allocated once queues and pools have grown. Never reads a clock: callers pass the time.

use super::array::{DiskArray, DiskRequest, IoRange};
use super::cache::WriteCache;
use super::disturbances::Disturbances;
use super::events::{EventQueue, SimEventKind};
use super::flash::FlashDisk;
use super::gate::CreditLimit;
use super::hdd::{HddCommand, HddDisk};
use super::spec::{SimMedium, SimSpec};
use crate::backend::IoKind;
use base::throttle::SlicedRateLimit;
use base::{Bytes, Rng};

/// The most writes from the cache in flight for each disk: enough for the disk to choose from.
const DESTAGES_PER_DISK: u32 = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimRequest {
    pub kind: IoKind,
    /// The byte offset; unused for a flush.
    pub offset_bytes: u64,
    /// The length in bytes; unused for a flush.
    pub length_bytes: u32,
    pub durable: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimCompletion {
    pub owner: u32,
    /// The owner's number for the request.
    pub slot: u32,
    /// Bytes transferred, or the negative error number.
    pub result: i32,
    /// The completion time in nanoseconds of the storage's clock.
    pub at_ns: u64,
}

/// A request in progress, or a write of the cache to the disks.
#[derive(Clone, Copy, Debug)]
struct SimJob {
    owner: u32,
    slot: u32,
    request: SimRequest,
    result: i32,
    parts_left: u32,
    step: SimJobStep,
}

/// The current step of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SimJobStep {
    /// The reads that must precede a write.
    ReadsBefore,
    Itself,
}

#[derive(Debug)]
enum SimDisk {
    Flash(Box<FlashDisk>),
    Hdd(Box<HddDisk>),
}

/// The owner of the cache's own writes.
const NOBODY: u32 = u32::MAX;

/// A simulated storage with all its state: queues, credits, cache, noise.
#[derive(Debug)]
pub struct SimStorage {
    size_bytes: u64,
    disks: Vec<SimDisk>,
    array: DiskArray,
    limits: Vec<StorageLimit>,
    destage: Option<CreditLimit>,
    cache: Option<WriteCache>,
    cache_latency_ns: u64,
    cache_protected: bool,
    cache_hits: f64,
    errors: f64,
    short: f64,
    faults: Rng,
    disturbances: Disturbances,
    events: EventQueue,
    jobs: Vec<SimJob>,
    free: Vec<u32>,
    parts: Vec<DiskRequest>,
    finished: Vec<SimCompletion>,
    turn: usize,
    now_ns: u64,
}

#[derive(Debug)]
struct StorageLimit {
    rate: RateLimit,
    unit: LimitUnit,
}

/// How a limit grants its rate.
#[derive(Debug)]
enum RateLimit {
    Even(CreditLimit),
    Sliced(SlicedRateLimit),
}

#[derive(Clone, Copy, Debug)]
enum LimitUnit {
    Ios,
    Mib,
}

impl SimStorage {
    /// An idle storage at time 0; equal specifications and seeds give equal histories.
    pub fn new(spec: &SimSpec, seed: u64) -> Self {
        // The specification numbers disks from 1.
        let slow = |disk: u32| -> f64 {
            let own = spec.slow.iter().filter(|(number, _)| *number == disk + 1);
            own.map(|(_, factor)| factor).product()
        };
        let disks = (0..spec.disks).map(|disk| match spec.medium {
            SimMedium::Hdd => SimDisk::Hdd(Box::new(HddDisk::new(spec, seed, disk, slow(disk)))),
            _ => SimDisk::Flash(Box::new(FlashDisk::new(spec, seed, disk, slow(disk)))),
        });
        let has_cache = spec.cache_bytes > 0;
        Self {
            size_bytes: spec.usable_bytes(),
            disks: disks.collect(),
            array: DiskArray::new(spec),
            limits: storage_limits(spec),
            destage: spec.destage_mibps.map(|mibps| CreditLimit::new(mibps, 0.0)),
            cache: has_cache
                .then(|| WriteCache::new(spec.cache_bytes, spec.disks * DESTAGES_PER_DISK)),
            cache_latency_ns: spec.cache_latency_ns,
            cache_protected: spec.cache_protected,
            cache_hits: spec.cache_hits,
            errors: spec.errors,
            short: spec.short,
            faults: Rng::at(seed, &[4]),
            disturbances: Disturbances::new(spec, seed, None),
            events: EventQueue::default(),
            jobs: Vec::new(),
            free: Vec::new(),
            parts: Vec::new(),
            finished: Vec::new(),
            turn: 0,
            now_ns: 0,
        }
    }

    pub fn size_bytes(&self) -> u64 {
        self.size_bytes
    }

    /// The current time of the storage in nanoseconds.
    pub fn now_ns(&self) -> u64 {
        self.now_ns
    }

    /// The time of the next event in nanoseconds, which need not be a completion. `None`: no I/O is in progress.
    #[inline]
    pub fn next_event_ns(&self) -> Option<u64> {
        self.events.next_ns()
    }

    /// Takes a request at `now_ns`, which must not be before any earlier call. The completion contains `owner` and `slot`;
    /// `owner` must be below `u32::MAX`.
    #[inline]
    pub fn submit(&mut self, now_ns: u64, owner: u32, slot: u32, request: SimRequest) {
        self.advance(now_ns);
        let flush = request.kind == IoKind::Flush;
        let result = self.draw_result(&request);
        let mut at_ns = now_ns;
        if !flush {
            for StorageLimit { rate, unit } in &mut self.limits {
                let cost = match unit {
                    LimitUnit::Ios => 1.0,
                    LimitUnit::Mib => f64::from(request.length_bytes) / Bytes::MIB as f64,
                };
                at_ns = match rate {
                    RateLimit::Even(limit) => limit.admit(at_ns, cost),
                    RateLimit::Sliced(limit) => limit.admit(at_ns, cost),
                };
            }
        }
        let job = self.take_job(owner, slot, request, result);
        let end = u64::from(request.length_bytes).saturating_add(request.offset_bytes);
        if !flush && end > self.size_bytes {
            self.jobs[job as usize].result = if request.kind == IoKind::Read { 0 } else { -28 };
            self.events.push(at_ns, SimEventKind::Finish, job);
        } else if self.cache.is_none()
            && let [SimDisk::Flash(disk)] = &mut self.disks[..]
        {
            let done_ns = serve(disk, at_ns, request.kind, request.length_bytes, request.durable);
            self.events.push(done_ns, SimEventKind::Finish, job);
        } else if at_ns > now_ns {
            self.events.push(at_ns, SimEventKind::Release, job);
        } else {
            self.enter(now_ns, job);
        }
    }

    #[inline]
    pub fn advance(&mut self, now_ns: u64) {
        while let Some((at_ns, kind, index)) = self.events.pop_due(now_ns) {
            match kind {
                SimEventKind::Finish => self.finish(at_ns, index),
                SimEventKind::Release => self.enter(at_ns, index),
                SimEventKind::Part => self.part_done(at_ns, index),
                SimEventKind::DiskReady => self.disk_ready(at_ns, index),
            }
        }
        self.now_ns = self.now_ns.max(now_ns);
    }

    /// Takes the completions since the last call, in time order.
    #[inline]
    pub fn take_finished(&mut self) -> std::vec::Drain<'_, SimCompletion> {
        self.finished.drain(..)
    }

    /// Draws the result of the request: all of its bytes, half of them, or an error.
    fn draw_result(&mut self, request: &SimRequest) -> i32 {
        let whole = if request.kind == IoKind::Flush { 0 } else { request.length_bytes as i32 };
        if self.errors > 0.0 && self.faults.unit() < self.errors {
            return -sys::error_number::IO;
        }
        if self.short > 0.0 && whole > 512 && self.faults.unit() < self.short {
            return (whole / 2 / 512 * 512).max(512);
        }
        whole
    }

    fn take_job(&mut self, owner: u32, slot: u32, request: SimRequest, result: i32) -> u32 {
        let job = SimJob { owner, slot, request, result, parts_left: 0, step: SimJobStep::Itself };
        match self.free.pop() {
            Some(index) => {
                self.jobs[index as usize] = job;
                index
            }
            None => {
                self.jobs.push(job);
                self.jobs.len() as u32 - 1
            }
        }
    }

    fn finish(&mut self, at_ns: u64, index: u32) {
        let SimJob { owner, slot, result, .. } = self.jobs[index as usize];
        self.free.push(index);
        self.finished.push(SimCompletion { owner, slot, result, at_ns });
    }

    fn finish_from_cache(&mut self, at_ns: u64, index: u32) {
        let done_ns = self.disturbances.done_ns(at_ns, self.cache_latency_ns);
        self.events.push(done_ns, SimEventKind::Finish, index);
    }

    /// Starts a job that has passed the rate limits.
    fn enter(&mut self, at_ns: u64, index: u32) {
        let SimJob { owner, request, .. } = self.jobs[index as usize];
        let Some(cache) = self.cache.as_mut().filter(|_| owner != NOBODY) else {
            return self.start_on_disks(at_ns, index);
        };
        match request.kind {
            IoKind::Read => {
                if self.cache_hits > 0.0 && self.faults.unit() < self.cache_hits {
                    self.finish_from_cache(at_ns, index);
                } else {
                    self.start_on_disks(at_ns, index);
                }
            }
            IoKind::Write if request.durable && !self.cache_protected => {
                self.start_on_disks(at_ns, index)
            }
            IoKind::Write => {
                if !cache.is_contended() && cache.accept(request.offset_bytes, request.length_bytes)
                {
                    self.finish_from_cache(at_ns, index);
                    self.destage(at_ns);
                } else {
                    cache.wait(index);
                }
            }
            IoKind::Flush if self.cache_protected => self.finish_from_cache(at_ns, index),
            IoKind::Trim => {
                unreachable!("the planner lets no trims onto simulated storage")
            }
            IoKind::Flush => {
                if !cache.wait_for_disks(index) {
                    self.start_on_disks(at_ns, index);
                }
            }
        }
    }

    /// Starts as many writes from the cache to the disks as may be in flight.
    fn destage(&mut self, at_ns: u64) {
        while let Some(dirty) = self.cache.as_mut().and_then(WriteCache::next_to_write) {
            let (offset_bytes, length_bytes) = (dirty.offset_bytes, dirty.length_bytes);
            let request =
                SimRequest { kind: IoKind::Write, offset_bytes, length_bytes, durable: false };
            let index = self.take_job(NOBODY, 0, request, 0);
            let cost = f64::from(dirty.length_bytes) / Bytes::MIB as f64;
            let start_ns = self.destage.as_mut().map_or(at_ns, |gate| gate.admit(at_ns, cost));
            if start_ns > at_ns {
                self.events.push(start_ns, SimEventKind::Release, index);
            } else {
                self.start_on_disks(at_ns, index);
            }
        }
    }

    /// Ends a write from the cache to the disks: accepts waiting writes into the free room, and completes flushes.
    fn destaged(&mut self, at_ns: u64, index: u32) {
        let length_bytes = self.jobs[index as usize].request.length_bytes;
        self.free.push(index);
        let Some(cache) = self.cache.as_mut() else { return };
        cache.wrote(length_bytes);
        while let Some(job) = self.cache.as_ref().and_then(WriteCache::first_waiting) {
            let request = self.jobs[job as usize].request;
            let cache = self.cache.as_mut().expect("it was there a line above");
            if !cache.accept(request.offset_bytes, request.length_bytes) {
                break;
            }
            cache.first_served();
            self.finish_from_cache(at_ns, job);
        }
        while let Some(job) = self.cache.as_mut().and_then(WriteCache::flushed) {
            self.start_on_disks(at_ns, job);
        }
        self.destage(at_ns);
    }

    fn start_on_disks(&mut self, at_ns: u64, index: u32) {
        let request = self.jobs[index as usize].request;
        let write = request.kind == IoKind::Write;
        let mut parts = std::mem::take(&mut self.parts);
        parts.clear();
        if request.kind == IoKind::Flush {
            let all = 0..self.disks.len() as u32;
            parts.extend(all.map(|disk| DiskRequest {
                disk,
                mirrors: 1,
                offset_bytes: 0,
                length_bytes: 0,
                write,
            }));
            self.jobs[index as usize].step = SimJobStep::Itself;
        } else {
            let range = IoRange {
                offset_bytes: request.offset_bytes,
                length_bytes: request.length_bytes,
                write,
            };
            self.array.reads_before(range, &mut parts);
            self.jobs[index as usize].step =
                if parts.is_empty() { SimJobStep::Itself } else { SimJobStep::ReadsBefore };
            if parts.is_empty() {
                self.array.parts(range, &mut parts);
            }
        }
        self.start_parts(at_ns, index, &parts);
        self.parts = parts;
    }

    fn start_parts(&mut self, at_ns: u64, index: u32, parts: &[DiskRequest]) {
        let SimJob { request, step, .. } = self.jobs[index as usize];
        self.jobs[index as usize].parts_left = parts.len() as u32;
        let flush = request.kind == IoKind::Flush;
        for part in parts {
            let number = if part.mirrors > 1 { self.mirror(part) } else { part.disk };
            let durable = request.durable && step == SimJobStep::Itself;
            match &mut self.disks[number as usize] {
                SimDisk::Flash(disk) => {
                    let kind = match (flush, part.write) {
                        (true, _) => IoKind::Flush,
                        (_, true) => IoKind::Write,
                        _ => IoKind::Read,
                    };
                    let done_ns = serve(disk, at_ns, kind, part.length_bytes, durable);
                    self.events.push(done_ns, SimEventKind::Part, index);
                }
                SimDisk::Hdd(disk) => {
                    let command = HddCommand {
                        job: index,
                        offset_bytes: part.offset_bytes,
                        length_bytes: part.length_bytes,
                        write: part.write,
                        durable,
                        flush,
                        passed_over: 0,
                    };
                    if let Some(ready_ns) = disk.submit(at_ns, command) {
                        self.events.push(ready_ns, SimEventKind::DiskReady, number);
                    }
                }
            }
        }
    }

    /// Chooses a mirror for a read: the one whose commands it continues, so that a stream stays where the head is (as
    /// Linux md does); otherwise the least busy one, and equally busy ones in turn.
    fn mirror(&mut self, part: &DiskRequest) -> u32 {
        self.turn = self.turn.wrapping_add(1);
        let now_ns = self.now_ns;
        let busy = |disk: &SimDisk| match disk {
            SimDisk::Flash(disk) => (true, disk.free_from_ns().saturating_sub(now_ns)),
            SimDisk::Hdd(disk) => (!disk.continues(part.offset_bytes), disk.load() as u64),
        };
        let (turn, first, mirrors) = (self.turn, part.disk as usize, part.mirrors as usize);
        (0..mirrors)
            .map(|i| first + (turn + i) % mirrors)
            .min_by_key(|&disk| busy(&self.disks[disk]))
            .map_or(part.disk, |disk| disk as u32)
    }

    fn disk_ready(&mut self, at_ns: u64, number: u32) {
        let SimDisk::Hdd(disk) = &mut self.disks[number as usize] else {
            unreachable!("only mechanical disks send this event");
        };
        let (job, next_ns) = disk.finish_command(at_ns);
        if let Some(ready_ns) = next_ns {
            self.events.push(ready_ns, SimEventKind::DiskReady, number);
        }
        self.part_done(at_ns, job);
    }

    fn part_done(&mut self, at_ns: u64, index: u32) {
        let job = &mut self.jobs[index as usize];
        job.parts_left -= 1;
        if job.parts_left > 0 {
            return;
        }
        if job.step == SimJobStep::ReadsBefore {
            job.step = SimJobStep::Itself;
            let SimRequest { offset_bytes, length_bytes, .. } = job.request;
            let mut parts = std::mem::take(&mut self.parts);
            parts.clear();
            self.array.parts(IoRange { offset_bytes, length_bytes, write: true }, &mut parts);
            self.start_parts(at_ns, index, &parts);
            self.parts = parts;
        } else if job.owner == NOBODY {
            self.destaged(at_ns, index);
        } else {
            self.finish(at_ns, index);
        }
    }
}

#[inline]
fn serve(disk: &mut FlashDisk, at_ns: u64, kind: IoKind, length_bytes: u32, durable: bool) -> u64 {
    match kind {
        IoKind::Read => disk.read(at_ns, length_bytes),
        IoKind::Write => disk.write(at_ns, length_bytes, durable),
        IoKind::Flush => disk.flush(at_ns),
        IoKind::Trim => unreachable!("the planner lets no trims onto simulated storage"),
    }
}

/// The limits in the order in which a request passes them.
fn storage_limits(spec: &SimSpec) -> Vec<StorageLimit> {
    // Without credit the quota is the peak.
    let peak = |peak: Option<f64>, credit: f64| peak.filter(|_| credit > 0.0);
    let even = |rate: f64, credit: f64| RateLimit::Even(CreditLimit::new(rate, credit));
    let quota = |rate: f64, credit: f64| match spec.quota_slice_ns {
        0 => even(rate, credit),
        slice_ns => RateLimit::Sliced(SlicedRateLimit::new(rate, slice_ns)),
    };
    let rates = [
        (spec.quota_iops.map(|rate| quota(rate, spec.burst_ios)), LimitUnit::Ios),
        (peak(spec.burst_iops, spec.burst_ios).map(|rate| even(rate, 0.0)), LimitUnit::Ios),
        (spec.quota_mibps.map(|rate| quota(rate, spec.burst_mib)), LimitUnit::Mib),
        (peak(spec.burst_mibps, spec.burst_mib).map(|rate| even(rate, 0.0)), LimitUnit::Mib),
        (spec.cap_iops.map(|rate| even(rate, 0.0)), LimitUnit::Ios),
        (spec.cap_mibps.map(|rate| even(rate, 0.0)), LimitUnit::Mib),
    ];
    rates.into_iter().filter_map(|(rate, unit)| Some(StorageLimit { rate: rate?, unit })).collect()
}
