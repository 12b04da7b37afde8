//! How often the verdict at a required rate is right about storages whose load line is known.
//!
//! Takes a case, a required rate as a share of the true line, and seeds; gives counts. Shared by a test and the
//! measured error rates.

use super::cases::Case;
use super::nearest::Nearest;
use super::queue::{Queue, Service};
use base::Nanos;
use record::Verdict;
use std::convert::Infallible;
use std::ops::Range;
use study::check::CheckPlan;
use study::{Observation, OnInterval, Runner, TogetherTrial, Trial};
use summary::Conditions;
use workload::{LatencyLimit, Profile, Requirement, Role, RoleKind, Stream};

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct VerdictCounts {
    pub(crate) fit: u32,
    pub(crate) not_fit: u32,
    pub(crate) cannot_tell: u32,
}

impl VerdictCounts {
    pub(crate) fn all(&self) -> u32 {
        self.fit + self.not_fit + self.cannot_tell
    }

    pub(crate) fn percent(&self, part: u32) -> f64 {
        100.0 * f64::from(part) / f64::from(self.all())
    }

    /// The verdicts that were wrong about a required rate of this share of the true line.
    pub(crate) fn wrong(&self, share: f64) -> u32 {
        if share > 1.0 { self.fit } else { self.not_fit }
    }

    fn and(self, other: Self) -> Self {
        Self {
            fit: self.fit + other.fit,
            not_fit: self.not_fit + other.not_fit,
            cannot_tell: self.cannot_tell + other.cannot_tell,
        }
    }
}

/// The storage of a check of one role, which has no trial of several.
struct OneRole<'a, R>(&'a mut R);

impl<R: Runner<Trial, Error = Infallible>> Runner<Trial> for OneRole<'_, R> {
    type Error = Infallible;

    fn run(&mut self, trial: &Trial, watch: OnInterval<'_>) -> Result<Observation, Infallible> {
        self.0.run(trial, watch)
    }
}

impl<R> Runner<TogetherTrial> for OneRole<'_, R> {
    type Error = Infallible;

    fn run(&mut self, _: &TogetherTrial, _: OnInterval<'_>) -> Result<Observation, Infallible> {
        unreachable!("there is one role")
    }
}

impl Case {
    /// Checks with every seed, on two threads.
    pub(crate) fn verdicts(&self, share: f64, seeds: Range<u64>) -> VerdictCounts {
        let middle = seeds.start + (seeds.end - seeds.start) / 2;
        std::thread::scope(|scope| {
            let first = scope.spawn(|| self.verdicts_of(share, seeds.start..middle));
            let second = self.verdicts_of(share, middle..seeds.end);
            first.join().expect("a check panicked").and(second)
        })
    }

    fn verdicts_of(&self, share: f64, seeds: Range<u64>) -> VerdictCounts {
        let mut counts = VerdictCounts::default();
        for seed in seeds {
            let verdict = match self.storage.law {
                Service::Nearest => self.verdict(share, &mut Nearest::new(seed)),
                _ => self.verdict(share, &mut Queue::new(self.storage, seed)),
            };
            match verdict {
                Verdict::Fit => counts.fit += 1,
                Verdict::NotFit => counts.not_fit += 1,
                Verdict::CannotTell => counts.cannot_tell += 1,
            }
        }
        counts
    }

    fn verdict<R: Runner<Trial, Error = Infallible>>(&self, share: f64, runner: &mut R) -> Verdict {
        let latency_ns = Nanos::millis(self.limit_ms);
        let limit = LatencyLimit { quantile: 0.99, latency_ns };
        let stream = Stream { depth: self.depth, ..Stream::new("data", "data") };
        let role = Role::new(RoleKind::Load, stream, limit);
        let iops_min = Some(share * self.truth_iops);
        let requirement = Requirement { iops_min, ..Requirement::default() };
        let profile = Profile { name: "p".to_owned(), title: String::new(), roles: vec![role] };
        let plan = CheckPlan {
            depth_max: self.depth,
            ..CheckPlan::new(&profile, requirement, self.budget_s * 1_000_000_000)
        };
        let runner = &mut OneRole(runner);
        let Ok(result) = plan.drive(runner, &Conditions::default, &mut |_, _| {}, &mut |_| {});
        result.findings[0].verdict
    }
}
