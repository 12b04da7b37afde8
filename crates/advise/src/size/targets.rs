//! What a record says about its targets: where they are, what they are, and their RAID levels.
//!
//! Takes a record; returns types. Records keep facts as texts: this is the one place that reads them.

use super::raid;
use record::{Record, StageRecord};
use workload::RaidLevel;

/// What a target is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// The record does not say.
    NotTold,
    /// A device.
    Device,
    /// A file that was there before.
    File,
    /// A file that was made for the run, or simulated storage.
    Made,
    /// A layout that was built for the run and removed.
    Removed,
    /// Points of a record: there is no target.
    Record,
}

/// The kind of target that the text of a fact names.
fn kind_of(what: &str) -> TargetKind {
    if what.is_empty() {
        TargetKind::NotTold
    } else if what.contains("taken down") {
        TargetKind::Removed
    } else if what.ends_with("of a device") {
        TargetKind::Device
    } else if what.ends_with("of a file") {
        TargetKind::File
    } else {
        TargetKind::Made
    }
}

/// The place and kind of a target of a stage, from the record.
pub(super) fn place(
    record: &Record,
    stage: &StageRecord,
    target: &str,
) -> Option<(String, TargetKind)> {
    let title = format!("Places of {}", stage.name);
    let groups =
        record.facts.iter().filter(|group| group.title == title || group.title == "Places");
    let rows = groups.flat_map(|group| &group.rows);
    let found = rows.filter(|(name, ..)| name == target).find(|(.., word)| !word.is_empty());
    found.map(|(_, what, word)| (place_of(word), kind_of(what)))
}

/// The places of a stage that has one; what was tested if the record does not say.
pub(super) fn of_stage(record: &Record, stage: &StageRecord) -> Vec<(String, TargetKind)> {
    let found = place(record, stage, "target");
    vec![found.unwrap_or_else(|| (place_of(&record.target), TargetKind::NotTold))]
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
    if places.iter().any(|place| place.starts_with("sim:")) {
        return String::new();
    }
    fact(record, "System", "host").unwrap_or_default()
}

fn fact(record: &Record, title: &str, name: &str) -> Option<String> {
    let rows = record.facts.iter().filter(|group| group.title == title);
    let mut rows = rows.flat_map(|group| &group.rows);
    rows.find(|(row, ..)| row == name).map(|(_, value, _)| value.clone())
}

/// The RAID level and disks of a simulated storage: `sim:hdd?disks=8&layout=raid10`.
pub(super) fn simulated(place: &str) -> (Option<RaidLevel>, Option<u32>) {
    let Some((_, words)) = place.strip_prefix("sim:").and_then(|rest| rest.split_once('?')) else {
        return (None, None);
    };
    let of = |key: &str| {
        let mut pairs = words.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(name, _)| *name == key).map(|(_, value)| value)
    };
    let disks = of("disks").and_then(|text| text.parse().ok());
    let level = match of("layout") {
        Some(name) => RaidLevel::ALL.into_iter().find(|level| level.name() == name),
        // Several disks are striped.
        None => disks.filter(|disks| *disks > 1).map(|_| RaidLevel::Raid0),
    };
    (level, disks)
}

/// The RAID level and disks of an array, if the record has one target: its row `layout`, such as `raid10 over 14`.
pub(super) fn inventory(record: &Record) -> (Option<RaidLevel>, Option<u32>) {
    let rows = record.facts.iter().flat_map(|group| &group.rows);
    let arrays = rows.filter(|(name, ..)| name == "layout").map(|(_, value, _)| value);
    let mut found = arrays.filter_map(|text| {
        let (level, disks) = text.split_once(" over ")?;
        Some((raid::level_of(level)?, disks.trim().parse().ok()?))
    });
    found.next().map_or((None, None), |(level, disks)| (Some(level), Some(disks)))
}
