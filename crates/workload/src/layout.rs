//! Disk layouts for a test that the system's own tools build, by name.
//!
//! Plain data; `plan` has the commands that build them.

use base::Bytes;
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LayoutBuilder {
    /// The kernel's software RAID, by mdadm.
    Md,
    Btrfs,
    Lvm,
}

base::words! {
    /// How data are placed on the disks.
    pub enum RaidLevel as "RAID level" {
        /// One disk after the other.
        Single = "single",
        Raid0 = "raid0",
        Raid1 = "raid1",
        Raid10 = "raid10",
        Raid5 = "raid5",
        Raid6 = "raid6",
    }
}

impl RaidLevel {
    /// Whether data are split into chunks.
    pub fn striped(self) -> bool {
        !matches!(self, Self::Single | Self::Raid1)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiskLayout {
    /// The disks as they are, side by side.
    Plain,
    Built {
        builder: LayoutBuilder,
        level: RaidLevel,
        /// Bytes on one disk before the next disk follows; `None` if data are not striped, and with btrfs, where it is
        /// always 64 KiB.
        chunk: Option<Bytes>,
    },
}

/// Its name, which is part of the names of points: `none`, `raid10-64k`, `btrfs-raid10`, `lvm-raid5-256k`.
impl fmt::Display for DiskLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Built { builder, level, chunk } = self else { return f.write_str("none") };
        f.write_str(match builder {
            LayoutBuilder::Md => "",
            LayoutBuilder::Btrfs => "btrfs-",
            LayoutBuilder::Lvm => "lvm-",
        })?;
        f.write_str(level.name())?;
        chunk.map_or(Ok(()), |chunk| write!(f, "-{}k", chunk.0 / 1024))
    }
}
