//! Drives a ramp through a runner, and reports every trial as it ends.

use super::{Ramp, RampResult};
use crate::{Observation, Runner, Trial};
use record::TrialRecord;

/// Runs the ramp to its end; `on_trial` sees each trial as soon as it is over.
pub fn drive<R: Runner<Trial>>(
    ramp: &mut Ramp,
    runner: &mut R,
    on_trial: &mut dyn FnMut(&TrialRecord, &Observation),
) -> Result<RampResult, R::Error> {
    while let Some(trial) = ramp.next_trial() {
        let observation = runner.run(&trial, &mut |interval| ramp.take_interval(interval))?;
        let held = ramp.finish(&observation);
        let record = TrialRecord {
            role: ramp.config().name.clone(),
            purpose: trial.purpose.clone().sharing(trial.group),
            rate_iops: trial.pace.rate_iops(),
            depth: trial.depth,
            streams: vec![observation.stream().clone()],
            held,
        };
        on_trial(&record, &observation);
    }
    Ok(ramp.result())
}
