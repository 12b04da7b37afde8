//! Runs fio's jobs: takes parsed jobs, gives measured values, and prints intermediate results during the run.

use super::output::{Output, make_folders};
use super::progress::EtaPrinter;
use super::setting;
use compat::fio::write::{results, steady_streams};
use compat::fio::{FioView, JobView};
use compat::outcome::StreamOutcome;
use report::messages::foreign::ForeignFault;
use sample::EngineEvent;
use session::failure::Failure;
use session::foreign::outcome::OutcomeBuilder;
use session::foreign::{Call, Job, RunResult, ToolEvent, check_parts, measure, say, with_streams};

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
    let mut failed = Vec::new();
    for (job, errno) in jobs.iter().zip(wrong) {
        failed.extend(errno.map(|errno| FailedJob { job, errno }));
    }
    if failed.is_empty() || failed.len() == jobs.len() {
        return with_errors(measured, &failed);
    }
    let mut names: Vec<&str> = failed.iter().map(|failed| failed.job.name.as_str()).collect();
    names.dedup();
    say(ForeignFault::JobsLeftOut { jobs: names.join(", ") });
    let runs =
        |name: &str| !failed.iter().any(|failed| failed.job.streams.iter().any(|s| s == name));
    let others = Job { workload: with_streams(&job.workload, &runs), ..job.clone() };
    with_errors(perform(call, &others, output), &failed)
}

struct FailedJob<'a> {
    job: &'a JobView,
    errno: i32,
}

/// Adds the errors of jobs that cannot begin to a result.
fn with_errors(mut measured: RunResult, failed: &[FailedJob<'_>]) -> RunResult {
    let streams = &mut measured.outcome.streams;
    for FailedJob { job, errno } in failed {
        for name in &job.streams {
            match streams.iter_mut().find(|stream| stream.name == *name) {
                Some(stream) => stream.errno = *errno,
                None => streams.push(StreamOutcome {
                    name: name.clone(),
                    errno: *errno,
                    ..Default::default()
                }),
            }
        }
    }
    measured
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

fn so_far_text(view: &FioView, so_far: &OutcomeBuilder) -> String {
    let measured = RunResult { outcome: so_far.outcome(), ..RunResult::nothing() };
    results(view, &measured.outcome, &setting(&measured))
}
