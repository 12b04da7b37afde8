//! The course of a check: what its trials showed so far, of each role and of all required rates together.
//!
//! Takes answers and joint trials in their order, returns the result. Runs nothing.

use super::question::JointTrial;
use super::role_answer::{RequiredRateTrials, RoleAnswer};
use super::sessions::SessionsAnswer;
use super::{CheckPlan, CheckResult};
use crate::judge;
use crate::ramp::{Stalls, TrialCounts};
use crate::tried::Attempts;
use record::{Reason, RoleFinding, TogetherFinding, Verdict};
use summary::warning::{self, StallCounts};
use summary::{Warning, WarningSubject};

/// From this share of a known quota on, the quota is why limits are missed, however busy the CPUs are (ours).
const QUOTA_FULL: f64 = 0.95;

#[derive(Default)]
pub(super) struct Course {
    pub(super) answers: Vec<RoleAnswer>,
    pub(super) interrupted: bool,
    pub(super) spent_ns: u64,
    /// When the storage got slower for good, in seconds of the measurement.
    fell_s: Option<f64>,
    sessions: Vec<RoleFinding>,
    /// All required rates at once, as a load of 1.
    together: Attempts,
    /// The joint trials in their order.
    asked: Vec<JointTrial>,
}

impl Course {
    pub(super) fn note(&mut self, asked: JointTrial) {
        self.spent_ns += asked.spent_ns;
        self.interrupted |= asked.interrupted;
        asked.note(&mut self.together);
        for (index, answer) in self.answers.iter_mut().enumerate() {
            answer.note(index, &asked);
        }
        self.asked.push(asked);
    }

    /// What the joint trials showed of one role.
    pub(super) fn asked_of(&self, role: usize) -> RequiredRateTrials {
        let mut of = RequiredRateTrials::default();
        for asked in &self.asked {
            of.note_of(role, asked);
        }
        if let Some(fell_s) = self.fell_s {
            of.tried.forget_met_before(fell_s);
        }
        of
    }

    /// The counts of a role that ran alone in the question.
    pub(super) fn counts_of(&self, role: usize) -> Vec<TrialCounts> {
        let own = self.asked.iter().filter(|asked| asked.roles[0].0 == role);
        own.filter_map(|asked| asked.counts.clone()).collect()
    }

    pub(super) fn take(&mut self, answer: RoleAnswer) {
        self.spent_ns += answer.spent_ns;
        self.interrupted |= answer.interrupted;
        if let Some(fell_s) = answer.fell_s {
            self.fell_s = Some(fell_s);
            self.together.forget_met_before(fell_s);
            self.answers.iter_mut().for_each(|earlier| earlier.fell(fell_s));
        }
        if let Some(slow) = answer.slow.last() {
            // The joint trial may have met the faster state only.
            self.together.forget_met_before(slow.after_s);
        }
        self.answers.push(answer);
    }

    pub(super) fn take_sessions(&mut self, answer: SessionsAnswer) {
        self.spent_ns += answer.spent_ns;
        self.interrupted |= answer.interrupted;
        self.sessions.push(answer.finding);
    }

    /// Whether the required rates are tried together once more: each role carries its own, and together they did not decide.
    pub(super) fn wants_second_look(&self) -> bool {
        let alone = self.answers.iter().all(RoleAnswer::carries_required_rate);
        !self.interrupted && alone && self.together.confirmed().is_none()
    }

    pub(super) fn conclude(self, plan: &CheckPlan) -> CheckResult {
        let mut result = CheckResult { interrupted: self.interrupted, ..CheckResult::default() };
        result.findings.clone_from(&self.sessions);
        result.warnings.extend(self.stalls());
        if self.asked.iter().any(|asked| asked.roles.len() > 1) {
            result.together = self.asked.last().map(|last| self.together_answer(last));
        }
        for answer in self.answers {
            let (finding, mut warnings) = answer.conclude(plan);
            result.findings.push(finding);
            result.warnings.append(&mut warnings);
        }
        result
    }

    /// The verdict on the joint trials, unless the user, full CPUs or failed operations withdraw it.
    fn together_answer(&self, last: &JointTrial) -> (Verdict, Reason) {
        let verdict = if self.together.confirmed().is_some() {
            Verdict::Fit
        } else if self.together.refuted().is_some() {
            Verdict::NotFit
        } else {
            Verdict::CannotTell
        };
        if last.interrupted && verdict == Verdict::CannotTell {
            return (Verdict::CannotTell, Reason::Interrupted);
        }
        let finding = TogetherFinding { verdict, ..last.finding.clone() };
        let full = finding.quota.as_ref().is_some_and(|used| used.share >= QUOTA_FULL);
        let judged = (verdict, Reason::Together(Box::new(finding)));
        let judged = if full { judged } else { judge::unless_cpu(judged, &last.conditions) };
        judge::unless_failed(judged, std::slice::from_ref(&last.record))
    }

    /// The warning about the stalls that all roles met, with the limit of the first role that met one.
    fn stalls(&self) -> Option<Warning> {
        let all = self.answers.iter().fold(Stalls::default(), |sum, one| sum.and(one.found.stalls));
        let first = self.answers.iter().find(|answer| answer.found.stalls.count > 0)?;
        let subject = match self.answers.len() {
            1 => WarningSubject::Stream(first.finding.role.clone()),
            _ => WarningSubject::Run,
        };
        let stalled = StallCounts { left_out: true, ..all.stalled(first.finding.latency_limit) };
        warning::stalls(subject, &stalled)
    }
}
