//! How many I/Os are outstanding, and for how long.

use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The largest depth with a separate class; larger depths count as this.
const DEPTH_MAX: usize = 4_096;

/// The number of I/Os outstanding at the device.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct QueueDepth {
    pub mean: f64,
    /// The mean over the time in which an I/O was outstanding.
    pub busy_mean: Option<f64>,
    /// The share of time in which an I/O was outstanding, 0 to 1.
    pub busy_share: Option<f64>,
    /// For each depth that occurred: the share of time, 0 to 1. Empty if only means are known.
    pub time_shares: Vec<(u32, f64)>,
}

#[derive(Default)]
pub(super) struct DepthFold {
    completions: BinaryHeap<Reverse<u64>>,
    at_ns: u64,
    time_ns: Vec<u64>,
}

impl DepthFold {
    /// Takes an I/O in order of issue.
    pub(super) fn add(&mut self, issued_ns: u64, latency_ns: u64) {
        self.pass_until(issued_ns);
        self.completions.push(Reverse(issued_ns.max(self.at_ns).saturating_add(latency_ns)));
        if self.completions.len() > DEPTH_MAX {
            self.completions.pop();
        }
    }

    fn pass_until(&mut self, now_ns: u64) {
        while let Some(Reverse(end_ns)) =
            self.completions.peek().copied().filter(|end| end.0 <= now_ns)
        {
            self.stay_until(end_ns);
            self.completions.pop();
        }
        self.stay_until(now_ns);
    }

    fn stay_until(&mut self, now_ns: u64) {
        let depth = self.completions.len();
        if self.time_ns.len() <= depth {
            self.time_ns.resize(depth + 1, 0);
        }
        self.time_ns[depth] += now_ns.saturating_sub(self.at_ns);
        self.at_ns = self.at_ns.max(now_ns);
    }

    /// The queue depth up to the end of the capture; `None` if no time passed.
    pub(super) fn depth(mut self, end_ns: u64) -> Option<QueueDepth> {
        self.pass_until(end_ns.max(self.at_ns));
        let total: u64 = self.time_ns.iter().sum();
        if total == 0 {
            return None;
        }
        let share = |ns: u64| ns as f64 / total as f64;
        let mean: f64 =
            self.time_ns.iter().enumerate().map(|(depth, ns)| depth as f64 * share(*ns)).sum();
        let busy = 1.0 - share(self.time_ns[0]);
        let shares = self.time_ns.iter().enumerate().filter(|(_, ns)| **ns > 0);
        Some(QueueDepth {
            mean,
            busy_mean: (busy > 0.0).then(|| mean / busy),
            busy_share: Some(busy),
            time_shares: shares.map(|(depth, ns)| (depth as u32, share(*ns))).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_weighed() {
        let mut fold = DepthFold::default();
        // One I/O at 0..10, a second one at 5..10, one at 20..30; the capture ends at 40.
        fold.add(0, 10);
        fold.add(5, 5);
        fold.add(20, 10);
        let found = fold.depth(40).expect("time passed");
        assert_eq!(found.time_shares, [(0, 0.5), (1, 0.375), (2, 0.125)]);
        assert_eq!((found.mean, found.busy_share, found.busy_mean), (0.625, Some(0.5), Some(1.25)));
    }

    #[test]
    fn hostile_depths_take_no_memory_without_end() {
        let mut fold = DepthFold::default();
        (0..100_000).for_each(|at| fold.add(at, u64::MAX));
        assert!(fold.completions.len() <= DEPTH_MAX && fold.time_ns.len() <= DEPTH_MAX + 2);
    }
}
