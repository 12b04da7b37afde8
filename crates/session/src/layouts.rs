//! Layouts that are built for a test: takes a list of layouts and the disks that the user marks for destruction, returns devices
//! and folders for I/O, and takes everything down again.
//!
//! Before the first command runs, a `marker` beside the store records the layouts and the content of each disk. When the
//! program ends, also after an error, [`LayoutGuard`] takes the layouts down as it is dropped. Layouts of a killed run are
//! `leftovers`: the next run that builds on the same disks takes them down.

mod construction;
mod disks;
mod leftovers;
mod marker;

use crate::failure::{Ending, Failure};
use crate::live::Progress;
use crate::recorder;
use crate::shelf::Shelf;
use crate::write_permission::{self, Permission};
use base::Bytes;
pub use construction::LayoutGuard;
use disks::missing_requirements;
use disks::{disks, number, slice_bytes};
use plan::layout::{self, BuildSite, ConstructionNote, ConstructionPlan};
use report::messages::layouts::LayoutNote;
use report::messages::system::SystemAction;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use sys::guard::MarkedTargets;
use sys::inventory::DeviceNumber;
use workload::DiskLayout;

#[derive(Clone, Debug)]
pub struct LayoutRequest<'a> {
    /// The list of layouts, in the syntax of `job::layouts`.
    pub list: &'a str,
    pub disks: &'a [PathBuf],
    /// The size of the slice that each layout gets of each disk.
    pub slice: Option<Bytes>,
    /// The permission to destroy data, which must name every disk.
    pub writes: &'a Permission,
    pub store: Option<&'a Path>,
}

/// The result of a survey, which changes nothing.
#[derive(Debug)]
pub struct LayoutSurvey {
    /// The layouts that would be built if `against` is empty; `None` if no plan can be made.
    pub planned: Option<LayoutPlan>,
    /// The layouts and their disks; `None` if the list cannot be read, or a disk is missing.
    pub layouts_and_site: Option<(Vec<DiskLayout>, BuildSite)>,
    /// All reasons against building.
    pub against: Result<(), Failure>,
}

#[derive(Debug)]
pub struct LayoutPlan {
    layouts: Vec<DiskLayout>,
    site: BuildSite,
    /// The checked devices, in the order of the disks of `site`.
    judged: Vec<DeviceNumber>,
    marked: MarkedTargets,
    pub plan: ConstructionPlan,
    /// What does not prevent the build, as sentences.
    notes: Vec<String>,
}

/// A layout with the name that points use, and its places for I/O.
#[derive(Clone, Debug)]
pub struct LayoutPlaces {
    pub name: String,
    pub places: Vec<PathBuf>,
    /// Whether its place is a folder with its own file system; otherwise its places are devices.
    pub folder: bool,
    pub usable: Bytes,
    pub may_fail: u32,
    /// The approximate capacity of each of its places, in bytes.
    pub place_bytes: u64,
}

/// Checks whether the layouts can be built, and changes nothing. Returns all reasons against it at once.
pub fn survey(wanted: &LayoutRequest<'_>) -> LayoutSurvey {
    let mut wrong = Failure::of(Ending::Target, Vec::new());
    let layouts = job::layouts::read(wanted.list).map_err(|problems| {
        let lines = problems.iter().map(|p| format!("--build: {}; {}", p.text, p.help)).collect();
        wrong.add(Failure::of(Ending::Wrong, lines));
    });
    let folder = markers_folder(wanted.store).map_err(|failure| wrong.add(failure));
    let left = folder.as_ref().map_or(Ok(Vec::new()), |folder| leftovers::find(folder));
    let left = left.map_err(|failure| wrong.add(failure)).unwrap_or_default();
    let (disks, against) = disks(wanted, &left);
    wrong.add(against);
    // The slices are known only if all disks are known.
    let all = disks.len() == wanted.disks.len();
    let known = layouts.as_ref().map_or(&[][..], |layouts| &layouts[..]);
    let judged: Vec<DeviceNumber> = disks.iter().filter_map(|disk| number(&disk.path)).collect();
    let site = folder.ok().filter(|_| all && !disks.is_empty()).map(|folder| {
        let slice_bytes = slice_bytes(wanted.slice, &disks, known.len());
        BuildSite { disks, slice_bytes, folder }
    });
    let plan = site.as_ref().filter(|_| !known.is_empty()).and_then(|site| {
        let refused = |problems: Vec<plan::PlanProblem>| {
            let lines = problems.iter().map(report::plan_problem).collect();
            wrong.add(Failure::of(Ending::Wrong, lines));
        };
        layout::construct(known, site).map_err(refused).ok()
    });
    wrong.add(Failure::of(Ending::Target, missing_requirements(known, plan.as_ref())));
    let layouts_and_site = layouts.ok().zip(site);
    let planned = layouts_and_site.clone().zip(plan).map(|((layouts, site), plan)| {
        let elsewhere =
            left.iter().filter(|layouts| !judged.iter().any(|disk| layouts.stands_on(*disk)));
        let notes = plan.notes.iter().map(note_text);
        let notes = notes.chain(elsewhere.filter_map(leftovers::LeftoverLayouts::note)).collect();
        let marked = write_permission::marked_targets(&wanted.writes.destroy);
        LayoutPlan { layouts, site, judged, marked, plan, notes }
    });
    LayoutSurvey { planned, layouts_and_site, against: wrong.into_result() }
}

fn note_text(note: &ConstructionNote) -> String {
    match *note {
        ConstructionNote::DisksDiffer => LayoutNote::DisksDiffer,
        ConstructionNote::LateSlice { share } => {
            LayoutNote::LateSlice { percent: (100.0 * share).round() as u64 }
        }
        ConstructionNote::Raid6Synchronised => LayoutNote::Raid6Synchronised,
    }
    .to_string()
}

/// The folder beside the store for markers, below which file systems are mounted.
fn markers_folder(store: Option<&Path>) -> Result<PathBuf, Failure> {
    let mut name = recorder::place(store)?.into_os_string();
    name.push(".layouts");
    std::path::absolute(&name).map_err(Failure::refused(
        Ending::Target,
        SystemAction::Find,
        PathBuf::from(&name).display(),
    ))
}

#[cfg(test)]
mod tests;

/// Finds the places of a stage after they are built.
type ShelfFinder = Box<dyn Fn() -> Result<Shelf, Failure>>;

pub struct StageLayouts {
    pub planned: LayoutPlan,
    /// The disks whose data is destroyed for it, as the user named them.
    pub disks: Vec<PathBuf>,
    /// How much random data is prefilled on each built device.
    pub prefill_size: Bytes,
    pub find_shelf: ShelfFinder,
}

impl StageLayouts {
    /// Builds the layouts. Returns the places, and a guard to keep while they are used.
    /// If it fails, the layouts are taken down.
    pub fn build(
        &self,
        interrupt: &AtomicBool,
        progress: &RefCell<Progress>,
    ) -> Result<(Shelf, LayoutGuard), Failure> {
        for note in &self.planned.notes {
            progress.borrow_mut().say(note);
        }
        let mut layout_guard = self.planned.build(self.prefill_size, interrupt, progress)?;
        let found = (self.find_shelf)().and_then(|shelf| {
            layout_guard.claim(shelf.places())?;
            Ok(shelf)
        });
        match found {
            Ok(shelf) => Ok((shelf, layout_guard)),
            Err(mut failure) => {
                if let Err(more) = layout_guard.take_down() {
                    failure.lines.extend(more.lines);
                }
                Err(failure)
            }
        }
    }

    pub fn build_commands(&self) -> Vec<String> {
        self.planned.plan.build.iter().map(ToString::to_string).collect()
    }

    pub fn take_down_commands(&self) -> Vec<String> {
        self.planned.plan.take_down.iter().map(ToString::to_string).collect()
    }

    /// Notes of the plan that do not prevent building.
    pub fn notes(&self) -> &[String] {
        &self.planned.notes
    }

    pub fn names(&self) -> Vec<String> {
        self.planned.built().into_iter().map(|built| built.name).collect()
    }
}
