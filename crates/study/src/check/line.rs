//! The load line of one ramp against the requirement: fit, not fit or cannot tell, with the reason.
//!
//! Takes the result of a ramp and the trial at the required rate, returns a verdict and the numbers behind it.

use super::{CheckPlan, RampResult};
use crate::ramp;
use crate::runner::{interval_length_ns, split_warm_up};
use crate::{Observation, Runner, Trial, TrialFlow, judge};
use record::reason::{Budget, Confirmation, LineReason, LineStalls, LineUnit, Search, StallEffect};
use record::{Reason, TrialPurpose, TrialRecord, Verdict};
use sample::Histogram;
use summary::Estimate;
use summary::warning::StallCounts;
use workload::{LatencyLimit, Pace, Role};

/// A line whose interval reaches beyond this many times its value, or this part of it, is no answer (ours).
const VAGUE_TIMES: f64 = 3.0;
/// Whether a line is too vague to be an answer: the reason has its interval.
pub(super) fn is_vague(line: &Estimate) -> bool {
    line.low * VAGUE_TIMES < line.value || line.high > VAGUE_TIMES * line.value
}

/// A required rate above this part of the full-load rate is not tried: its queue grows without end.
const TRIED_SHARE: f64 = 0.98;

/// A trial at required rates that is not met runs this many times as long before it counts (ours): a disturbance of a moment then weighs
/// less.
pub(super) const LONGER_TIMES: u64 = 3;

/// The required rate, and the time to try it.
pub(super) struct RequiredRateTrial<'a> {
    index: usize,
    role: &'a Role,
    latency_limit: LatencyLimit,
    rate: Option<f64>,
    time_ns: u64,
}

/// The measurement at the required rate.
pub(super) struct RequiredRateLatency {
    rate: f64,
    /// The latency at the limit's quantile in nanoseconds; `None`: too few operations.
    latency_ns: Option<u64>,
    /// The time that it ran, without the warm-up, in seconds.
    seconds: f64,
    pub(super) spent_ns: u64,
}

impl RequiredRateLatency {
    /// The rate with the latency at the limit's quantile, if the operations were enough for it.
    pub(super) fn reported(&self) -> Option<(f64, u64)> {
        self.latency_ns.map(|ns| (self.rate, ns))
    }
}

impl CheckPlan {
    pub(super) fn at_required_rate<'a>(
        &self,
        index: usize,
        role: &'a Role,
        rate: Option<f64>,
        time_ns: u64,
    ) -> RequiredRateTrial<'a> {
        RequiredRateTrial { index, role, latency_limit: self.latency_limit(role), rate, time_ns }
    }
}

impl RequiredRateTrial<'_> {
    /// Tries the required rate, unless the storage does not carry it at any latency. Takes longer if the latency exceeds its limit
    /// although the line lies above the required rate.
    pub(super) fn run<R: Runner<Trial>>(
        &self,
        found: &RampResult,
        group: u32,
        depth: u32,
        runner: &mut R,
        on_trial: &mut dyn FnMut(&TrialRecord, &Observation),
    ) -> Result<Option<RequiredRateLatency>, R::Error> {
        let full = found.saturation_iops.unwrap_or(0.0);
        let Some(rate) = self.rate.filter(|rate| *rate < full * TRIED_SHARE) else {
            return Ok(None);
        };
        let (warm_up_ns, duration_ns) = split_warm_up(self.time_ns);
        let surely = |line: Estimate| if found.confirmed { line.value } else { line.low };
        let expected = found.load_line.is_some_and(|line| surely(line) >= rate);
        let trial = Trial {
            role: self.index,
            pace: Pace::Poisson { rate_iops: rate },
            depth,
            group,
            warm_up_ns,
            duration_ns_max: duration_ns * if expected { LONGER_TIMES } else { 1 },
            interval_ns: interval_length_ns(duration_ns),
            purpose: TrialPurpose::RequiredRate,
        };
        let mut latencies = Histogram::new();
        let judged = ramp::JudgedOperations::of(self.role);
        let limit = self.latency_limit;
        let met = |ns: u64| ns <= limit.latency_ns.0;
        let mut looked = false;
        let observation = runner.run(&trial, &mut |look| {
            ramp::gather(&mut latencies, look.interval, judged);
            if looked || look.elapsed_ns < duration_ns {
                return TrialFlow::Continue;
            }
            looked = true;
            let so_far = ramp::at_latency_limit(&latencies, limit);
            if so_far.is_none_or(met) { TrialFlow::Stop } else { TrialFlow::Continue }
        })?;
        let latency_ns = ramp::at_latency_limit(&latencies, limit);
        let record = TrialRecord {
            role: self.role.name.clone(),
            purpose: trial.purpose.clone().sharing(trial.group),
            rate_iops: Some(rate),
            depth,
            streams: vec![observation.stream().clone()],
            held: latency_ns.map(met),
        };
        on_trial(&record, &observation);
        let seconds = observation.stream().seconds;
        let spent_ns = warm_up_ns + (seconds * 1e9) as u64;
        Ok(Some(RequiredRateLatency { rate, latency_ns, seconds, spent_ns }))
    }
}

/// Judges the line of one ramp.
pub(super) struct LineJudge<'a> {
    pub(super) latency_limit: LatencyLimit,
    /// The required rate per second.
    pub(super) requirement: Option<f64>,
    /// What is counted.
    pub(super) unit: LineUnit,
    pub(super) at_required_rate: Option<&'a RequiredRateLatency>,
}

impl LineJudge<'_> {
    /// The verdict and why.
    pub(super) fn line(&self, found: &RampResult) -> (Verdict, Reason) {
        let latency_limit = self.latency_limit;
        let (mut verdict, search) = match found.stalled {
            true => (Verdict::NotFit, Search::Stalled(stalled(found, latency_limit))),
            false => self.search(found),
        };
        let at_required_rate = self
            .at_required_rate
            .and_then(RequiredRateLatency::reported)
            .filter(|_| !found.stalled);
        let missed = at_required_rate.is_some_and(|(_, ns)| ns > latency_limit.latency_ns.0);
        let contradicted = verdict == Verdict::Fit && missed;
        if contradicted {
            verdict = Verdict::CannotTell;
        }
        let beside = found.stalls.count > 0 && verdict != Verdict::NotFit;
        let late = found.stalls.late_share(latency_limit.latency_ns.as_secs_f64());
        let effect = if verdict == Verdict::Fit && late > 1.0 - latency_limit.quantile {
            verdict = Verdict::CannotTell;
            StallEffect::BreakLimit
        } else if found.confirmed {
            StallEffect::BesideConfirmed
        } else {
            StallEffect::Beside
        };
        let stalls = LineStalls { stalls: stalled(found, latency_limit), effect };
        let reason = LineReason {
            unit: self.unit,
            limit: latency_limit,
            search,
            at_required_rate,
            contradicted,
            stalls: beside.then_some(stalls),
            shared_may_carry: false,
            done: None,
        };
        (verdict, Reason::Line(Box::new(reason)))
    }

    fn search(&self, found: &RampResult) -> (Verdict, Search) {
        let Some(line) = found.load_line else {
            return if found.broken_iops == Some(0.0) {
                (Verdict::NotFit, Search::AloneBreaks)
            } else if let Some(broken) = found.broken_iops.filter(|_| !found.interrupted) {
                let enough = self.requirement.is_some_and(|requirement| broken <= requirement);
                let verdict = if enough { Verdict::NotFit } else { Verdict::CannotTell };
                (verdict, Search::LowestBreaks(broken))
            } else {
                (Verdict::CannotTell, Search::NothingHeld)
            };
        };
        if let Some(requirement) = self.requirement
            && line.high < requirement
        {
            let search = Search::Against { line, requirement, confirmed: None, budget: None };
            return (judge::at_least(&line, requirement), search);
        }
        if !found.confirmed {
            return self.unconfirmed(found, line);
        }
        let budget = budget(found, self.latency_limit);
        if is_vague(&line) {
            let enough = self.requirement.is_some_and(|requirement| line.low >= requirement);
            let verdict = if enough { Verdict::Fit } else { Verdict::CannotTell };
            return (verdict, Search::Vague { line, budget });
        }
        let confirmed = confirmation(found);
        let Some(requirement) = self.requirement else {
            return (Verdict::Fit, Search::Confirmed { line: line.value, confirmed, budget });
        };
        let verdict = judge::at_least(&line, requirement);
        let confirmed = (verdict == Verdict::Fit).then_some(confirmed);
        (verdict, Search::Against { line, requirement, confirmed, budget })
    }

    /// A line that no run confirmed.
    fn unconfirmed(&self, found: &RampResult, line: Estimate) -> (Verdict, Search) {
        if found.slow.is_some_and(|slow| slow.measured.back && !slow.met) {
            return (Verdict::CannotTell, Search::SlowStateNotMet(line.value));
        }
        let breaks =
            |requirement: &f64| found.broken_iops.is_some_and(|broken| broken <= *requirement);
        if let Some(requirement) = self.requirement.filter(breaks) {
            return (Verdict::NotFit, Search::RequiredRateExceedsLimit(requirement));
        }
        if let Some(met) = self.required_rate_met(line) {
            return (Verdict::Fit, met);
        }
        let search = Search::Unconfirmed {
            line,
            vague: is_vague(&line),
            short: found.is_wide(),
            budget: budget(found, self.latency_limit),
        };
        (Verdict::CannotTell, search)
    }

    /// The required rate needs no confirmed line if the whole interval of the line lies above it and a trial at it met the limit.
    fn required_rate_met(&self, line: Estimate) -> Option<Search> {
        let requirement = self.requirement.filter(|required| line.low >= *required)?;
        let tried = self.at_required_rate?;
        let met = tried.latency_ns.is_some_and(|ns| ns <= self.latency_limit.latency_ns.0);
        met.then_some(Search::RequiredRateMet { line, requirement, seconds: tried.seconds })
    }
}

/// The time that the line needs, if it had too little.
fn budget(found: &RampResult, latency_limit: LatencyLimit) -> Option<Budget> {
    let seconds = found.budget_needed_s(latency_limit)?;
    Some(Budget { seconds, narrows: found.is_wide() })
}

/// How a line was confirmed.
fn confirmation(found: &RampResult) -> Confirmation {
    let slow_phases = found.slow.is_some_and(|slow| slow.measured.back);
    Confirmation { seconds: found.confirm_s, slow_phases }
}

/// The stalls of a ramp.
pub(super) fn stalled(found: &RampResult, latency_limit: LatencyLimit) -> StallCounts {
    StallCounts { left_out: true, ..found.stalls.stalled(latency_limit) }
}
