//! Which rate to try next, and which to confirm.
//!
//! Takes the verdicts on rates, gives the next rate. Short trials near the line often prove nothing; there the
//! share that was seen leads the way ("soft" ends), and only the confirming run on fresh data decides what is
//! published. Knows no time.

use summary::ShareVerdict;

/// What is known of the line.
#[derive(Clone, Debug)]
pub(super) struct Bracket {
    /// The highest rate that was held, proven or by its share.
    pub(super) low: Option<f64>,
    /// The lowest rate proven broken.
    pub(super) high: Option<f64>,
    /// Closed-loop saturation.
    pub(super) saturation: Option<f64>,
    /// The lowest rate that broke by its share only.
    soft_high: Option<f64>,
    rate_min: f64,
    ceiling_s: f64,
    need_iops: Option<f64>,
    hopeless: bool,
    retests: u32,
    descend: Option<f64>,
}

/// What a trial said about a rate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said {
    /// The rate.
    pub(super) rate_iops: f64,
    /// What was proven.
    pub(super) verdict: ShareVerdict,
    /// The share that was over, as a multiple of the limit.
    pub(super) share: f64,
}

/// A bracket this narrow is enough.
const NARROW: f64 = 1.02;
/// A bracket this narrow is enough once the need is decided.
const NARROW_DECIDED: f64 = 1.10;
/// The closed rate may miss the true capacity by this much.
const SATURATION_SLACK: f64 = 1.03;
/// How often an unproven upper end is tried again.
const RETESTS_MAX: u32 = 2;

impl Bracket {
    pub(super) fn new(rate_min: f64, ceiling_s: f64, need_iops: Option<f64>) -> Self {
        Self {
            low: None,
            high: None,
            saturation: None,
            soft_high: None,
            rate_min: rate_min.max(1e-3),
            ceiling_s,
            need_iops,
            hopeless: false,
            retests: 0,
            descend: None,
        }
    }

    pub(super) fn saturation(&mut self, rate_iops: f64) {
        if rate_iops > 0.0 {
            self.saturation = Some(rate_iops);
        } else {
            self.hopeless = true;
        }
    }

    /// The next rate to try; `None`: narrow enough, or no hope.
    pub(super) fn next(&mut self) -> Option<f64> {
        let saturation = self.saturation?;
        if self.hopeless {
            return None;
        }
        let top = self.top(saturation);
        let Some(low) = self.low else {
            let first = self.high.is_none() && self.soft_high.is_none();
            let rate = saturation * 0.9;
            let rate =
                if first { rate } else { top * if self.soft_high.is_some() { 0.85 } else { 0.7 } };
            if rate < self.rate_min {
                self.hopeless = true;
                return None;
            }
            return Some(rate);
        };
        let narrow = if self.decided(low) { NARROW_DECIDED } else { NARROW };
        if top / low > narrow {
            return Some((low * top).sqrt());
        }
        if self.soft_high.is_some_and(|soft| soft <= top) && self.retests < RETESTS_MAX {
            self.retests += 1;
            self.soft_high = None;
            return Some(top);
        }
        None
    }

    fn top(&self, saturation: f64) -> f64 {
        let hard = self.high.unwrap_or(saturation * SATURATION_SLACK);
        self.soft_high.map_or(hard, |soft| soft.min(hard))
    }

    fn decided(&self, low: f64) -> bool {
        self.need_iops.is_some_and(|need| low >= need || self.high.is_some_and(|high| high <= need))
    }

    /// By which relative step the share over the ceiling falls by the factor exp(-`folds`): near the line the
    /// tail of a queue falls like exp(-(capacity - rate) x ceiling) (Kleinrock 1975), so it is `folds` over
    /// the operations that fit into one ceiling.
    fn step(&self, rate_iops: f64, folds: f64) -> f64 {
        (folds / (rate_iops * self.ceiling_s)).clamp(0.008, 0.35)
    }

    /// The rate to confirm: a margin under the highest rate that was held.
    pub(super) fn candidate(&self) -> Option<f64> {
        let margin = |low: f64| low * (1.0 - self.step(low, 0.7).min(0.12));
        self.descend.or(self.low.map(margin)).filter(|&rate| rate >= self.rate_min)
    }

    /// A bracketing trial's verdict.
    pub(super) fn take(&mut self, said: Said) {
        let rate = said.rate_iops;
        let held = said.verdict == ShareVerdict::Held
            || (said.verdict == ShareVerdict::Open && said.share <= 1.0);
        if held {
            self.low = Some(self.low.map_or(rate, |low| low.max(rate)));
        } else if said.verdict == ShareVerdict::Broken {
            self.high = Some(self.high.map_or(rate, |high| high.min(rate)));
        } else {
            self.soft_high = Some(self.soft_high.map_or(rate, |high| high.min(rate)));
        }
    }

    /// A confirming run did not hold: down, the further the more operations were over.
    pub(super) fn unconfirmed(&mut self, said: Said) {
        let rate = said.rate_iops;
        if said.verdict == ShareVerdict::Broken {
            self.high = Some(self.high.map_or(rate, |high| high.min(rate)));
        }
        let folds = said.share.max(0.5).ln() + 1.0;
        self.descend = Some(rate * (1.0 - self.step(rate, folds)));
    }

    /// The interval around a published line: the lower end allows for the error of the held test, the upper
    /// end is the lowest rate that broke (with a margin where it is not proven), or saturation.
    pub(super) fn interval(&self, value: f64, proven: bool) -> (f64, f64) {
        let step = self.step(value, 1.0);
        let low = value * (1.0 - if proven { step.max(0.01) } else { (2.0 * step).max(0.1) });
        let bound = self.saturation.map_or(f64::INFINITY, |s| s * SATURATION_SLACK);
        let hard = self.high.unwrap_or(bound);
        let soft =
            self.soft_high.map_or(hard, |s| (s * (1.0 + 1.5 * step)).max(s * 1.04).min(bound));
        (low, hard.max(soft).max(value * (1.0 + step)))
    }
}
