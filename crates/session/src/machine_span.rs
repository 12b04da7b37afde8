//! Who used the CPUs over a time: the counters at its start, and the [`MachineLoad`] of their differences at its end.

use summary::{CpuQuota, CpuSet, MachineLoad, ProgramLoad};
use sys::counters::{CounterDifferences, CounterWatch, memory_wait_ns};
use sys::inventory::{self, ForeignTicks, SystemRoots};

/// The most programs that are named, and the share of the CPUs from which one is worth a name (both ours).
const PROGRAMS_MAX: usize = 3;
const PROGRAM_SHARE_MIN: f64 = 0.01;

/// The counters of the machine at the start of a time.
pub(crate) struct MachineSpan {
    counters: CounterWatch,
    quotas: Vec<inventory::CpuQuota>,
    memory_wait_ns: Option<u64>,
    foreign: ForeignTicks,
}

impl MachineSpan {
    /// Starts with these devices; `foreign` is the CPU time of others up to now.
    pub(crate) fn start(devices: &[String], foreign: &ForeignTicks) -> Self {
        let roots = SystemRoots::default();
        Self {
            counters: CounterWatch::start(&roots, devices, &sys::affinity::allowed()),
            quotas: inventory::cpu_quotas(&roots, &inventory::mounts(&roots)),
            memory_wait_ns: memory_wait_ns(&roots),
            foreign: foreign.clone(),
        }
    }

    /// The counters of devices and CPUs since then, and the load of the machine.
    pub(crate) fn look(&self, foreign: &ForeignTicks) -> (CounterDifferences, MachineLoad) {
        let roots = SystemRoots::default();
        let mounts = inventory::mounts(&roots);
        let seen = self.counters.look();
        let waited_ns = memory_wait_ns(&roots).zip(self.memory_wait_ns);
        let set = inventory::cpu_set(&roots, &mounts);
        let load = MachineLoad {
            quota: self.longest_quota(&inventory::cpu_quotas(&roots, &mounts), seen.window_ns),
            memory_wait_share: waited_ns
                .map(|(now, then)| share(now.saturating_sub(then), seen.window_ns)),
            cpu_set: set.map(|set| CpuSet { group: set.group, cpus: set.cpus }),
            ..shares(&seen, &ticks_since(foreign, &self.foreign))
        };
        (seen, load)
    }

    /// The quota that stopped this process for longest since the start; of those that never did, the smallest.
    fn longest_quota(&self, now: &[inventory::CpuQuota], window_ns: u64) -> Option<CpuQuota> {
        let quotas = now.iter().map(|now| {
            let then = self.quotas.iter().find(|then| then.group == now.group);
            let since = |count: u64, before: Option<u64>| count.saturating_sub(before.unwrap_or(0));
            let throttled_ns = since(now.throttled_ns, then.map(|then| then.throttled_ns));
            CpuQuota {
                group: now.group.clone(),
                cpus: now.cpus,
                periods: since(now.periods, then.map(|then| then.periods)),
                throttled: since(now.throttled, then.map(|then| then.throttled)),
                // The kernel adds up the time of all CPUs on which it stopped the group.
                throttled_share: share(throttled_ns, window_ns).min(1.0),
            }
        });
        quotas.max_by(|a, b| {
            let longer = a.throttled_share.total_cmp(&b.throttled_share);
            longer.then(b.cpus.total_cmp(&a.cpus))
        })
    }
}

/// The shares of the CPU time, without what the kernel did for anybody.
fn shares(seen: &CounterDifferences, foreign: &ForeignTicks) -> MachineLoad {
    let cpu = seen.cpu();
    let own_share = seen.own_cpus() / seen.cpus.len().max(1) as f64;
    let kernel_share = share(foreign.kernel + cpu.interrupts, cpu.total);
    // The kernel counts the time of one process more exactly than that of a CPU.
    let foreign_share = (cpu.busy_share() - cpu.steal_share() - own_share - kernel_share).max(0.0);
    // Programs are seen once per second, so a shorter span may count more of them than it had.
    let all: u64 = foreign.programs.values().sum();
    let share_of =
        |ticks: u64| share(ticks, cpu.total.max(1)).min(foreign_share * share(ticks, all));
    let mut programs: Vec<ProgramLoad> = (foreign.programs.iter())
        .map(|(name, ticks)| ProgramLoad { name: name.clone(), share: share_of(*ticks) })
        .filter(|program| program.share >= PROGRAM_SHARE_MIN)
        .collect();
    programs.sort_by(|a, b| b.share.total_cmp(&a.share));
    programs.truncate(PROGRAMS_MAX);
    MachineLoad {
        busy_share: cpu.busy_share(),
        own_share,
        foreign_share,
        steal_share: cpu.steal_share(),
        programs,
        ..MachineLoad::default()
    }
}

/// The CPU time of others since an earlier sum.
fn ticks_since(now: &ForeignTicks, then: &ForeignTicks) -> ForeignTicks {
    // Programs that did little may have been forgotten in between.
    let before = |name: &String| then.programs.get(name).copied().unwrap_or(0);
    ForeignTicks {
        kernel: now.kernel - then.kernel,
        programs: (now.programs.iter())
            .map(|(name, ticks)| (name.clone(), ticks.saturating_sub(before(name))))
            .collect(),
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use sys::counters::{CpuTicks, ProcessUse};

    #[test]
    fn cpu_time_is_split_into_own_foreign_and_what_the_kernel_did() {
        let ticks = |total, idle, interrupts| {
            let cpu = CpuTicks { total, idle, interrupts, ..CpuTicks::default() };
            CpuTicks { steal: total / 100, ..cpu }
        };
        let seen = CounterDifferences {
            window_ns: 10_000_000_000,
            cpus: vec![(0, ticks(1_000, 0, 40)), (1, ticks(1_000, 40, 0))],
            own: ProcessUse {
                user_ns: 400_000_000,
                system_ns: 1_000_000_000,
                ..ProcessUse::default()
            },
            ..CounterDifferences::default()
        };
        let programs = |all: &[(&str, u64)]| -> BTreeMap<String, u64> {
            all.iter().map(|(name, ticks)| ((*name).to_owned(), *ticks)).collect()
        };
        let then = ForeignTicks { kernel: 7, programs: programs(&[("java", 900), ("gzip", 1)]) };
        let all = [("java", 2_000), ("gzip", 541), ("sshd", 5), ("perl", 40), ("awk", 30)];
        let now = ForeignTicks { kernel: 47, programs: programs(&all) };
        let load = shares(&seen, &ticks_since(&now, &then));
        let named: Vec<(&str, f64)> =
            load.programs.iter().map(|program| (program.name.as_str(), program.share)).collect();
        assert_eq!(named, [("java", 0.55), ("gzip", 0.27), ("perl", 0.02)]);
        assert_eq!((load.busy_share, load.own_share, load.steal_share), (0.98, 0.07, 0.01));
        assert!((load.foreign_share - 0.86).abs() < 1e-9, "{load:?}");
        // A look that counted a longer time: the parts are still no more than the whole.
        let longer = [("java", 3_000), ("gzip", 3_000)];
        let load = shares(&seen, &ForeignTicks { kernel: 40, programs: programs(&longer) });
        assert!(load.programs.iter().all(|one| (one.share - 0.43).abs() < 1e-9), "{load:?}");
    }

    #[test]
    fn of_several_quotas_the_one_that_stopped_for_longest_is_told_with_its_part_of_the_time() {
        let quota = |group: &str, cpus, [periods, throttled, throttled_ns]: [u64; 3]| {
            inventory::CpuQuota { group: group.to_owned(), cpus, periods, throttled, throttled_ns }
        };
        let span = MachineSpan {
            quotas: vec![quota("/a/b", 0.5, [50, 9, 100]), quota("/a", 0.4, [50, 50, 500])],
            ..MachineSpan::start(&[], &ForeignTicks::default())
        };
        let told = |inner: [u64; 3], outer: [u64; 3]| {
            let now = [quota("/a/b", 0.5, inner), quota("/a", 0.4, outer)];
            let found = span.longest_quota(&now, 1_000).expect("a quota");
            (found.group, found.periods, found.throttled, found.throttled_share)
        };
        let outer = told([150, 9, 100], [150, 133, 1_330]);
        assert_eq!(outer, ("/a".to_owned(), 100, 83, 0.83));
        assert_eq!(told([150, 10, 150], [150, 50, 500]), ("/a/b".to_owned(), 100, 1, 0.05));
        // Neither stopped it.
        assert_eq!(told([150, 9, 100], [150, 50, 500]), ("/a".to_owned(), 100, 0, 0.0));
        assert_eq!(span.longest_quota(&[], 1_000), None);
    }
}
