//! Sizes of the test files in directories: takes the places of a shelf, divides each file system's free space among them.

use super::{Kind, Shelf, ShelfRequest};
use crate::failure::{Ending, Failure};
use crate::target::{self, FILE_BYTES_MIN};
use base::Bytes;
use report::messages::system::{SystemAction, SystemFailure};
use report::messages::targets::TargetFault;
use std::collections::BTreeMap;
use std::path::Path;
use sys::file::FileFacts;
use sys::guard;

/// The default size of a test file: large enough that a point of a minute does not wrap around on most disks, small enough to
/// be prefilled in half a minute.
const FILE_BYTES: u64 = 4 * Bytes::GIB;

/// Sets the size of every directory's test file. Reports all file systems that lack the space.
pub(super) fn share(shelf: &mut Shelf, wanted: &ShelfRequest<'_>) -> Result<(), Failure> {
    if let Some(size) = wanted.size
        && size.0 < FILE_BYTES_MIN
        && shelf.spots.iter().any(|spot| spot.kind == Kind::Directory)
    {
        return Err(Failure::wrong(TargetFault::FileTooSmall { least: Bytes(FILE_BYTES_MIN) }));
    }
    let mut systems: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (number, spot) in shelf.spots.iter().enumerate() {
        if spot.kind == Kind::Directory {
            let facts = FileFacts::at(Path::new(&spot.word))
                .map_err(|e| Failure::system(Ending::Wrong, SystemAction::Find, &spot.word, &e))?;
            systems.entry(facts.identity.device()).or_default().push(number);
        }
    }
    let mut lines = Vec::new();
    for numbers in systems.values() {
        if let Err(line) = directories(shelf, wanted, numbers) {
            lines.push(line);
        }
    }
    if lines.is_empty() { Ok(()) } else { Err(Failure::of(Ending::Target, lines)) }
}

/// Divides the usable space of a file system equally among its directories.
fn directories(
    shelf: &mut Shelf,
    wanted: &ShelfRequest<'_>,
    numbers: &[usize],
) -> Result<(), String> {
    let folder = shelf.spots[numbers[0]].word.clone();
    let space = guard::space(Path::new(&folder)).map_err(|e| {
        SystemFailure { action: SystemAction::AskSpace, object: &folder, error: &e }.to_string()
    })?;
    let keep = super::free_space_rule(wanted.own, &folder);
    let room = space.room_bytes(keep);
    let each = wanted
        .size
        .map_or_else(|| FILE_BYTES.min(space.free_bytes / 4 / numbers.len() as u64), |size| size.0);
    let each = each.min(if wanted.size.is_none() { room } else { u64::MAX });
    let each = each / Bytes::MIB * Bytes::MIB;
    let all = each.saturating_mul(numbers.len() as u64);
    if all > room || each < FILE_BYTES_MIN {
        let fault = TargetFault::NoRoomForFiles {
            folder: folder.clone(),
            free: Bytes(space.free_bytes),
            reserve: Bytes(keep.bytes(space.total_bytes)),
            count: numbers.len() as u64,
            each: Bytes(each.max(FILE_BYTES_MIN)),
            help: target::help(room / numbers.len() as u64, FILE_BYTES_MIN, "--size"),
        };
        return Err(fault.to_string());
    }
    for &number in numbers {
        shelf.spots[number].size_bytes = each;
    }
    Ok(())
}
