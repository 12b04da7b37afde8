//! Where a check stands: takes what the user named, gives a place that may be written to, or the refusal.
//!
//! In a directory the check makes a file of its own and unlinks it at once: whatever ends the program,
//! nothing stays behind.

use crate::failure::{Ending, Failure};
use crate::leave;
use crate::leave::Permission;
use base::Bytes;
use report::messages::system::SystemAction;
use report::messages::targets::{RoomAdvice, TargetFault};
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use sys::file::{OpenMode, PathKind};
use sys::guard::{self, FileWritePermission};
use sys::inventory::SystemRoots;
use sys::target::Target;
use workload::TargetLocation;

/// The least that a test file holds.
pub const FILE_BYTES_MIN: u64 = 64 * Bytes::MIB;

/// Where a check stands.
pub struct Ground {
    /// For people.
    pub title: String,
    /// Where the I/O goes.
    pub place: TargetLocation,
    /// The bytes to be used; `None`: all that a simulated storage has.
    pub size: Option<Bytes>,
    /// What the inventory looks at; `None`: a simulated storage.
    pub root: Option<PathBuf>,
    /// Bytes that have to be prefilled first, from 0.
    pub lay: Option<Bytes>,
    /// The file or device as it was judged, which also keeps an unlinked file alive.
    pub held: Option<Target>,
}

/// Finds the ground of `target`; `size` is what the user asked for.
pub fn ground(target: &str, size: Option<Bytes>, writes: &Permission) -> Result<Ground, Failure> {
    if let Some(text) = target.strip_prefix("sim:") {
        return Ok(Ground {
            title: target.to_owned(),
            place: TargetLocation::Sim(text.to_owned()),
            size,
            root: None,
            lay: None,
            held: None,
        });
    }
    let path = Path::new(target);
    if size.is_some_and(|size| size.0 < Bytes::MIB) {
        let least = if path.is_dir() { FILE_BYTES_MIN } else { Bytes::MIB };
        return Err(Failure::wrong(TargetFault::SizeTooSmall { least: Bytes(least) }));
    }
    match std::fs::metadata(path) {
        Ok(meta) if meta.is_dir() => in_directory(path, size),
        Ok(meta) if meta.file_type().is_block_device() || meta.is_file() => {
            match leave::to_write(path, writes)? {
                FileWritePermission::Present(held) => judged(held, size),
                FileWritePermission::Absent(_) => {
                    Err(Failure::wrong(TargetFault::Gone { target: target.to_string() }))
                }
            }
        }
        Ok(_) => {
            Err(Failure::wrong(TargetFault::NoTarget { target: target.to_string() }.to_string()))
        }
        Err(e) => Err(Failure::system(Ending::Wrong, SystemAction::Find, target, &e)),
    }
}

fn in_directory(folder: &Path, size: Option<Bytes>) -> Result<Ground, Failure> {
    let shown = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let space = guard::space(folder).map_err(|e| {
        Failure::system(Ending::Target, SystemAction::AskSpace, shown.display(), &e)
    })?;
    let size = choose(size, space, &shown)?;
    nameless(folder, size)
}

/// A file of our own in a directory, whose room was looked at before.
pub fn nameless(folder: &Path, size: Bytes) -> Result<Ground, Failure> {
    let shown = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let held = guard::nameless(folder, &shown)
        .map_err(|e| Failure::system(Ending::Target, SystemAction::MakeIn, shown.display(), &e))?;
    Ok(Ground {
        title: shown.display().to_string(),
        place: TargetLocation::Path(shown.clone()),
        size: Some(size),
        root: Some(shown),
        lay: Some(size),
        held: Some(held),
    })
}

/// What helps where a file has not the room it wants: a smaller size, which `option` gives, only where the least one fits.
pub fn help(room_bytes: u64, least_bytes: u64, option: &str) -> String {
    let most = Bytes(room_bytes / Bytes::MIB * Bytes::MIB);
    match room_bytes >= least_bytes {
        true => RoomAdvice::Smaller { option: option.to_string(), largest: most }.to_string(),
        false => {
            let least = Bytes(least_bytes);
            RoomAdvice::Elsewhere { least }.to_string()
        }
    }
}

/// What is told where a file has not the room it wants.
pub fn no_room(folder: &Path, space: guard::FileSystemSpace, wanted: u64, help: &str) -> Failure {
    Failure::target(
        TargetFault::NoRoom {
            folder: folder.display().to_string(),
            free: Bytes(space.free_bytes),
            reserve: Bytes(guard::FreeSpaceRule::Reserve.bytes(space.total_bytes)),
            wanted: Bytes(wanted).to_string(),
            help: help.to_string(),
        }
        .to_string(),
    )
}

/// The size asked for, or the smaller of 25 % of the free space and twice the memory; in whole MiB.
fn choose(
    asked: Option<Bytes>,
    space: guard::FileSystemSpace,
    folder: &Path,
) -> Result<Bytes, Failure> {
    let room = space.room_bytes(guard::FreeSpaceRule::Reserve);
    let memory = sys::inventory::target(folder, &SystemRoots::default())
        .map_or(0, |found| found.cache_max_bytes());
    let wanted = asked.map_or_else(|| (space.free_bytes / 4).min(2 * memory).min(room), |b| b.0);
    if wanted > room || room < FILE_BYTES_MIN {
        let wanted = wanted.max(FILE_BYTES_MIN);
        return Err(no_room(folder, space, wanted, &help(room, FILE_BYTES_MIN, "a --size")));
    }
    if let Some(asked) = asked
        && asked.0 < FILE_BYTES_MIN
    {
        return Err(Failure::wrong(TargetFault::FileTooSmall { least: Bytes(FILE_BYTES_MIN) }));
    }
    Ok(Bytes((wanted / Bytes::MIB * Bytes::MIB).max(FILE_BYTES_MIN)))
}

/// The file or device as it was judged, for as much of it as is asked for.
pub fn judged(held: Target, size: Option<Bytes>) -> Result<Ground, Failure> {
    let shown = held.path().display().to_string();
    let writes = OpenMode { write: held.leave().is_some(), ..OpenMode::default() };
    let file = held.open(writes);
    let file = file.map_err(|e| Failure::system(Ending::Target, SystemAction::Open, &shown, &e))?;
    let whole = sys::file::size_bytes(&file)
        .map_err(|e| Failure::system(Ending::Target, SystemAction::AskSize, &shown, &e))?;
    let size = size.map_or(whole, |s| s.0.min(whole)) / Bytes::MIB * Bytes::MIB;
    if size == 0 && held.kind() == PathKind::File {
        return Err(Failure::target(TargetFault::LessThanOneMib { shown: shown.to_string() }));
    }
    let real = held.real().to_owned();
    Ok(Ground {
        title: shown,
        place: TargetLocation::Path(real.clone()),
        size: Some(Bytes(size)),
        root: Some(real),
        lay: Some(Bytes(size)),
        held: Some(held),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_smaller_size_is_advised_only_where_one_fits() {
        let some = help(300 * Bytes::MIB, FILE_BYTES_MIN, "a --size");
        assert!(some.contains("--size of up to 300 MiB"), "{some}");
        // 451 MiB are free, and 1 GiB has to stay free.
        let none = help(0, FILE_BYTES_MIN, "a --size");
        assert!(!none.contains("--size") && none.contains("another directory"), "{none}");
    }
}
