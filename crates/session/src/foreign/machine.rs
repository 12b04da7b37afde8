//! The machine and its counters as foreign results show them: takes two samples, returns shares and differences.

use compat::outcome::{CpuOutcome, DeviceOutcome, Machine};
use std::path::Path;
use sys::counters::{CounterWatch, CpuTicks, DiskCounters};
use sys::inventory::{Inventory, SystemRoots};

/// Watches CPUs and the devices under the targets.
#[derive(Debug)]
pub(super) struct MachineCounters {
    cpus: CounterWatch,
    devices: CounterWatch,
}

impl MachineCounters {
    /// Starts counting every device of each stack, topmost first.
    pub(super) fn start(stacks: &[Inventory]) -> Self {
        let mut names: Vec<String> = Vec::new();
        for name in stacks.iter().flat_map(Inventory::device_names) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let roots = SystemRoots::default();
        Self {
            cpus: CounterWatch::start(&roots, &[], &[]),
            devices: CounterWatch::start(&roots, &names, &[]),
        }
    }

    /// Restarts the counting of the CPUs at the end of the warm-up.
    pub(super) fn begin_again(&mut self) {
        self.cpus = CounterWatch::start(&SystemRoots::default(), &[], &[]);
    }

    /// The counts of each CPU, indexed by its number, and of each device.
    pub(super) fn look(&self) -> (Vec<CpuOutcome>, Vec<DeviceOutcome>) {
        let seen = self.cpus.look().cpus;
        let count = seen.iter().map(|c| c.0 as usize + 1).max().unwrap_or(0);
        let mut cpus = vec![CpuOutcome::default(); count];
        for (number, ticks) in &seen {
            cpus[*number as usize] = shares(ticks);
        }
        let disks = self.devices.look().disks;
        (cpus, disks.iter().map(|(name, counted)| device(name, counted)).collect())
    }
}

/// Shares of the time that the kernel accounted for; time stolen by a hypervisor counts as kernel time.
fn shares(ticks: &CpuTicks) -> CpuOutcome {
    if ticks.total == 0 {
        return CpuOutcome { idle: 1.0, ..CpuOutcome::default() };
    }
    let share = |part: u64| part as f64 / ticks.total as f64;
    let kernel = ticks.system + ticks.steal;
    CpuOutcome {
        user: share(ticks.total.saturating_sub(ticks.idle + kernel)),
        kernel: share(kernel),
        io_wait: share(ticks.io_wait),
        idle: share(ticks.idle.saturating_sub(ticks.io_wait)),
    }
}

fn device(name: &str, counted: &DiskCounters) -> DeviceOutcome {
    DeviceOutcome {
        name: name.to_owned(),
        read: [counted.reads, counted.reads_merged, counted.read_sectors, counted.read_ms],
        write: [counted.writes, counted.writes_merged, counted.written_sectors, counted.write_ms],
        busy_ms: counted.busy_ms,
        queue_ms: counted.queue_ms,
    }
}

/// The facts about this machine that tools report.
pub(super) fn machine() -> Machine {
    let Ok(found) = sys::inventory::target(Path::new("/"), &SystemRoots::default()) else {
        return Machine { cpus: 1, nodes: 1, ..Machine::default() };
    };
    Machine {
        host: found.system.host.trim().to_owned(),
        cpus: found.cpu.online.max(1),
        nodes: found.cpu.nodes.max(1),
        memory_bytes: found.memory.total_bytes,
        kernel: found.system.kernel.trim().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_a_processor_add_up_to_one() {
        let ticks = CpuTicks {
            total: 100,
            idle: 40,
            io_wait: 10,
            system: 20,
            steal: 5,
            ..CpuTicks::default()
        };
        let got = shares(&ticks);
        assert_eq!((got.user, got.kernel, got.io_wait, got.idle), (0.35, 0.25, 0.1, 0.3));
        assert_eq!(shares(&CpuTicks::default()).idle, 1.0);
    }
}
