//! The time of a soak: seconds since 1970 that never go back and never jump, even if the machine's clock is changed.
//!
//! The wall clock is read once, when the process begins. From then on the time since boot is added, which also advances
//! while the machine is suspended and cannot be set. On simulated storage the virtual clock is used; its zero is midnight.

use crate::runner::PlanRunner;

const DAY_S: i64 = 86_400;

/// The start of a soak; a simulated one starts at midnight.
pub(super) fn begun(simulated: bool, started_unix_s: i64) -> i64 {
    if simulated { started_unix_s.div_euclid(DAY_S) * DAY_S } else { started_unix_s }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct SoakClock {
    simulated: bool,
    /// The time at the zero of the underlying clock.
    zero_unix_s: f64,
}

impl SoakClock {
    /// The clock of a soak that begins, or that resumes after `after_unix_s`.
    pub(super) fn start(simulated: bool, begun_unix_s: i64, after_unix_s: Option<i64>) -> Self {
        if simulated {
            return Self { simulated, zero_unix_s: begun_unix_s as f64 };
        }
        let now_s = sys::clock::unix_now() as f64 / 1e9;
        // If the clock was set back, stored minutes must not be overwritten; the last one may be incomplete.
        let least_s = after_unix_s.map_or(now_s, |after_s| (after_s - 60) as f64);
        Self { simulated, zero_unix_s: now_s.max(least_s) - since_start_s() }
    }

    pub(super) fn is_simulated(&self) -> bool {
        self.simulated
    }

    pub(super) fn now_unix_s(&self, runner: &PlanRunner<'_>) -> f64 {
        self.real_now_unix_s().unwrap_or_else(|| self.zero_unix_s + runner.now_s(true))
    }

    /// Now; `None` on simulated storage, whose time the runner knows.
    pub(super) fn real_now_unix_s(&self) -> Option<f64> {
        (!self.simulated).then(|| self.zero_unix_s + since_start_s())
    }

    /// How long ago an interval ended; 0 on simulated storage. A long time shows that the machine was suspended.
    pub(super) fn behind_s(&self, ended_unix_s: f64) -> f64 {
        self.real_now_unix_s().map_or(0.0, |now_s| now_s - ended_unix_s)
    }
}

fn since_start_s() -> f64 {
    sys::clock::since_start_ns() as f64 / 1e9
}
