//! What the roles of a check say about each other: stalls and a fall of the rate belong to the target, not to one role.
//!
//! Takes the answers of all roles, withdraws verdicts that another role's trials invalidate. Runs nothing.

use super::RoleAnswer;
use crate::ramp::Stalls;
use record::{Reason, Verdict};
use summary::warning::{self, StallCounts};
use summary::{Warning, WarningSubject};

/// Withdraws what was measured before the storage became slower for good.
pub(super) fn withdraw_outdated(answers: &mut [RoleAnswer]) {
    for later in 1..answers.len() {
        let Some(fell_s) = answers[later].fell_s else { continue };
        for earlier in answers[..later].iter_mut().filter(|answer| answer.ended_s <= fell_s) {
            let finding = &mut earlier.finding;
            if finding.verdict == Verdict::Fit {
                finding.verdict = Verdict::CannotTell;
                let otherwise = Box::new(std::mem::take(&mut finding.reason));
                finding.reason = Reason::SlowerSince { after_s: fell_s, otherwise };
            }
        }
    }
}

/// Withdraws a FIT if the stalls that all roles together met break its limit: a role whose trials met none was lucky. Returns the
/// warning about the stalls, with the limit of the first role that met one.
pub(super) fn share_stalls(answers: &mut [RoleAnswer]) -> Option<Warning> {
    let all = answers.iter().fold(Stalls::default(), |sum, answer| sum.and(answer.stalls));
    let met = answers.iter().filter(|answer| answer.stalls.count > 0);
    let roles: Vec<String> = met.map(|answer| answer.finding.role.clone()).collect();
    for answer in answers.iter_mut().filter(|answer| answer.finding.verdict == Verdict::Fit) {
        let finding = &mut answer.finding;
        let latency_limit = finding.latency_limit;
        let late = all.late_share(latency_limit.latency_ns.as_secs_f64());
        if late <= 1.0 - latency_limit.quantile {
            continue;
        }
        finding.verdict = Verdict::CannotTell;
        finding.reason = Reason::StallsOfRoles {
            roles: roles.clone(),
            stalls: all.stalled(latency_limit),
            limit: latency_limit,
            own: answer.stalls.count > 0,
            otherwise: Box::new(std::mem::take(&mut finding.reason)),
        };
    }
    let first = answers.iter().find(|answer| answer.stalls.count > 0)?;
    let subject = match answers.len() {
        1 => WarningSubject::Stream(first.finding.role.clone()),
        _ => WarningSubject::Run,
    };
    let stalled = StallCounts { left_out: true, ..all.stalled(first.finding.latency_limit) };
    warning::stalls(subject, &stalled)
}

#[cfg(test)]
mod tests {
    use super::super::{CheckPlan, RoleAnswer};
    use super::*;
    use base::Nanos;
    use workload::{LatencyLimit, Requirement, Role, RoleKind, Stream};

    /// A role that is FIT under a p99 of `limit_ms`, and the `count` stalls of a second that its 30 s of trials met.
    fn fit(name: &str, limit_ms: u64, count: u32) -> RoleAnswer {
        let role = Role {
            name: name.to_owned(),
            activity: None,
            title: String::new(),
            kind: RoleKind::Load,
            stream: Stream::new(name, "t"),
            job: None,
            latency_limit: LatencyLimit { quantile: 0.99, latency_ns: Nanos::millis(limit_ms) },
            weight: 1.0,
            measured: true,
            source: String::new(),
        };
        let (roles, budgets_ns) = (Vec::new(), Vec::new());
        let requirement = Requirement::default();
        let plan = CheckPlan { roles, requirement, budgets_ns, together_ns: 0, depth_max: 64 };
        let mut finding = plan.blank(&role);
        (finding.verdict, finding.reason) = (Verdict::Fit, Reason::NotMeasured);
        RoleAnswer {
            stalls: Stalls { count, length_s: f64::from(count), seconds: 30.0 },
            ..RoleAnswer::of(finding, &[], false, 0)
        }
    }

    #[test]
    fn stalls_of_other_roles_leave_no_fit_where_they_break_the_limit() {
        let mut answers =
            [fit("log", 10, 3), fit("data", 20, 3), fit("scan", 20, 0), fit("tape", 2000, 0)];
        share_stalls(&mut answers);
        let finding = &answers[2].finding;
        assert_eq!(finding.verdict, Verdict::CannotTell);
        let Reason::StallsOfRoles { roles, stalls, own, .. } = &finding.reason else {
            panic!("{:?}", finding.reason)
        };
        assert_eq!((roles.join(", ").as_str(), *own), ("log, data", false));
        assert_eq!((stalls.count, stalls.usual_s, stalls.seconds), (6, 1.0, 120.0));
        // A limit of 2 s is met through stalls of 1 s.
        assert_eq!(answers[3].finding.verdict, Verdict::Fit);
        // One short stall in a long test breaks no limit.
        let mut answers = [fit("log", 10, 0), fit("data", 20, 0)];
        answers[0].stalls = Stalls { count: 1, length_s: 0.3, seconds: 60.0 };
        share_stalls(&mut answers);
        assert!(answers.iter().all(|answer| answer.finding.verdict == Verdict::Fit));
    }
}
