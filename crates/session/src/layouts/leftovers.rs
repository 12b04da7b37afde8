//! Layouts left by killed runs: takes the markers beside the store, finds the layouts that still exist, and takes down those
//! that are unchanged and only on disks that this command marks for destruction. Reports why it keeps the others.

use super::construction;
use super::construction::run_take_down_steps;
use super::marker::{self, LayoutMarker};
use crate::failure::{Ending, Failure};
use base::refusal::DeviceHolder;
use plan::layout::{self, BuildDisk, BuildSite};
use report::messages::layouts::{LayoutFault, LeftoverFault};
use std::path::{Path, PathBuf};
use sys::guard;
use sys::inventory::{DeviceNumber, SystemRoots};

pub(super) struct LeftoverLayouts {
    /// Locked, so that no other process takes them down at the same time.
    marker: LayoutMarker,
    present: Vec<PresentDisk>,
    /// Disks whose partition table is on more than one device.
    copied: Vec<PathBuf>,
}

/// A disk that still has the partition table of a layout.
struct PresentDisk {
    /// Its index in the marker's list of disks.
    number: usize,
    disk: BuildDisk,
}

struct DiskTable {
    path: PathBuf,
    id: String,
}

pub(super) fn find(folder: &Path) -> Result<Vec<LeftoverLayouts>, Failure> {
    let markers = marker::left_in(folder)?;
    let tables = if markers.is_empty() { Vec::new() } else { disk_tables() };
    Ok(markers.into_iter().map(|marker| LeftoverLayouts::of(marker, &tables)).collect())
}

impl LeftoverLayouts {
    fn of(marker: LayoutMarker, tables: &[DiskTable]) -> Self {
        let (mut present, mut copied) = (Vec::new(), Vec::new());
        for (number, disk) in marker.site.disks.iter().enumerate() {
            let id = layout::table_id(&marker.tag, &disk.path);
            // A reboot may have changed its path.
            let with_table: Vec<&DiskTable> =
                tables.iter().filter(|table| table.id == id).collect();
            match with_table[..] {
                [] => {}
                [DiskTable { path, .. }] => {
                    let disk = BuildDisk { path: path.clone(), ..disk.clone() };
                    present.push(PresentDisk { number, disk });
                }
                _ => copied.push(disk.path.clone()),
            }
        }
        Self { marker, present, copied }
    }

    fn present_disks(&self) -> impl Iterator<Item = &BuildDisk> {
        self.present.iter().map(|present| &present.disk)
    }

    pub(super) fn stands_on(&self, device: DeviceNumber) -> bool {
        let roots = SystemRoots::default();
        self.present_disks().any(|disk| roots.number_of_path(&disk.path) == Some(device))
    }

    /// The reasons why a command that marks these devices for destruction must not take it down; empty if it may.
    pub(super) fn reasons_to_keep(&self, marked: &[DeviceNumber]) -> Vec<String> {
        let roots = SystemRoots::default();
        let mut reasons: Vec<String> = self
            .copied
            .iter()
            .map(|path| LeftoverFault::CopiedTable { disk: path.display().to_string() }.to_string())
            .collect();
        for PresentDisk { number, disk } in &self.present {
            let shown = disk.path.display();
            let Some(device) = roots.number_of_path(&disk.path) else { continue };
            if !marked.contains(&device) {
                reasons.push(LeftoverFault::NotMarked { shown: shown.to_string() }.to_string());
            }
            match (fingerprint(&disk.path), self.marker.built(*number)) {
                (Err(error), _) => {
                    let (path, error) = (shown.to_string(), error.to_string());
                    reasons.push(LayoutFault::CannotRead { path, error }.to_string());
                }
                (Ok(_), None) => {
                    reasons
                        .push(LeftoverFault::BuiltInPart { shown: shown.to_string() }.to_string());
                }
                (Ok(now), Some(built)) if now != built => {
                    reasons
                        .push(LeftoverFault::OtherContent { shown: shown.to_string() }.to_string());
                }
                _ => {}
            }
            reasons.extend(self.users(&roots, device));
        }
        reasons.sort();
        reasons.dedup();
        reasons
    }

    /// The users of one of its disks, other than the layouts themselves.
    fn users(&self, roots: &SystemRoots, device: DeviceNumber) -> Vec<String> {
        let facts = guard::device_facts(roots, device);
        let names = || (1..=self.marker.layouts.len()).map(|n| self.marker.name(n));
        let is_ours =
            |point: &Path| names().any(|name| point == self.marker.site.folder.join(name));
        let others = facts.mounted.iter().filter(|(_, point)| !is_ours(point));
        let mut users: Vec<String> = others
            .map(|(part, at)| {
                LeftoverFault::Mounted { part: part.to_string(), at: at.display().to_string() }
                    .to_string()
            })
            .collect();
        for part in &facts.swap {
            users.push(LeftoverFault::SwapInUse { part: part.to_string() }.to_string());
        }
        let arrays: Vec<String> = names().filter_map(|name| array_device(roots, &name)).collect();
        let volumes = format!("plimsoll_{}_", self.marker.tag);
        let is_ours = |holder: &DeviceHolder| {
            let is_volume = holder.volume.as_ref().is_some_and(|name| name.starts_with(&volumes));
            is_volume || arrays.contains(&holder.device)
        };
        let held = facts.holders.iter().filter(|holder| !is_ours(holder));
        users.extend(held.map(|holder| {
            LeftoverFault::Held { device: facts.name.to_string(), holder: holder.to_string() }
                .to_string()
        }));
        users
    }

    /// The layouts and the number of their disks, as text for the user.
    fn description(&self) -> String {
        let names: Vec<String> = self.marker.layouts.iter().map(ToString::to_string).collect();
        let (count, all) = (self.present.len(), self.marker.site.disks.len());
        let (names, count, all) = (names.join(", "), count as u64, all as u64);
        LeftoverFault::LeftoverOnDisks { names, count, all }.to_string()
    }

    fn disks(&self) -> String {
        let paths = self.present_disks().map(|disk| disk.path.display().to_string());
        paths.collect::<Vec<_>>().join(", ")
    }

    /// The message why its disks cannot be used, and how to take it down by hand.
    pub(super) fn refusal(&self, reasons: &[String]) -> String {
        LeftoverFault::Leftover {
            disks: self.disks().to_string(),
            layouts: self.description().to_string(),
            reasons: (reasons.join("; ")),
            by_hand: self.by_hand().to_string(),
        }
        .to_string()
    }

    /// The note about a leftover on disks that this command does not use; `None` if no disk has it any more.
    pub(super) fn note(&self) -> Option<String> {
        (!self.present.is_empty()).then(|| {
            LeftoverFault::LeftoverElsewhere {
                disks: self.disks().to_string(),
                layouts: self.description().to_string(),
                by_hand: self.by_hand().to_string(),
            }
            .to_string()
        })
    }

    fn steps(&self) -> Vec<layout::BuildStep> {
        let disks = self.present_disks().cloned().collect();
        let site = BuildSite { disks, ..self.marker.site.clone() };
        layout::take_down(&self.marker.layouts, &site, &self.marker.tag)
    }

    fn by_hand(&self) -> String {
        let steps = self.steps().into_iter().filter(|step| !step.optional);
        let needed = steps.filter(|step| construction::needed(&step.when));
        needed.map(|step| step.to_string()).collect::<Vec<_>>().join("; ")
    }

    fn remove(self) -> Result<String, Failure> {
        for disk in self.present_disks() {
            // After a reboot the kernel may not know the partitions.
            construction::reread(&disk.path);
        }
        let line = LeftoverFault::LeftoverTakenDown { layouts: self.description().to_string() }
            .to_string();
        let steps = self.steps();
        run_take_down_steps(&steps, self.marker).map(|()| line)
    }
}

/// Takes down every leftover on these disks, which this command marks for destruction. Returns a line for each.
/// If one changed since it was built or is in use, nothing is taken down.
pub(super) fn clear(folder: &Path, marked: &[DeviceNumber]) -> Result<Vec<String>, Failure> {
    let mut leftovers = find(folder)?;
    leftovers.retain(|layouts| {
        layouts.present.is_empty() || marked.iter().any(|device| layouts.stands_on(*device))
    });
    let mut refusals = Vec::new();
    for layouts in leftovers.iter().filter(|layouts| !layouts.present.is_empty()) {
        let reasons = layouts.reasons_to_keep(marked);
        if !reasons.is_empty() {
            refusals.push(layouts.refusal(&reasons));
        }
    }
    if !refusals.is_empty() {
        return Err(Failure::of(Ending::Target, refusals));
    }
    let mut messages = Vec::new();
    for layouts in leftovers {
        if layouts.present.is_empty() && layouts.copied.is_empty() {
            // Its disks are gone, or are used for something else.
            layouts.marker.remove();
        } else {
            messages.push(layouts.remove()?);
        }
    }
    Ok(messages)
}

/// A one-line fingerprint of the content of a disk.
pub(super) fn fingerprint(disk: &Path) -> std::io::Result<String> {
    let file = std::fs::File::open(disk)?;
    let size_bytes = sys::file::size_bytes(&file)?;
    guard::fingerprint(&file, size_bytes)
}

fn array_device(roots: &SystemRoots, name: &str) -> Option<String> {
    let device = std::fs::canonicalize(roots.dev.join("md").join(name)).ok()?;
    device.file_name().map(|name| name.to_string_lossy().into_owned())
}

fn disk_tables() -> Vec<DiskTable> {
    let roots = SystemRoots::default();
    let names = roots.sys_names("class/block").into_iter();
    let disks =
        names.filter(|name| roots.sys_text(&format!("class/block/{name}/partition")).is_none());
    let tables = disks.filter_map(|name| {
        // The kernel writes ! for a slash in a name.
        let path = roots.dev.join(name.replace('!', "/"));
        let file = std::fs::File::open(&path).ok()?;
        let size_bytes = sys::file::size_bytes(&file).ok()?;
        let id = guard::table_id(&file, size_bytes).ok()??;
        Some(DiskTable { path, id })
    });
    tables.collect()
}
