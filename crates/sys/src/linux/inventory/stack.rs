//! The stack under a path or device: takes a mount or a device, gives its levels top down; never opens a device.

use std::path::Path;

use base::facts::{FactValue, LevelKind, OverlayReach};

use super::level;
use crate::inventory::{
    ArrayState, DeviceNumber, MountEntry, StackLevel, SystemRoots, holds_memory, mount_of,
};

/// The limit for nested levels, such as a loop on a file on a loop; nobody nests deeper on purpose.
const DEPTH_MAX: u32 = 16;

/// The levels under a mounted file system, the nearest first; members follow their array, one level deeper.
pub(crate) fn under_mount(
    roots: &SystemRoots,
    mounts: &[MountEntry],
    mount: &MountEntry,
) -> Vec<StackLevel> {
    let mut walk = StackWalk { roots, mounts, levels: Vec::new() };
    walk.mount(mount, 0);
    walk.levels
}

/// The levels from a device down.
pub(crate) fn under_device(
    roots: &SystemRoots,
    mounts: &[MountEntry],
    number: DeviceNumber,
) -> Vec<StackLevel> {
    let mut walk = StackWalk { roots, mounts, levels: Vec::new() };
    if let Some(name) = roots.block_name(number) {
        walk.device(&name, 0);
    }
    walk.levels
}

struct StackWalk<'a> {
    roots: &'a SystemRoots,
    mounts: &'a [MountEntry],
    levels: Vec<StackLevel>,
}

impl StackWalk<'_> {
    fn mount(&mut self, mount: &MountEntry, depth: u32) {
        if depth > DEPTH_MAX {
            return;
        }
        if mount.kind == "overlay" {
            return self.overlay(mount, depth);
        }
        let Some(name) = mount.device(self.roots).and_then(|n| self.roots.block_name(n)) else {
            return;
        };
        if mount.kind == "btrfs"
            && let Some(level) = btrfs(self.roots, &name, depth)
        {
            let members = level.members.clone();
            self.levels.push(level);
            members.iter().for_each(|member| self.device(member, depth + 1));
            return;
        }
        self.device(&name, depth);
    }

    /// Writes to an overlay go to its upper folder, on another file system.
    fn overlay(&mut self, mount: &MountEntry, depth: u32) {
        let upper = mount.option("upperdir").unwrap_or("").to_owned();
        let below = mount_of(self.mounts, Path::new(&upper))
            // In a container, the host's path of the upper layer leads back to the overlay itself.
            .filter(|m| !upper.is_empty() && m.point != mount.point);
        let reach = match &below {
            Some(_) => OverlayReach::Found,
            None if !upper.starts_with('/') => OverlayReach::Relative,
            None => OverlayReach::Outside,
        };
        let detail = if upper.is_empty() {
            FactValue::NoUpperLayer
        } else {
            FactValue::UpperLayer { path: upper, reach }
        };
        self.levels.push(StackLevel {
            depth,
            name: mount.point.to_string_lossy().into_owned(),
            kind: Some(LevelKind::Overlay),
            detail,
            members: below.iter().map(|m| m.source.clone()).collect(),
            ..StackLevel::default()
        });
        if let Some(below) = below {
            self.file_system(below, depth + 1);
        }
    }

    fn file_system(&mut self, mount: &MountEntry, depth: u32) {
        self.levels.push(StackLevel {
            depth,
            name: mount.point.to_string_lossy().into_owned(),
            kind: Some(LevelKind::FileSystem),
            detail: FactValue::Text(mount.kind.clone()),
            is_memory: holds_memory(&mount.kind),
            members: vec![mount.source.clone()],
            ..StackLevel::default()
        });
        self.mount(mount, depth + 1);
    }

    fn device(&mut self, name: &str, depth: u32) {
        if depth > DEPTH_MAX {
            return;
        }
        let Some(level) = level::read(self.roots, name, depth) else { return };
        let members = level.members.clone();
        let kind = level.kind;
        self.levels.push(level);
        members.iter().for_each(|member| self.device(member, depth + 1));
        if kind == Some(LevelKind::Loop)
            && let Some(file) = self.roots.block_text(name, "loop/backing_file")
            && let Some(mount) = mount_of(self.mounts, Path::new(&file))
        {
            self.file_system(mount, depth + 1);
        }
    }
}

/// The btrfs file system a device belongs to, as `/sys/fs/btrfs` shows it while it is mounted.
fn btrfs(roots: &SystemRoots, device: &str, depth: u32) -> Option<StackLevel> {
    let id = roots.sys_names("fs/btrfs").into_iter().find(|id| {
        roots.sys_names(&format!("fs/btrfs/{id}/devices")).iter().any(|d| d == device)
    })?;
    let base = format!("fs/btrfs/{id}");
    let members = roots.sys_names(&format!("{base}/devices"));
    let infos = roots.sys_names(&format!("{base}/devinfo"));
    let missing = infos
        .iter()
        .filter(|i| roots.sys_text(&format!("{base}/devinfo/{i}/missing")).as_deref() == Some("1"))
        .count();
    // The data profile is the name of the only folder in "allocation/data"; all else there are plain files.
    let layout: Vec<String> = roots
        .sys_names(&format!("{base}/allocation/data"))
        .into_iter()
        .filter(|n| roots.sys.join(&base).join("allocation/data").join(n).is_dir())
        .collect();
    Some(StackLevel {
        depth,
        name: roots.sys_text(&format!("{base}/label")).unwrap_or(id),
        kind: Some(LevelKind::Btrfs),
        detail: FactValue::BtrfsData { profiles: layout.join("+"), devices: members.len() },
        array: Some(ArrayState {
            layout: layout.join("+"),
            members: members.len().max(infos.len()) as u32,
            missing: missing as u32,
            action: roots.sys_text(&format!("{base}/exclusive_operation")).unwrap_or_default(),
            progress: None,
            chunk_bytes: 0,
        }),
        members,
        ..StackLevel::default()
    })
}
