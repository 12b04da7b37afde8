//! The load line by open-loop ramp: the highest arrival rate whose latency stays within the latency limit.
//!
//! Takes intervals of running trials, returns the next trial or the line. A closed-loop probe finds saturation; repeated later,
//! it shows whether the storage is as fast as before. Short open-loop trials halve the likely range of the line; later trials are
//! placed where they shrink the uncertainty most. Together they give the line's posterior. A longer run confirms a rate a margin
//! under its median. Stalls do not depend on the rate: they are counted separately (`stalls`), and if they are too frequent for
//! any rate, that is the answer. Pure: never runs anything itself. See crates/study/METHODS.md for the measured
//! error rates.

mod attempt;
mod config;
mod counts;
mod design;
mod drive;
mod posterior;
mod sliced_quota;
mod slow_phases;
mod slow_state;
mod snapshot;
mod stalls;
mod wander;

pub use config::{CommitFlush, RampConfig, RampResult};
pub use drive::drive;
pub use stalls::Stalls;

use crate::runner::interval_length_ns;
use crate::tried::{MOMENT_S, Outcome};
use crate::{Observation, Trial, TrialFlow, TrialInterval};
use attempt::{FLOOR_NS_MIN, FLOOR_PARTS, FLOOR_S_MIN, FLOOR_SHARE, FLOOR_TIMES};
use counts::median;
pub(crate) use counts::{JudgedOperations, at_latency_limit, counts, gather};
pub(crate) use posterior::{Counts, TrialCounts};
use posterior::{LineExpectation, Posterior};
use record::TrialPurpose;
use sample::Histogram;
use sliced_quota::SlicedQuota;
pub(crate) use sliced_quota::expected_line;
use slow_phases::{LoadInterval, SlowPhaseWatch};
use slow_state::SlowStateSearch;
use snapshot::Snapshot;
use stalls::{Arrivals, StallDetector};
use summary::{Accumulator, Estimate, ShareTest, ShareVerdict, estimate};
use wander::Wander;
use workload::{LatencyLimit, Pace};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TrialKind {
    Probe,
    /// A closed loop like the first one, which shows whether the storage is still as fast.
    Reprobe,
    /// One operation at a time: no load is lighter.
    Single,
    /// Seeks a load that meets the limit, well below the line.
    Floor,
    Bracket,
    Confirm,
}

impl TrialKind {
    fn purpose(self) -> TrialPurpose {
        match self {
            Self::Probe | Self::Reprobe => TrialPurpose::Closed,
            Self::Single => TrialPurpose::Alone,
            Self::Floor | Self::Bracket => TrialPurpose::Bracket,
            Self::Confirm => TrialPurpose::Confirm,
        }
    }
}

#[derive(Debug)]
struct RunningTrial {
    kind: TrialKind,
    counts: TrialCounts,
    test: ShareTest,
    rates: Option<Accumulator>,
    /// The latencies of the operations that the test counts, all kinds together.
    latencies: Histogram,
    verdict: ShareVerdict,
    watch: StallDetector,
    slow_phases: SlowPhaseWatch,
    /// The intervals of a closed loop at full depth.
    looks: Vec<LoadInterval>,
    /// The operations that each counted one stands for: the commits per flush in a closed loop, else 1.
    ios_each: u64,
    /// The median latency of each interval of a confirming run, and the interval's length in seconds.
    medians: Vec<(f64, f64)>,
    /// Arrivals in the counted intervals, and the length of these intervals in seconds.
    arrived: (f64, f64),
    /// Operations of the intervals so far.
    ios: u64,
    elapsed_ns: u64,
    warm_up_ns: u64,
}

/// The ramp as a state machine: `next_trial`, then [`Ramp::take_interval`] for every interval, then [`Ramp::finish`].
#[derive(Debug)]
pub struct Ramp {
    config: RampConfig,
    /// What is final at any time: rates of the closed loop, loads that were tried, sums.
    found: RampResult,
    trials: Vec<TrialCounts>,
    /// The rate of the last closed loop at full depth.
    closed_iops: Option<f64>,
    /// Trials that others ran, until the saturation is known.
    known: Vec<TrialCounts>,
    current: Option<RunningTrial>,
    confirmed: Option<f64>,
    /// The usual silence within an interval at full load, in seconds.
    silence_s: f64,
    /// The line expected of Poisson arrivals under the throttle that holds the closed loop; `None` without such a throttle.
    expected_iops: Option<f64>,
    near_trials: u32,
    confirming: bool,
    /// Trials with one operation at a time, and how many of them missed the latency limit.
    alone_trials: u32,
    alone_missed: u32,
    /// Trials that sought a first load that meets the limit.
    floor_trials: u32,
    open_trials: u32,
    stalls: Stalls,
    /// Whether a trial with one operation at a time was run to wait for stalls, and whether one came after its least length.
    waited_for_stalls: bool,
    stall_recurred: bool,
    ended_in_stall: bool,
    slow_state: Option<SlowStateSearch>,
    /// The watch of the next trial.
    slow_phases: SlowPhaseWatch,
    /// The trials from before the storage became slower.
    earlier_trials: Vec<TrialCounts>,
    /// The closed loops at full depth, in their order.
    snapshots: Vec<Snapshot>,
    /// The last repeat of the closed loop: 0 for none, 1 during the search, 2 before the confirming run.
    repeats: u32,
    /// Operations and seconds of all trials so far, warm-ups included.
    before: (f64, f64),
}

/// The error rate of the verdict on a single trial.
const ALPHA_TRIAL: f64 = 0.05;
/// The most trials with one operation at a time: the second one confirms that the first one met no passing disturbance.
const ALONE_TRIALS_MAX: u32 = 2;
/// Each of them decides with fewer operations than the quantile needs from this part of the budget on.
const ALONE_PARTS: u64 = 8;
/// The highest probability that the line lies under the published value.
const RISK: f64 = 0.08;
/// The published value is at most this part of the line's median, however well the line is known.
const DISTANCE: f64 = 0.975;
/// The posterior's quantile that bounds the published interval of 95 %. It lies a little outside of 2.5 %, because the law itself
/// is uncertain.
const OUTSIDE: f64 = 0.015;
/// The confirming run uses this quantile of the line, or this part of the median if that is lower. It is closer to the median
/// than the published value, so that it shows more and also holds for lower rates.
const CONFIRM: f64 = 0.25;
const CONFIRM_DISTANCE: f64 = 0.985;
/// The part of the remaining time that the first confirming run takes; the rest is for a second one if the first fails.
const CONFIRM_FIRST: f64 = 0.65;
/// The part of the budget for everything before the confirming run.
const SEARCH_SHARE: f64 = 0.78;
/// If fewer operations than this can exceed the limit in the whole time, a known throttle predicts the line better than trials
/// do. Then the search ends after this many trials, if the line lies within this factor.
const FEW_LATE: f64 = 500.0;
const AGREE_TRIALS: usize = 3;
const AGREE_MAX: f64 = 1.3;
/// The line is roughly known once its central 90 % span this many e-foldings of the tail.
const ROUGH_FOLDS: f64 = 3.0;
/// If the line seems to lie below this part of saturation, the storage is tried with one operation at a time. If that exceeds the
/// latency limit, every load does.
const ALONE_SHARE: f64 = 0.1;
/// At a full depth of 1, the closed loop is no light load: a throttle may hold it. This part of its rate is a light load.
const LIGHT_SHARE: f64 = 0.01;
/// At a full depth of 1, this many trials that all exceed the limit make a light trial necessary.
const BROKEN_TRIALS: usize = 3;
/// The length of the trial with one operation at a time that waits for stalls, in mean times between stalls.
const STALLS_AWAITED: f64 = 4.0;
/// The least length of that trial in seconds (ours): a disturbance of a moment makes several stalls, too.
const STALLS_ALONE_S_MIN: f64 = 5.0;
const ROUGH_TRIALS_MAX: usize = 8;
/// The number of trials near the line into which the time after the rough search is divided.
const NEAR_TRIALS: u32 = 6;
/// The shortest of them, relative to the usual length.
const NEAR_MIN: f64 = 0.25;
/// A repeated closed loop takes one part in this many of the budget, and at least four intervals.
const AGAIN_PART: u64 = 60;
/// The least time of a closed loop that shows whether a slower storage recovered. By then, a bucket of credits that filled in
/// between is empty.
const BACK_NS_MIN: u64 = 2_000_000_000;

impl Ramp {
    pub fn new(config: RampConfig) -> Self {
        Self {
            config,
            found: RampResult::default(),
            trials: Vec::new(),
            known: Vec::new(),
            current: None,
            confirmed: None,
            closed_iops: None,
            silence_s: 0.0,
            expected_iops: None,
            near_trials: 0,
            confirming: false,
            alone_trials: 0,
            alone_missed: 0,
            floor_trials: 0,
            open_trials: 0,
            stalls: Stalls::default(),
            waited_for_stalls: false,
            stall_recurred: false,
            ended_in_stall: false,
            slow_state: None,
            slow_phases: SlowPhaseWatch::default(),
            earlier_trials: Vec::new(),
            snapshots: Vec::new(),
            repeats: 0,
            before: (0.0, 0.0),
        }
    }

    /// Takes trials at rates of its load that others ran.
    pub(crate) fn know(&mut self, trials: &[TrialCounts]) {
        self.known.extend(trials.iter().cloned());
        if self.found.saturation_iops.is_some() {
            self.take_known();
        }
    }

    fn take_known(&mut self) {
        let mut known = std::mem::take(&mut self.known);
        known.retain(|trial| self.informs_line(trial.rate_iops));
        self.trials.append(&mut known);
    }

    pub(crate) fn line(&self) -> Option<Estimate> {
        self.result().load_line
    }

    pub fn config(&self) -> &RampConfig {
        &self.config
    }

    /// The next trial, which must be run and ended with [`Ramp::finish`]; `None` when the result is final.
    pub(crate) fn next_trial(&mut self) -> Option<Trial> {
        if self.found.interrupted || self.left_ns() < 6 * self.config.interval_ns {
            return None;
        }
        if self.found.probe.is_none() {
            let length_ns = self.config.budget_ns / self.probe_part();
            return Some(self.begin(TrialKind::Probe, 0.0, length_ns));
        }
        let posterior = self.posterior()?;
        if self.confirmed.is_some() {
            return None;
        }
        let median = posterior.quantile(0.5);
        if self.often_stalled() && !self.waited_for_stalls {
            self.waited_for_stalls = true;
            // Do stalls occur without load as well? The trial is long enough for several.
            let length_s = (STALLS_AWAITED * self.stalls.every_s()).max(STALLS_ALONE_S_MIN);
            return Some(self.begin(TrialKind::Single, 0.0, (length_s * 1e9) as u64));
        }
        let has_no_line =
            self.alone_missed == ALONE_TRIALS_MAX || median <= self.config.rate_min * 1.05;
        if self.stalled() || has_no_line {
            return None;
        }
        let budget = self.config.budget_ns;
        if self.is_alone_due(median) {
            return Some(self.begin(TrialKind::Single, 0.0, budget / 2));
        }
        if self.is_floor_due() {
            self.floor_trials += 1;
            let full = self.found.saturation_iops.unwrap_or_default();
            let rate = full * FLOOR_SHARE.powi(self.floor_trials.cast_signed());
            let length_ns = (budget / FLOOR_PARTS).max(FLOOR_NS_MIN);
            return Some(self.begin(TrialKind::Floor, rate, length_ns));
        }
        let searching = self.found.spent_ns < self.search_until_ns();
        if searching && !self.enough(&posterior) {
            let wide = (posterior.quantile(0.95) / posterior.quantile(0.05)).ln();
            let rough =
                self.trials.len() < ROUGH_TRIALS_MAX && wide * posterior.slope > ROUGH_FOLDS;
            if self.near_trials == 0 && rough {
                return Some(self.begin(TrialKind::Bracket, median, budget / 30));
            }
            // Halfway through them, so that the closed loops are far apart in time.
            if 2 * self.near_trials == NEAR_TRIALS && self.repeats == 0 {
                return Some(self.begin_repeat(1));
            }
            return Some(self.near_trial(&posterior, median));
        }
        if self.is_recovery_check_due() {
            return Some(self.begin_repeat(2));
        }
        let (left_ns, first) = (self.left_ns(), !self.confirming);
        let rate = self.confirm_at(&posterior, first);
        let part_ns = (left_ns as f64 * CONFIRM_FIRST) as u64;
        let needed = self.config.latency_limit.operations_min();
        if left_ns as f64 / 1e9 * rate < needed
            && self.found.saturation_iops.is_some_and(|full| full > FLOOR_TIMES * rate)
        {
            // Too slow for its percentile, on a storage that could do far more: a run at it would say nothing.
            return None;
        }
        let enough = part_ns as f64 / 1e9 * rate >= 2.0 * needed;
        self.confirming = true;
        let length = if first && enough { part_ns } else { left_ns };
        Some(self.begin(TrialKind::Confirm, rate, length))
    }

    /// Whether a trial with one operation at a time is due: no lighter load can meet the limit if that one misses it, twice.
    fn is_alone_due(&self, median: f64) -> bool {
        let light = self.found.saturation_iops.is_some_and(|full| median < ALONE_SHARE * full);
        let first = self.alone_trials == 0 && (light || self.only_broken());
        let again = self.alone_trials == 1 && self.alone_missed == 1;
        (first || again) && !self.waited_for_stalls
    }

    /// The rate of a confirming run: the first run tries more than the published rate, the second exactly that. Under a known
    /// throttle both try the published rate: between the two, the bunches of a slice decide by chance.
    fn confirm_at(&self, posterior: &Posterior, first: bool) -> f64 {
        let first = first && !self.trusts_expected();
        let rate = match (self.wander(posterior), first) {
            (Some(wander), true) => wander.quantile(CONFIRM),
            (Some(wander), false) => wander.quantile(RISK),
            (None, true) => {
                posterior.quantile(CONFIRM).min(posterior.quantile(0.5) * CONFIRM_DISTANCE)
            }
            (None, false) => published(posterior),
        };
        self.limit_to_slow_state(rate)
    }

    /// The next trial near the line. The time left for them is divided into equal parts, so that all of it is used.
    fn near_trial(&mut self, posterior: &Posterior, median: f64) -> Trial {
        self.near_trials += 1;
        let usual_ns = self.config.budget_ns as f64 * SEARCH_SHARE / f64::from(NEAR_TRIALS);
        let left_ns = self.search_until_ns().saturating_sub(self.found.spent_ns) as f64;
        let parts = (left_ns / usual_ns).round().max(1.0);
        let length_ns = (left_ns / parts - self.warm_up_ns() as f64).max(usual_ns * NEAR_MIN);
        let (limit, saturation) = (
            1.0 - self.config.latency_limit.quantile,
            self.found.saturation_iops.unwrap_or(median),
        );
        let rate = design::next_rate(&self.trials, posterior, saturation, limit, length_ns / 1e9);
        self.begin(TrialKind::Bracket, rate, length_ns as u64)
    }

    /// Begins a closed loop like the first one.
    fn begin_repeat(&mut self, time: u32) -> Trial {
        self.repeats = time;
        let usual_ns = self.config.budget_ns / AGAIN_PART;
        let least_ns = if self.slow_state.is_some() { BACK_NS_MIN } else { 0 };
        self.begin(TrialKind::Reprobe, 0.0, usual_ns.max(least_ns))
    }

    fn warm_up_ns(&self) -> u64 {
        let second = 1_000_000_000;
        (self.config.budget_ns / 80).clamp(second / 4, 3 * second)
    }

    /// Whether a known throttle predicts the line better than all trials that fit into the time.
    fn trusts_expected(&self) -> bool {
        let late = 1.0 - self.config.latency_limit.quantile;
        let few = |iops: f64| iops * late * self.config.budget_ns as f64 / 1e9 < FEW_LATE;
        self.expected_iops.is_some_and(few)
    }

    /// Whether the requirement is decided and the line known to 10 %, or the trials agree with a known throttle. Then the
    /// remaining time is for confirming.
    fn enough(&self, posterior: &Posterior) -> bool {
        let agree = posterior.quantile(0.95) / posterior.quantile(0.05) <= AGREE_MAX;
        if self.trusts_expected() && agree && self.trials.len() >= AGREE_TRIALS {
            return true;
        }
        let (low, high) = (posterior.quantile(0.01), posterior.quantile(0.99));
        let decided =
            |requirement: f64| published(posterior) * 0.98 >= requirement || high <= requirement;
        self.config.required_iops.is_some_and(decided) && high / low <= 1.10
    }

    /// Whether stalls alone delay more operations beyond the latency limit than it allows.
    fn often_stalled(&self) -> bool {
        self.stalls.exceed(self.config.latency_limit)
    }

    /// Whether stalls do so at any load, and not only for a moment.
    fn stalled(&self) -> bool {
        self.often_stalled() && self.stall_recurred
    }

    /// Takes an interval in a stall, or at its end. What a stall held back says nothing about the rate, but its length is worth
    /// knowing.
    fn take_stall(&mut self, kind: TrialKind, ended: bool, seconds: f64) -> TrialFlow {
        let waits = kind == TrialKind::Single && self.waited_for_stalls;
        let late = seconds >= STALLS_ALONE_S_MIN;
        self.stall_recurred |= waits && late;
        if ended && (!waits || late) { TrialFlow::Stop } else { TrialFlow::Continue }
    }

    fn posterior(&self) -> Option<Posterior> {
        let limit = 1.0 - self.config.latency_limit.quantile;
        let saturation = self.found.saturation_iops?;
        let rate_min = self.config.rate_min;
        let expected =
            LineExpectation { line_iops: self.expected_iops, one_by_one: self.one_by_one() };
        Some(Posterior::new(&self.trials, saturation, limit, rate_min, expected))
    }

    /// The wandering of the speed, if the trials show it.
    fn wander(&self, posterior: &Posterior) -> Option<Wander> {
        // Two states are reported as such; credits that return between trials make trials contradict each other as well.
        if self.slow_state.is_some() {
            return None;
        }
        let limit = 1.0 - self.config.latency_limit.quantile;
        Wander::of_trials(
            &self.trials,
            &self.snapshots,
            posterior,
            self.found.saturation_iops?,
            limit,
        )
    }

    /// Takes one counted interval of the running trial and returns whether the trial continues.
    pub fn take_interval(&mut self, look: &TrialInterval<'_>) -> TrialFlow {
        let latency_limit = self.config.latency_limit;
        let full_iops = self.found.saturation_iops.unwrap_or(f64::INFINITY);
        let sliced_s = self.sliced_s();
        let (judged, full_depth_min) = (self.config.judged(), self.config.full_depth_min());
        let Some(current) = self.current.as_mut() else { return TrialFlow::Stop };
        current.elapsed_ns = look.elapsed_ns;
        let interval = look.interval;
        let (ios, over) = counts(interval, latency_limit.latency_ns.0, judged);
        let (ios, over) = (ios * current.ios_each, over.map(|n| n * current.ios_each));
        let seconds = look.elapsed_ns as f64 / 1e9;
        let limit_s = latency_limit.latency_ns.as_secs_f64();
        let stall_ended = current.watch.push_interval(interval, ios, seconds, limit_s);
        current.ios += ios;
        let full = matches!(current.kind, TrialKind::Probe | TrialKind::Reprobe);
        let apart = !full && (stall_ended || current.watch.is_still());
        if !apart {
            current.test.push(ios, over[0]);
        }
        if full {
            current.looks.push(LoadInterval::of(interval, ios, full_depth_min));
        }
        if !full {
            gather(&mut current.latencies, interval, judged);
        }
        if let Some(rates) = current.rates.as_mut() {
            rates.push(interval);
            let whole = self.config.reports_closed_loop;
            let known = !whole && rates.is_settled(0.02);
            return if known && seconds >= 0.8 { TrialFlow::Stop } else { TrialFlow::Continue };
        }
        if full {
            return TrialFlow::Continue;
        }
        if apart {
            let kind = current.kind;
            return self.take_stall(kind, stall_ended, seconds);
        }
        current.arrived.0 += interval.due as f64;
        current.arrived.1 += counts::length_s(interval);
        current.counts.intervals.push(Counts { ios: ios as f64, over: over.map(|n| n as f64) });
        let patience_s = (4.0 * limit_s).max(0.5);
        let behind = interval.backlog as f64 > current.counts.rate_iops * patience_s;
        // The throughput of shared flushes depends on how many commits wait, and says nothing about the state of the storage.
        let shared = self.config.flushed.is_some_and(|flushed| flushed.together_max > 1);
        if current.kind != TrialKind::Single && !shared {
            let rate_iops = current.counts.rate_iops;
            let look = LoadInterval::of(interval, ios, full_depth_min);
            current.slow_phases.push(&look, seconds, rate_iops, full_iops, sliced_s);
        }
        if current.kind == TrialKind::Confirm && self.slow_state.is_some() {
            current.medians.push(median(interval, judged));
        }
        let carried = current.counts.rate_iops < DISTANCE * full_iops;
        if behind && interval.dropped == 0 && current.slow_phases.may_be(carried) {
            return TrialFlow::Continue;
        }
        if interval.dropped > 0 || behind {
            current.counts.blown = true;
            current.verdict = ShareVerdict::Broken;
            return TrialFlow::Stop;
        }
        current.verdict = current.test.verdict(ALPHA_TRIAL);
        let waits = self.waited_for_stalls;
        let short_ns = self.config.budget_ns / ALONE_PARTS;
        if current.is_decided(latency_limit, waits, short_ns) {
            TrialFlow::Stop
        } else {
            TrialFlow::Continue
        }
    }

    /// Takes the result of the trial; returns whether the load was held (`None`: a closed probe, or not decided).
    pub fn finish(&mut self, observation: &Observation) -> Option<bool> {
        let current = self.current.take()?;
        let spent_ns = current.elapsed_ns + current.warm_up_ns;
        self.found.spent_ns += spent_ns;
        self.found.interrupted |= observation.interrupted;
        self.ended_in_stall = current.watch.is_still();
        let mut throttled = None;
        if current.kind == TrialKind::Probe {
            throttled = SlicedQuota::of(observation.stream(), &current.looks, &self.config.quotas);
            let usual_s = slow_phases::usual_silence_s(&current.looks);
            let sliced_s = SlicedQuota::silence_s(observation.stream(), &current.looks);
            let known_s = throttled.map_or(0.0, |one| one.silence_s);
            self.silence_s = sliced_s.unwrap_or(usual_s).max(known_s).max(usual_s);
        }
        let stalls = current.stalls(self.config.latency_limit, self.silence_s);
        self.stalls = self.stalls.and(stalls);
        self.slow_phases = current.slow_phases.next();
        let spent_s = spent_ns as f64 / 1e9;
        let ios = current.ios as f64 * spent_s / (current.elapsed_ns as f64 / 1e9).max(1e-9);
        self.before = (self.before.0 + ios, self.before.1 + spent_s);
        match current.kind {
            TrialKind::Probe => self.take_probe(observation, &current, throttled),
            TrialKind::Reprobe => self.take_repeat(observation, &current),
            _ => {}
        }
        if let (Some(slow_phase), Some(fast_iops)) =
            (current.slow_phases.known, self.found.saturation_iops)
        {
            let from_s = counted_s(observation, &current);
            self.slow_down(slow_phase, fast_iops, from_s + current.slow_phases.began_s);
        }
        if matches!(current.kind, TrialKind::Probe | TrialKind::Reprobe) {
            self.closed_iops = Some(observation.stream().iops.value / self.writes());
            return None;
        }
        let mut attempt = self.attempt(&current, observation.total.began_s);
        if current.kind == TrialKind::Single {
            if self.waited_for_stalls {
                return None;
            }
            self.alone_trials += 1;
            self.alone_missed += u32::from(attempt.outcome == Outcome::Missed);
            // It met the limit at a rate that nobody chose.
            if attempt.outcome == Outcome::Missed {
                attempt.load.rate = 0.0;
                self.found.tried.push(attempt);
            }
            return held(current.verdict);
        }
        self.open_trials += 1;
        let mut held = held(current.verdict);
        if current.kind == TrialKind::Confirm && self.take_confirm(&current) {
            held = Some(true);
            attempt.outcome = Outcome::Met;
            // The line is the published rate, which lies below what the run held.
            attempt.load.rate =
                self.confirmed.unwrap_or(attempt.load.rate).min(self.published_now());
        }
        self.found.tried.push(attempt);
        // The law of the line is local: a trial far below it would only mislead about its slope.
        let local = current.kind != TrialKind::Floor;
        let trial = current.into_counts();
        if local && self.informs_line(trial.rate_iops) {
            self.trials.push(trial);
        }
        held
    }

    fn take_probe(
        &mut self,
        observation: &Observation,
        current: &RunningTrial,
        throttled: Option<SlicedQuota>,
    ) {
        let stalls = current.stalls(self.config.latency_limit, self.silence_s);
        let moving = 1.0 - (stalls.length_s / stalls.seconds.max(1e-9)).clamp(0.0, 0.9);
        let rate = observation.stream().iops.value / self.writes() / moving;
        let looks = slow_phases::of_whole_slices(&current.looks, self.sliced_s());
        self.snapshots.extend(Snapshot::of(&looks));
        self.found.saturation_iops = (rate > 0.0).then_some(rate);
        if let Some(throttled) = throttled {
            let full_iops = throttled.full_iops / self.writes();
            self.found.saturation_iops = Some(full_iops);
            self.expected_iops = Some(expected_line(full_iops, self.config.latency_limit, true));
        }
        let rates = current.rates.as_ref().map_or(&[][..], |rates| rates.rates());
        let closed = estimate::rate_of_all(rates, observation.stream().iops.value)
            .times(1.0 / self.writes());
        self.found.closed = self.found.saturation_iops.map(|_| closed);
        let (ios, share) = (current.test.operations(), current.test.share());
        let kept = share <= 1.0 - self.config.latency_limit.quantile;
        self.found.depth_limited =
            rate > 0.0 && ios as f64 >= self.config.latency_limit.operations_min() && kept;
        self.found.probe = Some(observation.stream().clone());
        self.found.interrupted |= rate <= 0.0 && observation.stream().seconds <= 0.0;
        self.take_levels(&looks, counted_s(observation, current));
        self.take_known();
    }

    /// Whether the full depth is one operation at a time and every load so far exceeded the limit.
    fn only_broken(&self) -> bool {
        let limit = 1.0 - self.config.latency_limit.quantile;
        let over = |trial: &TrialCounts| trial.blown || trial.share() > limit;
        self.one_by_one() && self.trials.len() >= BROKEN_TRIALS && self.trials.iter().all(over)
    }

    /// Whether the closed loop at full depth is already one operation at a time.
    fn one_by_one(&self) -> bool {
        self.config.depth_max == 1
    }

    /// Whether the lightest load is an open loop: the closed loop of one operation at a time is not light, or does not exist
    /// because several streams run.
    fn is_alone_open(&self) -> bool {
        self.one_by_one() || self.config.job_depth.is_some()
    }

    /// The closed probe takes one part in this many of the budget.
    fn probe_part(&self) -> u64 {
        if self.config.reports_closed_loop { 8 } else { 20 }
    }

    /// The usual silence in seconds of a storage that works in slices, in which many operations would complete otherwise; else 0.
    fn sliced_s(&self) -> f64 {
        let due = self.silence_s * self.found.saturation_iops.unwrap_or(0.0);
        let sliced =
            self.silence_s >= slow_phases::SLICE_S_MIN && due >= slow_phases::SLICE_DUE_MIN;
        if sliced { self.silence_s } else { 0.0 }
    }

    /// Writes per counted operation.
    fn writes(&self) -> f64 {
        self.config.flushed.map_or(1.0, |flushed| f64::from(flushed.writes.max(1)))
    }

    /// Records two levels of a closed loop whose intervals begin at `from_s`; returns whether it ran at two levels.
    fn take_levels(&mut self, looks: &[LoadInterval], from_s: f64) -> bool {
        let levels = slow_phases::levels(looks);
        if let Some([low, high]) = levels {
            let slow =
                |look: &&LoadInterval| look.carried.iops() > low.iops().midpoint(high.iops());
            let before = looks.iter().take_while(slow).map(|look| look.carried.seconds);
            self.slow_down(low, high.iops(), from_s + before.sum::<f64>());
        }
        levels.is_some()
    }

    /// Takes a repeated closed loop, which shows another state or is one more snapshot of the speed.
    fn take_repeat(&mut self, observation: &Observation, current: &RunningTrial) {
        let looks = slow_phases::of_whole_slices(&current.looks, self.sliced_s());
        let (now, from_s) = (Snapshot::of(&looks), counted_s(observation, current));
        if self.slow_state.is_none() && self.take_levels(&looks, from_s) {
            return;
        }
        match (self.slow_state, self.snapshots.first().copied(), now) {
            (Some(_), ..) => self.take_recovery_check(&looks),
            (None, Some(first), Some(now)) if now.is_slower(&first) => {
                self.slow_down(now.carried, first.carried.iops(), from_s);
            }
            (None, Some(first), Some(now)) if first.is_slower(&now) => {
                self.slow_down(first.carried, now.carried.iops(), from_s);
                self.take_recovery_check(&looks);
            }
            _ => {}
        }
        self.snapshots.extend(now);
    }

    /// Takes the confirming run, which counts as a trial like every other one. Its rate is confirmed if the share over the limit
    /// stayed within the allowed one on enough operations. Returns whether it is.
    fn take_confirm(&mut self, current: &RunningTrial) -> bool {
        let (ios, share) = (current.test.operations(), current.test.share());
        let enough = ios as f64 >= self.config.latency_limit.operations_min();
        let kept = share <= 1.0 - self.config.latency_limit.quantile;
        let whole = self.is_undisturbed(current);
        let met = self.confirms_slow_state(current);
        let confirmed = met && current.verdict != ShareVerdict::Broken && enough && kept && whole;
        if confirmed {
            self.confirmed = Some(current.counts.rate_iops);
        }
        confirmed
    }

    fn begin(&mut self, kind: TrialKind, rate_iops: f64, duration_ns: u64) -> Trial {
        let second = 1_000_000_000;
        let warm_up_ns = self.warm_up_ns();
        let (rate_iops, duration_ns) = match kind {
            TrialKind::Floor | TrialKind::Bracket => {
                self.with_enough_operations(rate_iops, duration_ns)
            }
            _ => (rate_iops, duration_ns),
        };
        let duration = match kind {
            TrialKind::Confirm => duration_ns - warm_up_ns.min(duration_ns / 4),
            TrialKind::Single => duration_ns.min(self.left_ns()),
            _ => duration_ns.min(self.left_ns() / 2).max(second / 2),
        };
        // One operation at a time makes no queue, hence no bunches: short intervals show that.
        let interval_ns = match kind {
            TrialKind::Single => (self.config.interval_ns / 5).max(50_000_000),
            // It ends as soon as its rate is known.
            TrialKind::Floor => self.config.interval_ns.min(50_000_000),
            // A closed loop whose rate is reported needs many intervals for its confidence interval.
            TrialKind::Probe if self.config.reports_closed_loop => interval_length_ns(duration),
            _ => self.config.interval_ns,
        };
        let depth = if kind == TrialKind::Single { 1 } else { self.config.depth_max };
        // The wait for stalls uses a closed loop, which has an operation outstanding all the time.
        let light = kind == TrialKind::Single && self.is_alone_open() && !self.waited_for_stalls;
        let rate_iops = if light {
            LIGHT_SHARE * self.found.saturation_iops.unwrap_or_default()
        } else {
            rate_iops
        };
        let together = self.config.flushed.map_or(1, |flushed| flushed.together_max.max(1));
        let group = if kind == TrialKind::Single { 1 } else { together };
        let warm_up_s = warm_up_ns as f64 / 1e9;
        let closed_groups = matches!(kind, TrialKind::Probe | TrialKind::Reprobe);
        let arrivals = match kind {
            TrialKind::Probe | TrialKind::Reprobe | TrialKind::Single if !light => {
                Arrivals::Closed { depth: f64::from(depth) }
            }
            _ => Arrivals::Open {
                rate_iops,
                full_iops: self.found.saturation_iops.unwrap_or(rate_iops),
            },
        };
        self.current = Some(RunningTrial {
            kind,
            counts: TrialCounts { rate_iops, intervals: Vec::new(), blown: false },
            test: ShareTest::new(1.0 - self.config.latency_limit.quantile),
            latencies: Histogram::new(),
            rates: (kind == TrialKind::Probe).then(|| Accumulator::new(&self.config.name)),
            verdict: ShareVerdict::Open,
            watch: StallDetector::new(arrivals, warm_up_s, self.ended_in_stall, self.silence_s),
            slow_phases: self.slow_phases.clone(),
            looks: Vec::new(),
            ios_each: if closed_groups { u64::from(together) } else { 1 },
            medians: Vec::new(),
            arrived: (0.0, 0.0),
            ios: 0,
            elapsed_ns: 0,
            warm_up_ns,
        });
        Trial {
            role: self.config.role,
            pace: self.pace(kind, light, rate_iops),
            depth,
            group,
            warm_up_ns,
            duration_ns_max: duration.max(4 * self.config.interval_ns),
            interval_ns,
            purpose: kind.purpose(),
        }
    }

    /// One operation at a time is an open loop only if it is `light`.
    fn pace(&self, kind: TrialKind, light: bool, rate_iops: f64) -> Pace {
        match kind {
            TrialKind::Probe | TrialKind::Reprobe => Pace::Closed,
            TrialKind::Single if !light => Pace::Closed,
            TrialKind::Single => Pace::Poisson { rate_iops },
            _ if self.config.poisson => Pace::Poisson { rate_iops },
            _ => Pace::Fixed { rate_iops },
        }
    }

    fn left_ns(&self) -> u64 {
        self.config.budget_ns.saturating_sub(self.found.spent_ns)
    }

    fn result(&self) -> RampResult {
        let alone_missed = self.alone_missed == ALONE_TRIALS_MAX;
        let has_trials = !self.trials.is_empty() && !alone_missed && !self.stalled();
        let posterior = self.posterior().filter(|_| has_trials);
        let wander = posterior.as_ref().and_then(|p| self.wander(p));
        let load_line = posterior.and_then(|p| {
            let [value, low, high] = wander.as_ref().map_or_else(
                || [published(&p), p.quantile(OUTSIDE), p.quantile(1.0 - OUTSIDE)],
                |w| [RISK, OUTSIDE, 1.0 - OUTSIDE].map(|q| w.quantile(q)),
            );
            let value = value.min(self.confirmed.unwrap_or(f64::INFINITY));
            let value = self.limit_to_slow_state(value);
            let any = p.quantile(0.5) > self.config.rate_min * 1.05;
            let (low, high) = (low.min(value), high.max(value));
            any.then_some(Estimate::between(value, low, high))
        });
        RampResult {
            load_line,
            confirmed: self.confirmed.is_some() && !self.stalled(),
            ios: self.before.0,
            slow: self.slow_state.map(|slow_state| slow_state.measured),
            wander: wander.filter(|_| load_line.is_some()).map(|w| w.report),
            stalls: self.stalls.reportable(self.config.latency_limit),
            stalled: self.stalled(),
            mib_each: self.found.probe.as_ref().map(|probe| {
                self.writes() * probe.mibps.value / probe.iops.value.max(f64::MIN_POSITIVE)
            }),
            silence_s: self.sliced_s(),
            ..self.found.clone()
        }
    }
}

/// The start of a trial's counted intervals, in seconds of the measurement.
fn counted_s(observation: &Observation, current: &RunningTrial) -> f64 {
    observation.total.began_s + current.warm_up_ns as f64 / 1e9
}

impl RunningTrial {
    fn stalls(&self, latency_limit: LatencyLimit, silence_s: f64) -> Stalls {
        self.watch.clone().end(latency_limit.latency_ns.as_secs_f64(), silence_s)
    }

    /// Whether its end would bring nothing more. `waits`: it waits for stalls; `short_ns`: a trial of one operation at a time that
    /// lasts for so long decides with fewer operations than the percentile needs.
    fn is_decided(&self, limit: LatencyLimit, waits: bool, short_ns: u64) -> bool {
        let allowed = 1.0 - limit.quantile;
        let operations = self.test.operations() as f64;
        let seconds = self.elapsed_ns as f64 / 1e9;
        let broken = self.verdict == ShareVerdict::Broken;
        match self.kind {
            TrialKind::Single => {
                let enough = operations >= limit.operations_min() || self.elapsed_ns >= short_ns;
                let missed = broken && seconds >= MOMENT_S;
                !waits && enough && (missed || self.verdict == ShareVerdict::Held)
            }
            TrialKind::Floor | TrialKind::Bracket if broken => self.counts.is_far_above(allowed),
            TrialKind::Floor => {
                let enough = operations >= 2.0 * limit.operations_min();
                enough && seconds >= FLOOR_S_MIN && self.test.share() <= allowed / 2.0
            }
            _ => false,
        }
    }

    /// The trial at the rate that truly arrived: chance in the number of arrivals is no property of the storage.
    fn into_counts(self) -> TrialCounts {
        let (arrivals, seconds) = self.arrived;
        let recovery_checked = self.counts.rate_iops;
        let rate_iops = if arrivals > 0.0 { arrivals / seconds } else { recovery_checked };
        TrialCounts { rate_iops, ..self.counts }
    }
}

fn held(verdict: ShareVerdict) -> Option<bool> {
    match verdict {
        ShareVerdict::Held => Some(true),
        ShareVerdict::Broken => Some(false),
        ShareVerdict::Open => None,
    }
}

/// The rate to publish: a lower quantile of the line, but no closer to its median than [`DISTANCE`].
fn published(posterior: &Posterior) -> f64 {
    posterior.quantile(RISK).min(posterior.quantile(0.5) * DISTANCE)
}
