//! Layouts of btrfs: takes a level and slices, gives the commands of mkfs.btrfs(8) and mount(8).

use super::{Action, Standpoint, Step, When, Work, text, words};
use std::path::{Path, PathBuf};
use workload::Level;

/// Mounted as databases want it, without copy on write, and so without the checksums that keep direct writes from being
/// direct (btrfs(5), nodatacow).
pub(super) fn work(level: Level, slices: &[PathBuf], label: &str, mount: &Path) -> Work {
    // mkfs.btrfs(8): parity is not for metadata.
    let metadata = match level {
        Level::Raid5 => "raid1",
        Level::Raid6 => "raid1c3",
        other => other.name(),
    };
    let mut make = words(&["--quiet", "--force", "--nodiscard", "--label", label]);
    make.extend(words(&["--data", level.name(), "--metadata", metadata]));
    make.extend(slices.iter().map(|slice| text(slice)));
    // All members are named, as without udev the kernel has not been told of them.
    let members = slices.iter().map(|slice| format!(",device={}", slice.display()));
    let options = "nodatacow,noatime".to_owned() + &members.collect::<String>();
    let first = slices.first().map(|slice| text(slice));
    let at = first.into_iter().chain([text(mount)]);
    let mount_words = words(&["-t", "btrfs", "-o", &options]).into_iter().chain(at).collect();
    let mut forget = words(&["device", "scan", "--forget"]);
    forget.extend(slices.iter().map(|slice| text(slice)));
    let made = slices.first().cloned().unwrap_or_default();
    Work {
        place: Standpoint::Folder(mount.to_owned()),
        build: vec![
            Step::run("mkfs.btrfs", make),
            Step::of(Action::MakeFolder(mount.to_owned())),
            Step::run("mount", mount_words),
        ],
        take_down: vec![
            Step::run("umount", vec![text(mount)]).when(When::Mounted(mount.to_owned())),
            Step::of(Action::RemoveFolder(mount.to_owned())).when(When::Exists(mount.to_owned())),
            // The kernel would go on knowing members that are gone; what it does not know it cannot forget.
            Step::run("btrfs", forget).when(When::Exists(made)).optional(),
        ],
    }
}
