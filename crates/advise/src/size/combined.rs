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
    let measured = |choice: &&Choice| choice.source() != Source::Rule;
    let own = |sizing: &Sizing, like: &Choice| -> Option<Choice> {
        let same = |choice: &&Choice| {
            (&choice.layout, &choice.place, choice.disks) == (&like.layout, &like.place, like.disks)
        };
        sizing.choices.iter().filter(measured).find(same).cloned()
    };
    let mut found: Vec<CombinedRequirements> = Vec::new();
    for like in all.iter().filter(|_| all.len() > 1).flat_map(|sizing| &sizing.choices) {
        let known = |one: &CombinedRequirements| {
            (&one.layout, &one.place, one.disks) == (&like.layout, &like.place, like.disks)
        };
        if !measured(&like) || found.iter().any(known) {
            continue;
        }
        let share = |sizing: &Sizing| {
            let share = own(sizing, like).map(|choice| choice.share);
            let share = share.filter(|share| share.is_finite());
            RoleShare { role: sizing.requirement.role.clone(), share }
        };
        let shares: Vec<RoleShare> = all.iter().map(share).collect();
        let required_bytes: u64 =
            all.iter().filter_map(|sizing| sizing.requirement.usable).map(|Bytes(n)| n).sum();
        let full = like
            .usable
            .filter(|_| required_bytes > 0)
            .map(|usable| required_bytes as f64 / usable.0 as f64);
        found.push(CombinedRequirements {
            layout: like.layout.clone(),
            place: like.place.clone(),
            disks: like.disks,
            sum: shares.iter().map(|of_role| of_role.share).sum(),
            shares,
            full,
            may_be_full: required_bytes > 0 && full.is_none(),
        });
    }
    let load = |one: &CombinedRequirements| one.sum.unwrap_or(f64::INFINITY);
    found.sort_by(|a, b| load(a).total_cmp(&load(b)));
    found
}
