//! Facts and places in words: takes the typed groups of a record or an inventory, gives titled rows of text.

use crate::catalogue::facts as text;
use crate::language::Language;
use record::facts::OverlayReach;
use record::{
    Fact, FactGroup, FactName, FactRemark, FactTitle, FactValue, Record, TargetKind, TargetRecord,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactTable {
    pub title: String,
    pub rows: Vec<FactRow>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactRow {
    pub name: String,
    pub value: String,
    /// What it means for a test; empty if nothing is known.
    pub remark: String,
}

/// What a fact means for a test, with the level or place that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubjectRemark {
    /// The level or place, or the heading of a group about the machine.
    pub about: String,
    pub text: String,
}

pub fn remarks(language: Language, found: &[(FactTitle, FactRemark)]) -> Vec<SubjectRemark> {
    let shown = |(title, remark): &(FactTitle, FactRemark)| SubjectRemark {
        about: match title {
            FactTitle::FileSystem { path } => path.clone(),
            FactTitle::Level { name, .. } => name.clone(),
            other => text::title_text(language, other),
        },
        text: text::remark_text(language, remark),
    };
    found.iter().map(shown).collect()
}

pub fn of_record(language: Language, record: &Record) -> Vec<FactTable> {
    let mut tables = tables(language, &record.facts);
    let mut stages: Vec<&str> = Vec::new();
    for place in &record.targets.places {
        if !stages.contains(&&*place.stage) {
            stages.push(&place.stage);
        }
    }
    tables.extend(stages.into_iter().map(|stage| places(language, record, stage)));
    let identities = &record.targets.identities;
    if !identities.is_empty() {
        let row = |one: &record::StorageIdentity| FactRow {
            name: one.path.clone(),
            value: one.id.clone(),
            remark: String::new(),
        };
        let title = text::title_identities(language).to_owned();
        tables.push(FactTable { title, rows: identities.iter().map(row).collect() });
    }
    tables
}

pub fn tables(language: Language, groups: &[FactGroup]) -> Vec<FactTable> {
    let table = |group: &FactGroup| FactTable {
        title: indented(language, &group.title),
        rows: group.rows.iter().map(|fact| row(language, fact)).collect(),
    };
    groups.iter().map(table).collect()
}

fn row(language: Language, fact: &Fact) -> FactRow {
    FactRow {
        name: name(language, &fact.name),
        value: text::value_text(language, &fact.value),
        remark: fact
            .remark
            .as_ref()
            .map(|one| text::remark_text(language, one))
            .unwrap_or_default(),
    }
}

/// The heading; a level of the stack is indented by its depth.
fn indented(language: Language, title: &FactTitle) -> String {
    let depth = match title {
        FactTitle::Level { depth, .. } => *depth as usize,
        _ => 0,
    };
    "  ".repeat(depth) + &text::title_text(language, title)
}

/// The heading of a group whose words are not in the catalogue alone.
pub(crate) fn computed_title(language: Language, title: &FactTitle) -> String {
    match title {
        FactTitle::Level { name, kind, .. } => {
            let kind = kind.map_or("", |kind| text::kind_text(language, &kind));
            text::title_level(language, name, kind)
        }
        FactTitle::Written(text) => text.clone(),
        other => unreachable!("{other:?} has a message"),
    }
}

pub(crate) fn name(language: Language, name: &FactName) -> String {
    match name {
        FactName::Known(key) => text::name_text(language, key).to_owned(),
        FactName::Written(text) => text.clone(),
    }
}

fn places(language: Language, record: &Record, stage: &str) -> FactTable {
    let title = match stage {
        "" => text::title_places(language).to_owned(),
        stage => text::title_places_of(language, stage),
    };
    let of_stage = record.targets.places.iter().filter(|place| place.stage == stage);
    FactTable { title, rows: of_stage.map(|place| place_row(language, place)).collect() }
}

fn place_row(language: Language, place: &TargetRecord) -> FactRow {
    let size = place.size_bytes;
    let what = match place.kind {
        TargetKind::Simulated => text::value_place_simulated(language, size),
        TargetKind::Directory => text::value_place_made(language, size),
        TargetKind::Device => text::value_place_device(language, size),
        TargetKind::File => text::value_place_file(language, size),
    };
    let value = if place.is_removed() { text::value_place_removed(language, &what) } else { what };
    FactRow { name: place.name.clone(), value, remark: place.shown_path() }
}

/// What a fact means for a test, where that needs more than its values.
pub(crate) fn computed_remark(language: Language, remark: &FactRemark) -> String {
    match remark {
        FactRemark::FileSize { bytes } => language.bytes(*bytes),
        FactRemark::Written(text) => text.clone(),
        other => unreachable!("{other:?} has a message"),
    }
}

pub(crate) fn computed(language: Language, value: &FactValue) -> String {
    match value {
        FactValue::Text(text) => text.clone(),
        FactValue::List(all) => all.join(", "),
        FactValue::Count(count) => language.count(*count),
        FactValue::CountOf { part, whole } => {
            text::value_of_whole(language, &language.count(*part), &language.count(*whole))
        }
        FactValue::Cpus(cpus) => language.number(*cpus),
        FactValue::Bytes(bytes) => language.bytes(*bytes),
        FactValue::BytesOf { part_bytes, whole_bytes } => {
            let [part, whole] = [part_bytes, whole_bytes].map(|bytes| language.bytes(*bytes));
            text::value_of_whole(language, &part, &whole)
        }
        FactValue::Nanos(nanos) => language.latency(*nanos as f64),
        FactValue::Flag(true) => text::value_yes(language).to_owned(),
        FactValue::Flag(false) => text::value_no(language).to_owned(),
        FactValue::WriteCache { mode, fua } => format!("{mode}{}", if *fua { ", FUA" } else { "" }),
        FactValue::Volume { name, suspended: true } => text::value_suspended(language, name),
        FactValue::Volume { name, .. } => name.clone(),
        FactValue::LoopFile { path, direct: true } => text::value_loop_direct(language, path),
        FactValue::LoopFile { path, .. } => text::value_loop_buffered(language, path),
        FactValue::UpperLayer { path, reach } => match reach {
            OverlayReach::Found => text::value_upper_found(language, path),
            OverlayReach::Relative => text::value_upper_relative(language, path),
            OverlayReach::Outside => text::value_upper_outside(language, path),
        },
        _ => String::new(),
    }
}
