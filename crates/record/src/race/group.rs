//! What the points of a group have in common.

use base::Bytes;
use serde::{Deserialize, Serialize};
use workload::PointLoad;

/// By what points are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
pub struct LoadGroup {
    /// The property that they share.
    pub property: GroupProperty,
    /// Their order, if random and sequential points share the property.
    pub random: Option<bool>,
}

/// The property that the points of a group share.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
    pub enum LoadDirection as "direction of a load" {
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
