//! The disks for layouts: takes the disks as the user named them, returns their stable paths, sizes and room, or the reasons
//! against overwriting them, and what this machine lacks to build layouts.
//!
//! Opens disks only for reading.

use super::{LayoutRequest, LayoutSurvey, construction, leftovers};
use crate::failure::{Ending, Failure};
use crate::target::FILE_BYTES_MIN;
use crate::write_permission;
use base::Bytes;
use plan::layout::{self, BuildDisk, BuildStep, ConstructionPlan};
use report::messages::layouts::LayoutFault;
use report::messages::system::{SystemAction, SystemFailure};
use report::messages::targets::TargetFault;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use sys::file::{FileFacts, FileIdentity};
use sys::guard::{self, MarkedTargets};
use sys::inventory::{DeviceNumber, SystemRoots};
use sys::target::Target as HeldTarget;
use workload::{DiskLayout, LayoutBuilder};

/// The default size of a slice: larger than caches, small enough to stay on the outer tracks.
const SLICE_USUAL: Bytes = Bytes::gib(16);

/// Returns the existing disks, and all reasons against overwriting them. Leftovers of a killed run that can be taken down are
/// no reason.
pub(super) fn disks(
    wanted: &LayoutRequest<'_>,
    left: &[leftovers::LeftoverLayouts],
) -> (Vec<BuildDisk>, Failure) {
    let mut lines = Vec::new();
    let mut ending = Ending::Wrong;
    let mut disks: Vec<BuildDisk> = Vec::new();
    if wanted.disks.is_empty() {
        lines.push(LayoutFault::NeedsDisks.to_string());
    }
    let marked = write_permission::marked_targets(&wanted.writes.destroy);
    for named in wanted.disks {
        let device = device(named);
        let number = device.as_ref().map(|(number, _)| *number);
        let leftover = left.iter().find(|layouts| number.is_some_and(|n| layouts.stands_on(n)));
        let refusals = match leftover {
            Some(layouts) => {
                let reasons = layouts.reasons_to_keep(&marked.devices());
                if reasons.is_empty() { Vec::new() } else { vec![layouts.refusal(&reasons)] }
            }
            None => refusals(named, number, &marked),
        };
        let is_refused = !refusals.is_empty();
        if is_refused {
            ending = Ending::Target;
        }
        for line in refusals {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        let path = device.map_or_else(|| named.clone(), |(_, path)| path);
        // A device may have several nodes.
        if number.is_some() && disks.iter().any(|disk| self::number(&disk.path) == number) {
            lines.push(TargetFault::NamedTwice { name: named.display().to_string() }.to_string());
            continue;
        }
        match size(&path) {
            Ok(size_bytes) => disks.push(BuildDisk { path, size_bytes }),
            // A refused disk is already reported.
            Err(_) if is_refused => {}
            Err(error) => {
                let failure = SystemFailure {
                    action: SystemAction::AskSize,
                    object: &path.display(),
                    error: &error,
                };
                lines.push(failure.to_string());
            }
        }
    }
    (disks, Failure::of(ending, lines))
}

/// Returns the number of the block device at a path, and its path under the name that the kernel uses. Other paths can be
/// changed to another device while the layouts are built: by the owner of the folder, or through a link.
fn device(named: &Path) -> Option<(DeviceNumber, PathBuf)> {
    let held = HeldTarget::to_read(named).ok()?;
    let number = device_number(&held)?;
    let roots = SystemRoots::default();
    // The kernel writes ! for a slash in a name.
    let usual = roots.block_name(number).map(|name| roots.dev.join(name.replace('!', "/")));
    let usual = usual.filter(|usual| self::number(usual) == Some(number));
    Some((number, usual.unwrap_or_else(|| held.real().to_owned())))
}

/// Returns all reasons against overwriting a device with this path and number.
fn refusals(named: &Path, number: Option<DeviceNumber>, marked: &MarkedTargets) -> Vec<String> {
    match guard::device(named, marked.clone(), &SystemRoots::default()) {
        Ok(judged) if number != device_number(&judged) => {
            vec![LayoutFault::ExchangedDevice { disk: named.display().to_string() }.to_string()]
        }
        Ok(_) => Vec::new(),
        Err(reasons) => reasons.iter().map(report::write_refusal).collect(),
    }
}

/// Returns the number of the block device at a path.
pub(super) fn number(path: &Path) -> Option<DeviceNumber> {
    FileFacts::at(path).ok()?.device()
}

fn device_number(target: &HeldTarget) -> Option<DeviceNumber> {
    match target.identity() {
        FileIdentity::Device(number) => Some(number),
        FileIdentity::File { .. } => None,
    }
}

pub(super) fn size(device: &Path) -> std::io::Result<u64> {
    // Other files must not be opened: to open a pipe would block.
    if FileFacts::at(device)?.device().is_none() {
        return Err(std::io::ErrorKind::InvalidInput.into());
    }
    sys::file::size_bytes(&std::fs::File::open(device)?)
}

/// Returns the requested size of a slice; else an equal part of the smallest disk, at most the default size.
pub(super) fn slice_bytes(requested: Option<Bytes>, disks: &[BuildDisk], layouts: usize) -> u64 {
    let least = disks.iter().map(|disk| disk.size_bytes).min().unwrap_or(0);
    let each = least.saturating_sub(2 * Bytes::MIB) / layouts.max(1) as u64;
    requested.map_or_else(|| each.min(SLICE_USUAL.0) / Bytes::MIB * Bytes::MIB, |slice| slice.0)
}

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

fn has_folder(layout: &&DiskLayout) -> bool {
    matches!(layout, DiskLayout::Built { builder: LayoutBuilder::Btrfs, .. })
}

/// Returns a message for everything that this machine lacks for these layouts.
pub(super) fn missing_requirements(
    layouts: &[DiskLayout],
    plan: Option<&ConstructionPlan>,
) -> Vec<String> {
    let mut lines = Vec::new();
    if !is_root() {
        lines.push(LayoutFault::NeedsRoot.to_string());
    }
    let steps = plan.into_iter().flat_map(|plan| plan.build.iter().chain(&plan.take_down));
    let programs: BTreeSet<&str> = steps.flat_map(BuildStep::programs).collect();
    for program in programs.into_iter().filter(|program| construction::program(program).is_none()) {
        let package = match program {
            "sfdisk" => "fdisk or util-linux",
            "partx" | "wipefs" | "mount" | "umount" => "util-linux",
            "mdadm" => "mdadm",
            "mkfs.btrfs" | "btrfs" => "btrfs-progs",
            _ => "lvm2",
        };
        lines.push(
            LayoutFault::NoProgram { program: program.to_string(), package: package.to_string() }
                .to_string(),
        );
    }
    let builders = [
        (LayoutBuilder::Md, "md"),
        (LayoutBuilder::Btrfs, "btrfs"),
        (LayoutBuilder::Lvm, "device-mapper"),
    ];
    for (builder, module) in builders {
        let used = |layout: &DiskLayout| matches!(layout, DiskLayout::Built { builder: used, .. } if *used == builder);
        if let Some(layout) = layouts.iter().find(|layout| used(layout))
            && !construction::kernel_has(builder)
        {
            lines.push(
                LayoutFault::NoModule { layout: layout.to_string(), module: module.to_string() }
                    .to_string(),
            );
        }
    }
    lines
}

fn is_root() -> bool {
    sys::host::is_administrator()
}
