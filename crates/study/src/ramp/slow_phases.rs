//! Slow phases (spells): the storage continues, but slower, because something else works there, or credits and caches ran out.
//!
//! Takes intervals, returns the throughput in those in which the storage was fully loaded. If operations waited for the full
//! depth when an interval began and when it ended, its completions are all that the storage could do. A slow phase is no stall,
//! in which nothing completes. Runs nothing.

/// An interval is slower if it carried less than this part of the earlier throughput, by more than [`SURE`] standard errors of a
/// Poisson count (ours; cloud volumes fall to a half and less; a capacity wanders by a few percent from second to second).
pub(super) const SLOWER: f64 = 0.7;
pub(super) const SURE: f64 = 5.0;
/// A slow phase lasts for at least this many successive intervals, and this many seconds.
const LOOKS_MIN: u32 = 2;
const SLOW_PHASE_S_MIN: f64 = 1.0;
/// An interval that carried less than this part of the previous ones in its phase shows that those were not slow all the time.
const CHANGED: f64 = 0.95;
/// An interval whose longest silence is a larger part of it indicates a stall, not a slow phase.
const SILENCE_MAX: f64 = 0.2;
/// The two levels of a closed loop are at least this many of their own standard deviations apart. The ends of six intervals that
/// merely wander are 7 apart.
const APART: f64 = 12.0;
/// If more than this share of the intervals is silent for this part of their length or longer, completions come in slices (a
/// control group's quota, of 100 ms). Then rates show when slices began, not what is carried.
const SLICED: f64 = 0.1;
const SLICE: f64 = 0.1;
/// A storage works in slices if the longest silence of at least three quarters of its intervals at full load is this long or
/// longer, in seconds (a magnetic disk at its full depth: 0.02).
pub(super) const SLICE_S_MIN: f64 = 0.004;
/// At least this many operations would complete in such a silence otherwise, at the rate at full load.
pub(super) const SLICE_DUE_MIN: f64 = 4.0;
/// Intervals of a storage that works in slices are merged to this length, in seconds: five slices of a control group.
const TOGETHER_S: f64 = 0.5;
/// The longest silence of a storage that works in slices, relative to the usual one: it may span two slices.
const SLICES_MAX: f64 = 3.0;
/// If at least this part of the rate is not carried, the backlog shows when it began to grow.
const SURPLUS_MIN: f64 = 0.1;
/// The number of intervals for which a backlog may turn out to be a slow phase.
const PATIENCE_LOOKS: u32 = 4;

/// What a storage carried at its full depth: operations and the seconds they took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct FullDepthTotals {
    pub(super) ios: f64,
    pub(super) seconds: f64,
}

impl FullDepthTotals {
    pub(super) fn iops(&self) -> f64 {
        self.ios / self.seconds.max(1e-9)
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self { ios: self.ios + other.ios, seconds: self.seconds + other.seconds }
    }

    /// Whether both are the same level.
    fn is_near(&self, other: &Self) -> bool {
        let (a, b) = (self.iops(), other.iops());
        a.min(b) >= CHANGED * a.max(b) && b > 0.0
    }
}

/// One interval, with what the search for slow phases needs of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoadInterval {
    pub(super) carried: FullDepthTotals,
    /// Whether operations waited for the full depth when it ended.
    pub(super) waits: bool,
    /// The number of operations that waited.
    pub(super) backlog: f64,
    /// The longest silence that ended in it or was still going on.
    pub(super) quiet_s: f64,
}

/// Watches one trial in an open loop.
#[derive(Clone, Debug, Default)]
pub(super) struct SlowPhaseWatch {
    waits: bool,
    waited_looks: u32,
    /// Whether the last look carried far less than at full depth and left operations waiting.
    slows: bool,
    looks: u32,
    run: FullDepthTotals,
    /// When the present run began, in seconds of the trial, and the backlog at the end of the last interval.
    from_s: f64,
    backlog: f64,
    /// What the trials before carried when they ended in a slow phase that was too short to be known. A high rate ends each of them
    /// within half a second (a volume of 600 IOPS for 5 of every 20 s: five such trials in a row).
    before: FullDepthTotals,
    pub(super) known: Option<FullDepthTotals>,
    /// When the first of them began, in seconds of the trial.
    pub(super) began_s: f64,
}

impl SlowPhaseWatch {
    pub(super) fn next(&self) -> Self {
        let ended = if self.known.is_none() { self.run } else { FullDepthTotals::default() };
        let same = self.before.is_near(&ended) || ended.seconds == 0.0;
        let before = if same { self.before.and(ended) } else { ended };
        Self { before, ..Self::default() }
    }

    /// Takes an interval that ends `now_s` seconds into the trial, with arrivals at `rate_iops`. `full_iops` is the earlier
    /// throughput, `silence_s` the usual silence of a storage that works in slices (else 0).
    pub(super) fn push(
        &mut self,
        interval: &LoadInterval,
        now_s: f64,
        rate_iops: f64,
        full_iops: f64,
        silence_s: f64,
    ) {
        let backlog = std::mem::replace(&mut self.backlog, interval.backlog);
        let full = std::mem::replace(&mut self.waits, interval.waits) && interval.waits;
        self.waited_looks = if interval.waits { self.waited_looks + 1 } else { 0 };
        let due = full_iops * interval.carried.seconds;
        let slower = interval.carried.ios < SLOWER * due - SURE * due.sqrt();
        let sliced = silence_s > 0.0;
        let moved = (interval.carried.ios > 0.0
            && interval.quiet_s < SILENCE_MAX * interval.carried.seconds)
            || (sliced && interval.quiet_s < SLICES_MAX * silence_s);
        self.slows = interval.waits && slower && moved;
        if full && !slower {
            self.before = FullDepthTotals::default();
        }
        if !(full && slower && moved) {
            (self.looks, self.run) = (0, FullDepthTotals::default());
            return;
        }
        // The interval of the change belongs to both.
        if interval.carried.iops() < CHANGED * self.run.iops() && !sliced {
            (self.looks, self.run) = (0, FullDepthTotals::default());
        }
        if self.looks == 0 {
            self.from_s = now_s - interval.carried.seconds;
            // The backlog has grown like this since more arrived than was carried.
            let surplus_iops = rate_iops - interval.carried.iops();
            if surplus_iops > SURPLUS_MIN * rate_iops {
                self.from_s -= backlog / surplus_iops;
            }
        }
        (self.looks, self.run) = (self.looks + 1, self.run.and(interval.carried));
        let all = if self.before.is_near(&self.run) { self.before.and(self.run) } else { self.run };
        if self.looks >= LOOKS_MIN && all.seconds >= SLOW_PHASE_S_MIN {
            if self.known.is_none() {
                self.began_s = self.from_s;
            }
            self.known = Some(self.known.unwrap_or_default().and(self.run));
            (self.looks, self.run) = (0, FullDepthTotals::default());
        }
    }

    /// Whether the present backlog may turn out to be a slow phase if it is watched for longer: it is slow so far, or it is too
    /// early to tell and the rate was `carried` before.
    pub(super) fn may_be(&self, carried: bool) -> bool {
        let early = carried && self.waited_looks < PATIENCE_LOOKS;
        self.known.is_none() && (self.looks > 0 || self.slows || early)
    }
}

/// Whether the silence is so much of an interval that its rate shows when completions came, not what is carried.
pub(super) fn is_sliced(interval: &LoadInterval) -> bool {
    interval.quiet_s >= SLICE * interval.carried.seconds
}

/// The usual silence of a closed loop's intervals, in seconds: three quarters of them were silent for longer.
pub(super) fn usual_silence_s(looks: &[LoadInterval]) -> f64 {
    let mut silences: Vec<f64> = looks.iter().map(|look| look.quiet_s).collect();
    silences.sort_by(f64::total_cmp);
    silences.get(silences.len() / 4).copied().unwrap_or(0.0)
}

/// The intervals themselves; of a storage that works in slices, several merged into one, so that their rates show what is carried
/// and not when slices began.
pub(super) fn of_whole_slices(looks: &[LoadInterval], silence_s: f64) -> Vec<LoadInterval> {
    let length_s = looks.first().map_or(0.0, |look| look.carried.seconds);
    let each = (TOGETHER_S / length_s.max(1e-3)).round() as usize;
    if silence_s < SLICE_S_MIN.max(SLICE * length_s) || each < 2 {
        return looks.to_vec();
    }
    let usual = |look: &LoadInterval| look.quiet_s < SLICES_MAX * silence_s;
    let sum = |some: &[LoadInterval]| {
        let carried =
            some.iter().fold(FullDepthTotals::default(), |sum, look| sum.and(look.carried));
        let last = some[some.len() - 1];
        let longest_s = some.iter().map(|look| look.quiet_s).fold(0.0, f64::max);
        let quiet_s = if some.iter().all(usual) { 0.0 } else { longest_s };
        LoadInterval { carried, quiet_s, ..last }
    };
    looks.chunks_exact(each).map(sum).collect()
}

/// The lower and the higher level of a closed loop that ran at two; `None`: at one. Intervals between them, such as the one of
/// the change, belong to neither.
pub(super) fn levels(looks: &[LoadInterval]) -> Option<[FullDepthTotals; 2]> {
    let moved =
        |interval: &&LoadInterval| interval.quiet_s < SILENCE_MAX * interval.carried.seconds;
    let all: Vec<FullDepthTotals> =
        looks.iter().filter(moved).map(|interval| interval.carried).collect();
    let sliced = looks.iter().filter(|interval| is_sliced(interval)).count();
    if sliced as f64 > SLICED * looks.len() as f64 {
        return None;
    }
    let rates = || all.iter().map(FullDepthTotals::iops);
    let (least, most) = (rates().fold(f64::INFINITY, f64::min), rates().fold(0.0, f64::max));
    let quarter = (most - least) / 4.0;
    let near = |level: f64| {
        let these = all.iter().filter(move |one| (one.iops() - level).abs() <= quarter);
        let sum = these.clone().fold(FullDepthTotals::default(), |sum, one| sum.and(*one));
        let squares: f64 = these.clone().map(|one| (one.iops() - sum.iops()).powi(2)).sum();
        (sum, squares, these.count())
    };
    let ((low, low_squares, low_looks), (high, high_squares, high_looks)) =
        (near(least), near(most));
    let looks = low_looks + high_looks;
    let longest =
        low_looks.min(high_looks) >= LOOKS_MIN as usize && low.seconds >= SLOW_PHASE_S_MIN;
    // At most one interval per change may lie between.
    let clean = looks + 2 >= all.len();
    let spread = ((low_squares + high_squares) / (looks.max(3) - 2) as f64).sqrt();
    let due = high.iops() * low.seconds;
    let slower = low.ios < SLOWER * due - SURE * due.sqrt();
    (longest && clean && slower && high.iops() - low.iops() > APART * spread).then_some([low, high])
}

/// The seconds of the slow intervals, of those with these median latencies and lengths. An interval is slow if its latency
/// exceeds the quiet quartile by a factor of more than the square root of `times`, the ratio of both states.
pub(super) fn slow_s(medians: &[(f64, f64)], times: f64) -> f64 {
    let mut sorted: Vec<f64> = medians.iter().map(|one| one.0).collect();
    sorted.sort_by(f64::total_cmp);
    let Some(&quiet) = sorted.get(sorted.len() / 4) else { return 0.0 };
    medians.iter().filter(|one| one.0 > quiet * times.sqrt()).map(|one| one.1).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(iops: f64, waits: bool) -> LoadInterval {
        let carried = FullDepthTotals { ios: iops / 2.0, seconds: 0.5 };
        LoadInterval { carried, waits, backlog: 0.0, quiet_s: 0.002 }
    }

    fn watched(looks: &[LoadInterval]) -> Option<FullDepthTotals> {
        let mut watch = SlowPhaseWatch::default();
        looks.iter().enumerate().for_each(|(i, look)| {
            watch.push(look, 0.5 * (i + 1) as f64, 10_000.0, 10_000.0, 0.0);
        });
        watch.known
    }

    #[test]
    fn a_spell_is_what_came_back_while_operations_waited() {
        let slow = look(5000.0, true);
        let found = watched(&[look(9000.0, false), look(8000.0, true), slow, slow, slow]).unwrap();
        assert!((found.iops() - 5000.0).abs() < 1.0 && found.seconds == 1.0, "{found:?}");
        // A low rate by a low load; a single slow interval; an overload at the usual rate.
        assert_eq!(watched(&[look(5000.0, false); 9]), None);
        assert_eq!(watched(&[look(9000.0, true), slow, look(10_000.0, true), slow]), None);
        assert_eq!(watched(&[look(9900.0, true); 9]), None);
        // A stall: nothing completed for most of the interval.
        assert_eq!(watched(&[LoadInterval { quiet_s: 0.25, ..slow }; 9]), None);
        // Too few to tell.
        let mut disk = SlowPhaseWatch::default();
        (0..9).for_each(|_| disk.push(&look(40.0, true), 1.0, 80.0, 80.0, 0.0));
        assert_eq!(disk.known, None);
    }

    #[test]
    fn a_slow_phase_over_several_short_trials_is_one() {
        let mut watch = SlowPhaseWatch::default();
        let mut trial = |rates: &[f64]| {
            for (i, rate) in rates.iter().enumerate() {
                watch.push(&look(*rate, true), 0.5 * (i + 1) as f64, 1e4, 1e4, 0.0);
            }
            let known = watch.known;
            watch = watch.next();
            known
        };
        // The first interval of a trial begins without a backlog.
        let short = [600.0, 600.0];
        assert_eq!(trial(&short), None);
        let found = trial(&[600.0, 600.0, 605.0]).unwrap();
        assert!((found.iops() - 602.5).abs() < 1.0, "{found:?}");
        assert_eq!(trial(&short), None);
        assert_eq!(trial(&[1e4, 1e4]), None);
        assert_eq!(trial(&short), None, "it was fast in between");
        assert_eq!(trial(&[900.0, 900.0]), None, "another level");
    }

    #[test]
    fn a_closed_loop_at_two_levels_is_told_from_one_that_wanders() {
        let of = |rates: &[f64]| rates.iter().map(|rate| look(*rate, true)).collect::<Vec<_>>();
        let [low, high] = levels(&of(&[1e4, 1.01e4, 7500.0, 5000.0, 5020.0, 4990.0])).unwrap();
        assert!(
            (low.iops() / 5003.0 - 1.0).abs() < 0.01 && (high.iops() / 1.005e4 - 1.0).abs() < 0.01
        );
        assert!(levels(&of(&[1e4; 6])).is_none() && levels(&[]).is_none());
        // A quota in slices: most intervals saw one slice end and wait for the next one.
        let mut sliced = of(&[1e4, 1.01e4, 5000.0, 5020.0, 4990.0]);
        sliced.extend([LoadInterval { quiet_s: 0.15, ..look(7500.0, true) }; 3]);
        assert!(levels(&sliced).is_none());
        let short = |rate: &f64| LoadInterval { quiet_s: 0.09, ..look(*rate, true) };
        let sliced: Vec<LoadInterval> =
            [1450.0, 1440.0, 1445.0, 940.0, 942.0, 941.0].iter().map(short).collect();
        assert!(levels(&sliced).is_none());
        let wanders = (0..400).filter(|seed| {
            let mut rng = base::Rng::at(*seed, &[4]);
            let rates: Vec<f64> = (0..6).map(|_| 1e4 * (1.0 + 0.2 * rng.normal())).collect();
            levels(&of(&rates)).is_some()
        });
        let wrong = wanders.count();
        assert!(wrong <= 20, "{wrong} of 400 at a CV of 20 %");
    }

    #[test]
    fn slow_seconds_are_those_over_the_middle_of_both_states() {
        let medians: Vec<(f64, f64)> =
            (0..40).map(|i| (if i < 6 { 1.4 } else { 0.7 }, 0.5)).collect();
        assert_eq!(slow_s(&medians, 2.0), 3.0);
        assert_eq!(slow_s(&medians[6..], 2.0), 0.0);
        assert_eq!(slow_s(&[], 2.0), 0.0);
    }
}
