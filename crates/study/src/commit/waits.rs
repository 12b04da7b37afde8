//! What a commit waits that arrives at any moment, not only when the one before is done.
//!
//! A log is measured one commit after the other, so that a storage that stands still is asked nothing meanwhile: two
//! seconds are one late commit among thousands ("coordinated omission", Tene 2013). Who arrives at a random moment sees
//! time, not numbers (Poisson arrivals see time averages, Wolff 1982): a commit that takes `L` keeps all that arrive in
//! its first `L - x` waiting for longer than `x`. Takes the latencies of trials, gives percentiles of that wait, and what
//! of it is a stall. Runs nothing.

use crate::judge;
use crate::ramp::{self, Stalls};
use crate::record::Verdict;
use summary::LatencySummary;
use summary::doubt::Stalled;
use workload::Ceiling;

/// A stall is longer than this many ceilings, as in a role that is ramped up,
const STALL_CEILINGS: f64 = 2.0;
/// than so many commits usually take (as many as were due in it),
const STALL_DUE_MIN: f64 = 20.0;
/// and than this (ours: what is shorter is a slow commit).
const STALL_MIN_NS: f64 = 100_000_000.0;

/// Commits by how long they took (nanoseconds, how many), and the time in which all were done, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Waits {
    /// The longest first.
    commits: Vec<(f64, f64)>,
    seconds: f64,
}

impl Waits {
    /// The commits of a trial that counted for so many seconds.
    pub fn new(latency: &LatencySummary, seconds: f64) -> Self {
        let most = (latency.max_ns as f64).min(seconds * 1e9);
        let longest_first = latency.buckets.iter().rev();
        let commits = longest_first.map(|&(ns, count)| ((ns as f64).min(most), count as f64));
        Self { commits: commits.collect(), seconds }
    }

    /// Those that were stalls, in the same time.
    fn stalls(&self, limit_ns: f64) -> Self {
        let (ns, count) = sums(&self.commits);
        let long = |&(each, _): &(f64, f64)| {
            // The time of a commit outside of what took as long as this one.
            let (long_ns, longer) = sums(self.commits.iter().take_while(|one| one.0 >= each));
            let usual_ns = (ns - long_ns) / (count - longer).max(1.0);
            each > STALL_MIN_NS.max(STALL_CEILINGS * limit_ns).max(STALL_DUE_MIN * usual_ns)
                && count - longer >= STALL_DUE_MIN
        };
        let commits = self.commits.iter().copied().take_while(long).collect();
        Self { commits, seconds: self.seconds }
    }

    fn and(mut self, other: Self) -> Self {
        self.seconds += other.seconds;
        self.commits.extend(other.commits);
        self.commits.sort_by(|a, b| b.0.total_cmp(&a.0));
        self
    }

    /// How many take longer than `limit_ns`, and the share of the time in which one that arrives waits longer for them.
    pub fn late(&self, limit_ns: f64) -> (f64, f64) {
        let (ns, count) = sums(self.commits.iter().take_while(|one| one.0 > limit_ns));
        (count, (ns - count * limit_ns) / 1e9 / self.seconds.max(1e-9))
    }

    /// The wait that only a share of `1 - quantile` of those that arrive at any moment exceeds.
    pub fn at(&self, quantile: f64) -> f64 {
        let allowed_ns = (1.0 - quantile) * self.seconds * 1e9;
        let (mut ns, mut count) = (0.0, 0.0);
        for (index, &(each, n)) in self.commits.iter().enumerate() {
            (ns, count) = (ns + each * n, count + n);
            let wait = (ns - allowed_ns) / count.max(1.0);
            let next = self.commits.get(index + 1).map_or(0.0, |one| one.0);
            if wait >= next {
                return wait;
            }
        }
        0.0
    }
}

/// The time of these in nanoseconds, and their number.
fn sums<'a>(commits: impl IntoIterator<Item = &'a (f64, f64)>) -> (f64, f64) {
    commits.into_iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.0 * one.1, sum.1 + one.1))
}

/// What commits met in all trials of a log: those done one at a time, and stalls whatever was tried.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Met {
    /// One at a time: how long each took.
    alone: Waits,
    /// The latency at the ceiling's quantile among them in nanoseconds; `None`: too few.
    alone_ns: Option<u64>,
    /// Stalls in all trials.
    stalls: Waits,
}

impl Met {
    /// The commits done one at a time, and what they took at the ceiling's quantile.
    pub(super) fn alone(&mut self, waits: &Waits, at_ceiling_ns: Option<u64>) {
        (self.alone, self.alone_ns) = (waits.clone(), at_ceiling_ns);
    }

    /// Any trial, for its stalls.
    pub(super) fn trial(&mut self, waits: &Waits, ceiling: Ceiling) {
        let stalls = waits.stalls(ceiling.latency_ns.0 as f64);
        self.stalls = std::mem::take(&mut self.stalls).and(stalls);
    }

    /// What a commit takes at `quantile`, of those measured and of those that arrive at any moment, whichever is longer.
    pub(super) fn at(&self, quantile: f64, measured_ns: u64) -> u64 {
        let waits_ns = self.alone.at(quantile).max(self.stalls.at(quantile));
        measured_ns.max(waits_ns as u64)
    }

    /// The stalls of all trials.
    pub fn stalls(&self) -> Stalls {
        let (ns, count) = sums(&self.stalls.commits);
        Stalls { count: count as u32, length_s: ns / 1e9, seconds: self.stalls.seconds }
    }

    /// The same with what they keep too long.
    pub fn stalled(&self, ceiling: Ceiling) -> Stalled {
        self.stalls().stalled(ceiling)
    }

    /// Whether commits keep the ceiling: those that were measured, and those that would have arrived meanwhile.
    pub fn judge(&self, ceiling: Ceiling) -> (Verdict, String) {
        let limit_ns = ceiling.latency_ns.0 as f64;
        let told = judge::under_ceiling("a commit", self.alone_ns, ceiling);
        let stalls = self.stalled(ceiling);
        let (late, late_share) = self.alone.late(limit_ns);
        let proven =
            |count: f64, share: f64| share * ramp::least(count as u32) > 1.0 - ceiling.quantile;
        if proven(f64::from(stalls.count), stalls.late_share) && told.0 != Verdict::NotFit {
            let why = format!("{ceiling} cannot be held at any load, because of {}", stalls.told());
            return (Verdict::NotFit, why);
        }
        if told.0 != Verdict::Fit {
            return with_stalls(told, &stalls);
        }
        let waits = base::Nanos(self.at(ceiling.quantile, 0));
        if waits.0 as f64 <= limit_ns {
            return with_stalls(told, &stalls);
        }
        if stalls.count > 0 {
            let why = format!(
                "{} between stalls only: {}, and no rate keeps it over them",
                told.1,
                stalls.there_were()
            );
            return (Verdict::CannotTell, why);
        }
        let held_up = format!(
            "commits of more than {} hold up what arrives meanwhile, so that",
            ceiling.latency_ns
        );
        if proven(late, late_share) {
            (Verdict::NotFit, format!("{held_up} a commit waits {waits}, which breaks {ceiling}"))
        } else {
            let why = format!(
                "{held_up} {ceiling} may break, but they were {late} only; give it more time"
            );
            (Verdict::CannotTell, why)
        }
    }
}

/// A verdict that stalls do not change, with a word about them.
fn with_stalls((verdict, why): (Verdict, String), stalls: &Stalled) -> (Verdict, String) {
    match stalls.count {
        0 => (verdict, why),
        _ => (verdict, format!("{why}; {}", stalls.there_were())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Commits of 100 us, and so many of others.
    fn waits(seconds: f64, long: &[(f64, f64)]) -> Waits {
        let (ns, _) = sums(long);
        let mut commits = long.to_vec();
        commits.push((1e5, (seconds * 1e9 - ns) / 1e5));
        Waits { commits, seconds }
    }

    fn ceiling() -> Ceiling {
        Ceiling { quantile: 0.99, latency_ns: base::Nanos(10_000_000) }
    }

    fn judged(waits: &Waits) -> (Verdict, String) {
        let mut met = Met::default();
        met.alone(waits, Some(100_000));
        met.trial(waits, ceiling());
        met.judge(ceiling())
    }

    #[test]
    fn who_arrives_while_nothing_moves_waits_for_the_rest_of_it() {
        // 2 s of each 5 s: of all that arrive 40 % wait, evenly up to 2 s.
        let stalls = waits(50.0, &[(2e9, 10.0)]);
        assert!((stalls.late(0.0).1 - 1.0).abs() < 1e-9);
        assert!((stalls.late(1e9).1 - 0.2).abs() < 1e-9);
        for (quantile, wait_ns) in [(0.99, 1.95e9), (0.9, 1.5e9), (0.7, 0.5e9)] {
            assert!((stalls.at(quantile) / wait_ns - 1.0).abs() < 1e-9, "{quantile}");
        }
        assert!(stalls.at(0.5) <= 1e5);
        // All alike: nobody waits for longer than one of them takes.
        assert!(waits(5.0, &[]).at(0.999) < 1e5);
    }

    #[test]
    fn a_stall_is_long_against_the_ceiling_and_against_what_a_commit_takes() {
        let found = |waits: &Waits| sums(&waits.stalls(1e7).commits);
        assert_eq!(found(&waits(50.0, &[(2e9, 10.0), (9e7, 40.0)])), (2e10, 10.0));
        // Flushes of 60 ms, of which some take twice to five times as long.
        let slow = Waits { commits: vec![(3e8, 10.0), (1.2e8, 50.0), (6e7, 700.0)], seconds: 51.0 };
        assert_eq!(found(&slow), (0.0, 0.0));
    }

    #[test]
    fn stalls_that_take_more_time_than_the_ceiling_allows_break_it_and_one_alone_proves_nothing() {
        let (verdict, why) = judged(&waits(50.0, &[(2e9, 10.0)]));
        assert_eq!(verdict, Verdict::NotFit);
        assert!(why.contains("because of stalls of about 2 s every 5 s (10 in 50 s"), "{why}");
        let (verdict, why) = judged(&waits(50.0, &[(2e9, 1.0)]));
        assert_eq!(verdict, Verdict::CannotTell);
        assert!(why.contains("between stalls only: there was one stall of about 2 s"), "{why}");
        let (verdict, why) = judged(&waits(500.0, &[(1e9, 2.0)]));
        assert_eq!(verdict, Verdict::Fit);
        assert!(why.contains("there were stalls of about 1 s"), "{why}");
        assert_eq!(judged(&waits(50.0, &[])).0, Verdict::Fit);
    }

    #[test]
    fn slow_commits_that_are_no_stalls_count_by_their_time() {
        // 0.5 % of them take 30 ms, and with it three fifths of the time.
        let (verdict, why) = judged(&waits(50.0, &[(3e7, 1000.0)]));
        assert_eq!(verdict, Verdict::NotFit);
        assert!(why.contains("a commit waits 29.5 ms, which breaks p99 <= 10 ms"), "{why}");
        assert_eq!(judged(&waits(1.0, &[(3e7, 1.0)])).0, Verdict::CannotTell);
        assert_eq!(judged(&waits(50.0, &[(1.1e7, 100.0)])).0, Verdict::Fit);
    }
}
