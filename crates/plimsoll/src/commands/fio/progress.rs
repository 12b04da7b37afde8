//! fio's line of progress: takes the events of a run, writes a line to standard output every second.

use compat::fio::write::eta::{EtaLine, JobCounts, JobState};
use compat::fio::{Eta, FioView, Format, JobView};
use sample::EngineEvent;
use session::foreign::outcome::{OutcomeBuilder, StreamCounts};
use session::foreign::{Job, ToolEvent};
use std::io::{self, IsTerminal, Write};

const ETA_EVERY_NS: u64 = 1_000_000_000;

/// Whether fio's line of progress goes to standard output.
pub(super) fn shows_eta(view: &FioView) -> bool {
    let is_people = view.output.path.is_some() || view.output.formats.contains(&Format::Normal);
    is_people
        && match view.output.eta {
            Eta::Never => false,
            Eta::Auto => io::stdout().is_terminal(),
            Eta::Always => true,
        }
}

/// Prints fio's line of progress every second.
pub(super) struct EtaPrinter {
    line: Option<EtaLine>,
    next_ns: u64,
    phase: usize,
    /// Workers that still run, of each stream.
    workers: Vec<u32>,
}

impl EtaPrinter {
    pub(super) fn of(job: &Job<FioView>) -> Self {
        Self {
            line: shows_eta(&job.view).then(EtaLine::default),
            next_ns: ETA_EVERY_NS,
            phase: 0,
            workers: job.workload.streams.iter().map(|stream| stream.workers).collect(),
        }
    }

    pub(super) fn hear(
        &mut self,
        job: &Job<FioView>,
        news: ToolEvent<'_>,
        so_far: &OutcomeBuilder,
    ) {
        let ToolEvent::Event(event) = news else { return };
        match event {
            EngineEvent::PhaseStart { phase, .. } => self.phase = *phase,
            EngineEvent::WorkerEnd { stream, .. } => {
                self.workers[*stream] = self.workers[*stream].saturating_sub(1);
            }
            _ => {}
        }
        let elapsed_ns = so_far.elapsed_ns();
        if self.line.is_none() || elapsed_ns < self.next_ns {
            return;
        }
        self.next_ns = (elapsed_ns / ETA_EVERY_NS + 1) * ETA_EVERY_NS;
        let counts: Vec<JobCounts> =
            job.view.jobs.iter().map(|view| self.counts(job, view, so_far)).collect();
        if let Some(line) = &mut self.line {
            let text = line.next(&job.view, &job.workload, &counts, elapsed_ns);
            // Not as other texts, in which a terminal shows a carriage return as `\x0d`. A closed standard output shows when the results
            // are printed.
            let mut terminal = io::stdout().lock();
            drop(terminal.write_all(text.as_bytes()).and_then(|()| terminal.flush()));
        }
    }

    fn counts(&self, job: &Job<FioView>, view: &JobView, so_far: &OutcomeBuilder) -> JobCounts {
        let streams = job.workload.streams.iter().enumerate();
        let own: Vec<usize> = streams
            .filter(|(_, stream)| view.streams.contains(&stream.name))
            .map(|(index, _)| index)
            .collect();
        let each: Vec<_> = own.iter().map(|index| so_far.counts(*index)).collect();
        let begun = each.iter().filter(|counts| counts.has_begun);
        let is_over = self.phase > view.phase || own.iter().all(|index| self.workers[*index] == 0);
        let state = match () {
            () if self.phase < view.phase => JobState::Pending,
            () if is_over => JobState::Ended,
            () if view.ramp.is_some() && begun.clone().count() == 0 => JobState::Ramp,
            () => JobState::Running,
        };
        let sum = |of: fn(&StreamCounts) -> [u64; 3]| {
            std::array::from_fn(|at| each.iter().map(|counts| of(counts)[at]).sum())
        };
        JobCounts {
            state,
            begun_ns: begun.map(|counts| counts.begun_ns).min().unwrap_or(0),
            ios: sum(|counts| counts.ios),
            bytes: sum(|counts| counts.bytes),
        }
    }
}
