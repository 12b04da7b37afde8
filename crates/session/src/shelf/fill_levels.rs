//! Fill levels: takes the places of a shelf and fill levels in percent, sets the bytes of each place at each level.
//!
//! The fill level counts the data on a place: on a device or file the first part; on a file system the existing data and a
//! test file. Points use the part that is filled for the test, as with a test file of that size.

use super::{Kind, Shelf, ShelfRequest, Spot};
use crate::failure::{Ending, Failure};
use crate::target::FILE_BYTES_MIN;
use base::Bytes;
use report::messages::places::PlaceFault;
use report::messages::system::{SystemAction, SystemFailure};
use std::collections::BTreeMap;
use std::path::Path;
use sys::file::FileFacts;
use sys::guard;

/// Sets the bytes of every place at each level. Reports all places that lack the space.
pub(super) fn share(
    shelf: &mut Shelf,
    wanted: &ShelfRequest<'_>,
    fills: &[u8],
) -> Result<(), Failure> {
    let mut wrong = Failure::of(Ending::Target, Vec::new());
    let mut systems: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (number, spot) in shelf.spots.iter_mut().enumerate() {
        if spot.kind == Kind::Directory {
            match FileFacts::at(Path::new(&spot.word)) {
                Ok(facts) => systems.entry(facts.identity.device()).or_default().push(number),
                Err(error) => {
                    wrong.add(Failure::system(
                        Ending::Target,
                        SystemAction::Find,
                        &spot.word,
                        &error,
                    ));
                }
            }
        } else {
            spot.fill_to(fills, spot.size_bytes, 0, 1);
            if spot.filled_bytes.first() == Some(&0) {
                wrong.lines.push(
                    PlaceFault::FillTooSmall {
                        place: spot.word.to_string(),
                        percent: fills.first().unwrap_or(&0).to_string(),
                        size: Bytes(spot.size_bytes),
                    }
                    .to_string(),
                );
            }
        }
    }
    for numbers in systems.values() {
        if let Err(line) = directories(shelf, wanted, fills, numbers) {
            wrong.lines.push(line);
        }
    }
    for spot in &mut shelf.spots {
        spot.size_bytes = spot.filled_bytes.last().copied().unwrap_or(spot.size_bytes);
    }
    wrong.into_result()
}

/// Divides the space that a file system lacks to each level equally among its directories.
fn directories(
    shelf: &mut Shelf,
    wanted: &ShelfRequest<'_>,
    fills: &[u8],
    numbers: &[usize],
) -> Result<(), String> {
    let folder = shelf.spots[numbers[0]].word.clone();
    let space = guard::space(Path::new(&folder)).map_err(|error| {
        SystemFailure { action: SystemAction::AskSpace, object: &folder, error: &error }.to_string()
    })?;
    // As in df(1), blocks reserved for root do not count.
    let (used_bytes, whole_bytes) = (space.used_bytes, space.used_bytes + space.free_bytes);
    let count = numbers.len() as u64;
    for &number in numbers {
        shelf.spots[number].fill_to(fills, whole_bytes, used_bytes, count);
    }
    let levels = &shelf.spots[numbers[0]].filled_bytes;
    let (least, most) = (levels[0], levels[levels.len() - 1]);
    if least < FILE_BYTES_MIN {
        return Err(PlaceFault::FullAlready {
            folder: folder.to_string(),
            used: used_bytes as f64 / whole_bytes.max(1) as f64,
            percent: fills[0].to_string(),
            least: Bytes(FILE_BYTES_MIN),
        }
        .to_string());
    }
    let keep = super::free_space_rule(wanted.own, &folder);
    if most.saturating_mul(count) > space.room_bytes(keep) {
        return Err(PlaceFault::CannotBeFilled {
            folder: folder.to_string(),
            percent: (fills[fills.len() - 1]).to_string(),
            free: Bytes(space.free_bytes),
            reserve: Bytes(keep.bytes(space.total_bytes)),
        }
        .to_string());
    }
    Ok(())
}

impl Spot {
    /// Sets its bytes at each level: a `count`th of what the whole lacks to the level.
    fn fill_to(&mut self, fills: &[u8], whole_bytes: u64, used_bytes: u64, count: u64) {
        let level = |percent: &u8| {
            let wanted = (u128::from(whole_bytes) * u128::from(*percent) / 100) as u64;
            wanted.saturating_sub(used_bytes) / count / Bytes::MIB * Bytes::MIB
        };
        self.filled_bytes = fills.iter().map(level).collect();
    }
}

impl Shelf {
    /// Gives a stand-in the name, kind and size of the place that will be built, which holds about `capacity_bytes` bytes.
    pub fn set_stand_in(
        &mut self,
        name: &str,
        place: &str,
        kind: Kind,
        size: Option<Bytes>,
        capacity_bytes: u64,
    ) {
        let fills = self.fills.clone();
        for spot in self.spots.iter_mut().filter(|spot| spot.name == name) {
            spot.kind = kind;
            place.clone_into(&mut spot.word);
            spot.fill_to(&fills, capacity_bytes, 0, 1);
            let most = size.map(|size| size.0).or(spot.filled_bytes.last().copied());
            spot.size_bytes = most.unwrap_or(spot.size_bytes);
        }
    }

    /// Replaces places by those with the same name in another shelf.
    pub fn copy_places(&mut self, of: &Self) {
        for spot in &mut self.spots {
            if let Some(other) = of.spots.iter().find(|other| other.name == spot.name) {
                *spot = Spot { target: spot.target, ..other.clone() };
            }
        }
    }

    /// The fill levels in percent, ascending; empty: nothing is filled.
    pub fn fills(&self) -> &[u8] {
        &self.fills
    }

    /// The bytes of a place that are used at a level; `None` if there is no such level.
    pub fn filled_bytes(&self, spot: &Spot, percent: u8) -> Option<u64> {
        let level = self.fills.iter().position(|fill| *fill == percent)?;
        spot.filled_bytes.get(level).copied()
    }
}
