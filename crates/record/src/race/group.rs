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
    Role,
    Fill,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LoadGroup {
    pub property: GroupProperty,
    /// Their order, if random and sequential points share the property.
    pub random: Option<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GroupProperty {
    Block(Bytes),
    Direction(LoadDirection),
    Order { random: bool },
    Depth(u32),
    Role(String),
    Fill(u8),
}

base::words! {
    #[derive(PartialOrd, Ord)]
    pub enum LoadDirection as "direction of a load" {
        Reads = "reads",
        Writes = "writes",
        Mixes = "mixes",
    }
}

impl LoadDirection {
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

    pub fn is_role(&self, name: &str) -> bool {
        matches!(&self.property, GroupProperty::Role(own) if own == name)
    }
}
