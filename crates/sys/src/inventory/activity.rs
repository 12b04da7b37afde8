//! Other I/O and CPU time on the machine: takes two snapshots a short time apart, gives rates of devices and processes; never
//! traces.

use std::collections::BTreeMap;
use std::time::Duration;

use super::SystemRoots;
use crate::counters::{self, DiskCounters};
pub use crate::system::inventory::has_open;
use crate::system::inventory::processes;

/// A snapshot of the machine's counters of I/O and CPU time.
#[derive(Clone, Debug)]
pub struct ActivityLook {
    pub(crate) disks: BTreeMap<String, DiskCounters>,
    pub(crate) processes: BTreeMap<u32, ProcessCounters>,
}

#[derive(Clone, Debug)]
pub(crate) struct ProcessCounters {
    pub(crate) name: String,
    pub(crate) read_bytes: u64,
    pub(crate) written_bytes: u64,
    /// When it began, in ticks since the machine did: a number that another process gets later has another time.
    pub(crate) started_ticks: u64,
    pub(crate) cpu_ticks: u64,
    pub(crate) is_kernel: bool,
    /// The CPU that it ran on last; that of its first thread, if it has several.
    pub(crate) cpu: u32,
}

/// CPU time of everybody but this process, in the ticks of [`CpuTicks`](crate::counters::CpuTicks).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForeignTicks {
    /// Of all threads of the kernel, which work for this process as well.
    pub kernel: u64,
    /// Of each program, all its processes together.
    pub programs: BTreeMap<String, u64>,
}

/// The activity between two snapshots.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Activity {
    pub window_ns: u64,
    /// Devices with any I/O, the busiest first.
    pub disks: Vec<DiskActivity>,
    /// Other processes with any I/O, the busiest first, at most ten. Without privileges only those of the same user are visible.
    pub processes: Vec<ProcessActivity>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DiskActivity {
    pub name: String,
    pub read_iops: f64,
    pub write_iops: f64,
    /// Bytes per second in both directions.
    pub bytes_per_s: f64,
    /// Share of the time in which at least one I/O was in flight, 0 to 1.
    pub busy_share: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ProcessActivity {
    pub pid: u32,
    pub name: String,
    pub read_bytes_per_s: f64,
    pub written_bytes_per_s: f64,
}

impl ActivityLook {
    pub fn now(roots: &SystemRoots) -> Self {
        let disks = counters::disks(roots).into_iter().collect();
        Self { disks, processes: processes(roots) }
    }

    /// The activity from this snapshot to a later one, `window` apart.
    pub fn until(&self, later: &Self, window: Duration) -> Activity {
        let seconds = window.as_secs_f64().max(1e-9);
        let mut disks: Vec<DiskActivity> = later
            .disks
            .iter()
            .filter_map(|(name, after)| {
                let delta = after.since(self.disks.get(name)?);
                let bytes = delta.read_bytes() + delta.written_bytes();
                (delta.reads + delta.writes > 0).then(|| DiskActivity {
                    name: name.clone(),
                    read_iops: delta.reads as f64 / seconds,
                    write_iops: delta.writes as f64 / seconds,
                    bytes_per_s: bytes as f64 / seconds,
                    busy_share: (delta.busy_ms as f64 / 1e3 / seconds).min(1.0),
                })
            })
            .collect();
        disks.sort_by(|a, b| b.bytes_per_s.total_cmp(&a.bytes_per_s));
        let mut processes: Vec<ProcessActivity> = later
            .processes
            .iter()
            .filter_map(|(pid, after)| {
                let before = self.processes.get(pid)?;
                let read = after.read_bytes.saturating_sub(before.read_bytes);
                let written = after.written_bytes.saturating_sub(before.written_bytes);
                (read + written > 0).then(|| ProcessActivity {
                    pid: *pid,
                    name: after.name.clone(),
                    read_bytes_per_s: read as f64 / seconds,
                    written_bytes_per_s: written as f64 / seconds,
                })
            })
            .collect();
        // When a child is reaped, its parent's counters gain all I/O of the child's life (wait(2), proc(5)). Therefore
        // processes that show more I/O than all devices together are dropped.
        if !later.disks.is_empty() {
            let moved = self.moved(later).map(|bytes| bytes as f64 / seconds);
            processes
                .retain(|p| p.read_bytes_per_s <= moved[0] && p.written_bytes_per_s <= moved[1]);
        }
        let total = |p: &ProcessActivity| p.read_bytes_per_s + p.written_bytes_per_s;
        processes.sort_by(|a, b| total(b).total_cmp(&total(a)));
        processes.truncate(10);
        Activity { window_ns: window.as_nanos() as u64, disks, processes }
    }
}

impl ActivityLook {
    /// Adds the CPU time on these CPUs, or on all if there are none, up to a later snapshot. A process that began since counts with all its time.
    pub fn add_cpu_ticks(&self, later: &Self, cpus: &[u32], sum: &mut ForeignTicks) {
        for (pid, after) in &later.processes {
            let before = self.processes.get(pid);
            let before = before.filter(|before| before.started_ticks == after.started_ticks);
            let ticks = after.cpu_ticks.saturating_sub(before.map_or(0, |before| before.cpu_ticks));
            if ticks == 0 || !cpus.is_empty() && !cpus.contains(&after.cpu) {
                continue;
            }
            if after.is_kernel {
                sum.kernel += ticks
            } else {
                *sum.programs.entry(after.name.clone()).or_default() += ticks
            }
        }
    }

    /// Bytes that all devices read and wrote until a later snapshot.
    fn moved(&self, later: &Self) -> [u64; 2] {
        let both = later.disks.iter().filter_map(|(name, after)| {
            let delta = after.since(self.disks.get(name)?);
            Some([delta.read_bytes(), delta.written_bytes()])
        });
        both.fold([0, 0], |all, one| [all[0] + one[0], all[1] + one[1]])
    }
}
