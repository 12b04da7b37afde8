//! Two stored runs beside each other: takes their records, gives how they differ.

use advise::diff::{Diff, JobLoad, diff_of_jobs};
use record::{Record, RunKind};
use workload::{AccessPattern, CacheMode, Stream};

/// How `b` differs from `a`; differences of rates below `practical` do not count.
pub fn compared(a: &Record, b: &Record, practical: f64) -> Diff {
    diff_of_jobs(a, b, practical, &unlike(a, b))
}

/// Streams of two jobs of ours that are called alike, and go to other places, past the cache or through it, or make their writes
/// durable in another way: what a rate alone does not show.
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

/// A stream's load, as far as its rate does not show it.
fn load(stream: &Stream) -> JobLoad {
    JobLoad {
        sequential: stream.access == AccessPattern::Sequential,
        direct: stream.cache == CacheMode::Direct,
        durability: stream.writes().then_some(stream.sync),
    }
}
