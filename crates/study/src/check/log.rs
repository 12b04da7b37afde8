//! The log role: the load line of commits, the line of commits that share flushes, and commits one at a time.
//!
//! Takes a role and time, runs two ramps, returns the role's answer. Only open loops decide the verdict; see the contract of
//! [`super`].

use super::limit::load_line;
use super::role_answer::RoleAnswer;
use super::{CheckPlan, RoleSearch, even_interval_ns};
use crate::ramp::{self, CommitFlush, Ramp, RampConfig, RampResult};
use crate::{Observation, Runner, Trial};
use record::reason::LineUnit;
use record::{CommitLatency, RoleFinding, SharedCommits, TrialRecord, TriedLoad};
use summary::{LatencySummary, StreamSummary};
use workload::SyncMode;

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
        search: &RoleSearch<'_>,
        quotas: &[summary::Limit],
        runner: &mut R,
        on_trial: &mut dyn FnMut(&TrialRecord, &Observation),
    ) -> Result<RoleAnswer, R::Error> {
        let RoleSearch { role, budget_ns, .. } = *search;
        let sync = role.stream.sync;
        let writes = writes_of(sync);
        let alone_ns = writes.map_or(budget_ns, |_| (budget_ns as f64 * ALONE_SHARE) as u64);
        let config = |together_max, ramp_ns| {
            let flushed = writes.map(|writes| CommitFlush { writes, together_max });
            self.log_config(search, flushed, quotas, ramp_ns)
        };
        let mut ramp = Ramp::new(config(1, alone_ns));
        let alone = ramp::drive(&mut ramp, runner, on_trial)?;
        let mut finding = self.blank(role);
        take_closed(&mut finding, &alone, sync);
        let left_ns = budget_ns.saturating_sub(alone.spent_ns);
        let mut answer =
            RoleAnswer::of(finding, LineUnit::Commits, alone.tried.clone(), alone.clone(), ramp);
        if writes.is_none() || alone.probe.is_none() || alone.interrupted || alone.stalled {
            return Ok(answer);
        }
        let mut ramp = Ramp::new(config(TOGETHER_MAX, left_ns));
        ramp.know(&search.known);
        let mut shared = ramp::drive(&mut ramp, runner, on_trial)?;
        answer.ramp = ramp;
        // Commits that wait share a flush: only such trials show what the log does not carry.
        answer.tried.forget_missed();
        answer.tried.extend(&shared.tried);
        answer.line = shared.load_line;
        let full = alone.saturation_iops.unwrap_or(f64::INFINITY);
        let gains = shared.saturation_iops.is_some_and(|rate| rate > full * GAIN_MIN);
        let confirmed = shared.tried.confirmed().filter(|_| gains);
        let above =
            |load: &TriedLoad| alone.tried.confirmed().is_none_or(|alone| load.rate > alone.rate);
        if let Some(load) = confirmed.filter(above) {
            answer.unit = LineUnit::SharedCommits;
            let line = load_line(Some(load), shared.tried.refuted(), shared.load_line);
            answer.finding.commits_group =
                line.map(|load_line| SharedCommits { load_line, commits: TOGETHER_MAX });
        } else {
            // The drift of a line that is not shown.
            shared.wander = None;
        }
        answer.take_ramp(&shared);
        Ok(answer)
    }

    fn log_config(
        &self,
        search: &RoleSearch<'_>,
        flushed: Option<CommitFlush>,
        quotas: &[summary::Limit],
        ramp_ns: u64,
    ) -> RampConfig {
        let RoleSearch { index, role, .. } = *search;
        let mut config = RampConfig::new(index, &role.name, self.latency_limit(role), 1, ramp_ns);
        config.interval_ns = even_interval_ns(config.interval_ns);
        config.required_iops = self.required_rate(role);
        config.is_confirmed = search.is_confirmed;
        config.reports_closed_loop = flushed.is_none_or(|flushed| flushed.together_max == 1);
        config.flushed = flushed;
        config.quotas = quotas.to_vec();
        config
    }
}

/// Takes the result of commits one at a time in a closed loop.
fn take_closed(finding: &mut RoleFinding, alone: &RampResult, sync: SyncMode) {
    let Some(probe) = &alone.probe else { return };
    let latency = commits(probe, sync);
    finding.commits_single = alone.closed.filter(|_| latency.ios > 0);
    let both_ns = latency.total_ns(0.5).zip(latency.total_ns(0.99));
    finding.commit_latency_ns = both_ns.map(|(p50, p99)| CommitLatency { p50, p99 });
}
