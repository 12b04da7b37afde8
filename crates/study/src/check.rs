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

mod course;
mod limit;
mod log;
mod question;
mod role_answer;
mod sessions;

use crate::ramp::{self, Ramp, RampConfig, TrialCounts};
use crate::tried::Attempts;
use crate::{Observation, Runner, TogetherTrial, Trial, TrialFlow};
use course::Course;
use record::reason::LineUnit;
use record::{Reason, RoleFinding, RoleIo, TrialPurpose, TrialRecord, Verdict};
use role_answer::{RoleAnswer, ask_ns, bounds, is_between};
use summary::{Conditions, Warning};
use workload::{JobLoad, LatencyLimit, Pace, Profile, Requirement, Role, RoleKind};

/// What is checked, and how long it may take.
#[derive(Clone, Debug)]
pub struct CheckPlan {
    /// The measured roles, in the profile's order; [`crate::Trial::role`] counts in this list.
    pub roles: Vec<Role>,
    pub requirement: Requirement,
    /// Time of each role in nanoseconds.
    pub budgets_ns: Vec<u64>,
    /// Time in nanoseconds for all required rates at once, before everything else; 0 without one.
    pub question_ns: u64,
    /// The most operations outstanding in an open loop.
    pub depth_max: u32,
    /// Whether the target is a block device itself, without a file system.
    pub on_device: bool,
}

struct RoleSearch<'a> {
    index: usize,
    role: &'a Role,
    budget_ns: u64,
    is_confirmed: bool,
    /// Trials of the role alone at its required rate.
    known: Vec<TrialCounts>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckResult {
    pub findings: Vec<RoleFinding>,
    /// The verdict on all required rates at the same time, with a [`Reason::Together`] unless something else withdraws it; `None` if
    /// fewer than two roles have one.
    pub together: Option<(Verdict, Reason)>,
    /// Doubts about them that only their studies could see, such as stalls.
    pub warnings: Vec<Warning>,
    pub interrupted: bool,
}

impl CheckPlan {
    /// Shares `budget_ns` over the measured roles of a profile by their weights.
    pub fn new(profile: &Profile, requirement: Requirement, budget_ns: u64) -> Self {
        let roles: Vec<Role> = profile.roles.iter().filter(|r| r.measured).cloned().collect();
        let all: f64 = roles.iter().map(|r| r.weight.max(0.0)).sum();
        let share =
            |r: &Role| if all > 0.0 { r.weight.max(0.0) / all } else { 1.0 / roles.len() as f64 };
        let own_limit = |role: &Role| requirement.latency_limit.unwrap_or(role.latency_limit);
        let question_ns = question::time_ns(&roles, &requirement, own_limit, budget_ns);
        let alone_ns = budget_ns - question_ns;
        let budgets_ns = roles.iter().map(|r| (alone_ns as f64 * share(r)) as u64).collect();
        Self { roles, requirement, budgets_ns, question_ns, depth_max: 64, on_device: false }
    }

    /// The latency limit of a role: the requirement's where it names one, else the profile's.
    pub fn latency_limit(&self, role: &Role) -> LatencyLimit {
        self.requirement.latency_limit.unwrap_or(role.latency_limit)
    }

    /// Runs everything; `on_trial` and `on_finding` see each result as soon as it exists. `conditions` returns what is known of
    /// the machine at that moment, to find what limits.
    ///
    /// The required rates come first, all at once. Then each role searches for the highest load that it carries, and repeats its
    /// required rate alone if the first trial left it open. Time that a role does not use goes to those after it. The required rates
    /// are tried a second time, all at once, if the first time did not decide or the storage got slower since.
    pub fn drive<R, E>(
        &self,
        runner: &mut R,
        conditions: &dyn Fn() -> Conditions,
        on_trial: &mut dyn FnMut(&TrialRecord, &Observation),
        on_finding: &mut dyn FnMut(&RoleFinding),
    ) -> Result<CheckResult, E>
    where
        R: Runner<Trial, Error = E> + Runner<TogetherTrial, Error = E>,
    {
        let mut course = Course::default();
        let outcome = self.follow(&mut course, runner, conditions, on_trial);
        let result = course.conclude(self);
        result.findings.iter().for_each(on_finding);
        outcome.map(|()| result)
    }

    /// The whole order of measuring; what was measured before a failure stays in `course`.
    fn follow<R, E>(
        &self,
        course: &mut Course,
        runner: &mut R,
        conditions: &dyn Fn() -> Conditions,
        on_trial: &mut dyn FnMut(&TrialRecord, &Observation),
    ) -> Result<(), E>
    where
        R: Runner<Trial, Error = E> + Runner<TogetherTrial, Error = E>,
    {
        let roles = self.asked_roles();
        let all_ns = self.question_ns + self.budgets_ns.iter().sum::<u64>();
        if !roles.is_empty() {
            let asked = self.ask(&roles, self.question_ns, runner, conditions, on_trial)?;
            course.note(asked);
        }
        for index in 0..self.roles.len() {
            if course.interrupted {
                return Ok(());
            }
            let later_ns: u64 = self.budgets_ns[index + 1..].iter().sum();
            let left_ns = all_ns.saturating_sub(course.spent_ns + later_ns);
            // A role before it may have taken longer.
            let budget_ns = left_ns.max(self.budgets_ns[index] / 2);
            if self.roles[index].has_sessions() {
                course
                    .take_sessions(self.sessions(index, budget_ns, runner, conditions, on_trial)?);
            } else {
                let answer = self.role(index, budget_ns, course, runner, conditions, on_trial)?;
                course.take(answer);
            }
        }
        if roles.len() > 1 && course.wants_second_look() {
            let asked = self.ask(&roles, self.question_ns, runner, conditions, on_trial)?;
            course.note(asked);
        }
        Ok(())
    }

    fn role<R, E>(
        &self,
        index: usize,
        budget_ns: u64,
        course: &Course,
        runner: &mut R,
        conditions: &dyn Fn() -> Conditions,
        on_trial: &mut dyn FnMut(&TrialRecord, &Observation),
    ) -> Result<RoleAnswer, E>
    where
        R: Runner<Trial, Error = E> + Runner<TogetherTrial, Error = E>,
    {
        let role = &self.roles[index];
        let mut trials = Vec::new();
        let mut last_s = 0.0_f64;
        let mut counted = |trial: &TrialRecord, observation: &Observation| {
            last_s = last_s.max(observation.total.began_s + observation.stream().seconds);
            trials.push(trial.clone());
            on_trial(trial, observation);
        };
        let seen =
            |now: Conditions| Conditions { quotas: self.quotas(role, now.quotas.clone()), ..now };
        let quotas = self.quotas(role, conditions().quotas);
        let required = self.required_rate(role);
        let mut asked = course.asked_of(index);
        let is_open =
            |tried: &Attempts| required.is_some_and(|rate| is_between(bounds(tried, None), rate));
        let ask_ns = ask_ns(budget_ns, self.question_ns);
        let mut spent_ns = 0;
        let mut known: Vec<TrialCounts> = course.counts_of(index);
        if asked.beside_others && is_open(&asked.tried) {
            // Others ran beside it in the question: now the same rate alone.
            let alone = self.ask(&[index], ask_ns, runner, conditions, &mut counted)?;
            spent_ns += alone.spent_ns;
            asked.note_of(index, &alone);
            known.extend(alone.counts);
        }
        let reserved_ns = if is_open(&asked.tried) { ask_ns } else { 0 };
        let search_ns = budget_ns.saturating_sub(spent_ns + reserved_ns);
        let is_confirmed = asked.tried.confirmed().is_some();
        let search = RoleSearch { index, role, budget_ns: search_ns, is_confirmed, known };
        let mut answer = match role.kind {
            RoleKind::Commit => self.log(&search, &quotas, runner, &mut counted)?,
            RoleKind::Load | RoleKind::Bulk => self.load(&search, &quotas, runner, &mut counted)?,
        };
        if matches!(role.kind, RoleKind::Load | RoleKind::Bulk) {
            asked.tried.forget_met_above(answer.ramp.carried_now_iops());
        }
        answer.tried.extend(&asked.tried);
        (answer.required, answer.asked) = (required, asked);
        answer.forget_faster_state();
        if answer.is_open() && !answer.interrupted {
            let alone = self.ask(&[index], ask_ns, runner, conditions, &mut counted)?;
            spent_ns += alone.spent_ns;
            answer.note(index, &alone);
        }
        answer.spent_ns += spent_ns;
        answer.ended_s = last_s;
        (answer.conditions, answer.trials) = (seen(conditions()), trials);
        Ok(answer)
    }

    fn load<R: Runner<Trial>>(
        &self,
        search: &RoleSearch<'_>,
        quotas: &[summary::Limit],
        runner: &mut R,
        on_trial: &mut dyn FnMut(&TrialRecord, &Observation),
    ) -> Result<RoleAnswer, R::Error> {
        let RoleSearch { index, role, budget_ns, is_confirmed, .. } = *search;
        let depth = self.open_depth(role);
        let half_ns = if depth > 1 { half_depth_ns(budget_ns) } else { 0 };
        let limit = self.latency_limit(role);
        let mut config = RampConfig::new(index, &role.name, limit, depth, budget_ns - half_ns);
        config.required_iops = self.required_rate(role);
        config.is_confirmed = is_confirmed;
        config.quotas = quotas.to_vec();
        config.job_depth = role.job.as_ref().map(JobLoad::depth);
        config.interval_ns = even_interval_ns(config.interval_ns);
        let mut ramp = Ramp::new(config);
        ramp.know(&search.known);
        let mut found = ramp::drive(&mut ramp, runner, on_trial)?;
        let mut depth_limited = found.depth_limited;
        // It shows a quota as well: from another depth, in many intervals.
        if found.probe.is_some() && depth > 1 && !found.interrupted {
            let half = half_depth(index, depth, half_ns);
            let observation = runner.run(&half, &mut |_| TrialFlow::Continue)?;
            on_trial(&closed(role, &half, &observation), &observation);
            found.interrupted = observation.interrupted;
            found.spent_ns += half_ns;
            let whole = found.saturation_iops.unwrap_or_default();
            depth_limited &= whole > observation.stream().iops.value * DEPTH_GAIN_MIN;
        }
        let bulk = role.kind == RoleKind::Bulk;
        let unit = if bulk { LineUnit::Transfers } else { LineUnit::Iops };
        let tried = found.tried.clone();
        let mut answer = RoleAnswer::of(self.blank(role), unit, tried, found, ramp);
        answer.depth_limited = depth_limited;
        Ok(answer)
    }

    /// The quotas as the kernel counts the writes of this role.
    fn quotas(&self, role: &Role, quotas: Vec<summary::Limit>) -> Vec<summary::Limit> {
        let split = self.on_device && role.uses_page_cache();
        let write_bytes = split.then_some(PAGE_BYTES);
        quotas.into_iter().map(|limit| summary::Limit { write_bytes, ..limit }).collect()
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
        let job = role.job.as_ref().filter(|_| !role.has_sessions());
        RoleFinding {
            activity: role.activity,
            title: role.title.clone(),
            job_iops: job.map(JobLoad::rate_iops),
            job_log_iops: job.and_then(JobLoad::log_rate_iops),
            ..RoleFinding::unmeasured(&role.name, role.kind, io, latency_limit)
        }
    }
}

/// A page of the page cache. A commit of 8 KiB on a raw device is three operations of a quota: two pages and a flush (closed loops at
/// quotas of 375 to 2,000 IOPS ran at a third of them).
const PAGE_BYTES: u64 = 4096;

/// A search has about as many intervals.
const INTERVALS: u64 = 120;

/// An interval that divides half a second, so that a throttle's slices of 100 ms can be recognised.
fn even_interval_ns(wanted_ns: u64) -> u64 {
    match wanted_ns / 1_000_000 {
        0..=250 => 100_000_000,
        251..=750 => 500_000_000,
        _ => 1_000_000_000,
    }
}

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
