//! Limits the kernel sets on this process: takes the control groups it is in, gives I/O, CPU and memory limits; never
//! changes them.

use std::path::{Path, PathBuf};

use super::mount::MountEntry;
use super::{DeviceNumber, SystemRoots};

/// What an I/O limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QuotaKind {
    /// Reads per second.
    ReadIops,
    /// Writes per second.
    WriteIops,
    /// Bytes read per second.
    ReadBytes,
    /// Bytes written per second.
    WriteBytes,
}

/// A limit on this process's I/O to one device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IoQuota {
    /// The device it is for.
    pub number: DeviceNumber,
    /// Its kernel name; its number if it has none.
    pub device: String,
    /// What it counts.
    pub kind: QuotaKind,
    /// The limit per second, in I/Os or bytes.
    pub limit_per_s: u64,
    /// The control group that sets it, `/` for the root of the visible groups.
    pub group: String,
}

/// Limits of the control groups this process is in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quotas {
    /// Limits of I/O.
    pub io: Vec<IoQuota>,
    /// CPU time this process may use, in CPUs, such as 1.5; `None`: no limit.
    pub cpus: Option<f64>,
    /// Memory it may use in bytes, the page cache of its files included; `None`: no limit.
    pub memory_bytes: Option<u64>,
}

/// Reads every limit from the process's groups up to the root.
pub(crate) fn quotas(roots: &SystemRoots, mounts: &[MountEntry]) -> Quotas {
    let mut all = Quotas::default();
    let groups = roots.proc_text("self/cgroup").unwrap_or_default();
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
        for (folder, group) in folders(roots, mounts, controllers, path) {
            let text = |file: &str| super::roots::text(&folder.join(file));
            all.io.extend(io_limits(roots, &group, &text));
            for cpus in [cpu_v2(&text), cpu_v1(&text)].into_iter().flatten() {
                all.cpus = Some(all.cpus.map_or(cpus, |c| c.min(cpus)));
            }
            for file in ["memory.max", "memory.high", "memory.limit_in_bytes"] {
                // Version 1 writes "no limit" as the largest page count.
                if let Some(limit) = text(file).and_then(|v| v.parse::<u64>().ok())
                    && limit < 1 << 62
                {
                    all.memory_bytes = Some(all.memory_bytes.map_or(limit, |m| m.min(limit)));
                }
            }
        }
    }
    all
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
