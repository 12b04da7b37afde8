//! `--build`: layouts that a race builds on disks of its own and always takes down afterwards.
//!
//! Everything is read and checked before the first disk is touched. The result is a stage whose places are built when the
//! stage begins.

use super::StudySetup;
use super::mistakes::Mistakes;
use super::race::{Entry, RaceRequest};
use crate::failure::Failure;
use crate::layouts::{self, LayoutPlaces, LayoutPlan, LayoutRequest, StageLayouts};
use crate::shelf::{Kind, Shelf};
use crate::study::StudyRequest;
use crate::write_permission::Permission;
use base::Bytes;
use report::messages::requests::RequestFault;
use std::path::PathBuf;
use study::race::Candidate;

/// The default size to use of each layout: as for a directory, but less of small slices.
const SIZE_USUAL: Bytes = Bytes::gib(4);

/// The layouts to build, as entries of a race.
#[derive(Clone, Debug, Default)]
pub(super) struct LayoutEntries {
    pub(super) entries: Vec<Entry>,
    /// The built devices, which may be written to.
    devices: Vec<PathBuf>,
    pub(super) folders: Vec<PathBuf>,
    /// The size to use of each layout; `None`: as far as it is filled.
    pub(super) size: Option<Bytes>,
    /// The approximate capacity of each place of each entry, in bytes.
    capacities_bytes: Vec<u64>,
    /// Whether nothing is built yet, and every place is replaced by a simulated stand-in.
    rehearsal: bool,
}

impl LayoutEntries {
    /// All entries, those that the user named first.
    pub(super) fn all_entries(&self, named: Vec<Entry>) -> Vec<Entry> {
        let mut all = named;
        all.extend(self.entries.iter().cloned());
        if self.rehearsal {
            let places = all.iter_mut().flat_map(|entry| &mut entry.places);
            for (number, place) in places.enumerate() {
                // Each has another size, so that no two are the same storage.
                *place = workload::simulation_word(&format!("ssd?size={}TiB", number + 1));
            }
        }
        all
    }

    /// The places that the user named besides the built layouts. In a rehearsal they are examined separately, because a real
    /// place cannot be mixed with a stand-in.
    pub(super) fn separate_places(
        &self,
        named: &[Entry],
        mistakes: &mut Mistakes,
    ) -> Vec<(String, String)> {
        let mut apart = Vec::new();
        for entry in named.iter().filter(|_| self.rehearsal) {
            apart.extend(entry.candidate.targets.iter().cloned().zip(entry.places.clone()));
        }
        if apart.iter().any(|(_, place)| workload::simulation(place).is_some()) {
            mistakes.add(RequestFault::MixedClocks);
        }
        apart
    }

    /// Gives the stand-ins of a rehearsal the names, kinds and sizes of the layouts that they replace.
    fn set_stand_ins(&self, shelf: &mut Shelf) {
        for (entry, &capacity_bytes) in self.entries.iter().zip(&self.capacities_bytes) {
            for (name, place) in entry.candidate.targets.iter().zip(&entry.places) {
                let device = self.devices.iter().any(|device| device.as_os_str() == place.as_str());
                let kind = if device { Kind::Device } else { Kind::Directory };
                shelf.set_stand_in(name, place, kind, self.size, capacity_bytes);
            }
        }
    }

    /// Two layouts without places, so that the rest of a command line can be checked although nothing can be built.
    fn placeholders() -> Self {
        let entry = |name: &str| Entry {
            candidate: Candidate::new(name, &[name.to_owned()]),
            places: vec![String::new()],
        };
        let entries = vec![entry("one layout"), entry("another layout")];
        Self { entries, rehearsal: true, ..Self::default() }
    }

    /// Marks the places that are built on `disks` and will be removed.
    fn mark_built(&self, shelf: &mut Shelf, disks: &[PathBuf]) {
        for spot in &mut shelf.spots {
            let is_target_of = |entry: &Entry| entry.candidate.targets.contains(&spot.name);
            if self.entries.iter().any(is_target_of) {
                spot.built = disks.to_vec();
            }
        }
    }

    /// The permissions of the user, with the built devices.
    pub(super) fn writes(&self, setup: &StudySetup) -> Permission {
        let mut writes = setup.permission.clone();
        writes.built.extend(self.devices.iter().cloned());
        writes
    }
}

/// Reads a race whose layouts are built. Examines everything and touches nothing. Without `--build`, only calls `read`.
pub(super) fn study_request(
    request: &RaceRequest,
    setup: &StudySetup,
    mut mistakes: Mistakes,
    read: impl Fn(&LayoutEntries) -> Result<StudyRequest, Failure> + 'static,
) -> Result<StudyRequest, Failure> {
    let fills = &request.fills[..];
    let Some(list) = &request.build else {
        let study = mistakes.take(read(&LayoutEntries::default()));
        return study.filter(|_| mistakes.is_empty()).ok_or_else(|| mistakes.failure());
    };
    let disks: Vec<PathBuf> = request.disks.iter().map(PathBuf::from).collect();
    let (writes, store) = (&setup.permission, setup.store.as_deref());
    let wanted = LayoutRequest { list, disks: &disks, slice: request.slice, writes, store };
    let survey = layouts::survey(&wanted);
    let size = setup.size.or(survey.slice_bytes().map(default_size)).filter(|_| fills.is_empty());
    mistakes.take(match size {
        Some(size) => survey.room(size),
        None => survey.room_to_fill(fills),
    });
    mistakes.take(survey.against);
    let planned = survey.planned;
    let rehearsal = match &planned {
        Some(planned) => layout_entries(planned, size, true),
        None => LayoutEntries::placeholders(),
    };
    let study = mistakes.take(read(&rehearsal));
    let (Some(planned), Some(mut study)) = (planned, study.filter(|_| mistakes.is_empty())) else {
        return Err(mistakes.failure());
    };
    let entries = layout_entries(&planned, size, false);
    let stage = study.stages.first_mut().expect("a race has a stage");
    rehearsal.set_stand_ins(&mut stage.shelf);
    rehearsal.mark_built(&mut stage.shelf, &disks);
    let prefill_size = entries.size.unwrap_or_default();
    let given_up = disks.clone();
    let find_shelf = Box::new(move || {
        let stage = read(&entries)?.stages.pop().expect("a race has a stage");
        let mut shelf = stage.shelf;
        entries.mark_built(&mut shelf, &disks);
        Ok(shelf)
    });
    stage.building = Some(StageLayouts { planned, disks: given_up, prefill_size, find_shelf });
    Ok(study)
}

/// The default size to use of each layout: a quarter of a slice (ours), at most [`SIZE_USUAL`].
fn default_size(slice_bytes: u64) -> Bytes {
    Bytes(SIZE_USUAL.0.min(slice_bytes / 4) / Bytes::MIB * Bytes::MIB)
}

fn layout_entries(planned: &LayoutPlan, size: Option<Bytes>, rehearsal: bool) -> LayoutEntries {
    let built = planned.built();
    let (mut devices, mut folders) = (Vec::new(), Vec::new());
    for layout in &built {
        let places = if layout.folder { &mut folders } else { &mut devices };
        places.extend(layout.places.iter().cloned());
    }
    let entries = built.iter().map(entry).collect();
    let capacities_bytes = built.iter().map(|layout| layout.place_bytes).collect();
    LayoutEntries { entries, devices, folders, size, capacities_bytes, rehearsal }
}

fn entry(built: &LayoutPlaces) -> Entry {
    let places: Vec<String> = built.places.iter().map(|p| p.display().to_string()).collect();
    let name = built.name.as_str();
    let targets: Vec<String> = match places.len() {
        1 => vec![name.to_owned()],
        count => (1..=count).map(|number| format!("{name}/{number}")).collect(),
    };
    let known = Candidate::new(name, &targets);
    let (usable, may_fail) = (Some(built.usable), Some(built.may_fail));
    Entry { candidate: Candidate { usable, may_fail, ..known }, places }
}
