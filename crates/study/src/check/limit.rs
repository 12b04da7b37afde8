//! The verdict on a role, and what limits it: a quota that is known or recognised, the CPUs, the depth, or the storage itself.
//!
//! Takes a role's trials and what is known of the machine; returns a limit, and the quota if that is it. Runs nothing.

use super::role_answer::LoadBounds;
use crate::ramp::{RampResult, expected_line};
use record::reason::{LineReason, LineUnit};
use record::{Limit, Quota, Reason, RoleFinding, TrialRecord, TriedLoad, Verdict};
use summary::warning::{self, StallCounts};
use summary::{Conditions, Estimate, MachineLoad, StreamSummary};
use workload::{LatencyLimit, Requirement, Role, RoleKind};

/// What the limits of a role are found from.
pub(super) struct Limits<'a> {
    pub(super) finding: &'a RoleFinding,
    pub(super) requirement: Option<f64>,
    pub(super) conditions: &'a Conditions,
    /// The usual silence within an interval at full load, in seconds, if the storage works in slices.
    pub(super) silence_s: f64,
}

impl Limits<'_> {
    /// What limits, by the fingerprints of the trials and the machine's conditions.
    pub(super) fn of(&self, trials: &[TrialRecord], depth_limited: bool) -> (Limit, Option<Quota>) {
        let beside: Vec<&StreamSummary> = trials.iter().flat_map(|t| &t.streams).collect();
        // A line of shared flushes has a closed loop of its own.
        let shares = self.finding.reason.of_shared_flushes();
        let own = trials.iter().filter(|t| t.rate_iops.is_none() && t.shares_flushes() == shares);
        let closed: Vec<&StreamSummary> = own.flat_map(|t| &t.streams).collect();
        if let Some((quota, full_iops)) = self.nearest_quota(trials)
            && self.has_line_of_job()
            && self.is_near(full_iops, true)
        {
            return (Limit::Quota, Some(quota));
        }
        let known = closed.iter().filter_map(|s| warning::known_quota(s, &self.conditions.quotas));
        // The streams of a job that each go as fast as they can have other shares of the I/O than in the job.
        let known = known.filter(|_| !self.has_line_of_job()).map(|found| Quota::known(found.0));
        let is_job = self.finding.job_iops.is_some();
        let sliced = closed.iter().filter_map(|s| warning::sliced_quota(s, self.silence_s));
        let regulated = closed.iter().filter_map(|s| warning::regulated(s, &beside, is_job));
        let load = self.conditions.load.as_ref();
        let all_known = self.has_line_of_job() && !self.conditions.quotas.is_empty();
        // A quota of CPU time lets the process run in portions, and its rate may be as constant as under a quota of I/O.
        let throttled = load.is_some_and(|load| load.throttled().is_some());
        let unknown = sliced.chain(regulated).filter(|_| !all_known && !throttled);
        let unknown = unknown.map(|quota| Quota::unknown(&quota));
        let found = known.chain(unknown).next();
        if let Some(quota) = found.filter(|quota| self.limits_role(quota.owner.is_some())) {
            (Limit::Quota, Some(quota))
        } else if let Some(limit) = load.and_then(of_load) {
            (limit, None)
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
    fn limits_role(&self, known: bool) -> bool {
        let Some(full) = self.finding.saturation_iops else { return true };
        if self.requirement.is_some_and(|requirement| requirement > full) {
            return true;
        }
        self.is_near(full, known || self.silence_s > 0.0)
    }

    /// Whether the line is near the one that arrivals have under a quota of so many operations per second alone.
    fn is_near(&self, full_iops: f64, sliced: bool) -> bool {
        let alone = expected_line(full_iops, self.finding.latency_limit, sliced);
        self.finding
            .load_line
            .is_some_and(|line| line.interval.is_none_or(|ends| ends.high >= BOUND_SHARE * alone))
    }

    fn has_line_of_job(&self) -> bool {
        self.finding.job_iops.is_some() && self.finding.load_line.is_some()
    }

    /// A rate of the role, with an interval that ends where a known quota ends it. An interval of trials alone may reach beyond.
    pub(super) fn within_quota(&self, rate: Estimate, trials: &[TrialRecord]) -> Estimate {
        let most = self.nearest_quota(trials).map(|(_, full_iops)| full_iops);
        // Requests that the kernel merges count once, so that more of them pass than the quota seems to allow.
        let most = most.filter(|most| *most >= rate.value).unwrap_or(f64::INFINITY);
        rate.interval
            .map_or(rate, |ends| Estimate::between(rate.value, ends.low, ends.high.min(most)))
    }

    /// The known quota that the load line comes nearest to, and the operations per second at which the role reaches that quota.
    /// The shares of reads and writes are those of the trial with the nearest rate.
    pub(super) fn nearest_quota(&self, trials: &[TrialRecord]) -> Option<(Quota, f64)> {
        let line_iops = self.finding.load_line?.value;
        let own = trials.iter().filter(|trial| !trial.shares_flushes());
        let open = own.filter_map(|trial| Some((trial, trial.rate_iops?)));
        let apart = |rate_iops: f64| (rate_iops - line_iops).abs();
        let (trial, _) = open.min_by(|a, b| apart(a.1).total_cmp(&apart(b.1)))?;
        let done_iops: f64 = trial.streams.iter().map(|stream| stream.iops.value).sum();
        let used = |limit: &summary::Limit| -> f64 {
            trial.streams.iter().map(|stream| warning::quota_share(stream, limit)).sum()
        };
        let shares = self.conditions.quotas.iter().map(|limit| (limit, used(limit)));
        let (limit, share) = shares.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|one| one.1 > 0.0)?;
        Some((Quota::known(limit), done_iops / share))
    }
}

/// The limit if it may be CPU time; `None` if it is not. CPUs that others keep busy are no limit of this process, and hide that of
/// the storage, as a quota does that takes a small part of the time.
pub(super) fn of_load(load: &MachineLoad) -> Option<Limit> {
    let ours = match load.throttled() {
        Some(quota) => quota.limits(),
        None if load.is_full() => !load.is_foreign(),
        None => return None,
    };
    Some(if ours { Limit::Cpu } else { Limit::Unknown })
}

pub(super) fn mean_block_bytes(role: &Role) -> f64 {
    let reads = role.stream.read_percent / 100.0;
    let (read, write) = (&role.stream.read_blocks, &role.stream.write_blocks);
    reads * read.mean_bytes() + (1.0 - reads) * write.mean_bytes()
}

/// The required rate of a role in operations per second: for transfers, the requirement is in MiB/s.
pub(super) fn required_rate(role: &Role, requirement: &Requirement) -> Option<f64> {
    let mib_each = mean_block_bytes(role) / f64::from(1 << 20);
    match role.kind {
        RoleKind::Load => requirement.iops_min,
        RoleKind::Commit => requirement.commits_min,
        RoleKind::Bulk => requirement.mibps_min.map(|mibps| mibps / mib_each),
    }
}

pub(super) struct LineJudge {
    pub(super) latency_limit: LatencyLimit,
    /// The required rate per second.
    pub(super) requirement: Option<f64>,
    pub(super) unit: LineUnit,
    pub(super) bounds: LoadBounds,
    /// Whether a trial at the required rate met the limit, with all the stalls that it had.
    pub(super) asked_met: bool,
}

impl LineJudge {
    /// The verdict and why; `found` is the ramp whose line the role has.
    pub(super) fn verdict(&self, found: &RampResult) -> (Verdict, Reason) {
        let LoadBounds { confirmed, refuted } = self.bounds;
        let limit = self.latency_limit;
        let stalls = (found.stalls.count > 0)
            .then(|| StallCounts { left_out: true, ..found.stalls.stalled(limit) });
        let is_met = |least: f64| confirmed.is_some_and(|load| load.rate >= least);
        let is_missed = |most: f64| refuted.is_some_and(|load| load.rate <= most);
        let mut verdict = match self.requirement {
            Some(required) if is_met(required) => Verdict::Fit,
            Some(required) if is_missed(required) => Verdict::NotFit,
            None if confirmed.is_some() => Verdict::Fit,
            None if is_missed(0.0) => Verdict::NotFit,
            _ => Verdict::CannotTell,
        };
        // What a search confirms lies between the stalls.
        let stalled = found.stalled && !self.asked_met;
        let too_often = stalls.as_ref().is_some_and(|seen| seen.late_share > 1.0 - limit.quantile);
        if stalled {
            verdict = Verdict::NotFit;
        } else if too_often && verdict == Verdict::Fit && !self.asked_met {
            verdict = Verdict::CannotTell;
        }
        let reason = LineReason {
            requirement: self.requirement,
            confirmed,
            refuted,
            stalled,
            stalls,
            budget_s: found.budget_needed_s(limit).filter(|_| verdict == Verdict::CannotTell),
            ..LineReason::new(self.unit, limit)
        };
        (verdict, Reason::Line(Box::new(reason)))
    }
}

/// The load line of a role: the confirmed load, and the interval that holds the highest load it may carry.
pub(super) fn load_line(
    confirmed: Option<TriedLoad>,
    refuted: Option<TriedLoad>,
    found: Option<Estimate>,
) -> Option<Estimate> {
    let value = confirmed?.rate;
    let refuted = refuted.map_or(f64::INFINITY, |load| load.rate);
    let (low, high) =
        found.and_then(|line| line.interval).map_or((value, refuted), |ends| (ends.low, ends.high));
    Some(Estimate::between(value, low.min(value), high.min(refuted).max(value)))
}
