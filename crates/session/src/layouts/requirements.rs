//! The programs, kernel modules and rights that layouts need: returns a message for each that this machine lacks.
//!
//! Loads missing kernel modules. Never installs anything.

use super::steps;
use plan::layout::{BuildStep, ConstructionPlan};
use report::messages::layouts::LayoutFault;
use std::collections::BTreeSet;
use workload::{DiskLayout, LayoutBuilder};

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
    for program in programs.into_iter().filter(|program| steps::program(program).is_none()) {
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
            && !steps::kernel_has(builder)
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
