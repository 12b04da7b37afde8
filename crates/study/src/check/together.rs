//! All required rates at the same time. Roles that each meet their limit alone may still need more than their storage carries.
//!
//! Takes roles that are all FIT alone, and runs each of them at its required rate, all at once. Judges each role by its own latency
//! limit: it is not met if the share of late operations is surely too large, and met if that share is not larger than allowed.

use super::line::LONGER_TIMES;
use super::{CheckPlan, limit};
use crate::ramp::{JudgedOperations, at_latency_limit, counts, gather};
use crate::runner::{interval_length_ns, split_warm_up};
use crate::{CheckResult, Observation, Runner, TogetherTrial, Trial, TrialFlow, judge};
use record::{
    Quota, QuotaUse, Reason, TogetherFinding, TogetherRole, TrialPurpose, TrialRecord, Verdict,
};
use sample::Histogram;
use summary::{Conditions, Limit, ShareTest, ShareVerdict, StreamSummary, warning};
use workload::{LatencyLimit, Pace, Requirement, Role, RoleKind};

/// The part of the budget, and the most of it in nanoseconds (ours: as long as a line is confirmed).
const BUDGET_PARTS: u64 = 8;
const TIME_NS_MAX: u64 = 30_000_000_000;
/// The most commits that share a flush: a database writes all that wait.
const COMMITS_TOGETHER: u32 = 64;
/// "Not met" is wrong with at most this probability, as for a trial of the ramp.
const ALPHA: f64 = 0.05;
/// From this share of a known quota on, the quota is why limits are not met, however busy the CPUs are (ours).
const QUOTA_FULL: f64 = 0.95;

/// Time for the trial of these roles; 0 if fewer than two have a required rate.
pub(super) fn time_ns(roles: &[Role], requirement: &Requirement, budget_ns: u64) -> u64 {
    let with_rate = roles.iter().filter(|role| limit::required_rate(role, requirement).is_some());
    let time_ns = (budget_ns / BUDGET_PARTS).min(TIME_NS_MAX);
    if with_rate.count() < 2 { 0 } else { time_ns }
}

/// One of the roles while it runs.
struct RoleTest {
    judged: JudgedOperations,
    limit: LatencyLimit,
    share: ShareTest,
    latencies: Histogram,
}

impl RoleTest {
    fn verdict(&self) -> Verdict {
        if self.share.verdict(ALPHA) == ShareVerdict::Broken {
            Verdict::NotFit
        } else if self.share.operations() > 0 && self.share.share() <= 1.0 - self.limit.quantile {
            Verdict::Fit
        } else {
            Verdict::CannotTell
        }
    }
}

impl CheckPlan {
    /// Runs all required rates at the same time, if every role of `result` meets its limit alone. Returns the verdict, with a
    /// [`Reason::Together`] unless something else withdraws it; `None` if it was not tried.
    pub fn together<R: Runner<TogetherTrial>>(
        &self,
        result: &CheckResult,
        runner: &mut R,
        conditions: &dyn Fn() -> Conditions,
        on_trial: &mut dyn FnMut(&TrialRecord, &Observation),
    ) -> Result<Option<(Verdict, Reason)>, R::Error> {
        let open = judge::may_be_fit(&result.findings, &self.requirement);
        if self.together_ns == 0 || !open || result.interrupted {
            return Ok(None);
        }
        let trial = self.together_trial();
        let role = |trial: &Trial| &self.roles[trial.role];
        let mut tests: Vec<RoleTest> =
            trial.trials.iter().map(|trial| self.role_test(role(trial))).collect();
        let (last, (_, duration_ns)) = (tests.len() - 1, split_warm_up(self.together_ns));
        let mut looked = false;
        let observation = runner.run(&trial, &mut |look| {
            let test = &mut tests[look.interval.stream];
            let (ios, over) = counts(look.interval, test.limit.latency_ns.0, test.judged);
            test.share.push(ios, over[0]);
            gather(&mut test.latencies, look.interval, test.judged);
            if looked || look.interval.stream < last || look.elapsed_ns < duration_ns {
                return TrialFlow::Continue;
            }
            looked = true;
            let decided = tests.iter().all(|test| test.verdict() != Verdict::CannotTell);
            if decided { TrialFlow::Stop } else { TrialFlow::Continue }
        })?;
        let roles = trial.trials.iter().zip(&tests);
        let roles: Vec<TogetherRole> = roles
            .map(|(trial, test)| TogetherRole {
                role: role(trial).name.clone(),
                kind: role(trial).kind,
                rate: trial.pace.rate_iops().unwrap_or_default(),
                limit: test.limit,
                latency_ns: at_latency_limit(&test.latencies, test.limit),
                verdict: test.verdict(),
            })
            .collect();
        let seen = conditions();
        let finding = TogetherFinding {
            verdict: worst(&roles),
            seconds: observation.stream().seconds,
            quota: quota_use(&trial, &observation.streams, &seen.quotas),
            roles,
        };
        let record = record(&trial, &finding, &observation);
        on_trial(&record, &observation);
        Ok(Some(withdrawn(finding, &seen, &record, observation.interrupted)))
    }

    fn role_test(&self, role: &Role) -> RoleTest {
        let limit = self.latency_limit(role);
        let (judged, latencies) = (JudgedOperations::of(role), Histogram::new());
        RoleTest { judged, limit, share: ShareTest::new(1.0 - limit.quantile), latencies }
    }

    /// The roles with a required rate, each at that rate.
    fn together_trial(&self) -> TogetherTrial {
        let (warm_up_ns, duration_ns) = split_warm_up(self.together_ns);
        let rated = self.roles.iter().enumerate();
        let rated =
            rated.filter_map(|(index, role)| Some((index, role, self.required_rate(role)?)));
        let trials = rated.map(|(index, role, rate_iops)| {
            let (depth, group) = match role.kind {
                RoleKind::Commit => (1, COMMITS_TOGETHER),
                RoleKind::Load | RoleKind::Bulk => (self.open_depth(role), 1),
            };
            Trial {
                role: index,
                pace: Pace::Poisson { rate_iops },
                depth,
                group,
                warm_up_ns,
                duration_ns_max: duration_ns * LONGER_TIMES,
                interval_ns: interval_length_ns(duration_ns),
                purpose: TrialPurpose::Together,
            }
        });
        TogetherTrial { trials: trials.collect() }
    }
}

/// Not fit if a role is, else undecided if a role is.
fn worst(roles: &[TogetherRole]) -> Verdict {
    let is = |verdict| roles.iter().any(|role| role.verdict == verdict);
    let bad = [Verdict::NotFit, Verdict::CannotTell].into_iter().find(|verdict| is(*verdict));
    bad.unwrap_or(Verdict::Fit)
}

/// The quota of which these streams use most at their required rates, which the rates of the trial do not quite have.
fn quota_use(
    trial: &TogetherTrial,
    streams: &[StreamSummary],
    quotas: &[Limit],
) -> Option<QuotaUse> {
    let times = |trial: &Trial, stream: &StreamSummary| {
        let [read, write, flush] = [&stream.read, &stream.write, &stream.flush].map(|of| of.ios);
        // A commit has one flush and may have several writes.
        let done = if flush > 0 { flush } else { read + write } as f64 / stream.seconds;
        trial.pace.rate_iops().filter(|_| done > 0.0).map_or(1.0, |required| required / done)
    };
    let share = |limit| {
        let own = trial.trials.iter().zip(streams);
        own.map(|(trial, stream)| times(trial, stream) * warning::quota_share(stream, limit)).sum()
    };
    let flush = streams.iter().any(|stream| stream.flush.ios > 0);
    let uses = quotas.iter().map(|limit| QuotaUse {
        quota: Quota::known(limit),
        share: share(limit),
        flushes: flush && limit.writes && !limit.bytes,
    });
    uses.max_by(|a, b| a.share.total_cmp(&b.share)).filter(|used| used.share > 0.0)
}

/// The trial as it is kept: the roles are its streams.
fn record(
    trial: &TogetherTrial,
    finding: &TogetherFinding,
    observation: &Observation,
) -> TrialRecord {
    let names: Vec<&str> = finding.roles.iter().map(|role| role.role.as_str()).collect();
    TrialRecord {
        role: TogetherTrial::label(&names),
        purpose: TrialPurpose::Together,
        rate_iops: Some(finding.roles.iter().map(|role| role.rate).sum()),
        depth: trial.trials.iter().map(|trial| trial.depth).sum(),
        streams: observation.streams.clone(),
        held: match finding.verdict {
            Verdict::Fit => Some(true),
            Verdict::NotFit => Some(false),
            Verdict::CannotTell => None,
        },
    }
}

/// The verdict, unless the user, full CPUs or failed operations withdraw it.
fn withdrawn(
    finding: TogetherFinding,
    seen: &Conditions,
    trial: &TrialRecord,
    interrupted: bool,
) -> (Verdict, Reason) {
    if interrupted {
        return (Verdict::CannotTell, Reason::Interrupted);
    }
    let full = finding.quota.as_ref().is_some_and(|used| used.share >= QUOTA_FULL);
    let judged = (finding.verdict, Reason::Together(Box::new(finding)));
    let judged = if full { judged } else { judge::unless_cpu(judged, seen) };
    judge::unless_failed(judged, std::slice::from_ref(trial))
}
