//! How often and how long a target of a point stopped answering.

use crate::{Measurement, TargetStalls};

/// The stalls of each target over many points, in the order of their first appearance.
pub fn by_target<'a>(points: impl IntoIterator<Item = &'a Measurement>) -> Vec<TargetStalls> {
    let mut targets: Vec<TargetStalls> = Vec::new();
    for stall in points.into_iter().flat_map(|point| &point.stalls) {
        match targets.iter_mut().find(|known| known.target == stall.target) {
            Some(known) => {
                known.count += stall.count;
                known.length_s += stall.length_s;
                known.longest_s = known.longest_s.max(stall.longest_s);
            }
            None => targets.push(stall.clone()),
        }
    }
    targets
}

impl Measurement {
    /// The share of the point's time in which its targets answered, averaged over its targets; 1 without a stall, at least 0.1.
    pub fn moving_share(&self, targets: usize) -> f64 {
        let still_s: f64 = self.stalls.iter().map(|stalls| stalls.length_s).sum();
        (1.0 - still_s / (self.seconds * targets.max(1) as f64).max(f64::MIN_POSITIVE)).max(0.1)
    }
}
