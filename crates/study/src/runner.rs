//! The [`Runner`]: how a study gets a trial run without knowing what runs it.

use record::TrialPurpose;
use sample::IntervalSample;
use summary::StreamSummary;
use workload::Pace;

/// One trial that a study wants to see.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Which role (index into the profile's measured roles).
    pub role: usize,
    /// When operations start.
    pub pace: Pace,
    /// Outstanding I/Os in all (closed loop), or the most that may be outstanding (open loop).
    pub depth: u32,
    /// Commits for each flush of a log: exactly so many in a closed loop; in an open one those that wait when the log
    /// writer is free, up to so many. Of no meaning for other roles.
    pub group: u32,
    /// Time at the start that does not count, in nanoseconds.
    pub warm_up_ns: u64,
    /// The longest counted time in nanoseconds.
    pub duration_ns_max: u64,
    /// The length of a look in nanoseconds.
    pub interval_ns: u64,
    /// What the trial is for, in a word or two, for people: `bracket`, `confirm`, `closed`.
    pub purpose: TrialPurpose,
}

/// One interval of a running trial, all workers merged, without the warm-up.
#[derive(Clone, Debug)]
pub struct Look<'a> {
    /// Counted time so far in nanoseconds.
    pub elapsed_ns: u64,
    /// The interval's counts.
    pub cell: &'a IntervalSample,
}

/// Whether a trial goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Not enough seen yet.
    Continue,
    /// The decision is made.
    Stop,
}

/// What a finished trial saw. A runner pushes every interval (workers merged, warm-up included and
/// marked) into a [`summary::Accumulator`] and gives its summary here: cells are never kept, since one
/// holds megabytes of histograms.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// The trial's stream, as [`summary::Accumulator::finish`] gives it.
    pub stream: StreamSummary,
    /// When it began, its warm-up included, in seconds since the first trial of the run began.
    pub began_s: f64,
    /// Whether the user stopped it.
    pub interrupted: bool,
}

/// Runs trials: on the engine, on a simulated storage, on many hosts, or from a record.
pub trait Runner {
    /// Why a trial could not be run at all.
    type Error;

    /// Runs one trial; `watch` sees every counted interval as it ends and may stop the trial early.
    fn run(
        &mut self,
        trial: &Trial,
        watch: &mut dyn FnMut(&Look<'_>) -> Next,
    ) -> Result<Observed, Self::Error>;
}

/// Looks of a trial, at least: an interval needs the worth of six independent ones, and neighbours are alike.
const LOOKS_MIN: u64 = 40;
/// Lengths of which whole numbers make half a second, so that a throttle's slices of 100 ms show as what they are.
const LOOKS_NS: [u64; 6] =
    [250_000_000, 125_000_000, 100_000_000, 50_000_000, 25_000_000, 20_000_000];

/// The length of a look for a trial of this length: long enough to hold operations, short enough that there are
/// sufficiently many for an interval.
pub(crate) fn look_ns(duration_ns: u64) -> u64 {
    let fits = LOOKS_NS.into_iter().find(|look_ns| look_ns * LOOKS_MIN <= duration_ns);
    fits.unwrap_or(LOOKS_NS[LOOKS_NS.len() - 1])
}

/// A part of `time_ns` that does not count, and the rest that does.
pub(crate) fn warmed(time_ns: u64) -> (u64, u64) {
    let warm_up_ns = (time_ns / 8).clamp(100_000_000, 2_000_000_000).min(time_ns / 4);
    (warm_up_ns, time_ns - warm_up_ns)
}
