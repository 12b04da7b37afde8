//! What a record says about its targets: where they are, what they are, and their RAID levels.
//!
//! Takes a record; returns the types of this module.

use super::raid;
use record::{FactKey, FactTitle, FactValue, Record, StageRecord, TargetRecord};
use workload::RaidLevel;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum TargetKind {
    /// The record does not say; or a file that was made for the run, or simulated storage.
    #[default]
    Other,
    Device,
    /// A file that was there before.
    File,
    /// A layout that was built for the run and removed.
    Removed,
    /// Points of a record: there is no target.
    Record,
}

impl From<&TargetRecord> for TargetKind {
    fn from(target: &TargetRecord) -> Self {
        match target.kind {
            _ if target.is_removed() => Self::Removed,
            record::TargetKind::Device => Self::Device,
            record::TargetKind::File => Self::File,
            record::TargetKind::Directory | record::TargetKind::Simulated => Self::Other,
        }
    }
}

/// The place and kind of a target of a stage, from the record.
pub(super) fn place(
    record: &Record,
    stage: &StageRecord,
    target: &str,
) -> Option<(String, TargetKind)> {
    let found = record.targets.place(&stage.name, target)?;
    Some((place_of(&found.shown_path()), TargetKind::from(found)))
}

/// The place of a stage that has one; what was tested if the record does not say.
pub(super) fn of_stage(record: &Record, stage: &StageRecord) -> (String, TargetKind) {
    let found = place(record, stage, "target");
    found.unwrap_or_else(|| (place_of(&record.target), TargetKind::Other))
}

/// A place without what does not distinguish it from another.
pub(super) fn place_of(text: &str) -> String {
    match text.trim_end_matches('/') {
        "" => text.to_owned(),
        short => short.to_owned(),
    }
}

/// The machine that was measured; simulated storage is the same on all of them.
pub(super) fn host(record: &Record, places: &[String]) -> String {
    if places.iter().any(|place| workload::simulation(place).is_some()) {
        return String::new();
    }
    let host = record::facts::fact(&record.facts, &FactTitle::System, FactKey::Host);
    host.and_then(FactValue::as_text).unwrap_or_default().to_owned()
}

/// What a place itself shows of its construction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct KnownLayout {
    pub(super) level: Option<RaidLevel>,
    pub(super) disks: Option<u32>,
}

/// The layout of a simulated storage: `sim:hdd?disks=8&layout=raid10`.
pub(super) fn simulated_layout(place: &str) -> KnownLayout {
    let Some((_, words)) = workload::simulation(place).and_then(|rest| rest.split_once('?')) else {
        return KnownLayout::default();
    };
    let value_of = |key: &str| {
        let mut pairs = words.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(name, _)| *name == key).map(|(_, value)| value)
    };
    let disks = value_of("disks").and_then(|text| text.parse().ok());
    let level = match value_of("layout") {
        Some(name) => name.parse().ok(),
        // Several disks are striped.
        None => disks.filter(|disks| *disks > 1).map(|_| RaidLevel::Raid0),
    };
    KnownLayout { level, disks }
}

/// The layout of the topmost array in the facts.
pub(super) fn array_layout(record: &Record) -> KnownLayout {
    for fact in record.facts.iter().flat_map(|group| &group.rows) {
        if let FactValue::Array { layout, members } = &fact.value
            && let Some(level) = raid::level_of(layout)
        {
            return KnownLayout { level: Some(level), disks: Some(*members) };
        }
    }
    KnownLayout::default()
}
