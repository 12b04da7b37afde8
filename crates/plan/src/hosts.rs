//! The part of a plan that one of several hosts runs.
//!
//! Takes the plan of all hosts together and the number of a host; gives the plan of that host. Equal plans and numbers give equal
//! parts. For a single host the part is the whole plan.

use crate::{Plan, WorkerPlan, share};
use base::{Bytes, random};
use workload::{AccessPattern, BlockSizes, HostRanges, LoadDivision};

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

impl HostPart<'_> {
    /// This host's number among those that run a stream, and their count; none if it does not run it.
    fn place(&self, stream: usize) -> Option<(u32, u32)> {
        match self.runs.get(stream).filter(|hosts| !hosts.is_empty()) {
            None => Some((self.rank, self.hosts)),
            Some(hosts) => {
                let at = hosts.iter().position(|rank| *rank == self.rank)?;
                Some((at as u32, hosts.len() as u32))
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
            let Some((rank, hosts)) = host.place(stream) else { continue };
            let own = phase.workers.iter().filter(|work| work.stream == stream);
            let own: Vec<WorkerPlan> = own.cloned().collect();
            let mut own = match host.division {
                LoadDivision::Shared => shared(own, rank, hosts),
                LoadDivision::Each => own,
            };
            for work in &mut own {
                work.seed = random::derive(work.seed, &[u64::from(rank)]);
                work.pace_offset = (work.pace_offset + f64::from(rank)) / f64::from(hosts);
                let ranges = host.ranges.get(work.target).copied().unwrap_or(HostRanges::Whole);
                if !place(work, ranges, rank, hosts) {
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
fn shared(workers: Vec<WorkerPlan>, rank: u32, hosts: u32) -> Vec<WorkerPlan> {
    let all: u64 = workers.iter().map(|work| u64::from(work.depth)).sum();
    let (start, end) = share::part(all, hosts - 1 - rank, hosts);
    let is_paced = workers.iter().any(|work| work.pace.rate_iops().is_some());
    let depth = (end - start).max(u64::from(is_paced));
    let running = depth.min(workers.len() as u64) as u32;
    let before = workers.len() as f64;
    let sum = |of: fn(&WorkerPlan) -> Option<u64>| workers.iter().map(of).sum::<Option<u64>>();
    let (ios, bytes) = (sum(|work| work.ios_max), sum(|work| work.bytes_max));
    let own = |all: u64, unit: u64, number: u32| {
        share::limit(share::limit(all, unit, rank, hosts), unit, number, running)
    };
    let take = |(number, work): (u32, &WorkerPlan)| {
        let rate_iops = work.pace.rate_iops();
        let own_iops = rate_iops.map(|rate| rate * before / f64::from(running) / f64::from(hosts));
        WorkerPlan {
            depth: share::limit(depth, 1, number, running) as u32,
            pace: own_iops.map_or(work.pace, |rate| work.pace.at_rate(rate)),
            ios_max: ios.map(|all| own(all, 1, number)),
            bytes_max: bytes.map(|all| own(all, largest(work), number)),
            ..work.clone()
        }
    };
    (0..).zip(&workers).take(running as usize).map(take).collect()
}

/// Moves a worker to the host's range of its target; returns false if no block fits into it.
fn place(work: &mut WorkerPlan, ranges: HostRanges, rank: u32, hosts: u32) -> bool {
    match ranges {
        HostRanges::Whole => true,
        HostRanges::Disjoint => {
            let grid = work.align_bytes.max(largest(work)).max(1);
            let blocks = work.length_bytes / grid;
            let (start, end) = share::part(blocks, rank, hosts);
            work.offset_bytes += start * grid;
            work.length_bytes = (end - start) * grid;
            end > start
        }
        HostRanges::Strided => {
            let block = largest(work);
            let stride = block * u64::from(hosts);
            let rounds = work.length_bytes / stride;
            work.offset_bytes += block * u64::from(rank);
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
    let of = |blocks: &BlockSizes| blocks.largest().0;
    let reads = if work.read_share > 0.0 { of(&work.read_blocks) } else { 0 };
    let writes = if work.read_share < 1.0 { of(&work.write_blocks) } else { 0 };
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
