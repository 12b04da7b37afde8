//! A whole job as one load that can be multiplied: its streams run together, and their rates keep their ratio.
//!
//! Takes a [`Workload`], gives a [`JobLoad`] or every reason why its load cannot be multiplied. Pure.

use crate::{Extent, JobTarget, Pace, RateCurve, Stream, Workload};
use base::Bytes;

/// The most that may be outstanding in one stream at any multiple of the load.
const DEPTH_MAX: u32 = 256;
/// What may be outstanding in one stream at least: fewer would delay arrivals that the storage could serve.
const DEPTH_MIN: u32 = 16;

/// The streams of a job that run together.
#[derive(Clone, Debug, PartialEq)]
pub struct JobLoad {
    /// The streams; each is an open loop, and its rate is that of the job.
    pub streams: Vec<Stream>,
    /// How the rate of each stream changes over time in the job; trials hold a rate and have no use for it.
    pub curves: Vec<Option<RateCurve>>,
    /// How many times the mean rate of the job its busiest moment has.
    pub peak_factor: f64,
}

/// Why the load of a job cannot be multiplied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobLoadProblem {
    /// A closed loop has no rate.
    #[error(
        "stream {0} is a closed loop, so it has no rate that could be multiplied; give it one, such as rate = 500"
    )]
    Closed(String),
    /// Several phases are several loads.
    #[error(
        "the job has {0} phases, and its load changes from one to the next; keep one phase in the file"
    )]
    Phases(usize),
}

impl JobLoad {
    /// The load of a job of one phase whose streams are open loops.
    ///
    /// Parts of a target in bytes become shares of it where the job names the target's size: the load can be put on a
    /// target of another size.
    ///
    /// # Errors
    /// Everything that keeps its load from being multiplied.
    pub fn of(workload: &Workload) -> Result<Self, Vec<JobLoadProblem>> {
        let mut problems = Vec::new();
        if workload.phases.len() > 1 {
            problems.push(JobLoadProblem::Phases(workload.phases.len()));
        }
        let closed = workload.streams.iter().filter(|stream| stream.pace.rate_iops().is_none());
        problems.extend(closed.map(|stream| JobLoadProblem::Closed(stream.name.clone())));
        if !problems.is_empty() {
            return Err(problems);
        }
        let streams = workload.streams.iter().cloned().map(|mut stream| {
            let target = workload.targets.iter().find(|target| target.name == stream.target);
            shares_of(target, &mut stream);
            stream.depth = stream.depth.clamp(DEPTH_MIN, DEPTH_MAX);
            stream
        });
        let mut load = Self { streams: streams.collect(), curves: Vec::new(), peak_factor: 1.0 };
        load.peak_factor = load.peak_factor();
        load.curves = load.streams.iter_mut().map(|stream| stream.curve.take()).collect();
        Ok(load)
    }

    /// I/Os per second of all streams.
    pub fn rate_iops(&self) -> f64 {
        self.streams.iter().filter_map(|stream| stream.pace.rate_iops()).sum()
    }

    /// The streams when all of them together do `pace` with `depth` outstanding I/Os.
    ///
    /// A rate is divided as the job divides it, and so is the depth of a closed loop; each stream has one I/O at least.
    pub fn at(&self, pace: Pace, depth: u32) -> Vec<Stream> {
        let all_iops = self.rate_iops();
        let divided = self.streams.iter().map(|stream| {
            let mut stream = stream.clone();
            let share = stream.pace.rate_iops().unwrap_or_default() / all_iops;
            match pace.rate_iops() {
                Some(rate_iops) => stream.pace = stream.pace.at_rate(rate_iops * share),
                None => {
                    stream.pace = pace;
                    stream.depth = ((f64::from(depth) * share).round() as u32).max(1);
                }
            }
            stream.workers = stream.workers.min(stream.depth).max(1);
            stream.depth = stream.depth.div_ceil(stream.workers);
            stream
        });
        divided.collect()
    }

    /// The share of reads in percent.
    pub fn read_percent(&self) -> f64 {
        let rate = |stream: &Stream| stream.pace.rate_iops().unwrap_or_default();
        let reads = self.streams.iter().map(|stream| rate(stream) * stream.read_percent);
        reads.sum::<f64>() / self.rate_iops()
    }

    /// The busiest step of each curve at once, weighted by the rates: no moment of the job is busier.
    fn peak_factor(&self) -> f64 {
        let peak = |stream: &Stream| {
            let rate_iops = stream.pace.rate_iops().unwrap_or_default();
            let factor = stream.curve.as_ref().map_or(1.0, |curve| curve.peak_factor());
            rate_iops * factor
        };
        self.streams.iter().map(peak).sum::<f64>() / self.rate_iops()
    }
}

/// Makes offset and length of the stream's part shares of the target.
fn shares_of(target: Option<&JobTarget>, stream: &mut Stream) {
    let Some(Extent::Bytes(all)) = target.and_then(|target| target.size) else { return };
    stream.offset = share_of(all, stream.offset);
    stream.size = stream.size.map(|size| share_of(all, size));
}

/// A length in bytes as a share of all bytes; a share stays as it is.
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
    use crate::{EngineChoice, Phase, TargetLocation};
    use base::Nanos;

    fn stream(name: &str, pace: Pace) -> Stream {
        Stream { pace, ..Stream::new(name, "storage") }
    }

    fn job(streams: Vec<Stream>) -> Workload {
        Workload {
            name: "job".to_owned(),
            targets: vec![JobTarget {
                name: "storage".to_owned(),
                place: TargetLocation::Null,
                size: Some(Extent::Bytes(Bytes::gib(4))),
            }],
            phases: vec![Phase {
                name: "all".to_owned(),
                streams: streams.iter().map(|stream| stream.name.clone()).collect(),
                warm_up_ns: Nanos(0),
                pause_ns: Nanos(0),
            }],
            streams,
            engine: EngineChoice::default(),
            seed: None,
            interval_ns: Nanos::secs(1),
        }
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
    fn parts_in_bytes_become_shares_of_the_target() {
        let mut log = stream("log", Pace::Poisson { rate_iops: 1.0 });
        log.offset = Extent::Bytes(Bytes::gib(3));
        log.size = Some(Extent::Bytes(Bytes::gib(1)));
        let load = JobLoad::of(&job(vec![log])).unwrap();
        assert_eq!(load.streams[0].offset, Extent::Percent(75.0));
        assert_eq!(load.streams[0].size, Some(Extent::Percent(25.0)));
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
    fn every_stream_without_a_rate_is_reported() {
        let mut workload = job(vec![
            stream("scan", Pace::Closed),
            stream("data", Pace::Poisson { rate_iops: 1.0 }),
            stream("copy", Pace::Closed),
        ]);
        workload.phases.push(workload.phases[0].clone());
        let problems = JobLoad::of(&workload).unwrap_err();
        let closed = |name: &str| JobLoadProblem::Closed(name.to_owned());
        assert_eq!(problems, [JobLoadProblem::Phases(2), closed("scan"), closed("copy")]);
    }
}
