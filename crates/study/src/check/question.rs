//! The question first: all required rates at the same time, as the database would have them.
//!
//! Takes roles with their required rates and a time, runs them together, and returns for each whether it met its latency limit, with
//! the evidence. The share of late operations decides, as in every trial. One role that surely misses its limit ends the run; else
//! it lasts for its whole time, because what it shows is the answer. A rate that gives too few operations for its percentile is
//! judged by every operation that it had.

use super::{CheckPlan, INTERVALS, even_interval_ns, limit};
use crate::ramp::{Counts, JudgedOperations, TrialCounts, at_latency_limit, counts, gather};
use crate::runner::{interval_length_ns, split_warm_up};
use crate::tried::{Attempt, Attempts, Outcome};
use crate::{Observation, Runner, TogetherTrial, Trial, TrialFlow};
use record::{
    Quota, QuotaUse, TogetherFinding, TogetherRole, TrialPurpose, TrialRecord, TriedLoad, Verdict,
};
use sample::{Histogram, IntervalSample};
use summary::{Conditions, Limit, ShareTest, ShareVerdict, StreamSummary, warning};
use workload::{LatencyLimit, Pace, Requirement, Role, RoleKind};

/// The part of the budget, and the most of it in nanoseconds (ours: as long as a line is confirmed).
const BUDGET_PARTS: u64 = 4;
const TIME_NS_MAX: u64 = 30_000_000_000;
/// It lasts for this many times the operations of the percentile, if that is longer and within its part of the budget: 30 s at 46
/// operations per second met the limit of a disk at 110 % of its line by chance.
const USUAL_TIMES: u64 = 10;
/// A rate with fewer operations than the percentile needs takes up to this part of the budget.
const LONGER_PARTS: u64 = 2;
/// The most commits that share a flush: a database writes all that wait.
const COMMITS_TOGETHER: u32 = 64;
/// "Met" and "missed" are each wrong with at most this probability, as for a trial of the ramp.
const ALPHA: f64 = 0.05;
/// "Met" has at most this part of the allowed late operations: near the line a queue takes longer to grow than a trial lasts (a
/// quota met at 105 % of its line in 6 s, as if surely). Beyond it, the trials of the search decide together.
const MET_PART: f64 = 0.25;
/// More arrivals wait than come in this many latency limits, and in half a second: the rate is not carried.
const PATIENCE_LIMITS: f64 = 4.0;
const PATIENCE_S_MIN: f64 = 0.5;

/// Time for all required rates at once; 0 without one.
pub(super) fn time_ns(
    roles: &[Role],
    requirement: &Requirement,
    limit: impl Fn(&Role) -> LatencyLimit,
    budget_ns: u64,
) -> u64 {
    let needed = roles.iter().filter(|role| !role.has_sessions()).filter_map(|role| {
        let rate = limit::required_rate(role, requirement)?;
        Some((limit(role).operations_min() / rate * 1e9) as u64)
    });
    let Some(least_ns) = needed.max() else { return 0 };
    let part_ns = budget_ns / BUDGET_PARTS;
    let usual_ns = part_ns.min(TIME_NS_MAX.max(USUAL_TIMES * least_ns));
    usual_ns.max(least_ns.min(budget_ns / LONGER_PARTS))
}

/// One role at its required rate while it runs.
struct RoleTest {
    judged: JudgedOperations,
    limit: LatencyLimit,
    rate: f64,
    /// The operations that its rate gives are fewer than its percentile needs.
    few: bool,
    share: ShareTest,
    latencies: Histogram,
    intervals: Vec<Counts>,
    /// Arrivals were dropped, or wait for longer than the limit explains.
    behind: bool,
    seconds: f64,
}

impl RoleTest {
    fn push(&mut self, interval: &IntervalSample, elapsed_ns: u64) {
        let (ios, over) = counts(interval, self.limit.latency_ns.0, self.judged);
        self.share.push(ios, over[0]);
        self.intervals.push(Counts { ios: ios as f64, over: over.map(|n| n as f64) });
        gather(&mut self.latencies, interval, self.judged);
        let patience_s =
            (PATIENCE_LIMITS * self.limit.latency_ns.as_secs_f64()).max(PATIENCE_S_MIN);
        self.behind |= interval.dropped > 0 || interval.backlog as f64 > self.rate * patience_s;
        self.seconds = elapsed_ns as f64 / 1e9;
    }

    fn surely_missed(&self) -> bool {
        let enough = self.few || self.share.operations() as f64 >= self.limit.operations_min();
        enough && (self.behind || self.share.verdict(ALPHA) == ShareVerdict::Broken)
    }

    fn surely_met(&self) -> bool {
        let margin = self.share.share() <= MET_PART * (1.0 - self.limit.quantile);
        margin && self.share.verdict(ALPHA) == ShareVerdict::Held
    }

    fn outcome(&self) -> Outcome {
        let operations = self.share.operations();
        let enough = self.few || operations as f64 >= self.limit.operations_min();
        if self.surely_missed() {
            Outcome::Missed
        } else if self.share.share() > 1.0 - self.limit.quantile {
            Outcome::Over
        } else if operations == 0 || !enough {
            Outcome::Open
        } else if self.few || self.surely_met() {
            Outcome::Met
        } else {
            Outcome::Under
        }
    }

    /// The latency at the limit's quantile; that of the slowest operation where they are too few for it.
    fn latency_ns(&self) -> Option<u64> {
        let slowest = (self.few && self.share.operations() > 0).then(|| self.latencies.max_ns());
        let latency_ns = at_latency_limit(&self.latencies, self.limit).or(slowest)?;
        // The share decided; a histogram gives a quantile within 0.1 % only.
        let met = matches!(self.outcome(), Outcome::Met | Outcome::Under);
        let most = if met { self.limit.latency_ns.0 } else { u64::MAX };
        Some(latency_ns.min(most))
    }

    /// The counts, of `each` intervals together.
    fn counts(&self, each: usize) -> TrialCounts {
        let sum = |some: &[Counts]| {
            let over = |threshold: usize| some.iter().map(|one| one.over[threshold]).sum();
            Counts { ios: some.iter().map(|one| one.ios).sum(), over: std::array::from_fn(over) }
        };
        let intervals = self.intervals.chunks(each).map(sum).collect();
        TrialCounts { rate_iops: self.rate, intervals, blown: self.behind }
    }

    fn attempt(&self, began_s: f64) -> Attempt {
        let load = TriedLoad {
            rate: self.rate,
            operations: self.share.operations(),
            seconds: self.seconds,
            latency_ns: self.latency_ns(),
        };
        Attempt { load, outcome: self.outcome(), began_s }
    }
}

/// The required rates of some roles at the same time.
pub(super) struct JointTrial {
    /// One for each role: its index and what it showed.
    pub(super) roles: Vec<(usize, Attempt)>,
    /// The counts of a role that ran alone, for the search.
    pub(super) counts: Option<TrialCounts>,
    pub(super) finding: TogetherFinding,
    /// What is known of the machine at its end.
    pub(super) conditions: Conditions,
    pub(super) record: TrialRecord,
    pub(super) spent_ns: u64,
    pub(super) interrupted: bool,
}

impl JointTrial {
    /// All roles as one load. No search shows more of it, so that a share within the limit is enough.
    pub(super) fn outcome(&self) -> Outcome {
        match self.finding.verdict {
            Verdict::Fit => Outcome::Met,
            Verdict::NotFit => Outcome::Missed,
            Verdict::CannotTell => Outcome::Open,
        }
    }

    /// Adds what it showed of the required rates together, as a load of 1.
    pub(super) fn note(&self, together: &mut Attempts) {
        let Some((_, first)) = self.roles.first() else { return };
        let load = TriedLoad { rate: 1.0, ..first.load };
        together.push(Attempt { load, outcome: self.outcome(), began_s: first.began_s });
    }
}

impl CheckPlan {
    /// The measured roles with a required rate.
    pub(super) fn asked_roles(&self) -> Vec<usize> {
        let roles = self.roles.iter().enumerate();
        let rated =
            roles.filter(|(_, role)| self.required_rate(role).is_some() && !role.has_sessions());
        rated.map(|(index, _)| index).collect()
    }

    /// Runs the required rates of these roles at the same time for at most `time_ns`.
    pub(super) fn ask<R, E>(
        &self,
        roles: &[usize],
        time_ns: u64,
        runner: &mut R,
        conditions: &dyn Fn() -> Conditions,
        on_trial: &mut dyn FnMut(&TrialRecord, &Observation),
    ) -> Result<JointTrial, E>
    where
        R: Runner<Trial, Error = E> + Runner<TogetherTrial, Error = E>,
    {
        let (warm_up_ns, duration_ns) = split_warm_up(time_ns);
        let mut tests: Vec<RoleTest> =
            roles.iter().map(|role| self.role_test(*role, duration_ns)).collect();
        let interval_ns = interval_length_ns(duration_ns);
        let purpose =
            if roles.len() == 1 { TrialPurpose::RequiredRate } else { TrialPurpose::Together };
        let trial = |(index, test): (&usize, &RoleTest)| {
            let role = &self.roles[*index];
            let (depth, group) = match role.kind {
                RoleKind::Commit => (1, COMMITS_TOGETHER),
                RoleKind::Load | RoleKind::Bulk => (self.open_depth(role), 1),
            };
            Trial {
                role: *index,
                pace: Pace::Poisson { rate_iops: test.rate },
                depth,
                group,
                warm_up_ns,
                duration_ns_max: duration_ns,
                interval_ns,
                purpose: purpose.clone(),
            }
        };
        let trial = TogetherTrial { trials: roles.iter().zip(&tests).map(trial).collect() };
        let mut elapsed_ns = 0;
        let mut on_interval = |stream: usize, interval: &IntervalSample, at_ns: u64| {
            elapsed_ns = at_ns;
            tests[stream].push(interval, at_ns);
            let last = stream + 1 == tests.len();
            let missed = last && tests.iter().any(RoleTest::surely_missed);
            if missed { TrialFlow::Stop } else { TrialFlow::Continue }
        };
        let observation = if let [one] = trial.trials.as_slice() {
            runner.run(one, &mut |look| on_interval(0, look.interval, look.elapsed_ns))?
        } else {
            let stream = |look: &crate::TrialInterval<'_>| look.interval.stream;
            runner.run(&trial, &mut |look| {
                on_interval(stream(look), look.interval, look.elapsed_ns)
            })?
        };
        let conditions = conditions();
        let finding = self.finding_of(&trial, &tests, &observation, &conditions.quotas);
        let record = record(&trial, &finding, &observation);
        on_trial(&record, &observation);
        let attempts = tests.iter().map(|test| test.attempt(observation.total.began_s));
        let roles = roles.iter().copied().zip(attempts).collect();
        let alone = if tests.len() == 1 { tests.pop() } else { None };
        // The search takes them in intervals of its own length.
        let search_ns = even_interval_ns(self.budgets_ns[trial.trials[0].role] / INTERVALS);
        let each = (search_ns / interval_ns).max(1) as usize;
        Ok(JointTrial {
            roles,
            counts: alone.map(|test| test.counts(each)),
            finding,
            conditions,
            record,
            spent_ns: warm_up_ns + elapsed_ns,
            interrupted: observation.interrupted,
        })
    }

    fn role_test(&self, index: usize, duration_ns: u64) -> RoleTest {
        let role = &self.roles[index];
        let limit = self.latency_limit(role);
        let rate = self.required_rate(role).unwrap_or_default();
        RoleTest {
            judged: JudgedOperations::of(role),
            limit,
            rate,
            few: rate * (duration_ns as f64 / 1e9) < limit.operations_min(),
            share: ShareTest::new(1.0 - limit.quantile),
            latencies: Histogram::new(),
            intervals: Vec::new(),
            behind: false,
            seconds: 0.0,
        }
    }

    fn finding_of(
        &self,
        trial: &TogetherTrial,
        tests: &[RoleTest],
        observation: &Observation,
        quotas: &[Limit],
    ) -> TogetherFinding {
        let roles = trial.trials.iter().zip(tests).map(|(trial, test)| {
            let role = &self.roles[trial.role];
            TogetherRole {
                role: role.name.clone(),
                kind: role.kind,
                rate: test.rate,
                limit: test.limit,
                operations: test.share.operations(),
                latency_ns: test.latency_ns(),
                verdict: verdict(test.outcome()),
            }
        });
        let roles: Vec<TogetherRole> = roles.collect();
        let has = |verdict| roles.iter().any(|role| role.verdict == verdict);
        let worst =
            [Verdict::NotFit, Verdict::CannotTell].into_iter().find(|verdict| has(*verdict));
        TogetherFinding {
            verdict: worst.unwrap_or(Verdict::Fit),
            seconds: observation.stream().seconds,
            quota: quota_use(trial, &observation.streams, quotas),
            roles,
        }
    }
}

fn verdict(outcome: Outcome) -> Verdict {
    match outcome {
        Outcome::Met | Outcome::Under => Verdict::Fit,
        Outcome::Missed => Verdict::NotFit,
        Outcome::Over | Outcome::Open => Verdict::CannotTell,
    }
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

/// The trial as it is kept: several roles are its streams.
fn record(
    trial: &TogetherTrial,
    finding: &TogetherFinding,
    observation: &Observation,
) -> TrialRecord {
    let names: Vec<&str> = finding.roles.iter().map(|role| role.role.as_str()).collect();
    TrialRecord {
        role: TogetherTrial::label(&names),
        purpose: trial.trials[0].purpose.clone(),
        rate_iops: Some(finding.roles.iter().map(|role| role.rate).sum()),
        depth: trial.trials.iter().map(|trial| trial.depth).sum(),
        streams: match trial.trials.len() {
            // The parts of a role stand behind their sum.
            1 => vec![observation.stream().clone()],
            _ => observation.streams.clone(),
        },
        held: match finding.verdict {
            Verdict::Fit => Some(true),
            Verdict::NotFit => Some(false),
            Verdict::CannotTell => None,
        },
    }
}
