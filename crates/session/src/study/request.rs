//! A request for a study: its stages with their places and work, and the keys by which a stored run is found again.
//!
//! Takes what the modules of `requests` found valid. Never opens a place and never measures.

use super::{FindingStudy, RampWork};
use crate::layouts::StageLayouts;
use crate::repeat_command::RepeatCommand;
use crate::shelf::Shelf;
use base::Nanos;
use record::key::{Settings, StageKey};
use record::{Provenance, RunKind, RunSubject, StageRecord, StudyKey, StudyKind};
use std::path::{Path, PathBuf};
use study::RecordedPoints;
use workload::EngineChoice;

/// An earlier stage: its results and its places.
#[derive(Clone, Copy)]
pub struct EarlierStage<'a> {
    pub record: &'a StageRecord,
    pub shelf: &'a Shelf,
}

/// Makes a study from the seed of its random choices and the earlier stages.
pub type StudyBuilder = Box<dyn Fn(u64, &[EarlierStage<'_>]) -> Box<dyn FindingStudy>>;

pub enum Work {
    Points(StudyBuilder),
    /// A study of recorded points, which are read instead of measured.
    Recorded(StudyBuilder, RecordedPoints),
    /// An open-loop ramp up to a latency limit.
    Ramp(Box<RampWork>),
}

/// One stage of a request: a study and its places.
pub struct Stage {
    /// Its name in the plan; without a plan, the name of the command.
    pub name: String,
    /// The load or stage that distinguishes it from others of its command, the end of its name; `None`: it is the only one.
    pub part: Option<String>,
    pub study: StudyKind,
    /// The command that runs only this stage.
    pub command: RepeatCommand,
    /// All settings of the study that decide its points, without the seed.
    pub settings: Settings,
    pub shelf: Shelf,
    /// The layouts that are built as its places when it begins; `None` if the places exist.
    pub building: Option<StageLayouts>,
    pub work: Work,
}

impl Stage {
    pub fn of(
        study: StudyKind,
        part: Option<String>,
        command: &RepeatCommand,
        (settings, shelf, work): (Settings, Shelf, Work),
    ) -> Self {
        let name = Self::name_of(study.name(), part.as_deref());
        let command = command.clone();
        Self { name, part, study, command, settings, shelf, building: None, work }
    }

    /// The name of a stage: that of its plan or command, with its part if there are several.
    pub fn name_of(name: &str, part: Option<&str>) -> String {
        part.map_or_else(|| name.to_owned(), |part| format!("{name} {part}"))
    }

    /// The stage under the name that a plan gives it; with its part if its command has several stages. The trials of a load
    /// line have its name, which distinguishes them from those of other lines.
    pub fn renamed(mut self, name: &str) -> Self {
        self.name = Self::name_of(name, self.part.as_deref());
        if let Work::Ramp(work) = &mut self.work {
            self.name.clone_into(&mut work.role.name);
            self.name.clone_into(&mut work.role.stream.name);
        }
        self
    }

    /// Everything that decides which points the stage requests.
    pub(super) fn key(&self) -> StageKey {
        let places = self.shelf.spots.iter().map(|spot| self.shelf.place_key(spot));
        let (study, settings) = (self.study, self.settings.clone());
        StageKey { study, settings, places: places.collect() }
    }

    pub(super) fn provenance(&self) -> Provenance {
        match self.work {
            Work::Recorded(..) => Provenance::Recorded,
            Work::Points(_) | Work::Ramp(_) => Provenance::Measured,
        }
    }

    pub(super) fn places(&self) -> impl Iterator<Item = &Path> {
        let disks = self.building.iter().flat_map(|building| &building.disks);
        self.shelf.places().chain(disks.map(PathBuf::as_path))
    }
}

pub struct StudyRequest {
    pub kind: RunKind,
    /// The command that repeats it, without the seed.
    pub command: RepeatCommand,
    pub subject: RunSubject,
    /// The text of the plan; empty without a plan.
    pub source_text: String,
    pub stages: Vec<Stage>,
    pub engine: EngineChoice,
    /// The pause before each point; `None`: it depends on the kind of the places.
    pub pause: Option<Nanos>,
}

impl StudyRequest {
    pub(super) fn key(&self) -> StudyKey {
        let hosts = self.stages.iter().map(|stage| stage.shelf.hosts()).max().unwrap_or(1);
        let stages = self.stages.iter().map(Stage::key).collect();
        StudyKey::new(self.engine_key(), stages).on_hosts(hosts)
    }

    pub(super) fn engine_key(&self) -> Option<String> {
        self.engine.kind.map(|kind| kind.name().to_owned())
    }

    pub fn target(&self) -> String {
        let mut titles: Vec<String> = self.stages.iter().map(|stage| stage.shelf.title()).collect();
        titles.dedup();
        titles.join("; ")
    }

    /// All real places: those of every stage, and the disks on which layouts are built.
    pub fn places(&self) -> impl Iterator<Item = &Path> {
        self.stages.iter().flat_map(Stage::places)
    }

    pub(super) fn pause_ns(&self, stage: &Stage, stacks: &[sys::inventory::Inventory]) -> u64 {
        self.pause.map_or_else(|| stage.shelf.pause_ns(stacks), |pause| pause.0)
    }
}
