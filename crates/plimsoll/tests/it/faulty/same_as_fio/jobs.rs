//! The jobs: their calls, and the allowed differences.

mod bad;
mod files;
mod io;
mod results;
mod verify;

use super::DEVICE;

/// A job for both programs, each in an empty folder.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FioCase {
    pub(crate) name: &'static str,
    /// The text of `job.fio` in the folder; empty: no such file.
    pub(crate) job: &'static str,
    /// Command lines, one after the other. `@dev` is a loop device.
    pub(crate) calls: &'static [&'static str],
    /// Whether results are printed as JSON.
    pub(crate) json: bool,
    /// The allowed difference of counts in percent, in addition to that between fio's runs.
    pub(crate) counts_percent: f64,
    /// The allowed difference of shares of depths in percentage points, in addition to that between fio's runs.
    pub(crate) depth_points: f64,
    /// Whether offsets are random, so that they differ from fio's.
    pub(crate) draws: bool,
    /// Whether the lines of a trace come in fio's order.
    pub(crate) in_order: bool,
    /// Files that must have the same bytes.
    pub(crate) same_bytes: &'static [&'static str],
    /// Known differences, intended or not yet fixed, by the start of their description; each must occur.
    pub(crate) known: &'static [&'static str],
}

impl FioCase {
    /// A job whose results are JSON.
    const fn new(name: &'static str, calls: &'static [&'static str]) -> Self {
        Self {
            name,
            job: "",
            calls,
            json: true,
            counts_percent: 0.0,
            depth_points: 2.0,
            draws: false,
            in_order: false,
            same_bytes: &[],
            known: &[],
        }
    }

    /// A job whose words set the format of the results.
    const fn plain(name: &'static str, calls: &'static [&'static str]) -> Self {
        Self { json: false, ..Self::new(name, calls) }
    }

    const fn job(self, job: &'static str) -> Self {
        Self { job, ..self }
    }

    /// A job that ends by time: its counts are measured.
    const fn timed(self, counts_percent: f64) -> Self {
        Self { counts_percent, ..self }
    }

    const fn depths(self, depth_points: f64) -> Self {
        Self { depth_points, ..self }
    }

    const fn draws(self) -> Self {
        Self { draws: true, ..self }
    }

    const fn in_order(self) -> Self {
        Self { in_order: true, ..self }
    }

    const fn same_bytes(self, same_bytes: &'static [&'static str]) -> Self {
        Self { same_bytes, ..self }
    }

    /// Known differences, and the reason for them.
    const fn differs(self, known: &'static [&'static str], _why: &'static str) -> Self {
        Self { known, ..self }
    }

    pub(crate) fn needs_device(&self) -> bool {
        self.job.contains(DEVICE) || self.calls.iter().any(|words| words.contains(DEVICE))
    }
}

pub(crate) const JOBS: [&[FioCase]; 5] =
    [io::JOBS, files::JOBS, verify::JOBS, results::JOBS, bad::JOBS];
