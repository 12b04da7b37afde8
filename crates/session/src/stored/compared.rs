//! Compares two stored runs: takes their records, returns the differences.

use advise::diff::{Diff, JobLoad, diff_of_jobs};
use record::{Record, RunKind};
use workload::{AccessPattern, CacheMode, Stream};

/// The differences of `b` from `a`. Differences of rates below `practical` do not count.
pub fn compared(a: &Record, b: &Record, practical: f64) -> Diff {
    diff_of_jobs(a, b, practical, &unlike(a, b))
}

/// The streams with the same name in two Plimsoll jobs that differ in access pattern, direct I/O or durability, which the
/// rate alone does not show.
fn unlike(a: &Record, b: &Record) -> Vec<(String, [JobLoad; 2])> {
    let (first, second) = (streams_of_job(a), streams_of_job(b));
    let unlike = first.iter().filter_map(|stream| {
        let other = second.iter().find(|other| other.name == stream.name)?;
        let loads = [stream, other].map(load);
        (loads[0] != loads[1]).then(|| (stream.name.clone(), loads))
    });
    unlike.collect()
}

/// The streams of a Plimsoll job; none of another run.
fn streams_of_job(record: &Record) -> Vec<Stream> {
    let workload = match record.kind {
        RunKind::Run => job::read("job", &record.source_text).workload,
        _ => None,
    };
    workload.map(|workload| workload.streams).unwrap_or_default()
}

/// The properties of a stream's load that its rate does not show.
fn load(stream: &Stream) -> JobLoad {
    JobLoad {
        sequential: stream.access == AccessPattern::Sequential,
        direct: stream.cache == CacheMode::Direct,
        durability: stream.writes().then_some(stream.sync),
    }
}
