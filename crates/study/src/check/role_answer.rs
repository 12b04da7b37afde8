//! The answer of one role: all its trials, and the verdict on them.
//!
//! Takes the ramp of a role and its trials at the required rate, returns its finding. Runs nothing.

use super::limit::{LineJudge, load_line};
use super::question::JointTrial;
use super::{CheckPlan, limit};
use crate::judge;
use crate::ramp::{Ramp, RampResult};
use crate::tried::{Attempts, Outcome};
use record::reason::LineUnit;
use record::{Limit, Reason, RoleFinding, TrialRecord, TriedLoad, Verdict};
use summary::warning::Slower;
use summary::{Conditions, Estimate, Warning, WarningKind, warning};

/// The part of a role's time for its required rate alone (ours).
const ASK_PARTS: u64 = 6;

#[derive(Clone, Debug, Default)]
pub(super) struct RequiredRateTrials {
    pub(super) tried: Attempts,
    /// The last one: where the role ran alone, of those.
    last: Option<TriedLoad>,
    /// Whether one of them met the limit.
    met: bool,
    /// Whether others ran beside it: then a missed limit says nothing about the role alone.
    pub(super) beside_others: bool,
}

impl RequiredRateTrials {
    pub(super) fn note_of(&mut self, role: usize, asked: &JointTrial) {
        let Some((_, attempt)) = asked.roles.iter().find(|(index, _)| *index == role) else {
            return;
        };
        self.beside_others = asked.roles.len() > 1;
        if !self.beside_others || self.last.is_none() {
            self.last = Some(attempt.load);
        }
        self.met |= attempt.outcome == Outcome::Met;
        if attempt.outcome != Outcome::Missed || !self.beside_others {
            self.tried.push(*attempt);
        }
    }
}

/// Time for a trial of a required rate alone.
pub(super) fn ask_ns(budget_ns: u64, question_ns: u64) -> u64 {
    (budget_ns / ASK_PARTS).min(question_ns)
}

/// The highest load that met the limit and the lowest that missed it.
#[derive(Clone, Copy)]
pub(super) struct LoadBounds {
    pub(super) confirmed: Option<TriedLoad>,
    pub(super) refuted: Option<TriedLoad>,
}

/// Both, by single trials, and by a trial whose share of late operations agrees with the line that all trials together show: they
/// prove together what none of them proves.
pub(super) fn bounds(tried: &Attempts, line: Option<Estimate>) -> LoadBounds {
    let lower = |a: &TriedLoad, b: &TriedLoad| a.rate.total_cmp(&b.rate);
    let missed = tried.refuted();
    let most = missed.map_or(f64::INFINITY, |load| load.rate);
    let under = line.and_then(|line| tried.under(line.value)).filter(|load| load.rate < most);
    let confirmed = tried.confirmed().into_iter().chain(under).max_by(lower);
    let least = confirmed.map_or(0.0, |load| load.rate);
    let high = line.and_then(|line| line.interval).map(|ends| ends.high);
    let high = high.filter(|high| *high > least);
    let over = |rate| Some(TriedLoad { rate, latency_ns: None, ..tried.over_at(rate)? });
    let refuted = missed.into_iter().chain(high.and_then(over)).min_by(lower);
    LoadBounds { confirmed, refuted }
}

/// Whether this rate is neither confirmed nor refuted.
pub(super) fn is_between(bounds: LoadBounds, rate: f64) -> bool {
    let met = bounds.confirmed.is_some_and(|load| load.rate >= rate);
    let missed = bounds.refuted.is_some_and(|load| load.rate <= rate);
    !met && !missed
}

/// The result of one role's trials, before the machine around it is considered.
pub(super) struct RoleAnswer {
    pub(super) finding: RoleFinding,
    pub(super) required: Option<f64>,
    pub(super) unit: LineUnit,
    pub(super) tried: Attempts,
    pub(super) asked: RequiredRateTrials,
    /// The ramp of the role's line.
    pub(super) found: RampResult,
    /// The ramp that carries most, and its line.
    pub(super) ramp: Ramp,
    pub(super) line: Option<Estimate>,
    pub(super) warnings: Vec<Warning>,
    pub(super) depth_limited: bool,
    pub(super) interrupted: bool,
    pub(super) spent_ns: u64,
    /// When its last trial ended, in seconds of the measurement.
    pub(super) ended_s: f64,
    /// When the storage got slower for good, in seconds of the measurement.
    pub(super) fell_s: Option<f64>,
    /// When it did so after this role was measured.
    outdated_s: Option<f64>,
    /// The slower states that its ramps met.
    pub(super) slow: Vec<Slower>,
    pub(super) conditions: Conditions,
    pub(super) trials: Vec<TrialRecord>,
}

impl RoleAnswer {
    /// The answer from the ramp of its line.
    pub(super) fn of(
        mut finding: RoleFinding,
        unit: LineUnit,
        tried: Attempts,
        found: RampResult,
        ramp: Ramp,
    ) -> Self {
        finding.saturation_iops = found.saturation_iops;
        let mut answer = Self {
            finding,
            required: None,
            unit,
            tried,
            asked: RequiredRateTrials::default(),
            warnings: Vec::new(),
            depth_limited: false,
            interrupted: false,
            spent_ns: 0,
            ended_s: 0.0,
            fell_s: None,
            outdated_s: None,
            slow: Vec::new(),
            conditions: Conditions::default(),
            trials: Vec::new(),
            line: found.load_line,
            found: found.clone(),
            ramp,
        };
        answer.take_ramp(&found);
        answer
    }

    /// Takes the doubts and the time of one of its ramps.
    pub(super) fn take_ramp(&mut self, found: &RampResult) {
        let name = &self.finding.role;
        self.warnings.extend(found.wander.as_ref().map(|seen| warning::wandering(name, seen)));
        self.interrupted |= found.interrupted;
        self.spent_ns += found.spent_ns;
        let Some(slow) = found.slow else { return };
        self.slow.push(slow);
        if !slow.back {
            let after_s = slow.after_s;
            self.fell_s = Some(self.fell_s.map_or(after_s, |fell_s| fell_s.min(after_s)));
        }
    }

    /// Leaves out what was met in the faster of two states only: at the required rate, before the search met the slower one.
    pub(super) fn forget_faster_state(&mut self) {
        self.tried.forget_met_above(self.found.slow_state_iops());
    }

    fn bounds(&self) -> LoadBounds {
        bounds(&self.tried, self.line)
    }

    /// Whether no trials at the required rate itself confirmed or refuted it.
    pub(super) fn is_open(&self) -> bool {
        self.required.is_some_and(|rate| is_between(bounds(&self.tried, None), rate))
    }

    /// Takes a trial of required rates, if this role, number `role`, was in it.
    pub(super) fn note(&mut self, role: usize, asked: &JointTrial) {
        let mut own = RequiredRateTrials::default();
        own.note_of(role, asked);
        self.tried.extend(&own.tried);
        if !own.beside_others || self.asked.last.is_none() {
            self.asked.last = own.last.or(self.asked.last);
        }
        self.asked.met |= own.met;
        let counts = asked.counts.as_ref().filter(|_| own.last.is_some());
        if let Some(counts) = counts {
            self.ramp.know(std::slice::from_ref(counts));
            self.line = self.ramp.line();
        }
        self.forget_faster_state();
    }

    /// The storage got slower for good at this second of the measurement.
    pub(super) fn fell(&mut self, second: f64) {
        if self.ended_s <= second {
            self.tried.forget_met_before(second);
            self.outdated_s = Some(second);
        }
    }

    /// Whether it has no required rate, or carries it alone.
    pub(super) fn carries_required_rate(&self) -> bool {
        let met = |rate: f64| self.tried.confirmed().is_some_and(|load| load.rate >= rate);
        self.required.is_none_or(met)
    }

    /// The finding, and the doubts about it.
    pub(super) fn conclude(mut self, plan: &CheckPlan) -> (RoleFinding, Vec<Warning>) {
        let bounds = self.bounds();
        let finding = &mut self.finding;
        let judge = LineJudge {
            latency_limit: finding.latency_limit,
            requirement: self.required,
            unit: self.unit,
            bounds,
            asked_met: self.asked.met,
        };
        let (verdict, reason) = judge.verdict(&self.found);
        (finding.verdict, finding.reason) = (verdict, reason);
        (finding.confirmed, finding.refuted) = (bounds.confirmed, bounds.refuted);
        finding.at_required_rate = self.asked.last;
        finding.load_line = load_line(bounds.confirmed, bounds.refuted, self.line);
        finding.latency_ns = bounds.confirmed.and_then(|load| load.latency_ns);
        if let Some(group) = &mut finding.commits_group {
            // All trials decide what shared flushes carry, those without sharing alone their own line.
            group.load_line = finding.load_line.unwrap_or(group.load_line);
            let own = self::bounds(&self.found.tried, self.found.load_line);
            finding.load_line = load_line(own.confirmed, own.refuted, self.found.load_line);
            finding.latency_ns = own.confirmed.and_then(|load| load.latency_ns);
        }
        finding.mibps =
            finding.load_line.zip(self.found.mib_each).map(|(line, each)| line.value * each);
        if let Some(after_s) = self.outdated_s.filter(|_| finding.verdict == Verdict::CannotTell) {
            let otherwise = Box::new(std::mem::take(&mut finding.reason));
            finding.reason = Reason::SlowerSince { after_s, otherwise };
        }
        self.judge(plan);
        (self.finding, self.warnings)
    }

    /// Finds what limits, and withdraws a verdict if the machine, failures or the user invalidate it.
    fn judge(&mut self, plan: &CheckPlan) {
        let slow = self.slow.iter();
        let name = &self.finding.role;
        let told = slow.map(|seen| warning::slower(name, seen, &self.conditions.neighbours));
        self.warnings.extend(told);
        let fell = self.warnings.iter().any(|warning| warning.kind == WarningKind::BurstCredits);
        let conditions = &self.conditions;
        let finding = &mut self.finding;
        let mut quota_full_iops = None;
        if self.found.probe.is_some() {
            let silence_s = self.found.silence_s;
            let requirement = self.required;
            let limits = limit::Limits { finding, requirement, conditions, silence_s };
            let within = |rate: Estimate| limits.within_quota(rate, &self.trials);
            let line = limits.finding.load_line.map(within);
            let single = limits.finding.commits_single.map(within);
            quota_full_iops = limits.nearest_quota(&self.trials).map(|(_, full_iops)| full_iops);
            (finding.limit, finding.quota) = limits.of(&self.trials, self.depth_limited);
            (finding.load_line, finding.commits_single) = (line, single);
        }
        if fell && finding.limit == Limit::Quota {
            // The rate before the lasting fall is no limit of what lasts.
            (finding.limit, finding.quota) = (Limit::Unknown, None);
        }
        let mut told = (finding.verdict, std::mem::take(&mut finding.reason));
        if self.interrupted && told.0 == Verdict::CannotTell {
            told.1 = Reason::Interrupted;
        }
        // What the same CPUs allowed before a fall, they do not forbid after it.
        let before_fall =
            |required: f64| self.slow.iter().any(|slow| !slow.back && slow.fast_iops >= required);
        let was_carried = self.required.is_some_and(before_fall);
        // A known quota says itself what it lets through. Under 0.1 of a CPU a closed loop fell from 4,455 to 1,521 IOPS, below a
        // requirement that the quota of I/O allows. Full CPUs do not hold a rate at a round number: that is an unknown quota.
        let is_known = finding.quota.as_ref().is_some_and(|quota| quota.owner.is_some());
        let falls_short = match (quota_full_iops.filter(|_| is_known), self.required) {
            (Some(full_iops), Some(required)) => full_iops < required,
            _ => judge::quota_falls_short(finding, &plan.requirement),
        };
        if !was_carried && !falls_short {
            told = judge::unless_cpu(told, conditions);
        }
        let depth = self.trials.iter().map(|trial| trial.depth).max().unwrap_or_default();
        told = judge::unless_depth(told, finding.limit, depth);
        (finding.verdict, finding.reason) = judge::unless_failed(told, &self.trials);
    }
}
