//! The target of a check: takes what the user named, returns a place that may be written to, or the refusal.
//!
//! In a directory the check creates its own file and unlinks it at once: however the program ends, no file remains.

use crate::failure::{Ending, Failure};
use crate::verify::proof_target::name_leftovers;
use crate::write_permission::Permission;
use crate::{engine_failure, write_permission};
use base::Bytes;
use plan::MachineFacts;
use report::messages::system::SystemAction;
use report::messages::targets::{RoomAdvice, TargetFault};
use std::path::{Path, PathBuf};
use sys::file::FileFacts;
use sys::file::{OpenMode, PathKind};
use sys::guard::{self, FileWritePermission};
use sys::inventory::SystemRoots;
use sys::target::Target;
use workload::{EngineChoice, JobTarget, TargetLocation, Workload};

pub const FILE_BYTES_MIN: u64 = 64 * Bytes::MIB;

#[derive(Clone)]
pub struct TestTarget {
    pub title: String,
    pub place: TargetLocation,
    /// The size of the part to use; `None`: the whole of a simulated storage.
    pub size: Option<Bytes>,
    /// The path that the inventory examines; `None` for a simulated storage.
    pub root: Option<PathBuf>,
    /// The bytes from offset 0 that must be prefilled; `None` for simulated storage.
    pub prefill_size: Option<Bytes>,
    /// The open file or device that passed the checks, which also keeps an unlinked file alive.
    pub held: Option<Target>,
}

/// Opens `target`; `size` is the size that the user requested.
pub fn open(target: &str, size: Option<Bytes>, writes: &Permission) -> Result<TestTarget, Failure> {
    if let Some(text) = workload::simulation(target) {
        return Ok(TestTarget {
            title: target.to_owned(),
            place: TargetLocation::Sim(text.to_owned()),
            size,
            root: None,
            prefill_size: None,
            held: None,
        });
    }
    let path = Path::new(target);
    if size.is_some_and(|size| size.0 < Bytes::MIB) {
        let least = if path.is_dir() { FILE_BYTES_MIN } else { Bytes::MIB };
        return Err(Failure::wrong(TargetFault::SizeTooSmall { least: Bytes(least) }));
    }
    match FileFacts::at(path) {
        Ok(facts) if facts.is_directory() => in_directory(path, size),
        Ok(facts) if facts.is_target() => match write_permission::to_write(path, writes)? {
            FileWritePermission::Present(held) => open_checked(held, size),
            FileWritePermission::Absent(_) => {
                Err(Failure::wrong(TargetFault::Gone { target: target.to_string() }))
            }
        },
        Ok(_) => Err(Failure::wrong(TargetFault::NoTarget { target: target.to_string() })),
        Err(e) => Err(Failure::system(Ending::Wrong, SystemAction::Find, target, &e)),
    }
}

fn in_directory(folder: &Path, size: Option<Bytes>) -> Result<TestTarget, Failure> {
    let shown = sys::file::canonical(folder).unwrap_or_else(|_| folder.to_owned());
    name_leftovers(&shown);
    let space = guard::space(folder).map_err(Failure::refused(
        Ending::Target,
        SystemAction::AskSpace,
        shown.display(),
    ))?;
    let size = choose(size, space, &shown)?;
    create_nameless(folder, size)
}

/// Creates an unlinked file in a directory. The caller has checked the free space.
pub fn create_nameless(folder: &Path, size: Bytes) -> Result<TestTarget, Failure> {
    let shown = sys::file::canonical(folder).unwrap_or_else(|_| folder.to_owned());
    let held = guard::create_nameless(folder, &shown).map_err(Failure::refused(
        Ending::Target,
        SystemAction::MakeIn,
        shown.display(),
    ))?;
    Ok(TestTarget {
        title: shown.display().to_string(),
        place: TargetLocation::Path(shown.clone()),
        size: Some(size),
        root: Some(shown),
        prefill_size: Some(size),
        held: Some(held),
    })
}

/// The advice when a file does not fit: a smaller size, set by `option`, if at least the smallest one fits; else another place.
pub fn help(room_bytes: u64, least_bytes: u64, option: &str) -> String {
    let most = Bytes(room_bytes / Bytes::MIB * Bytes::MIB);
    if room_bytes >= least_bytes {
        RoomAdvice::Smaller { option: option.to_string(), largest: most }.to_string()
    } else {
        let least = Bytes(least_bytes);
        RoomAdvice::Elsewhere { least }.to_string()
    }
}

/// The failure when a file does not fit.
pub fn no_room(folder: &Path, space: guard::FileSystemSpace, wanted: u64, help: &str) -> Failure {
    Failure::target(TargetFault::NoRoom {
        folder: folder.display().to_string(),
        free: Bytes(space.free_bytes),
        reserve: Bytes(guard::FreeSpaceRule::Reserve.bytes(space.total_bytes)),
        wanted: Bytes(wanted).to_string(),
        help: help.to_string(),
    })
}

/// The requested size, or the smaller of 25 % of the free space and twice the memory; in whole MiB.
fn choose(
    requested: Option<Bytes>,
    space: guard::FileSystemSpace,
    folder: &Path,
) -> Result<Bytes, Failure> {
    let room = space.room_bytes(guard::FreeSpaceRule::Reserve);
    let memory = sys::inventory::target(folder, &SystemRoots::default())
        .map_or(0, |found| found.cache_max_bytes());
    let wanted =
        requested.map_or_else(|| (space.free_bytes / 4).min(2 * memory).min(room), |b| b.0);
    if wanted > room || room < FILE_BYTES_MIN {
        let wanted = wanted.max(FILE_BYTES_MIN);
        return Err(no_room(folder, space, wanted, &help(room, FILE_BYTES_MIN, "--size")));
    }
    if let Some(requested) = requested
        && requested.0 < FILE_BYTES_MIN
    {
        return Err(Failure::wrong(TargetFault::FileTooSmall { least: Bytes(FILE_BYTES_MIN) }));
    }
    Ok(Bytes((wanted / Bytes::MIB * Bytes::MIB).max(FILE_BYTES_MIN)))
}

/// The target for an open file or device that passed the checks, limited to the requested size.
pub fn open_checked(held: Target, size: Option<Bytes>) -> Result<TestTarget, Failure> {
    let shown = held.path().display().to_string();
    let writes = OpenMode { write: held.write_reason().is_some(), ..OpenMode::default() };
    let file = held.open(writes);
    let file = file.map_err(Failure::refused(Ending::Target, SystemAction::Open, &shown))?;
    let whole = sys::file::size_bytes(&file).map_err(Failure::refused(
        Ending::Target,
        SystemAction::AskSize,
        &shown,
    ))?;
    let size = used_bytes(&held, size, whole)?;
    if size == 0 && held.kind() == PathKind::File {
        return Err(Failure::target(TargetFault::LessThanOneMib { shown: shown.to_string() }));
    }
    let real = held.real().to_owned();
    Ok(TestTarget {
        title: shown,
        place: TargetLocation::Path(real.clone()),
        size: Some(Bytes(size)),
        root: Some(real),
        prefill_size: Some(Bytes(size)),
        held: Some(held),
    })
}

/// The bytes to use of a file or device of `whole` bytes, in whole MiB. A device cannot grow.
pub(crate) fn used_bytes(held: &Target, size: Option<Bytes>, whole: u64) -> Result<u64, Failure> {
    match size {
        Some(size) if held.kind() == PathKind::Device && size.0 > whole => {
            let (shown, present) = (held.path().display().to_string(), Bytes(whole));
            Err(Failure::wrong(TargetFault::SizeBeyondDevice { size, shown, present }))
        }
        size => Ok(size.map_or(whole, |size| size.0.min(whole)) / Bytes::MIB * Bytes::MIB),
    }
}

/// The facts about targets and this machine that the planner needs; `held` are the open descriptors of the targets.
pub(crate) fn facts(
    targets: Vec<JobTarget>,
    held: &[Option<Target>],
    engine: &EngineChoice,
) -> Result<MachineFacts, Failure> {
    let workload = Workload { engine: engine.clone(), ..Workload::new("", targets, Vec::new()) };
    engine::probe::facts(&workload, held).map_err(engine_failure::of_probe)
}
