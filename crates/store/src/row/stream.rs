//! Trials and streams as documents; the long lists (time series, distributions) as packed bytes beside them.

use record::TrialRecord;
use summary::{StreamSummary, TimeSeriesPoint};

/// The distributions of a stream: reads, writes, flushes.
pub(crate) type Distributions = [Vec<(u64, u64)>; 3];

/// What of a trial its document holds: its streams have rows.
pub(crate) fn without_streams(trial: &TrialRecord) -> TrialRecord {
    TrialRecord { streams: Vec::new(), ..trial.clone() }
}

/// What of a stream its document holds.
pub(crate) fn without_lists(stream: &StreamSummary) -> StreamSummary {
    with_lists(stream.clone(), stream.name.clone(), Vec::new(), Distributions::default())
}

/// A stream of its document, its column and its packed lists.
pub(crate) fn with_lists(
    mut stream: StreamSummary,
    name: String,
    points: Vec<TimeSeriesPoint>,
    [read, write, flush]: Distributions,
) -> StreamSummary {
    stream.read.buckets = read;
    stream.write.buckets = write;
    stream.flush.buckets = flush;
    StreamSummary { name, points, ..stream }
}
