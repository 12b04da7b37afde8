//! Runs fio's jobs: takes parsed jobs, gives measured values, and prints intermediate results during the run.

use super::output::Output;
use super::setting;
use crate::commands::papers::print_bytes;
use compat::fio::write::eta::{EtaLine, JobCounts, JobState};
use compat::fio::write::{results, steady_streams};
use compat::fio::{Eta, FioView, Format, JobView};
use compat::outcome::StreamOutcome;
use report::messages::foreign::ForeignFault;
use sample::EngineEvent;
use session::failure::Failure;
use session::foreign::outcome::{OutcomeBuilder, StreamCounts};
use session::foreign::{Call, Job, RunResult, ToolEvent, check_parts, measure, say, with_streams};
use session::load;
use std::fs::DirBuilder;
use std::io::{self, IsTerminal};
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

const ETA_EVERY_NS: u64 = 1_000_000_000;

/// The interval of the check whether jobs are steady; fio checks every second, and each second is a sample.
const STEADY_LOOK_NS: u64 = 100_000_000;

/// Runs the jobs. As with fio, a job that cannot begin does not prevent the others.
pub(super) fn run_what_can(call: &Call, job: &Job<FioView>, output: &mut Output) -> RunResult {
    let measured = perform(call, job, output);
    let jobs = &job.view.jobs;
    if measured.began || measured.outcome.failure.is_none() || jobs.len() < 2 {
        return measured;
    }
    let parts: Vec<&[String]> = jobs.iter().map(|job| &job.streams[..]).collect();
    let wrong = check_parts(call, job, &parts);
    let failed = || jobs.iter().zip(&wrong).filter_map(|(job, wrong)| Some((job, (*wrong)?)));
    let with_errors = |mut measured: RunResult| {
        for (name, errno) in
            failed().flat_map(|(job, errno)| job.streams.iter().map(move |s| (s, errno)))
        {
            let streams = &mut measured.outcome.streams;
            match streams.iter_mut().find(|stream| stream.name == *name) {
                Some(stream) => stream.errno = errno,
                None => {
                    streams.push(StreamOutcome { name: name.clone(), errno, ..Default::default() })
                }
            }
        }
        measured
    };
    if failed().count() == jobs.len() || failed().count() == 0 {
        return with_errors(measured);
    }
    let mut names: Vec<&str> = failed().map(|(job, _)| job.name.as_str()).collect();
    names.dedup();
    say(ForeignFault::JobsLeftOut { jobs: names.join(", ") });
    let left_out = |name: &str| failed().any(|(job, _)| job.streams.iter().any(|own| own == name));
    let rest =
        Job { workload: with_streams(&job.workload, &|name| !left_out(name)), ..job.clone() };
    with_errors(perform(call, &rest, output))
}

/// Runs the jobs; prints the results so far at each `--status-interval` and `SIGUSR1`.
fn perform(call: &Call, job: &Job<FioView>, output: &mut Output) -> RunResult {
    make_folders(job);
    let every_ns = job.view.output.status_interval.map(|every| every.0.max(1));
    let mut next_ns = every_ns;
    let mut trouble = None;
    let steady = job.view.jobs.iter().any(|job| job.steady.is_some());
    let mut next_look_ns = STEADY_LOOK_NS;
    // Without the handler the signal would end the run. If the kernel refuses the handler, the run continues without it.
    let _ = sys::signal::watch_report_requests();
    let mut eta = EtaPrinter::of(job);
    let measured = measure(call, job, &mut |news, so_far| {
        eta.hear(job, news, so_far);
        if steady && so_far.elapsed_ns() >= next_look_ns {
            next_look_ns = so_far.elapsed_ns() + STEADY_LOOK_NS;
            so_far.end_streams(&steady_streams(&job.view, &so_far.outcome()));
        }
        let ToolEvent::Event(EngineEvent::Interval(_)) = news else { return };
        let elapsed_ns = so_far.elapsed_ns();
        let due = next_ns.is_some_and(|due_ns| elapsed_ns >= due_ns);
        if due || sys::signal::take_report_request() {
            next_ns = every_ns.map(|every_ns| (elapsed_ns / every_ns + 1) * every_ns);
            let text = so_far_text(&job.view, so_far);
            trouble = output.put(&text).err().or(trouble.take());
        }
    });
    for line in trouble.into_iter().flat_map(|failure: Failure| failure.lines) {
        say(&line);
    }
    measured
}

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
struct EtaPrinter {
    line: Option<EtaLine>,
    next_ns: u64,
    phase: usize,
    /// Workers that still run, of each stream.
    workers: Vec<u32>,
}

impl EtaPrinter {
    fn of(job: &Job<FioView>) -> Self {
        Self {
            line: shows_eta(&job.view).then(EtaLine::default),
            next_ns: ETA_EVERY_NS,
            phase: 0,
            workers: job.workload.streams.iter().map(|stream| stream.workers).collect(),
        }
    }

    fn hear(&mut self, job: &Job<FioView>, news: ToolEvent<'_>, so_far: &OutcomeBuilder) {
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
            // A closed standard output shows when the results are printed.
            let text = line.next(&job.view, &job.workload, &counts, elapsed_ns);
            drop(print_bytes(text.as_bytes()));
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

/// Makes the folders in the names of files, as fio does, but not those of `directory`. A folder that cannot be made shows as the failure
/// of its file.
fn make_folders(job: &Job<FioView>) {
    let options = job.view.jobs.iter().flat_map(|job| &job.options);
    let bases = options.filter(|(name, _)| name == "directory").map(|(_, value)| Path::new(value));
    let absent: Vec<&Path> = bases.filter(|base| !base.is_dir()).collect();
    for folder in load::paths(&job.workload).filter_map(Path::parent) {
        if !absent.iter().any(|base| folder.starts_with(base)) {
            drop(DirBuilder::new().recursive(true).mode(0o700).create(folder));
        }
    }
}

fn so_far_text(view: &FioView, so_far: &OutcomeBuilder) -> String {
    let measured = RunResult { outcome: so_far.outcome(), ..RunResult::nothing() };
    results(view, &measured.outcome, &setting(&measured))
}
