//! The CPU load of the other hosts during a measurement: they report shares about once a second; returns the mean of each.

use cluster::HostCpus;
use std::collections::BTreeMap;

/// Sums of what each host reported, by rank.
#[derive(Debug, Default)]
pub(crate) struct HostCpuFold(BTreeMap<usize, CpuSums>);

#[derive(Clone, Copy, Debug, Default)]
struct CpuSums {
    busy: f64,
    steal: f64,
    count: f64,
}

impl HostCpuFold {
    pub(crate) fn add(&mut self, rank: usize, cpus: HostCpus) {
        let sums = self.0.entry(rank).or_default();
        sums.busy += cpus.busy_share.unwrap_or(0.0);
        sums.steal += cpus.steal_share.unwrap_or(0.0);
        sums.count += 1.0;
    }

    /// Returns the mean of each host so far, and resets the sums.
    pub(crate) fn take(&mut self) -> impl Iterator<Item = HostCpus> + use<> {
        let mean = |sums: CpuSums| HostCpus {
            busy_share: Some(sums.busy / sums.count),
            steal_share: Some(sums.steal / sums.count),
        };
        std::mem::take(&mut self.0).into_values().map(mean)
    }
}
