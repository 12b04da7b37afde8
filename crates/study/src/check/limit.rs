//! What limits a role: a quota that is known or recognised, the CPUs, the depth, or the storage itself.
//!
//! Takes a role's trials and what is known of the machine; returns a limit, and the quota if that is it. Runs nothing.

use crate::ramp::expected_line;
use record::{Limit, Quota, RoleFinding, TrialRecord};
use summary::{Conditions, StreamSummary, warning};
use workload::{Requirement, Role, RoleKind};

/// What the limits of a role are found from.
pub(super) struct Limits<'a> {
    pub(super) finding: &'a RoleFinding,
    /// The required rate per second.
    pub(super) requirement: Option<f64>,
    pub(super) conditions: &'a Conditions,
    /// The usual silence within an interval at full load, in seconds, if the storage works in slices.
    pub(super) silence_s: f64,
}

impl Limits<'_> {
    /// What limits, by the fingerprints of the trials and the machine's conditions.
    pub(super) fn of(&self, trials: &[TrialRecord], depth_limited: bool) -> (Limit, Option<Quota>) {
        let beside: Vec<&StreamSummary> = trials.iter().flat_map(|t| &t.streams).collect();
        let closed: Vec<&StreamSummary> =
            trials.iter().filter(|t| t.rate_iops.is_none()).flat_map(|t| &t.streams).collect();
        let known = closed.iter().filter_map(|s| warning::known_quota(s, &self.conditions.quotas));
        let known = known.map(|found| Quota::known(found.0));
        let sliced = closed.iter().filter_map(|s| warning::sliced_quota(s, self.silence_s));
        let regulated = closed.iter().filter_map(|s| warning::regulated(s, &beside));
        let unknown = sliced.chain(regulated).map(|quota| Quota::unknown(&quota));
        let found = known.chain(unknown).next();
        if let Some(quota) = found.filter(|quota| self.binds(quota.owner.is_some())) {
            (Limit::Quota, Some(quota))
        } else if warning::cpu_saturated(self.conditions).is_some() {
            // CPUs that others keep busy are no limit of this process, and hide that of the storage.
            (if mostly_ours(self.conditions) { Limit::Cpu } else { Limit::Unknown }, None)
        } else if depth_limited {
            (Limit::Depth, None)
        } else {
            (Limit::Device, None)
        }
    }
}

/// If the line reaches this part of the one that the quota alone would allow, the quota is the limit and not the latency of the
/// storage (ours: lines are published 2.5 % low, and are known to 10 % at best in a short test).
const BOUND_SHARE: f64 = 0.85;

impl Limits<'_> {
    /// Whether the quota that holds the closed loop limits the role: it does not let the required rate through, or the line is
    /// near the one that arrivals have under the quota alone.
    fn binds(&self, known: bool) -> bool {
        let Some(full) = self.finding.saturation_iops else { return true };
        if self.requirement.is_some_and(|requirement| requirement > full) {
            return true;
        }
        let sliced = known || self.silence_s > 0.0;
        let alone = expected_line(full, self.finding.latency_limit, sliced);
        self.finding.load_line.is_some_and(|line| line.high >= BOUND_SHARE * alone)
    }
}

/// Whether this process kept the CPUs busy.
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

/// The required rate of a role in operations per second: for transfers, the requirement is in MiB/s.
pub(super) fn needed(role: &Role, requirement: &Requirement) -> Option<f64> {
    let mib_each = mean_block_bytes(role) / f64::from(1 << 20);
    match role.kind {
        RoleKind::Load => requirement.iops_min,
        RoleKind::Commit => requirement.commits_min,
        RoleKind::Bulk => requirement.mibps_min.map(|mibps| mibps / mib_each),
    }
}
