//! The two numbers of a role: the highest load that met its latency limit, and the lowest that missed it.
//!
//! Takes every open-loop trial of a role, in its order, and returns both at any moment. A load is confirmed by a trial that met the
//! limit on enough operations, unless a longer one at its rate or below missed it. It is refuted by two trials at it or below it that
//! missed the limit: a single one may have met somebody else's moment, which makes a storage only worse. So a confirmed load always lies below the refuted one. Runs nothing.

use record::TriedLoad;

/// Two trials that began nearer to each other than this, in seconds, met the same moment (ours: most foreign bursts are shorter).
pub(crate) const MOMENT_S: f64 = 2.0;

/// What a trial showed of its load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The latency limit was surely met.
    Met,
    Missed,
    /// No more operations were late than it allows, which may be chance.
    Under,
    /// More were, which may be chance.
    Over,
    Open,
}

impl Outcome {
    fn is_good(self) -> bool {
        matches!(self, Self::Met | Self::Under)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Attempt {
    pub(crate) load: TriedLoad,
    pub(crate) outcome: Outcome,
    /// When it began, in seconds of the measurement.
    pub(crate) began_s: f64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attempts {
    attempts: Vec<Attempt>,
}

impl Attempts {
    pub(crate) fn push(&mut self, attempt: Attempt) {
        self.attempts.push(attempt);
    }

    pub(crate) fn extend(&mut self, other: &Self) {
        self.attempts.extend(&other.attempts);
    }

    /// Leaves out what was met at more than `rate`: the storage has a slower state, which those trials did not meet.
    pub(crate) fn forget_met_above(&mut self, rate: f64) {
        self.attempts.retain(|one| !one.outcome.is_good() || one.load.rate <= rate);
    }

    /// Leaves out what was met before this second of the measurement: the storage was faster then.
    pub(crate) fn forget_met_before(&mut self, second: f64) {
        self.attempts.retain(|one| !one.outcome.is_good() || one.began_s >= second);
    }

    /// Leaves out what was missed, except one operation at a time: it was tried in a way that is slower than the usual one.
    pub(crate) fn forget_missed(&mut self) {
        self.attempts.retain(|one| one.outcome != Outcome::Missed || one.load.rate == 0.0);
    }

    /// The highest load that met the limit.
    pub fn confirmed(&self) -> Option<TriedLoad> {
        let below = self.refuted().map_or(f64::INFINITY, |refuted| refuted.rate);
        let met = self.of(Outcome::Met).map(|one| one.load).filter(|load| load.rate < below);
        met.filter(|load| self.outlasts_misses(load.rate)).max_by(|a, b| a.rate.total_cmp(&b.rate))
    }

    /// Whether this rate and more were met for as long as any trial at it or below took to miss the limit. Of a storage that is slow
    /// for 5 of every 20 s, 912 IOPS missed the limit in 15 s, and 1,161 met it in the next half second.
    fn outlasts_misses(&self, rate: f64) -> bool {
        let bad = |one: &&Attempt| matches!(one.outcome, Outcome::Missed | Outcome::Over);
        let missed = self.attempts.iter().filter(bad).filter(|one| one.load.rate <= rate);
        let missed_s = missed.map(|one| one.load.seconds).fold(0.0, f64::max);
        let good = self.attempts.iter().filter(|one| one.outcome.is_good());
        let good_s: f64 =
            good.filter(|one| one.load.rate >= rate).map(|one| one.load.seconds).sum();
        good_s >= missed_s
    }

    /// The lowest load at which, or below which, two trials missed the limit.
    pub fn refuted(&self) -> Option<TriedLoad> {
        let mut missed: Vec<&Attempt> = self.of(Outcome::Missed).collect();
        missed.sort_by(|a, b| a.load.rate.total_cmp(&b.load.rate));
        let first = missed.first()?;
        let apart = |one: &&&Attempt| (one.began_s - first.began_s).abs() >= MOMENT_S;
        missed.iter().find(apart).map(|second| second.load)
    }

    /// A trial at this rate or above in which more operations were late than the limit allows.
    pub(crate) fn over_at(&self, rate: f64) -> Option<TriedLoad> {
        let over = self.of(Outcome::Over).chain(self.of(Outcome::Missed));
        over.map(|one| one.load).find(|load| load.rate >= rate)
    }

    /// A load up to this rate at which no more operations were late than the limit allows; this rate itself if they were not at a
    /// higher one. Of several, the one with the most operations: a confirming trial rather than a search before it.
    pub(crate) fn under(&self, rate: f64) -> Option<TriedLoad> {
        let under = || self.of(Outcome::Under).map(|one| one.load);
        let above = under().filter(|load| load.rate >= rate).max_by_key(|load| load.operations);
        above
            .map(|load| TriedLoad { rate, ..load })
            .or_else(|| under().max_by(|a, b| a.rate.total_cmp(&b.rate)))
    }

    fn of(&self, outcome: Outcome) -> impl Iterator<Item = &Attempt> {
        self.attempts.iter().filter(move |one| one.outcome == outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(attempts: &[(f64, Outcome, f64)]) -> (Option<f64>, Option<f64>) {
        let mut tried = Attempts::default();
        for (rate, outcome, began_s) in attempts {
            let load = TriedLoad { rate: *rate, ..TriedLoad::default() };
            tried.push(Attempt { load, outcome: *outcome, began_s: *began_s });
        }
        (tried.confirmed().map(|load| load.rate), tried.refuted().map(|load| load.rate))
    }

    #[test]
    fn one_moment_refutes_nothing_and_two_do() {
        use Outcome::{Met, Missed, Open};
        assert_eq!(tried(&[]), (None, None));
        assert_eq!(tried(&[(500.0, Met, 0.0), (900.0, Open, 5.0)]), (Some(500.0), None));
        // A moment's disturbance below a load that was met.
        assert_eq!(tried(&[(100.0, Missed, 0.0), (500.0, Met, 9.0)]), (Some(500.0), None));
        let twice = [(100.0, Missed, 0.0), (300.0, Missed, 9.0), (500.0, Met, 18.0)];
        assert_eq!(tried(&twice), (None, Some(300.0)));
        // Two trials within the same second are one moment.
        let moment = [(100.0, Missed, 0.0), (90.0, Missed, 0.9), (50.0, Met, 9.0)];
        assert_eq!(tried(&moment), (Some(50.0), None));
        let line = [(1000.0, Missed, 0.0), (800.0, Missed, 4.0), (700.0, Met, 8.0)];
        assert_eq!(tried(&line), (Some(700.0), Some(1000.0)));
    }

    #[test]
    fn a_short_trial_does_not_confirm_what_a_longer_one_missed() {
        let mut tried = Attempts::default();
        let mut push = |rate, outcome, began_s, seconds| {
            let load = TriedLoad { rate, seconds, ..TriedLoad::default() };
            tried.push(Attempt { load, outcome, began_s });
            tried.confirmed().map(|load| load.rate)
        };
        assert_eq!(push(912.0, Outcome::Missed, 0.0, 15.2), None);
        assert_eq!(push(1161.0, Outcome::Met, 21.0, 0.6), None);
        assert_eq!(push(700.0, Outcome::Met, 25.0, 5.9), Some(700.0));
        assert_eq!(push(912.0, Outcome::Met, 40.0, 15.0), Some(912.0));
    }

    #[test]
    fn the_load_under_the_limit_is_told_with_the_figures_of_its_longest_trial() {
        let mut tried = Attempts::default();
        for (rate, operations) in [(920.0, 2_000), (910.0, 9_000), (905.0, 3_000), (800.0, 99_000)]
        {
            let load = TriedLoad { rate, operations, ..TriedLoad::default() };
            tried.push(Attempt { load, outcome: Outcome::Under, began_s: 0.0 });
        }
        let told = tried.under(900.0).expect("three trials at it or above");
        assert_eq!((told.rate, told.operations), (900.0, 9_000));
    }

    #[test]
    fn what_was_met_in_a_faster_state_is_forgotten() {
        let load = |rate| TriedLoad { rate, ..TriedLoad::default() };
        let mut tried = Attempts::default();
        let met = |rate, began_s| Attempt { load: load(rate), outcome: Outcome::Met, began_s };
        tried.push(met(900.0, 1.0));
        tried.push(met(400.0, 2.0));
        tried.forget_met_above(500.0);
        assert_eq!(tried.confirmed(), Some(load(400.0)));
        tried.forget_met_before(2.5);
        assert_eq!(tried.confirmed(), None);
    }
}
