//! The storage stack and the machine, as `/proc`, `/sys` and `statfs` show them.

mod identity;
mod level;
mod machine;
mod mount;
mod processes;
mod quota;
mod stack;

use crate::file::{FileFacts, FileKind};
use crate::inventory::{
    DeviceNumber, FileSystem, Inventory, InventoryError, InventoryTarget, InventoryTargetKind,
    MountEntry, SystemRoots, mount_of, names,
};
use std::path::Path;
use std::{fs, io};

pub use identity::{identity, of_device as identity_of_device};
pub use mount::mounts;
pub(crate) use mount::unescape;
pub use processes::has_open;
pub(crate) use processes::processes;
pub use quota::{cpu_quotas, cpu_set};

impl Default for SystemRoots {
    fn default() -> Self {
        Self::under(Path::new("/"))
    }
}

impl DeviceNumber {
    /// From the `st_dev` or `st_rdev` of a `stat`.
    pub(crate) fn from_stat(dev: u64) -> Self {
        Self { major: libc::major(dev), minor: libc::minor(dev) }
    }
}

pub(crate) fn block_name(number: DeviceNumber, roots: &SystemRoots) -> Option<String> {
    let link = roots.sys.join("dev/block").join(number.to_string());
    let folder = fs::canonicalize(link).ok()?;
    Some(folder.file_name()?.to_string_lossy().into_owned())
}

/// Examines a file, a directory or a block device, and the machine.
pub fn target(path: &Path, roots: &SystemRoots) -> Result<Inventory, InventoryError> {
    let failed =
        |error: io::Error| InventoryError::Path { path: path.to_owned(), error: error.to_string() };
    let path = fs::canonicalize(path).map_err(failed)?;
    let facts = FileFacts::at(&path).map_err(failed)?;
    let kind = match facts.kind {
        FileKind::BlockDevice => InventoryTargetKind::Device,
        FileKind::Directory => InventoryTargetKind::Directory,
        FileKind::File => InventoryTargetKind::File,
        _ => return Err(InventoryError::NotATarget { path }),
    };
    Ok(of_target(InventoryTarget { path, kind, number: facts.device() }, roots))
}

/// The same for a target whose kind is already known. Its path need not exist here, as with a test tree.
pub fn of_target(target: InventoryTarget, roots: &SystemRoots) -> Inventory {
    let mounts = mounts(roots);
    let mut found = about_machine(roots, &mounts);
    match target.number {
        Some(number) => found.levels = stack::under_device(roots, &mounts, number),
        None => {
            if let Some(mount) = mount_of(&mounts, &target.path) {
                found.levels = stack::under_mount(roots, &mounts, mount);
                found.file_systems = vec![file_system(mount)];
            }
        }
    }
    found.target = Some(target);
    found
}

/// Examines every device that has a size, every file system on a device, and the machine.
pub fn machine(roots: &SystemRoots) -> Inventory {
    let mounts = mounts(roots);
    let mut found = about_machine(roots, &mounts);
    for name in roots.sys_names("class/block") {
        let size = roots.block_text(&name, "size").and_then(|s| s.parse::<u64>().ok());
        if size.unwrap_or(0) == 0 {
            continue;
        }
        let Some(number) = roots.block_number(&name) else { continue };
        // A device is a top if nothing is built on it; the others appear below the tops.
        let carries = !roots.partitions(&name).is_empty()
            || !names(&roots.block_folder(&name).join("holders")).is_empty();
        if !carries {
            found.levels.extend(stack::under_device(roots, &mounts, number));
        }
    }
    let mut seen = Vec::new();
    for mount in mounts.iter().filter(|m| m.device(roots).is_some()) {
        // The same file system mounted at many places (containers, bind mounts) is listed once.
        if !seen.contains(&mount.number) {
            seen.push(mount.number);
            found.file_systems.push(file_system(mount));
        }
    }
    found
}

fn about_machine(roots: &SystemRoots, mounts: &[MountEntry]) -> Inventory {
    Inventory {
        quotas: quota::quotas(roots, mounts),
        cpu: machine::cpu(roots),
        memory: machine::memory(roots),
        system: machine::system(roots, mounts),
        limits: machine::limits(roots),
        ..Inventory::default()
    }
}

fn file_system(mount: &MountEntry) -> FileSystem {
    let mut options = mount.options.clone();
    for option in &mount.super_options {
        if !options.contains(option) {
            options.push(option.clone());
        }
    }
    let space = crate::guard::space(&mount.point).unwrap_or_default();
    FileSystem {
        kind: mount.kind.clone(),
        point: mount.point.clone(),
        source: mount.source.clone(),
        options,
        total_bytes: space.total_bytes,
        free_bytes: space.free_bytes,
        inodes_total: space.inodes_total,
        inodes_free: space.inodes_free,
    }
}
