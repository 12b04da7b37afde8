//! min(slope x N, cap), with a corner as round as the points want it: fit and profile likelihood.
//!
//! Takes points as logarithms with their variances; for each place of the corner the best cap is a weighted mean, so the
//! whole likelihood is walked through on a grid and nothing is ever stuck in a local optimum.

/// One number of disks as the fits see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// Disks; a broken number where their speeds alone are known.
    pub(super) n: f64,
    /// Logarithm of the throughput in MiB/s.
    pub(super) log: f64,
    /// Variance of that.
    pub(super) variance: f64,
}

/// How sharp the corner may be: ((slope N)^-q + cap^-q)^(-1/q), and what each costs in units of chi-square (a corner is
/// assumed unless the points speak against it).
const SHARPNESS: [(f64, f64); 6] =
    [(f64::INFINITY, 0.0), (16.0, 1.0), (8.0, 2.0), (4.0, 3.0), (2.0, 4.0), (1.0, 5.0)];
/// Relative step from one place of the corner to the next.
const STEP: f64 = 0.003;
/// How far beyond the largest set a corner is looked for.
const BEYOND: f64 = 4.0;
/// Chi-square at 95 % to both sides, and at 95 % to one.
const BOTH_SIDES: f64 = 3.84;
const ONE_SIDE: f64 = 2.71;

/// One place of the corner.
#[derive(Clone, Copy, Debug)]
struct Place {
    knee: f64,
    misfit: f64,
    sharpness: f64,
    log_cap: f64,
}

/// The fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct HingeFit {
    /// Cap over slope: how many disks fill it, with the ends of its 95 % interval.
    pub(super) knee: f64,
    pub(super) knee_low: f64,
    pub(super) knee_high: f64,
    /// The least knee that is likely (95 %, one-sided).
    pub(super) at_least: f64,
    pub(super) sharpness: f64,
    pub(super) log_cap: f64,
    pub(super) log_cap_low: f64,
    pub(super) log_cap_high: f64,
    /// How much worse the best fit is whose corner lies at or beyond the largest set; in chi-square, after dividing by what
    /// the points scatter beyond their variance.
    pub(super) against_beyond: f64,
    /// What the points scatter beyond their variance: 1 or more.
    pub(super) scatter: f64,
}

/// Fits the points; they must be in rising order.
pub(super) fn fit(spots: &[Spot]) -> Option<HingeFit> {
    let most = spots.last()?.n;
    let first = spots.first()?.n;
    let places = (((most * BEYOND / first).ln() / STEP) as usize).max(1);
    let walk: Vec<Place> =
        (0..=places).map(|step| place(spots, first * (STEP * step as f64).exp())).collect();
    let best = *walk.iter().min_by(|a, b| a.misfit.total_cmp(&b.misfit))?;
    let free = spots.len() as f64 - if best.sharpness.is_finite() { 3.0 } else { 2.0 };
    let misfit = best.misfit - cost_of(best.sharpness);
    let scatter = if free >= 1.0 { (misfit / free).max(1.0) } else { 1.0 };
    let within = |limit: f64| {
        let far = best.misfit + limit * scatter;
        walk.iter().filter(move |place| place.misfit <= far)
    };
    let last_step = most * (-STEP).exp();
    let beyond = walk.iter().filter(|place| place.knee > last_step).map(|place| place.misfit);
    let own = cap_error(spots, &best) * scatter.sqrt() * 1.96;
    let caps = |place: &Place| place.log_cap;
    Some(HingeFit {
        knee: refine(&walk, &best),
        knee_low: within(BOTH_SIDES).map(|place| place.knee).fold(f64::INFINITY, f64::min),
        knee_high: within(BOTH_SIDES).map(|place| place.knee).fold(0.0, f64::max),
        at_least: within(ONE_SIDE).map(|place| place.knee).fold(f64::INFINITY, f64::min),
        sharpness: best.sharpness,
        log_cap: best.log_cap,
        log_cap_low: within(1.0).map(caps).fold(f64::INFINITY, f64::min).min(best.log_cap - own),
        log_cap_high: within(1.0).map(caps).fold(f64::MIN, f64::max).max(best.log_cap + own),
        against_beyond: (beyond.fold(f64::INFINITY, f64::min) - best.misfit) / scatter,
        scatter,
    })
}

/// The best sharpness and cap for one place of the corner.
fn place(spots: &[Spot], knee: f64) -> Place {
    let mut best = Place { knee, misfit: f64::INFINITY, sharpness: 0.0, log_cap: 0.0 };
    for (sharpness, cost) in SHARPNESS {
        let (mut weights, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for spot in spots {
            let rest = spot.log - below_cap(spot.n / knee, sharpness);
            weights += 1.0 / spot.variance;
            sum += rest / spot.variance;
            squares += rest * rest / spot.variance;
        }
        let misfit = squares - sum * sum / weights + cost;
        if misfit < best.misfit {
            best = Place { knee, misfit, sharpness, log_cap: sum / weights };
        }
    }
    best
}

/// The logarithm of throughput over cap at so many times the knee.
pub(super) fn below_cap(ratio: f64, sharpness: f64) -> f64 {
    if sharpness.is_infinite() {
        ratio.ln().min(0.0)
    } else {
        -(ratio.powf(-sharpness)).ln_1p() / sharpness
    }
}

fn cost_of(sharpness: f64) -> f64 {
    SHARPNESS.iter().find(|(one, _)| *one == sharpness).map_or(0.0, |(_, cost)| *cost)
}

/// The standard error of the cap by the points that lie on the plateau.
fn cap_error(spots: &[Spot], best: &Place) -> f64 {
    let weight = |spot: &Spot| {
        let flat = 1.0 - slope_at(spot.n / best.knee, best.sharpness);
        flat * flat / spot.variance
    };
    let sum: f64 = spots.iter().map(weight).sum();
    (1.0 / sum.max(1e-9)).sqrt()
}

/// How steeply the logarithm rises: 1 on the slope, 0 on the plateau.
fn slope_at(ratio: f64, sharpness: f64) -> f64 {
    if sharpness.is_infinite() {
        if ratio < 1.0 { 1.0 } else { 0.0 }
    } else {
        1.0 / (1.0 + ratio.powf(sharpness))
    }
}

/// The lowest place of the parabola through the best place and its neighbours; the middle where several are equally good.
fn refine(walk: &[Place], best: &Place) -> f64 {
    let equal = walk.iter().filter(|place| place.misfit <= best.misfit + 1e-9);
    let (low, high) = equal.fold((f64::INFINITY, 0.0_f64), |(low, high), place| {
        (low.min(place.knee), high.max(place.knee))
    });
    if high > low {
        return (low * high).sqrt();
    }
    let at = walk.iter().position(|place| place.knee == best.knee).unwrap_or(0);
    let (Some(before), Some(after)) = (at.checked_sub(1).map(|i| walk[i]), walk.get(at + 1)) else {
        return best.knee;
    };
    let bend = before.misfit + after.misfit - 2.0 * best.misfit;
    let shift = if bend > 0.0 { 0.5 * (before.misfit - after.misfit) / bend } else { 0.0 };
    best.knee * (STEP * shift.clamp(-1.0, 1.0)).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spots(knee: f64, sharpness: f64, ns: &[f64]) -> Vec<Spot> {
        let spot = |n: &f64| Spot {
            n: *n,
            log: 6.0 + below_cap(n / knee, sharpness),
            variance: 0.005 * 0.005,
        };
        ns.iter().map(spot).collect()
    }

    #[test]
    fn a_corner_is_found_where_it_is() {
        for (knee, sharpness) in
            [(9.4, f64::INFINITY), (9.4, 8.0), (9.4, 4.0), (1.5, f64::INFINITY)]
        {
            let ns = [1.0, 2.0, 4.0, 8.0, 9.0, 10.0, 11.0, 16.0];
            let fit = fit(&spots(knee, sharpness, &ns)).unwrap();
            assert!((fit.knee / knee - 1.0).abs() < 0.01, "{knee} {sharpness}: {fit:?}");
            assert!((fit.log_cap - 6.0).abs() < 0.01, "{knee} {sharpness}: {fit:?}");
            assert!(fit.against_beyond > 20.0);
        }
    }

    #[test]
    fn a_corner_beyond_the_points_is_not_seen() {
        let fit = fit(&spots(20.0, f64::INFINITY, &[1.0, 2.0, 4.0, 8.0, 14.0])).unwrap();
        assert!(fit.against_beyond < 1e-6 && fit.at_least > 13.5, "{fit:?}");
    }
}
