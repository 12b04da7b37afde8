//! Limits that the system sets on this process.

use super::DeviceNumber;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QuotaKind {
    ReadIops,
    WriteIops,
    ReadBytes,
    WriteBytes,
}

/// A limit on this process's I/O to one device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IoQuota {
    pub number: DeviceNumber,
    /// Its kernel name; its number if it has none.
    pub device: String,
    pub kind: QuotaKind,
    /// The limit per second, in I/Os or bytes.
    pub limit_per_s: u64,
    /// The control group that sets it, `/` for the root of the visible groups.
    pub group: String,
}

/// Limits of the control groups this process is in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quotas {
    pub io: Vec<IoQuota>,
    pub cpu: Vec<CpuQuota>,
    /// Memory it may use in bytes, the page cache of its files included; `None`: no limit.
    pub memory_bytes: Option<u64>,
}

/// The limit of CPU time that a control group sets, and how often it stopped the processes of the group since the group exists.
#[derive(Clone, Debug, PartialEq)]
pub struct CpuQuota {
    /// The control group, `/` for the root of the visible groups.
    pub group: String,
    /// The limit in CPUs, such as 1.5.
    pub cpus: f64,
    /// Periods in which its processes ran.
    pub periods: u64,
    /// Periods in which they used up their time and were stopped.
    pub throttled: u64,
    /// How long they were stopped, in nanoseconds; the sum over all CPUs.
    pub throttled_ns: u64,
}

/// The control group that keeps its processes on some of the CPUs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CpuSet {
    pub group: String,
    pub cpus: u32,
}

impl Quotas {
    /// CPU time this process may use, in CPUs, such as 1.5; `None`: no limit.
    pub fn cpus(&self) -> Option<f64> {
        self.cpu.iter().map(|quota| quota.cpus).reduce(f64::min)
    }
}
