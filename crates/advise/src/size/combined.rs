//! Several requirements on one storage: whether it carries all of them at once, by a rule.
//!
//! Takes the findings for each requirement alone; returns the sum of their shares of each storage. Nothing of it was measured:
//! the rule is that operations share a storage's time. It knows neither seeks between places nor a cache that two requirements
//! use.

use super::{Choice, Sizing, Source};
use base::Bytes;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CombinedRequirements {
    pub layout: String,
    pub place: String,
    pub disks: Option<u32>,
    pub shares: Vec<RoleShare>,
    /// Their sum, if all are known: up to 1 is carried.
    pub sum: Option<f64>,
    /// The required capacity over the usable one, if both are known.
    pub full: Option<f64>,
    /// Whether a capacity is required and the usable one is not known.
    #[serde(skip)]
    pub may_be_full: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoleShare {
    pub role: String,
    /// The required rate over what is surely carried; `None`: nothing is known to be carried.
    pub share: Option<f64>,
}

impl CombinedRequirements {
    /// Whether it carries and holds all of them; `None`: that is unknown.
    pub fn carries(&self) -> Option<bool> {
        let all = [self.sum, self.full];
        if all.iter().flatten().any(|share| *share > 1.0) {
            Some(false)
        } else {
            self.sum.filter(|_| !self.may_be_full).map(|_| true)
        }
    }
}

/// Every measured storage under all requirements at once, the least loaded first; empty if there is one requirement only.
pub fn combine(all: &[Sizing]) -> Vec<CombinedRequirements> {
    let mut found: Vec<CombinedRequirements> = Vec::new();
    if all.len() < 2 {
        return found;
    }
    for choice in all.iter().flat_map(|sizing| &sizing.choices) {
        let is_known = |combined: &CombinedRequirements| {
            (&combined.layout, &combined.place, combined.disks)
                == (&choice.layout, &choice.place, choice.disks)
        };
        if choice.source() == Source::Rule || found.iter().any(is_known) {
            continue;
        }
        let shares: Vec<RoleShare> = all.iter().map(|sizing| role_share(sizing, choice)).collect();
        let required_bytes: u64 =
            all.iter().filter_map(|sizing| sizing.requirement.usable).map(|Bytes(n)| n).sum();
        let full = choice
            .usable
            .filter(|_| required_bytes > 0)
            .map(|usable| required_bytes as f64 / usable.0 as f64);
        found.push(CombinedRequirements {
            layout: choice.layout.clone(),
            place: choice.place.clone(),
            disks: choice.disks,
            sum: shares.iter().map(|of_role| of_role.share).sum(),
            shares,
            full,
            may_be_full: required_bytes > 0 && full.is_none(),
        });
    }
    let load = |combined: &CombinedRequirements| combined.sum.unwrap_or(f64::INFINITY);
    found.sort_by(|a, b| load(a).total_cmp(&load(b)));
    found
}

/// The share of a requirement in what the storage of this choice carries.
fn role_share(sizing: &Sizing, choice: &Choice) -> RoleShare {
    let is_same = |own: &&Choice| {
        own.source() != Source::Rule
            && (&own.layout, &own.place, own.disks) == (&choice.layout, &choice.place, choice.disks)
    };
    let own = sizing.choices.iter().find(is_same);
    let share = own.map(|own| own.share).filter(|share| share.is_finite());
    RoleShare { role: sizing.requirement.role.clone(), share }
}
