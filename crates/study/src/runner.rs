//! One trait runs everything that a methodology requests, and every run gives one kind of observation.
//!
//! There are two kinds of request. A [`Trial`] (check, ramp) offers a load to one role until the methodology has decided
//! about it by the latencies of each interval: its stop rule is code, and an interrupted one is run again. A measurement
//! point ([`PointRequest`](crate::PointRequest)) is a load on a set of targets with a stop rule that is data ([`record::Until`]): it is stored with
//! the point, a study resumes by it, and a record can answer it without a single interval. Everything else is the same for
//! both: the [`Runner`], the fold of intervals ([`crate::Fold`]) and the [`Observation`].

use record::{Measurement, RunFailure, TrialPurpose};
use sample::IntervalSample;
use summary::StreamSummary;
use workload::Pace;

#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Which role (index into the profile's measured roles).
    pub role: usize,
    pub pace: Pace,
    /// Outstanding I/Os in total (closed loop), or the most that may be outstanding (open loop).
    pub depth: u32,
    /// Commits for each flush of a log: exactly this many in a closed loop; in an open one those that wait when the log writer is
    /// free, up to this many. Without meaning for other roles.
    pub group: u32,
    /// Time at the start that does not count, in nanoseconds.
    pub warm_up_ns: u64,
    /// The longest counted time in nanoseconds.
    pub duration_ns_max: u64,
    pub interval_ns: u64,
    /// What the trial is for, in a word or two, for people: `bracket`, `confirm`, `closed`.
    pub purpose: TrialPurpose,
}

/// Trials of several roles that run at the same time, for the same time.
#[derive(Clone, Debug, PartialEq)]
pub struct TogetherTrial {
    pub trials: Vec<Trial>,
}

impl TogetherTrial {
    /// The name that stands for all roles in lists of trials, such as `wal+data`.
    pub fn label(roles: &[&str]) -> String {
        roles.join("+")
    }
}

/// One interval of a running request, all workers and targets merged, without the warm-up. Of a [`TogetherTrial`]: of one role, whose
/// number in it is that of the interval's stream.
#[derive(Clone, Debug)]
pub struct TrialInterval<'a> {
    /// Counted time so far in nanoseconds.
    pub elapsed_ns: u64,
    pub interval: &'a IntervalSample,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialFlow {
    Continue,
    Stop,
}

/// Sees every counted interval as it ends, and may stop the run early.
pub type OnInterval<'a> = &'a mut dyn FnMut(&TrialInterval<'_>) -> TrialFlow;

/// The result of one request. It holds summaries: one interval takes megabytes of histograms and is never kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// Each target, in the order of the request; empty if only the total is known, as for recorded points. For a trial with
    /// several streams: all of them together, and then each.
    pub streams: Vec<StreamSummary>,
    pub total: Measurement,
    pub interrupted: bool,
}

impl Observation {
    /// The result if only the total is known.
    pub fn of_total(total: Measurement) -> Self {
        Self { streams: Vec::new(), total, interrupted: false }
    }

    /// The result of a single stream that began `began_s` seconds after the first request.
    pub fn of_stream(stream: StreamSummary, began_s: f64) -> Self {
        let total = Measurement {
            mibps: stream.mibps,
            iops: stream.iops,
            seconds: stream.seconds,
            errors: stream.read.errors + stream.write.errors + stream.flush.errors,
            began_s,
            ..Measurement::default()
        };
        Self { streams: vec![stream], total, interrupted: false }
    }

    /// What a trial did, all of its streams together.
    ///
    /// # Panics
    /// When nothing but the total is known.
    pub fn stream(&self) -> &StreamSummary {
        &self.streams[0]
    }
}

/// Runs requests: on the engine, on simulated storage, on many hosts, or from a record.
pub trait Runner<Request> {
    /// Why a request could not be run at all.
    type Error;

    fn run(
        &mut self,
        request: &Request,
        on_interval: OnInterval<'_>,
    ) -> Result<Observation, Self::Error>;

    /// The failure because of which the study may leave out the target of a request and continue without it; `None` if the study
    /// must end.
    fn failure_of(&self, error: &Self::Error) -> Option<RunFailure> {
        let _ = error;
        None
    }

    /// Called in place of [`Runner::run`] for a request whose observation is known already. A runner with a virtual clock advances it
    /// by the time that the request took.
    fn skip(&mut self, request: &Request) {
        let _ = request;
    }
}

/// The fewest intervals of a trial: an estimate needs the worth of six independent ones, and neighbours are correlated.
const INTERVALS_MIN: u64 = 40;
/// Interval lengths that divide half a second, so that a throttle's slices of 100 ms can be recognised.
const INTERVAL_LENGTHS_NS: [u64; 6] =
    [250_000_000, 125_000_000, 100_000_000, 50_000_000, 25_000_000, 20_000_000];

/// The interval length for a trial of this length: long enough to hold operations, short enough to give sufficiently many
/// intervals for an estimate.
pub(crate) fn interval_length_ns(duration_ns: u64) -> u64 {
    let fits = INTERVAL_LENGTHS_NS
        .into_iter()
        .find(|interval_length_ns| interval_length_ns * INTERVALS_MIN <= duration_ns);
    fits.unwrap_or(INTERVAL_LENGTHS_NS[INTERVAL_LENGTHS_NS.len() - 1])
}

/// Divides `time_ns` into a warm-up, which does not count, and the rest.
pub(crate) fn split_warm_up(time_ns: u64) -> (u64, u64) {
    let warm_up_ns = (time_ns / 8).clamp(100_000_000, 2_000_000_000).min(time_ns / 4);
    (warm_up_ns, time_ns - warm_up_ns)
}
