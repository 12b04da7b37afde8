//! The phases of a running job: folds the intervals of each phase into a trial, shows them as progress, and ends steady
//! streams.
//!
//! Takes the events of the engine. Never decides about warnings.

use super::EventListener;
use crate::live::Progress;
use crate::recorder::Recorder;
use crate::runner::RunListener;
use engine::RunControl;
use plan::Plan;
use record::{TrialPurpose, TrialRecord};
use report::terminal::Live;
use sample::{EngineEvent, IntervalSample};
use std::cell::RefCell;
use std::sync::atomic::Ordering;
use summary::{Accumulator, Totals};
use workload::EngineKind;

/// Folds the intervals of each phase of a job into a trial, shows them, and ends steady streams.
pub(super) struct JobPhases<'a> {
    pub(super) plan: &'a Plan,
    pub(super) recorder: &'a RefCell<Recorder>,
    pub(super) progress: &'a mut Progress,
    pub(super) listen: EventListener<'a>,
    pub(super) trials: &'a mut Vec<TrialRecord>,
    /// The current phase: its name, and each of its streams.
    pub(super) phase: Option<(String, Vec<(usize, Accumulator)>)>,
}

impl RunListener for JobPhases<'_> {
    fn event(&mut self, event: &EngineEvent, control: &RunControl) {
        for stream in (self.listen)(event) {
            control.stream_flag(stream).store(true, Ordering::Relaxed);
        }
        match event {
            EngineEvent::PhaseStart { phase } => self.open(*phase),
            EngineEvent::PhaseEnd { .. } => self.close(),
            _ => {}
        }
    }

    fn interval(&mut self, sample: &IntervalSample, control: &RunControl) -> Option<&Totals> {
        let (phase, streams) = self.phase.as_mut()?;
        let is_alone = streams.len() == 1;
        let (_, fold) = streams.iter_mut().find(|s| s.0 == sample.stream)?;
        fold.push(sample);
        let name = &self.plan.streams[sample.stream];
        let doing = if is_alone { format!("{phase}: {name}") } else { phase.clone() };
        self.progress.doing(&doing);
        self.progress.rates(name, sample);
        let planned = &self.plan.phases[sample.phase];
        let worker = planned.workers.iter().find(|w| w.stream == sample.stream);
        if let Some(length_ns) = worker.and_then(|w| Some(w.delay_ns + w.duration_ns?)) {
            let all_s = (length_ns + planned.warm_up_ns) as f64 / 1e9;
            let simulated = self.plan.engine == EngineKind::Sim;
            self.progress.advance(sample.end_ns as f64 / 1e9, all_s, simulated);
        }
        if let Some(width) = worker.and_then(|w| w.until_steady)
            && fold.is_settled(width)
        {
            control.stream_flag(sample.stream).store(true, Ordering::Relaxed);
        }
        Some(fold.totals())
    }

    fn first_failure(&mut self, line: &str) {
        self.progress.say(line);
    }

    fn answering(&mut self, count: u32, all: u32) {
        self.progress.answering(count, all);
    }

    fn live(&mut self) -> Live {
        self.progress.whole()
    }
}

impl JobPhases<'_> {
    fn open(&mut self, index: usize) {
        let phase = &self.plan.phases[index];
        let mut streams: Vec<usize> = phase.workers.iter().map(|w| w.stream).collect();
        streams.dedup();
        let first = &phase.workers[0];
        let workers = phase.workers.iter().filter(|w| w.stream == first.stream);
        let rates: Vec<f64> = workers.clone().filter_map(|w| w.pace.rate_iops()).collect();
        let trial = TrialRecord {
            role: phase.name.clone(),
            purpose: TrialPurpose::Run,
            rate_iops: (!rates.is_empty()).then(|| rates.iter().sum()),
            depth: workers.map(|w| w.depth).sum(),
            ..TrialRecord::default()
        };
        self.recorder.borrow_mut().trial_begin(&trial);
        let length_ns =
            phase.workers.iter().filter_map(|w| Some(w.delay_ns + w.duration_ns?)).max();
        let seconds = length_ns.map(|ns| (ns + phase.warm_up_ns) as f64 / 1e9);
        self.progress.begin(&phase.name, seconds);
        self.trials.push(trial);
        let fold = |&index: &usize| (index, Accumulator::new(&self.plan.streams[index]));
        self.phase = Some((phase.name.clone(), streams.iter().map(fold).collect()));
    }

    /// Ends the current phase, if there is one.
    pub(super) fn close(&mut self) {
        let Some((_, streams)) = self.phase.take() else { return };
        if let Some(trial) = self.trials.last_mut() {
            trial.streams = streams.iter().map(|(_, fold)| fold.finish()).collect();
            self.recorder.borrow_mut().trial_end(trial);
        }
    }
}
