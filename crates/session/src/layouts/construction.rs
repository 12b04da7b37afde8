//! The construction of planned layouts: frees the disks of leftovers, runs the commands, records the content of the disks after
//! each, and prefills the devices.
//!
//! Checks before each command that the disks are the same devices. A failure or an interruption takes everything down.

use super::disks::{number, size};
use super::marker::LayoutMarker;
use super::{LayoutGuard, LayoutPlaces, LayoutPlan, leftovers, steps};
use crate::engine_failure;
use crate::failure::{Ending, Failure};
use crate::live::Progress;
use base::Bytes;
use plan::layout::{self, LayoutTarget};
use report::messages::layouts::LayoutFault;
use report::messages::system::{SystemAction, SystemFailure};
use report::{Language, words};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use sys::guard::{self, FreeSpaceRule};
use sys::inventory::SystemRoots;

impl LayoutPlan {
    /// The layouts with the names and places that they will have.
    pub fn built(&self) -> Vec<LayoutPlaces> {
        self.plan.layouts.iter().map(|layout| self.places_of(layout)).collect()
    }

    fn places_of(&self, layout: &layout::BuiltLayout) -> LayoutPlaces {
        let places = match &layout.place {
            LayoutTarget::Devices(devices) => devices.clone(),
            LayoutTarget::Folder(folder) => vec![folder.clone()],
        };
        LayoutPlaces {
            name: layout.layout.to_string(),
            place_bytes: self.capacity_bytes(layout) / places.len().max(1) as u64,
            places,
            folder: matches!(layout.place, LayoutTarget::Folder(_)),
            usable: Bytes(layout.usable_bytes),
            may_fail: layout.may_fail,
        }
    }

    /// The capacity of a layout on its slices, including the metadata of its builder.
    fn capacity_bytes(&self, layout: &layout::BuiltLayout) -> u64 {
        let sizes = vec![self.site.slice_bytes; self.site.disks.len()];
        layout::usable_bytes(layout.layout, &sizes)
    }

    /// Builds all layouts, and prefills the first `prefill_size` bytes of every device, so that no read comes from blocks that
    /// were never written. If a step fails or the user interrupts it, the layouts are taken down.
    pub fn build(
        &self,
        prefill_size: Bytes,
        interrupt: &AtomicBool,
        progress: &RefCell<Progress>,
    ) -> Result<LayoutGuard, Failure> {
        for line in self.free_disks()? {
            progress.borrow_mut().say(&line);
        }
        let tag = self.site.tag(&self.layouts);
        let marker = LayoutMarker::write(&tag, &self.layouts, &self.site)?;
        // From here on, every return takes the layouts down.
        let take_down = self.plan.take_down.clone();
        let mut layout_guard = LayoutGuard { marker: Some(marker), take_down, claims: None };
        let marker = layout_guard.marker.as_mut().expect("it was just put there");
        let result = self
            .run_build_steps(marker, interrupt, progress)
            .and_then(|()| self.prefill(prefill_size, interrupt, progress));
        progress.borrow_mut().wipe();
        let Err(why) = result else { return Ok(layout_guard) };
        let take_down = layout_guard.take_down().map_err(|failure| failure.lines);
        if interrupt.load(Ordering::Relaxed) {
            return Err(Failure::of(Ending::Interrupted, take_down.err().unwrap_or_default()));
        }
        let mut lines = vec![LayoutFault::NotBuilt { why }.to_string()];
        lines.extend(take_down.err().unwrap_or_else(|| vec![LayoutFault::TakenDown.to_string()]));
        Err(Failure::of(Ending::Target, lines))
    }

    /// Takes down leftovers of killed runs on the disks, and checks the disks a last time before the first command.
    fn free_disks(&self) -> Result<Vec<String>, Failure> {
        self.check_same_disks().map_err(Failure::target)?;
        let messages = leftovers::clear(&self.site.folder, &self.judged)?;
        for disk in &self.site.disks {
            guard::device(&disk.path, self.marked.clone(), &SystemRoots::default()).map_err(
                |reasons| {
                    let lines = reasons.iter().map(report::write_refusal).collect();
                    Failure::of(Ending::Target, lines)
                },
            )?;
        }
        Ok(messages)
    }

    /// Checks that the paths still lead to the checked devices.
    fn check_same_disks(&self) -> Result<(), String> {
        for (disk, judged) in self.site.disks.iter().zip(&self.judged) {
            if number(&disk.path) != Some(*judged) {
                let disk = disk.path.display().to_string();
                return Err(LayoutFault::ExchangedDevice { disk }.to_string());
            }
        }
        Ok(())
    }

    fn run_build_steps(
        &self,
        marker: &mut LayoutMarker,
        interrupt: &AtomicBool,
        progress: &RefCell<Progress>,
    ) -> Result<(), String> {
        progress.borrow_mut().begin(&LayoutFault::Building.to_string(), None);
        for (number, step) in self.plan.build.iter().enumerate() {
            if interrupt.load(Ordering::Relaxed) {
                return Err(LayoutFault::Interrupted.to_string());
            }
            progress.borrow_mut().share(number as f64 / self.plan.build.len() as f64);
            self.check_same_disks()?;
            steps::run_step(step, interrupt)?;
            self.record(marker).map_err(|error| {
                LayoutFault::NotRecorded { error: error.to_string() }.to_string()
            })?;
        }
        Ok(())
    }

    /// Records the content of each disk in the marker, for a later run that takes the layouts down.
    fn record(&self, marker: &mut LayoutMarker) -> std::io::Result<()> {
        self.site.disks.iter().enumerate().try_for_each(|(number, disk)| {
            let holds = leftovers::fingerprint(&disk.path)?;
            marker.record(number, &holds)
        })
    }

    fn prefill(
        &self,
        prefill_size: Bytes,
        interrupt: &AtomicBool,
        progress: &RefCell<Progress>,
    ) -> Result<(), String> {
        let devices = self.plan.layouts.iter().filter_map(|layout| match &layout.place {
            LayoutTarget::Devices(devices) => Some(devices),
            LayoutTarget::Folder(_) => None,
        });
        let devices = devices.flatten().enumerate();
        for (number, device) in devices.filter(|_| prefill_size.0 > 0) {
            let size_bytes = size(device).map_err(|error| {
                let action = SystemAction::AskSize;
                SystemFailure { action, object: &device.display(), error: &error }.to_string()
            })?;
            let doing = LayoutFault::Prefilling { disk: device.display().to_string() }.to_string();
            progress.borrow_mut().begin(&doing, None);
            let mut step = |done: u64, all: u64| {
                progress.borrow_mut().share(done as f64 / all.max(1) as f64);
                if interrupt.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let judged =
                guard::device(device, std::slice::from_ref(device), &SystemRoots::default());
            let target = judged.map_err(|reasons| {
                reasons.iter().map(report::write_refusal).collect::<Vec<_>>().join("; ")
            })?;
            let most = prefill_size.0.min(size_bytes);
            engine::prefill(&target, 0, most, number as u64, FreeSpaceRule::Nothing, &mut step)
                .map_err(|error| {
                    words::run_failure(Language::of_process(), &engine_failure::of_prefill(&error))
                })?;
        }
        Ok(())
    }
}
