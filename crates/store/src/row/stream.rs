//! Trials and streams as documents; the long lists (course, distributions) as packed bytes beside them.

use base::float::Float;
use record::{TrialPurpose, TrialRecord};
use serde::{Deserialize, Serialize};
use summary::{Estimate, LatencySummary, StreamSummary, TimeSeriesPoint};

/// The document of a trial; its role and purpose have columns, its streams rows.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrialDoc {
    rate_iops: Option<Float>,
    depth: u32,
    held: Option<bool>,
}

/// The document of a stream.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StreamDoc {
    seconds: Float,
    iops: Estimate,
    mibps: Estimate,
    depth_mean: Float,
    read: LatencyDoc,
    write: LatencyDoc,
    flush: LatencyDoc,
    offered_iops: Option<Float>,
    dropped: u64,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LatencyDoc {
    ios: u64,
    bytes: u64,
    errors: u64,
    short: u64,
    mean_ns: Float,
    min_ns: u64,
    max_ns: u64,
    quantiles: Vec<(Float, u64, u64)>,
    late_ns_p50: Option<u64>,
    /// Absent in documents of before it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    steady_iops: Option<Float>,
}

/// The distributions of a stream: reads, writes, flushes.
pub(crate) type Distributions = [Vec<(u64, u64)>; 3];

/// The long lists of a stream, which are packed beside its document.
pub(crate) struct PackedStream<'a> {
    pub(crate) points: &'a [TimeSeriesPoint],
    /// Reads, writes, flushes.
    pub(crate) distributions: [&'a [(u64, u64)]; 3],
}

impl TrialDoc {
    /// Takes a trial apart: role, purpose, document, streams.
    pub(crate) fn of(live: &TrialRecord) -> (&str, &TrialPurpose, Self, &[StreamSummary]) {
        let TrialRecord { role, purpose, rate_iops, depth, streams, held } = live;
        let document = Self { rate_iops: rate_iops.map(Float), depth: *depth, held: *held };
        (role, purpose, document, streams)
    }

    /// The document of a trial that only began.
    pub(crate) fn begun(rate_iops: Option<f64>, depth: u32) -> Self {
        Self { rate_iops: rate_iops.map(Float), depth, held: None }
    }

    /// Puts a trial together again.
    pub(crate) fn live(
        self,
        role: String,
        purpose: &str,
        streams: Vec<StreamSummary>,
    ) -> TrialRecord {
        let Self { rate_iops, depth, held } = self;
        let purpose = TrialPurpose::of(purpose);
        TrialRecord { role, purpose, rate_iops: rate_iops.map(|x| x.0), depth, streams, held }
    }
}

impl StreamDoc {
    /// Takes a stream apart: name, document, and what is packed beside it.
    pub(crate) fn of(live: &StreamSummary) -> (&str, Self, PackedStream<'_>) {
        let StreamSummary {
            name,
            seconds,
            iops,
            mibps,
            depth_mean,
            read,
            write,
            flush,
            offered_iops,
            dropped,
            points,
        } = live;
        let document = Self {
            seconds: Float(*seconds),
            iops: *iops,
            mibps: *mibps,
            depth_mean: Float(*depth_mean),
            read: LatencyDoc::of(read),
            write: LatencyDoc::of(write),
            flush: LatencyDoc::of(flush),
            offered_iops: offered_iops.map(Float),
            dropped: *dropped,
        };
        let distributions = [&read.buckets[..], &write.buckets, &flush.buckets];
        (name, document, PackedStream { points, distributions })
    }

    /// Puts a stream together again.
    pub(crate) fn live(
        self,
        name: String,
        points: Vec<TimeSeriesPoint>,
        distributions: Distributions,
    ) -> StreamSummary {
        let Self { seconds, iops, mibps, depth_mean, read, write, flush, offered_iops, dropped } =
            self;
        let [read_buckets, write_buckets, flush_buckets] = distributions;
        StreamSummary {
            name,
            seconds: seconds.0,
            iops,
            mibps,
            depth_mean: depth_mean.0,
            read: read.live(read_buckets),
            write: write.live(write_buckets),
            flush: flush.live(flush_buckets),
            offered_iops: offered_iops.map(|x| x.0),
            dropped,
            points,
        }
    }
}

impl LatencyDoc {
    /// The buckets are packed by the caller.
    fn of(live: &LatencySummary) -> Self {
        let LatencySummary {
            ios,
            bytes,
            errors,
            short,
            mean_ns,
            min_ns,
            max_ns,
            quantiles,
            buckets: _,
            late_ns_p50,
            steady_iops,
        } = live;
        Self {
            ios: *ios,
            bytes: *bytes,
            errors: *errors,
            short: *short,
            mean_ns: Float(*mean_ns),
            min_ns: *min_ns,
            max_ns: *max_ns,
            quantiles: quantiles.iter().map(|&(q, a, b)| (Float(q), a, b)).collect(),
            late_ns_p50: *late_ns_p50,
            steady_iops: steady_iops.map(Float),
        }
    }

    fn live(self, buckets: Vec<(u64, u64)>) -> LatencySummary {
        let Self {
            ios,
            bytes,
            errors,
            short,
            mean_ns,
            min_ns,
            max_ns,
            quantiles,
            late_ns_p50,
            steady_iops,
        } = self;
        LatencySummary {
            ios,
            bytes,
            errors,
            short,
            mean_ns: mean_ns.0,
            min_ns,
            max_ns,
            quantiles: quantiles.into_iter().map(|(q, a, b)| (q.0, a, b)).collect(),
            buckets,
            late_ns_p50,
            steady_iops: steady_iops.map(|x| x.0),
        }
    }
}
