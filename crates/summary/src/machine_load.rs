//! Who used the CPUs of this machine while something was measured, and what kept this process from them, as plain data.

use serde::{Deserialize, Serialize};

/// If all CPUs are busier than this, the generator waits for them.
const BUSY_SHARE_MAX: f64 = 0.95;
/// The time that a quota of CPU time may take. Operations wait for as long: a tenth of those that p99 permits to be late (ours).
const THROTTLED_SHARE_MAX: f64 = 0.001;
/// From this share on, the quota and not the storage limits what is carried (ours).
const THROTTLED_LIMITS_SHARE: f64 = 0.05;
/// The name of this program, as the kernel knows it.
const OWN_NAME: &str = "plimsoll";

/// The load of the machine over a time. Shares are those of the CPUs that this process may use, 0 to 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MachineLoad {
    /// Not idle, the time of the hypervisor included.
    pub busy_share: f64,
    pub own_share: f64,
    /// Used by other programs. Threads of the kernel and interrupts belong to nobody: they may work for this process.
    pub foreign_share: f64,
    pub steal_share: f64,
    /// The other programs with the most CPU time, at most three, the busiest first; none are visible from some containers.
    pub programs: Vec<ProgramLoad>,
    /// The share of the time in which a process waited for memory; `None` if the kernel does not count it.
    pub memory_wait_share: Option<f64>,
    /// Of the quotas of CPU time, the one that stopped this process for longest.
    pub quota: Option<CpuQuota>,
    /// The control group that keeps this process on some of the CPUs.
    pub cpu_set: Option<CpuSet>,
}

/// Another program that used the CPUs, all its processes together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramLoad {
    /// Its name, as the kernel knows it.
    pub name: String,
    pub share: f64,
}

/// The limit of CPU time that a control group sets, and how often it stopped this process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CpuQuota {
    /// The path of the group, such as `/db`.
    pub group: String,
    pub cpus: f64,
    /// The kernel's periods in which the group ran.
    pub periods: u64,
    /// Those in which it used up its time and was stopped.
    pub throttled: u64,
    /// The share of the time in which it was stopped, at most 1.
    pub throttled_share: f64,
}

/// A control group that keeps its processes on some of the CPUs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CpuSet {
    pub group: String,
    pub cpus: u32,
}

impl ProgramLoad {
    /// Whether it is another run of this program: the own process is never among the others.
    pub fn is_plimsoll(&self) -> bool {
        self.name == OWN_NAME
    }
}

impl MachineLoad {
    pub fn is_full(&self) -> bool {
        is_full(self.busy_share)
    }

    /// Whether other programs used more of the CPUs than this one.
    pub fn is_foreign(&self) -> bool {
        self.foreign_share > self.own_share
    }

    /// The quota of CPU time that stopped this process for long enough to make operations late.
    pub fn throttled(&self) -> Option<&CpuQuota> {
        self.quota.as_ref().filter(|quota| quota.throttled_share > THROTTLED_SHARE_MAX)
    }

    /// The busy share of the CPU time that this process may have: all of it if a quota stopped it.
    pub fn used_share(&self) -> f64 {
        if self.throttled().is_some() { 1.0 } else { self.busy_share }
    }
}

impl CpuQuota {
    /// Whether it stopped this process for so long that it is the limit.
    pub fn limits(&self) -> bool {
        self.throttled_share >= THROTTLED_LIMITS_SHARE
    }

    /// The share of the periods in which the group was stopped, 0 to 1.
    pub fn periods_share(&self) -> f64 {
        self.throttled as f64 / self.periods.max(1) as f64
    }
}

/// Whether CPUs that were this busy were the limit.
pub(crate) fn is_full(busy_share: f64) -> bool {
    busy_share > BUSY_SHARE_MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quota_that_took_a_thousandth_of_the_time_counts_and_one_that_took_much_limits() {
        let with = |throttled_share| MachineLoad {
            busy_share: 0.05,
            quota: Some(CpuQuota {
                group: "/db".to_owned(),
                cpus: 0.1,
                periods: 200,
                throttled: 50,
                throttled_share,
            }),
            ..MachineLoad::default()
        };
        let told = |share| {
            let load = with(share);
            (load.throttled().map(CpuQuota::limits), load.used_share())
        };
        assert_eq!(told(0.0005), (None, 0.05));
        assert_eq!(told(0.002), (Some(false), 1.0));
        assert_eq!(told(0.3), (Some(true), 1.0));
        assert_eq!(with(0.3).quota.map(|quota| quota.periods_share()), Some(0.25));
    }
}
