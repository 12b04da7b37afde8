//! How closely a replay kept the captured times.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayTiming {
    pub operations: u64,
    /// The captured time from the first submission to the last, divided by the speed.
    pub due_duration_ns: u64,
    pub speed: f64,
    /// The same time in the replay.
    pub duration_ns: u64,
    /// The earth mover's distance between captured and replayed inter-arrival times, as a share of the mean captured one.
    pub gap_distance: f64,
    /// The median delay of the starts, in nanoseconds.
    pub late_ns_p50: u64,
    pub late_ns_p99: u64,
    pub late_ns_max: u64,
}

impl ReplayTiming {
    /// How much longer the replay took than the capture at this speed, relative to the capture.
    pub fn duration_error(&self) -> f64 {
        self.duration_ns as f64 / (self.due_duration_ns as f64).max(1.0) - 1.0
    }
}
