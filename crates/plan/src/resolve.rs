//! Turns what was said into numbers: percentages, defaults, shares of workers, seeds.

use crate::{Facts, Plan, Problem};
use workload::Workload;

/// Every worker's work, or all that is wrong at once.
pub fn plan(_workload: &Workload, _facts: &Facts, _seed: u64) -> Result<Plan, Vec<Problem>> {
    Err(Vec::new())
}
