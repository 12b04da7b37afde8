//! The jobs: what is called, and what may differ.

mod bad;
mod files;
mod io;
mod results;
mod verify;

use super::DEVICE;

/// A job that both run, each in an empty folder.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FioCase {
    pub(crate) name: &'static str,
    /// The text of `job.fio` in the folder; empty: no such file.
    pub(crate) job: &'static str,
    /// Command lines, one after the other. `@dev` is a loop device.
    pub(crate) calls: &'static [&'static str],
    /// Whether results are printed as JSON.
    pub(crate) json: bool,
    /// How far counts may be from those of fio in percent, in addition to what its own runs differ.
    pub(crate) counts_percent: f64,
    /// How far shares of depths may be from those of fio in points, in addition to what its own runs differ.
    pub(crate) depth_points: f64,
    /// Whether offsets are drawn, so that they are others than fio's.
    pub(crate) draws: bool,
    /// Whether the lines of a trace come in fio's order.
    pub(crate) in_order: bool,
    /// Files that must have the same bytes.
    pub(crate) same_bytes: &'static [&'static str],
    /// What differs on purpose or still, by the start of its description; each must differ.
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

    /// A job whose words say how results are printed.
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

    /// What differs, and why that stays so.
    const fn differs(self, known: &'static [&'static str], _why: &'static str) -> Self {
        Self { known, ..self }
    }

    pub(crate) fn needs_device(&self) -> bool {
        self.job.contains(DEVICE) || self.calls.iter().any(|words| words.contains(DEVICE))
    }
}

pub(crate) const JOBS: [&[FioCase]; 5] =
    [io::JOBS, files::JOBS, verify::JOBS, results::JOBS, bad::JOBS];
