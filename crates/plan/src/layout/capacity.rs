//! What can be stored on a layout, and how many disks it may lose: takes the disks' sizes, gives bytes and counts.

use workload::{Builder, Layout, Level};

/// Bytes that can be stored on disks of these sizes, before what the builder keeps for itself.
///
/// md and LVM use of each disk as much as the smallest has, except where disks stand side by side or one after the other
/// (md(4), lvmraid(7)); their raid1 is a copy on every disk, that of btrfs always two copies, wherever there is room
/// (mkfs.btrfs(8)).
pub fn usable_bytes(layout: Layout, sizes: &[u64]) -> u64 {
    let (count, sum) = (sizes.len() as u64, sizes.iter().sum::<u64>());
    let least = sizes.iter().copied().min().unwrap_or(0);
    let Layout::Built { builder, level, .. } = layout else { return sum };
    match level {
        Level::Single => sum,
        Level::Raid0 => count * least,
        Level::Raid1 if builder == Builder::Btrfs => {
            let most = sizes.iter().copied().max().unwrap_or(0);
            (sum / 2).min(sum - most)
        }
        Level::Raid1 => least,
        Level::Raid10 => count * least / 2,
        Level::Raid5 => count.saturating_sub(1) * least,
        Level::Raid6 => count.saturating_sub(2) * least,
    }
}

/// How many disks may fail before data are lost, whichever they are.
pub fn may_fail(layout: Layout, disks: u32) -> u32 {
    let Layout::Built { builder, level, .. } = layout else { return 0 };
    match level {
        Level::Single | Level::Raid0 => 0,
        Level::Raid1 if builder != Builder::Btrfs => disks.saturating_sub(1),
        Level::Raid1 | Level::Raid10 | Level::Raid5 => 1,
        Level::Raid6 => 2,
    }
}
