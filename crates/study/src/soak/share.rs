//! A share of windows with an interval that is valid at any time of looking, although windows depend on their neighbours.
//!
//! Counts are divided by the design effect (Kish 1965): the long-run variance of the share, relative to that of independent
//! windows. On the deflated counts, a mixture of likelihood ratios is a test martingale against every share (Ville 1939; Robbins
//! 1970): the interval holds all shares that it does not reject at 5 %.

use record::soak::ShareInterval;
use summary::estimate::long_run;

/// The fewest days that show what days have in common.
const DAYS_MIN: usize = 10;
/// The most blocks into which windows are summed up.
const BLOCKS_MAX: usize = 720;
/// A design effect from n blocks is raised by this over n: few blocks have rarely included the worst.
const UNSURE: f64 = 100.0;
/// Broken windows are assumed to come in runs of at least this many, until so many runs were seen.
const RUN_ASSUMED: f64 = 10.0;
const RUNS_MIN: usize = 5;
const ALPHA: f64 = 0.05;
/// Alternatives of the mixture, at equal distances of their logit from -16 to 16.
const ALTERNATIVES: usize = 321;
const LOGIT_MAX: f64 = 16.0;

/// Before a whole day was seen, the windows of an hour count as one at most: the hours to come may differ.
const FIRST_DAY_WORTH: f64 = 24.0;

/// The share of good windows, which are in the order of time, `per_day` of them a day.
pub fn share_interval(good: &[bool], per_day: f64) -> ShareInterval {
    let n = good.len() as f64;
    if good.is_empty() {
        return ShareInterval { value: None, low: 0.0, high: 1.0, effective: 0.0 };
    }
    let k = good.iter().filter(|good| **good).count() as f64;
    let worth = n / design_effect(good, per_day, k / n).clamp(1.0, n);
    let effective = if n < per_day { worth.min(FIRST_DAY_WORTH * n / per_day) } else { worth };
    let (low, high) = interval(effective, k / n);
    ShareInterval { value: Some(k / n), low, high, effective }
}

/// The factor by which dependence between windows raises the variance of their share. After enough days, blocks are days, which
/// include what repeats every day.
fn design_effect(good: &[bool], per_day: f64, share: f64) -> f64 {
    let binomial = share * (1.0 - share);
    let runs = good.chunk_by(|a, b| a == b).filter(|run| run[0] != good[0]).count();
    let least = if runs < RUNS_MIN { RUN_ASSUMED } else { 1.0 };
    if binomial <= 0.0 {
        return least;
    }
    let day = (per_day as usize).max(1);
    let days = good.len() / day >= DAYS_MIN;
    let length = if days { day } else { good.len().div_ceil(BLOCKS_MAX) };
    let blocks: Vec<f64> = good
        .chunks_exact(length)
        .map(|block| block.iter().filter(|good| **good).count() as f64 / length as f64)
        .collect();
    let run = long_run(&blocks);
    let seen = run.variance * run.time * length as f64 / binomial;
    let seen = if days { seen } else { seen * (1.0 + UNSURE / blocks.len() as f64) };
    seen.max(least)
}

/// All shares that the mixture does not reject if `n` independent windows have this share.
pub(super) fn interval(n: f64, share: f64) -> (f64, f64) {
    let log_likelihood = |p: f64| {
        let part = |count: f64, p: f64| if count > 0.0 { count * p.ln() } else { 0.0 };
        part(n * share, p) + part(n * (1.0 - share), 1.0 - p)
    };
    let step = 2.0 * LOGIT_MAX / (ALTERNATIVES - 1) as f64;
    let logits = (0..ALTERNATIVES).map(|number| -LOGIT_MAX + step * number as f64);
    let all: Vec<f64> = logits.map(|logit| log_likelihood(1.0 / (1.0 + (-logit).exp()))).collect();
    let most = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mean = all.iter().map(|one| (one - most).exp()).sum::<f64>() / ALTERNATIVES as f64;
    let least = most + mean.ln() + ALPHA.ln();
    let edge = |mut inside: f64, mut outside: f64| {
        if log_likelihood(outside) >= least {
            return outside;
        }
        for _ in 0..60 {
            let middle = f64::midpoint(inside, outside);
            *(if log_likelihood(middle) >= least { &mut inside } else { &mut outside }) = middle;
        }
        inside
    };
    (edge(share, 0.0), edge(share, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Rng;

    /// Windows that stay good or broken for a while: two states with this correlation from one to the next.
    fn chain(rng: &mut Rng, share: f64, lag1: f64, n: usize) -> Vec<bool> {
        let mut state = rng.unit() < share;
        let mut next = || {
            if rng.unit() >= lag1 {
                state = rng.unit() < share;
            }
            state
        };
        (0..n).map(|_| next()).collect()
    }

    #[test]
    fn the_interval_holds_the_share_at_every_look() {
        for (share, lag1) in [(0.9, 0.0), (0.9, 0.9), (0.99, 0.5)] {
            let seeds = 200;
            let held = |seed: u64| {
                let mut rng = Rng::at(seed, &[(share * 1e3) as u64, (lag1 * 1e3) as u64]);
                let windows = chain(&mut rng, share, lag1, 2_000);
                let looks = (1..=20).map(|look| &windows[..look * 100]);
                looks
                    .map(|good| share_interval(good, 100.0))
                    .all(|seen| seen.low <= share && share <= seen.high)
            };
            let held = (0..seeds).filter(|&seed| held(seed)).count() as f64 / seeds as f64;
            eprintln!("share {share}, lag-1 {lag1}: held at 20 looks in {held}");
            assert!(held >= 0.93, "{share} {lag1}: {held}");
        }
    }

    #[test]
    fn a_good_night_proves_nothing_of_the_day() {
        let night = |minutes: usize| share_interval(&vec![true; minutes], 1440.0);
        assert!(night(540).low < 0.7, "{:?}", night(540));
        assert!(night(1440).low > 0.95, "{:?}", night(1440));
        // Hours are few: a day of them is 24 in any case.
        assert_eq!(share_interval(&[true; 30], 24.0).effective, 3.0);
    }

    #[test]
    fn many_good_windows_prove_a_high_share_and_few_do_not() {
        let month = share_interval(&[true; 43_200], 1440.0);
        assert!(month.low > 0.998 && month.high == 1.0, "{month:?}");
        let hour = share_interval(&[true; 60], 1440.0);
        assert!(hour.low < 0.8, "{hour:?}");
        let half: Vec<bool> = (0..10_000).map(|number| number % 2 == 0).collect();
        let half = share_interval(&half, 1440.0);
        assert!(half.low > 0.47 && half.high < 0.53, "{half:?}");
    }

    #[test]
    fn what_repeats_every_day_is_no_dependence_once_days_are_seen() {
        let daily = |days: usize| -> Vec<bool> {
            (0..days * 1440).map(|minute| !(540..600).contains(&(minute % 1440))).collect()
        };
        let few = share_interval(&daily(5), 1440.0);
        let many = share_interval(&daily(30), 1440.0);
        assert!(many.effective > 10.0 * few.effective, "{few:?} {many:?}");
    }
}
