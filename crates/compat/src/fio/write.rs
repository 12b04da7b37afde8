//! fio's results: takes the [`FioView`] of what was read and the [`Outcome`] of the run, gives fio's own output.
//!
//! The formats are those of fio 3.33: keys, their order and types, columns and units. A value that is not measured
//! here (page faults, time in submission) is what fio itself prints for "none". A run that failed or was stopped still
//! gives whole documents. Never does I/O and never reads a clock.

mod buckets;
mod entries;
pub mod eta;
mod json;
mod logs;
mod number;
mod steady;
mod terse;
mod text;

pub use logs::{LogFile, logs};

use super::{FioView, Format};
use crate::outcome::Outcome;

/// The version whose output is written, as fio names it.
pub const VERSION: &str = "fio-3.33";

/// What the output repeats about the process and the place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    /// The process id, which the text for people contains.
    pub pid: u32,
    /// How far the local time is ahead of UTC, in seconds.
    pub utc_offset_s: i32,
}

/// The output before a run: a line for each job, the version and the number of processes. Empty unless the format for
/// people is requested.
pub fn opening(view: &FioView) -> String {
    let people = view.output.formats.contains(&Format::Normal);
    if people { text::opening(view) } else { String::new() }
}

/// The results in every requested format, in fio's order: terse, JSON, text. An outcome in the middle of the run gives
/// the output of `--status-interval`.
pub fn results(view: &FioView, outcome: &Outcome, setting: &Setting) -> String {
    let entries = entries::entries(view, outcome);
    let wants = |format: Format| view.output.formats.contains(&format);
    let mut out = String::new();
    if wants(Format::Terse) {
        out.push_str(&terse::document(view, outcome, &entries));
    }
    if wants(Format::JsonPlus) || wants(Format::Json) {
        let plus = wants(Format::JsonPlus);
        out.push_str(&json::document(view, outcome, &entries, setting, plus));
    }
    if wants(Format::Normal) {
        out.push_str(&text::document(view, outcome, &entries, setting));
    }
    out
}

/// The idle share of each CPU and of all in percent; waiting for I/O is idle, as for fio's own idle threads.
fn idle_percent(outcome: &Outcome) -> (Vec<f64>, f64) {
    let each: Vec<f64> = outcome.cpus.iter().map(|cpu| 100.0 * (cpu.idle + cpu.io_wait)).collect();
    let mean = each.iter().sum::<f64>() / each.len().max(1) as f64;
    (each, mean)
}

/// The names of the streams of every job that has reached its `steadystate` criterion. fio then ends the job, or all
/// jobs of its group if they are reported as one.
pub fn steady_streams(view: &FioView, outcome: &Outcome) -> Vec<String> {
    if view.jobs.iter().all(|job| job.steady.is_none()) {
        return Vec::new();
    }
    let mut names = Vec::new();
    for entry in entries::entries(view, outcome) {
        let Some(steady_view) = &entry.job.steady else { continue };
        if steady::of(&entry, steady_view).attained {
            let together = |job: &&super::JobView| {
                std::ptr::eq(*job, entry.job)
                    || entry.job.group_reporting
                        && job.group_reporting
                        && job.group == entry.job.group
            };
            let ended = view.jobs.iter().filter(together);
            names.extend(ended.flat_map(|job| job.streams.iter().cloned()));
        }
    }
    names
}

/// The number of failed jobs; fio's exit code is this number modulo 256.
pub fn failed_jobs(view: &FioView, outcome: &Outcome) -> u32 {
    // Errors that a job only counts did not end it.
    let failed = |job: &&super::JobView| {
        entries::job_error(job, outcome) != 0 && !entries::counts_errors(job, outcome)
    };
    u32::try_from(view.jobs.iter().filter(failed).count()).unwrap_or(u32::MAX)
}

/// The devices, if every job reports them; empty otherwise.
fn devices<'a>(view: &FioView, outcome: &'a Outcome) -> &'a [crate::outcome::DeviceOutcome] {
    if view.jobs.iter().all(|job| job.disk_util) { &outcome.devices } else { &[] }
}

/// The share of the run in which a device was busy, in percent.
fn busy_percent(busy_ms: u64, outcome: &Outcome) -> f64 {
    let elapsed_ms = outcome.elapsed_ns as f64 / 1e6;
    if elapsed_ms > 0.0 { (100.0 * busy_ms as f64 / elapsed_ms).min(100.0) } else { 0.0 }
}
