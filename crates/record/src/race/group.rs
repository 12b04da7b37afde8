//! What the points of a group have in common.
//!
//! In documents it is a few words, such as `64 KiB random`.

use base::Bytes;
use base::words::UnknownWord;
use serde::{Deserialize, Serialize};
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
#[serde(try_from = "StoredGroup", into = "StoredGroup")]
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

impl TryFrom<StoredGroup> for LoadGroup {
    type Error = UnknownWord;

    fn try_from(StoredGroup { kind, label }: StoredGroup) -> Result<Self, UnknownWord> {
        let (first, order) = match label.rsplit_once(' ') {
            Some((first, word)) => (first, order_of(word)),
            None => (&*label, None),
        };
        let (text, random) = if order.is_some() { (first, order) } else { (&*label, None) };
        let property = match kind {
            GroupKind::Block => kib(text).map(GroupProperty::Block),
            GroupKind::Direction => LoadDirection::of_word(text).map(GroupProperty::Direction),
            GroupKind::Order => order_of(&label).map(|random| GroupProperty::Order { random }),
            GroupKind::Depth => text
                .strip_prefix("depth ")
                .and_then(|n| Some(GroupProperty::Depth(n.parse().ok()?))),
            GroupKind::Fill => text
                .strip_suffix(" % full")
                .and_then(|n| Some(GroupProperty::Fill(n.parse().ok()?))),
            GroupKind::Role => return Ok(Self::of(GroupProperty::Role(label))),
        };
        let known = vec!["64 KiB", "reads", "random", "depth 8", "50 % full"];
        let unknown = || UnknownWord { word: label.clone(), what: "group", known };
        Ok(Self { property: property.ok_or_else(unknown)?, random })
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
        };
        let order = group.random.map(|random| format!(" {}", order_word(random)));
        Self { kind, label: label + &order.unwrap_or_default() }
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
        ];
        for (property, random) in all {
            let group = LoadGroup { property, random };
            assert_eq!(LoadGroup::try_from(StoredGroup::from(group.clone())), Ok(group));
        }
        let stored = StoredGroup { kind: GroupKind::Block, label: "64 KiB random".to_owned() };
        let group =
            LoadGroup { property: GroupProperty::Block(Bytes::kib(64)), random: Some(true) };
        assert_eq!(LoadGroup::try_from(stored), Ok(group));
        let unknown = StoredGroup { kind: GroupKind::Block, label: "large".to_owned() };
        assert!(LoadGroup::try_from(unknown).is_err());
    }
}
