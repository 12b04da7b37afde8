//! How many disks next: doubling until it no longer pays, then where the corner is least known.
//!
//! Takes the points and the fit so far; returns the next number of disks, or that the answer is known.

use super::hinge::{HingeFit, HingePoint};
use record::scale::Law;

/// A doubling of the disks that gives less than this many times as much has passed the corner.
const PASSED: f64 = 1.6;
/// The corner counts as absent if a straight line is at most this much worse, in chi-square.
pub(super) const ABSENT: f64 = 4.0;
/// A corner no sharper than this counts as none: the whole course is needed.
const ROUND: f64 = 3.0;
/// The required precision of the corner: this many disks to each side, or this share of it.
const DISKS_HALF_WIDTH: f64 = 0.8;
const SHARE_HALF_WIDTH: f64 = 0.003;
/// Differences between disks make a point of few disks less informative: its variance grows by this over their number.
const FEW: f64 = 4.0;
/// The most points at one number of disks, besides those of the climb.
const POINTS_EACH: usize = 4;
/// Points at each number of disks around the maximum.
const PEAK_POINTS: usize = 1;
/// The required precision of the plateau, as a logarithm.
const PLATEAU_HALF_WIDTH: f64 = 0.02;

/// What is known when the next number is chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChoiceContext<'a> {
    /// The points in rising order, and how many disks and points each has.
    pub(super) spots: &'a [HingePoint],
    pub(super) disks: &'a [usize],
    pub(super) points: &'a [usize],
    pub(super) fit: Option<&'a HingeFit>,
    /// Whether the corner lies within the points.
    pub(super) corner_visible: bool,
    pub(super) law: Law,
    /// The number of disks with the highest throughput, if it falls again.
    pub(super) peak: Option<usize>,
    pub(super) most: usize,
}

/// A number of disks and whether it is a point of the climb, measured for the usual time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScaleStep {
    Climb(usize),
    Again(usize),
}

/// The next step; `None` when the answer is known.
pub(super) fn next(known: &ChoiceContext<'_>) -> Option<ScaleStep> {
    let Some(last) = known.disks.last().copied() else {
        return (known.most > 0).then_some(ScaleStep::Climb(1));
    };
    if !known.passed() && last < known.most {
        return Some(ScaleStep::Climb((2 * last).min(known.most)));
    }
    let fit = known.fit.filter(|_| known.most > 1)?;
    let corner = known.law == Law::Hinge && fit.sharpness > ROUND;
    match known.peak {
        Some(peak) if !corner => known.around_peak(peak),
        // So slow a bend may turn into a fall.
        _ if !corner && known.corner_visible && last < known.most => {
            Some(ScaleStep::Climb((2 * last).min(known.most)))
        }
        _ if known.corner_visible => known.around_corner(fit),
        _ => known.at_the_end(fit),
    }
}

impl ChoiceContext<'_> {
    /// Whether some doubling gave clearly less than double.
    fn passed(&self) -> bool {
        self.spots.windows(2).any(|pair| {
            let gain = pair[1].log - pair[0].log;
            let error = (pair[0].variance + pair[1].variance).sqrt();
            let whole = (pair[1].n / pair[0].n).ln();
            gain < whole * PASSED.log2() && gain + 2.0 * error < whole
        })
    }

    fn points_at(&self, disks: usize) -> usize {
        self.disks.iter().position(|one| *one == disks).map_or(0, |at| self.points[at])
    }

    /// This many disks, rounded and limited to the available ones.
    fn whole(&self, n: f64) -> usize {
        (n.round().max(1.0) as usize).min(self.most)
    }

    /// The number of disks at which the likely fits are farthest apart, in standard errors of a point; `None` if they agree so
    /// well that nothing is left to learn.
    fn most_informative(&self, fit: &HingeFit) -> Option<ScaleStep> {
        let shares = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0, 1.05, 1.1, 1.2, 1.35, 1.5, 1.75, 2.0];
        let most = self.most as f64;
        let near = shares.iter().map(|share| self.whole(share * fit.knee.min(most)));
        let far = near.chain([self.most, self.whole(0.75 * most)]);
        let enough = PLATEAU_HALF_WIDTH.min(DISKS_HALF_WIDTH / fit.knee);
        let score = |disks: usize| {
            let apart = fit.apart(disks as f64);
            (apart * apart / (1.0 + FEW / disks as f64), disks)
        };
        // More points there would only show these disks' own differences better.
        let open = far.filter(|disks| self.points_at(*disks) < POINTS_EACH);
        let best = open.map(score).max_by(|a, b| a.0.total_cmp(&b.0))?;
        (fit.apart(best.1 as f64) > enough).then_some(ScaleStep::Again(best.1))
    }

    /// No corner was seen: is the end of the line known well enough to say so?
    fn at_the_end(&self, fit: &HingeFit) -> Option<ScaleStep> {
        let most = self.spots.last().map_or(0.0, |spot| spot.n);
        let room = DISKS_HALF_WIDTH.max(0.02 * most);
        if fit.against_line < ABSENT && fit.at_least > most - room {
            return None;
        }
        self.most_informative(fit)
    }

    /// The corner was seen: the most informative number of disks, until the corner is known well enough.
    fn around_corner(&self, fit: &HingeFit) -> Option<ScaleStep> {
        // Does throughput fall again? One point at twice the corner, or at the end.
        let far = self.whole((2.0 * fit.knee).ceil());
        if self.disks.last().is_some_and(|last| *last < far) {
            return Some(ScaleStep::Climb(far));
        }
        let wanted = DISKS_HALF_WIDTH.max(SHARE_HALF_WIDTH * fit.knee);
        let narrow = (fit.knee_high - fit.knee_low) / 2.0 <= wanted;
        let flat = (fit.log_cap_high - fit.log_cap_low) / 2.0 <= PLATEAU_HALF_WIDTH;
        if narrow && flat { None } else { self.most_informative(fit) }
    }

    /// Throughput falls again: a point at each of some numbers on both sides of the maximum.
    fn around_peak(&self, peak: usize) -> Option<ScaleStep> {
        let shares = [0.5, 0.7, 0.85, 1.0, 1.2, 1.4];
        let near = shares.iter().map(|share| self.whole(share * peak as f64));
        let rarest = near.min_by_key(|disks| self.points_at(*disks));
        rarest.filter(|disks| self.points_at(*disks) < PEAK_POINTS).map(ScaleStep::Again)
    }
}
