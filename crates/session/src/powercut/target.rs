//! The target of a power-cut test: takes what the user named, returns an open file or device that may be written, or the
//! refusal, and the facts about the medium below it.

use crate::failure::{Ending, Failure};
use crate::write_permission::Permission;
use crate::{target, write_permission};
use base::Bytes;
use integrity::PageStamper;
use integrity::commits::{CommitDesign, DurabilityMode, MediumFacts, PageLocation};
use report::Language;
use report::messages::powercut::PowerCutFault;
use report::messages::system::SystemAction;
use report::messages::system::SystemError;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::path::{Path, PathBuf};
use sys::file::PathKind;
use sys::file::{FileFacts, write_all_at};
use sys::guard::{self, FileWritePermission, FreeSpaceRule};
use sys::inventory::{Inventory, LevelKind, SystemRoots};
use sys::target::Target as HeldTarget;

/// The name of the file that is created in a directory.
const FILE_NAME: &str = "plimsoll-powercut.data";
const CHUNK_BYTES: usize = 1 << 20;

pub struct Target {
    /// The real path.
    pub path: PathBuf,
    /// The open target that passed the checks; a device is held exclusively.
    pub held: HeldTarget,
}

/// The path of the file or device; for a directory, that of the file that is created there.
pub fn file_path(target: &Path) -> PathBuf {
    if target.is_dir() { target.join(FILE_NAME) } else { target.to_owned() }
}

/// Checks the permission to write, and creates the file if it does not exist. `only` are the device and inode number that
/// the target must have.
pub fn prepare(
    target: &Path,
    writes: &Permission,
    design: &CommitDesign,
    only: Option<(u64, u64)>,
) -> Result<Target, Failure> {
    let path = file_path(target);
    let shown = path.display();
    let failed = Failure::refused(Ending::Target, SystemAction::Open, &shown);
    let held = match write_permission::to_write(&path, writes)? {
        FileWritePermission::Absent(new) => {
            room(new.path(), design)?;
            let made = new.make().map_err(&failed)?;
            let write = sys::file::OpenMode { write: true, ..sys::file::OpenMode::default() };
            let grown = made
                .open(write)
                .and_then(|file| guard::grow(&file, design.size_bytes(), FreeSpaceRule::Reserve));
            grown.map_err(|e| {
                // The file is still empty.
                drop(made.finish());
                Failure::system(Ending::Target, SystemAction::Reserve, &shown, &e)
            })?;
            made
        }
        FileWritePermission::Present(held) if held.kind() == PathKind::File => {
            let write = sys::file::OpenMode { write: true, ..sys::file::OpenMode::default() };
            let filled = held.open(write).and_then(|file| {
                guard::fill_holes(&file, design.size_bytes(), FreeSpaceRule::Reserve)
            });
            filled.map_err(Failure::refused(Ending::Target, SystemAction::Reserve, &shown))?;
            held
        }
        FileWritePermission::Present(held) => {
            let there = held.size_bytes().map_err(&failed)?;
            let wanted = design.size_bytes();
            if there < wanted {
                let help = match there.saturating_sub(rest_bytes(design)) / Bytes::MIB {
                    0 => PowerCutFault::NameLarger.to_string(),
                    mib => PowerCutFault::LargestSize { size: Bytes::mib(mib) }.to_string(),
                };
                return Err(Failure::wrong(PowerCutFault::TooSmall {
                    shown: shown.to_string(),
                    size: Bytes(there),
                    wanted: Bytes(wanted),
                    help: help.to_string(),
                }));
            }
            held
        }
    };
    if only.is_some_and(|only| held.numbers() != only) {
        return Err(Failure::target(PowerCutFault::Exchanged { shown: shown.to_string() }));
    }
    Ok(Target { path: held.real().to_owned(), held })
}

/// The bytes of the design besides the pages that `--size` counts.
fn rest_bytes(design: &CommitDesign) -> u64 {
    design.size_bytes() - u64::from(design.data_pages) * u64::from(design.page_bytes)
}

/// Checks that the design fits into the free space of a folder, less the reserve.
fn room(path: &Path, design: &CommitDesign) -> Result<(), Failure> {
    let (folder, space) = space(path)?;
    let (room, wanted) = (space.room_bytes(FreeSpaceRule::Reserve), design.size_bytes());
    if room < wanted {
        let rest = rest_bytes(design);
        let help = target::help(room.saturating_sub(rest), Bytes::MIB, "--size");
        return Err(target::no_room(folder, space, wanted, &help));
    }
    Ok(())
}

fn space(path: &Path) -> Result<(&Path, guard::FileSystemSpace), Failure> {
    let folder = path.parent().unwrap_or(Path::new("/"));
    let space = guard::space(folder).map_err(Failure::refused(
        Ending::Target,
        SystemAction::AskSpace,
        folder.display(),
    ))?;
    Ok((folder, space))
}

impl Target {
    /// Fills the target with zeros, writes the head, and makes them, the file's size and its name durable. Anything missing
    /// after this was lost.
    pub fn prefill(&self, design: &CommitDesign) -> Result<(), Failure> {
        self.write_zeros_and_head(design).map_err(Failure::refused(
            Ending::Target,
            SystemAction::Prefill,
            self.path.display(),
        ))
    }

    fn write_zeros_and_head(&self, design: &CommitDesign) -> std::io::Result<()> {
        let mode = sys::file::OpenMode { write: true, ..sys::file::OpenMode::default() };
        let file = self.held.open(mode)?;
        let zeros = vec![0; CHUNK_BYTES];
        let size = design.size_bytes();
        for at in (0..size).step_by(CHUNK_BYTES) {
            let length = (size - at).min(CHUNK_BYTES as u64) as usize;
            write_all_at(&file, &zeros[..length], at)?;
        }
        let mut head = vec![0; design.page_bytes as usize];
        let stamper = PageStamper::new(design.run, design.seed, head.len());
        stamper.stamp(&mut head, design.id(PageLocation::Head), 1, 0);
        write_all_at(&file, &head, design.offset_bytes(PageLocation::Head))?;
        file.sync_all()?;
        if self.held.kind() == PathKind::File
            && let Some(folder) = self.path.parent()
        {
            sys::file::sync_folder(folder)?;
        }
        sys::file::drop_cache(&file)
    }

    pub fn open(&self, design: &CommitDesign) -> Result<File, Failure> {
        let shown = self.path.display();
        let direct = design.mode != DurabilityMode::BufferedFsync;
        let dsync = design.mode == DurabilityMode::Dsync;
        let mode =
            sys::file::OpenMode { write: true, direct, dsync, ..sys::file::OpenMode::default() };
        let file = self.held.open(mode).map_err(|e| {
            let (shown, error) = (shown.to_string(), SystemError(&e).to_string());
            let mode = design.mode.name().to_owned();
            Failure::target(if direct {
                PowerCutFault::NotOpenedDirect { shown, mode, error }
            } else {
                PowerCutFault::NotOpened { shown, mode, error }
            })
        })?;
        let align = sys::file::direct_align_bytes(&file);
        if direct && !design.page_bytes.is_multiple_of(align) {
            return Err(Failure::wrong(PowerCutFault::PageTooSmall {
                shown: shown.to_string(),
                align_bytes: align.into(),
            }));
        }
        Ok(file)
    }
}

/// A hash that identifies the target even if its name changes; 0 if there is no such identity.
pub fn identity(path: &Path) -> u64 {
    let name = sys::inventory::identity(path, &SystemRoots::default());
    name.map_or(0, |name| {
        let digest = Sha256::digest(name.as_bytes());
        u64::from_le_bytes(std::array::from_fn(|at| digest[at])).max(1)
    })
}

/// Why a ledger's file may be lost together with the target; `None` if it is on another device.
pub fn shared_device_reason(target: &Path, ledger: &Path) -> Option<String> {
    let folder = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        folder.unwrap_or(Path::new(".")).to_owned()
    };
    let target = if target.exists() { target.to_owned() } else { folder(target) };
    let folder = folder(ledger);
    let under = sys::inventory::target(&folder, &SystemRoots::default()).unwrap_or_default();
    if under.file_systems.iter().any(|system| matches!(system.kind.as_str(), "tmpfs" | "ramfs")) {
        return Some(PowerCutFault::LiesInMemory.to_string());
    }
    let of_target = sys::inventory::target(&target, &SystemRoots::default()).unwrap_or_default();
    let names = of_target.device_names();
    if let Some(name) = under.device_names().iter().find(|name| names.contains(name)) {
        return Some(PowerCutFault::LiesOn { name: name.to_string() }.to_string());
    }
    let (target, ledger) = (FileFacts::at(&target).ok()?, FileFacts::at(&folder).ok()?);
    // Nothing is known to lie on a file system that has the target as its device.
    (target.device().is_none() && target.file_system() == ledger.file_system())
        .then(|| PowerCutFault::LiesOnFileSystem.to_string())
}

/// The warning about a target that is in memory; `None` for real storage.
pub fn in_memory(path: &Path) -> Option<String> {
    // The file may be removed after the check: use the nearest existing ancestor.
    let there = path.ancestors().find(|place| place.exists())?;
    let place = sys::inventory::target(there, &SystemRoots::default()).ok()?.in_memory()?;
    let warning = summary::warning::memory(&place, summary::Weight::Note);
    Some(report::words::detail(Language::of_process(), &warning.detail))
}

/// The facts about the medium below a path; none if a hypervisor or a virtual device may report anything.
pub fn medium(path: &Path) -> MediumFacts {
    sys::inventory::target(path, &SystemRoots::default())
        .map_or_else(|_| MediumFacts::default(), medium_of)
}

fn medium_of(found: Inventory) -> MediumFacts {
    let mut leaves = found.levels.iter().filter(|level| level.members.is_empty()).peekable();
    let real = |kind| matches!(kind, Some(LevelKind::Disk | LevelKind::Nvme));
    if found.system.hypervisor.is_some()
        || leaves.peek().is_none()
        || leaves.clone().any(|leaf| !real(leaf.kind))
    {
        return MediumFacts::default();
    }
    let leaves: Vec<_> = leaves.collect();
    let any = |values: Vec<Option<bool>>| {
        values.iter().all(Option::is_some).then(|| values.contains(&Some(true)))
    };
    let volatile = |cache: &Option<String>| cache.as_ref().map(|cache| cache == "write back");
    MediumFacts {
        rotational: any(leaves.iter().map(|leaf| leaf.rotational).collect()),
        volatile_cache: any(leaves.iter().map(|leaf| volatile(&leaf.write_cache)).collect()),
    }
}
