//! The machine itself: takes `/proc`, `/sys` and `/etc`, gives CPU, memory, kernel, virtualisation and limits; never
//! changes a setting.

use super::level::choice_of;
use crate::inventory::{
    CpuFacts, DirtyMemory, MemoryFacts, MountEntry, SystemFacts, SystemLimits, SystemRoots, text,
};

pub(crate) fn cpu(roots: &SystemRoots) -> CpuFacts {
    let info = roots.proc_text("cpuinfo").unwrap_or_default();
    let model =
        ["model name", "Model", "Processor", "cpu model"].iter().find_map(|key| field(&info, key));
    let status = roots.proc_text("self/status").unwrap_or_default();
    let listed = info.lines().filter(|l| l.starts_with("processor")).count() as u32;
    let online =
        roots.sys_text("devices/system/cpu/online").map_or(listed, |l| cpu_list(&l).len() as u32);
    let frequency = "devices/system/cpu/cpu0/cpufreq";
    let nodes = roots.sys_names("devices/system/node");
    CpuFacts {
        model,
        online,
        allowed: field(&status, "Cpus_allowed_list").map(|l| cpu_list(&l)).unwrap_or_default(),
        governor: roots.sys_text(&format!("{frequency}/scaling_governor")),
        frequency_mhz: roots
            .sys_text(&format!("{frequency}/scaling_cur_freq"))
            .and_then(|v| v.parse::<u32>().ok())
            .map(|khz| khz / 1000)
            .or_else(|| Some(field(&info, "cpu MHz")?.parse::<f64>().ok()? as u32)),
        nodes: nodes
            .iter()
            .filter_map(|n| n.strip_prefix("node"))
            .filter(|n| n.parse::<u32>().is_ok())
            .count()
            .max(1) as u32,
    }
}

pub(crate) fn memory(roots: &SystemRoots) -> MemoryFacts {
    let info = roots.proc_text("meminfo").unwrap_or_default();
    let kib = |key: &str| {
        let value = field(&info, key).and_then(|v| v.split(' ').next()?.parse::<u64>().ok());
        value.unwrap_or(0) * 1024
    };
    let setting = |name: &str| roots.proc_text(&format!("sys/vm/{name}"));
    let number = |name: &str| setting(name).and_then(|v| v.parse::<u32>().ok());
    MemoryFacts {
        total_bytes: kib("MemTotal"),
        available_bytes: kib("MemAvailable"),
        dirty: Some(DirtyMemory {
            bytes: kib("Dirty") + kib("Writeback"),
            ratio: number("dirty_ratio").unwrap_or(0),
            background_ratio: number("dirty_background_ratio").unwrap_or(0),
            limit_bytes: setting("dirty_bytes").and_then(|v| v.parse().ok()).unwrap_or(0),
        }),
        huge_pages: roots.sys_text("kernel/mm/transparent_hugepage/enabled").map(|v| choice_of(&v)),
        swappiness: number("swappiness"),
    }
}

pub(crate) fn system(roots: &SystemRoots, mounts: &[MountEntry]) -> SystemFacts {
    let release = text(&roots.etc.join("os-release")).unwrap_or_default();
    let distribution = release
        .lines()
        .find_map(|l| l.strip_prefix("PRETTY_NAME="))
        .map(|name| name.trim_matches('"').to_owned());
    let dmi = |name: &str| roots.sys_text(&format!("class/dmi/id/{name}"));
    let product = match (dmi("sys_vendor"), dmi("product_name")) {
        (Some(vendor), Some(name)) => Some(format!("{vendor} {name}")),
        (vendor, name) => vendor.or(name).or_else(|| text(&roots.proc.join("device-tree/model"))),
    };
    SystemFacts {
        host: roots.proc_text("sys/kernel/hostname").unwrap_or_default(),
        kernel: roots.proc_text("sys/kernel/osrelease").unwrap_or_default(),
        distribution,
        hypervisor: hypervisor(roots, product.as_deref()),
        container: container(roots, mounts),
        clock_source: roots.sys_text("devices/system/clocksource/clocksource0/current_clocksource"),
        product,
    }
}

fn hypervisor(roots: &SystemRoots, product: Option<&str>) -> Option<String> {
    if let Some(kind) = roots.sys_text("hypervisor/type") {
        return Some(kind);
    }
    const MARKS: [(&str, &str); 11] = [
        ("Amazon EC2", "Amazon EC2"),
        ("Google", "Google Compute Engine"),
        ("Microsoft Corporation Virtual", "Hyper-V"),
        ("VMware", "VMware"),
        ("VirtualBox", "VirtualBox"),
        ("OpenStack", "OpenStack"),
        ("Alibaba", "Alibaba Cloud"),
        ("Parallels", "Parallels"),
        ("Xen", "Xen"),
        ("QEMU", "QEMU/KVM"),
        ("KVM", "KVM"),
    ];
    let named = product.and_then(|p| MARKS.iter().find(|(mark, _)| p.contains(mark)));
    let info = roots.proc_text("cpuinfo").unwrap_or_default();
    let flagged =
        field(&info, "flags").is_some_and(|flags| flags.split(' ').any(|f| f == "hypervisor"));
    match (named, flagged) {
        // Amazon sells whole machines under the same name; the CPU flag distinguishes them from guests.
        (Some((_, name)), true) => Some((*name).to_owned()),
        (Some((mark, name)), false) if *mark != "Amazon EC2" && *mark != "Google" => {
            Some((*name).to_owned())
        }
        (None, true) => Some(String::new()),
        _ => None,
    }
}

fn container(roots: &SystemRoots, mounts: &[MountEntry]) -> Option<String> {
    let environment = roots.proc_text("1/environ").unwrap_or_default();
    if let Some(kind) = environment.split('\0').find_map(|v| v.strip_prefix("container=")) {
        return Some(kind.to_owned());
    }
    let groups = roots.proc_text("1/cgroup").unwrap_or_default();
    for (mark, kind) in
        [("kubepods", "kubernetes"), ("docker", "docker"), ("lxc", "lxc"), ("libpod", "podman")]
    {
        if groups.contains(mark) {
            return Some(kind.to_owned());
        }
    }
    let root = mounts.iter().rfind(|m| m.point.as_os_str() == "/")?;
    // The name of its kind is not known.
    (root.kind == "overlay").then(String::new)
}

pub(crate) fn limits(roots: &SystemRoots) -> SystemLimits {
    let own = roots.proc_text("self/limits").unwrap_or_default();
    let soft = |name: &str| {
        let line = own.lines().find_map(|l| l.strip_prefix(name))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    };
    let number = |name: &str| roots.proc_text(name).and_then(|v| v.parse::<u64>().ok());
    SystemLimits {
        locked_memory_bytes: soft("Max locked memory"),
        open_files: soft("Max open files"),
        aio_max: number("sys/fs/aio-max-nr"),
        aio_used: number("sys/fs/aio-nr"),
        io_uring_disabled: number("sys/kernel/io_uring_disabled").map(|v| v as u32),
    }
}

/// The value of the first line `key : value`.
fn field(text: &str, key: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        (name.trim() == key).then(|| value.trim().to_owned())
    })
}

/// A kernel list such as `0-3,8,10-11`.
pub(crate) fn cpu_list(text: &str) -> Vec<u32> {
    let mut cpus = Vec::new();
    for part in text.trim().split(',') {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        if let (Ok(from), Ok(to)) = (from.parse::<u32>(), to.parse::<u32>()) {
            cpus.extend(from..=to);
        }
    }
    cpus
}

#[cfg(test)]
mod tests {
    use super::cpu_list;

    #[test]
    fn cpu_lists_are_read() {
        assert_eq!(cpu_list("0-2,8,10-11\n"), [0, 1, 2, 8, 10, 11]);
        assert_eq!(cpu_list(""), [0u32; 0]);
    }
}
