//! `--build`: layouts that a race builds on disks of its own and always takes down afterwards.
//!
//! Everything is read and checked before the first disk is touched. The result is a stage whose places are built when the
//! stage begins.

use super::StudySetup;
use super::mistakes::Mistakes;
use super::race::{Entry, called};
use crate::failure::Failure;
use crate::layouts::{self, Building, Built, Planned, Wanted};
use crate::shelf::{Kind, Shelf};
use crate::study::StudyRequest;
use crate::write_permission::Permission;
use base::Bytes;
use job::plan::{BuildRequest, RaceRequest};
use report::messages::requests::RequestFault;
use std::path::PathBuf;
use study::race::Candidate;

/// The default size to use of each layout: as for a directory, but less of small slices.
const SIZE_USUAL: Bytes = Bytes::gib(4);

/// The layouts to build, as entries of a race.
#[derive(Clone, Debug, Default)]
pub(super) struct Ready {
    pub(super) entries: Vec<Entry>,
    /// The built devices, which may be written to.
    devices: Vec<PathBuf>,
    /// The folders of the built file systems.
    pub(super) folders: Vec<PathBuf>,
    /// The size to use of each layout; `None`: as far as it is filled.
    pub(super) size: Option<Bytes>,
    /// The approximate capacity of each place of each entry, in bytes.
    holds: Vec<u64>,
    /// Whether nothing is built yet, and every place is replaced by a simulated stand-in.
    rehearsal: bool,
}

impl Ready {
    /// All entries, those that the user named first.
    pub(super) fn with(&self, named: Vec<Entry>) -> Vec<Entry> {
        let mut all = named;
        all.extend(self.entries.iter().cloned());
        if self.rehearsal {
            let places = all.iter_mut().flat_map(|entry| &mut entry.places);
            for (number, place) in places.enumerate() {
                // Each has another size, so that no two are the same storage.
                *place = format!("sim:ssd?size={}TiB", number + 1);
            }
        }
        all
    }

    /// The places that the user named besides the built layouts. In a rehearsal they are examined separately, because a real
    /// place cannot be mixed with a stand-in.
    pub(super) fn apart(&self, named: &[Entry], mistakes: &mut Mistakes) -> Vec<(String, String)> {
        let each = |entry: &Entry| {
            entry.candidate.targets.iter().cloned().zip(entry.places.clone()).collect::<Vec<_>>()
        };
        let apart: Vec<_> =
            if self.rehearsal { named.iter().flat_map(each).collect() } else { Vec::new() };
        if apart.iter().any(|(_, place)| place.starts_with("sim:")) {
            mistakes.add(RequestFault::MixedClocks.to_string());
        }
        apart
    }

    /// Gives the stand-ins of a rehearsal the names, kinds and sizes of the layouts that they replace.
    fn dress(&self, shelf: &mut Shelf) {
        for (entry, &holds) in self.entries.iter().zip(&self.holds) {
            for (name, place) in entry.candidate.targets.iter().zip(&entry.places) {
                let device = self.devices.iter().any(|device| device.as_os_str() == place.as_str());
                let kind = if device { Kind::Device } else { Kind::Directory };
                shelf.dress(name, place, kind, self.size, holds);
            }
        }
    }

    /// Two layouts without places, so that the rest of a command line can be checked although nothing can be built.
    fn nowhere() -> Self {
        let entry = |name: &str| Entry {
            candidate: Candidate::new(name, &[name.to_owned()]),
            places: vec![String::new()],
        };
        let entries = vec![entry("one layout"), entry("another layout")];
        Self { entries, rehearsal: true, ..Self::default() }
    }

    /// Marks the places that are built on `disks` and will be removed.
    fn mark(&self, shelf: &mut Shelf, disks: &[PathBuf]) {
        for spot in &mut shelf.spots {
            let ours = |entry: &Entry| entry.candidate.targets.contains(&spot.name);
            if self.entries.iter().any(ours) {
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
///
/// # Errors
/// All problems of the command line, the disks and the layouts at once.
pub(super) fn asked(
    request: &RaceRequest,
    setup: &StudySetup,
    mut mistakes: Mistakes,
    read: impl Fn(&Ready) -> Result<StudyRequest, Failure> + 'static,
) -> Result<StudyRequest, Failure> {
    let fills = &request.fills[..];
    let Some(BuildRequest { list, disks, slice }) = &request.build else {
        let asked = mistakes.take(read(&Ready::default()));
        return asked.filter(|_| mistakes.is_empty()).ok_or_else(|| mistakes.failure());
    };
    let disks: Vec<PathBuf> = disks.iter().map(PathBuf::from).collect();
    let (writes, store) = (&setup.permission, setup.store.as_deref());
    let wanted = Wanted { list, disks: &disks, slice: *slice, writes, store };
    let looked = layouts::look(&wanted);
    let size = setup.size.or(looked.slice_bytes().map(usual)).filter(|_| fills.is_empty());
    mistakes.take(match size {
        Some(size) => looked.room(size),
        None => looked.room_to_fill(fills),
    });
    mistakes.take(looked.against);
    let planned = looked.planned;
    let rehearsal = match &planned {
        Some(planned) => ready(planned, size, true),
        None => Ready::nowhere(),
    };
    let asked = mistakes.take(read(&rehearsal));
    let (Some(planned), Some(mut asked)) = (planned, asked.filter(|_| mistakes.is_empty())) else {
        return Err(mistakes.failure());
    };
    let ready = ready(&planned, size, false);
    let stage = asked.stages.first_mut().expect("a race has a stage");
    rehearsal.dress(&mut stage.shelf);
    rehearsal.mark(&mut stage.shelf, &disks);
    let laid = ready.size.unwrap_or_default();
    let given_up = disks.clone();
    let look = Box::new(move || {
        let stage = read(&ready)?.stages.pop().expect("a race has a stage");
        let mut shelf = stage.shelf;
        ready.mark(&mut shelf, &disks);
        Ok(shelf)
    });
    stage.building = Some(Building { planned, disks: given_up, laid, look });
    Ok(asked)
}

/// The default size to use of each layout.
fn usual(slice_bytes: u64) -> Bytes {
    Bytes(SIZE_USUAL.0.min(slice_bytes / 4) / Bytes::MIB * Bytes::MIB)
}

fn ready(planned: &Planned, size: Option<Bytes>, rehearsal: bool) -> Ready {
    let built = planned.built();
    let places = |folder: bool| {
        let of_kind = built.iter().filter(|layout| layout.folder == folder);
        of_kind.flat_map(|layout| layout.places.clone()).collect()
    };
    let (devices, folders) = (places(false), places(true));
    let entries = built.iter().map(entry).collect();
    let holds = built.iter().map(|layout| layout.place_bytes).collect();
    Ready { entries, devices, folders, size, holds, rehearsal }
}

fn entry(built: &Built) -> Entry {
    let places: Vec<String> = built.places.iter().map(|p| p.display().to_string()).collect();
    let name = called(&built.name);
    let targets: Vec<String> = match places.len() {
        1 => vec![name.to_owned()],
        count => (1..=count).map(|number| format!("{name}/{number}")).collect(),
    };
    let known = Candidate::new(name, &targets);
    let (usable, may_fail) = (Some(built.usable), Some(built.may_fail));
    Entry { candidate: Candidate { usable, may_fail, ..known }, places }
}
