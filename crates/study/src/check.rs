//! The check of a whole profile: splits the budget over its measured roles, runs each role's study, judges.
//!
//! Takes a profile, a requirement and a [`Runner`]; gives one finding for each role and every trial on the way. Every role is
//! judged by the same ramp: an open loop finds the highest load within the latency limit. What differs is what an
//! operation is: an I/O, a large transfer, or a commit. Pure.
//!
//! A commit is the profile's write or writes with the flush (or the durable write) that ends them. Sessions commit at random
//! moments and do not wait for each other, so that commits arrive in an open loop; one log writer takes them in that order, one
//! at a time. The gain from shared flushes is a second line beside it: there the writer takes all commits that wait, as databases
//! do, and never waits for more. Commits back to back, one at a time in a closed loop, are a separate figure that no verdict
//! uses.

mod cross_role;
mod limit;
mod line;
mod log;
mod together;

use crate::ramp::{self, Ramp, RampConfig, RampResult, Stalls};
use crate::{Observation, Runner, Trial, TrialFlow, judge};
use line::{LineJudge, RequiredRateLatency};
use record::reason::LineUnit;
use record::{Limit, Reason, RoleFinding, RoleIo, TrialPurpose, TrialRecord, Verdict};
use summary::warning::Slower;
use summary::{Conditions, Estimate, Warning, warning};
use workload::{JobLoad, LatencyLimit, Pace, Profile, Requirement, Role, RoleKind};

/// What is checked, and how long it may take.
#[derive(Clone, Debug)]
pub struct CheckPlan {
    /// The measured roles, in the profile's order; [`crate::Trial::role`] counts in this list.
    pub roles: Vec<Role>,
    /// What must be met.
    pub requirement: Requirement,
    /// Time of each role in nanoseconds.
    pub budgets_ns: Vec<u64>,
    /// Time in nanoseconds for all required rates at once; 0 if fewer than two roles have one.
    pub together_ns: u64,
    /// The most operations outstanding in an open loop.
    pub depth_max: u32,
}

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckResult {
    /// One for each role that was measured.
    pub findings: Vec<RoleFinding>,
    /// Doubts about them that only their studies could see, such as stalls.
    pub warnings: Vec<Warning>,
    /// Whether the user stopped it.
    pub interrupted: bool,
}

impl CheckPlan {
    /// Shares `budget_ns` over the measured roles of a profile by their weights.
    pub fn new(profile: &Profile, requirement: Requirement, budget_ns: u64) -> Self {
        let roles: Vec<Role> = profile.roles.iter().filter(|r| r.measured).cloned().collect();
        let all: f64 = roles.iter().map(|r| r.weight.max(0.0)).sum();
        let share =
            |r: &Role| if all > 0.0 { r.weight.max(0.0) / all } else { 1.0 / roles.len() as f64 };
        let together_ns = together::time_ns(&roles, &requirement, budget_ns);
        let alone_ns = budget_ns - together_ns;
        let budgets_ns = roles.iter().map(|r| (alone_ns as f64 * share(r)) as u64).collect();
        Self { roles, requirement, budgets_ns, together_ns, depth_max: 64 }
    }

    /// The latency limit of a role: the requirement's where it names one, else the profile's.
    pub fn latency_limit(&self, role: &Role) -> LatencyLimit {
        self.requirement.latency_limit.unwrap_or(role.latency_limit)
    }

    /// Runs everything; `on_trial` and `on_finding` see each result as soon as it exists. `conditions` returns what is known of
    /// the machine at that moment, to find what limits.
    ///
    /// Time that a role does not use goes to those after it; what is left at the end goes to the first role that had too little
    /// for an answer.
    pub fn drive<R: Runner<Trial>>(
        &self,
        runner: &mut R,
        conditions: &dyn Fn() -> Conditions,
        on_trial: &mut dyn FnMut(&TrialRecord, &Observation),
        on_finding: &mut dyn FnMut(&RoleFinding),
    ) -> Result<CheckResult, R::Error> {
        let mut answers: Vec<RoleAnswer> = Vec::new();
        let outcome = self.answer(&mut answers, runner, conditions, on_trial);
        cross_role::withdraw_outdated(&mut answers);
        let mut result = CheckResult::default();
        result.warnings.extend(cross_role::share_stalls(&mut answers));
        for mut answer in answers {
            on_finding(&answer.finding);
            result.findings.push(answer.finding);
            result.warnings.append(&mut answer.warnings);
            result.interrupted |= answer.interrupted;
        }
        outcome.map(|()| result)
    }

    /// Answers every role; the answers before a failure are in `answers`.
    fn answer<R: Runner<Trial>>(
        &self,
        answers: &mut Vec<RoleAnswer>,
        runner: &mut R,
        conditions: &dyn Fn() -> Conditions,
        on_trial: &mut dyn FnMut(&TrialRecord, &Observation),
    ) -> Result<(), R::Error> {
        let (mut left_ns, mut due_ns) = (self.budgets_ns.iter().sum::<u64>(), 0);
        for (index, role) in self.roles.iter().enumerate() {
            due_ns += self.budgets_ns[index];
            let later_ns = self.budgets_ns.iter().sum::<u64>() - due_ns;
            // A role before it may have taken longer.
            let budget_ns = left_ns.saturating_sub(later_ns).max(self.budgets_ns[index] / 2);
            let answer = self.role(index, role, budget_ns, runner, conditions, on_trial)?;
            left_ns = left_ns.saturating_sub(answer.spent_ns);
            let stop = answer.interrupted;
            answers.push(answer);
            if stop {
                break;
            }
        }
        let short = answers.iter().position(|answer| answer.wants_time);
        let stopped = answers.iter().any(|answer| answer.interrupted);
        let enough =
            |index: &usize| left_ns >= AGAIN_NS_MIN && 2 * left_ns >= self.budgets_ns[*index];
        if let Some(index) = short.filter(enough).filter(|_| !stopped) {
            let role = &self.roles[index];
            let again = self.role(index, role, left_ns, runner, conditions, on_trial)?;
            if again.interrupted || !again.wants_time {
                answers[index] = again;
            }
        }
        Ok(())
    }

    /// The answer of one role, judged.
    fn role<R: Runner<Trial>>(
        &self,
        index: usize,
        role: &Role,
        budget_ns: u64,
        runner: &mut R,
        conditions: &dyn Fn() -> Conditions,
        on_trial: &mut dyn FnMut(&TrialRecord, &Observation),
    ) -> Result<RoleAnswer, R::Error> {
        let mut trials = Vec::new();
        let mut last_s = 0.0_f64;
        let mut counted = |trial: &TrialRecord, observation: &Observation| {
            last_s = last_s.max(observation.total.began_s + observation.stream().seconds);
            trials.push(trial.clone());
            on_trial(trial, observation);
        };
        let quotas = conditions().quotas;
        let mut answer = match role.kind {
            RoleKind::Commit => self.log(index, role, budget_ns, &quotas, runner, &mut counted)?,
            RoleKind::Load | RoleKind::Bulk => {
                self.load(index, role, budget_ns, &quotas, runner, &mut counted)?
            }
        };
        answer.ended_s = last_s;
        let all_ns = self.budgets_ns.iter().sum::<u64>() + self.together_ns;
        let share = self.budgets_ns[index] as f64 / all_ns as f64;
        let line = answer.finding.reason.line_mut();
        if let Some(budget) = line.and_then(|line| line.search.budget_mut()) {
            // The study knows the time for this role; users give that for all roles. The time that was not enough is no advice.
            budget.seconds = (budget.seconds / share).max(2.0 * all_ns as f64 / 1e9);
        }
        answer.judge(role, &self.requirement, &conditions(), &trials);
        answer.leave_out_vague_line();
        Ok(answer)
    }

    fn load<R: Runner<Trial>>(
        &self,
        index: usize,
        role: &Role,
        budget_ns: u64,
        quotas: &[summary::Limit],
        runner: &mut R,
        on_trial: &mut dyn FnMut(&TrialRecord, &Observation),
    ) -> Result<RoleAnswer, R::Error> {
        let bulk = role.kind == RoleKind::Bulk;
        let depth = self.open_depth(role);
        let latency_limit = self.latency_limit(role);
        let half_ns = if depth > 1 { half_depth_ns(budget_ns) } else { 0 };
        let requirement = self.required_rate(role);
        let required_rate_ns = requirement.map_or(0, |_| required_rate_ns(budget_ns));
        let ramp_ns = budget_ns - half_ns - required_rate_ns;
        let mut config = RampConfig::new(index, &role.name, latency_limit, depth, ramp_ns);
        config.required_iops = requirement;
        config.quotas = quotas.to_vec();
        config.job_depth = role.job.as_ref().map(JobLoad::depth);
        config.interval_ns = even_interval_ns(config.interval_ns);
        let mut found = ramp::drive(&mut Ramp::new(config), runner, on_trial)?;
        let mut depth_limited = found.depth_limited;
        let mut spent_ns = found.spent_ns;
        // It shows a quota as well: from another depth, in many intervals.
        if found.probe.is_some() && depth > 1 && !found.interrupted {
            let half = half_depth(index, depth, half_ns);
            let observation = runner.run(&half, &mut |_| TrialFlow::Continue)?;
            on_trial(&closed(role, &half, &observation), &observation);
            found.interrupted = observation.interrupted;
            spent_ns += half_ns;
            let whole = found.saturation_iops.unwrap_or_default();
            depth_limited &= whole > observation.stream().iops.value * DEPTH_GAIN_MIN;
        }
        let at_required_rate = self.at_required_rate(
            index,
            role,
            requirement.filter(|_| !found.interrupted),
            required_rate_ns,
        );
        let at_required_rate = at_required_rate.run(&found, 1, depth, runner, on_trial)?;
        spent_ns += at_required_rate.as_ref().map_or(0, |at| at.spent_ns);
        let unit = if bulk { LineUnit::Transfers } else { LineUnit::Iops };
        let judge = LineJudge {
            latency_limit,
            requirement,
            unit,
            at_required_rate: at_required_rate.as_ref(),
        };
        let mut finding = self.blank(role);
        finding.load_line = found.load_line;
        (finding.mibps, finding.latency_ns) = (found.mibps, found.latency_ns);
        finding.saturation_iops = found.saturation_iops;
        (finding.verdict, finding.reason) = judge.line(&found);
        finding.at_required_rate =
            at_required_rate.as_ref().and_then(RequiredRateLatency::reported);
        Ok(RoleAnswer::of(finding, &[&found], depth_limited, spent_ns))
    }

    /// The most operations that a role has outstanding in an open loop.
    fn open_depth(&self, role: &Role) -> u32 {
        let own = role.stream.depth * role.stream.workers;
        if role.kind == RoleKind::Bulk { own } else { own.max(self.depth_max) }
    }

    /// The required rate of a role in operations per second: for transfers, the requirement is in MiB/s.
    fn required_rate(&self, role: &Role) -> Option<f64> {
        limit::required_rate(role, &self.requirement)
    }

    fn blank(&self, role: &Role) -> RoleFinding {
        let (io, latency_limit) = (RoleIo::of(role), self.latency_limit(role));
        RoleFinding {
            activity: role.activity,
            title: role.title.clone(),
            job_iops: role.job.as_ref().map(JobLoad::rate_iops),
            job_log_iops: role.job.as_ref().and_then(JobLoad::log_rate_iops),
            ..RoleFinding::unmeasured(&role.name, role.kind, io, latency_limit)
        }
    }
}

/// The result of one role's study, before the machine around it is considered.
struct RoleAnswer {
    finding: RoleFinding,
    /// The doubts that its study saw.
    warnings: Vec<Warning>,
    /// Whether a closed loop showed what the storage does.
    measured: bool,
    depth_limited: bool,
    interrupted: bool,
    /// Whether more time may bring the missing answer.
    wants_time: bool,
    /// Time used in nanoseconds.
    spent_ns: u64,
    /// When its last trial ended, in seconds of the measurement.
    ended_s: f64,
    /// When the storage got slower for good, in seconds of the measurement.
    fell_s: Option<f64>,
    /// The usual silence within an interval at full load, in seconds, if the storage works in slices.
    silence_s: f64,
    /// The slower states that its ramps met.
    slow: Vec<Slower>,
    /// The stalls of all its ramps.
    stalls: Stalls,
}

impl RoleAnswer {
    /// The answer from these ramps.
    fn of(finding: RoleFinding, ramps: &[&RampResult], depth_limited: bool, spent_ns: u64) -> Self {
        let name = finding.role.clone();
        let drifts = ramps.iter().filter_map(|found| found.wander);
        let warnings = drifts.map(|seen| warning::wandering(&name, &seen)).collect();
        let fell = ramps.iter().filter_map(|found| found.slow).filter(|slow| !slow.measured.back);
        let wants_time = finding.verdict == Verdict::CannotTell;
        Self {
            warnings,
            measured: ramps.iter().any(|found| found.probe.is_some()),
            depth_limited,
            interrupted: ramps.iter().any(|found| found.interrupted),
            wants_time,
            spent_ns,
            ended_s: 0.0,
            fell_s: fell.map(|slow| slow.measured.after_s).reduce(f64::min),
            // Commits that share a flush complete together: the silence between them is not that of slices.
            silence_s: ramps.first().map_or(0.0, |found| found.silence_s),
            slow: ramps.iter().filter_map(|found| Some(found.slow?.measured)).collect(),
            stalls: ramps.iter().fold(Stalls::default(), |sum, found| sum.and(found.stalls)),
            finding,
        }
    }

    /// Leaves out a line whose interval is too wide for an answer. The reason gives the interval.
    fn leave_out_vague_line(&mut self) {
        let finding = &mut self.finding;
        if finding.verdict != Verdict::Fit && finding.load_line.as_ref().is_some_and(line::is_vague)
        {
            (finding.load_line, finding.mibps, finding.latency_ns) = (None, None, None);
        }
    }

    /// Finds what limits, and withdraws a verdict if the machine, failures or the user invalidate it.
    fn judge(
        &mut self,
        role: &Role,
        requirement: &Requirement,
        conditions: &Conditions,
        trials: &[TrialRecord],
    ) {
        let slow = self.slow.iter();
        let told = slow.map(|seen| warning::slower(&role.name, seen, &conditions.neighbours));
        self.warnings.extend(told);
        let fell =
            self.warnings.iter().any(|warning| warning.kind == summary::WarningKind::BurstCredits);
        let finding = &mut self.finding;
        if self.measured {
            let silence_s = self.silence_s;
            let needed = limit::required_rate(role, requirement);
            let limits = limit::Limits { finding, requirement: needed, conditions, silence_s };
            let within = |rate: Estimate| limits.within_quota(rate, trials);
            let line = limits.finding.load_line.map(within);
            let single = limits.finding.commits_single.map(within);
            (finding.limit, finding.quota) = limits.of(trials, self.depth_limited);
            (finding.load_line, finding.commits_single) = (line, single);
            finding.reason.cap_line(line.map_or(f64::INFINITY, |line| line.high));
        }
        if fell && finding.limit == Limit::Quota {
            // The rate before the lasting fall is no limit of what lasts.
            (finding.limit, finding.quota) = (Limit::Unknown, None);
        }
        let mut told = (finding.verdict, std::mem::take(&mut finding.reason));
        told = match told {
            // A confirmed load line, or a broken requirement, stays valid.
            told if !self.interrupted => told,
            (Verdict::CannotTell, _) => (Verdict::CannotTell, Reason::Interrupted),
            told => told,
        };
        // Full CPUs do not hold a rate at a round number.
        if !judge::quota_falls_short(finding, requirement) {
            told = judge::unless_cpu(told, conditions);
        }
        let depth = trials.iter().map(|trial| trial.depth).max().unwrap_or_default();
        told = judge::unless_depth(told, finding.limit, depth);
        let before = told.0;
        (finding.verdict, finding.reason) = judge::unless_failed(told, trials);
        self.wants_time &= before == finding.verdict;
    }
}

/// An interval that divides half a second, so that a throttle's slices of 100 ms can be recognised.
fn even_interval_ns(wanted_ns: u64) -> u64 {
    match wanted_ns / 1_000_000 {
        0..=250 => 100_000_000,
        251..=750 => 500_000_000,
        _ => 1_000_000_000,
    }
}

/// Time left at the end is used again from this length on, and from half of the time that the role had.
const AGAIN_NS_MIN: u64 = 5_000_000_000;

/// The least gain from twice the depth to call the depth the limit (ours: below it the curve is flat, and the storage full).
const DEPTH_GAIN_MIN: f64 = 1.1;

/// Time reserved for the probe at half the depth.
fn half_depth_ns(budget_ns: u64) -> u64 {
    (budget_ns / 12).clamp(500_000_000, 2_000_000_000).min(budget_ns / 4)
}

/// The probe that shows whether the full depth gained anything.
fn half_depth(role: usize, depth: u32, time_ns: u64) -> Trial {
    let warm_up_ns = time_ns / 4;
    Trial {
        role,
        pace: Pace::Closed,
        depth: depth / 2,
        group: 1,
        warm_up_ns,
        duration_ns_max: time_ns - warm_up_ns,
        interval_ns: (time_ns / 16).clamp(50_000_000, 100_000_000),
        purpose: TrialPurpose::HalfDepth,
    }
}

fn closed(role: &Role, trial: &Trial, observation: &Observation) -> TrialRecord {
    TrialRecord {
        role: role.name.clone(),
        purpose: trial.purpose.clone(),
        rate_iops: None,
        depth: trial.depth,
        streams: vec![observation.stream().clone()],
        held: None,
    }
}

/// Time for a trial at the required rate (ours: at least as long as most lines are confirmed).
fn required_rate_ns(budget_ns: u64) -> u64 {
    (budget_ns / 8).min(10_000_000_000)
}
