//! This machine for its user: names that distinguish it from others, the language, random numbers.

use crate::inventory::DiskName;
use std::fs::File;
use std::io::{self, Read};
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

/// The name of the disk with this device number. None if it has no such name, like loop devices and most virtual disks.
pub fn disk_name(device: u64) -> Option<DiskName> {
    let (major, minor) = (libc::major(device), libc::minor(device));
    let folder = Path::new("/sys/dev/block").join(format!("{major}:{minor}"));
    let read = |name: &str| {
        let text = std::fs::read_to_string(folder.join(name)).ok()?;
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    // Only a partition has this file; its disk is the folder above.
    let start_sectors = read("start").and_then(|start| start.parse().ok());
    let disk = if start_sectors.is_some() { "../" } else { "" };
    let names = ["wwid", "device/wwid", "serial"].map(|name| read(&format!("{disk}{name}")));
    Some(DiskName { name: names.into_iter().flatten().next()?, start_sectors })
}

/// Whether this user may do everything on this machine.
pub fn is_administrator() -> bool {
    // SAFETY: the call takes nothing and cannot fail.
    unsafe { libc::geteuid() == 0 }
}

/// Fills a place with random bytes that nobody can guess.
pub fn fill_random(bytes: &mut [u8]) -> io::Result<()> {
    File::open("/dev/urandom")?.read_exact(bytes)
}

/// Drops the kernel's page cache, dentries and inodes.
pub fn drop_caches() -> io::Result<()> {
    std::fs::write("/proc/sys/vm/drop_caches", "3")
}

/// The locale of messages, such as `de_AT.UTF-8`.
pub fn locale() -> Option<String> {
    first_set(["LC_ALL", "LC_MESSAGES", "LANG"])
}

/// Whether the user's terminal and files are expected to hold UTF-8.
pub fn uses_utf8() -> bool {
    first_set(["LC_ALL", "LC_CTYPE", "LANG"]).is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// The first of these variables that is set takes precedence (POSIX, XBD 8.2).
fn first_set(names: [&str; 3]) -> Option<String> {
    names.iter().find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
}

/// A terminal of Linux shows UTF-8 and colours as it is.
pub fn prepare_console() {}
