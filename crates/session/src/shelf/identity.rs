//! The identity of the storage of a place that survives a reboot: that of its file system, or of its device.
//!
//! Takes the places of shelves, returns an identifier for each identifiable place. A place that cannot be identified
//! counts as the same storage as before.

use super::Shelf;
use record::StorageIdentity;
use record::note::StorageChange;
use std::path::Path;
use sys::file::{FileFacts, FileIdentity};
use sys::guard;
use sys::inventory::{DeviceNumber, SystemRoots};

/// File systems whose `f_fsid` is derived from their UUID. That of others is the device number, which may change after a
/// reboot (ext4_statfs, btrfs_statfs, shmem_statfs in the kernel).
const STABLE_ID_KINDS: [&str; 5] = ["ext2", "ext3", "ext4", "btrfs", "tmpfs"];
/// The identifiers of devices in /sys, the most persistent first.
const DEVICE_IDS: [&str; 8] =
    ["dm/uuid", "md/uuid", "uuid", "nguid", "wwid", "device/wwid", "serial", "device/serial"];
/// The most levels that are examined: partitions and the devices that contain them.
const LEVELS_MAX: usize = 8;

/// What identifies the storage of all places. A place that cannot be identified is left out.
pub fn of_all<'a>(shelves: impl Iterator<Item = &'a Shelf>) -> Vec<StorageIdentity> {
    let mut found: Vec<StorageIdentity> = Vec::new();
    for shelf in shelves {
        for spot in shelf.spots.iter().filter(|spot| workload::simulation(&spot.word).is_none()) {
            let own = [Path::new(&spot.word)];
            let disks: Vec<&Path> = spot.built.iter().map(|disk| disk.as_path()).collect();
            for place in if disks.is_empty() { &own[..] } else { &disks } {
                let path = place.display().to_string();
                if !found.iter().any(|known| known.path == path)
                    && let Some(id) = storage_id(place, &SystemRoots::default())
                {
                    found.push(StorageIdentity { path, id });
                }
            }
        }
    }
    found
}

pub fn changed(then: &[StorageIdentity], now: &[StorageIdentity]) -> Vec<StorageChange> {
    let change = |was: &StorageIdentity| {
        let is = now.iter().find(|other| other.path == was.path)?;
        (is.id != was.id).then(|| StorageChange {
            place: was.path.clone(),
            was: was.id.clone(),
            is: is.id.clone(),
        })
    };
    then.iter().filter_map(change).collect()
}

fn storage_id(place: &Path, roots: &SystemRoots) -> Option<String> {
    if let Some(number) = FileFacts::at(place).ok()?.device() {
        return device_id(number, roots);
    }
    let whole = sys::file::canonical(place).ok()?;
    let mounts = sys::inventory::mounts(roots);
    let mount = sys::inventory::mount_of(&mounts, &whole)?;
    if STABLE_ID_KINDS.contains(&mount.kind.as_str()) {
        return Some(format!("{} {:016x}", mount.kind, guard::space(place).ok()?.id));
    }
    let below = device_id(mount.device(roots)?, roots)?;
    Some(format!("{} on {below}", mount.kind))
}

/// The identifier of a device; for a partition, that of its disk and the partition number.
fn device_id(number: DeviceNumber, roots: &SystemRoots) -> Option<String> {
    let mut folder = sys::file::canonical(roots.sys.join(format!("dev/block/{number}"))).ok()?;
    let mut parts = String::new();
    for _ in 0..LEVELS_MAX {
        let text = |name: &str| roots.sys_text(folder.join(name).to_str()?);
        if let Some(number) = text("partition") {
            parts = format!(", partition {number}{parts}");
            folder.pop();
            continue;
        }
        if let Some(file) = text("loop/backing_file") {
            let FileIdentity::File { number, .. } = FileFacts::at(Path::new(&file)).ok()?.identity
            else {
                return None;
            };
            return Some(format!("the file {file} ({number}){parts}"));
        }
        let name = DEVICE_IDS.iter().find_map(|name| text(name))?;
        return Some(format!("{}{parts}", name.split_whitespace().collect::<Vec<_>>().join(" ")));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_is_known_of_both_times_and_differs_has_changed() {
        let all = |rows: &[(&str, &str)]| -> Vec<StorageIdentity> {
            let row = |(path, id): &(&str, &str)| StorageIdentity {
                path: (*path).to_owned(),
                id: (*id).to_owned(),
            };
            rows.iter().map(row).collect()
        };
        let then = all(&[("/a", "ext4 1"), ("/b", "ext4 2"), ("/c", "ext4 3")]);
        let now = all(&[("/a", "ext4 1"), ("/b", "xfs on s1"), ("/d", "ext4 3")]);
        let [place, was, is] = ["/b", "ext4 2", "xfs on s1"].map(str::to_owned);
        assert_eq!(changed(&then, &now), [StorageChange { place, was, is }]);
        assert_eq!(changed(&then, &[]), []);
        assert_eq!(changed(&[], &now), []);
    }

    #[test]
    fn a_disk_is_known_by_its_serial_and_its_partition_by_that_too() {
        let root = testkit::TempDir::new("identity");
        let disk = root.path().join("sys/devices/nvme0n1");
        fs::create_dir_all(disk.join("nvme0n1p2")).expect("own");
        fs::create_dir_all(root.path().join("sys/dev/block")).expect("own");
        fs::write(disk.join("wwid"), "eui.0025  385\n").expect("own");
        fs::write(disk.join("nvme0n1p2/partition"), "2\n").expect("own");
        for (number, at) in [("259:0", disk.clone()), ("259:2", disk.join("nvme0n1p2"))] {
            let link = root.path().join("sys/dev/block").join(number);
            std::os::unix::fs::symlink(at, link).expect("own");
        }
        let roots = SystemRoots { sys: root.path().join("sys"), ..SystemRoots::default() };
        let of = |minor| device_id(DeviceNumber { major: 259, minor }, &roots);
        assert_eq!(of(0).as_deref(), Some("eui.0025 385"));
        assert_eq!(of(2).as_deref(), Some("eui.0025 385, partition 2"));
        assert_eq!(of(7), None);
    }
}
