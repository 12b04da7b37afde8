//! The record of a run that did not finish: its committed trials, and a summary of the intervals of the trial in progress.
//!
//! Stored intervals have no histograms: latencies come from the last stored distribution, up to ten seconds before the end.

use crate::read::StoredTrial;
use crate::{RunId, Store, StoreError};
use record::{Reason, Record, State, TrialRecord};
use summary::warning::Detail;
use summary::{Accumulator, StreamSummary, Warning, WarningKind, Weight};

pub(crate) fn mark(mut record: Record) -> Record {
    record.state = State::Running;
    // An integrity test has no trials but stores its duration. The fold starts at 0.0 because an empty sum is a negative zero.
    let longest = |trial: &TrialRecord| trial.streams.iter().map(|s| s.seconds).fold(0.0, f64::max);
    let measured = record.trials.iter().map(longest).fold(0.0, |sum, seconds| sum + seconds);
    record.seconds = if record.proof.is_some() { record.seconds } else { measured };
    let reason = std::mem::take(&mut record.reason);
    let so_far = (record.proof.is_some() && !reason.is_empty()).then(|| Box::new(reason));
    record.reason = Reason::Unfinished(so_far);
    // The minutes of a soak are whole, and its agreement is judged by those so far.
    if record.soak.is_none() {
        let (kind, weight) = (WarningKind::Interrupted, Weight::Forbids);
        record.warnings.push(Warning::of_run(kind, weight, Detail::Unfinished));
    }
    record
}

impl Store {
    /// Summarizes the intervals of a stream whose trial has not ended.
    pub(crate) fn unfinished_stream(
        &self,
        run: RunId,
        trial: &StoredTrial,
        stream: i64,
        name: &str,
    ) -> Result<StreamSummary, StoreError> {
        let mut fold = Accumulator::new(name);
        for row in self.stream_intervals(run, trial, stream, name) {
            fold.push_kept(&row?.interval);
        }
        let (total, service) =
            (self.distributions(run, stream, 1)?, self.distributions(run, stream, 2)?);
        fold.add_latencies(&total, &service);
        Ok(fold.finish())
    }
}
