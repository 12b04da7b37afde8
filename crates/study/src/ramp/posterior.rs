//! Where the load line lies, from all trials together: a posterior over the line and the steepness of the tail.
//!
//! Takes the counts of every trial, returns quantiles of the line. In the model, the share over the latency limit grows near the
//! line like `limit * exp(slope * (rate / line - 1))`, as the tail of a queue does (Kleinrock 1975; for general queues the
//! heavy-traffic limit of Kingman 1961). Some storage works faster the more requests it may choose from, such as a disk that
//! takes the nearest first. Its slope is steeper than its rate at full depth suggests, and the logarithm of the share is linear
//! in that of the rate. Both laws are tried; the trials decide. Counts are weighted by the design effect of their bunches (Kish
//! 1965), pooled over the trials near the line. A trial far under the line has hardly an operation over the latency limit; it is
//! read at a part of the limit, which the same tail still exceeds. Knows no time and runs nothing.

/// How many thresholds are counted: the latency limit, its half, its quarter, and so on.
pub(crate) const THRESHOLDS: usize = 7;

/// One interval: its operations, and how many of them took longer than the latency limit, half of it, a quarter of it, and so on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts {
    pub(crate) ios: f64,
    pub(crate) over: [f64; THRESHOLDS],
}

#[derive(Clone, Debug)]
pub(crate) struct TrialCounts {
    pub(crate) rate_iops: f64,
    pub(crate) intervals: Vec<Counts>,
    /// Whether the queue grew without end: the rate is far above the line, whatever the counts say.
    pub(crate) blown: bool,
}

impl TrialCounts {
    pub(super) fn ios(&self) -> f64 {
        self.intervals.iter().map(|interval| interval.ios).sum()
    }

    /// The share over the threshold of this index.
    fn share_at(&self, threshold: usize) -> f64 {
        let over: f64 = self.intervals.iter().map(|interval| interval.over[threshold]).sum();
        over / self.ios().max(1.0)
    }

    pub(super) fn share(&self) -> f64 {
        self.share_at(0)
    }

    /// Whether it is so far above the line that running it longer adds nothing.
    pub(super) fn is_far_above(&self, limit: f64) -> bool {
        let intervals = self.intervals.len() >= FAR_LOOKS;
        intervals && self.share() > 2.0 * FAR * limit
    }

    /// Whether it is near enough to the line for the law of the share to hold.
    pub(super) fn is_near(&self, limit: f64) -> bool {
        !self.blown && (1.0 / FAR..=FAR).contains(&(self.share() / limit))
    }
}

/// The sums of one trial that the law needs, computed once: each trial is weighed with thousands of lines and slopes.
#[derive(Clone, Copy, Debug)]
pub(super) struct TrialSum {
    pub(super) rate_iops: f64,
    /// The share over the latency limit, in units of the allowed share, up to [`MULTIPLE_MAX`].
    relative_share: f64,
    /// The effective number of events, reduced for bunches.
    events: f64,
    /// For a trial far under the line: the part of the latency limit at which it is read, the logarithm of the share over that
    /// part, and the operations.
    far: Option<(f64, f64, f64)>,
}

impl TrialSum {
    pub(super) fn new(trial: &TrialCounts, limit: f64, saturation: f64, effect: f64) -> Self {
        let (share, ios, near) = (trial.share(), trial.ios(), trial.is_near(limit));
        let most = MULTIPLE_MAX.min(0.5 / limit);
        let effect = effect * bunching(trial.rate_iops, saturation);
        let events = ios * limit / effect.max(1.0);
        let far = !trial.blown && !near && share < limit;
        Self {
            rate_iops: trial.rate_iops,
            relative_share: if trial.blown { most } else { (share / limit).min(most) },
            events: match (near, trial.blown) {
                (true, _) => events,
                (false, true) => FAR_EVENTS,
                (false, false) => events.min(FAR_EVENTS),
            },
            far: if far { far_reading(trial, limit) } else { None },
        }
    }

    /// The largest value that [`Self::fit`] can return.
    pub(super) fn best_fit(&self) -> f64 {
        self.events * self.relative_share * (self.relative_share.max(1e-9).ln() - 1.0)
    }

    /// The log-likelihood of a line if this trial is `folds` e-folds over it. `near` and `line_effect` weigh the reading far
    /// under the line, see [`far_likelihood`].
    pub(super) fn fit(&self, folds: f64, limit: f64, near: f64, line_effect: f64) -> f64 {
        let low = self.far.map_or(0.0, |far| far_likelihood(far, folds, limit, line_effect));
        low / near + likelihood(self, folds, limit)
    }
}

/// What all trials say of the line.
#[derive(Clone, Debug)]
pub(super) struct Posterior {
    /// Candidate lines in operations per second, rising, each with its probability.
    lines: Vec<(f64, f64)>,
    /// The expected steepness: relative growth of the share per relative growth of the rate.
    pub(super) slope: f64,
    /// The spread of its logarithm before any trial.
    pub(super) slope_spread: f64,
    /// The design effect of a quiet storage.
    pub(super) effect: f64,
}

/// The spacing of candidate lines near saturation in the first, rough posterior, as a logarithm; the number of candidates in the
/// final one, and the quantile of the rough one that bounds them.
const GRID_COARSE: f64 = 0.004;
const GRID_POINTS: usize = 400;
const GRID_SURE: f64 = 1.0 - 1e-6;
/// Candidate lines reach this far over the closed-loop rate, which may itself be low.
const SATURATION_SLACK: f64 = 1.04;
/// The standard error of the logarithm of saturation, if estimated by the closed-loop rate.
pub(super) const SATURATION_SPREAD: f64 = 0.01;
/// Shares above this multiple of the limit only count as "above": the law is not exponential there.
const MULTIPLE_MAX: f64 = 16.0;
/// How fast candidate lines below saturation become unlikely: their median is at three quarters of it.
pub(super) const PRIOR_FALL: f64 = 2.5;
/// If operations are done one at a time, the line is anywhere below saturation with this probability, log-uniformly (ours).
const ANYWHERE_SHARE: f64 = 0.2;
/// The probability that the line is near the one expected from a known throttle, and the spread of its logarithm around that
/// (ours: the storage behind a throttle is usually quick; throttled loop devices are 0 to 3 % off).
const EXPECTED_SHARE: f64 = 0.95;
const EXPECTED_SPREAD: f64 = 0.04;
/// The usual design effect of a quiet storage (see `bunching`), and the number of intervals that this assumption is worth.
const EFFECT_QUIET: f64 = 1.8;
const EFFECT_WORTH: f64 = 20.0;
/// A trial this far from the line, by its share, weighs little: the law is local.
const FAR: f64 = 10.0;
/// The fewest intervals that show that a trial is far above.
const FAR_LOOKS: usize = 6;
/// The most events that a trial far from the line may count as.
const FAR_EVENTS: f64 = 2.0;
/// The logarithm of the share over a part of the latency limit is this power of the part, times that over the whole limit. The
/// law of one queue has 1; less keeps a far trial from promising too much (tails thin out more slowly towards their end).
const FAR_POWER: f64 = 0.8;
/// Only thresholds from this index on, an eighth of the latency limit, are read this way: nearer to the limit, service times
/// without any queue may fill the tail.
const FAR_THRESHOLD_MIN: usize = 3;
/// Degrees of freedom of Student's law for the reading of a far trial.
const STUDENT: f64 = 2.0;
/// The spread of the logarithm of the slope around the one that saturation suggests.
pub(super) const SLOPE_SPREAD: f64 = 0.2;
/// The number of slopes tried for each law; how many spreads those of the first law reach to both sides; and the sum of their
/// weights.
const SLOPES: usize = 13;
const SPREADS: f64 = 2.5;
const NORMAL_SUM: f64 = 5.94;
/// The prior probability of storage that chooses, for a line far under saturation. Towards saturation it falls with the square of
/// the room: storage that gains much by depth meets no latency limit there.
pub(super) const CHOOSING: f64 = 0.5;
/// The range of logarithms by which its slope exceeds the one that the rate at full depth suggests: a disk of 7,200 rpm with 2.3
/// times the rate at depth 32 as at depth 1 has 1.1.
pub(super) const STEEPER: (f64, f64) = (0.3, 2.0);
/// The spread of the logarithm of the slope of a storage that chooses.
const CHOOSING_SPREAD: f64 = 0.5;

impl Posterior {
    /// The posterior from the trials; `saturation_iops` is the closed-loop rate, `limit` the share allowed.
    pub(super) fn new(
        trials: &[TrialCounts],
        saturation_iops: f64,
        limit: f64,
        rate_min: f64,
        expected: LineExpectation,
    ) -> Self {
        let effect = design_effect(trials, saturation_iops, limit);
        let top = (saturation_iops * SATURATION_SLACK).max(rate_min * 1.01);
        let mut grid = Vec::new();
        let (mut line, mut step) = (top, GRID_COARSE);
        while line > rate_min && grid.len() < 900 {
            grid.push((line, step));
            if (saturation_iops / line).ln() > 0.5 {
                step = (step * 1.02).min(0.03);
            }
            line *= (-step).exp();
        }
        let near = 1.0 + trials.iter().filter(|t| t.is_near(limit)).count() as f64;
        let context =
            LineContext { saturation: saturation_iops, limit, rate_min, effect, near, expected };
        let summed = |t: &TrialCounts| TrialSum::new(t, limit, saturation_iops, effect);
        let trials: Vec<TrialSum> = trials.iter().map(summed).collect();
        let on = |grid| Self::on_grid(grid, &trials, &context);
        let rough = on(grid);
        // The range in which the line may lie; within it, small steps.
        let (low, high) = (rough.quantile(1.0 - GRID_SURE), rough.quantile(GRID_SURE));
        let (low, high) = ((low * 0.94).max(rate_min), (high * 1.01).min(top));
        let step = (high / low).ln() / GRID_POINTS as f64;
        on((0..=GRID_POINTS).map(|i| (high * (-step * i as f64).exp(), step)).collect())
    }

    /// The posterior on these candidate lines, in falling order, each with the distance to the next as a logarithm.
    fn on_grid(grid: Vec<(f64, f64)>, trials: &[TrialSum], context: &LineContext) -> Self {
        let mut lines = Vec::with_capacity(grid.len());
        let (mut best, mut total) = (f64::NEG_INFINITY, 0.0);
        let (mut slopes, mut choosing) = (0.0, 0.0);
        for (line, step) in grid.into_iter().rev() {
            let below = (context.saturation / line).ln();
            // Most storages meet their latency limit to well over half of saturation; less is possible.
            // Over saturation there is no line; saturation itself is known to 1 % or so.
            let over = below.min(0.0) / SATURATION_SPREAD;
            let prior = step.ln() + context.prior(line) - over * over / 2.0;
            let of = weigh(trials, line, context);
            best = best.max(prior + of.fit);
            lines.push((line, prior + of.fit, of));
        }
        for (_, value, of) in &mut lines {
            *value = (*value - best).exp();
            total += *value;
            slopes += *value * of.slope;
            choosing += *value * of.choosing;
        }
        let lines = lines.iter().map(|l| (l.0, l.1 / total)).collect();
        let choosing = choosing / total;
        let slope_spread =
            (SLOPE_SPREAD.powi(2) * (1.0 - choosing) + CHOOSING_SPREAD.powi(2) * choosing).sqrt();
        Self { lines, slope: (slopes / total).exp(), slope_spread, effect: context.effect }
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

/// How the share over the latency limit changes as the rate moves away from the line.
#[derive(Clone, Copy, Debug)]
pub(super) enum TailLaw {
    /// A queue in order: the logarithm of the share is linear in the rate.
    Queue,
    /// A storage that works faster the more it may choose from: linear in the logarithm of the rate, and steeper than
    /// the rate at full depth suggests.
    Choosing,
}

impl TailLaw {
    /// The number of e-folds by which the share exceeds the limit at this part of the line.
    pub(super) fn folds(self, slope: f64, part: f64) -> f64 {
        match self {
            Self::Queue => slope * (part - 1.0),
            Self::Choosing => slope * part.max(1e-9).ln(),
        }
    }
}

/// What is known of the line before anything was tried.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineExpectation {
    /// The line expected from a known throttle.
    pub(super) line_iops: Option<f64>,
    /// Whether operations are done one at a time. If one takes nearly as long as the limit allows, hardly any may wait, and the
    /// line is a small part of saturation.
    pub(super) one_by_one: bool,
}

/// What every line is weighed with.
#[derive(Clone, Copy, Debug)]
struct LineContext {
    saturation: f64,
    limit: f64,
    /// The design effect of a quiet storage.
    effect: f64,
    rate_min: f64,
    /// One more than the trials near the line.
    near: f64,
    expected: LineExpectation,
}

impl LineContext {
    /// The logarithm of the prior density of a line, over its logarithm.
    fn prior(&self, line: f64) -> f64 {
        let below = (self.saturation / line).ln().max(0.0);
        let falling = PRIOR_FALL * (-PRIOR_FALL * below).exp();
        let anywhere = 1.0 / (self.saturation / self.rate_min).ln().max(1.0);
        let Some(expected) = self.expected.line_iops else {
            return if self.expected.one_by_one {
                ((1.0 - ANYWHERE_SHARE) * falling + ANYWHERE_SHARE * anywhere).ln()
            } else {
                falling.ln()
            };
        };
        let z = (line / expected).ln() / EXPECTED_SPREAD;
        let near = (-z * z / 2.0).exp() / (EXPECTED_SPREAD * std::f64::consts::TAU.sqrt());
        ((1.0 - EXPECTED_SHARE) * falling + EXPECTED_SHARE * near).ln()
    }
}

/// What the trials say of one line.
#[derive(Clone, Copy, Debug)]
struct LineWeight {
    /// The log-likelihood, averaged over laws and slopes.
    fit: f64,
    /// The mean logarithm of the slope.
    slope: f64,
    /// The probability of [`TailLaw::Choosing`].
    choosing: f64,
}

/// The logarithm of the slope that the rate at full depth suggests at a line.
pub(super) fn expected_slope(line: f64, saturation: f64, limit: f64) -> f64 {
    let room = (saturation - line).max(0.01 * saturation);
    ((1.0 / limit).ln().max(1.0) * line / room).max(0.3).ln()
}

fn weigh(trials: &[TrialSum], line: f64, context: &LineContext) -> LineWeight {
    let LineContext { saturation, limit, effect, near, .. } = *context;
    let room = (saturation - line).max(0.01 * saturation);
    let expected = expected_slope(line, saturation, limit);
    let line_effect = effect * bunching(line, saturation);
    let choosing = CHOOSING * (room / saturation).powi(2);
    let fit = |law: TailLaw, slope: f64| -> f64 {
        let folds = |t: &TrialSum| law.folds(slope, t.rate_iops / line);
        trials.iter().map(|t| t.fit(folds(t), limit, near, line_effect)).sum()
    };
    // Each law with its possible slopes, and the logarithm of their prior weight.
    let values: [(f64, f64); 2 * SLOPES] = std::array::from_fn(|i| {
        let part = (i % SLOPES) as f64 / (SLOPES - 1) as f64;
        let (law, beyond, prior) = if i < SLOPES {
            let z = SPREADS * (2.0 * part - 1.0);
            (TailLaw::Queue, SLOPE_SPREAD * z, ((1.0 - choosing) / NORMAL_SUM).ln() - z * z / 2.0)
        } else {
            let beyond = STEEPER.0 + (STEEPER.1 - STEEPER.0) * part;
            (TailLaw::Choosing, beyond, (choosing / SLOPES as f64).ln())
        };
        let slope = expected + beyond;
        (fit(law, slope.exp()) + prior, slope)
    });
    let best = values.iter().map(|v| v.0).fold(f64::NEG_INFINITY, f64::max);
    let mut sums = (0.0, 0.0, 0.0);
    for (i, value) in values.iter().enumerate() {
        let weight = (value.0 - best).exp();
        sums.0 += weight;
        sums.1 += weight * value.1;
        sums.2 += if i < SLOPES { 0.0 } else { weight };
    }
    LineWeight { fit: best + sums.0.ln(), slope: sums.1 / sums.0, choosing: sums.2 / sums.0 }
}

/// The log-likelihood of one trial (Poisson in effective counts).
fn likelihood(trial: &TrialSum, folds: f64, limit: f64) -> f64 {
    let most = MULTIPLE_MAX.min(0.5 / limit);
    let expected = folds.exp().min(most);
    trial.events * (trial.relative_share * expected.max(1e-9).ln() - expected)
}

/// Reads a trial far under the line at the highest threshold that is still exceeded often, if that is low enough. Returns the
/// part of the latency limit by the law, the logarithm of the share over it, and the operations.
fn far_reading(trial: &TrialCounts, limit: f64) -> Option<(f64, f64, f64)> {
    let often = |t: &usize| trial.share_at(*t) >= limit / 2.0;
    let threshold = (1..THRESHOLDS).find(often).unwrap_or(THRESHOLDS - 1);
    if threshold < FAR_THRESHOLD_MIN {
        return None;
    }
    let part = 0.5_f64.powf(FAR_POWER * threshold as f64);
    let seen = trial.share_at(threshold).clamp(0.5 / trial.ios().max(1.0), 0.9).ln();
    Some((part, seen, trial.ios()))
}

/// The log-likelihood of such a reading. By the law, the logarithm of the share over a part of the latency limit is that part of
/// the logarithm over the whole limit. Real tails follow it roughly, so it counts as one event at most, and Student's tails let
/// the trials near the line overrule it. `line_effect` is the design effect at the line; bunches over a lower threshold are
/// smaller by its square.
fn far_likelihood(far: (f64, f64, f64), folds: f64, limit: f64, line_effect: f64) -> f64 {
    let (part, seen, ios) = far;
    let expected = (part * (limit.ln() + folds)).min(-0.1);
    let scale = part * limit.ln() / seen;
    let effect = (line_effect * scale * scale).max(1.0);
    let events = (ios * seen.exp() / effect).min(1.0);
    let distance = expected - seen;
    -0.5 * (STUDENT + 1.0) * (events * distance * distance / STUDENT).ln_1p()
}

/// How bunched operations are at a rate, relative to a quiet storage: the memory of a queue grows with the square
/// of one over its room (Kingman 1961), and the room is never known to be under 2 %.
pub(super) fn bunching(rate_iops: f64, saturation: f64) -> f64 {
    (1.0 - rate_iops / saturation).max(0.02).powi(-2)
}

/// The design effect of a quiet storage, from how bunches swell the variance of the counts of the trials near the line;
/// `EFFECT_QUIET` weighs as `EFFECT_WORTH` intervals, so that few intervals do not decide.
fn design_effect(trials: &[TrialCounts], saturation: f64, limit: f64) -> f64 {
    let mut largest = 0.0_f64;
    for block in [1, 2, 4, 8] {
        let mut sum = EFFECT_QUIET * EFFECT_WORTH;
        let mut weight = EFFECT_WORTH;
        for trial in trials.iter().filter(|t| t.is_near(limit)) {
            let share = trial.share();
            let blocks = trial.intervals.chunks_exact(block);
            let m = blocks.len() as f64;
            if m < 3.0 {
                continue;
            }
            let (mut seen, mut binomial) = (0.0, 0.0);
            for intervals in blocks {
                let (n, x) =
                    intervals.iter().fold((0.0, 0.0), |s, c| (s.0 + c.ios, s.1 + c.over[0]));
                seen += (x - share * n).powi(2) * m / (m - 1.0);
                binomial += n * share * (1.0 - share);
            }
            sum += (m - 1.0) * seen / binomial.max(1e-9) / bunching(trial.rate_iops, saturation);
            weight += m - 1.0;
        }
        largest = largest.max(sum / weight);
    }
    largest
}
