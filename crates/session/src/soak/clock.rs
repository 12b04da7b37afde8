//! The time of a soak: seconds since 1970 that never go back and never jump, whatever is done to the clock of the machine.
//!
//! The wall clock is read once, when the process begins. From then on the time since the machine started counts, which goes on while the
//! machine is suspended and which nobody can set. On simulated storage the virtual clock counts, and its instant 0 is midnight.

use crate::runner::PlanRunner;

const DAY_S: i64 = 86_400;

/// When a soak began; a simulated one begins at midnight.
pub(super) fn begun(simulated: bool, started_unix_s: i64) -> i64 {
    if simulated { started_unix_s.div_euclid(DAY_S) * DAY_S } else { started_unix_s }
}

/// What time it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct SoakClock {
    simulated: bool,
    /// The time at the instant 0 of the clock that counts.
    zero_unix_s: f64,
}

impl SoakClock {
    /// The clock of a soak that begins, or goes on after what was stored.
    pub(super) fn start(simulated: bool, begun_unix_s: i64, after_unix_s: Option<i64>) -> Self {
        if simulated {
            return Self { simulated, zero_unix_s: begun_unix_s as f64 };
        }
        let now_s = sys::clock::unix_now() as f64 / 1e9;
        // A clock that was set back must not write over minutes that are there: the last one may be under way.
        let least_s = after_unix_s.map_or(now_s, |after_s| (after_s - 60) as f64);
        Self { simulated, zero_unix_s: now_s.max(least_s) - since_start_s() }
    }

    pub(super) fn is_simulated(&self) -> bool {
        self.simulated
    }

    /// Now.
    pub(super) fn now_unix_s(&self, runner: &PlanRunner<'_>) -> f64 {
        self.real_now_unix_s().unwrap_or_else(|| self.zero_unix_s + runner.now_s(true))
    }

    /// Now; none on simulated storage, whose runner knows it.
    pub(super) fn real_now_unix_s(&self) -> Option<f64> {
        (!self.simulated).then(|| self.zero_unix_s + since_start_s())
    }

    /// How long ago an interval ended; nothing on simulated storage. What is long shows that the machine was suspended.
    pub(super) fn behind_s(&self, ended_unix_s: f64) -> f64 {
        self.real_now_unix_s().map_or(0.0, |now_s| now_s - ended_unix_s)
    }
}

fn since_start_s() -> f64 {
    sys::clock::since_start_ns() as f64 / 1e9
}
