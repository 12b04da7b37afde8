//! The files of a job before it runs: makes new files, fills them with random data, or reserves their space.
//!
//! Marks every file that it makes as made by this program. Never fills a file system beyond the reserve of [`FreeSpaceRule`].

use super::planning::PlannedJob;
use crate::engine_failure;
use crate::failure::{Ending, Failure};
use crate::live::Progress;
use report::messages::progress::ProgressText;
use report::messages::system::SystemAction;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use sys::file::{OpenMode, PathKind};
use sys::guard::{self, FreeSpaceRule};
use sys::target::Target as HeldTarget;
use workload::Workload;
use workload::emulation::Prefill;

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
            let stays = made.as_ref().and_then(|made| super::stays(made.path(), made.finish()));
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
    fill().map_err(|e| Failure::system(Ending::Target, SystemAction::Reserve, &shown, &e))
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
