//! What limits a role: a quota that is known or recognised, the CPUs, the depth, or the storage itself.
//!
//! Takes a role's trials and what is known of the machine, gives a limit and the quota where it is one. Runs nothing.

use record::{Limit, Quota, TrialRecord};
use summary::{Conditions, StreamSummary, doubt};
use workload::Role;

/// What the limits of a role are found from.
pub(super) struct Limits<'a> {
    pub(super) role: &'a Role,
    pub(super) conditions: &'a Conditions,
    /// How long the storage is silent in most intervals at full load, where it works in slices.
    pub(super) silence_s: f64,
}

impl Limits<'_> {
    /// What limits, by the fingerprints of the trials and the machine's conditions.
    pub(super) fn of(&self, trials: &[TrialRecord], depth_limited: bool) -> (Limit, Option<Quota>) {
        let beside: Vec<&StreamSummary> = trials.iter().flat_map(|t| &t.streams).collect();
        let closed: Vec<&StreamSummary> =
            trials.iter().filter(|t| t.rate_iops.is_none()).flat_map(|t| &t.streams).collect();
        let block_bytes = mean_block_bytes(self.role);
        let known = closed.iter().filter_map(|s| doubt::known_quota(s, &self.conditions.quotas));
        let known = known.map(|found| Quota::known(found.0));
        let round = closed.iter().filter_map(|s| doubt::quota(s, block_bytes, &beside));
        let sliced = closed.iter().filter_map(|s| doubt::sliced_quota(s, self.silence_s));
        let unknown = round.chain(sliced).map(|quota| Quota::unknown(&quota));
        if let Some(quota) = known.chain(unknown).next() {
            (Limit::Quota, Some(quota))
        } else if doubt::cpu_saturated(self.conditions).is_some() && mostly_ours(self.conditions) {
            (Limit::Cpu, None)
        } else if depth_limited {
            (Limit::Depth, None)
        } else {
            (Limit::Device, None)
        }
    }
}

/// Whether it was us who kept the CPUs busy: CPUs that others keep busy are a doubt, and no limit that was found.
fn mostly_ours(conditions: &Conditions) -> bool {
    let busy = conditions.cpu_busy_share.unwrap_or(0.0);
    conditions.cpu_own_share.is_none_or(|own| own > 0.5 * busy)
}

/// The mean size of the role's operations in bytes.
pub(super) fn mean_block_bytes(role: &Role) -> f64 {
    let reads = role.stream.read_percent / 100.0;
    let (read, write) = (&role.stream.read_blocks, &role.stream.write_blocks);
    reads * read.mean_bytes() + (1.0 - reads) * write.mean_bytes()
}
