//! Limits the kernel sets on this process: takes the control groups it is in, gives I/O, CPU and memory limits; never
//! changes them.

use std::path::{Path, PathBuf};

use crate::inventory::{
    CpuQuota, CpuSet, DeviceNumber, IoQuota, MountEntry, QuotaKind, Quotas, SystemRoots,
};

/// Version 1 writes "no limit" as the largest page count, which is above this.
const NO_MEMORY_LIMIT: u64 = 1 << 62;

/// Reads every limit from the process's groups up to the root.
pub(crate) fn quotas(roots: &SystemRoots, mounts: &[MountEntry]) -> Quotas {
    let mut all = Quotas { cpu: cpu_quotas(roots, mounts), ..Quotas::default() };
    for group in control_groups(roots, mounts) {
        all.io.extend(group.io_limits(roots));
        for file in ["memory.max", "memory.high", "memory.limit_in_bytes"] {
            let limit = group.text(file).and_then(|value| value.parse::<u64>().ok());
            if let Some(limit) = limit.filter(|limit| *limit < NO_MEMORY_LIMIT) {
                all.memory_bytes = Some(all.memory_bytes.map_or(limit, |m| m.min(limit)));
            }
        }
    }
    all
}

/// The limits of CPU time that the process's groups and those above them set, each with its counters up to now.
pub fn cpu_quotas(roots: &SystemRoots, mounts: &[MountEntry]) -> Vec<CpuQuota> {
    control_groups(roots, mounts).iter().filter_map(ControlGroup::cpu_quota).collect()
}

/// The control group that keeps this process on the fewest CPUs, of several the topmost; `None` if it may use all.
pub fn cpu_set(roots: &SystemRoots, mounts: &[MountEntry]) -> Option<CpuSet> {
    let online = super::machine::cpu(roots).online;
    let sets = control_groups(roots, mounts).into_iter().filter_map(|group| {
        let cpus = group.text("cpuset.cpus")?;
        Some(CpuSet { group: group.name, cpus: super::machine::cpu_list(&cpus).len() as u32 })
    });
    sets.filter(|set| (1..online).contains(&set.cpus))
        .reduce(|inner, outer| if outer.cpus <= inner.cpus { outer } else { inner })
}

/// A control group of this process, or one above it.
struct ControlGroup {
    folder: PathBuf,
    name: String,
}

/// All groups of this process and the groups above them.
fn control_groups(roots: &SystemRoots, mounts: &[MountEntry]) -> Vec<ControlGroup> {
    let text = roots.proc_text("self/cgroup").unwrap_or_default();
    let mut groups = Vec::new();
    for line in text.lines() {
        // "4:cpu,cpuacct:/user.slice"; version 2 has no controllers (cgroups(7)).
        let mut parts = line.splitn(3, ':').skip(1);
        if let (Some(controllers), Some(path)) = (parts.next(), parts.next()) {
            groups.extend(with_ancestors(roots, mounts, controllers, path));
        }
    }
    groups
}

/// A group and all above it.
fn with_ancestors(
    roots: &SystemRoots,
    mounts: &[MountEntry],
    controllers: &str,
    path: &str,
) -> Vec<ControlGroup> {
    let first = controllers.split(',').next().unwrap_or("");
    let found = mounts.iter().find(|m| match first {
        "" => m.kind == "cgroup2",
        name => m.kind == "cgroup" && m.super_options.iter().any(|o| o == name),
    });
    let Some(mount) = found else { return Vec::new() };
    let Ok(place) = mount.point.strip_prefix("/sys") else { return Vec::new() };
    // A container may see its own group as the root of the mount.
    let inside = path.strip_prefix(mount.root.trim_end_matches('/')).unwrap_or(path);
    let base = roots.sys.join(place);
    let ancestors = Path::new(inside.trim_start_matches('/')).ancestors();
    let group = |p: &Path| ControlGroup { folder: base.join(p), name: format!("/{}", p.display()) };
    ancestors.map(group).collect()
}

impl ControlGroup {
    fn text(&self, file: &str) -> Option<String> {
        crate::inventory::text(&self.folder.join(file))
    }

    fn cpu_quota(&self) -> Option<CpuQuota> {
        let cpus = self.cpus_v2().or_else(|| self.cpus_v1())?;
        let stat = self.text("cpu.stat").unwrap_or_default();
        let value = |key: &str| {
            let line = stat.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
            line.and_then(|value| value.trim().parse::<u64>().ok())
        };
        // Version 1 counts nanoseconds, version 2 microseconds.
        let throttled_ns = value("throttled_time")
            .or_else(|| Some(value("throttled_usec")?.saturating_mul(1_000)));
        Some(CpuQuota {
            group: self.name.clone(),
            cpus,
            periods: value("nr_periods").unwrap_or(0),
            throttled: value("nr_throttled").unwrap_or(0),
            throttled_ns: throttled_ns.unwrap_or(0),
        })
    }

    /// `cpu.max`: quota and period in microseconds.
    fn cpus_v2(&self) -> Option<f64> {
        let line = self.text("cpu.max")?;
        let (quota, period) = line.split_once(' ')?;
        ratio(quota, period)
    }

    fn cpus_v1(&self) -> Option<f64> {
        ratio(&self.text("cpu.cfs_quota_us")?, &self.text("cpu.cfs_period_us")?)
    }

    fn io_limits(&self, roots: &SystemRoots) -> Vec<IoQuota> {
        let mut limits = Vec::new();
        let version_2 = self.text("io.max").unwrap_or_default();
        for line in version_2.lines() {
            let mut words = line.split_whitespace();
            let number = words.next().unwrap_or("");
            for (name, value) in words.filter_map(|word| word.split_once('=')) {
                let kind = match name {
                    "riops" => QuotaKind::ReadIops,
                    "wiops" => QuotaKind::WriteIops,
                    "rbps" => QuotaKind::ReadBytes,
                    "wbps" => QuotaKind::WriteBytes,
                    _ => continue,
                };
                limits.extend(self.io_quota(roots, number, kind, value));
            }
        }
        for (file, kind) in [
            ("blkio.throttle.read_iops_device", QuotaKind::ReadIops),
            ("blkio.throttle.write_iops_device", QuotaKind::WriteIops),
            ("blkio.throttle.read_bps_device", QuotaKind::ReadBytes),
            ("blkio.throttle.write_bps_device", QuotaKind::WriteBytes),
        ] {
            let version_1 = self.text(file).unwrap_or_default();
            for (number, value) in version_1.lines().filter_map(|line| line.split_once(' ')) {
                limits.extend(self.io_quota(roots, number, kind, value.trim()));
            }
        }
        limits
    }

    /// `None` if the value is no number, such as `max` for no limit.
    fn io_quota(
        &self,
        roots: &SystemRoots,
        number: &str,
        kind: QuotaKind,
        value: &str,
    ) -> Option<IoQuota> {
        let (number, limit_per_s) = (DeviceNumber::parse(number)?, value.parse().ok()?);
        let device = roots.block_name(number).unwrap_or_else(|| number.to_string());
        Some(IoQuota { number, device, kind, limit_per_s, group: self.name.clone() })
    }
}

fn ratio(quota: &str, period: &str) -> Option<f64> {
    let (quota, period) = (quota.parse::<i64>().ok()?, period.parse::<i64>().ok()?);
    (quota > 0 && period > 0).then(|| quota as f64 / period as f64)
}
