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

/// Of what btrfs could store on fresh slices, the share that files get at least: 0.74 (raid6 on slices of 1 GiB) to 0.99
/// by statfs(2) on 4 slices of 256 MiB to 1 GiB; the rest is for metadata, which take a chunk of up to 1 GiB on each
/// member (mkfs.btrfs(8)).
const BTREE_SHARE: f64 = 2.0 / 3.0;

/// Bytes that a file can have at least on a layout of fresh slices of this size.
pub fn offered_bytes(layout: Layout, slice_bytes: u64, disks: usize) -> u64 {
    let usable = usable_bytes(layout, &vec![slice_bytes; disks]);
    match layout {
        Layout::Built { builder: Builder::Btrfs, .. } => (usable as f64 * BTREE_SHARE) as u64,
        _ => usable,
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
