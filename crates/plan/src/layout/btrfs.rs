//! Layouts of btrfs: takes a level and slices, gives the commands of mkfs.btrfs(8) and mount(8).

use super::{
    BuildAction, BuildCondition, BuildStep, LayoutConstruction, LayoutTarget, text, words,
};
use std::path::{Path, PathBuf};
use workload::RaidLevel;

/// Mounted as for databases, without copy on write and therefore without checksums, which prevent direct writes
/// (btrfs(5), nodatacow).
pub(super) fn work(
    level: RaidLevel,
    slices: &[PathBuf],
    label: &str,
    mount: &Path,
) -> LayoutConstruction {
    // mkfs.btrfs(8): parity is not for metadata.
    let metadata = match level {
        RaidLevel::Raid5 => "raid1",
        RaidLevel::Raid6 => "raid1c3",
        other => other.name(),
    };
    let mut make = words(&["--quiet", "--force", "--nodiscard", "--label", label]);
    make.extend(words(&["--data", level.name(), "--metadata", metadata]));
    make.extend(slices.iter().map(|slice| text(slice)));
    // All members are named, because without udev the kernel does not know them.
    let members = slices.iter().map(|slice| format!(",device={}", slice.display()));
    let options = "nodatacow,noatime".to_owned() + &members.collect::<String>();
    let first = slices.first().map(|slice| text(slice));
    let at = first.into_iter().chain([text(mount)]);
    let mount_words = words(&["-t", "btrfs", "-o", &options]).into_iter().chain(at).collect();
    let mut forget = words(&["device", "scan", "--forget"]);
    forget.extend(slices.iter().map(|slice| text(slice)));
    let made = slices.first().cloned().unwrap_or_default();
    LayoutConstruction {
        place: LayoutTarget::Folder(mount.to_owned()),
        build: vec![
            BuildStep::run("mkfs.btrfs", make),
            BuildStep::of(BuildAction::MakeFolder(mount.to_owned())),
            BuildStep::run("mount", mount_words),
        ],
        take_down: vec![
            BuildStep::run("umount", vec![text(mount)])
                .when(BuildCondition::Mounted(mount.to_owned())),
            BuildStep::of(BuildAction::RemoveFolder(mount.to_owned()))
                .when(BuildCondition::Exists(mount.to_owned())),
            // The kernel would remember members that are gone. This fails if it does not know them, so it is optional.
            BuildStep::run("btrfs", forget).when(BuildCondition::Exists(made)).optional(),
        ],
    }
}
