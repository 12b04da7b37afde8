//! min(slope x N, cap), with a corner as round as the points suggest: fit and profile likelihood.
//!
//! Takes points as logarithms with their variances. For each place of the corner the best cap is a weighted mean, so the whole
//! likelihood is scanned on a grid and no fit stops in a local optimum.

/// One number of disks as the fits see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct HingePoint {
    /// The number of disks, in usual disks; a fraction if the speed of each disk alone is known.
    pub(super) n: f64,
    /// Logarithm of the throughput in MiB/s.
    pub(super) log: f64,
    pub(super) variance: f64,
    /// The part of it that comes from the points, not from the differences between disks.
    pub(super) noise: f64,
}

/// How sharp the corner may be: ((slope N)^-q + cap^-q)^(-1/q), and the penalty of each in units of chi-square (a corner is
/// assumed unless the points contradict it).
const SHARPNESS: [(f64, f64); 8] = [
    (f64::INFINITY, 0.0),
    (16.0, 1.0),
    (8.0, 2.0),
    (6.0, 2.5),
    (4.0, 3.0),
    (3.0, 3.5),
    (2.0, 4.0),
    (1.0, 5.0),
];
/// The penalty for throughput that falls beyond the corner, by the same share for each disk.
const FALLING_COST: f64 = 4.0;
/// Relative step from one place of the corner to the next.
const STEP: f64 = 0.003;
/// Fine steps in a coarse one, and how much worse than the best, in chi-square, a place may be that is scanned finely.
const COARSE: usize = 6;
const NEAR: f64 = 40.0;
/// How far beyond the largest set a corner is looked for.
const BEYOND: f64 = 4.0;
/// Chi-square for an interval of 95 % to both sides, and to one: 3.84 and 2.71, and more because the course ends when the
/// interval happens to be narrow (measured: crates/study/METHODS.md).
const BOTH_SIDES: f64 = 5.0;
const ONE_SIDE: f64 = 3.5;

#[derive(Clone, Copy, Debug)]
struct HingeCorner {
    knee: f64,
    misfit: f64,
    sharpness: f64,
    log_cap: f64,
    /// How much throughput falls beyond the corner, as a logarithm for as many disks again; 0: a plateau.
    fall: f64,
}

#[derive(Clone, Debug)]
pub(super) struct HingeFit {
    /// Cap over slope: how many disks fill it, with the ends of its 95 % interval.
    pub(super) knee: f64,
    pub(super) knee_low: f64,
    pub(super) knee_high: f64,
    /// The least knee that is likely (95 %, one-sided).
    pub(super) at_least: f64,
    pub(super) sharpness: f64,
    /// How much throughput falls beyond the corner, as a logarithm for as many disks again; 0: a plateau.
    pub(super) fall: f64,
    pub(super) log_cap: f64,
    pub(super) log_cap_low: f64,
    pub(super) log_cap_high: f64,
    /// How much worse a straight line is, in chi-square, after dividing by the scatter.
    pub(super) against_line: f64,
    /// The scatter of the points beyond their variance: 1 or more.
    pub(super) scatter: f64,
    /// Every place of the corner that is likely (95 %).
    likely: Vec<HingeCorner>,
}

/// Fits the points; they must be in rising order.
pub(super) fn fit(spots: &[HingePoint]) -> Option<HingeFit> {
    let most = spots.last()?.n;
    let first = spots.first()?.n;
    let walk = walk(spots, first, most * BEYOND);
    let best = *walk.iter().min_by(|a, b| a.misfit.total_cmp(&b.misfit))?;
    let free = spots.len() as f64 - best.terms();
    let misfit = best.misfit - best.cost();
    let scatter = if free >= 1.0 { (misfit / free).max(1.0) } else { 1.0 };
    let within = |limit: f64| {
        let far = best.misfit + limit * scatter;
        walk.iter().filter(move |place| place.misfit <= far)
    };
    let line = with_sharpness(spots, most * BEYOND, f64::INFINITY).misfit;
    let own = cap_error(spots, &best) * scatter.sqrt() * 1.96;
    let caps = |place: &HingeCorner| place.log_cap;
    Some(HingeFit {
        knee: refine(&walk, &best),
        knee_low: within(BOTH_SIDES).map(|place| place.knee).fold(f64::INFINITY, f64::min),
        knee_high: within(BOTH_SIDES).map(|place| place.knee).fold(0.0, f64::max),
        at_least: within(ONE_SIDE).map(|place| place.knee).fold(f64::INFINITY, f64::min),
        sharpness: best.sharpness,
        fall: best.fall,
        log_cap: best.log_cap,
        log_cap_low: within(1.0).map(caps).fold(f64::INFINITY, f64::min).min(best.log_cap - own),
        log_cap_high: within(1.0).map(caps).fold(f64::MIN, f64::max).max(best.log_cap + own),
        against_line: (line - best.misfit) / scatter,
        scatter,
        likely: within(BOTH_SIDES).copied().collect(),
    })
}

/// The places of the corner in rising order: coarse steps everywhere, fine ones wherever it may be.
fn walk(spots: &[HingePoint], from: f64, to: f64) -> Vec<HingeCorner> {
    let at = |step: usize| place(spots, from * (STEP * step as f64).exp());
    let steps = ((to / from).ln() / STEP) as usize / COARSE + 1;
    let coarse: Vec<HingeCorner> = (0..=steps).map(|step| at(COARSE * step)).collect();
    let best = coarse.iter().map(|place| place.misfit).fold(f64::INFINITY, f64::min);
    let near = |place: &HingeCorner| place.misfit <= best + NEAR;
    let mut walk = Vec::with_capacity(4 * steps);
    for (step, pair) in coarse.windows(2).enumerate() {
        walk.push(pair[0]);
        if pair.iter().any(near) {
            walk.extend((1..COARSE).map(|fine| at(COARSE * step + fine)));
        }
    }
    walk.extend(coarse.last());
    walk
}

/// The best sharpness and cap for one place of the corner.
fn place(spots: &[HingePoint], knee: f64) -> HingeCorner {
    let corners = SHARPNESS.iter().map(|(sharpness, cost)| {
        let place = with_sharpness(spots, knee, *sharpness);
        HingeCorner { misfit: place.misfit + cost, ..place }
    });
    let best = corners.min_by(|a, b| a.misfit.total_cmp(&b.misfit));
    let best = best.expect("there is always a corner");
    falling(spots, knee).filter(|place| place.misfit < best.misfit).unwrap_or(best)
}

/// The best cap for one place of the corner and its sharpness.
fn with_sharpness(spots: &[HingePoint], knee: f64, sharpness: f64) -> HingeCorner {
    let (mut weights, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for spot in spots {
        let rest = spot.log - below_cap(spot.n / knee, sharpness);
        weights += 1.0 / spot.variance;
        sum += rest / spot.variance;
        squares += rest * rest / spot.variance;
    }
    let misfit = squares - sum * sum / weights;
    HingeCorner { knee, misfit, sharpness, log_cap: sum / weights, fall: 0.0 }
}

/// The best cap and fall for one place of a sharp corner; `None` if throughput does not fall beyond it.
fn falling(spots: &[HingePoint], knee: f64) -> Option<HingeCorner> {
    let (mut w, mut wx, mut wxx, mut wy, mut wxy, mut wyy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    for spot in spots {
        let (x, y) = (beyond(spot.n / knee), spot.log - below_cap(spot.n / knee, f64::INFINITY));
        let weight = 1.0 / spot.variance;
        (w, wx, wxx) = (w + weight, wx + weight * x, wxx + weight * x * x);
        (wy, wxy, wyy) = (wy + weight * y, wxy + weight * x * y, wyy + weight * y * y);
    }
    let determinant = w * wxx - wx * wx;
    let fall = -(w * wxy - wx * wy) / determinant;
    if determinant <= 1e-9 * w * w || fall <= 0.0 {
        return None;
    }
    let log_cap = (wy + fall * wx) / w;
    let misfit = wyy - log_cap * wy + fall * wxy + FALLING_COST;
    Some(HingeCorner { knee, misfit, sharpness: f64::INFINITY, log_cap, fall })
}

/// The distance beyond the corner, in corners.
fn beyond(ratio: f64) -> f64 {
    (ratio - 1.0).max(0.0)
}

impl HingeCorner {
    /// The penalty of its shape, in chi-square.
    fn cost(&self) -> f64 {
        let falling = if self.fall > 0.0 { FALLING_COST } else { 0.0 };
        let corner = SHARPNESS.iter().find(|(one, _)| *one == self.sharpness);
        falling + corner.map_or(0.0, |(_, cost)| *cost)
    }

    fn terms(&self) -> f64 {
        terms(self.sharpness, self.fall)
    }

    /// The logarithm of the throughput of `n` disks.
    fn at(&self, n: f64) -> f64 {
        let ratio = n / self.knee;
        self.log_cap + below_cap(ratio, self.sharpness) - self.fall * beyond(ratio)
    }
}

/// The number of fitted parameters.
fn terms(sharpness: f64, fall: f64) -> f64 {
    let extra = usize::from(sharpness.is_finite()) + usize::from(fall > 0.0);
    2.0 + extra as f64
}

impl HingeFit {
    /// The logarithm of the throughput of `n` disks.
    pub(super) fn at(&self, n: f64) -> f64 {
        let Self { knee, sharpness, log_cap, fall, .. } = *self;
        HingeCorner { knee, sharpness, log_cap, fall, misfit: 0.0 }.at(n)
    }

    /// How far the likely fits are apart in the throughput of `n` disks, as a logarithm.
    pub(super) fn apart(&self, n: f64) -> f64 {
        let values = self.likely.iter().map(|place| place.at(n));
        let ends = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        ends.1 - ends.0
    }

    /// The number of fitted parameters.
    pub(super) fn terms(&self) -> f64 {
        terms(self.sharpness, self.fall)
    }
}

/// The logarithm of throughput over cap at `ratio` times the knee.
fn below_cap(ratio: f64, sharpness: f64) -> f64 {
    if sharpness.is_infinite() {
        ratio.ln().min(0.0)
    } else {
        -(ratio.powf(-sharpness)).ln_1p() / sharpness
    }
}

/// The standard error of the cap by the points that lie on the plateau.
fn cap_error(spots: &[HingePoint], best: &HingeCorner) -> f64 {
    let weight = |spot: &HingePoint| {
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
fn refine(walk: &[HingeCorner], best: &HingeCorner) -> f64 {
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

    fn spots(knee: f64, sharpness: f64, ns: &[f64]) -> Vec<HingePoint> {
        let spot = |n: &f64| HingePoint {
            n: *n,
            log: 6.0 + below_cap(n / knee, sharpness),
            variance: 0.005 * 0.005,
            noise: 0.005 * 0.005,
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
            assert!(fit.against_line > 20.0);
        }
    }

    #[test]
    fn what_falls_beyond_the_corner_does_not_move_it() {
        let ns = [1.0, 2.0, 4.0, 8.0, 10.0, 12.0, 16.0, 32.0];
        let mut spots = spots(10.0, f64::INFINITY, &ns);
        for spot in &mut spots {
            spot.log -= 0.2 * beyond(spot.n / 10.0);
        }
        let fit = fit(&spots).unwrap();
        assert!((fit.knee - 10.0).abs() < 0.1 && (fit.fall - 0.2).abs() < 0.01, "{fit:?}");
        assert!((fit.log_cap - 6.0).abs() < 0.01, "{fit:?}");
    }

    #[test]
    fn a_corner_beyond_the_points_is_not_seen() {
        let fit = fit(&spots(20.0, f64::INFINITY, &[1.0, 2.0, 4.0, 8.0, 14.0])).unwrap();
        assert!(fit.against_line < 1e-6 && fit.at_least > 13.5, "{fit:?}");
    }
}
