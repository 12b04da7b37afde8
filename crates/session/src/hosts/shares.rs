//! The share of each host in each trial: the intervals of every stream of every host, folded like the merged intervals.

use record::hosts::HostShare;
use sample::{Histogram, IntervalSample};
use std::collections::BTreeMap;
use summary::{Accumulator, ios_needed};

/// The current trial, and the shares of the trials before it.
#[derive(Debug, Default)]
pub(super) struct ShareFold {
    trial: u32,
    streams: BTreeMap<(u32, usize), Accumulator>,
    errors: BTreeMap<(u32, usize), u64>,
    shares: Vec<HostShare>,
}

impl ShareFold {
    pub(super) fn push(&mut self, trial: u32, host: u32, stream: &str, interval: &IntervalSample) {
        if trial != self.trial {
            self.close();
            self.trial = trial;
        }
        let key = (host, interval.stream);
        let fold = self.streams.entry(key).or_insert_with(|| Accumulator::new(stream));
        fold.push(interval);
        *self.errors.entry(key).or_default() += interval.errors();
    }

    pub(super) fn close(&mut self) {
        for ((host, stream), fold) in std::mem::take(&mut self.streams) {
            let summary = fold.finish();
            let counted = fold.totals().counts();
            let mut latencies = Histogram::new();
            latencies.merge(&counted.read.total);
            let is_flushed = counted.flush.ios > 0;
            latencies.merge(if is_flushed { &counted.flush.total } else { &counted.write.total });
            let has_enough = latencies.count() >= ios_needed(0.99);
            self.shares.push(HostShare {
                trial: self.trial,
                host,
                iops: summary.iops.value,
                mibps: summary.mibps.value,
                latency_ns_p99: has_enough.then(|| latencies.quantile_ns(0.99)),
                errors: self.errors.remove(&(host, stream)).unwrap_or(0),
                stream: summary.name,
            });
        }
    }

    pub(super) fn take(&mut self) -> Vec<HostShare> {
        std::mem::take(&mut self.shares)
    }
}
