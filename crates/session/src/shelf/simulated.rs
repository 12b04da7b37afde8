//! Simulated places: takes the text after `sim:`, returns the storage as one place, or each of its disks as a place.

use super::{Kind, ShelfRequest, Spot, TargetPart};
use crate::failure::{Ending, Failure};
use base::Bytes;
use engine::sim::{SimLayout, SimMedium, SimSpec};
use report::messages::places::PlaceFault;
use workload::{Extent, JobTarget, TargetLocation};

/// The places of one text. If disks are wanted and no other place is named, a storage without a layout becomes one place for
/// each disk.
pub(super) fn spots(
    name: &str,
    text: &str,
    wanted: &ShelfRequest<'_>,
) -> Result<(JobTarget, Vec<Spot>), Failure> {
    let word = workload::simulation_word(text);
    let spec = SimSpec::read(text).map_err(|all| {
        Failure::of(
            Ending::Wrong,
            all.0.iter().map(|problem| format!("{word}: {problem}")).collect(),
        )
    })?;
    let expands = wanted.disks && wanted.places.len() == 1 && spec.disks > 1;
    if expands && spec.layout() != SimLayout::None {
        return Err(Failure::wrong(PlaceFault::OneArray { place: word.to_string() }));
    }
    let whole = if expands { spec.disk_bytes() } else { spec.usable_bytes() };
    let used = wanted.size.map_or(whole, |size| size.0.min(whole)) / Bytes::MIB * Bytes::MIB;
    if used == 0 {
        return Err(Failure::wrong(PlaceFault::UsesTooLittle { place: word.to_string() }));
    }
    let spot = |name: String, part: Option<TargetPart>| Spot {
        name,
        word: word.clone(),
        kind: Kind::Simulated,
        target: 0,
        part,
        size_bytes: used,
        sector_bytes: 1,
        filled_bytes: Vec::new(),
        built: Vec::new(),
    };
    let spots = if expands {
        let disk = |number: u32| {
            let offset_bytes = u64::from(number) * spec.disk_bytes();
            let part = TargetPart { offset_bytes, length_bytes: used };
            spot(format!("disk{}", number + 1), Some(part))
        };
        (0..spec.disks).map(disk).collect()
    } else {
        vec![spot(name.to_owned(), None)]
    };
    let size = (!expands).then_some(Extent::Bytes(Bytes(used)));
    Ok((
        JobTarget { name: name.to_owned(), place: TargetLocation::Sim(text.to_owned()), size },
        spots,
    ))
}

/// Whether a simulated place is a rotating disk.
pub(super) fn rotates(word: &str) -> bool {
    let spec = workload::simulation(word).and_then(|text| SimSpec::read(text).ok());
    spec.is_some_and(|spec| spec.medium == SimMedium::Hdd)
}
