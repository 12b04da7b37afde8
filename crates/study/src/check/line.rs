//! Fit, not fit or cannot tell: the load line of one ramp against what is needed, with the reason.
//!
//! Takes what a ramp found and the trial at the needed rate, gives a verdict and one sentence.

use super::{CheckPlan, RampResult};
use crate::ramp;
use crate::runner::{look_ns, warmed};
use crate::{Next, Observed, Runner, Trial, judge};
use base::units::readable;
use record::{TrialPurpose, TrialRecord, Verdict};
use sample::Histogram;
use summary::doubt::Stalled;
use workload::{LatencyLimit, Pace, Role};

/// A line that may be so many times what was kept, or so many times less, is no answer (ours).
const VAGUE_TIMES: f64 = 3.0;
/// A needed rate over this part of what the storage carries at full load is not tried: its queue grows without end.
const TRIED_SHARE: f64 = 0.98;

/// The rate that is needed, and the time to try it.
pub(super) struct Needed<'a> {
    index: usize,
    role: &'a Role,
    ceiling: LatencyLimit,
    rate: Option<f64>,
    time_ns: u64,
}

/// What was seen at the rate that is needed.
pub(super) struct AtNeed {
    rate: f64,
    /// The latency at the limit's quantile in nanoseconds; `None`: too few operations.
    latency_ns: Option<u64>,
    pub(super) spent_ns: u64,
}

impl AtNeed {
    /// The rate with the latency at the limit's quantile, where the operations were enough for it.
    pub(super) fn told(&self) -> Option<(f64, u64)> {
        self.latency_ns.map(|ns| (self.rate, ns))
    }
}

impl CheckPlan {
    pub(super) fn at_need<'a>(
        &self,
        index: usize,
        role: &'a Role,
        rate: Option<f64>,
        time_ns: u64,
    ) -> Needed<'a> {
        Needed { index, role, ceiling: self.ceiling(role), rate, time_ns }
    }
}

impl Needed<'_> {
    /// Tries the needed rate, unless the storage does not carry it at any latency.
    pub(super) fn run<R: Runner>(
        &self,
        found: &RampResult,
        group: u32,
        depth: u32,
        runner: &mut R,
        on_trial: &mut dyn FnMut(&TrialRecord, &Observed),
    ) -> Result<Option<AtNeed>, R::Error> {
        let full = found.saturation_iops.unwrap_or(0.0);
        let Some(rate) = self.rate.filter(|rate| *rate < full * TRIED_SHARE) else {
            return Ok(None);
        };
        let (warm_up_ns, duration_ns_max) = warmed(self.time_ns);
        let trial = Trial {
            role: self.index,
            pace: Pace::Poisson { rate_iops: rate },
            depth,
            group,
            warm_up_ns,
            duration_ns_max,
            interval_ns: look_ns(duration_ns_max),
            purpose: TrialPurpose::NeededRate,
        };
        let mut latencies = Histogram::new();
        let flushed = ramp::is_flushed(self.role);
        let seen = runner.run(&trial, &mut |look| {
            ramp::gather(&mut latencies, look.cell, flushed);
            Next::Continue
        })?;
        let latency_ns = ramp::at_ceiling(&latencies, self.ceiling);
        let record = TrialRecord {
            role: self.role.name.clone(),
            purpose: trial.purpose.clone().sharing(trial.group),
            rate_iops: Some(rate),
            depth,
            streams: vec![seen.stream.clone()],
            held: latency_ns.map(|ns| ns <= self.ceiling.latency_ns.0),
        };
        on_trial(&record, &seen);
        let spent_ns = warm_up_ns + (seen.stream.seconds * 1e9) as u64;
        Ok(Some(AtNeed { rate, latency_ns, spent_ns }))
    }
}

/// Judges the line of one ramp.
pub(super) struct LineJudge<'a> {
    pub(super) ceiling: LatencyLimit,
    /// What is needed per second.
    pub(super) need: Option<f64>,
    /// What is counted, such as `IOPS`.
    pub(super) unit: &'static str,
    pub(super) at_need: Option<&'a AtNeed>,
}

impl LineJudge<'_> {
    /// The verdict and why.
    pub(super) fn line(&self, found: &RampResult) -> (Verdict, String) {
        let ceiling = self.ceiling;
        if found.stalled {
            let stalls = stalled(found, ceiling).told();
            let why = format!("{ceiling} cannot be held at any load, because of {stalls}");
            return (Verdict::NotFit, why);
        }
        let (mut verdict, mut why) = self.by_line(found);
        if verdict == Verdict::Fit && self.need.is_none() {
            why += &time_needed(found, ceiling);
        }
        if let Some((rate, ns)) = self.at_need.and_then(AtNeed::told) {
            let quantile = base::units::trimmed(ceiling.quantile * 100.0, 3);
            let latency = base::Nanos(ns);
            why = format!(
                "At {} {} p{quantile} is {latency}; the limit is {}. {why}",
                readable(rate),
                self.unit,
                ceiling.latency_ns
            );
            if verdict == Verdict::Fit && ns > ceiling.latency_ns.0 {
                verdict = Verdict::CannotTell;
                why += "; the two contradict each other: run the check again with a larger budget";
            }
        }
        if found.stalls.count == 0 || verdict == Verdict::NotFit {
            return (verdict, why);
        }
        let late = found.stalls.late_share(ceiling.latency_ns.as_secs_f64());
        let stalls = stalled(found, ceiling).there_were();
        if verdict == Verdict::Fit && late > 1.0 - ceiling.quantile {
            let why = format!(
                "{why}. This holds only between stalls: {stalls}. That often no load meets {ceiling}; a larger budget tells how \
                 often they come"
            );
            return (Verdict::CannotTell, why);
        }
        let spared = if found.confirmed { ", which the confirming run did not meet" } else { "" };
        (verdict, format!("{why}; {stalls}{spared}"))
    }

    fn by_line(&self, found: &RampResult) -> (Verdict, String) {
        let (ceiling, unit) = (self.ceiling, self.unit);
        let Some(line) = found.load_line else {
            return if found.broken_iops == Some(0.0) {
                let why = format!("even one operation at a time, with no load, breaks {ceiling}");
                (Verdict::NotFit, why)
            } else if let Some(broken) = found.broken_iops.filter(|_| !found.interrupted) {
                let why = format!(
                    "{} {unit} break {ceiling}, and the time was too short to try lower loads: how low the highest load within the \
                     limit is, is not known",
                    readable(broken)
                );
                let enough = self.need.is_some_and(|need| broken <= need);
                (if enough { Verdict::NotFit } else { Verdict::CannotTell }, why)
            } else {
                let why = "no load was held long enough to say; give it more time";
                (Verdict::CannotTell, why.to_owned())
            };
        };
        if let Some(need) = self.need
            && line.high < need
        {
            return judge::at_least(unit, &line, need);
        }
        if !found.confirmed {
            return self.unconfirmed(found);
        }
        if line.low * VAGUE_TIMES < line.value || line.high > VAGUE_TIMES * line.value {
            let why = format!(
                "{} {unit} kept {ceiling}, but the highest load may lie anywhere from {} to {}: the time was too short{}",
                readable(line.value),
                readable(line.low),
                readable(line.high),
                time_needed(found, ceiling)
            );
            let enough = self.need.is_some_and(|need| line.low >= need);
            return (if enough { Verdict::Fit } else { Verdict::CannotTell }, why);
        }
        match self.need {
            Some(need) => {
                let (verdict, why) = judge::at_least(unit, &line, need);
                let held = if verdict == Verdict::Fit { held_for(found) } else { String::new() };
                (verdict, why + &held)
            }
            None => {
                let why = format!(
                    "Highest confirmed load: {} {unit} with {ceiling}{}",
                    readable(line.value),
                    held_for(found)
                );
                (Verdict::Fit, why)
            }
        }
    }

    /// A line that no run confirmed.
    fn unconfirmed(&self, found: &RampResult) -> (Verdict, String) {
        let (ceiling, unit) = (self.ceiling, self.unit);
        let line = readable(found.load_line.map_or(0.0, |line| line.value));
        if found.slow.is_some_and(|slow| slow.seen.back && !slow.met) {
            let why = format!(
                "about {line} {unit} look possible in the slower of two states, but the confirming run did not meet it; \
                 give it more time"
            );
            return (Verdict::CannotTell, why);
        }
        if let Some(need) = self.need
            && found.broken_iops.is_some_and(|broken| broken <= need)
        {
            let why = format!("{} {unit} are needed and break {ceiling}", readable(need));
            return (Verdict::NotFit, why);
        }
        let but = match found.is_wide() {
            true => format!("the time was too short to confirm {ceiling}"),
            false => format!("no confirming run kept {ceiling}"),
        };
        let needed = time_needed(found, ceiling);
        let looks = match found.load_line.filter(|line| line.high > VAGUE_TIMES * line.value) {
            Some(line) => format!(
                "the highest load may lie anywhere from {} to {} {unit}",
                readable(line.low),
                readable(line.high)
            ),
            None => format!("about {line} {unit} look possible"),
        };
        (Verdict::CannotTell, format!("{looks}, but {but}{needed}"))
    }
}

/// The time that the line takes, where it had too little.
fn time_needed(found: &RampResult, ceiling: LatencyLimit) -> String {
    let Some(needed_s) = found.budget_needed_s(ceiling) else { return String::new() };
    let time = ramp::time_in_words(needed_s);
    match found.is_wide() {
        true => format!("; a budget of about {time} narrows the interval to 10 %"),
        false => format!("; a budget of about {time} may be enough to confirm it"),
    }
}

/// How far the proof of a line reaches.
fn held_for(found: &RampResult) -> String {
    let through = match found.slow {
        Some(slow) if slow.seen.back => " with slow phases among them",
        _ => "",
    };
    let held_s = found.confirm_s;
    let decimals = usize::from(held_s < 9.95);
    format!(" (confirmed for {held_s:.decimals$} s{through})")
}

/// The stalls of a ramp.
pub(super) fn stalled(found: &RampResult, ceiling: LatencyLimit) -> Stalled {
    Stalled { left_out: true, ..found.stalls.stalled(ceiling) }
}
