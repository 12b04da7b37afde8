//! How often and how long a target of a point stopped answering.

use crate::Measured;
use base::units::readable;
use serde::{Deserialize, Serialize};

/// How often one target of a cell stalled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetStalls {
    /// The target's name.
    pub target: String,
    /// How often.
    pub count: u32,
    /// The longest, in seconds, with what lay in the warm-up.
    #[serde(with = "base::float")]
    pub longest_s: f64,
    /// All of them together, in seconds, as far as they lay in the counted time.
    #[serde(with = "base::float")]
    pub length_s: f64,
}

impl TargetStalls {
    /// How often and how long, in words: `3 times, 2.1 s at the longest`.
    pub fn told(&self) -> String {
        let longest = readable(self.longest_s);
        match self.count {
            1 => format!("once, for {longest} s"),
            2 => format!("twice, {longest} s at the longest"),
            many => format!("{many} times, {longest} s at the longest"),
        }
    }
}

/// The stalls of each target over many cells, in the order they were seen first.
pub fn by_target<'a>(cells: impl IntoIterator<Item = &'a Measured>) -> Vec<TargetStalls> {
    let mut all: Vec<TargetStalls> = Vec::new();
    for one in cells.into_iter().flat_map(|cell| &cell.stalls) {
        match all.iter_mut().find(|known| known.target == one.target) {
            Some(known) => {
                known.count += one.count;
                known.length_s += one.length_s;
                known.longest_s = known.longest_s.max(one.longest_s);
            }
            None => all.push(one.clone()),
        }
    }
    all
}

impl Measured {
    /// The share of the cell's time in which its targets answered, on average over so many of them; 1 without a stall.
    pub fn moving_share(&self, targets: usize) -> f64 {
        let still_s: f64 = self.stalls.iter().map(|stalls| stalls.length_s).sum();
        (1.0 - still_s / (self.seconds * targets.max(1) as f64).max(f64::MIN_POSITIVE)).max(0.1)
    }
}
