//! Names that distinguish this machine from others.

use std::path::Path;

/// The kernel's host name of this machine; `localhost` if it has none.
pub fn name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "localhost".to_owned() } else { name.to_owned() }
}

/// The boot ID. It differs between machines and between boots; it is equal in all containers of a machine. Empty if unknown.
pub fn boot_id() -> String {
    let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    id.trim().to_owned()
}

/// The name of a disk that is the same on every host that sees it, and for a partition its start in sectors. `device` is the
/// number of a block device. None if the disk has no such name, like loop devices and most virtual disks.
pub fn disk_name(device: u64) -> Option<(String, Option<u64>)> {
    let (major, minor) = (libc::major(device), libc::minor(device));
    let folder = Path::new("/sys/dev/block").join(format!("{major}:{minor}"));
    let read = |name: &str| {
        let text = std::fs::read_to_string(folder.join(name)).ok()?;
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    let start = read("start").and_then(|start| start.parse().ok());
    let disk = if start.is_some() { "../" } else { "" };
    let names = ["wwid", "device/wwid", "serial"].map(|name| read(&format!("{disk}{name}")));
    Some((names.into_iter().flatten().next()?, start))
}
