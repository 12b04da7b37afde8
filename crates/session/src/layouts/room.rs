//! The space on layouts: checks before anything is built whether the test files and fill levels fit on them.
//!
//! Never touches a disk.

use super::LayoutSurvey;
use crate::failure::{Ending, Failure};
use crate::target::FILE_BYTES_MIN;
use base::Bytes;
use plan::layout;
use report::messages::layouts::LayoutFault;
use workload::{DiskLayout, LayoutBuilder};

/// The guaranteed space for a file on a layout.
struct OfferedSpace {
    layout: DiskLayout,
    bytes: u64,
}

impl LayoutSurvey {
    /// The size of the slices, in bytes, if it is known.
    pub fn slice_bytes(&self) -> Option<u64> {
        self.layouts_and_site.as_ref().map(|(_, site)| site.slice_bytes)
    }

    /// The space on the layouts with their own file system.
    fn offered(&self) -> Vec<OfferedSpace> {
        let Some((layouts, site)) = &self.layouts_and_site else { return Vec::new() };
        let (slice, disks) = (site.slice_bytes, site.disks.len());
        let offered = layouts.iter().filter(has_folder).map(|&layout| OfferedSpace {
            layout,
            bytes: layout::offered_bytes(layout, slice, disks),
        });
        offered.collect()
    }

    /// Checks whether test files of this size fit on the layouts.
    pub fn room(&self, size: Bytes) -> Result<(), Failure> {
        let Some((_, site)) = &self.layouts_and_site else { return Ok(()) };
        let (slice, disks) = (Bytes(site.slice_bytes), site.disks.len());
        let mut lines = Vec::new();
        for OfferedSpace { layout, bytes } in self.offered() {
            // Layouts with too few disks offer no space; they are reported where disks are counted.
            if disks < layout::disks_min(layout) {
                continue;
            }
            let offered = bytes / Bytes::MIB * Bytes::MIB;
            if size.0 > offered {
                lines.push(
                    LayoutFault::TooFewBytes {
                        layout: layout.to_string(),
                        disks: disks as u64,
                        slice: slice.to_string(),
                        offered: Bytes(offered),
                        size: size.to_string(),
                    }
                    .to_string(),
                );
            } else if size.0 < FILE_BYTES_MIN {
                lines.push(
                    LayoutFault::SizeTooSmall {
                        layout: layout.to_string(),
                        size: size.to_string(),
                        least: Bytes(FILE_BYTES_MIN),
                    }
                    .to_string(),
                );
            }
        }
        if lines.is_empty() { Ok(()) } else { Err(Failure::of(Ending::Target, lines)) }
    }

    /// Checks whether the lowest of these fill levels, which are in percent and ascend, leaves space for a test file.
    pub fn room_to_fill(&self, fills: &[u8]) -> Result<(), Failure> {
        let level = fills.first().copied().unwrap_or(0);
        let mut lines = Vec::new();
        for OfferedSpace { layout, bytes } in self.offered() {
            if bytes / 100 * u64::from(level) < FILE_BYTES_MIN {
                let fault = LayoutFault::FillTooSmall {
                    layout: layout.to_string(),
                    level: level.to_string(),
                    offered: Bytes(bytes),
                    least: Bytes(FILE_BYTES_MIN),
                };
                lines.push(fault.to_string());
            }
        }
        if lines.is_empty() { Ok(()) } else { Err(Failure::of(Ending::Target, lines)) }
    }
}

/// Whether a layout has its own file system.
fn has_folder(layout: &&DiskLayout) -> bool {
    matches!(layout, DiskLayout::Built { builder: LayoutBuilder::Btrfs, .. })
}
