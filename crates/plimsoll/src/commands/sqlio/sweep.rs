//! `plimsoll sqlio --sweep`: the lab book's matrix, one log for each point and one table of all.
//!
//! Every point is read and planned before the first one runs, so that no mistake appears after days.

mod point;

use super::files::{failed, fresh, table, write};
use super::{FAILED, exit, prepare_job, run_line};
use crate::exit::{Exit, Outcome};
use base::{Bytes, Nanos};
use compat::sqlio::sweep::{SweepOptions, SweepRun, csv_line, expand, readable};
use compat::sqlio::{self, SqlioView, numbers};
use point::{duration_s, file_names, layout_name, list, of_point, real, rest};
use report::messages::foreign::ForeignFault;
use report::messages::system::SystemAction;
use session::failure::Failure;
use session::foreign::{Call, Job, interrupt, read_text, say, settle_sizes};
use session::load;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

/// The default of `--pause`: the idle time of the storage between two points, as in the lab book.
const PAUSE: Nanos = Nanos(30_000_000_000);
struct SweepSettings {
    sweep_options: SweepOptions,
    pause: Nanos,
    folder: PathBuf,
    layout: Option<String>,
    decimal_comma: bool,
    dry_run: bool,
    resume: bool,
    zeros: bool,
}

/// Runs the matrix of `text`; the other words apply to every point.
pub(super) fn run(call: &mut Call, text: &str, zeros: bool, size: Option<&str>) -> Outcome {
    let settings = settings(call, zeros)?;
    let common = std::mem::take(&mut call.arguments);
    let sweep = expand(text, &common, settings.sweep_options).map_err(|problems| {
        Failure::shown(&ForeignFault::SweepWrong, "--sweep", text, &problems, false)
    })?;
    if sweep.left_out > 0 {
        say(ForeignFault::PointsLeftOut { count: sweep.left_out as u64 });
    }
    let Some(mut jobs) = jobs(call, &sweep.points, settings.zeros, size) else { return Ok(FAILED) };
    call.check_all_used(jobs.iter().flat_map(|job| load::paths(&job.workload)))?;
    if settings.dry_run {
        return list(&sweep.points, &jobs, settings.pause);
    }
    for job in &jobs {
        load::plan(&job.workload, &call.options.writes, 1)?;
    }
    std::fs::create_dir_all(&settings.folder)
        .map_err(|e| failed(SystemAction::Create, &settings.folder, &e))?;
    let path = settings.folder.join("sweep.csv");
    let (mut table, made) = table(&path, settings.resume, settings.decimal_comma)?;
    let files = |job: &Job<SqlioView>| file_names(&job.view);
    let one_set = jobs.iter().all(|job| files(job) == files(&jobs[0]));
    let points = sweep.points.iter().zip(jobs.drain(..));
    let todo: Vec<(&SweepRun, Job<SqlioView>)> =
        points.filter(|(c, _)| !made.contains(&c.log)).collect();
    let seconds = |jobs: &[(&SweepRun, Job<SqlioView>)]| {
        duration_s(jobs.iter().map(|j| &j.1), settings.pause)
    };
    let stop = interrupt()?;
    let given = std::mem::take(&mut call.all_arguments);
    let mut worst = Exit::DONE;
    for (index, (point, job)) in todo.iter().enumerate() {
        if index > 0 && real(job) {
            rest(settings.pause, &stop);
        }
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let left = readable(seconds(&todo[index..]));
        let (number, count, log) = (index as u64 + 1, todo.len() as u64, point.log.clone());
        say(ForeignFault::SweepProgress { number, count, left, log });
        call.all_arguments =
            of_point(&given, point, &load::paths(&job.workload).collect::<Vec<_>>());
        let log = settings.folder.join(&point.log);
        let mut file = fresh(&log, settings.resume)?;
        let measured = run_line(call, job, &mut |text| write(&mut file, &log, text))?;
        if exit(&measured) == FAILED {
            worst = FAILED;
        }
        let seen = numbers(&measured.outcome);
        if !measured.outcome.interrupted {
            let failure = measured.outcome.failure.as_ref();
            let wrong = failure.map_or("", |failure| &failure.text).replace(['\n', '\r'], " ");
            let name = layout_name(settings.layout.as_deref(), &job.view, one_set);
            let figures = (&job.view, &seen);
            let line = csv_line(point, &name, figures, &wrong, settings.decimal_comma);
            write(&mut table, &path, &line)?;
        }
    }
    if stop.load(Ordering::Relaxed) {
        say(ForeignFault::SweepInterrupted);
        return Ok(Exit::INTERRUPTED);
    }
    Ok(worst)
}

fn settings(call: &mut Call, zeros: bool) -> Result<SweepSettings, Failure> {
    let part = call.take_value("--part")?.map(|text| Bytes::with_unit(&text)).transpose();
    let pause = call.take_value("--pause")?.map(|text| text.parse::<Nanos>()).transpose();
    let wrong = |option: &str, why: String| Failure::wrong(format!("{option}: {why}"));
    Ok(SweepSettings {
        sweep_options: SweepOptions {
            cross: call.take_flag("--cross"),
            part_bytes: part.map_err(|e| wrong("--part", e.to_string()))?.map(|bytes| bytes.0),
        },
        pause: pause.map_err(|e| wrong("--pause", e.to_string()))?.unwrap_or(PAUSE),
        layout: call.take_value("--layout")?,
        folder: PathBuf::from(call.take_value("--logs")?.unwrap_or_else(|| ".".to_owned())),
        decimal_comma: call.take_flag("--decimal-comma"),
        dry_run: call.take_flag("--dry-run"),
        resume: call.take_flag("--resume"),
        zeros,
    })
}

/// Reads every point; each note is printed once for all of them. `None` if a point has a mistake.
fn jobs(
    call: &Call,
    points: &[SweepRun],
    zeros: bool,
    size: Option<&str>,
) -> Option<Vec<Job<SqlioView>>> {
    let mut printed_notes: Vec<String> = Vec::new();
    let mut jobs = Vec::new();
    for point in points {
        let foreign = sqlio::read_with(&point.words, zeros, &read_text, &call.options.maps);
        // All points share a mistake, so only that of the first is shown.
        let mut job = prepare_job(foreign, &mut printed_notes)?;
        if let Err(failure) = settle_sizes(&mut job.workload, size) {
            failure.lines.iter().for_each(say);
            return None;
        }
        jobs.push(job);
    }
    Some(jobs)
}
