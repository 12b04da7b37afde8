//! The log role: the load line of commits, the line of commits that share flushes, and commits one at a time.
//!
//! Takes a role and time, runs two ramps, returns the role's answer. Only open loops decide the verdict; see the contract of
//! [`super`].

use super::line::{LineJudge, RequiredRateLatency};
use super::{CheckPlan, RoleAnswer, even_interval_ns, required_rate_ns};
use crate::ramp::{self, CommitFlush, Ramp, RampConfig, RampResult};
use crate::{Observation, Runner, Trial};
use record::reason::LineUnit;
use record::{RoleFinding, TrialRecord, Verdict};
use summary::{LatencySummary, StreamSummary};
use workload::{Role, SyncMode};

/// The part of the time for the line of commits, if shared flushes are measured as well.
const ALONE_SHARE: f64 = 0.6;
/// The most commits that share a flush.
const TOGETHER_MAX: u32 = 64;
/// The least gain from shared flushes at full load for a line of their own.
const GAIN_MIN: f64 = 1.05;

/// Writes of each commit where a flush ends it; `None` where each write is durable by itself.
fn writes_of(sync: SyncMode) -> Option<u32> {
    sync.every().map(|every| every.max(1))
}

/// The latencies of commits: of the flushes that end them, or of each durable write.
fn commits(stream: &StreamSummary, sync: SyncMode) -> &LatencySummary {
    if writes_of(sync).is_some() { &stream.flush } else { &stream.write }
}

impl CheckPlan {
    pub(super) fn log<R: Runner<Trial>>(
        &self,
        index: usize,
        role: &Role,
        budget_ns: u64,
        quotas: &[summary::Limit],
        runner: &mut R,
        on_trial: &mut dyn FnMut(&TrialRecord, &Observation),
    ) -> Result<RoleAnswer, R::Error> {
        let (limit, required, sync) =
            (self.latency_limit(role), self.required_rate(role), role.stream.sync);
        let writes = writes_of(sync);
        let rate_ns = required.map_or(0, |_| required_rate_ns(budget_ns));
        let ramp_ns = budget_ns - rate_ns;
        let alone_ns = writes.map_or(ramp_ns, |_| (ramp_ns as f64 * ALONE_SHARE) as u64);
        let config = |together_max, ramp_ns| {
            let flushed = writes.map(|writes| CommitFlush { writes, together_max });
            self.log_config(index, role, flushed, quotas, ramp_ns)
        };
        let alone = ramp::drive(&mut Ramp::new(config(1, alone_ns)), runner, on_trial)?;
        let mut spent_ns = alone.spent_ns;
        let mut finding = self.blank(role);
        (finding.load_line, finding.saturation_iops) = (alone.load_line, alone.saturation_iops);
        (finding.mibps, finding.latency_ns) = (alone.mibps, alone.latency_ns);
        take_closed(&mut finding, &alone, sync);
        let mut together = None;
        if writes.is_some() && alone.probe.is_some() && !alone.interrupted && !alone.stalled {
            let left_ns = ramp_ns.saturating_sub(spent_ns);
            let found =
                ramp::drive(&mut Ramp::new(config(TOGETHER_MAX, left_ns)), runner, on_trial)?;
            spent_ns += found.spent_ns;
            together = Some(found);
        }
        let gains = |found: &&RampResult| {
            let full = alone.saturation_iops.unwrap_or(f64::INFINITY);
            found.saturation_iops.is_some_and(|rate| rate > full * GAIN_MIN)
        };
        let rate = |found: &RampResult| found.load_line.map(|line| line.value);
        let above = |found: &&RampResult| !alone.confirmed || rate(found) > rate(&alone);
        let shared = together.as_ref().filter(gains).filter(|found| found.confirmed).filter(above);
        let carries = |found: &RampResult| {
            let line = found.load_line.filter(|_| found.confirmed);
            line.is_some_and(|line| required.is_none_or(|rate| line.value >= rate))
        };
        // Shared flushes may carry what one commit per flush does not.
        let by_group = required.is_some() && !carries(&alone) && shared.is_some_and(carries);
        let (decides, group) =
            shared.filter(|_| by_group).map_or((&alone, 1), |found| (found, TOGETHER_MAX));
        // A line with shared flushes that is not above the other one says nothing that a reader could use, unless it decides.
        let shown = shared.filter(|found| by_group || rate(found) > rate(&alone));
        finding.commits_group =
            shown.and_then(|found| found.load_line).map(|line| (line, TOGETHER_MAX));
        let interrupted = alone.interrupted || together.as_ref().is_some_and(|f| f.interrupted);
        let trial = self.at_required_rate(index, role, required.filter(|_| !interrupted), rate_ns);
        let at_rate = trial.run(decides, group, 1, runner, on_trial)?;
        spent_ns += at_rate.as_ref().map_or(0, |at| at.spent_ns);
        let unit = if by_group { LineUnit::SharedCommits } else { LineUnit::Commits };
        let at_required_rate = at_rate.as_ref();
        let judge =
            LineJudge { latency_limit: limit, requirement: required, unit, at_required_rate };
        (finding.verdict, finding.reason) = judge.line(decides);
        finding.at_required_rate = at_required_rate.and_then(RequiredRateLatency::reported);
        withdraw_if_shared_may_carry(&mut finding, together.as_ref(), required);
        if let Some(found) = together.as_mut().filter(|_| finding.commits_group.is_none()) {
            // The drift of a line that is not shown.
            found.wander = None;
        }
        let ramps: Vec<&RampResult> = [&alone].into_iter().chain(&together).collect();
        Ok(RoleAnswer::of(finding, &ramps, false, spent_ns))
    }

    fn log_config(
        &self,
        index: usize,
        role: &Role,
        flushed: Option<CommitFlush>,
        quotas: &[summary::Limit],
        ramp_ns: u64,
    ) -> RampConfig {
        let mut config = RampConfig::new(index, &role.name, self.latency_limit(role), 1, ramp_ns);
        config.interval_ns = even_interval_ns(config.interval_ns);
        config.required_iops = self.required_rate(role);
        config.reports_closed_loop = flushed.is_none_or(|flushed| flushed.together_max == 1);
        config.flushed = flushed;
        config.quotas = quotas.to_vec();
        config
    }
}

/// Withdraws a NOT FIT if shared flushes may carry the required rate.
fn withdraw_if_shared_may_carry(
    finding: &mut RoleFinding,
    together: Option<&RampResult>,
    required: Option<f64>,
) {
    let line = together.and_then(|found| found.load_line);
    let may_carry = required.zip(line).is_some_and(|(rate, line)| line.high >= rate);
    if finding.verdict == Verdict::NotFit && may_carry {
        finding.verdict = Verdict::CannotTell;
        if let Some(line) = finding.reason.line_mut() {
            line.shared_may_carry = true;
        }
    }
}

/// Takes the result of commits one at a time in a closed loop.
fn take_closed(finding: &mut RoleFinding, alone: &RampResult, sync: SyncMode) {
    let Some(probe) = &alone.probe else { return };
    let latency = commits(probe, sync);
    finding.commits_single = alone.closed.filter(|_| latency.ios > 0);
    finding.commit_latency_ns = latency.total_ns(0.5).zip(latency.total_ns(0.99));
}
