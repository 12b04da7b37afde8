//! One magnetic disk: queues commands, and executes the one that it reaches first.
//!
//! The model has one head. A command costs overhead, seek `a + b x sqrt(distance)` (Ruemmler and Wilkes 1994), rotational
//! latency and transfer, all by the true position of head and platter. A command that directly follows the last one costs
//! only its transfer (read-ahead, and the disk's volatile write cache). Durable writes are the exception: they wait
//! for their angle, so a single stream of them makes about one write per revolution. A read that skips no more than the
//! read-ahead costs at most the time to pass over the gap, and its transfer. A flush after writes costs one revolution.
//! Tracks have equal length, and the disk's cache is not simulated beyond that.

use super::disturbances::Disturbances;
use super::spec::SimSpec;
use std::collections::VecDeque;

/// A command that was passed over this often (ours) is executed next, so that none starves.
const PASSED_OVER_MAX: u32 = 64;
/// The track-to-track seek as a share of the mean seek: 0.6-1 ms against 8.5 ms on data sheets.
const SEEK_SHORTEST_SHARE: f64 = 0.1;
/// The mean of the square root of the distance between two uniformly random places on a stroke of 1.
const MEAN_SQRT_DISTANCE: f64 = 8.0 / 15.0;

/// How much a disk reads ahead after a read: one segment of its cache, of which disks with 64 MiB and more have
/// hundreds. Without read-ahead, a stream over RAID 5 would lose a revolution at each chunk of parity.
const READ_AHEAD_BYTES: u64 = 256 << 10;

#[derive(Clone, Copy, Debug)]
pub(super) struct HddCommand {
    pub(super) job: u32,
    pub(super) offset_bytes: u64,
    pub(super) length_bytes: u32,
    pub(super) write: bool,
    pub(super) durable: bool,
    pub(super) flush: bool,
    pub(super) passed_over: u32,
}

#[derive(Debug)]
pub(super) struct HddDisk {
    pending: VecDeque<HddCommand>,
    working: Option<u32>,
    size_bytes: f64,
    revolution_ns: f64,
    track_bytes: f64,
    seek_a_ns: f64,
    seek_b_ns: f64,
    read_byte_ns: f64,
    write_byte_ns: f64,
    overhead_ns: f64,
    window: usize,
    factor: f64,
    head_bytes: u64,
    /// The end of the last command that was queued.
    last_end_bytes: u64,
    /// Whether the last command was a read, so that the disk reads ahead.
    reads_on: bool,
    dirty: bool,
    disturbances: Disturbances,
    /// How far the disk's own clock, which gives the angle of the platter, is ahead of the storage's, modulo a revolution.
    /// So slower work also turns the platter slower. If the storage's clock gave the angle, work done early would find the
    /// next block just ahead of the head. A stream of durable writes would then be twice as fast.
    ahead_ns: f64,
}

/// What follows from the speed of rotation.
pub(super) struct HddClass {
    pub(super) seek_ns: f64,
    pub(super) mibps: f64,
}

/// The class of a disk by its speed of rotation. Seeks by data sheets: 7,200 rpm
/// nearline 8.5 ms, 10,000 rpm about 4.2 ms, 15,000 rpm about 3.2 ms. With half a revolution and the transfer of 8 KiB
/// these give 78, 136 and 188 random I/Os per second (usual planning figures are 75-100, 125-150 and 175-210).
pub(super) fn class_of(rpm: f64) -> HddClass {
    match rpm {
        x if x < 10_000.0 => HddClass { seek_ns: 8.5e6, mibps: 200.0 },
        x if x < 15_000.0 => HddClass { seek_ns: 4.2e6, mibps: 190.0 },
        _ => HddClass { seek_ns: 3.2e6, mibps: 230.0 },
    }
}

/// The mean time of a random I/O over the whole disk at queue depth 1, in nanoseconds, in closed form.
pub(super) fn random_ns(spec: &SimSpec, read: bool, length_bytes: u32) -> f64 {
    let disk = HddDisk::new(spec, 0, 0, 1.0);
    let byte_ns = if read { disk.read_byte_ns } else { disk.write_byte_ns };
    disk.overhead_ns
        + disk.seek_a_ns
        + disk.seek_b_ns * MEAN_SQRT_DISTANCE
        + disk.revolution_ns / 2.0
        + byte_ns * f64::from(length_bytes)
}

impl HddDisk {
    pub(super) fn new(spec: &SimSpec, seed: u64, disk: u32, factor: f64) -> Self {
        let HddClass { seek_ns, mibps } = class_of(spec.rpm);
        let seek_ns = spec.seek_ns.map_or(seek_ns, |ns| ns as f64);
        let read_byte_ns = 1e9 / (spec.read_mibps.unwrap_or(mibps) * 1_048_576.0);
        let write_byte_ns =
            spec.write_mibps.map_or(read_byte_ns, |mibps| 1e9 / (mibps * 1_048_576.0));
        let revolution_ns = 60e9 / spec.rpm;
        let seek_a_ns = seek_ns * SEEK_SHORTEST_SHARE;
        Self {
            pending: VecDeque::with_capacity(64),
            working: None,
            size_bytes: spec.size_bytes as f64,
            revolution_ns,
            track_bytes: revolution_ns / read_byte_ns,
            seek_a_ns,
            seek_b_ns: (seek_ns - seek_a_ns) / MEAN_SQRT_DISTANCE,
            read_byte_ns,
            write_byte_ns,
            overhead_ns: spec.latency_ns as f64,
            window: spec.queue as usize,
            factor,
            head_bytes: 0,
            last_end_bytes: 0,
            reads_on: false,
            dirty: false,
            disturbances: Disturbances::new(spec, seed, Some(disk)),
            ahead_ns: 0.0,
        }
    }

    /// Commands queued and in execution, as a measure of how busy the disk is.
    pub(super) fn load(&self) -> usize {
        self.pending.len() + usize::from(self.working.is_some())
    }

    /// Whether a command at this offset continues the last queued one.
    pub(super) fn continues(&self, offset_bytes: u64) -> bool {
        offset_bytes == self.last_end_bytes
    }

    /// Queues a command. If the disk is idle, it starts at once; returns when it is done.
    pub(super) fn submit(&mut self, at_ns: u64, command: HddCommand) -> Option<u64> {
        if !command.flush {
            self.last_end_bytes = command.offset_bytes + u64::from(command.length_bytes);
        }
        self.pending.push_back(command);
        if self.working.is_some() { None } else { self.start(at_ns) }
    }

    /// Ends the current command: returns its job, and when the next command is done if there is one.
    pub(super) fn finish_command(&mut self, at_ns: u64) -> (u32, Option<u64>) {
        let job = self.working.take().expect("a disk is ready only after it worked");
        (job, self.start(at_ns))
    }

    fn start(&mut self, at_ns: u64) -> Option<u64> {
        let chosen = self.choose(at_ns)?;
        for passed in self.pending.iter_mut().take(chosen) {
            passed.passed_over += 1;
        }
        let command = self.pending.remove(chosen).expect("the choice is one of the pending ones");
        let work_ns = self.time_ns(at_ns, &command);
        if command.flush {
            self.dirty = false;
        } else {
            self.head_bytes = command.offset_bytes + u64::from(command.length_bytes);
            self.reads_on = !command.write;
            self.dirty |= command.write && !command.durable;
        }
        self.working = Some(command.job);
        let worked_ns = work_ns * self.factor * self.disturbances.slowness(at_ns);
        self.ahead_ns = (self.ahead_ns + work_ns - worked_ns) % self.revolution_ns;
        Some(self.disturbances.done_ns(at_ns, worked_ns.round() as u64))
    }

    /// The index of the command that the head reaches first among the oldest ones.
    fn choose(&self, at_ns: u64) -> Option<usize> {
        let oldest = self.pending.front()?;
        if oldest.flush || oldest.passed_over >= PASSED_OVER_MAX {
            return Some(0);
        }
        let reached_ns = |command: &HddCommand| {
            let transfer_ns = self.byte_ns(command) * f64::from(command.length_bytes);
            self.time_ns(at_ns, command) - transfer_ns
        };
        let in_window = self.pending.iter().take(self.window).enumerate();
        let choices = in_window.filter(|(_, command)| !command.flush);
        let choices = choices.map(|(index, command)| (index, reached_ns(command)));
        choices.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(index, _)| index)
    }

    fn byte_ns(&self, command: &HddCommand) -> f64 {
        if command.write { self.write_byte_ns } else { self.read_byte_ns }
    }

    fn time_ns(&self, at_ns: u64, command: &HddCommand) -> f64 {
        if command.flush {
            return self.overhead_ns + if self.dirty { self.revolution_ns } else { 0.0 };
        }
        let transfer_ns = self.byte_ns(command) * f64::from(command.length_bytes);
        let follows = command.offset_bytes == self.head_bytes;
        if follows && !command.durable {
            return transfer_ns;
        }
        let passed_ns = match command.offset_bytes.checked_sub(self.head_bytes) {
            Some(left_out_bytes)
                if self.reads_on && !command.write && left_out_bytes <= READ_AHEAD_BYTES =>
            {
                self.read_byte_ns * left_out_bytes as f64 + transfer_ns
            }
            _ => f64::INFINITY,
        };
        let distance = command.offset_bytes.abs_diff(self.head_bytes) as f64 / self.size_bytes;
        let seek_ns = if follows { 0.0 } else { self.seek_a_ns + self.seek_b_ns * distance.sqrt() };
        let moved_ns = self.overhead_ns + seek_ns;
        let angle = (command.offset_bytes as f64 / self.track_bytes).fract();
        let turned_ns = at_ns as f64 + self.ahead_ns + moved_ns;
        let under_head = (turned_ns / self.revolution_ns).rem_euclid(1.0);
        let turn = if angle >= under_head { angle - under_head } else { angle - under_head + 1.0 };
        (moved_ns + turn * self.revolution_ns + transfer_ns).min(passed_ns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Rng;

    fn command(offset_bytes: u64, length_bytes: u32) -> HddCommand {
        HddCommand {
            job: 0,
            offset_bytes,
            length_bytes,
            write: false,
            durable: false,
            flush: false,
            passed_over: 0,
        }
    }

    fn random_iops(text: &str, depth: usize) -> f64 {
        let spec = SimSpec::read(text).unwrap();
        let mut disk = HddDisk::new(&spec, 1, 0, 1.0);
        let mut rng = Rng::new(7);
        let blocks = spec.size_bytes / 8192;
        let mut ready = None;
        for _ in 0..depth {
            ready = disk.submit(0, command(rng.below(blocks) * 8192, 8192)).or(ready);
        }
        let (mut now, n) = (0, 20_000);
        for _ in 0..n {
            now = ready.unwrap();
            let (_, next) = disk.finish_command(now);
            ready = disk.submit(now, command(rng.below(blocks) * 8192, 8192)).or(next);
        }
        f64::from(n) / (now as f64 / 1e9)
    }

    #[test]
    fn each_class_of_disk_makes_the_random_iops_the_field_budgets() {
        for (rpm, low, high) in
            [(7200, 75.0, 100.0), (10_000, 125.0, 150.0), (15_000, 175.0, 210.0)]
        {
            let text = format!("hdd?rpm={rpm}");
            let iops = random_iops(&text, 1);
            assert!((low..high).contains(&iops), "{rpm}: {iops}");
            let want = 1e9 / random_ns(&SimSpec::read(&text).unwrap(), true, 8192);
            assert!((iops / want - 1.0).abs() < 0.01, "{rpm}: {iops}, closed form {want}");
        }
    }

    #[test]
    fn depth_helps_a_disk_that_may_choose_and_no_other() {
        let (alone, deep) = (random_iops("hdd", 1), random_iops("hdd", 32));
        assert!((1.8..3.5).contains(&(deep / alone)), "{alone} {deep}");
        let in_order = random_iops("hdd?queue=1", 32);
        assert!((in_order / alone - 1.0).abs() < 0.02, "{alone} {in_order}");
    }

    #[test]
    fn sequential_reads_run_at_the_speed_of_the_platter() {
        let spec = SimSpec::read("hdd?mibps=200").unwrap();
        let mut disk = HddDisk::new(&spec, 1, 0, 1.0);
        let mut now = 0;
        for i in 0..1000u64 {
            now = disk.submit(now, command(i << 20, 1 << 20)).unwrap();
            disk.finish_command(now);
        }
        let mibps = 1000.0 / (now as f64 / 1e9);
        assert!((mibps / 200.0 - 1.0).abs() < 0.01, "{mibps}");
    }

    /// Sequential durable writes in each of `seconds` seconds.
    fn commits(text: &str, factor: f64, seconds: usize) -> Vec<f64> {
        let mut disk = HddDisk::new(&SimSpec::read(text).unwrap(), 1, 0, factor);
        let (mut now, mut done) = (0, vec![0.0; seconds]);
        for i in 0.. {
            let write = HddCommand { write: true, durable: true, ..command(i * 4096, 4096) };
            now = disk.submit(now, write).unwrap();
            disk.finish_command(now);
            let Some(second) = done.get_mut((now / 1_000_000_000) as usize) else { break };
            *second += 1.0;
        }
        done
    }

    #[test]
    fn a_stream_of_durable_writes_makes_one_for_each_revolution() {
        for (factor, want) in [(1.0, 120.0), (1.5, 80.0), (0.95, 126.0)] {
            let mean = commits("hdd", factor, 10).iter().sum::<f64>() / 10.0;
            assert!((mean / want - 1.0).abs() < 0.02, "{factor}: {mean}");
        }
    }

    #[test]
    fn noise_moves_durable_writes_by_as_much_as_was_asked() {
        let seconds = commits("hdd?noise_cv=0.05", 1.0, 2_000);
        let n = seconds.len() as f64;
        let mean = seconds.iter().sum::<f64>() / n;
        let cv = (seconds.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n).sqrt() / mean;
        assert!((mean / 120.0 - 1.0).abs() < 0.02 && (0.045..0.055).contains(&cv), "{mean} {cv}");
    }
}
