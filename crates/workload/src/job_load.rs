//! A whole job as one load that can be multiplied: its streams run together, and all rates but those of logs keep their
//! ratio.
//!
//! Turns a [`Workload`] into a [`JobLoad`], or returns every reason why its load cannot be multiplied. Pure.

use crate::{
    AccessPattern, Extent, JobTarget, Pace, RateCurve, RateLink, SessionCycle, Stream, SyncMode,
    TransactionPart, Workload,
};
use base::Bytes;

/// The highest depth of a stream at any multiple of the load.
const DEPTH_MAX: u32 = 256;
/// The lowest depth of a stream: a lower one would delay arrivals that the storage could serve.
const DEPTH_MIN: u32 = 16;

/// The largest write that commits share.
const LOG_WRITE_MAX: Bytes = Bytes::mib(1);
/// The most writes per flush of a stream that counts as a log.
const LOG_FLUSH_EVERY_MAX: u32 = 4;

/// The multiple of a job's load that `rate_iops` of all its streams is. `job_iops` is the rate of the job, and `log_iops`
/// the part of it from logs ([`JobLoad::log_rate_iops`]).
pub fn load_times(rate_iops: f64, job_iops: f64, log_iops: Option<f64>) -> f64 {
    match log_iops {
        Some(log_iops) if rate_iops > job_iops => (rate_iops - log_iops) / (job_iops - log_iops),
        _ => rate_iops / job_iops,
    }
}

/// The rate of all streams at `times` the load of a job; the inverse of [`load_times`].
pub fn load_rate(times: f64, job_iops: f64, log_iops: Option<f64>) -> f64 {
    let log_iops = log_iops.unwrap_or_default();
    (job_iops - log_iops) * times + log_iops * times.min(1.0)
}

/// Whether a stream appends and makes its writes durable one by one or a few at a time.
fn is_log(stream: &Stream) -> bool {
    let durable = match stream.sync {
        SyncMode::None => false,
        SyncMode::Dsync | SyncMode::Sync | SyncMode::Fua => true,
        SyncMode::Fdatasync { every } | SyncMode::Fsync { every } => every <= LOG_FLUSH_EVERY_MAX,
    };
    // Commits of a pattern of their own are multiplied, and share flushes by themselves.
    let appends = stream.read_percent <= 0.0 && stream.access == AccessPattern::Sequential;
    durable && appends && stream.commit.is_none()
}

/// The streams of a job that run together.
#[derive(Clone, Debug, PartialEq)]
pub struct JobLoad {
    /// The streams that are multiplied; each is an open loop, its rate is that of the job, and its depth that of all its workers.
    pub streams: Vec<Stream>,
    /// Closed loops, which have no rate: they run alongside, unchanged at every multiple.
    pub background: Vec<Stream>,
    /// The operations in flight that the job file allows, of all streams with a rate together.
    pub file_depth: u32,
    /// How the rate of each stream changes over time in the job; not used in trials, which hold a rate.
    pub curves: Vec<Option<RateCurve>>,
    /// The ratio of the job's peak rate to its mean rate.
    pub peak_factor: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JobSessions {
    pub count: u32,
    pub cycle: SessionCycle,
}

impl JobSessions {
    /// The share of reads in what a transaction does, in percent.
    fn read_percent(self, streams: &[Stream]) -> f64 {
        let (mut reads, mut all) = (0.0, 0.0);
        for stream in streams {
            let ios = match stream.transaction {
                None => continue,
                Some(TransactionPart::Sessions(cycle)) => cycle.reads,
                Some(TransactionPart::Commit { .. }) => 1.0,
                Some(TransactionPart::Behind { ios, .. }) => ios,
            };
            reads += ios * stream.read_percent / 100.0;
            all += ios;
        }
        if all > 0.0 { reads * 100.0 / all } else { 0.0 }
    }
}

fn is_sessions(stream: &Stream) -> bool {
    stream.transaction.and_then(TransactionPart::sessions).is_some()
}

/// Why the load of a job cannot be multiplied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobLoadProblem {
    #[error(
        "all streams of the job are closed loops, so there is no rate that could be multiplied; give one of them a rate, such as rate = 500 (in a job of fio: rate_iops=500), or require one: check --require 'iops>=500'"
    )]
    OnlyClosed,
    /// Several phases are several loads.
    #[error("the job has {0} phases with different loads; name one of them, such as FILE#1")]
    Phases(usize),
}

impl JobLoad {
    /// The load of a job with one phase and at least one open-loop stream.
    ///
    /// If the job gives the target's size, parts of the target in bytes become shares of it, so that the load can run on
    /// a target of another size.
    pub fn of(workload: &Workload) -> Result<Self, Vec<JobLoadProblem>> {
        let mut problems = Vec::new();
        if workload.phases.len() > 1 {
            problems.push(JobLoadProblem::Phases(workload.phases.len()));
        }
        let has_sessions = workload.streams.iter().any(is_sessions);
        let is_open = |stream: &Stream| {
            stream.pace.rate_iops().is_some() || has_sessions && stream.transaction.is_some()
        };
        if !workload.streams.iter().any(is_open) {
            problems.push(JobLoadProblem::OnlyClosed);
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let streams = workload.streams.iter().cloned().map(|mut stream| {
            let target = workload.targets.iter().find(|target| target.name == stream.target);
            make_extents_relative(target, &mut stream);
            // Every trial has other random choices, so that no trial reads what an earlier one left in a cache.
            stream.seed = None;
            stream
        });
        let (mut streams, background): (Vec<Stream>, Vec<Stream>) = streams.partition(is_open);
        // The sessions come first: what they do is the result.
        streams.sort_by_key(|stream| !is_sessions(stream));
        let mut file_depth = 0;
        for stream in &mut streams {
            let depth = stream.depth.saturating_mul(stream.workers);
            file_depth += depth;
            // A log writes one after another.
            if stream.transaction.is_none() && stream.commit.is_none() {
                // From here on, the depth is that of all workers together.
                stream.depth = depth.clamp(DEPTH_MIN, DEPTH_MAX);
            }
        }
        let (curves, peak_factor) = (Vec::new(), 1.0);
        let mut load = Self { streams, background, file_depth, curves, peak_factor };
        load.peak_factor = load.peak_factor();
        load.curves = load.streams.iter_mut().map(|stream| stream.curve.take()).collect();
        Ok(load)
    }

    pub fn rate_iops(&self) -> f64 {
        self.streams.iter().filter_map(|stream| stream.pace.rate_iops()).sum()
    }

    /// The operations in flight at a given rate, of all streams together.
    pub fn depth(&self) -> u32 {
        self.streams.iter().map(|stream| stream.depth).sum()
    }

    /// I/Os per second of the logs. At higher load, their writes get larger, not more frequent. `None` without logs or
    /// without other streams.
    pub fn log_rate_iops(&self) -> Option<f64> {
        let logs = self.streams.iter().filter(|stream| is_log(stream));
        let rate_iops: f64 = logs.filter_map(|stream| stream.pace.rate_iops()).sum();
        (rate_iops > 0.0 && rate_iops < self.rate_iops()).then_some(rate_iops)
    }

    /// I/Os per second at `times` the load of the job.
    pub fn rate_at(&self, times: f64) -> f64 {
        load_rate(times, self.rate_iops(), self.log_rate_iops())
    }

    /// The streams with a rate, set so that together they run at `pace` with `depth` outstanding I/Os.
    ///
    /// All rates are multiplied by the same factor, but those of logs do not exceed their rate in the job: commits that
    /// arrive while one is made durable share the next write of a log (group commit), which is then larger. The depth of
    /// a closed loop is divided in the ratio of the job's rates; each stream has a depth of at least 1. In a closed loop, the
    /// streams other than logs do their operations in that ratio too.
    pub fn at(&self, pace: Pace, depth: u32) -> Vec<Stream> {
        if self.sessions().is_some() {
            return self.sessions_at(pace.rate_iops());
        }
        let all_iops = self.rate_iops();
        let log_iops = self.log_rate_iops();
        let links = self.background.iter().filter_map(|stream| stream.tie);
        let group = links.map(|link| link.group + 1).max().unwrap_or_default();
        let divided = self.streams.iter().map(|stream| {
            let mut stream = stream.clone();
            let own_iops = stream.pace.rate_iops().unwrap_or_default();
            match pace.rate_iops() {
                Some(rate_iops) => {
                    let times = load_times(rate_iops, all_iops, log_iops);
                    let grows_in_size = log_iops.is_some() && is_log(&stream) && times > 1.0;
                    let rate_times = if grows_in_size { 1.0 } else { times };
                    stream.pace = stream.pace.at_rate(own_iops * rate_times);
                    if grows_in_size {
                        stream.write_blocks = stream.write_blocks.times(times, LOG_WRITE_MAX);
                    }
                }
                None => {
                    let share = own_iops / all_iops;
                    (stream.pace, stream.commit) = (pace, None);
                    // Its workers need not wait for each other where no other stream follows.
                    let has_others = self.streams.len() > 1;
                    let follows_load = log_iops.is_none() || !is_log(&stream);
                    let is_tied = follows_load && has_others;
                    stream.tie = is_tied.then_some(RateLink { group, weight: share });
                    stream.depth = ((f64::from(depth) * share).round() as u32).max(1);
                }
            }
            stream.workers = stream.workers.min(stream.depth).max(1);
            stream.depth = stream.depth.div_ceil(stream.workers);
            stream
        });
        divided.collect()
    }

    pub fn sessions(&self) -> Option<JobSessions> {
        let stream = self.streams.first()?;
        let cycle = stream.transaction?.sessions()?;
        Some(JobSessions { count: stream.depth.saturating_mul(stream.workers), cycle })
    }

    /// The streams of a job with sessions, which do this many transactions per second, or as many as they can. Its open loops are of
    /// other programs, and keep their rates.
    fn sessions_at(&self, rate: Option<f64>) -> Vec<Stream> {
        let mut streams = self.streams.clone();
        for stream in &mut streams {
            if let Some(TransactionPart::Sessions(cycle)) = &mut stream.transaction {
                cycle.rate = rate;
            }
        }
        streams
    }

    pub fn read_percent(&self) -> f64 {
        let rate = |stream: &Stream| stream.pace.rate_iops().unwrap_or_default();
        if let Some(sessions) = self.sessions() {
            return sessions.read_percent(&self.streams);
        }
        let reads = self.streams.iter().map(|stream| rate(stream) * stream.read_percent);
        reads.sum::<f64>() / self.rate_iops()
    }

    /// The peak rate if all curves are at their busiest step at once, relative to the mean: an upper bound for the job.
    fn peak_factor(&self) -> f64 {
        let mut peak_iops = 0.0;
        for stream in &self.streams {
            let factor = stream.curve.as_ref().map_or(1.0, |curve| curve.peak_factor());
            peak_iops += stream.pace.rate_iops().unwrap_or_default() * factor;
        }
        let rate_iops = self.rate_iops();
        if rate_iops > 0.0 { peak_iops / rate_iops } else { 1.0 }
    }
}

/// Converts offset and length of the stream's part to shares of the target.
fn make_extents_relative(target: Option<&JobTarget>, stream: &mut Stream) {
    let Some(Extent::Bytes(all)) = target.and_then(|target| target.size) else { return };
    stream.offset = share_of(all, stream.offset);
    stream.size = stream.size.map(|size| share_of(all, size));
}

/// A length in bytes as a share of `all`; a share stays as it is.
fn share_of(all: Bytes, length: Extent) -> Extent {
    match length {
        Extent::Bytes(bytes) if all.0 > 0 => {
            Extent::Percent((bytes.0 as f64 * 100.0 / all.0 as f64).min(100.0))
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BlockSizes, TargetLocation};
    use base::Nanos;

    fn stream(name: &str, pace: Pace) -> Stream {
        Stream { pace, ..Stream::new(name, "storage") }
    }

    fn job(streams: Vec<Stream>) -> Workload {
        let target = JobTarget {
            name: "storage".to_owned(),
            place: TargetLocation::Null,
            size: Some(Extent::Bytes(Bytes::gib(4))),
        };
        Workload::new("job", vec![target], streams)
    }

    #[test]
    fn rates_and_depths_are_divided_as_the_job_divides_its_rate() {
        let load = JobLoad::of(&job(vec![
            stream("data", Pace::Poisson { rate_iops: 900.0 }),
            stream("log", Pace::Bursts { rate_iops: 100.0, burst: 4 }),
        ]))
        .unwrap();
        assert_eq!(load.rate_iops(), 1000.0);
        let open = load.at(Pace::Poisson { rate_iops: 3000.0 }, 64);
        assert_eq!(open[0].pace, Pace::Poisson { rate_iops: 2700.0 });
        assert_eq!(open[1].pace, Pace::Bursts { rate_iops: 300.0, burst: 4 });
        let closed = load.at(Pace::Closed, 4);
        assert_eq!(closed.iter().map(|stream| stream.depth).collect::<Vec<_>>(), [4, 1]);
    }

    #[test]
    fn commits_share_the_writes_of_a_log() {
        let mut log = stream("log", Pace::Poisson { rate_iops: 100.0 });
        (log.read_percent, log.access) = (0.0, AccessPattern::Sequential);
        log.sync = SyncMode::Fdatasync { every: 1 };
        log.write_blocks = BlockSizes::Weighted(vec![(Bytes::kib(8), 3.0), (Bytes::kib(512), 1.0)]);
        let data = stream("data", Pace::Poisson { rate_iops: 300.0 });
        let load = JobLoad::of(&job(vec![data, log.clone()])).unwrap();
        assert_eq!(
            (load.rate_at(0.5), load.rate_at(1.0), load.rate_at(3.0)),
            (200.0, 400.0, 1000.0)
        );
        for times in [0.5, 1.0, 3.0] {
            let back = load_times(load.rate_at(times), load.rate_iops(), load.log_rate_iops());
            assert!((back - times).abs() < 1e-9, "{back} for {times}");
        }
        let tripled = load.at(Pace::Poisson { rate_iops: 1000.0 }, 64);
        assert_eq!(tripled[0].pace, Pace::Poisson { rate_iops: 900.0 });
        assert_eq!(tripled[1].pace, Pace::Poisson { rate_iops: 100.0 });
        let grown = vec![(Bytes::kib(24), 3.0), (Bytes::mib(1), 1.0)];
        assert_eq!(tripled[1].write_blocks, BlockSizes::Weighted(grown));
        let halved = load.at(Pace::Poisson { rate_iops: 200.0 }, 64);
        assert_eq!(halved[1].pace, Pace::Poisson { rate_iops: 50.0 });
        assert_eq!(halved[1].write_blocks, log.write_blocks);
        let alone = JobLoad::of(&job(vec![log])).unwrap();
        assert_eq!((alone.log_rate_iops(), alone.rate_at(3.0)), (None, 300.0));
    }

    #[test]
    fn parts_in_bytes_become_shares_of_the_target() {
        let mut log = stream("log", Pace::Poisson { rate_iops: 1.0 });
        log.offset = Extent::Bytes(Bytes::gib(3));
        log.size = Some(Extent::Bytes(Bytes::gib(1)));
        let load = JobLoad::of(&job(vec![log])).unwrap();
        assert_eq!(load.streams[0].offset, Extent::Percent(75.0));
        assert_eq!(load.streams[0].size, Some(Extent::Percent(25.0)));
    }

    #[test]
    fn trials_take_no_seed_from_the_job() {
        let pace = Pace::Poisson { rate_iops: 100.0 };
        let seeded = |name: &str, pace: Pace| Stream { seed: Some(7), ..stream(name, pace) };
        let load =
            JobLoad::of(&job(vec![seeded("data", pace), seeded("scan", Pace::Closed)])).unwrap();
        assert_eq!((load.streams[0].seed, load.background[0].seed), (None, None));
    }

    #[test]
    fn the_peak_of_a_curve_is_kept_and_the_curve_is_not() {
        let mut data = stream("data", Pace::Poisson { rate_iops: 100.0 });
        data.curve = Some(RateCurve { step_ns: Nanos::secs(1), factors: [1.0, 1.0, 4.0].into() });
        let load = JobLoad::of(&job(vec![data])).unwrap();
        assert_eq!(load.peak_factor, 2.0);
        assert_eq!(load.streams[0].curve, None);
        let kept = load.curves[0].as_ref().expect("a soak follows it");
        assert_eq!(kept.after(5_000_000_000).factors[..], [4.0, 1.0, 1.0]);
    }

    #[test]
    fn closed_loops_run_beside_the_streams_that_are_multiplied() {
        let mut scan = stream("scan", Pace::Closed);
        scan.depth = 2;
        let data = stream("data", Pace::Poisson { rate_iops: 100.0 });
        let load = JobLoad::of(&job(vec![scan, data])).unwrap();
        let [background] = &load.background[..] else { panic!("{:?}", load.background) };
        assert_eq!((load.rate_iops(), load.streams.len()), (100.0, 1));
        assert_eq!(
            (background.name.as_str(), background.pace, background.depth),
            ("scan", Pace::Closed, 2)
        );
    }

    #[test]
    fn a_job_without_a_rate_is_refused_with_every_reason() {
        let mut workload = job(vec![stream("scan", Pace::Closed), stream("copy", Pace::Closed)]);
        workload.phases.push(workload.phases[0].clone());
        let problems = JobLoad::of(&workload).unwrap_err();
        assert_eq!(problems, [JobLoadProblem::Phases(2), JobLoadProblem::OnlyClosed]);
    }
}
