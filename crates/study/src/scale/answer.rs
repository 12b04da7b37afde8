//! What the fits mean: where the path fills up, by which law, and whether throughput falls again.
//!
//! Takes the points and both fits; returns the parts of the finding.

use super::course::ABSENT;
use super::hinge::{HingeFit, HingePoint};
use super::law::UslFit;
use super::sets::{ERRORS_IN_HALF_WIDTH, disks_worth};
use record::scale::{Hinge, Law, Saturation, ScaleConfig, ScaleFall, worth};
use summary::Estimate;

/// Throughput falls again where the largest set gives this much less than the best one, beyond chance.
const FALL: f64 = 0.03;
const FALL_ERRORS: f64 = 3.5;
/// A corner is reported if a straight line is at least this much worse, in chi-square (3 standard errors).
const SEEN: f64 = 9.0;
/// If the disks' own speeds are unknown, a single slow disk looks like a corner this close to the end, in disks.
const END_ROOM: f64 = 0.4;
/// Sets of [`WELL_BEYOND`] corners show the limit by themselves, if a law that never quite gets there differs by at most
/// [`LIMIT_NEAR`]; sets of at most [`WELL_UNDER`] corners show what each disk adds.
const WELL_BEYOND: f64 = 1.5;
const LIMIT_NEAR: f64 = 0.015;
const WELL_UNDER: f64 = 0.5;
/// A law does not fit if chi-square exceeds its degrees of freedom by this many of its standard deviations.
const MISFIT_DEVIATIONS: f64 = 4.0;

#[derive(Clone, Copy, Debug)]
pub(super) struct FitContext<'a> {
    pub(super) spots: &'a [HingePoint],
    pub(super) hinge: Option<&'a HingeFit>,
    pub(super) usl: Option<&'a UslFit>,
    pub(super) falls: Option<ScaleFall>,
    pub(super) config: &'a ScaleConfig,
}

#[derive(Clone, Debug)]
pub(super) struct ScaleAnswer {
    pub(super) saturation: Saturation,
    pub(super) slope: Estimate,
    pub(super) law: Law,
    pub(super) hinge: Option<Hinge>,
}

/// The best number of disks and by how much the largest set falls short of it.
pub(super) fn falls(spots: &[HingePoint], disks: &[usize]) -> Option<ScaleFall> {
    let last = spots.last()?;
    let best = (0..spots.len()).max_by(|a, b| spots[*a].log.total_cmp(&spots[*b].log))?;
    let less = spots[best].log - last.log;
    let error = (spots[best].variance + last.variance).sqrt();
    let by_share = -(-less).exp_m1();
    let falls = by_share >= FALL && less > FALL_ERRORS * error;
    falls.then_some(ScaleFall { after: disks[best], by_share })
}

pub(super) fn answer(fits: &FitContext<'_>) -> ScaleAnswer {
    let Some(fit) = fits.hinge.filter(|_| fits.spots.len() > 1) else {
        let only = fits.spots.first().map_or(f64::NAN, |spot| spot.log.exp() / spot.n);
        let saturation = match (fits.spots.len(), fits.config.disks.len()) {
            (1, 1) => Saturation::NotReached { at_least: 1.0 },
            _ => Saturation::Open,
        };
        return ScaleAnswer {
            saturation,
            slope: Estimate::unknown(only),
            law: Law::Open,
            hinge: None,
        };
    };
    let corner_visible = is_corner_visible(fit, fits.spots, &fits.config.alone);
    let law = law(fits.spots, fit, fits.usl);
    let saturation = match fits.usl.and_then(|usl| usl.peak) {
        Some(peak) if law == Law::Usl && fits.falls.is_some() => at_peak(fits, peak),
        _ if corner_visible => reached(fits, fit),
        _ if unclear(fit, fits.spots) => Saturation::Open,
        _ => not_reached(fits, fit),
    };
    let cap = fit.log_cap.exp();
    let hinge = Hinge {
        slope: cap / fit.knee,
        cap,
        sharpness: Some(fit.sharpness).filter(|q| q.is_finite()),
    };
    let slope = if corner_visible { slope(fits, fit) } else { line(fits.spots, fit.scatter) };
    ScaleAnswer { saturation, slope, law, hinge: corner_visible.then_some(hinge) }
}

/// MiB/s that each disk adds if no corner was seen: the line through all points, weighted by their variances.
fn line(spots: &[HingePoint], scatter: f64) -> Estimate {
    let weight: f64 = spots.iter().map(|spot| 1.0 / spot.variance).sum();
    let sum: f64 = spots.iter().map(|spot| (spot.log - spot.n.ln()) / spot.variance).sum();
    let (value, half) = ((sum / weight).exp(), 1.96 * (scatter / weight).sqrt());
    Estimate::between(value, value * (-half).exp(), value * half.exp())
}

/// Whether the corner lies within the points, beyond chance and beyond the effect of a single slow disk.
pub(super) fn is_corner_visible(fit: &HingeFit, spots: &[HingePoint], alone: &[f64]) -> bool {
    let room = if alone.is_empty() { END_ROOM } else { 0.0 };
    fit.against_line >= SEEN && fit.knee <= most(spots) - room
}

/// Whether a corner is likely, and so close to the end that a single slow disk has the same effect. A less likely corner counts
/// as absent, as in the course (if the disks' own speeds are known, it is either seen there or not).
fn unclear(fit: &HingeFit, spots: &[HingePoint]) -> bool {
    let most = most(spots);
    fit.against_line >= ABSENT && (most - END_ROOM..=most).contains(&fit.knee)
}

/// The worth of the largest set, in usual disks.
fn most(spots: &[HingePoint]) -> f64 {
    spots.last().map_or(0.0, |spot| spot.n)
}

fn not_reached(fits: &FitContext<'_>, fit: &HingeFit) -> Saturation {
    let at_least = fit.at_least.min(most(fits.spots));
    Saturation::NotReached { at_least: disks_worth(&fits.config.alone, at_least) }
}

/// The number of whole disks that the knee is worth; a tenth of a disk is not one more.
fn count(fits: &FitContext<'_>, knee: f64) -> usize {
    let most = fits.config.disks.len();
    (1..=most).find(|disks| worth(&fits.config.alone, *disks) >= knee - 0.1).unwrap_or(most)
}

fn reached(fits: &FitContext<'_>, fit: &HingeFit) -> Saturation {
    let (plateau, slope) = (plateau(fits.spots, fit), slope(fits, fit));
    // A round corner is where two lines meet on which no set lies.
    let (low, high) = if fit.sharpness.is_finite() {
        (plateau.value / slope.ends().high, plateau.value / slope.ends().low)
    } else {
        (fit.knee, fit.knee)
    };
    Saturation::Reached {
        count: count(fits, fit.knee),
        knee: disks(fits, [fit.knee, fit.knee_low.min(low), fit.knee_high.max(high)]),
        plateau,
    }
}

/// The limit in MiB/s: the throughput of the sets well beyond the corner, with an interval that also holds the law's limit.
fn plateau(spots: &[HingePoint], fit: &HingeFit) -> Estimate {
    let to_estimate =
        |[value, low, high]: [f64; 3]| Estimate::between(value.exp(), low.exp(), high.exp());
    let beyond = || spots.iter().filter(|spot| spot.n >= WELL_BEYOND * fit.knee);
    let weight: f64 = beyond().map(|spot| 1.0 / spot.noise).sum();
    if weight == 0.0 || fit.fall > 0.0 {
        return to_estimate([fit.log_cap, fit.log_cap_low, fit.log_cap_high]);
    }
    let gave = beyond().map(|spot| spot.log / spot.noise).sum::<f64>() / weight;
    let half = ERRORS_IN_HALF_WIDTH / weight.sqrt();
    let near = (gave - fit.log_cap).abs() <= LIMIT_NEAR;
    let value = if near { gave } else { fit.log_cap };
    to_estimate([value, fit.log_cap_low.min(gave - half), fit.log_cap_high.max(gave + half)])
}

fn at_peak(fits: &FitContext<'_>, (peak, error): (f64, f64)) -> Saturation {
    let most = fits.config.disks.len();
    let law = fits.usl.expect("a peak comes from the law").usl;
    let near = fits.spots.iter().filter(|spot| (0.7..=1.4).contains(&(spot.n / peak)));
    let weight: f64 = near.map(|spot| 1.0 / spot.variance).sum();
    let half = 1.96 / weight.max(1.0).sqrt();
    let top = law.at(peak);
    Saturation::Reached {
        count: (peak.round().max(1.0) as usize).min(most),
        knee: disks(fits, [peak, (peak - 1.96 * error).max(1.0), peak + 1.96 * error]),
        plateau: Estimate::between(top, top * (1.0 - half), top * (1.0 + half)),
    }
}

/// Converts usual disks to these disks. The value is refined between two places of which one may be the end of the interval.
fn disks(fits: &FitContext<'_>, worth: [f64; 3]) -> Estimate {
    let [value, low, high] = worth.map(|worth| disks_worth(&fits.config.alone, worth));
    Estimate::between(value, low.min(value), high.max(value))
}

/// MiB/s that each disk adds before the corner. The interval also holds the throughput of each set well under it, which a law
/// that is bent for the sets around the corner may miss.
fn slope(fits: &FitContext<'_>, fit: &HingeFit) -> Estimate {
    let below = fits.spots.iter().filter(|spot| spot.n <= 0.95 * fit.knee || spot.n <= 1.0);
    let weight: f64 = below.map(|spot| 1.0 / spot.variance).sum();
    let half = 1.96 * (fit.scatter / weight.max(1e-9)).sqrt();
    let value = fit.log_cap - fit.knee.ln();
    let under = fits.spots.iter().enumerate();
    let under = under.filter(|(at, spot)| *at == 0 || spot.n <= WELL_UNDER * fit.knee);
    let (low, high) = under.fold((value - half, value + half), |(low, high), (_, spot)| {
        let (each, half) = (spot.log - spot.n.ln(), ERRORS_IN_HALF_WIDTH * spot.noise.sqrt());
        (low.min(each - half), high.max(each + half))
    });
    Estimate::between(value.exp(), low.exp(), high.exp())
}

/// The law with the least misfit, after a penalty for each of its parameters (Schwarz 1978).
pub(super) fn law(spots: &[HingePoint], fit: &HingeFit, usl: Option<&UslFit>) -> Law {
    let steps = spots.len() as f64;
    if spots.len() < 3 {
        return if fit.against_line >= SEEN { Law::Hinge } else { Law::Open };
    }
    let misfit = |of: &dyn Fn(f64) -> f64| -> f64 {
        spots.iter().map(|spot| (spot.log - of(spot.n)).powi(2) / spot.variance).sum()
    };
    let weight: f64 = spots.iter().map(|spot| 1.0 / spot.variance).sum();
    let level = spots.iter().map(|spot| (spot.log - spot.n.ln()) / spot.variance).sum::<f64>();
    let linear = misfit(&|n| level / weight + n.ln());
    let corner = misfit(&|n| fit.at(n));
    let mut laws = vec![(Law::Linear, linear, 1.0), (Law::Hinge, corner, fit.terms())];
    laws.extend(usl.map(|usl| (Law::Usl, usl.misfit, usl.terms as f64)));
    let price = steps.ln();
    let best = laws.iter().min_by(|a, b| (a.1 + price * a.2).total_cmp(&(b.1 + price * b.2)));
    let (law, misfit, terms) = *best.expect("there are always two laws");
    let free = (steps - terms).max(1.0);
    if misfit > free + MISFIT_DEVIATIONS * (2.0 * free).sqrt() + MISFIT_DEVIATIONS {
        return Law::None;
    }
    // A law with only one parameter is a straight line.
    match (law, usl) {
        (Law::Usl, Some(usl)) if usl.terms == 1 => Law::Linear,
        _ => law,
    }
}
