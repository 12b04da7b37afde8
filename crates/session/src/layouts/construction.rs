//! The construction of planned layouts: frees the disks of leftovers, runs the commands, records the content of the disks after
//! each, and prefills the devices.
//!
//! Checks before each command that the disks are the same devices. A failure or an interruption takes everything down.

use super::disks::{number, size};
use super::marker::LayoutMarker;
use super::{LayoutPlaces, LayoutPlan, leftovers};
use crate::claim::{self, ClaimSet};
use crate::failure::{Ending, Failure};
use crate::live::Progress;
use crate::{engine_failure, terminal};
use base::Bytes;
use plan::layout::{self, BuildAction, BuildCondition, BuildStep, LayoutTarget, SystemCommand};
use report::messages::layouts::LayoutFault;
use report::messages::system::{SystemAction, SystemFailure};
use report::{Language, words};
use std::cell::RefCell;
use std::io::{Error, ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use sys::guard::{self, FreeSpaceRule};
use sys::inventory::SystemRoots;
use workload::LayoutBuilder;

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
            run_step(step, interrupt)?;
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

/// Layouts that exist until this guard is dropped.
#[derive(Debug)]
pub struct LayoutGuard {
    pub(super) marker: Option<LayoutMarker>,
    pub(super) take_down: Vec<BuildStep>,
    pub(super) claims: Option<ClaimSet>,
}

impl LayoutGuard {
    pub(super) fn claim<'a>(
        &mut self,
        places: impl IntoIterator<Item = &'a Path>,
    ) -> Result<(), Failure> {
        self.claims = Some(claim::for_a_while(places)?);
        Ok(())
    }

    /// Takes everything down.
    /// If a part cannot be taken down, the error has the command for it; the marker remains, and the next run tries again.
    pub fn take_down(mut self) -> Result<(), Failure> {
        self.take_down_once()
    }

    fn take_down_once(&mut self) -> Result<(), Failure> {
        let Some(marker) = self.marker.take() else { return Ok(()) };
        run_take_down_steps(&self.take_down, marker)
    }
}

impl Drop for LayoutGuard {
    fn drop(&mut self) {
        if let Err(failure) = self.take_down_once() {
            failure.lines.iter().for_each(|line| terminal::tell(&format!("{line}\n")));
        }
    }
}

/// Runs all steps, also after a failed one. Removes the marker if all succeeded.
pub(super) fn run_take_down_steps(all: &[BuildStep], marker: LayoutMarker) -> Result<(), Failure> {
    let mut lines = Vec::new();
    for step in all {
        if let Err(why) = undo_step(step) {
            lines.push(LayoutFault::NotTakenDown { why: why.to_string() }.to_string());
        }
    }
    if lines.is_empty() {
        marker.remove();
        return Ok(());
    }
    lines.push(LayoutFault::ByHand.to_string());
    Err(Failure::of(Ending::Target, lines))
}

/// The most tries of a step whose device may be busy for a moment: udev and others examine devices that just changed.
const TRIES: u32 = 100;
/// The pause between two tries or two checks.
const PAUSE: Duration = Duration::from_millis(100);

/// Carries out a step, if its condition holds.
pub(super) fn run_step(step: &BuildStep, interrupt: &AtomicBool) -> Result<(), String> {
    if !needed(&step.when) {
        return Ok(());
    }
    match &step.action {
        BuildAction::Run(command) => run(command).map(drop),
        BuildAction::MakeFolder(path) => std::fs::create_dir_all(path).map_err(|error| {
            fault(path, &error, |path, error| LayoutFault::CannotMake { path, error })
        }),
        BuildAction::RemoveFolder(path) => remove_folder(path),
        BuildAction::Appears(path) => {
            let there = (0..TRIES).any(|_| {
                let there = path.exists();
                if !there {
                    std::thread::sleep(PAUSE);
                }
                there
            });
            if there {
                Ok(())
            } else {
                Err(LayoutFault::DidNotAppear { path: path.display().to_string() }.to_string())
            }
        }
        BuildAction::Await(command, says) => loop {
            if run(command)?.trim() == *says {
                return Ok(());
            }
            if interrupt.load(Ordering::Relaxed) {
                return Err(LayoutFault::Interrupted.to_string());
            }
            std::thread::sleep(10 * PAUSE);
        },
    }
}

/// Carries out a step of taking down, with retries while the device is busy. An optional step is tried once.
pub(super) fn undo_step(step: &BuildStep) -> Result<(), String> {
    let never = AtomicBool::new(false);
    let mut last = Ok(());
    for _ in 0..if step.optional { 1 } else { TRIES } {
        last = run_step(step, &never);
        if last.is_ok() || step.optional {
            return Ok(());
        }
        std::thread::sleep(PAUSE);
    }
    last
}

/// Makes the kernel read the partition table of a disk.
pub(super) fn reread(disk: &Path) {
    let words = vec!["--update".to_owned(), disk.display().to_string()];
    let _ = run(&SystemCommand { program: "partx", words, input: String::new() });
}

fn fault(path: &Path, error: &Error, of: fn(String, String) -> LayoutFault) -> String {
    of(path.display().to_string(), error.to_string()).to_string()
}

fn remove_folder(path: &Path) -> Result<(), String> {
    match std::fs::remove_dir(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(fault(path, &error, |path, error| LayoutFault::CannotRemove { path, error }))
        }
        _ => Ok(()),
    }
}

/// Whether the condition of a step holds now.
pub(super) fn needed(when: &BuildCondition) -> bool {
    match when {
        BuildCondition::Always => true,
        BuildCondition::Exists(path) => path.exists(),
        BuildCondition::Mounted(point) => sys::inventory::mounts(&SystemRoots::default())
            .iter()
            .any(|mount| mount.point == *point),
        BuildCondition::Succeeds(command) => run(command).is_ok(),
    }
}

/// Runs a command. Returns its standard output, or an error with its standard error.
fn run(command: &SystemCommand) -> Result<String, String> {
    let error_of = |what: &str| format!("{command}: {what}");
    let program =
        program(command.program).ok_or_else(|| error_of(&LayoutFault::NotInstalled.to_string()))?;
    let mut child = process::Command::new(program);
    // Ctrl-C must reach only this process, which then takes the layouts down.
    sys::signal::shield(&mut child);
    let mut child = child
        .args(&command.words)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error_of(&error.to_string()))?;
    if let Some(mut input) = child.stdin.take() {
        // If the command does not read its input, it has ended, and its exit status shows why.
        let _ = input.write_all(command.input.as_bytes());
    }
    let ended = child.wait_with_output().map_err(|error| error_of(&error.to_string()))?;
    if ended.status.success() {
        return Ok(String::from_utf8_lossy(&ended.stdout).into_owned());
    }
    let error = String::from_utf8_lossy(&ended.stderr);
    let failed = LayoutFault::StepFailed.to_string();
    Err(error_of(if error.trim().is_empty() { &failed } else { error.trim() }))
}

/// The path of a program: in PATH, or in the system directories for root, which sudo may leave out of PATH.
pub(super) fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let usual = ["/usr/sbin", "/sbin", "/usr/bin", "/bin"].map(PathBuf::from);
    let folders = std::env::split_paths(&path).chain(usual);
    folders.map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Whether the kernel supports a builder, after trying to load its module.
pub(super) fn kernel_has(builder: LayoutBuilder) -> bool {
    let has_line = |path: &str, end: &str| {
        let text = SystemRoots::default().proc_text(path).unwrap_or_default();
        text.lines().any(|line| line.ends_with(end))
    };
    let (module, has): (&str, &dyn Fn() -> bool) = match builder {
        LayoutBuilder::Md => ("md_mod", &|| SystemRoots::default().proc.join("mdstat").exists()),
        LayoutBuilder::Btrfs => ("btrfs", &|| has_line("filesystems", "\tbtrfs")),
        LayoutBuilder::Lvm => ("dm_mod", &|| has_line("devices", " device-mapper")),
    };
    if has() {
        return true;
    }
    let words = vec!["--quiet".to_owned(), module.to_owned()];
    let _ = run(&SystemCommand { program: "modprobe", words, input: String::new() });
    has()
}
