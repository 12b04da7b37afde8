//! Latency-target control: changes the depth of a closed loop so that a share of its operations meets the latency
//! target.
//!
//! Judges whole windows of time. The depth doubles until one fails. From then on it is bisected between the highest
//! depth that kept the latency and the lowest that did not. Free slots above the depth are parked, so that the paces
//! need no special case. Before a lower depth is judged, all operations in flight are awaited. Never reads a clock.

use super::{Backend, PageCheck, SampleSink, Worker};
use workload::stream::LatencyTarget;

/// Windows in which the highest depth below a failed one must keep the latency before the failed depth is tried again.
const WINDOWS_BEFORE_RETRY: u32 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchAction {
    On,
    /// The depth is found: operations count from now on.
    Count,
    /// Ends: the counted window is over.
    End,
    /// Ends: all operations must keep the latency, but not even depth 1 does.
    Fail,
}

#[derive(Debug)]
pub(super) struct LatencyControl {
    target: LatencyTarget,
    depth: u32,
    depth_max: u32,
    /// The highest depth that kept the latency; 0 for none.
    kept: u32,
    /// The lowest depth that failed; `None` if none failed yet.
    failed: Option<u32>,
    parked: Vec<u32>,
    /// When the search begins: after the warm-up.
    begin_ns: u64,
    window_end_ns: Option<u64>,
    operations: u64,
    slow: u64,
    /// Consecutive windows in which the highest possible depth kept the latency.
    steady: u32,
    /// Whether all operations in flight must end before the next window.
    draining: bool,
    /// Whether the depth was found.
    counts: bool,
}

impl LatencyControl {
    pub(super) fn new(target: LatencyTarget, depth_max: u32) -> Self {
        Self {
            target,
            depth: 1,
            depth_max,
            kept: 0,
            failed: None,
            parked: Vec::with_capacity(depth_max as usize),
            begin_ns: 0,
            window_end_ns: None,
            operations: 0,
            slow: 0,
            steady: 0,
            draining: false,
            counts: target.goes_on,
        }
    }

    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// Sets the time at which the search begins, before the first turn.
    pub(super) fn begin_at(&mut self, begin_ns: u64) {
        self.begin_ns = begin_ns;
    }

    /// Records the latency of a completed operation.
    #[inline]
    pub(super) fn record(&mut self, latency_ns: u64) {
        self.operations += 1;
        self.slow += u64::from(latency_ns > self.target.latency_ns.0);
    }

    /// Frees or parks slots, so that as many are free as the depth allows.
    pub(super) fn fit(&mut self, free: &mut Vec<u32>, outstanding: u32) {
        let depth = if self.draining { 0 } else { self.depth };
        let allowed = depth.saturating_sub(outstanding) as usize;
        while free.len() > allowed {
            self.parked.extend(free.pop());
        }
        while free.len() < allowed
            && let Some(slot) = self.parked.pop()
        {
            free.push(slot);
        }
    }

    /// Judges the window if it is over or has already failed.
    pub(super) fn judge(&mut self, now_ns: u64, outstanding: u32) -> SearchAction {
        if now_ns < self.begin_ns || (self.draining && outstanding > 0) {
            (self.operations, self.slow) = (0, 0);
            return SearchAction::On;
        }
        if std::mem::take(&mut self.draining) {
            self.window_end_ns = None;
        }
        let Some(end_ns) = self.window_end_ns else {
            self.open_window(now_ns);
            return SearchAction::On;
        };
        let all = self.target.percent >= 100.0;
        if self.operations == 0 || (now_ns < end_ns && !(all && self.slow > 0)) {
            return SearchAction::On;
        }
        let kept = (self.operations - self.slow) as f64 * 100.0
            >= self.target.percent * self.operations as f64;
        self.open_window(now_ns);
        let next = if kept { self.raise_depth() } else { self.lower_depth(all) };
        // Nothing has to be awaited if nothing is in flight.
        self.draining &= outstanding > 0;
        next
    }

    fn open_window(&mut self, now_ns: u64) {
        self.window_end_ns = Some(now_ns.saturating_add(self.target.window_ns.0));
        (self.operations, self.slow) = (0, 0);
    }

    fn raise_depth(&mut self) -> SearchAction {
        self.kept = self.depth;
        let next = match self.failed {
            None => self.depth.saturating_mul(2).min(self.depth_max),
            Some(failed) => self.depth.midpoint(failed),
        };
        if next != self.depth {
            self.depth = next;
            self.steady = 0;
            return SearchAction::On;
        }
        self.steady += 1;
        if self.target.goes_on {
            // A single bad window must not limit the depth permanently.
            if self.steady >= WINDOWS_BEFORE_RETRY {
                self.steady = 0;
                self.failed = self.failed.map(|failed| failed + 1).filter(|f| *f <= self.depth_max);
            }
            return SearchAction::On;
        }
        if std::mem::replace(&mut self.counts, true) {
            return SearchAction::End;
        }
        self.draining = true;
        SearchAction::Count
    }

    fn lower_depth(&mut self, all: bool) -> SearchAction {
        if self.depth == 1 {
            return if all { SearchAction::Fail } else { SearchAction::On };
        }
        self.failed = Some(self.depth);
        self.kept = self.kept.min(self.depth - 1);
        self.depth = self.depth.midpoint(self.kept).max(1);
        self.steady = 0;
        self.draining = true;
        SearchAction::On
    }
}

impl<B: Backend, S: SampleSink, C: PageCheck> Worker<B, S, C> {
    /// Adjusts the depth after the last window.
    pub(super) fn steer(&mut self) {
        let Some(control) = &mut self.latency_control else { return };
        match control.judge(self.now_ns, self.outstanding) {
            SearchAction::On => {}
            SearchAction::Count => self.recorder.count_from(self.now_ns, &mut self.sink),
            SearchAction::End => self.draining = true,
            SearchAction::Fail => {
                self.draining = true;
                let slot = self.slots[0];
                self.fail(&slot, sys::error_number::TIMED_OUT);
            }
        }
        if let Some(control) = &mut self.latency_control {
            control.fit(&mut self.free, self.outstanding);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Nanos;

    fn target(percent: f64, goes_on: bool) -> LatencyTarget {
        LatencyTarget { latency_ns: Nanos(1000), percent, window_ns: Nanos(100), goes_on }
    }

    /// The depth in each window, on a storage where `slow(depth)` of 1,000 operations exceed the latency.
    fn search(
        target: LatencyTarget,
        depth_max: u32,
        slow: impl Fn(u32) -> u64,
    ) -> (Vec<u32>, SearchAction) {
        let mut control = LatencyControl::new(target, depth_max);
        let mut depths = Vec::new();
        for now_ns in (0..10_000).step_by(100) {
            depths.push(control.depth());
            for i in 0..1000 {
                control.record(if i < slow(control.depth()) { 1001 } else { 1000 });
            }
            match control.judge(now_ns, 0) {
                SearchAction::On | SearchAction::Count => {}
                end => return (depths, end),
            }
        }
        (depths, SearchAction::On)
    }

    #[test]
    fn the_highest_depth_that_keeps_the_latency_is_found_whatever_it_is() {
        for best in 1..=128 {
            let slow = |depth| if depth <= best { 10 } else { 11 };
            let (depths, end) = search(target(99.0, false), 128, slow);
            assert_eq!(
                (depths.last(), end),
                (Some(&best), SearchAction::End),
                "{best}: {depths:?}"
            );
        }
    }

    #[test]
    fn where_nothing_keeps_the_latency_it_stays_at_one_or_fails() {
        let (depths, end) = search(target(99.0, false), 64, |_| 500);
        assert!(depths.iter().all(|&depth| depth == 1) && end == SearchAction::On);
        let (depths, end) = search(target(100.0, false), 64, |_| 1);
        assert!(depths.len() <= 2 && end == SearchAction::Fail, "{depths:?}");
    }

    #[test]
    fn going_on_it_stays_near_the_best_depth_until_the_end() {
        let (depths, end) = search(target(99.0, true), 64, |depth| u64::from(depth > 23) * 500);
        assert_eq!(end, SearchAction::On);
        assert!(depths[12..].iter().all(|depth| (22..=25).contains(depth)), "{depths:?}");
    }

    #[test]
    fn slots_above_the_depth_are_parked_and_come_back() {
        let mut control = LatencyControl::new(target(99.0, true), 4);
        let mut free = vec![3, 2, 1, 0];
        control.fit(&mut free, 0);
        assert_eq!(free.len(), 1);
        control.depth = 3;
        control.fit(&mut free, 0);
        assert_eq!(free.len(), 3);
        free.clear();
        control.draining = true;
        control.fit(&mut free, 3);
        free.extend([0, 1]);
        control.fit(&mut free, 1);
        assert!(free.is_empty());
    }
}
