//! Where the load line lies, from all trials together: a posterior over the line and the steepness of the tail.
//!
//! Takes the counts of every trial, gives quantiles of the line. The model: near the line the share over the
//! ceiling grows like `limit * exp(slope * (rate / line - 1))`, as the tail of a queue does (Kleinrock 1975; for
//! general queues the heavy-traffic limit of Kingman 1961). Counts are weighed by the design effect of their
//! bunches (Kish 1965), pooled over the trials near the line. A trial far under the line has hardly an operation
//! over the ceiling; it is read at a part of the ceiling, where the same tail is still full. Knows no time and runs
//! nothing.

/// How many thresholds are counted: the ceiling, its half, its quarter, and so on.
pub(super) const THRESHOLDS: usize = 7;

/// One look: operations, and how many of them took longer than the ceiling, its half, its quarter, and so on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    pub(super) ios: f64,
    pub(super) over: [f64; THRESHOLDS],
}

/// One trial's counts.
#[derive(Clone, Debug)]
pub(super) struct Tried {
    /// Arrivals a second.
    pub(super) rate_iops: f64,
    /// What was counted, per look.
    pub(super) cells: Vec<Counts>,
    /// The queue grew without end: far above the line, whatever the counts say.
    pub(super) blown: bool,
}

impl Tried {
    /// Operations of the whole trial.
    pub(super) fn ios(&self) -> f64 {
        self.cells.iter().map(|cell| cell.ios).sum()
    }

    /// The share over the threshold of this index.
    fn share_at(&self, threshold: usize) -> f64 {
        let over: f64 = self.cells.iter().map(|cell| cell.over[threshold]).sum();
        over / self.ios().max(1.0)
    }

    fn share(&self) -> f64 {
        self.share_at(0)
    }

    /// Near enough to the line for the law of the share to hold.
    fn is_near(&self, limit: f64) -> bool {
        !self.blown && (1.0 / FAR..=FAR).contains(&(self.share() / limit))
    }
}

/// What all trials say of the line.
#[derive(Clone, Debug)]
pub(super) struct Posterior {
    /// Candidate lines in operations per second, rising, each with its probability.
    lines: Vec<(f64, f64)>,
    /// The expected steepness: relative growth of the share per relative growth of the rate.
    pub(super) slope: f64,
    /// The design effect of a quiet storage.
    pub(super) effect: f64,
}

/// The distance of candidate lines near saturation, as a logarithm.
const GRID_FINE: f64 = 0.002;
/// Candidate lines reach this far over the closed-loop rate, which may itself be low.
const SATURATION_SLACK: f64 = 1.04;
/// How well the closed-loop rate tells saturation: the standard error of its logarithm.
const SATURATION_SPREAD: f64 = 0.01;
/// Shares above this multiple of the limit say "above" and no more: the law is not exponential there.
const MULTIPLE_MAX: f64 = 16.0;
/// How fast candidate lines become unlikely under saturation: the middle of them is at three quarters of it.
const PRIOR_FALL: f64 = 2.5;
/// The usual design effect of a quiet storage (see `bunching`), and how many looks it is worth.
const EFFECT_QUIET: f64 = 1.8;
const EFFECT_WORTH: f64 = 20.0;
/// A trial this far from the line, by its share, weighs little: the law is local.
const FAR: f64 = 10.0;
/// The most events that a trial far from the line may count as.
const FAR_EVENTS: f64 = 2.0;
/// The logarithm of a share over a part of the ceiling is this power of the part times the one over the ceiling: 1 by
/// the law of one queue, less so that what a far trial promises is not too much (tails thin out less than that
/// towards their end).
const FAR_POWER: f64 = 0.8;
/// Only thresholds from this index on, an eighth of the ceiling, are read so: nearer to it the service itself, which
/// does not queue, may fill the tail.
const FAR_THRESHOLD_MIN: usize = 3;
/// Degrees of freedom of what a far trial says.
const STUDENT: f64 = 2.0;
/// The spread of the logarithm of the slope around the one that saturation suggests.
pub(super) const SLOPE_SPREAD: f64 = 0.2;

impl Posterior {
    /// The posterior from the trials; `saturation_iops` is the closed-loop rate, `limit` the share allowed.
    pub(super) fn new(trials: &[Tried], saturation_iops: f64, limit: f64, rate_min: f64) -> Self {
        let effect = design_effect(trials, saturation_iops, limit);
        let top = (saturation_iops * SATURATION_SLACK).max(rate_min * 1.01);
        let mut lines = Vec::new();
        let (mut line, mut step) = (top, GRID_FINE);
        while line > rate_min && lines.len() < 900 {
            let below = (saturation_iops / line).ln();
            // Most storages keep their ceiling to well over half of saturation; less is possible.
            // Over saturation there is no line; saturation itself is known to 1 % or so.
            let over = below.min(0.0) / SATURATION_SPREAD;
            lines.push((line, step.ln() - PRIOR_FALL * below.max(0.0) - over * over / 2.0, 0.0));
            if below > 0.5 {
                step = (step * 1.02).min(0.03);
            }
            line *= (-step).exp();
        }
        lines.reverse();
        let (mut slope_sum, mut best) = (0.0, f64::NEG_INFINITY);
        for entry in &mut lines {
            let (value, slope) = weigh(trials, entry.0, saturation_iops, limit, effect);
            entry.1 += value;
            entry.2 = slope;
            best = best.max(entry.1);
        }
        let mut total = 0.0;
        for entry in &mut lines {
            entry.1 = (entry.1 - best).exp();
            total += entry.1;
            slope_sum += entry.1 * entry.2;
        }
        let lines = lines.iter().map(|l| (l.0, l.1 / total)).collect();
        Self { lines, slope: (slope_sum / total).exp(), effect }
    }

    /// The rate under which the line lies with probability `q`.
    pub(super) fn quantile(&self, q: f64) -> f64 {
        let mut sum = 0.0;
        let mut before = self.lines.first().map_or(0.0, |l| l.0);
        for &(line, weight) in &self.lines {
            if sum + weight >= q {
                return before + (line - before) * ((q - sum) / weight.max(1e-300)).clamp(0.0, 1.0);
            }
            sum += weight;
            before = line;
        }
        before
    }
}

/// The log-likelihood of one line, slopes averaged, and the mean logarithm of the slope.
fn weigh(trials: &[Tried], line: f64, saturation: f64, limit: f64, effect: f64) -> (f64, f64) {
    let room = (saturation - line).max(0.01 * saturation);
    let expected = ((1.0 / limit).ln().max(1.0) * line / room).max(0.3).ln();
    let line_effect = effect * bunching(line, saturation);
    let near = 1.0 + trials.iter().filter(|t| t.is_near(limit)).count() as f64;
    let mut values = [(0.0, 0.0); 13];
    for (i, value) in values.iter_mut().enumerate() {
        let z = (i as f64 - 6.0) / 2.4;
        let slope = (expected + SLOPE_SPREAD * z).exp();
        let fit: f64 = trials
            .iter()
            .map(|t| {
                let far = !t.blown && !t.is_near(limit) && t.share() < limit;
                let low =
                    if far { far_likelihood(t, line, slope, limit, line_effect) } else { 0.0 };
                low / near
                    + likelihood(t, line, slope, limit, effect * bunching(t.rate_iops, saturation))
            })
            .sum();
        *value = (fit - z * z / 2.0, slope.ln());
    }
    let best = values.iter().map(|v| v.0).fold(f64::NEG_INFINITY, f64::max);
    let (sum, slope) = values.iter().fold((0.0, 0.0), |sum, v| {
        let weight = (v.0 - best).exp();
        (sum.0 + weight, sum.1 + weight * v.1)
    });
    (best + sum.ln(), slope / sum)
}

/// The log-likelihood of one trial (Poisson in effective counts).
fn likelihood(tried: &Tried, line: f64, slope: f64, limit: f64, effect: f64) -> f64 {
    let most = MULTIPLE_MAX.min(0.5 / limit);
    let expected = (slope * (tried.rate_iops / line - 1.0)).exp().min(most);
    let seen = if tried.blown { most } else { (tried.share() / limit).min(most) };
    let mut events = tried.ios() * limit / effect.max(1.0);
    if !tried.is_near(limit) {
        events = if tried.blown { FAR_EVENTS } else { events.min(FAR_EVENTS) };
    }
    events * (seen * expected.max(1e-9).ln() - expected)
}

/// The log-likelihood of a trial far under the line, read at the highest threshold that is still passed often: by the
/// law the logarithm of a share over a part of the ceiling is that part of the logarithm over the ceiling. Real
/// tails follow it roughly, so it counts as one event at most, and Student's tails let the trials near the line
/// overrule it. `line_effect` is the design effect at the line; bunches over a lower threshold are smaller by its square.
fn far_likelihood(tried: &Tried, line: f64, slope: f64, limit: f64, line_effect: f64) -> f64 {
    let often = |t: &usize| tried.share_at(*t) >= limit / 2.0;
    let threshold = (1..THRESHOLDS).find(often).unwrap_or(THRESHOLDS - 1);
    if threshold < FAR_THRESHOLD_MIN {
        return 0.0;
    }
    let part = 0.5_f64.powf(FAR_POWER * threshold as f64);
    let seen = tried.share_at(threshold).clamp(0.5 / tried.ios().max(1.0), 0.9).ln();
    let expected = (part * (limit.ln() + slope * (tried.rate_iops / line - 1.0))).min(-0.1);
    let scale = part * limit.ln() / seen;
    let effect = (line_effect * scale * scale).max(1.0);
    let events = (tried.ios() * seen.exp() / effect).min(1.0);
    let distance = expected - seen;
    -0.5 * (STUDENT + 1.0) * (events * distance * distance / STUDENT).ln_1p()
}

/// How bunched operations are at a rate, relative to a quiet storage: the memory of a queue grows with the square
/// of one over its room (Kingman 1961), and the room is never known to be under 2 %.
pub(super) fn bunching(rate_iops: f64, saturation: f64) -> f64 {
    (1.0 - rate_iops / saturation).max(0.02).powi(-2)
}

/// The design effect of a quiet storage, from how bunches swell the variance of the counts of the trials near the
/// line; `EFFECT_QUIET` weighs as `EFFECT_WORTH` looks, so that few looks do not decide.
fn design_effect(trials: &[Tried], saturation: f64, limit: f64) -> f64 {
    let mut largest = 0.0_f64;
    for block in [1, 2, 4, 8] {
        let mut sum = EFFECT_QUIET * EFFECT_WORTH;
        let mut weight = EFFECT_WORTH;
        for tried in trials.iter().filter(|t| t.is_near(limit)) {
            let share = tried.share();
            let blocks = tried.cells.chunks_exact(block);
            let m = blocks.len() as f64;
            if m < 3.0 {
                continue;
            }
            let (mut seen, mut binomial) = (0.0, 0.0);
            for cells in blocks {
                let (n, x) = cells.iter().fold((0.0, 0.0), |s, c| (s.0 + c.ios, s.1 + c.over[0]));
                seen += (x - share * n).powi(2) * m / (m - 1.0);
                binomial += n * share * (1.0 - share);
            }
            sum += (m - 1.0) * seen / binomial.max(1e-9) / bunching(tried.rate_iops, saturation);
            weight += m - 1.0;
        }
        largest = largest.max(sum / weight);
    }
    largest
}
