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
    let streams = |record: &Record| {
        let text = Some(&record.source_text).filter(|_| record.kind == RunKind::Run);
        let read = text.and_then(|text| job::read("job", text).workload);
        read.map(|workload| workload.streams).unwrap_or_default()
    };
    let (first, second) = (streams(a), streams(b));
    let both = first.iter().filter_map(|one| {
        let other = second.iter().find(|other| other.name == one.name)?;
        let loads = [one, other].map(load);
        (loads[0] != loads[1]).then(|| (one.name.clone(), loads))
    });
    both.collect()
}

/// The properties of a stream's load that its rate does not show.
fn load(stream: &Stream) -> JobLoad {
    JobLoad {
        sequential: stream.access == AccessPattern::Sequential,
        direct: stream.cache == CacheMode::Direct,
        durability: stream.writes().then_some(stream.sync),
    }
}
