//! How many disks next: doubling until it stops to pay, then where the corner is least known.
//!
//! Takes the points and the fit so far; gives the next number of disks, or that the answer is in.

use super::hinge::{HingeFit, Spot};

/// Twice the disks that give less than this have passed the corner.
const PASSED: f64 = 1.6;
/// The corner counts as seen where no corner is this much worse, in chi-square (3 standard errors).
const SEEN: f64 = 9.0;
/// The corner counts as absent where no corner is at most this much worse.
const ABSENT: f64 = 4.0;
/// How well the corner is to be known: to so many disks to each side, or to this share of it.
const DISKS_HALF_WIDTH: f64 = 0.8;
const SHARE_HALF_WIDTH: f64 = 0.003;
/// How well the plateau is to be known.
const PLATEAU_HALF_WIDTH: f64 = 0.015;

/// What is known when the next number is chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a> {
    /// The points in rising order, and how many disks and cells each has.
    pub(super) spots: &'a [Spot],
    pub(super) disks: &'a [usize],
    pub(super) cells: &'a [usize],
    pub(super) fit: Option<&'a HingeFit>,
    /// The number of disks that gives most, where throughput falls again.
    pub(super) peak: Option<usize>,
    /// Disks there are.
    pub(super) most: usize,
}

/// A number of disks and whether it is a point of the climb, measured for the usual time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Climb(usize),
    Again(usize),
}

/// The next step; none when the answer is in.
pub(super) fn next(known: &Known<'_>) -> Option<Step> {
    let Some(last) = known.disks.last().copied() else {
        return (known.most > 0).then_some(Step::Climb(1));
    };
    if !known.passed() && last < known.most {
        return Some(Step::Climb((2 * last).min(known.most)));
    }
    let Some(fit) = known.fit.filter(|_| known.most > 1) else {
        return None;
    };
    if let Some(peak) = known.peak {
        return known.around_peak(peak);
    }
    if fit.against_beyond < SEEN {
        return known.at_the_end(fit);
    }
    known.around_corner(fit)
}

impl Known<'_> {
    /// Whether some doubling gave clearly less than double.
    fn passed(&self) -> bool {
        self.spots.windows(2).any(|pair| {
            let gain = pair[1].log - pair[0].log;
            let error = (pair[0].variance + pair[1].variance).sqrt();
            let whole = (pair[1].n / pair[0].n).ln();
            gain < whole * PASSED.log2() && gain + 2.0 * error < whole
        })
    }

    fn cells_at(&self, disks: usize) -> usize {
        self.disks.iter().position(|one| *one == disks).map_or(0, |at| self.cells[at])
    }

    /// The number of disks that is nearest to a broken number of average disks.
    fn whole(&self, n: f64) -> usize {
        (n.round().max(1.0) as usize).min(self.most)
    }

    /// The candidate that was measured least, the first of equals.
    fn rarest(&self, candidates: &[usize]) -> Option<usize> {
        candidates.iter().copied().min_by_key(|disks| self.cells_at(*disks))
    }

    /// No corner was seen: is the end of the line known well enough to say so?
    fn at_the_end(&self, fit: &HingeFit) -> Option<Step> {
        let most = self.spots.last().map_or(0.0, |spot| spot.n);
        let room = DISKS_HALF_WIDTH.max(0.02 * most);
        if fit.against_beyond < ABSENT && fit.at_least > most - room {
            return None;
        }
        let before = self.whole(0.7 * most);
        self.rarest(&[self.most, before, self.whole(0.5 * most)]).map(Step::Again)
    }

    /// The corner was seen: below it, at it, or on the plateau, wherever less is known.
    fn around_corner(&self, fit: &HingeFit) -> Option<Step> {
        let wanted = DISKS_HALF_WIDTH.max(SHARE_HALF_WIDTH * fit.knee);
        let narrow = (fit.knee_high - fit.knee_low) / 2.0 <= wanted;
        let flat = (fit.log_cap_high - fit.log_cap_low) / 2.0 <= PLATEAU_HALF_WIDTH;
        let knee = fit.knee;
        // Does it fall again? One look at twice the corner, or at the end.
        let far = self.whole((2.0 * knee).ceil());
        if self.disks.last().is_some_and(|last| *last < far) {
            return Some(Step::Climb(far));
        }
        if narrow && flat {
            return None;
        }
        let information = |from: f64, to: f64| -> f64 {
            let within = self.spots.iter().filter(|spot| (from..to).contains(&(spot.n / knee)));
            within.map(|spot| 1.0 / spot.variance).sum()
        };
        let (below, at, above) =
            (information(0.0, 0.93), information(0.93, 1.07), information(1.07, f64::INFINITY));
        let lower: Vec<usize> =
            [0.85, 0.7, 0.55].iter().map(|share| self.whole(share * knee)).collect();
        let upper: Vec<usize> =
            [1.2, 1.5, 2.0].iter().map(|share| self.whole((share * knee).ceil())).collect();
        let middle = [self.whole(knee.floor()), self.whole(knee.ceil())];
        // The corner itself tells how round it is; a quarter of what is known is enough of it.
        let candidates = if 4.0 * at < below.min(above) {
            &middle[..]
        } else if below < above {
            &lower[..]
        } else {
            &upper[..]
        };
        self.rarest(candidates).map(Step::Again)
    }

    /// Throughput falls again: a few looks on both sides of the most.
    fn around_peak(&self, peak: usize) -> Option<Step> {
        let shares = [0.5, 0.7, 0.85, 1.0, 1.2, 1.4];
        let near: Vec<usize> = shares.iter().map(|share| self.whole(share * peak as f64)).collect();
        self.rarest(&near).filter(|disks| self.cells_at(*disks) < 2).map(Step::Again)
    }
}
