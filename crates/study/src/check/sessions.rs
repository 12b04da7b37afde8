//! What the sessions of a job reach: closed loops, so there is no line to search. Their rate is measured, at today's load and without it.
//!
//! Takes the role of a job with sessions, returns its finding. The transactions of a slower storage come later and are fewer, so they are
//! counted, and a latency limit holds for the part of a transaction that waits for the storage.

use super::{CheckPlan, limit};
use crate::runner::{interval_length_ns, split_warm_up};
use crate::{Observation, Runner, TogetherTrial, Trial, TrialFlow, judge};
use record::reason::{LineReason, LineUnit};
use record::{
    Limit, Reason, RoleFinding, SessionsFinding, TransactionRate, TrialPurpose, TrialRecord,
    TriedLoad, Verdict,
};
use sample::{Histogram, IntervalSample};
use summary::{Conditions, Estimate, estimate};
use workload::{JobLoad, LatencyLimit, Pace, Role};

/// The sessions keep a rate if they do at least this part of it: arrivals of a Poisson process differ by 3 % in 1,000 (ours).
const KEPT_SHARE_MIN: f64 = 0.95;

/// The finding of a role of sessions, and its trials.
pub(super) struct SessionsAnswer {
    pub(super) finding: RoleFinding,
    pub(super) interrupted: bool,
    pub(super) spent_ns: u64,
}

#[derive(Default)]
struct Transactions {
    latencies: Histogram,
    rates: Vec<f64>,
    count: u64,
    counted_ns: u64,
}

impl Transactions {
    fn push(&mut self, interval: &IntervalSample) {
        let length_ns = interval.length_ns();
        self.latencies.merge(&interval.flush.total);
        self.count += interval.flush.ios;
        self.counted_ns += length_ns;
        self.rates.push(interval.flush.ios as f64 * 1e9 / length_ns.max(1) as f64);
    }

    fn per_second(&self) -> Estimate {
        let whole = self.count as f64 * 1e9 / self.counted_ns.max(1) as f64;
        estimate::rate_of_all(&self.rates, whole)
    }

    /// The rate and the latencies, where there are enough for the quantile of the limit.
    fn rate(&self, limit: LatencyLimit) -> TransactionRate {
        let enough = self.count as f64 >= limit.operations_min();
        TransactionRate {
            per_second: self.per_second(),
            latency_ns_mean: (self.count > 0).then(|| self.latencies.mean_ns()),
            latency_ns: enough.then(|| self.latencies.quantile_ns(limit.quantile)),
        }
    }

    fn load(&self, of: &TransactionRate) -> TriedLoad {
        TriedLoad {
            rate: of.per_second.value,
            operations: self.count,
            seconds: self.counted_ns as f64 / 1e9,
            latency_ns: of.latency_ns,
        }
    }
}

impl CheckPlan {
    /// Runs the sessions at the required rate, and without one as fast as the storage lets them.
    pub(super) fn sessions<R: Runner<TogetherTrial>>(
        &self,
        index: usize,
        budget_ns: u64,
        runner: &mut R,
        conditions: &dyn Fn() -> Conditions,
        on_trial: &mut dyn FnMut(&TrialRecord, &Observation),
    ) -> Result<SessionsAnswer, R::Error> {
        let role = &self.roles[index];
        let limit = self.latency_limit(role);
        let required = self.required_rate(role);
        let trials = if required.is_some() { 2 } else { 1 };
        let mut records = Vec::new();
        let mut interrupted = false;
        let mut run = |pace: Pace, purpose: TrialPurpose| {
            let (warm_up_ns, duration_ns_max) = split_warm_up(budget_ns / trials);
            let trial = Trial {
                role: index,
                pace,
                depth: role.stream.depth,
                group: 1,
                warm_up_ns,
                duration_ns_max,
                interval_ns: interval_length_ns(duration_ns_max),
                purpose,
            };
            let mut transactions = Transactions::default();
            let together = TogetherTrial { trials: vec![trial.clone()] };
            let observation = runner.run(&together, &mut |look| {
                // The sessions are the first stream of the job.
                if look.interval.stream == 0 {
                    transactions.push(look.interval);
                }
                TrialFlow::Continue
            })?;
            let record = TrialRecord {
                role: role.name.clone(),
                purpose: trial.purpose,
                rate_iops: pace.rate_iops(),
                depth: trial.depth,
                streams: observation.streams.clone(),
                held: None,
            };
            on_trial(&record, &observation);
            records.push(record);
            interrupted |= observation.interrupted;
            Ok::<_, R::Error>(transactions)
        };
        let asked = match required {
            Some(rate_iops) => Some(run(Pace::Poisson { rate_iops }, TrialPurpose::RequiredRate)?),
            None => None,
        };
        let free = run(Pace::Closed, TrialPurpose::Closed)?;
        let mut finding = self.blank(role);
        let reached = free.rate(limit);
        let today = asked.as_ref().map(|asked| asked.rate(limit));
        finding.load_line = (free.count > 0).then_some(reached.per_second);
        finding.latency_ns = reached.latency_ns;
        let at = |asked: &Transactions, rate| TriedLoad { rate, ..asked.load(&asked.rate(limit)) };
        finding.at_required_rate =
            asked.as_ref().zip(required).map(|(asked, rate)| at(asked, rate));
        let sessions = SessionsFinding { sessions: role.stream.depth, reached, today };
        finding.sessions = Some(Box::new(sessions));
        let seen = conditions();
        finding.limit = limit_of(role, &reached, &seen);
        let judged = judge_sessions(limit, required, asked.as_ref(), &free);
        let judged = judge::unless_cpu(judged, &seen);
        let judged = if interrupted { (Verdict::CannotTell, Reason::Interrupted) } else { judged };
        (finding.verdict, finding.reason) = judge::unless_failed(judged, &records);
        Ok(SessionsAnswer { finding, interrupted, spent_ns: budget_ns })
    }
}

/// Full CPUs limit sessions, else what a transaction spends most of its time on: the storage, or the thinking of the sessions.
fn limit_of(role: &Role, reached: &TransactionRate, conditions: &Conditions) -> Limit {
    let think_ns = role.job.as_ref().and_then(JobLoad::sessions).map(|of| of.cycle.think_ns.0);
    let full = conditions.load.as_ref().and_then(limit::of_load);
    let waits = reached.latency_ns_mean.unwrap_or_default() > think_ns.unwrap_or_default() as f64;
    full.unwrap_or(if waits { Limit::Device } else { Limit::Unknown })
}

/// FIT if the sessions keep the required rate and its transactions meet the limit; without one, if they do as fast as they can.
fn judge_sessions(
    limit: LatencyLimit,
    required: Option<f64>,
    asked: Option<&Transactions>,
    free: &Transactions,
) -> (Verdict, Reason) {
    let judged = asked.unwrap_or(free);
    let seen = judged.rate(limit);
    let kept = required.is_none_or(|rate| seen.per_second.value >= rate * KEPT_SHARE_MIN);
    // The highest rate is known: that of the sessions without a limit.
    let reach = free.load(&free.rate(limit));
    let within = seen.latency_ns.map(|latency_ns| latency_ns <= limit.latency_ns.0);
    let load = TriedLoad { rate: required.unwrap_or(seen.per_second.value), ..judged.load(&seen) };
    let (verdict, confirmed, refuted) = match within {
        Some(true) if kept => (Verdict::Fit, Some(load), None),
        None if kept => (Verdict::CannotTell, None, None),
        _ if !kept => (Verdict::NotFit, Some(reach).filter(|load| load.operations > 0), None),
        _ => (Verdict::NotFit, None, Some(load)),
    };
    let line = LineReason {
        requirement: required,
        confirmed,
        refuted,
        ..LineReason::new(LineUnit::Commits, limit)
    };
    (verdict, Reason::Line(Box::new(line)))
}
