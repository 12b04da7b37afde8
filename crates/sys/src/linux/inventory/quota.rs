//! Limits the kernel sets on this process: takes the control groups it is in, gives I/O, CPU and memory limits; never
//! changes them.

use std::path::{Path, PathBuf};

use crate::inventory::{
    CpuQuota, CpuSet, DeviceNumber, IoQuota, MountEntry, QuotaKind, Quotas, SystemRoots,
};

/// Reads every limit from the process's groups up to the root.
pub(crate) fn quotas(roots: &SystemRoots, mounts: &[MountEntry]) -> Quotas {
    let mut all = Quotas { cpu: cpu_quotas(roots, mounts), ..Quotas::default() };
    for (folder, group) in groups(roots, mounts) {
        let text = |file: &str| crate::inventory::text(&folder.join(file));
        all.io.extend(io_limits(roots, &group, &text));
        for file in ["memory.max", "memory.high", "memory.limit_in_bytes"] {
            // Version 1 writes "no limit" as the largest page count.
            if let Some(limit) = text(file).and_then(|v| v.parse::<u64>().ok())
                && limit < 1 << 62
            {
                all.memory_bytes = Some(all.memory_bytes.map_or(limit, |m| m.min(limit)));
            }
        }
    }
    all
}

/// The limits of CPU time that the process's groups and those above them set, each with its counters up to now.
pub fn cpu_quotas(roots: &SystemRoots, mounts: &[MountEntry]) -> Vec<CpuQuota> {
    let of = |(folder, group): (PathBuf, String)| {
        let text = |file: &str| crate::inventory::text(&folder.join(file));
        let cpus = cpu_v2(&text).or_else(|| cpu_v1(&text))?;
        let stat = text("cpu.stat").unwrap_or_default();
        let value = |key: &str| {
            let line = stat.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
            line.and_then(|value| value.trim().parse::<u64>().ok())
        };
        // Version 1 counts nanoseconds, version 2 microseconds.
        let throttled_ns = value("throttled_time")
            .or_else(|| Some(value("throttled_usec")?.saturating_mul(1_000)));
        let count = |key: &str| value(key).unwrap_or(0);
        let (periods, throttled) = (count("nr_periods"), count("nr_throttled"));
        let throttled_ns = throttled_ns.unwrap_or(0);
        Some(CpuQuota { group, cpus, periods, throttled, throttled_ns })
    };
    groups(roots, mounts).into_iter().filter_map(of).collect()
}

/// The control group that keeps this process on the fewest CPUs, of several the topmost; `None` if it may use all.
pub fn cpu_set(roots: &SystemRoots, mounts: &[MountEntry]) -> Option<CpuSet> {
    let online = super::machine::cpu(roots).online;
    let of = |(folder, group): (PathBuf, String)| {
        let cpus = crate::inventory::text(&folder.join("cpuset.cpus"))?;
        Some(CpuSet { group, cpus: super::machine::cpu_list(&cpus).len() as u32 })
    };
    let sets = groups(roots, mounts).into_iter().filter_map(of);
    sets.filter(|set| (1..online).contains(&set.cpus))
        .reduce(|inner, outer| if outer.cpus <= inner.cpus { outer } else { inner })
}

/// The folders of all groups of this process and of the groups above them, with their names.
fn groups(roots: &SystemRoots, mounts: &[MountEntry]) -> Vec<(PathBuf, String)> {
    let text = roots.proc_text("self/cgroup").unwrap_or_default();
    let of_line = |line: &str| {
        let mut parts = line.splitn(3, ':').skip(1);
        Some(folders(roots, mounts, parts.next()?, parts.next()?))
    };
    text.lines().filter_map(of_line).flatten().collect()
}

/// The folders of a group and of all above it, with their names.
fn folders(
    roots: &SystemRoots,
    mounts: &[MountEntry],
    controllers: &str,
    path: &str,
) -> Vec<(PathBuf, String)> {
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
    Path::new(inside.trim_start_matches('/'))
        .ancestors()
        .map(|p| (base.join(p), format!("/{}", p.display())))
        .collect()
}

fn io_limits(
    roots: &SystemRoots,
    group: &str,
    text: &dyn Fn(&str) -> Option<String>,
) -> Vec<IoQuota> {
    let mut found = Vec::new();
    let mut add = |number: &str, kind, value: &str| {
        let (Some(number), Ok(limit_per_s)) = (DeviceNumber::parse(number), value.parse()) else {
            return;
        };
        let device = roots.block_name(number).unwrap_or_else(|| number.to_string());
        found.push(IoQuota { number, device, kind, limit_per_s, group: group.to_owned() });
    };
    for line in text("io.max").unwrap_or_default().lines() {
        let mut words = line.split_whitespace();
        let number = words.next().unwrap_or("");
        for (name, value) in words.filter_map(|w| w.split_once('=')) {
            match name {
                "riops" => add(number, QuotaKind::ReadIops, value),
                "wiops" => add(number, QuotaKind::WriteIops, value),
                "rbps" => add(number, QuotaKind::ReadBytes, value),
                "wbps" => add(number, QuotaKind::WriteBytes, value),
                _ => {}
            }
        }
    }
    for (file, kind) in [
        ("blkio.throttle.read_iops_device", QuotaKind::ReadIops),
        ("blkio.throttle.write_iops_device", QuotaKind::WriteIops),
        ("blkio.throttle.read_bps_device", QuotaKind::ReadBytes),
        ("blkio.throttle.write_bps_device", QuotaKind::WriteBytes),
    ] {
        for line in text(file).unwrap_or_default().lines() {
            if let Some((number, value)) = line.split_once(' ') {
                add(number, kind, value.trim());
            }
        }
    }
    found
}

/// `cpu.max`: quota and period in microseconds.
fn cpu_v2(text: &dyn Fn(&str) -> Option<String>) -> Option<f64> {
    let line = text("cpu.max")?;
    let (quota, period) = line.split_once(' ')?;
    ratio(quota, period)
}

fn cpu_v1(text: &dyn Fn(&str) -> Option<String>) -> Option<f64> {
    ratio(&text("cpu.cfs_quota_us")?, &text("cpu.cfs_period_us")?)
}

fn ratio(quota: &str, period: &str) -> Option<f64> {
    let (quota, period) = (quota.parse::<i64>().ok()?, period.parse::<i64>().ok()?);
    (quota > 0 && period > 0).then(|| quota as f64 / period as f64)
}
