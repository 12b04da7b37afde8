//! One flash disk: returns the completion time of each I/O at its arrival.
//!
//! The model is `channels` servers, first come first served (M/G/c). An I/O occupies the channel that is free first for
//! `channels x max(1 / iops, bytes / throughput)` times a log-normal spread of mean 1. So the saturation is `iops` up
//! to the size where throughput is the limit. As nothing overtakes in the queue, the completion time is known on
//! arrival and no event is needed. Writes complete from the disk's buffer while it has room. Arrival times must not
//! decrease.

use super::disturbances::Disturbances;
use super::spec::SimSpec;
use base::Rng;
use std::collections::VecDeque;

/// The number of quantiles of the spread in the table (ours: 12 bits of a random number choose one); its tail ends at probability `1 / (2 * SPREAD_STEPS)`.
const SPREAD_STEPS: usize = 4096;

#[derive(Debug)]
pub(super) struct FlashDisk {
    /// When each channel is free: a binary heap with the earliest in front.
    free_ns: Vec<u64>,
    read: IoCost,
    write: IoCost,
    spread: Option<Box<[f32; SPREAD_STEPS]>>,
    rng: Rng,
    disturbances: Disturbances,
    latency_ns: u64,
    write_latency_ns: u64,
    flush_ns: u64,
    protected: bool,
    buffer_bytes: u64,
    buffered_bytes: u64,
    buffer: VecDeque<BufferedWrite>,
    written_ns: u64,
}

#[derive(Clone, Copy, Debug)]
struct BufferedWrite {
    /// When it is on the flash.
    end_ns: u64,
    length_bytes: u32,
}

/// The time for which an I/O occupies a channel.
#[derive(Clone, Copy, Debug)]
struct IoCost {
    each_ns: f64,
    byte_ns: f64,
}

impl IoCost {
    fn new(spec: &SimSpec, iops: f64, mibps: Option<f64>, factor: f64) -> Self {
        let channels = f64::from(spec.channels) * factor;
        let byte_ns = mibps.map_or(0.0, |mibps| 1e9 / (mibps * 1_048_576.0));
        Self { each_ns: channels * 1e9 / iops, byte_ns: channels * byte_ns }
    }

    #[inline]
    fn time_ns(self, length_bytes: u32) -> f64 {
        self.each_ns.max(self.byte_ns * f64::from(length_bytes))
    }
}

/// The mean time that an I/O of this direction and size occupies one channel, in nanoseconds.
pub(super) fn occupancy_ns(spec: &SimSpec, read: bool, length_bytes: u32) -> f64 {
    let (iops, mibps) = if read {
        (spec.read_iops, spec.read_mibps)
    } else {
        (spec.write_iops, spec.write_mibps.or(spec.read_mibps))
    };
    IoCost::new(spec, iops, mibps, 1.0).time_ns(length_bytes)
}

impl FlashDisk {
    pub(super) fn new(spec: &SimSpec, seed: u64, disk: u32, factor: f64) -> Self {
        Self {
            free_ns: vec![0; spec.channels as usize],
            read: IoCost::new(spec, spec.read_iops, spec.read_mibps, factor),
            write: IoCost::new(spec, spec.write_iops, spec.write_mibps.or(spec.read_mibps), factor),
            spread: (spec.spread > 0.0).then(|| spread_table(spec.spread)),
            rng: Rng::at(seed, &[3, u64::from(disk)]),
            disturbances: Disturbances::new(spec, seed, Some(disk)),
            latency_ns: spec.latency_ns,
            write_latency_ns: spec.write_latency_ns,
            flush_ns: spec.flush_ns,
            protected: spec.protected,
            buffer_bytes: spec.buffer_bytes,
            buffered_bytes: 0,
            buffer: VecDeque::new(),
            written_ns: 0,
        }
    }

    /// When the first channel is free, as a measure of how busy the disk is.
    pub(super) fn free_from_ns(&self) -> u64 {
        self.free_ns[0]
    }

    /// The completion time of a read that arrives at `at_ns`.
    #[inline]
    pub(super) fn read(&mut self, at_ns: u64, length_bytes: u32) -> u64 {
        let end_ns = self.occupy(at_ns, self.read.time_ns(length_bytes));
        self.disturbances.done_ns(end_ns, self.latency_ns)
    }

    /// The completion time of a write that arrives at `at_ns`.
    #[inline]
    pub(super) fn write(&mut self, at_ns: u64, length_bytes: u32, durable: bool) -> u64 {
        let end_ns = self.occupy(at_ns, self.write.time_ns(length_bytes));
        self.written_ns = self.written_ns.max(end_ns);
        let waits = durable && !self.protected;
        if self.buffer_bytes == 0 || waits {
            let flush_ns = if waits { self.flush_ns } else { 0 };
            return self.disturbances.done_ns(end_ns, self.latency_ns + flush_ns);
        }
        while self.buffer.front().is_some_and(|front| front.end_ns <= at_ns) {
            self.leave_buffer();
        }
        let mut room_ns = at_ns;
        self.buffer.push_back(BufferedWrite { end_ns, length_bytes });
        self.buffered_bytes += u64::from(length_bytes);
        while self.buffered_bytes > self.buffer_bytes {
            room_ns = room_ns.max(self.leave_buffer());
        }
        self.disturbances.done_ns(room_ns, self.write_latency_ns)
    }

    /// The completion time of a flush that arrives at `at_ns`.
    pub(super) fn flush(&mut self, at_ns: u64) -> u64 {
        let safe_ns = if self.protected { at_ns } else { self.written_ns.max(at_ns) };
        self.disturbances.done_ns(safe_ns, self.flush_ns)
    }

    fn leave_buffer(&mut self) -> u64 {
        let write = self.buffer.pop_front().expect("bytes are counted only while in the buffer");
        self.buffered_bytes -= u64::from(write.length_bytes);
        write.end_ns
    }

    /// Occupies the channel that is free first, and returns when it is free again.
    #[inline]
    fn occupy(&mut self, at_ns: u64, mean_ns: f64) -> u64 {
        let start_ns = at_ns.max(self.free_ns[0]);
        let spread = match &self.spread {
            Some(table) => f64::from(table[(self.rng.bits() >> 52) as usize]),
            None => 1.0,
        };
        let work_ns = (mean_ns * spread * self.disturbances.slowness(start_ns)).round() as u64;
        let end_ns = self.disturbances.done_ns(start_ns, work_ns);
        self.replace_first(end_ns);
        end_ns
    }

    /// Replaces the smallest value by `value` and restores the heap.
    #[inline]
    fn replace_first(&mut self, value: u64) {
        let heap = &mut self.free_ns[..];
        let mut hole = 0;
        loop {
            let left = 2 * hole + 1;
            let Some(&left_value) = heap.get(left) else { break };
            let (child, child_value) = match heap.get(left + 1) {
                Some(&right_value) if right_value < left_value => (left + 1, right_value),
                _ => (left, left_value),
            };
            if child_value >= value {
                break;
            }
            heap[hole] = child_value;
            hole = child;
        }
        heap[hole] = value;
    }
}

/// Quantiles of a log-normal distribution with mean 1 and this coefficient of variation, at the middle of equal steps.
fn spread_table(cv: f64) -> Box<[f32; SPREAD_STEPS]> {
    let sigma = (cv * cv).ln_1p().sqrt();
    let mut values = [0.0; SPREAD_STEPS];
    for (i, value) in values.iter_mut().enumerate() {
        *value = (sigma * normal_quantile((i as f64 + 0.5) / SPREAD_STEPS as f64)).exp();
    }
    let mean = values.iter().sum::<f64>() / SPREAD_STEPS as f64;
    let mut table = Box::new([0.0; SPREAD_STEPS]);
    for (slot, value) in table.iter_mut().zip(values) {
        *slot = (value / mean) as f32;
    }
    table
}

/// The standard normal quantile, by bisection of Hastings' rational approximation of the distribution function
/// (Abramowitz and Stegun 26.2.17, error below 7.5e-8).
fn normal_quantile(p: f64) -> f64 {
    let (mut low, mut high) = (-8.0, 8.0);
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        if normal_share(middle) < p { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

fn normal_share(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let density = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
    let poly = t
        * (0.319_381_530
            + t * (-0.356_563_782
                + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    if x >= 0.0 { 1.0 - density * poly } else { density * poly }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_has_mean_1_and_the_asked_variation() {
        for cv in [0.1, 0.25, 0.5] {
            let table = spread_table(cv);
            let mean = table.iter().map(|&x| f64::from(x)).sum::<f64>() / SPREAD_STEPS as f64;
            let second =
                table.iter().map(|&x| f64::from(x).powi(2)).sum::<f64>() / SPREAD_STEPS as f64;
            assert!((mean - 1.0).abs() < 1e-6, "{mean}");
            assert!(
                ((second - 1.0).sqrt() / cv - 1.0).abs() < 0.02,
                "cv {cv}: {}",
                (second - 1.0).sqrt()
            );
        }
    }

    #[test]
    fn an_idle_disk_answers_in_service_plus_latency_and_a_full_one_at_its_capacity() {
        let spec = SimSpec::read("ssd?iops=10000&channels=8&spread=0&latency=30us").unwrap();
        let mut disk = FlashDisk::new(&spec, 1, 0, 1.0);
        assert_eq!(disk.read(1_000, 4096), 1_000 + 800_000 + 30_000);
        let last = (0..10_000).map(|_| disk.read(1_000_000, 4096)).max().unwrap();
        assert!((last as f64 / 1e9 - 1.0).abs() < 0.01, "{last}");
    }

    #[test]
    fn writes_fill_the_buffer_and_then_wait_for_the_flash() {
        let spec =
            SimSpec::read("ssd?iops=10000&channels=1&spread=0&buffer=64k&write_latency=20us")
                .unwrap();
        let mut disk = FlashDisk::new(&spec, 1, 0, 1.0);
        let answers: Vec<u64> = (0..20).map(|_| disk.write(0, 4096, false)).collect();
        assert!(answers[..16].iter().all(|&at| at == 20_000), "{answers:?}");
        assert_eq!(answers[16], 100_000 + 20_000);
        assert_eq!(disk.flush(0), 50_000);
    }

    #[test]
    fn without_protection_flush_and_durable_writes_wait_for_the_flash() {
        let spec =
            SimSpec::read("ssd?iops=10000&channels=1&spread=0&protected=no&flush=1ms&latency=0us")
                .unwrap();
        let mut disk = FlashDisk::new(&spec, 1, 0, 1.0);
        disk.write(0, 4096, false);
        assert_eq!(disk.flush(0), 100_000 + 1_000_000);
        assert_eq!(disk.write(0, 4096, true), 200_000 + 1_000_000);
    }
}
