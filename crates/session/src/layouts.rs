//! Layouts that are built for a test: takes a list and disks that the user gave up, gives devices and folders for I/O,
//! and takes everything down again, whatever happens.
//!
//! What stands is written to a `marker` beside the store before the first command runs, with what each disk holds then.
//! When the program ends, well or not, [`Built`] takes all of it down as it goes out of scope. What a killed run left
//! is one of the `leftovers`: the next run that builds on the same disks takes it down.

mod building;
mod leftovers;
mod marker;
mod steps;

use crate::claim::{self, ClaimSet};
use crate::failure::{Ending, Failure};
use crate::leave;
use crate::leave::Permission;
use crate::live::Progress;
use crate::recorder;
use crate::target::FILE_BYTES_MIN;
use crate::terminal;
use base::Bytes;
pub use building::Building;
use marker::LayoutMarker;
use plan::layout::{self, BuildDisk, BuildSite, BuildStep, ConstructionPlan, LayoutTarget};
use report::messages::layouts::LayoutFault;
use report::messages::system::{SystemAction, SystemFailure};
use report::messages::targets::TargetFault;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use sys::file::PathKind;
use sys::guard::{self, FreeSpaceRule, MarkedTargets};
use sys::inventory::{DeviceNumber, SystemRoots};
use sys::target::Target as Held;
use workload::{DiskLayout, LayoutBuilder};

/// Of each disk for each layout, where nobody says: enough to outgrow caches, little enough to stay on the outer tracks.
const SLICE_USUAL: Bytes = Bytes::gib(16);

/// What the user wants to be built.
#[derive(Clone, Debug)]
pub struct Wanted<'a> {
    /// The list, as `job::layouts` reads it.
    pub list: &'a str,
    /// The disks, as the user names them.
    pub disks: &'a [PathBuf],
    /// How much of each disk each layout gets.
    pub slice: Option<Bytes>,
    /// What may be destroyed; every disk must be named.
    pub writes: &'a Permission,
    /// The store, as named.
    pub store: Option<&'a Path>,
}

/// What was found of what is wanted; nothing has been touched.
#[derive(Debug)]
pub struct LayoutSurvey {
    /// What would be built, were nothing against it; none: no plan can be made.
    pub planned: Option<Planned>,
    /// Which layouts, and where; none: one of them cannot be read, or nothing is there.
    pub ground: Option<(Vec<DiskLayout>, BuildSite)>,
    /// Everything that speaks against it.
    pub against: Result<(), Failure>,
}

/// What will be built; nothing has been touched.
#[derive(Debug)]
pub struct Planned {
    layouts: Vec<DiskLayout>,
    site: BuildSite,
    /// The devices that were judged, in the order of the site's disks.
    judged: Vec<DeviceNumber>,
    /// What the user marked for destruction.
    marked: MarkedTargets,
    pub plan: ConstructionPlan,
}

/// A layout under the name that points are called by, and its places for I/O.
#[derive(Clone, Debug)]
pub struct Built {
    pub name: String,
    pub places: Vec<PathBuf>,
    /// Whether its place is a folder with a file system of its own; otherwise its places are devices.
    pub folder: bool,
    pub usable: Bytes,
    pub may_fail: u32,
    /// About what each of its places holds on the slices.
    pub place_bytes: u64,
}

/// Looks whether all of it can be built, touching nothing; everything that speaks against it is told at once.
pub fn look(wanted: &Wanted<'_>) -> LayoutSurvey {
    let mut wrong = Failure::of(Ending::Target, Vec::new());
    let layouts = job::layouts::read(wanted.list).map_err(|problems| {
        let lines = problems.iter().map(|p| format!("--build: {}; {}", p.text, p.help)).collect();
        wrong.add(Failure::of(Ending::Wrong, lines));
    });
    let folder = folder(wanted.store).map_err(|failure| wrong.add(failure));
    let left = folder.as_ref().map_or(Ok(Vec::new()), |folder| leftovers::all(folder));
    let left = left.map_err(|failure| wrong.add(failure)).unwrap_or_default();
    let (disks, against) = disks(wanted, &left);
    wrong.add(against);
    // What fits is known only of all of them.
    let all = disks.len() == wanted.disks.len();
    let known = layouts.as_ref().map_or(&[][..], |layouts| &layouts[..]);
    let judged: Vec<DeviceNumber> = disks.iter().filter_map(|disk| number(&disk.path)).collect();
    let site = folder.ok().filter(|_| all && !disks.is_empty()).map(|folder| {
        let slice_bytes = slice_bytes(wanted.slice, &disks, known.len());
        BuildSite { disks, slice_bytes, folder }
    });
    let plan = site.as_ref().filter(|_| !known.is_empty()).and_then(|site| {
        let refused = |problems: Vec<plan::PlanProblem>| {
            let lines = problems.iter().map(|p| format!("{}: {}", p.place, p.text)).collect();
            wrong.add(Failure::of(Ending::Wrong, lines));
        };
        layout::construct(known, site).map_err(refused).ok()
    });
    wrong.add(Failure::of(Ending::Target, lacking(known, plan.as_ref())));
    let ground = layouts.ok().zip(site);
    let planned = ground.clone().zip(plan).map(|((layouts, site), mut plan)| {
        let elsewhere = left.iter().filter(|one| !judged.iter().any(|disk| one.stands_on(*disk)));
        plan.notes.extend(elsewhere.filter_map(leftovers::LeftoverLayouts::note));
        let marked = leave::named(&wanted.writes.destroy);
        Planned { layouts, site, judged, marked, plan }
    });
    LayoutSurvey {
        planned,
        ground,
        against: if wrong.lines.is_empty() { Ok(()) } else { Err(wrong) },
    }
}

impl LayoutSurvey {
    /// Bytes of each disk for each layout, as far as that is known.
    pub fn slice_bytes(&self) -> Option<u64> {
        self.ground.as_ref().map(|(_, site)| site.slice_bytes)
    }

    /// Layouts with a file system of their own, and what a file can have there at least in bytes.
    fn offered(&self) -> impl Iterator<Item = (DiskLayout, u64)> {
        let offered = |(layouts, site): &(Vec<DiskLayout>, BuildSite)| {
            let (slice, disks) = (site.slice_bytes, site.disks.len());
            let folders = layouts.iter().filter(has_folder);
            let each =
                |layout: &DiskLayout| (*layout, layout::offered_bytes(*layout, slice, disks));
            folders.map(each).collect::<Vec<_>>()
        };
        self.ground.as_ref().map(offered).unwrap_or_default().into_iter()
    }

    /// Why the layouts cannot carry test files of this size, told before anything is touched.
    ///
    /// # Errors
    /// One line for each layout that is too small.
    pub fn room(&self, size: Bytes) -> Result<(), Failure> {
        let Some((_, site)) = &self.ground else { return Ok(()) };
        let (slice, disks) = (Bytes(site.slice_bytes), site.disks.len());
        let mut lines = Vec::new();
        // Too few disks offer nothing, which is told where disks are counted.
        for (layout, offered) in self.offered().filter(|(one, _)| disks >= layout::disks_min(*one))
        {
            let offered = offered / Bytes::MIB * Bytes::MIB;
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

    /// The same of layouts that are filled so far, in percent; the levels ascend.
    ///
    /// # Errors
    /// One line for each layout that is too small.
    pub fn room_to_fill(&self, fills: &[u8]) -> Result<(), Failure> {
        let level = fills.first().copied().unwrap_or(0);
        let small =
            |(_, offered): &(DiskLayout, u64)| offered / 100 * u64::from(level) < FILE_BYTES_MIN;
        let each = |(layout, offered): (DiskLayout, u64)| {
            LayoutFault::FillTooSmall {
                layout: layout.to_string(),
                level: level.to_string(),
                offered: Bytes(offered),
                least: Bytes(FILE_BYTES_MIN),
            }
            .to_string()
        };
        let lines: Vec<String> = self.offered().filter(small).map(each).collect();
        if lines.is_empty() { Ok(()) } else { Err(Failure::of(Ending::Target, lines)) }
    }
}

/// Whether it is used through a file system of its own.
fn has_folder(layout: &&DiskLayout) -> bool {
    matches!(layout, DiskLayout::Built { builder: LayoutBuilder::Btrfs, .. })
}

/// The disks that are there, and everything that speaks against overwriting them. What a killed run left on a disk is no
/// reason against it where it will be taken down first.
fn disks(wanted: &Wanted<'_>, left: &[leftovers::LeftoverLayouts]) -> (Vec<BuildDisk>, Failure) {
    let mut lines = Vec::new();
    let mut ending = Ending::Wrong;
    let mut disks: Vec<BuildDisk> = Vec::new();
    if wanted.disks.is_empty() {
        lines.push(LayoutFault::NeedsDisks.to_string());
    }
    let marked = leave::named(&wanted.writes.destroy);
    for named in wanted.disks {
        let device = device(named);
        let number = device.as_ref().map(|(number, _)| *number);
        let refused = match left.iter().find(|one| number.is_some_and(|n| one.stands_on(n))) {
            Some(one) => {
                let reasons = one.against(&marked.devices());
                if reasons.is_empty() { Vec::new() } else { vec![one.refusal(&reasons)] }
            }
            None => refusals(named, number, &marked),
        };
        if !refused.is_empty() {
            ending = Ending::Target;
        }
        let is_refused = !refused.is_empty();
        for line in refused {
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
            // Whoever is refused was told why; its size may be another reason.
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

/// The block device that a path leads to: its number, and the kernel's own name for it. What owns the folder of another
/// node, or a link, can put another device there while the layouts are built.
fn device(named: &Path) -> Option<(DeviceNumber, PathBuf)> {
    let held = Held::to_read(named).ok().filter(|held| held.kind() == PathKind::Device)?;
    let number = DeviceNumber::from_stat(held.numbers().1);
    let roots = SystemRoots::default();
    // The kernel writes ! for a slash in a name.
    let usual = roots.block_name(number).map(|name| roots.dev.join(name.replace('!', "/")));
    let usual = usual.filter(|usual| self::number(usual) == Some(number));
    Some((number, usual.unwrap_or_else(|| held.real().to_owned())))
}

/// Everything that speaks against overwriting the device of that number, which the user named so.
fn refusals(named: &Path, number: Option<DeviceNumber>, marked: &MarkedTargets) -> Vec<String> {
    match guard::device(named, marked.clone(), &SystemRoots::default()) {
        Ok(judged) if number != Some(DeviceNumber::from_stat(judged.numbers().1)) => {
            vec![LayoutFault::ExchangedDevice { disk: named.display().to_string() }.to_string()]
        }
        Ok(_) => Vec::new(),
        Err(refused) => refused.to_string().lines().map(str::to_owned).collect(),
    }
}

/// The number of the block device that a path leads to.
fn number(path: &Path) -> Option<DeviceNumber> {
    let meta = std::fs::metadata(path).ok()?;
    meta.file_type().is_block_device().then(|| DeviceNumber::from_stat(meta.rdev()))
}

fn size(device: &Path) -> std::io::Result<u64> {
    // Whatever else stands there must not be opened: a pipe would wait for its other end.
    if !std::fs::metadata(device)?.file_type().is_block_device() {
        return Err(std::io::ErrorKind::InvalidInput.into());
    }
    sys::file::size_bytes(&std::fs::File::open(device)?)
}

/// As asked for; else what the smallest disk has for each, up to the usual size.
fn slice_bytes(asked: Option<Bytes>, disks: &[BuildDisk], layouts: usize) -> u64 {
    let least = disks.iter().map(|disk| disk.size_bytes).min().unwrap_or(0);
    let each = least.saturating_sub(2 * Bytes::MIB) / layouts.max(1) as u64;
    asked.map_or_else(|| each.min(SLICE_USUAL.0) / Bytes::MIB * Bytes::MIB, |slice| slice.0)
}

/// Beside the store: markers, and below it the mounted file systems.
fn folder(store: Option<&Path>) -> Result<PathBuf, Failure> {
    let mut name = recorder::place(store)?.into_os_string();
    name.push(".layouts");
    std::path::absolute(&name).map_err(|error| {
        Failure::system(Ending::Target, SystemAction::Find, PathBuf::from(&name).display(), &error)
    })
}

/// What this machine lacks for these layouts.
fn lacking(layouts: &[DiskLayout], plan: Option<&ConstructionPlan>) -> Vec<String> {
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
    std::fs::metadata("/proc/self").is_ok_and(|meta| meta.uid() == 0)
}

impl Planned {
    /// The layouts by name with the places that they will have.
    pub fn built(&self) -> Vec<Built> {
        let each = |standing: &layout::BuiltLayout| {
            let places = match &standing.place {
                LayoutTarget::Devices(devices) => devices.clone(),
                LayoutTarget::Folder(folder) => vec![folder.clone()],
            };
            Built {
                name: standing.layout.to_string(),
                place_bytes: self.holds_bytes(standing) / places.len().max(1) as u64,
                places,
                folder: matches!(standing.place, LayoutTarget::Folder(_)),
                usable: Bytes(standing.usable_bytes),
                may_fail: standing.may_fail,
            }
        };
        self.plan.layouts.iter().map(each).collect()
    }

    /// What a layout holds on its slices, before what its builder keeps for itself.
    fn holds_bytes(&self, standing: &layout::BuiltLayout) -> u64 {
        let sizes = vec![self.site.slice_bytes; self.site.disks.len()];
        layout::usable_bytes(standing.layout, &sizes)
    }

    /// Builds all of it and lays data on the first `prefilled` of every device, so that no read comes from blocks that were
    /// never written; when a step fails, or the user stops it, what stands by then is taken down first.
    pub fn build(
        &self,
        laid: Bytes,
        interrupt: &AtomicBool,
        progress: &RefCell<Progress>,
    ) -> Result<Standing, Failure> {
        for line in self.clear()? {
            progress.borrow_mut().say(&line);
        }
        let tag = self.site.tag(&self.layouts);
        let marker = LayoutMarker::write(&tag, &self.layouts, &self.site)?;
        // From here on whatever returns takes down what stands.
        let take_down = self.plan.take_down.clone();
        let mut standing = Standing { marker: Some(marker), take_down, claimed: None };
        let marker = standing.marker.as_mut().expect("it was just put there");
        let done = self
            .stands(marker, interrupt, progress)
            .and_then(|()| self.lay(laid, interrupt, progress));
        progress.borrow_mut().wipe();
        let Err(why) = done else { return Ok(standing) };
        if interrupt.load(Ordering::Relaxed) {
            let lines = standing.down().err().map_or_else(Vec::new, |failure| failure.lines);
            return Err(Failure::of(Ending::Interrupted, lines));
        }
        let rest = standing
            .down()
            .err()
            .map_or_else(|| vec![LayoutFault::TakenDown.to_string()], |failure| failure.lines);
        let lines =
            std::iter::once(LayoutFault::NotBuilt { why: why.to_string() }.to_string()).chain(rest);
        Err(Failure::of(Ending::Target, lines.collect()))
    }

    /// Frees the disks of what a killed run left there, and judges them again: this is the last moment before the first
    /// command.
    fn clear(&self) -> Result<Vec<String>, Failure> {
        self.same_disks().map_err(Failure::target)?;
        let told = leftovers::clear(&self.site.folder, &self.judged)?;
        for disk in &self.site.disks {
            guard::device(&disk.path, self.marked.clone(), &SystemRoots::default()).map_err(
                |refused| {
                    Failure::of(
                        Ending::Target,
                        refused.to_string().lines().map(str::to_owned).collect(),
                    )
                },
            )?;
        }
        Ok(told)
    }

    /// Whether the paths still lead to the devices that were judged.
    fn same_disks(&self) -> Result<(), String> {
        let moved =
            |(disk, judged): &(&BuildDisk, &DeviceNumber)| number(&disk.path) != Some(**judged);
        match self.site.disks.iter().zip(&self.judged).find(moved) {
            Some((disk, _)) => {
                Err(LayoutFault::ExchangedDevice { disk: disk.path.display().to_string() }
                    .to_string())
            }
            None => Ok(()),
        }
    }

    fn stands(
        &self,
        marker: &mut LayoutMarker,
        interrupt: &AtomicBool,
        progress: &RefCell<Progress>,
    ) -> Result<(), String> {
        progress.borrow_mut().begin(&LayoutFault::Building.to_string(), None);
        for (number, step) in self.plan.build.iter().enumerate() {
            if interrupt.load(Ordering::Relaxed) {
                return Err("interrupted".to_owned());
            }
            progress.borrow_mut().share(number as f64 / self.plan.build.len() as f64);
            self.same_disks()?;
            steps::done(step, interrupt)?;
            self.record(marker).map_err(|error| {
                LayoutFault::NotRecorded { error: error.to_string() }.to_string()
            })?;
        }
        Ok(())
    }

    /// Writes down what each disk holds now, for whoever has to take it down.
    fn record(&self, marker: &mut LayoutMarker) -> std::io::Result<()> {
        self.site.disks.iter().enumerate().try_for_each(|(number, disk)| {
            let holds = leftovers::fingerprint(&disk.path)?;
            marker.record(number, &holds)
        })
    }

    fn lay(
        &self,
        laid: Bytes,
        interrupt: &AtomicBool,
        progress: &RefCell<Progress>,
    ) -> Result<(), String> {
        let devices = self.plan.layouts.iter().filter_map(|standing| match &standing.place {
            LayoutTarget::Devices(devices) => Some(devices),
            LayoutTarget::Folder(_) => None,
        });
        let devices = devices.flatten().enumerate();
        for (number, device) in devices.filter(|_| laid.0 > 0) {
            let size_bytes = size(device).map_err(|error| {
                let action = SystemAction::AskSize;
                SystemFailure { action, object: &device.display(), error: &error }.to_string()
            })?;
            let doing = LayoutFault::Prefilling { disk: device.display().to_string() }.to_string();
            progress.borrow_mut().begin(&doing, None);
            let mut step = |done: u64, all: u64| {
                progress.borrow_mut().share(done as f64 / all.max(1) as f64);
                match interrupt.load(Ordering::Relaxed) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            };
            let judged =
                guard::device(device, std::slice::from_ref(device), &SystemRoots::default());
            let target = judged.map_err(|refused| refused.to_string())?;
            let most = laid.0.min(size_bytes);
            engine::prefill(&target, 0, most, number as u64, FreeSpaceRule::Nothing, &mut step)
                .map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

/// Layouts that stand, until it goes out of scope.
#[derive(Debug)]
pub struct Standing {
    marker: Option<LayoutMarker>,
    take_down: Vec<BuildStep>,
    /// What is had of the places, for as long as they stand.
    claimed: Option<ClaimSet>,
}

impl Standing {
    /// Claims the places for as long as they stand.
    ///
    /// # Errors
    /// Another process measures one of them.
    fn claim<'a>(&mut self, places: impl IntoIterator<Item = &'a Path>) -> Result<(), Failure> {
        self.claimed = Some(claim::for_a_while(places)?);
        Ok(())
    }

    /// Takes everything down.
    ///
    /// # Errors
    /// What could not be taken down, and how to do it by hand; the marker stays, and the next start tries again.
    pub fn down(mut self) -> Result<(), Failure> {
        self.fall()
    }

    fn fall(&mut self) -> Result<(), Failure> {
        let Some(marker) = self.marker.take() else { return Ok(()) };
        take_down(&self.take_down, marker)
    }
}

impl Drop for Standing {
    fn drop(&mut self) {
        if let Err(failure) = self.fall() {
            failure.lines.iter().for_each(|line| terminal::tell(&format!("{line}\n")));
        }
    }
}

/// Does all steps, also behind one that failed; the marker goes when all is down.
fn take_down(all: &[BuildStep], marker: LayoutMarker) -> Result<(), Failure> {
    let mut lines = Vec::new();
    for step in all {
        if let Err(why) = steps::undone(step) {
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

#[cfg(test)]
mod tests;
