//! The true values of a simulated storage: capacity and load line for a [`SimSpec`] and a kind of operations.
//!
//! Tests of the methods compare measured values with these. Capacity has a closed form for flash. The load line comes
//! from long simulations of the storage alone, without the worker's loop, with the same arrivals at every rate. Never
//! uses measured values.

use super::spec::{DAY_NS, SimLayout, SimMedium, SimSpec};
use super::storage::{SimRequest, SimStorage};
use super::{flash, hdd};
use crate::backend::IoKind;
use base::{Bytes, Rng};
use workload::LatencyLimit;

/// The load on the storage: uniformly random operations of one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Operations {
    pub read_share: f64,
    pub block_bytes: u32,
    /// The length of the range from 0 that they use, in bytes; `None`: the whole storage.
    pub span_bytes: Option<u64>,
    pub durable: bool,
}

impl Operations {
    /// Random operations on the whole storage, writes not durable.
    pub fn random(read_share: f64, block_bytes: u32) -> Self {
        Self { read_share, block_bytes, span_bytes: None, durable: false }
    }

    fn draw(&self, storage: &SimStorage, rng: &mut Rng) -> SimRequest {
        let block = u64::from(self.block_bytes);
        let span_bytes =
            self.span_bytes.map_or(storage.size_bytes(), |span| span.min(storage.size_bytes()));
        let kind = if rng.unit() < self.read_share { IoKind::Read } else { IoKind::Write };
        let offset_bytes = rng.below((span_bytes / block).max(1)) * block;
        SimRequest { kind, offset_bytes, length_bytes: self.block_bytes, durable: self.durable }
    }
}

/// Operations per second at saturation, in closed form: channels / service time, times the disks that share the
/// work, within the limits of quota and controller. `None` if there is no closed form: for a magnetic disk (its
/// capacity depends on the depth), a slow disk, a step, and blocks that do not fit into one chunk. Noise has mean 1
/// and does not change it; neighbours take their mean share; saved credits have no effect in the long run.
pub fn capacity_iops(spec: &SimSpec, operations: &Operations) -> Option<f64> {
    let block = operations.block_bytes;
    let within_chunk = spec.chunk_bytes.is_multiple_of(u64::from(block));
    let uneven = !spec.slow.is_empty() || !spec.steps.is_empty();
    if spec.medium == SimMedium::Hdd || uneven || (spec.disks > 1 && !within_chunk) {
        return None;
    }
    let read_ns = flash::occupancy_ns(spec, true, block);
    let write_ns = flash::occupancy_ns(spec, false, block);
    let disks = f64::from(spec.disks);
    let data_disks = disks - f64::from(spec.layout().parity_chunks());
    let write_work_ns = match spec.layout() {
        SimLayout::None | SimLayout::Raid0 => write_ns,
        SimLayout::Raid1 => disks * write_ns,
        SimLayout::Raid10 => 2.0 * write_ns,
        SimLayout::Raid5 | SimLayout::Raid6 => {
            let parities = f64::from(spec.layout().parity_chunks());
            let reads = (1.0 + parities).min(data_disks - 1.0);
            reads * read_ns + (1.0 + parities) * write_ns
        }
    };
    let miss_share = if spec.cache_bytes > 0 { 1.0 - spec.cache_hits } else { 1.0 };
    let reads = operations.read_share;
    let work_ns = reads * miss_share * read_ns + (1.0 - reads) * write_work_ns;
    let left = spec
        .neighbour
        .map_or(1.0, |n| 1.0 - n.share * n.busy_ns as f64 / (n.busy_ns + n.quiet_ns) as f64);
    let left =
        left * spec.daily.map_or(1.0, |n| 1.0 - n.share * n.length_ns() as f64 / DAY_NS as f64);
    let spread_disks = if spec.layout() == SimLayout::None { 1.0 } else { disks };
    let medium = if work_ns > 0.0 {
        spread_disks * f64::from(spec.channels) * 1e9 / work_ns * left
    } else {
        f64::INFINITY
    };
    let mib = f64::from(block) / Bytes::MIB as f64;
    let limits = [
        spec.quota_iops,
        spec.cap_iops,
        spec.quota_mibps.map(|rate| rate / mib),
        spec.cap_mibps.map(|rate| rate / mib),
    ];
    Some(limits.into_iter().flatten().fold(medium, f64::min))
}

/// The mean time of a random I/O on one magnetic disk at queue depth 1, in nanoseconds.
pub fn hdd_random_ns(spec: &SimSpec, read: bool, block_bytes: u32) -> f64 {
    hdd::random_ns(spec, read, block_bytes)
}

/// Operations per second in a closed loop of this depth, from `ios` simulated operations after a tenth as warm-up.
pub fn closed_loop_iops(
    spec: &SimSpec,
    operations: &Operations,
    depth: u32,
    ios: u32,
    seed: u64,
) -> f64 {
    let mut storage = SimStorage::new(spec, seed);
    let mut rng = Rng::at(seed, &[10]);
    for slot in 0..depth {
        let request = operations.draw(&storage, &mut rng);
        storage.submit(0, 0, slot, request);
    }
    let (mut done, mut from_ns, warm_up) = (0u32, 0, ios / 10);
    let mut slots = Vec::new();
    while let Some(now_ns) = storage.next_event_ns() {
        storage.advance(now_ns);
        slots.extend(storage.take_finished().map(|finished| finished.slot));
        for slot in slots.drain(..) {
            done += 1;
            if done == warm_up {
                from_ns = now_ns;
            }
            if done == warm_up + ios {
                return f64::from(ios) / ((now_ns - from_ns) as f64 / 1e9);
            }
            let request = operations.draw(&storage, &mut rng);
            storage.submit(now_ns, 0, slot, request);
        }
    }
    0.0
}

/// The share of Poisson arrivals at `rate_iops` whose latency exceeds `limit_ns`, over `seconds` of virtual time after a
/// twentieth as warm-up. The number outstanding has no limit; above 200,000 it is far beyond saturation, and the
/// simulation ends with the share so far, but at least 0.5.
pub fn share_above(
    spec: &SimSpec,
    operations: &Operations,
    rate_iops: f64,
    limit_ns: u64,
    seconds: f64,
    seed: u64,
) -> f64 {
    const OUTSTANDING_MAX: u32 = 200_000;
    let mut storage = SimStorage::new(spec, seed);
    let (mut arrivals, mut choices) = (Rng::at(seed, &[11]), Rng::at(seed, &[12]));
    let mut due_ns: Vec<u64> = Vec::new();
    let mut free: Vec<u32> = Vec::new();
    let (warm_up_ns, end_ns) = (seconds * 0.05e9, seconds * 1.05e9);
    let (mut at_ns, mut all, mut above) = (0.0f64, 0u64, 0u64);
    loop {
        at_ns += arrivals.exponential() * 1e9 / rate_iops;
        if at_ns > end_ns {
            break;
        }
        let now_ns = at_ns as u64;
        let slot = free.pop().unwrap_or_else(|| {
            due_ns.push(0);
            due_ns.len() as u32 - 1
        });
        if slot > OUTSTANDING_MAX {
            return (above as f64 / all.max(1) as f64).max(0.5);
        }
        due_ns[slot as usize] = now_ns;
        let request = operations.draw(&storage, &mut choices);
        storage.submit(now_ns, 0, slot, request);
        for finished in storage.take_finished() {
            free.push(finished.slot);
            let from_ns = due_ns[finished.slot as usize];
            if from_ns as f64 >= warm_up_ns {
                all += 1;
                above += u64::from(finished.at_ns - from_ns > limit_ns);
            }
        }
    }
    above as f64 / all.max(1) as f64
}

/// The load line in operations per second: the highest Poisson rate that keeps the latency limit. Bisected to 0.2 % on
/// the same `seconds` of arrivals; 0 if not even 1 operation per second keeps it. `rate_iops_max` is the upper bound of
/// the search, such as 1.2 times the capacity.
pub fn true_load_line(
    spec: &SimSpec,
    operations: &Operations,
    latency_limit: LatencyLimit,
    rate_iops_max: f64,
    seconds: f64,
    seed: u64,
) -> f64 {
    let late_share = 1.0 - latency_limit.quantile;
    let held = |rate_iops: f64| {
        share_above(spec, operations, rate_iops, latency_limit.latency_ns.0, seconds, seed)
            <= late_share
    };
    if !held(1.0) {
        return 0.0;
    }
    let (mut low, mut high) = (1.0, rate_iops_max);
    while high / low > 1.002 {
        let middle = if high / low > 2.0 { (low * high).sqrt() } else { (low + high) / 2.0 };
        if held(middle) { low = middle } else { high = middle }
    }
    low
}

/// The mean wait in an M/D/1 queue in nanoseconds (Pollaczek and Khinchine): `rho x service / (2 (1 - rho))`.
pub fn md1_wait_ns(service_ns: f64, rate_iops: f64) -> f64 {
    let rho = rate_iops * service_ns / 1e9;
    rho * service_ns / (2.0 * (1.0 - rho))
}
