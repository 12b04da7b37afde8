//! The kernel's own counters: takes [`SystemRoots`], gives snapshots of devices, CPUs and this process, and their
//! differences over a run; never resets a counter.

use base::Clock;

use crate::clock::SystemClock;
use crate::inventory::SystemRoots;
pub use crate::system::counters::{cpus, disks, memory_wait_ns};

/// All counters of one block device (on Linux as in its documentation, admin-guide/iostats). Sectors are 512 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DiskCounters {
    pub reads: u64,
    /// Reads merged with a neighbour before they were issued.
    pub reads_merged: u64,
    pub read_sectors: u64,
    /// The sum of the durations of all reads, in milliseconds.
    pub read_ms: u64,
    pub writes: u64,
    pub writes_merged: u64,
    pub written_sectors: u64,
    /// The sum of the durations of all writes, in milliseconds.
    pub write_ms: u64,
    /// I/Os in flight now; in a difference: at its end.
    pub in_flight: u64,
    /// Milliseconds in which at least one I/O was in flight.
    pub busy_ms: u64,
    /// The queue depth integrated over time: milliseconds times I/Os in flight.
    pub queue_ms: u64,
    /// Discards completed; absent before Linux 4.18.
    pub discards: Option<u64>,
    pub discards_merged: u64,
    pub discarded_sectors: u64,
    /// The sum of the durations of all discards, in milliseconds.
    pub discard_ms: u64,
    /// Flushes completed; absent before Linux 5.5. Only whole disks count them.
    pub flushes: Option<u64>,
    /// The sum of the durations of all flushes, in milliseconds.
    pub flush_ms: u64,
}

impl DiskCounters {
    /// The difference since `earlier`. A counter that decreased (the device was removed) gives 0.
    pub fn since(&self, earlier: &Self) -> Self {
        let known = |later: Option<u64>, earlier: Option<u64>| {
            later.zip(earlier).map(|(later, earlier)| later.saturating_sub(earlier))
        };
        Self {
            reads: wrapping_since(self.reads, earlier.reads),
            reads_merged: self.reads_merged.saturating_sub(earlier.reads_merged),
            read_sectors: self.read_sectors.saturating_sub(earlier.read_sectors),
            read_ms: wrapping_since(self.read_ms, earlier.read_ms),
            writes: wrapping_since(self.writes, earlier.writes),
            writes_merged: self.writes_merged.saturating_sub(earlier.writes_merged),
            written_sectors: self.written_sectors.saturating_sub(earlier.written_sectors),
            write_ms: wrapping_since(self.write_ms, earlier.write_ms),
            in_flight: self.in_flight,
            busy_ms: wrapping_since(self.busy_ms, earlier.busy_ms),
            queue_ms: wrapping_since(self.queue_ms, earlier.queue_ms),
            discards: known(self.discards, earlier.discards),
            discards_merged: self.discards_merged.saturating_sub(earlier.discards_merged),
            discarded_sectors: self.discarded_sectors.saturating_sub(earlier.discarded_sectors),
            discard_ms: wrapping_since(self.discard_ms, earlier.discard_ms),
            flushes: known(self.flushes, earlier.flushes),
            flush_ms: wrapping_since(self.flush_ms, earlier.flush_ms),
        }
    }

    pub fn read_bytes(&self) -> u64 {
        self.read_sectors * 512
    }

    pub fn written_bytes(&self) -> u64 {
        self.written_sectors * 512
    }
}

/// Linux prints milliseconds as 32-bit numbers, which wrap after 50 days of I/O time; Windows counts reads and writes so.
fn wrapping_since(later: u64, earlier: u64) -> u64 {
    if later < earlier && earlier <= u64::from(u32::MAX) && earlier - later > 1 << 31 {
        return later + (1 << 32) - earlier;
    }
    later.saturating_sub(earlier)
}

/// The counters of one device by its kernel name.
pub fn disk(roots: &SystemRoots, name: &str) -> Option<DiskCounters> {
    disks(roots).into_iter().find(|(n, _)| n == name).map(|(_, counters)| counters)
}

/// The time of a set of CPUs in clock ticks of 1/100 s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CpuTicks {
    pub total: u64,
    /// Idle, waiting for I/O included.
    pub idle: u64,
    pub io_wait: u64,
    /// In the kernel, interrupts included.
    pub system: u64,
    pub interrupts: u64,
    /// Steal time: the hypervisor ran another guest.
    pub steal: u64,
}

impl CpuTicks {
    pub(crate) fn since(&self, earlier: &Self) -> Self {
        Self {
            total: self.total.saturating_sub(earlier.total),
            idle: self.idle.saturating_sub(earlier.idle),
            io_wait: self.io_wait.saturating_sub(earlier.io_wait),
            system: self.system.saturating_sub(earlier.system),
            interrupts: self.interrupts.saturating_sub(earlier.interrupts),
            steal: self.steal.saturating_sub(earlier.steal),
        }
    }

    fn plus(&mut self, other: &Self) {
        self.total += other.total;
        self.idle += other.idle;
        self.io_wait += other.io_wait;
        self.system += other.system;
        self.interrupts += other.interrupts;
        self.steal += other.steal;
    }

    /// Share of the time the CPUs were not idle, 0 to 1.
    pub fn busy_share(&self) -> f64 {
        share(self.total - self.idle.min(self.total), self.total)
    }

    /// The steal time as a share of the total, 0 to 1.
    pub fn steal_share(&self) -> f64 {
        share(self.steal, self.total)
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProcessUse {
    /// CPU time in its own code, in nanoseconds.
    pub user_ns: u64,
    /// CPU time in the kernel, in nanoseconds.
    pub system_ns: u64,
    /// Voluntary context switches.
    pub waits: u64,
    /// Involuntary context switches.
    pub preemptions: u64,
    /// Page faults that needed I/O.
    pub major_faults: u64,
    /// The peak resident memory in bytes; in a difference: at its end.
    pub memory_max_bytes: u64,
}

impl ProcessUse {
    pub fn now() -> Self {
        crate::system::counters::of_process()
    }

    /// The use of the calling thread up to now; the memory is that of the whole process.
    pub fn of_thread() -> Self {
        crate::system::counters::of_thread()
    }

    pub fn since(&self, earlier: &Self) -> Self {
        Self {
            user_ns: self.user_ns.saturating_sub(earlier.user_ns),
            system_ns: self.system_ns.saturating_sub(earlier.system_ns),
            waits: self.waits.saturating_sub(earlier.waits),
            preemptions: self.preemptions.saturating_sub(earlier.preemptions),
            major_faults: self.major_faults.saturating_sub(earlier.major_faults),
            memory_max_bytes: self.memory_max_bytes,
        }
    }
}

/// The counters of devices, CPUs and this process at the start of a watch.
#[derive(Clone, Debug)]
pub struct CounterWatch {
    roots: SystemRoots,
    started_ns: u64,
    disks: Vec<(String, DiskCounters)>,
    cpus: Vec<(u32, CpuTicks)>,
    own: ProcessUse,
}

/// The differences of the counters between the start and the stop of a watch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CounterDifferences {
    pub window_ns: u64,
    /// Each watched device with its counters, in the order of the request.
    pub disks: Vec<(String, DiskCounters)>,
    pub cpus: Vec<(u32, CpuTicks)>,
    pub own: ProcessUse,
}

impl CounterWatch {
    /// Starts a watch. `devices` are kernel names; a device without counters is left out. If `cpus` is empty, all CPUs
    /// are watched.
    pub fn start(roots: &SystemRoots, devices: &[String], cpus: &[u32]) -> Self {
        Self {
            roots: roots.clone(),
            disks: named(roots, devices),
            cpus: chosen(roots, cpus),
            own: ProcessUse::now(),
            started_ns: SystemClock::new().now_ns(),
        }
    }

    pub fn stop(self) -> CounterDifferences {
        self.look()
    }

    /// The differences up to now; the watch continues.
    pub fn look(&self) -> CounterDifferences {
        self.differences(SystemClock::new().now_ns().saturating_sub(self.started_ns))
    }

    fn differences(&self, window_ns: u64) -> CounterDifferences {
        let devices: Vec<String> = self.disks.iter().map(|(n, _)| n.clone()).collect();
        let numbers: Vec<u32> = self.cpus.iter().map(|(n, _)| *n).collect();
        let before_disk = |name: &str| self.disks.iter().find(|(n, _)| n == name).map(|(_, c)| *c);
        let before_cpu = |cpu: u32| self.cpus.iter().find(|(n, _)| *n == cpu).map(|(_, c)| *c);
        CounterDifferences {
            window_ns,
            disks: named(&self.roots, &devices)
                .into_iter()
                .filter_map(|(n, after)| before_disk(&n).map(|b| (n, after.since(&b))))
                .collect(),
            cpus: chosen(&self.roots, &numbers)
                .into_iter()
                .filter_map(|(n, after)| before_cpu(n).map(|b| (n, after.since(&b))))
                .collect(),
            own: ProcessUse::now().since(&self.own),
        }
    }
}

impl CounterDifferences {
    /// All watched CPUs together.
    pub fn cpu(&self) -> CpuTicks {
        let mut sum = CpuTicks::default();
        self.cpus.iter().for_each(|(_, ticks)| sum.plus(ticks));
        sum
    }

    /// CPUs this process kept busy on average, such as 1.5.
    pub fn own_cpus(&self) -> f64 {
        share(self.own.user_ns + self.own.system_ns, self.window_ns)
    }
}

fn named(roots: &SystemRoots, devices: &[String]) -> Vec<(String, DiskCounters)> {
    let all = disks(roots);
    devices.iter().filter_map(|d| all.iter().find(|(n, _)| n == d).cloned()).collect()
}

fn chosen(roots: &SystemRoots, numbers: &[u32]) -> Vec<(u32, CpuTicks)> {
    let mut all = cpus(roots);
    all.retain(|(n, _)| numbers.is_empty() || numbers.contains(n));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrapped_counter_counts_on_and_a_new_device_counts_from_zero() {
        assert_eq!(wrapping_since(10, u64::from(u32::MAX) - 4), 15);
        assert_eq!(wrapping_since(10, 500), 0);
    }

    #[test]
    fn a_watch_of_this_process_sees_its_work() {
        let watch = CounterWatch::start(&SystemRoots::default(), &[], &[]);
        let mut sum = 0u64;
        // Kernel time accounting is coarse, so work until the counters change rather than for a fixed time.
        while watch.look().own.user_ns + watch.look().own.system_ns == 0 {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        let seen = watch.stop();
        assert!(seen.own_cpus() > 0.0, "{seen:?}");
        assert!(!seen.cpus.is_empty());
    }
}
