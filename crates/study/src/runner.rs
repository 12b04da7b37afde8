//! The [`Runner`]: how a study gets a trial run without knowing what runs it.

use sample::Cell;
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
    /// Writes for each flush; more than 1 is a group commit. Of no meaning for roles that do not flush.
    pub group: u32,
    /// Time at the start that does not count, in nanoseconds.
    pub warm_up_ns: u64,
    /// The longest counted time in nanoseconds.
    pub duration_ns_max: u64,
    /// The length of a look in nanoseconds.
    pub interval_ns: u64,
    /// What the trial is for, in a word or two, for people: `bracket`, `confirm`, `closed`.
    pub purpose: &'static str,
}

/// One interval of a running trial, all workers merged, without the warm-up.
#[derive(Clone, Debug)]
pub struct Look<'a> {
    /// Counted time so far in nanoseconds.
    pub elapsed_ns: u64,
    /// The interval's counts.
    pub cell: &'a Cell,
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
