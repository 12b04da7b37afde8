//! Trials and streams as documents; their long lists (time series, distributions) are stored beside them as packed bytes.

use record::TrialRecord;
use serde::{Deserialize, Serialize};
use summary::{StreamSummary, TimeSeriesPoint};

/// The document of a trial.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrialDocument {
    /// The number of its streams, so that a lost one is noticed; none before its end.
    pub(crate) streams: Option<usize>,
    /// The trial without its streams.
    pub(crate) trial: TrialRecord,
}

/// The distributions of a stream: reads, writes, flushes.
pub(crate) type Distributions = [Vec<(u64, u64)>; 3];

/// Returns the part of a stream that its document holds.
pub(crate) fn without_lists(stream: &StreamSummary) -> StreamSummary {
    with_lists(stream.clone(), Vec::new(), Distributions::default())
}

/// Assembles a stream from its document and its packed lists.
pub(crate) fn with_lists(
    mut stream: StreamSummary,
    points: Vec<TimeSeriesPoint>,
    [read, write, flush]: Distributions,
) -> StreamSummary {
    stream.read.buckets = read;
    stream.write.buckets = write;
    stream.flush.buckets = flush;
    StreamSummary { points, ..stream }
}
