//! Finds out which engines, targets and CPUs are usable, and gives these facts to the planner. Never writes.

use base::SystemError;
use plan::{FreeSpace, MachineFacts, TargetFacts, TargetKind};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use sys::aio::Aio;
use sys::file::{self, OpenMode, PathKind};
use sys::guard::{self, FileSystemSpace, FreeSpaceRule};
use sys::inventory::SystemRoots;
use sys::iocp::Iocp;
use sys::ring::Ring;
use sys::target::Target as Open;
use workload::{EngineKind, TargetLocation, Workload};

/// The unit of direct I/O if it is unknown: every file system and device accepts it.
const BLOCK_BYTES: u32 = 4096;

/// A target that stores nothing takes every size and block; 1 TiB is ours.
const NULL_FACTS: TargetFacts = TargetFacts {
    kind: TargetKind::Virtual,
    size_bytes: 1 << 40,
    block_bytes: 512,
    room: FreeSpace { file_system: 0, free_bytes: 0, reserve_bytes: 0 },
    may_write: true,
    direct: true,
};

#[derive(Debug)]
pub enum ProbeError {
    /// A target cannot be opened or examined.
    Target { path: PathBuf, source: std::io::Error },
    /// A target is a directory or something else that is not a file or block device.
    NotATarget(PathBuf),
    /// The text of a simulated target is wrong.
    Spec(crate::sim::SpecErrors),
}

impl From<crate::sim::SpecErrors> for ProbeError {
    fn from(error: crate::sim::SpecErrors) -> Self {
        Self::Spec(error)
    }
}

/// Every engine of this system, best first, with the error because of which it does not work here.
pub fn engines() -> Vec<(EngineKind, Option<SystemError>)> {
    let probes = [
        (EngineKind::Uring, Ring::available()),
        (EngineKind::Libaio, Aio::available()),
        (EngineKind::Iocp, Iocp::available()),
        (EngineKind::Sync, Ok(())),
        (EngineKind::Null, Ok(())),
        (EngineKind::Sim, Ok(())),
    ];
    let of_this_system = probes
        .into_iter()
        .filter(|(_, result)| !result.as_ref().is_err_and(sys::absent::is_of_other_system));
    of_this_system
        .map(|(kind, result)| (kind, result.err().as_ref().map(SystemError::from)))
        .collect()
}

/// Opens every target of a workload for reading; `None` for a target that is not a path or does not exist.
pub fn to_read(workload: &Workload) -> Result<Vec<Option<Open>>, ProbeError> {
    let targets = workload.targets.iter().map(|target| match &target.place {
        TargetLocation::Path(path) => open_existing(path),
        TargetLocation::Sim(_) | TargetLocation::Null => Ok(None),
    });
    targets.collect()
}

/// Opens a path for reading; `None` if it does not exist.
pub fn open_existing(path: &Path) -> Result<Option<Open>, ProbeError> {
    match Open::to_read(path) {
        Ok(target) => Ok(Some(target)),
        Err(source) => match source.kind() {
            ErrorKind::NotFound => Ok(None),
            ErrorKind::InvalidInput => Err(ProbeError::NotATarget(path.to_owned())),
            _ => Err(ProbeError::Target { path: path.to_owned(), source }),
        },
    }
}

/// The facts that a workload's plan needs. `targets` are the targets as the caller has opened them; `None` if a target
/// does not exist yet. A target counts as writable if it was opened for writing or does not exist.
///
/// # Errors
/// When a target cannot be examined; a file that does not exist is no error.
pub fn facts(workload: &Workload, targets: &[Option<Open>]) -> Result<MachineFacts, ProbeError> {
    let targets = workload.targets.iter().enumerate().map(|(number, target)| match &target.place {
        TargetLocation::Path(path) => match targets.get(number) {
            Some(Some(open)) => target_facts(open),
            _ => absent_facts(path),
        },
        TargetLocation::Sim(text) => Ok(crate::virtual_time::facts(text)?),
        TargetLocation::Null => Ok(NULL_FACTS),
    });
    let working = engines().into_iter().filter(|(_, error)| error.is_none());
    Ok(MachineFacts {
        targets: targets.collect::<Result<_, _>>()?,
        cpus: sys::affinity::allowed(),
        engines: working.map(|(kind, _)| kind).collect(),
    })
}

fn target_facts(target: &Open) -> Result<TargetFacts, ProbeError> {
    let failed = |source| ProbeError::Target { path: target.path().to_owned(), source };
    let open = target.open(OpenMode::default()).map_err(failed)?;
    let is_device = target.kind() == PathKind::Device;
    Ok(TargetFacts {
        kind: if is_device { TargetKind::Device } else { TargetKind::File },
        size_bytes: file::size_bytes(&open).map_err(failed)?,
        block_bytes: file::direct_align_bytes(&open),
        room: if is_device {
            FreeSpace::default()
        } else {
            let space = guard::space_of(&open).map_err(failed)?;
            room(space, target.facts().map_err(failed)?.file_system())
        },
        may_write: target.write_reason().is_some(),
        direct: target.direct_works(),
    })
}

fn absent_facts(path: &Path) -> Result<TargetFacts, ProbeError> {
    let failed = |source| ProbeError::Target { path: path.to_owned(), source };
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let folder = parent.unwrap_or(Path::new("."));
    let space = guard::space(folder).map_err(failed)?;
    let room = room(space, file::file_system(folder));
    let (direct, block_bytes) = direct_in_directory(path);
    let (kind, size_bytes, may_write) = (TargetKind::Absent, 0, true);
    Ok(TargetFacts { kind, size_bytes, block_bytes, room, may_write, direct })
}

/// The free space in the file system of a file or directory.
fn room(space: FileSystemSpace, file_system: Option<u64>) -> FreeSpace {
    FreeSpace {
        file_system: file_system.unwrap_or(0),
        free_bytes: space.free_bytes,
        reserve_bytes: FreeSpaceRule::Reserve.bytes(space.total_bytes),
    }
}

/// Whether files in the directory of an absent file can be opened for direct I/O, and its smallest unit in bytes. Found
/// with an unnamed file that vanishes when it is closed. If such a file cannot be created, returns true with the block
/// size of the device, and leaves an error to the run.
fn direct_in_directory(path: &Path) -> (bool, u32) {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    match file::nameless_direct_align_bytes(parent) {
        Ok(Some(align_bytes)) => (true, align_bytes),
        Ok(None) => (false, BLOCK_BYTES),
        Err(_) => (true, device_block_bytes(parent).unwrap_or(BLOCK_BYTES)),
    }
}

fn device_block_bytes(directory: &Path) -> Option<u32> {
    let found = sys::inventory::target(directory, &SystemRoots::default()).ok()?;
    found.levels.iter().filter_map(|level| level.logical_block_bytes).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_absent_file_takes_what_one_in_its_directory_takes() {
        let folder = std::env::temp_dir().join(format!("plimsoll-unit-{}", std::process::id()));
        std::fs::create_dir(&folder).expect("a directory of our own");
        let path = folder.join("new.dat");
        let absent = absent_facts(&path).expect("it may be looked at");
        std::fs::write(&path, [0]).expect("it is our directory");
        let made = Open::to_read(&path).expect("it was made");
        let made = target_facts(&made).expect("it may be looked at");
        std::fs::remove_dir_all(&folder).expect("it is ours");
        let of = |facts: &TargetFacts| (facts.direct, facts.block_bytes);
        assert_eq!((absent.kind, made.kind), (TargetKind::Absent, TargetKind::File));
        if made.direct {
            assert_eq!(of(&absent), of(&made));
        }
    }
}
