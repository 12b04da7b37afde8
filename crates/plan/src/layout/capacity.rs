//! The capacity of a layout, and how many disks it may lose: takes the disks' sizes, gives bytes and counts.

use workload::{DiskLayout, LayoutBuilder, RaidLevel};

/// Bytes that can be stored on disks of these sizes, before the builder's metadata.
///
/// md and LVM use of each disk as much as the smallest has, except if disks are striped or concatenated (md(4),
/// lvmraid(7)). Their raid1 has a copy on every disk; that of btrfs always has two copies, wherever there is room
/// (mkfs.btrfs(8)).
pub fn usable_bytes(layout: DiskLayout, sizes: &[u64]) -> u64 {
    let (count, sum) = (sizes.len() as u64, sizes.iter().sum::<u64>());
    let least = sizes.iter().copied().min().unwrap_or(0);
    let DiskLayout::Built { builder, level, .. } = layout else { return sum };
    match level {
        RaidLevel::Single => sum,
        RaidLevel::Raid0 => count * least,
        RaidLevel::Raid1 if builder == LayoutBuilder::Btrfs => {
            let most = sizes.iter().copied().max().unwrap_or(0);
            (sum / 2).min(sum - most)
        }
        RaidLevel::Raid1 => least,
        RaidLevel::Raid10 => count * least / 2,
        RaidLevel::Raid5 => count.saturating_sub(1) * least,
        RaidLevel::Raid6 => count.saturating_sub(2) * least,
    }
}

/// The least share of btrfs's capacity on fresh slices that is usable by files. By statfs(2) it is 0.74 (raid6 on
/// slices of 1 GiB) to 0.99 on 4 slices of 256 MiB to 1 GiB. The rest is metadata, with a chunk of up to 1 GiB on each
/// member (mkfs.btrfs(8)).
const BTREE_SHARE: f64 = 2.0 / 3.0;

/// The bytes that a file can have for certain on a layout of fresh slices of this size.
pub fn offered_bytes(layout: DiskLayout, slice_bytes: u64, disks: usize) -> u64 {
    let usable = usable_bytes(layout, &vec![slice_bytes; disks]);
    match layout {
        DiskLayout::Built { builder: LayoutBuilder::Btrfs, .. } => {
            (usable as f64 * BTREE_SHARE) as u64
        }
        _ => usable,
    }
}

/// How many disks may fail before data are lost, whichever they are.
pub fn may_fail(layout: DiskLayout, disks: u32) -> u32 {
    let DiskLayout::Built { builder, level, .. } = layout else { return 0 };
    match level {
        RaidLevel::Single | RaidLevel::Raid0 => 0,
        RaidLevel::Raid1 if builder != LayoutBuilder::Btrfs => disks.saturating_sub(1),
        RaidLevel::Raid1 | RaidLevel::Raid10 | RaidLevel::Raid5 => 1,
        RaidLevel::Raid6 => 2,
    }
}
