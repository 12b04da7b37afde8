//! What tells this machine from others.

use std::path::Path;

/// The name of this machine, as the kernel has it; `localhost` where it has none.
pub fn name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "localhost".to_owned() } else { name.to_owned() }
}

/// Differs between machines, and between two boots of one; equal in all containers of a machine. Empty where the kernel does not
/// tell.
pub fn boot_id() -> String {
    let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    id.trim().to_owned()
}

/// The name that a disk gives itself on every host that sees it, and for a partition its start in sectors. `device` is the number of
/// a block device. None where the disk has no such name, as loop devices and most virtual disks have none.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_a_name_and_a_boot() {
        assert!(!name().is_empty() && !name().contains('\n'));
        assert_eq!(boot_id().len(), 36);
        assert_eq!(disk_name(libc::makedev(1, 3)), None, "/dev/null is no disk");
    }
}
