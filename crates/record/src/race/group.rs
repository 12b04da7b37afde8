//! What the points of a group have in common, and what a setting of a load is set to.
//!
//! In documents both are short words, such as `64 KiB random`. Words that name nothing here stay words.

use super::Setting;
use base::Bytes;
use serde::{Deserialize, Serialize};
use std::fmt;
use workload::grid::{order_of, order_word};
use workload::{PointLoad, WordChoice};

/// By what points are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum GroupKind {
    /// Points of one block size; of one order where there are random and sequential ones of that size.
    Block,
    /// Reads, writes or mixes; of one order where there are random and sequential ones of them.
    Direction,
    /// Random or sequential points; not told of roles.
    Order,
    /// Points of one depth; of one order where there are random and sequential ones of it. Told where points of every kind were
    /// seen of each; not of roles, nor where each block size is asked for.
    Depth,
    /// Points of one role.
    Role,
    /// One fill level.
    Fill,
}

/// What all points of a group have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "StoredGroup", into = "StoredGroup")]
pub struct LoadGroup {
    /// The property that they share.
    pub property: GroupProperty,
    /// Their order, if random and sequential points share the property.
    pub random: Option<bool>,
}

/// The property that the points of a group share.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GroupProperty {
    /// The block size.
    Block(Bytes),
    /// Reads, writes or mixes.
    Direction(LoadDirection),
    /// Random or sequential offsets.
    Order {
        /// Whether they are random.
        random: bool,
    },
    /// The queue depth of each thread.
    Depth(u32),
    /// The role of a database.
    Role(String),
    /// The fill level in percent.
    Fill(u8),
    /// Words of an earlier version that name nothing of these.
    Words(GroupKind, String),
}

base::words! {
    /// What a load does.
    #[derive(PartialOrd, Ord)]
    pub enum LoadDirection {
        /// Only reads.
        Reads = "reads",
        /// Only writes.
        Writes = "writes",
        /// Both.
        Mixes = "mixes",
    }
}

impl LoadDirection {
    /// That of a load.
    pub fn of(load: &PointLoad) -> Self {
        match load.read_percent {
            share if share >= 100.0 => Self::Reads,
            share if share <= 0.0 => Self::Writes,
            _ => Self::Mixes,
        }
    }
}

impl LoadGroup {
    /// The group of this property, whatever the order of its points.
    pub fn of(property: GroupProperty) -> Self {
        Self { property, random: None }
    }

    /// By what its points belong together.
    pub fn kind(&self) -> GroupKind {
        match &self.property {
            GroupProperty::Block(_) => GroupKind::Block,
            GroupProperty::Direction(_) => GroupKind::Direction,
            GroupProperty::Order { .. } => GroupKind::Order,
            GroupProperty::Depth(_) => GroupKind::Depth,
            GroupProperty::Role(_) => GroupKind::Role,
            GroupProperty::Fill(_) => GroupKind::Fill,
            GroupProperty::Words(kind, _) => *kind,
        }
    }

    /// Whether its points are those of this role.
    pub fn is_role(&self, name: &str) -> bool {
        matches!(&self.property, GroupProperty::Role(own) if own == name)
    }
}

/// A size in KiB: `64 KiB`, `0.5 KiB`.
fn kib(text: &str) -> Option<Bytes> {
    let kib: f64 = text.strip_suffix(" KiB")?.parse().ok()?;
    Some(Bytes((kib * 1024.0).round() as u64))
}

/// A group in documents.
#[derive(Serialize, Deserialize)]
struct StoredGroup {
    kind: GroupKind,
    label: String,
}

impl From<StoredGroup> for LoadGroup {
    fn from(StoredGroup { kind, label }: StoredGroup) -> Self {
        let (first, order) = match label.rsplit_once(' ') {
            Some((first, word)) => (first, order_of(word)),
            None => (&*label, None),
        };
        let (text, random) = if order.is_some() { (first, order) } else { (&*label, None) };
        let known = match kind {
            GroupKind::Block => kib(text).map(GroupProperty::Block),
            GroupKind::Direction => LoadDirection::of_word(text).map(GroupProperty::Direction),
            GroupKind::Order => order_of(&label).map(|random| GroupProperty::Order { random }),
            GroupKind::Depth => text
                .strip_prefix("depth ")
                .and_then(|n| Some(GroupProperty::Depth(n.parse().ok()?))),
            GroupKind::Fill => text
                .strip_suffix(" % full")
                .and_then(|n| Some(GroupProperty::Fill(n.parse().ok()?))),
            GroupKind::Role => return Self::of(GroupProperty::Role(label)),
        };
        match known {
            Some(property) => Self { property, random },
            None => Self::of(GroupProperty::Words(kind, label)),
        }
    }
}

impl From<LoadGroup> for StoredGroup {
    fn from(group: LoadGroup) -> Self {
        let kind = group.kind();
        let label = match group.property {
            GroupProperty::Block(block) => format!("{} KiB", block.0 as f64 / 1024.0),
            GroupProperty::Direction(direction) => direction.word().to_owned(),
            GroupProperty::Order { random } => order_word(random).to_owned(),
            GroupProperty::Depth(depth) => format!("depth {depth}"),
            GroupProperty::Role(name) => name,
            GroupProperty::Fill(percent) => format!("{percent} % full"),
            GroupProperty::Words(_, words) => words,
        };
        let order = group.random.map(|random| format!(" {}", order_word(random)));
        Self { kind, label: label + &order.unwrap_or_default() }
    }
}

/// The value of a setting of a load.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum SettingLevel {
    /// A block size.
    Block(Bytes),
    /// A queue depth or a number of threads.
    Count(u32),
    /// The share of reads in percent.
    ReadPercent(f64),
    /// Whether offsets are random.
    Random(bool),
    /// Words of an earlier version that name nothing of these.
    Words(String),
}

impl Setting {
    /// Its value in a load.
    pub fn level(self, load: &PointLoad) -> SettingLevel {
        match self {
            Self::Block => SettingLevel::Block(load.block),
            Self::Depth => SettingLevel::Count(load.depth),
            Self::Threads => SettingLevel::Count(load.threads),
            Self::Direction => SettingLevel::ReadPercent(load.read_percent),
            Self::Order => SettingLevel::Random(load.random),
        }
    }
}

impl fmt::Display for SettingLevel {
    /// As in documents: `64 KiB`, `4`, `writes`, `random`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Block(block) => write!(f, "{block}"),
            Self::Count(count) => write!(f, "{count}"),
            Self::ReadPercent(share) if *share >= 100.0 => f.write_str("reads"),
            Self::ReadPercent(share) if *share <= 0.0 => f.write_str("writes"),
            Self::ReadPercent(share) => write!(f, "{share} % reads"),
            Self::Random(random) => f.write_str(order_word(*random)),
            Self::Words(words) => f.write_str(words),
        }
    }
}

impl From<SettingLevel> for String {
    /// As shown; a size that is rounded there is exact here.
    fn from(level: SettingLevel) -> Self {
        match level {
            SettingLevel::Block(block) if block.to_string().parse() != Ok(block) => {
                format!("{} B", block.0)
            }
            level => level.to_string(),
        }
    }
}

impl From<String> for SettingLevel {
    fn from(words: String) -> Self {
        let share = || words.strip_suffix(" % reads")?.parse().ok();
        match &*words {
            "reads" => Self::ReadPercent(100.0),
            "writes" => Self::ReadPercent(0.0),
            word => None
                .or_else(|| order_of(word).map(Self::Random))
                .or_else(|| word.parse().ok().map(Self::Count))
                .or_else(|| share().map(Self::ReadPercent))
                .or_else(|| word.parse().ok().map(Self::Block))
                .unwrap_or(Self::Words(words)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_the_same_after_a_document() {
        let all = [
            (GroupProperty::Block(Bytes::kib(64)), Some(true)),
            (GroupProperty::Block(Bytes(512)), None),
            (GroupProperty::Direction(LoadDirection::Mixes), Some(false)),
            (GroupProperty::Order { random: true }, None),
            (GroupProperty::Depth(16), None),
            (GroupProperty::Role("log random".to_owned()), None),
            (GroupProperty::Fill(50), None),
            (GroupProperty::Words(GroupKind::Block, "large".to_owned()), None),
        ];
        for (property, random) in all {
            let group = LoadGroup { property, random };
            assert_eq!(LoadGroup::from(StoredGroup::from(group.clone())), group);
        }
        let stored = StoredGroup { kind: GroupKind::Block, label: "64 KiB random".to_owned() };
        let group =
            LoadGroup { property: GroupProperty::Block(Bytes::kib(64)), random: Some(true) };
        assert_eq!(LoadGroup::from(stored), group);
    }

    #[test]
    fn levels_are_the_same_after_a_document() {
        let all = [
            SettingLevel::Block(Bytes::kib(64)),
            SettingLevel::Block(Bytes(512)),
            SettingLevel::Block(Bytes::kib(10_241)),
            SettingLevel::Count(4),
            SettingLevel::ReadPercent(70.5),
            SettingLevel::ReadPercent(0.0),
            SettingLevel::Random(false),
            SettingLevel::Words("any".to_owned()),
        ];
        for level in all {
            assert_eq!(SettingLevel::from(String::from(level.clone())), level);
        }
    }
}
