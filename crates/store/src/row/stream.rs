//! Trials and streams as documents; their long lists (time series, distributions) are stored beside them as packed bytes.

use summary::{StreamSummary, TimeSeriesPoint};

/// The distributions of a stream: reads, writes, flushes.
pub(crate) type Distributions = [Vec<(u64, u64)>; 3];

/// Returns the part of a stream that its document holds.
pub(crate) fn without_lists(stream: &StreamSummary) -> StreamSummary {
    with_lists(stream.clone(), stream.name.clone(), Vec::new(), Distributions::default())
}

/// Assembles a stream from its document, its column and its packed lists.
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
