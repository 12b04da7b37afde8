//! The part of a plan that one of several hosts runs.
//!
//! Takes the plan of all hosts together and the number of a host; gives the plan of that host. Equal plans and numbers give equal
//! parts. For a single host the part is the whole plan.

use crate::{Plan, WorkerPlan, share};
use base::{Bytes, random};
use workload::{AccessPattern, HostRanges, LoadDivision};

#[derive(Clone, Copy, Debug)]
pub struct HostPart<'a> {
    /// Its number, from 0.
    pub rank: u32,
    pub hosts: u32,
    pub division: LoadDivision,
    /// The part of each target that it uses, by the number of the target in the plan.
    pub ranges: &'a [HostRanges],
    /// The hosts that run each stream, by the number of the stream; all if a stream has no entry.
    pub runs: &'a [Vec<u32>],
}

/// One of the hosts that run a stream.
#[derive(Clone, Copy)]
struct StreamHost {
    /// Its number among them, from 0.
    number: u32,
    count: u32,
}

impl HostPart<'_> {
    /// This host among those that run a stream; none if it does not run it.
    fn stream_host(&self, stream: usize) -> Option<StreamHost> {
        match self.runs.get(stream).filter(|hosts| !hosts.is_empty()) {
            None => Some(StreamHost { number: self.rank, count: self.hosts }),
            Some(hosts) => {
                let number = hosts.iter().position(|rank| *rank == self.rank)?;
                Some(StreamHost { number: number as u32, count: hosts.len() as u32 })
            }
        }
    }
}

/// The host's part of a plan.
///
/// # Errors
/// The name of the first stream whose blocks do not fit in the range of a host.
pub fn part(plan: &Plan, host: &HostPart<'_>) -> Result<Plan, String> {
    let mut part = plan.clone();
    if host.hosts == 1 {
        return Ok(part);
    }
    part.seed = random::derive(plan.seed, &[u64::from(host.rank)]);
    for phase in &mut part.phases {
        let mut workers = Vec::with_capacity(phase.workers.len());
        for stream in 0..plan.streams.len() {
            let Some(own_host) = host.stream_host(stream) else { continue };
            let own = phase.workers.iter().filter(|work| work.stream == stream);
            let own: Vec<WorkerPlan> = own.cloned().collect();
            let mut own = match host.division {
                LoadDivision::Shared => divide(&own, own_host),
                LoadDivision::Each => own,
            };
            for work in &mut own {
                let StreamHost { number, count } = own_host;
                work.seed = random::derive(work.seed, &[u64::from(number)]);
                work.pace_offset = (work.pace_offset + f64::from(number)) / f64::from(count);
                let ranges = host.ranges.get(work.target).copied().unwrap_or(HostRanges::Whole);
                if !move_to_range(work, ranges, own_host) {
                    return Err(plan.streams[stream].clone());
                }
            }
            workers.extend(own);
        }
        phase.workers = workers;
    }
    Ok(part)
}

/// The workers that run one host's share of a stream's depth, rate and limits. If the depth is lower than the number of hosts,
/// only the first hosts run the stream. A stream with a rate is the exception: every host keeps one outstanding I/O.
fn divide(workers: &[WorkerPlan], host: StreamHost) -> Vec<WorkerPlan> {
    let depth_of_all: u64 = workers.iter().map(|work| u64::from(work.depth)).sum();
    // The last host gets the first part, so that the remainder goes to the first hosts.
    let (start, end) = share::part(depth_of_all, host.count - 1 - host.number, host.count);
    let is_paced = workers.iter().any(|work| work.pace.rate_iops().is_some());
    let depth = (end - start).max(u64::from(is_paced));
    let running = depth.min(workers.len() as u64) as u32;
    let ios = workers.iter().map(|work| work.ios_max).sum::<Option<u64>>();
    let bytes = workers.iter().map(|work| work.bytes_max).sum::<Option<u64>>();
    let share_of = |total: u64, unit: u64, worker: u32| {
        let of_host = share::limit(total, unit, host.number, host.count);
        share::limit(of_host, unit, worker, running)
    };
    let own_rate = |rate_iops: f64| {
        rate_iops * workers.len() as f64 / f64::from(running) / f64::from(host.count)
    };
    let mut divided = Vec::with_capacity(running as usize);
    for (number, work) in (0..running).zip(workers) {
        let rate_iops = work.pace.rate_iops().map(own_rate);
        divided.push(WorkerPlan {
            depth: share::limit(depth, 1, number, running) as u32,
            pace: rate_iops.map_or(work.pace, |rate_iops| work.pace.at_rate(rate_iops)),
            ios_max: ios.map(|total| share_of(total, 1, number)),
            bytes_max: bytes.map(|total| share_of(total, largest(work), number)),
            ..work.clone()
        });
    }
    divided
}

/// Moves a worker to the host's range of its target; returns false if no block fits into it.
fn move_to_range(work: &mut WorkerPlan, ranges: HostRanges, host: StreamHost) -> bool {
    match ranges {
        HostRanges::Whole => true,
        HostRanges::Disjoint => {
            let grid = work.align_bytes.max(largest(work)).max(1);
            let blocks = work.length_bytes / grid;
            let (start, end) = share::part(blocks, host.number, host.count);
            work.offset_bytes += start * grid;
            work.length_bytes = (end - start) * grid;
            end > start
        }
        HostRanges::Strided => {
            let block = largest(work);
            let stride = block * u64::from(host.count);
            let rounds = work.length_bytes / stride;
            work.offset_bytes += block * u64::from(host.number);
            work.length_bytes = rounds.saturating_sub(1) * stride + block;
            work.align_bytes = stride;
            if matches!(work.access, AccessPattern::Sequential) {
                work.access = AccessPattern::Strided(Bytes(stride));
            }
            rounds > 0
        }
    }
}

/// The largest block of a worker in bytes.
fn largest(work: &WorkerPlan) -> u64 {
    let reads = if work.read_share > 0.0 { work.read_blocks.largest().0 } else { 0 };
    let writes = if work.read_share < 1.0 { work.write_blocks.largest().0 } else { 0 };
    reads.max(writes)
}

/// The parts of several hosts as one plan on the targets of the first part: stream `s` of host `h` of `n` streams is stream
/// `h * n + s`. For simulated storage, which all hosts share.
pub fn join(parts: &[Plan]) -> Plan {
    let mut joined = parts[0].clone();
    let streams = joined.streams.len();
    joined.streams = parts.iter().flat_map(|part| part.streams.iter().cloned()).collect();
    for (number, phase) in joined.phases.iter_mut().enumerate() {
        phase.workers.clear();
        for (host, part) in parts.iter().enumerate() {
            let own = part.phases[number].workers.iter().cloned().map(|mut work| {
                work.stream += host * streams;
                work.shared_cursor = work.shared_cursor.map(|cursor| cursor + host * streams);
                if let Some(tie) = &mut work.tie {
                    tie.group += (host * streams) as u32;
                }
                work
            });
            phase.workers.extend(own);
        }
    }
    joined
}
