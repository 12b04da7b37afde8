//! The plan of a job on this machine: takes a workload and the permission to write, returns the plan with its open targets,
//! or all faults at once.
//!
//! [`prefill()`] marks every file that it makes, and fills no file system beyond the reserve of [`FreeSpaceRule`]; [`remove_files`]
//! removes files after the run.

use crate::engine_failure;
use crate::failure::{Ending, Failure};
use crate::live::Progress;
use crate::write_permission::{self, Permission};
use plan::{Plan, PlanFault, PlanProblemKind};
use report::messages::places::PlaceFault;
use report::messages::progress::ProgressText;
use report::messages::system::{AdvisedError, SystemAction};
use report::plan_problem;
use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use sys::file::{OpenMode, PathKind};
use sys::guard::{self, FileRemoval, FileWritePermission, FreeSpaceRule, NewFile};
use sys::target::Target as HeldTarget;
use workload::emulation::Prefill;
use workload::{Stream, TargetLocation, Workload};

/// The error number of Linux for a full file system, ENOSPC.
const NO_SPACE: i32 = 28;

/// A job that can run: its plan and its open targets.
#[derive(Debug)]
pub struct PlannedJob {
    pub plan: Plan,
    /// The open targets in the order of the plan; `None` without a path, or if the file does not exist yet.
    pub targets: Vec<Option<HeldTarget>>,
    new: Vec<Option<NewFile>>,
}

/// Plans a job on this machine. Reports all problems and refusals at once.
pub fn plan(workload: &Workload, writes: &Permission, seed: u64) -> Result<PlannedJob, Failure> {
    let mut refusals: Vec<String> = Vec::new();
    let (mut targets, mut new, mut refused_ones) = (Vec::new(), Vec::new(), Vec::new());
    for (number, target) in workload.targets.iter().enumerate() {
        let (mut held, mut absent) = (None, None);
        if let TargetLocation::Path(path) = &target.place {
            let mut streams = workload.streams.iter().filter(|stream| stream.writes());
            let is_written = streams.any(|s| s.targets().any(|name| name == target.name));
            // Judging a device reads it, which its counters show.
            if !is_written && matches!(sys::file::kind(path), Ok(PathKind::Device)) {
                targets.push(engine::probe::open_existing(path).map_err(engine_failure::of_probe)?);
                new.push(None);
                refused_ones.push(number);
                continue;
            }
            match write_permission::to_write(path, writes) {
                Ok(FileWritePermission::Present(judged)) => held = Some(judged),
                Ok(FileWritePermission::Absent(file)) => absent = Some(file),
                Err(refusal) => {
                    held = engine::probe::open_existing(path).map_err(engine_failure::of_probe)?;
                    refused_ones.push(number);
                    if is_written {
                        refusals.extend(refusal.lines);
                    }
                }
            }
        }
        targets.push(held);
        new.push(absent);
    }
    let mut facts = engine::probe::facts(workload, &targets).map_err(engine_failure::of_probe)?;
    if writes.fills {
        facts.targets.iter_mut().for_each(|target| target.room.reserve_bytes = 0);
    }
    refused_ones.into_iter().for_each(|number| facts.targets[number].may_write = false);
    let plan = plan::plan(workload, &facts, seed).map_err(|problems| {
        // The guard gives more reasons why a stream may not write than the planner: the content of the target, and its users.
        let is_explained = |fault: &PlanFault| {
            let by_writing =
                matches!(fault, PlanFault::DeviceNotMarked { .. } | PlanFault::FileWritten { .. });
            by_writing && !refusals.is_empty()
        };
        let own = problems.iter().filter(|p| !is_explained(&p.fault)).map(plan_problem);
        let lines = own.chain(refusals.iter().cloned()).collect();
        let only_refused = problems.iter().all(|p| p.fault.kind().is_refusal());
        let full = problems.iter().any(|p| p.fault.kind() == PlanProblemKind::NoSpace);
        let ending = if only_refused { Ending::Target } else { Ending::Wrong };
        Failure { errno: (only_refused && full).then_some(NO_SPACE), ..Failure::of(ending, lines) }
    })?;
    // A target that is only read is not locked against others.
    let removed = removed_targets(workload);
    for (number, (held, planned)) in targets.iter_mut().zip(&plan.targets).enumerate() {
        let stays = !removed.contains(workload.targets[number].name.as_str());
        if stays && !planned.writes && planned.prefill_bytes == 0 {
            let shown = held.as_ref().map(|held| held.path().display().to_string());
            let shown = shown.unwrap_or_default();
            let reading = held.take().map(|held| held.reading()).transpose();
            *held = reading.map_err(Failure::refused(Ending::Target, SystemAction::Open, shown))?;
        }
    }
    Ok(PlannedJob { plan, targets, new })
}

/// The names of the targets whose files are removed after the run.
fn removed_targets(workload: &Workload) -> HashSet<&str> {
    let removing = workload.streams.iter().filter(|stream| stream.emulation.removes_files);
    removing.flat_map(Stream::targets).collect()
}

/// Why a file that was to be removed stays; `None` if it is gone.
pub fn stays(path: &Path, removal: io::Result<FileRemoval>) -> Option<PlaceFault> {
    let file = path.display().to_string();
    match removal {
        Ok(FileRemoval::Removed) => None,
        Ok(FileRemoval::NotOurs) => Some(PlaceFault::NotOurs { file }),
        Ok(FileRemoval::Replaced) => Some(PlaceFault::Replaced { file }),
        Err(error) => {
            Some(PlaceFault::NotRemoved { file, error: AdvisedError(&error).to_string() })
        }
    }
}

/// Removes the files that the job removes after its run. Returns a line for each that cannot be removed.
pub fn remove_files(workload: &Workload, planned: &PlannedJob) -> Vec<String> {
    let removed = removed_targets(workload);
    let mut kept = Vec::new();
    for (target, held) in workload.targets.iter().zip(&planned.targets) {
        let Some(held) = held.as_ref().filter(|_| removed.contains(target.name.as_str())) else {
            continue;
        };
        if held.kind() == PathKind::File {
            kept.extend(stays(held.path(), held.finish()).map(|fault| fault.to_string()));
        }
    }
    kept
}

impl PlannedJob {
    /// Makes the missing file of a target, and sets it in all targets with the same file.
    pub(super) fn make(&mut self, number: usize) -> Result<Option<HeldTarget>, Failure> {
        let Some(new) = self.new[number].take() else { return Ok(None) };
        let same = |other: &Option<NewFile>| other.as_ref().is_some_and(|other| other.is(&new));
        let others: Vec<usize> =
            (0..self.new.len()).filter(|&other| same(&self.new[other])).collect();
        let shown = new.path().display().to_string();
        let made = new.make();
        let made = made.map_err(Failure::refused(Ending::Target, SystemAction::Create, &shown))?;
        for other in others {
            self.new[other] = None;
            self.targets[other] = Some(made.clone());
        }
        self.targets[number] = Some(made.clone());
        Ok(Some(made))
    }
}

/// Prefills the targets as planned. A new file is marked as made by this program before anything is written to it.
pub fn prefill(
    workload: &Workload,
    planned: &mut PlannedJob,
    keep: FreeSpaceRule,
    interrupt: &AtomicBool,
    progress: &mut Progress,
) -> Result<(), Failure> {
    let seed = workload.seed.unwrap_or(planned.plan.seed);
    for number in 0..planned.plan.targets.len() {
        let (prefill_bytes, size_bytes) =
            (planned.plan.targets[number].prefill_bytes, planned.plan.targets[number].size_bytes);
        if prefill_bytes == 0 {
            if keep == FreeSpaceRule::Reserve && planned.plan.targets[number].writes {
                keep_free(planned.targets[number].as_ref(), size_bytes, keep)?;
            }
            continue;
        }
        let made = planned.make(number)?;
        let Some(held) = &planned.targets[number] else { continue };
        let prefill = planned.plan.targets[number].prefill;
        if prefill != Prefill::Data {
            // The load writes it first.
            reserve(held, size_bytes, prefill, keep)?;
            renew(held);
            continue;
        }
        let place = held.path().display().to_string();
        progress.begin(&ProgressText::PrefillingPlace { place }.to_string(), None);
        let from = size_bytes - prefill_bytes;
        engine::prefill(held, from, size_bytes, seed, keep, &mut |done, all| {
            progress.share(done as f64 / all.max(1) as f64);
            if interrupt.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .map_err(|e| {
            progress.wipe();
            let mut failure = engine_failure::ended_by_prefill(&e, interrupt);
            // An unfinished new file is removed; an existing file keeps its length.
            let stays = made.as_ref().and_then(|made| stays(made.path(), made.finish()));
            failure.lines.extend(stays.map(|fault| fault.to_string()));
            failure
        })?;
        renew(held);
        progress.wipe();
    }
    Ok(())
}

/// Reserves the space of the holes that the load would fill, so that the load does not use the space that must stay free.
fn keep_free(held: Option<&HeldTarget>, bytes: u64, keep: FreeSpaceRule) -> Result<(), Failure> {
    let Some(held) = held.filter(|held| held.kind() == PathKind::File) else { return Ok(()) };
    let fill = || {
        let file = held.open(OpenMode { write: true, ..OpenMode::default() })?;
        guard::fill_holes(&file, bytes, keep)
    };
    let shown = held.path().display();
    fill().map_err(Failure::refused(Ending::Target, SystemAction::Reserve, &shown))
}

/// Reserves the space of a file that the load writes first, unless the file grows while it is written.
fn reserve(
    held: &HeldTarget,
    bytes: u64,
    prefill: Prefill,
    keep: FreeSpaceRule,
) -> Result<(), Failure> {
    let grow = || {
        let file = held.open(OpenMode { write: true, ..OpenMode::default() })?;
        guard::grow(&file, bytes, keep)
    };
    let grown = if prefill == Prefill::Reserve { grow() } else { Ok(()) };
    grown.map_err(|e| {
        let shown = held.path().display();
        Failure::system(Ending::Target, SystemAction::ReserveBytes(bytes), shown, &e)
    })
}

/// Marks a file of this program again after it was written to. A file that cannot be marked needs `--overwrite` the next time.
pub fn renew(held: &HeldTarget) {
    drop(held.renew());
}
