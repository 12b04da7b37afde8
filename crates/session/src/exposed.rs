//! The metrics of a running measurement for a monitoring system: shared with a server, and written to a file that is
//! replaced every ten seconds.

use crate::failure::Failure;
use crate::output::Place;
use base::Clock;
use record::{RunKind, RunSubject};
use report::LiveMetrics;
use sample::IntervalSample;
use std::sync::{Arc, Mutex, PoisonError};
use sys::clock::SystemClock;

const FILE_EACH_NS: u64 = 10_000_000_000;

#[derive(Debug)]
pub struct ExposedMetrics {
    shared: Arc<Mutex<LiveMetrics>>,
    file: Option<Place>,
    clock: SystemClock,
    written_ns: Option<u64>,
}

impl ExposedMetrics {
    /// Shares the metrics. Writes the file at once, so that a file error shows before the measurement starts.
    pub fn new(shared: Arc<Mutex<LiveMetrics>>, file: Option<Place>) -> Result<Self, Failure> {
        let mut exposed = Self { shared, file, clock: SystemClock::new(), written_ns: None };
        exposed.write().map_err(|error| Failure::target(format!("--metrics-file: {error}")))?;
        Ok(exposed)
    }

    pub(crate) fn label(&self, kind: RunKind, target: &str, subject: &RunSubject) {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).label(kind, target, subject);
    }

    pub(crate) fn count(&mut self, stream: &str, interval: &IntervalSample, share: Option<f64>) {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let directions = [&interval.read, &interval.write, &interval.flush];
        for (direction, name) in directions.into_iter().zip(["read", "write", "flush"]) {
            let counts = [direction.ios, direction.bytes, direction.errors];
            shared.count(stream, name, counts, direction.total.buckets());
        }
        shared.progress(share);
        drop(shared);
        let now_ns = self.clock.now_ns();
        if self.written_ns.is_none_or(|before| now_ns.saturating_sub(before) >= FILE_EACH_NS) {
            // A full disk must not end the measurement; the next write may succeed.
            drop(self.write());
        }
    }

    fn write(&mut self) -> std::io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        self.written_ns = Some(self.clock.now_ns());
        let text = self.shared.lock().unwrap_or_else(PoisonError::into_inner).text();
        file.write_text(&text)
    }
}

impl Drop for ExposedMetrics {
    fn drop(&mut self) {
        drop(self.write());
    }
}
