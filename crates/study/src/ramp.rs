//! The load line by open-loop ramp: the highest arrival rate whose latency stays under the ceiling.
//!
//! Takes looks at running trials, gives the next trial or the line. A closed-loop probe finds saturation; the
//! rate is then bracketed by short open-loop trials, each stopped by the any-time-valid test of "the share of
//! operations over the ceiling is at most 1 - q"; and the highest rate held is confirmed by a longer run on fresh
//! data. Pure: never runs anything itself. See docs/methods.md for the measured error rates.

mod bracket;
mod drive;

pub use drive::drive;

use crate::{Look, Next, Observed, Trial};
use bracket::{Bracket, Said};
use sample::{Cell, DirectionCell};
use summary::{Accumulator, Estimate, ShareTest, ShareVerdict};
use workload::{Ceiling, Pace};

/// What one ramp has to find.
#[derive(Clone, Debug, PartialEq)]
pub struct RampConfig {
    /// Index of the role in the profile's measured roles.
    pub role: usize,
    /// The role's name, for the records.
    pub name: String,
    /// The latency that must be kept.
    pub ceiling: Ceiling,
    /// The most that may be outstanding, and the depth of the closed probe.
    pub depth_max: u32,
    /// Time for everything in nanoseconds, warm-ups included.
    pub budget_ns: u64,
    /// The length of a look in nanoseconds.
    pub interval_ns: u64,
    /// The smallest rate worth knowing, in operations per second.
    pub rate_min: f64,
    /// A rate that decides the verdict; once it is proven or disproven a coarser line is enough.
    pub need_iops: Option<f64>,
    /// Exponential distances between arrivals; otherwise equal ones.
    pub poisson: bool,
}

impl RampConfig {
    /// The usual settings: looks of 100 ms to 1 s by the budget, Poisson arrivals, rates from 1 a second.
    pub fn new(role: usize, name: &str, ceiling: Ceiling, depth_max: u32, budget_ns: u64) -> Self {
        Self {
            role,
            name: name.to_owned(),
            ceiling,
            depth_max,
            budget_ns,
            interval_ns: (budget_ns / 120).clamp(100_000_000, 1_000_000_000),
            rate_min: 1.0,
            need_iops: None,
            poisson: true,
        }
    }
}

/// What to do next.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Run this and report.
    Run(Trial),
    /// The answer.
    Done(Box<RampResult>),
}

/// What a ramp found.
#[derive(Clone, Debug, PartialEq)]
pub struct RampResult {
    /// The load line: `value` is the rate that was held and confirmed, at or under the true line; `low` to `high`
    /// holds the true line with 95 %. `None`: no rate was held.
    pub load_line: Option<Estimate>,
    /// Closed-loop rate at the full depth.
    pub saturation_iops: Option<f64>,
    /// Latency at the ceiling's quantile in the confirming run, in nanoseconds.
    pub latency_ns: Option<u64>,
    /// Throughput in the confirming run, in MiB/s.
    pub mibps: Option<f64>,
    /// The lowest rate proven to break the ceiling.
    pub broken_iops: Option<f64>,
    /// Whether the line was confirmed by a held run within the budget.
    pub confirmed: bool,
    /// Whether the closed probe at full depth stayed under the ceiling: more depth could carry more.
    pub depth_limited: bool,
    /// Operations of the confirming run.
    pub confirm_ios: u64,
    /// Whether the user stopped it.
    pub interrupted: bool,
    /// Time used in nanoseconds.
    pub spent_ns: u64,
    /// The rates of the closed probe over time, for the quota fingerprint.
    pub probe: Option<summary::StreamSummary>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Probe,
    Bracket,
    Confirm,
}

#[derive(Debug)]
struct Current {
    stage: Stage,
    rate_iops: f64,
    test: ShareTest,
    rates: Option<Accumulator>,
    verdict: ShareVerdict,
    elapsed_ns: u64,
    warm_up_ns: u64,
    seconds_min: f64,
}

/// The ramp as a state machine: [`Ramp::step`], then [`Ramp::look`] for every interval, then [`Ramp::finish`].
#[derive(Debug)]
pub struct Ramp {
    config: RampConfig,
    bracket: Bracket,
    spent_ns: u64,
    current: Option<Current>,
    confirmed: Option<Confirmed>,
    probe: Option<summary::StreamSummary>,
    depth_limited: bool,
    interrupted: bool,
    confirms: u32,
}

#[derive(Clone, Copy, Debug)]
struct Confirmed {
    rate_iops: f64,
    latency_ns: Option<u64>,
    mibps: f64,
    ios: u64,
    proven: bool,
}

/// Error of one bracketing step.
const ALPHA_BRACKET: f64 = 0.05;
/// Error of the confirming run: its "held" is what is published.
const ALPHA_CONFIRM: f64 = 0.01;
/// A confirmed run shows at most this multiple of the share that may be over: a line drawn from the luckiest
/// of several rates is otherwise too high.
const MARGIN: f64 = 0.75;
/// What one confirming run may take of the time that is left.
const CONFIRM_SHARE: f64 = 0.6;
/// What bracketing may take of the budget.
const BRACKET_SHARE: f64 = 0.55;

impl Ramp {
    /// A ramp that has seen nothing.
    pub fn new(config: RampConfig) -> Self {
        let ceiling_s = config.ceiling.latency_ns.as_secs_f64();
        let bracket = Bracket::new(config.rate_min, ceiling_s, config.need_iops);
        Self {
            config,
            bracket,
            spent_ns: 0,
            current: None,
            confirmed: None,
            probe: None,
            depth_limited: false,
            interrupted: false,
            confirms: 0,
        }
    }

    /// The configuration.
    pub fn config(&self) -> &RampConfig {
        &self.config
    }

    /// What to do next. After `Run` the trial must be run and ended with [`Ramp::finish`].
    pub fn step(&mut self) -> Step {
        if self.interrupted || self.left_ns() < 4 * self.config.interval_ns {
            return Step::Done(Box::new(self.result()));
        }
        if self.probe.is_none() {
            return Step::Run(self.begin(Stage::Probe, 0.0));
        }
        if self.confirmed.is_some_and(|c| c.proven) {
            return Step::Done(Box::new(self.result()));
        }
        let bracketing = (self.spent_ns as f64) < BRACKET_SHARE * self.config.budget_ns as f64;
        if self.confirms == 0
            && (bracketing || self.bracket.low.is_none())
            && let Some(rate) = self.bracket.next()
        {
            return Step::Run(self.begin(Stage::Bracket, rate));
        }
        match self.bracket.candidate() {
            Some(rate) => Step::Run(self.begin(Stage::Confirm, rate)),
            None => Step::Done(Box::new(self.result())),
        }
    }

    /// Sees one counted interval of the running trial and says whether it goes on.
    pub fn look(&mut self, look: &Look<'_>) -> Next {
        let ceiling = self.config.ceiling;
        let Some(current) = self.current.as_mut() else { return Next::Stop };
        current.elapsed_ns = look.elapsed_ns;
        let cell = look.cell;
        let (ios, over) = counts(cell, ceiling.latency_ns.0);
        current.test.push(ios, over);
        let seconds = look.elapsed_ns as f64 / 1e9;
        if let Some(rates) = current.rates.as_mut() {
            rates.push(cell);
            let known = summary::steady::settled_series(rates.rates(), 0.03);
            return if known && seconds >= current.seconds_min {
                Next::Stop
            } else {
                Next::Continue
            };
        }
        let patience_s = (4.0 * ceiling.latency_ns.as_secs_f64()).max(0.5);
        let behind = cell.backlog as f64 > current.rate_iops * patience_s;
        current.verdict = if cell.dropped > 0 || behind {
            ShareVerdict::Broken
        } else {
            let alpha = if current.stage == Stage::Confirm { ALPHA_CONFIRM } else { ALPHA_BRACKET };
            current.test.verdict(alpha)
        };
        match current.verdict {
            ShareVerdict::Open => Next::Continue,
            ShareVerdict::Held if seconds < current.seconds_min => Next::Continue,
            _ => Next::Stop,
        }
    }

    /// Takes what the trial saw; gives whether the load was held (`None`: a closed probe, or not decided).
    pub fn finish(&mut self, seen: &Observed) -> Option<bool> {
        let current = self.current.take()?;
        self.spent_ns += current.elapsed_ns + current.warm_up_ns;
        self.interrupted |= seen.interrupted;
        if current.stage == Stage::Probe {
            self.take_probe(seen, &current);
            return None;
        }
        let verdict = current.verdict;
        match current.stage {
            Stage::Confirm => self.take_confirm(seen, &current),
            _ => self.bracket.take(self.said(&current)),
        }
        match verdict {
            ShareVerdict::Held => Some(true),
            ShareVerdict::Broken => Some(false),
            ShareVerdict::Open => None,
        }
    }

    fn said(&self, current: &Current) -> Said {
        Said {
            rate_iops: current.rate_iops,
            verdict: current.verdict,
            share: current.test.share() / (1.0 - self.config.ceiling.quantile),
        }
    }

    fn take_probe(&mut self, seen: &Observed, current: &Current) {
        let rate = seen.stream.iops.value;
        self.bracket.saturation(rate);
        self.depth_limited =
            rate > 0.0 && current.test.verdict(ALPHA_BRACKET) == ShareVerdict::Held;
        self.probe = Some(seen.stream.clone());
        if rate <= 0.0 {
            self.interrupted |= seen.stream.seconds <= 0.0;
        }
    }

    fn take_confirm(&mut self, seen: &Observed, current: &Current) {
        self.confirms += 1;
        let rate_iops = current.rate_iops;
        let said = self.said(current);
        let held = current.verdict == ShareVerdict::Held;
        let proven = held && said.share <= MARGIN;
        let likely = current.verdict != ShareVerdict::Broken
            && current.test.operations() > 0
            && said.share <= MARGIN;
        if likely && self.confirmed.is_none_or(|c| !c.proven) {
            self.confirmed = Some(Confirmed {
                rate_iops,
                latency_ns: latency_at(&seen.stream, self.config.ceiling.quantile),
                mibps: seen.stream.mibps.value,
                ios: current.test.operations(),
                proven,
            });
        }
        if !proven {
            self.bracket.unconfirmed(said);
        }
    }

    fn begin(&mut self, stage: Stage, rate_iops: f64) -> Trial {
        let budget = self.config.budget_ns;
        let second = 1_000_000_000;
        let step = (budget / 12).clamp(second, 60 * second);
        let warm_up_ns = (step / 4).clamp(second / 4, 3 * second);
        let (duration, seconds_min, purpose) = match stage {
            Stage::Probe => ((budget / 10).clamp(second, 20 * second), 0.8, "closed"),
            Stage::Bracket => (step, 0.0, "bracket"),
            Stage::Confirm => {
                let most = self.left_ns() as f64 * CONFIRM_SHARE;
                (most as u64, most * 0.6e-9, "confirm")
            }
        };
        let duration = duration
            .min(self.left_ns().saturating_sub(warm_up_ns))
            .max(4 * self.config.interval_ns);
        self.current = Some(Current {
            stage,
            rate_iops,
            test: ShareTest::new(1.0 - self.config.ceiling.quantile),
            rates: (stage == Stage::Probe).then(|| Accumulator::new(&self.config.name)),
            verdict: ShareVerdict::Open,
            elapsed_ns: 0,
            warm_up_ns,
            seconds_min,
        });
        let pace = match (stage, self.config.poisson) {
            (Stage::Probe, _) => Pace::Closed,
            (_, true) => Pace::Poisson { rate_iops },
            (_, false) => Pace::Fixed { rate_iops },
        };
        Trial {
            role: self.config.role,
            pace,
            depth: self.config.depth_max,
            group: 1,
            warm_up_ns,
            duration_ns_max: duration,
            interval_ns: self.config.interval_ns,
            purpose,
        }
    }

    fn left_ns(&self) -> u64 {
        self.config.budget_ns.saturating_sub(self.spent_ns)
    }

    fn result(&self) -> RampResult {
        let confirmed = self.confirmed;
        let line = confirmed.map(|c| c.rate_iops).or(self.bracket.candidate());
        let load_line = line.map(|value| {
            let proven = confirmed.is_some_and(|c| c.proven);
            let (low, high) = self.bracket.interval(value, proven);
            Estimate { value, low, high, confidence: 0.95 }
        });
        RampResult {
            load_line,
            saturation_iops: self.bracket.saturation,
            latency_ns: confirmed.and_then(|c| c.latency_ns),
            mibps: confirmed.map(|c| c.mibps),
            broken_iops: self.bracket.high,
            confirmed: confirmed.is_some_and(|c| c.proven),
            depth_limited: self.depth_limited,
            confirm_ios: confirmed.map_or(0, |c| c.ios),
            interrupted: self.interrupted,
            spent_ns: self.spent_ns,
            probe: self.probe.clone(),
        }
    }
}

/// Operations of a cell and how many were over the limit: reads and writes; flushes when there is nothing else.
fn counts(cell: &Cell, limit_ns: u64) -> (u64, u64) {
    let of = |d: &DirectionCell| (d.total.count(), d.total.count_above(limit_ns));
    let (read, write) = (of(&cell.read), of(&cell.write));
    match (read.0 + write.0, read.1 + write.1) {
        (0, _) => of(&cell.flush),
        both => both,
    }
}

/// The total latency at quantile `q`, the worse of reads and writes; `None` when too few operations carry it.
pub fn latency_at(stream: &summary::StreamSummary, q: f64) -> Option<u64> {
    let of =
        |l: &summary::LatencySummary| l.quantiles.iter().find(|x| x.0 >= q - 1e-9).map(|x| x.1);
    of(&stream.read).max(of(&stream.write)).or_else(|| of(&stream.flush))
}
