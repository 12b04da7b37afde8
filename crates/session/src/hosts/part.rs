//! The part of one host in a measurement by several hosts: its own intervals, folded into trials and stored when they end.
//!
//! Each following host stores its part as the result of its command. The first host, whose result is that of all hosts,
//! stores its part in a separate file, so that the result can be recomputed from the parts ([`advise::parts`]).

use crate::recorder::Recorder;
use cluster::TrialLabel;
use plan::Plan;
use record::hosts::HostsRecord;
use record::{Record, State, TrialPurpose, TrialRecord};
use sample::IntervalSample;
use summary::{Accumulator, Totals};

/// Folds the intervals of a host into the trials of its part.
#[derive(Default)]
pub(super) struct PartFold {
    pub(super) trials: Vec<TrialRecord>,
    streams: Vec<(usize, Accumulator)>,
}

impl PartFold {
    /// A phase starts. It is a trial with this label, or one named after the phase.
    pub(super) fn open(
        &mut self,
        plan: &Plan,
        label: Option<&TrialLabel>,
        phase: usize,
        recorder: &mut Recorder,
    ) {
        let planned = &plan.phases[phase];
        let trial = label.map_or_else(
            || TrialRecord {
                role: planned.name.clone(),
                purpose: TrialPurpose::Run,
                depth: planned.workers.iter().map(|work| work.depth).sum(),
                ..TrialRecord::default()
            },
            |trial| TrialRecord {
                role: trial.role.clone(),
                purpose: trial.purpose.clone(),
                rate_iops: trial.rate_iops,
                depth: trial.depth,
                ..TrialRecord::default()
            },
        );
        recorder.trial_begin(&trial);
        self.trials.push(trial);
        let mut streams: Vec<usize> = planned.workers.iter().map(|work| work.stream).collect();
        streams.dedup();
        let fold = |stream: usize| (stream, Accumulator::new(&plan.streams[stream]));
        self.streams = streams.into_iter().map(fold).collect();
    }

    /// Adds an interval of the phase. Returns the sum of its stream for the store.
    pub(super) fn push(&mut self, sample: &IntervalSample) -> Option<&Totals> {
        let (_, fold) = self.streams.iter_mut().find(|(stream, _)| *stream == sample.stream)?;
        fold.push(sample);
        Some(fold.totals())
    }

    pub(super) fn close(&mut self, recorder: &mut Recorder) {
        let streams = std::mem::take(&mut self.streams);
        let Some(trial) = self.trials.last_mut().filter(|_| !streams.is_empty()) else { return };
        trial.streams = streams.iter().map(|(_, fold)| fold.finish()).collect();
        recorder.trial_end(trial);
    }
}

/// Stores the first host's own part in a separate file.
pub(super) struct OwnPart {
    recorder: Recorder,
    record: Record,
    fold: PartFold,
}

impl std::fmt::Debug for OwnPart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "OwnPart({})", self.recorder.place())
    }
}

impl OwnPart {
    pub(super) fn new(recorder: Recorder, record: Record) -> Self {
        Self { recorder, record, fold: PartFold::default() }
    }

    pub(super) fn open(&mut self, plan: &Plan, label: Option<&TrialLabel>, phase: usize) {
        self.close();
        if !plan.phases[phase].workers.is_empty() {
            self.fold.open(plan, label, phase, &mut self.recorder);
        }
    }

    pub(super) fn push(&mut self, stream: &str, interval: &IntervalSample) {
        if interval.stopped {
            return;
        }
        let mut sample = interval.clone();
        sample.count_trims_as_writes();
        let totals = self.fold.push(&sample);
        self.recorder.interval(stream, &sample, totals);
    }

    pub(super) fn close(&mut self) {
        self.fold.close(&mut self.recorder);
    }

    pub(super) fn finish(mut self, hosts: HostsRecord, state: State) {
        self.close();
        let mut record = self.record;
        (record.trials, record.hosts, record.state) = (self.fold.trials, Some(hosts), state);
        let end_unix_s = (sys::clock::unix_now() / 1_000_000_000).cast_signed();
        record.seconds = (end_unix_s - record.started_unix_s).max(0) as f64;
        self.recorder.finish(&mut record);
    }
}
