//! fio's job files and command lines: takes words and the files they name, gives a workload and a [`View`].
//!
//! Start at [`read`]. Every clone of a job is one [`JobView`] with the stream that stands for it, and
//! one that reads back what it wrote. Jobs between two `stonewall`s are one phase. Every option is judged
//! by the table in [`options`]. Where fio takes something absurd without a word (`runtime=10min` is 10 µs), what
//! the author meant is done and a note says so; [`Context::literal`] asks for fio's own reading. Never does I/O and
//! never looks at the environment: all that comes through [`Context`].

mod command_line;
mod expand;
pub mod help;
pub mod import;
mod ini;
mod job;
mod job_text;
pub mod options;
mod reader;
mod tool;
mod value;
pub mod write;

pub use job_text::write_job;
pub use reader::read;
pub use tool::TOOL;

/// The engines that jobs may name, each with how it differs here from fio's; empty where it does not.
pub fn engines() -> impl Iterator<Item = (&'static str, &'static str)> {
    job::pace::ENGINES.iter().map(|row| (row.0, row.3))
}

/// Leaves the end of jobs that are to be steady to fio's own criterion, not to the one that they have in our language.
pub fn end_by_steadiness(workload: &mut Workload) {
    for stream in &mut workload.streams {
        let stop = &mut stream.stop;
        if stop.duration_ns.is_some() || stop.bytes.is_some() || stop.ios.is_some() {
            stop.until_steady = None;
        }
    }
}

pub use crate::foreign::Context;
use base::{Bytes, Nanos};
use workload::Workload;
use workload::stream::LatencyTarget;

/// What fio's own output needs beyond the workload.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// What the command line asks for.
    pub command: Command,
    /// What is printed, how and where.
    pub output: Output,
    /// Whether nothing may be written (`--readonly`); a job that writes is then a problem already.
    pub readonly: bool,
    /// Options of `[global]` sections and of the command line before the first job, as given; flags have empty values.
    pub global_options: Vec<(String, String)>,
    /// Every clone of every job, in fio's order. Clones of one job follow each other.
    pub jobs: Vec<JobView>,
}

/// What the command line asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Command {
    /// Runs the jobs.
    #[default]
    Run,
    /// Only reads them (`--parse-only`): silent when all is well.
    ParseOnly,
    /// Prints them as a command line (`--showcmd`); the lines are ready, without their ends.
    ShowCommand(Vec<String>),
    /// Prints the version (`--version`).
    Version,
    /// Prints the options (`--help`, and `--cmdhelp` without a name).
    Help,
    /// Prints one option (`--cmdhelp=NAME`).
    HelpOn(String),
    /// Prints the names of what fio can trace (`--debug=help`).
    DebugNames,
    /// Prints the engines, or one of them and the options of engines (`--enghelp`).
    Engines(Option<String>),
}

/// A format of fio's results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Normal,
    /// One line of fields split by semicolons.
    Terse,
    /// JSON.
    Json,
    /// JSON with every bucket.
    JsonPlus,
}

/// What fio 3.33 can trace (`--debug`).
pub const DEBUG_NAMES: [&str; 19] = [
    "process",
    "file",
    "io",
    "mem",
    "blktrace",
    "verify",
    "random",
    "parse",
    "diskutil",
    "job",
    "mutex",
    "profile",
    "time",
    "net",
    "rate",
    "compress",
    "steadystate",
    "helperthread",
    "zbd",
];

/// When the estimate of the time left is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Eta {
    /// On a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What is printed, how and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// The file of `--output`; the standard output when absent.
    pub path: Option<String>,
    /// The formats, in the order given; at least one.
    pub formats: Vec<Format>,
    /// The version of the terse format, 2 to 5.
    pub terse_version: u32,
    /// When the estimate is shown.
    pub eta: Eta,
    /// The time after which the estimate begins a new line.
    pub eta_newline: Option<Nanos>,
    /// The time between full results during the run.
    pub status_interval: Option<Nanos>,
    /// What the files of `--bandwidth-log` begin with.
    pub bandwidth_log: Option<String>,
    /// What fio prints before all else: what `--debug` turns on.
    pub debug: Vec<String>,
}

impl Default for Output {
    fn default() -> Self {
        Self {
            path: None,
            formats: vec![Format::Normal],
            terse_version: 3,
            eta: Eta::Auto,
            eta_newline: None,
            status_interval: None,
            bandwidth_log: None,
            debug: Vec::new(),
        }
    }
}

/// One clone of a job.
#[derive(Clone, Debug, PartialEq)]
pub struct JobView {
    /// The job's name; clones share it.
    pub name: String,
    /// Which clone it is, from 0.
    pub clone: u32,
    /// Which section of the input it comes from, from 0; clones share it.
    pub section: usize,
    /// fio's `groupid`.
    pub group: u32,
    /// The phase of the workload in which it runs.
    pub phase: usize,
    /// The name of its stream, and of the one that reads back what was written.
    pub streams: Vec<String>,
    /// The files, in the order in which operations number them.
    pub files: Vec<String>,
    /// The options of its section, as given and in their order; flags have empty values.
    pub options: Vec<(String, String)>,
    /// `description`.
    pub description: Option<String>,
    /// Whether its group is told as one.
    pub group_reporting: bool,
    /// `rw` by fio's name for it, such as `randread`.
    pub rw: String,
    /// The smallest and the largest block of reads, writes and trims.
    pub blocks: [(Bytes, Bytes); 3],
    /// `ioengine` as said; `psync` when it was not.
    pub engine: String,
    /// `iodepth` as it runs.
    pub depth: u32,
    /// Whether it ran by time (`time_based`).
    pub time_based: bool,
    /// `runtime`.
    pub runtime: Option<Nanos>,
    /// `ramp_time`.
    pub ramp: Option<Nanos>,
    /// `latency_target` and what belongs to it.
    pub keep: Option<LatencyTarget>,
    /// Which latencies are kept, and which have percentiles.
    pub latency: LatencyView,
    /// Whether directions are told together.
    pub unified: Unified,
    /// Whether errors were to be counted and not to end the job (`continue_on_error`).
    pub continue_on_error: bool,
    /// Log files.
    pub logs: Logs,
    /// The criterion of `steadystate`, such as `iops_slope:0.3%`, as given.
    pub steady: Option<SteadyView>,
    /// Whether it is told at all (`stats=0`).
    pub stats: bool,
    /// 1,000 or 1,024: what a KB of the output for people is (`kb_base`).
    pub kb_base: u32,
    /// Significant figures of the output for people.
    pub significant_figures: u32,
    /// Whether devices are told (`disk_util=0`).
    pub disk_util: bool,
}

/// Which latencies are kept, and which have percentiles.
#[derive(Clone, Debug, PartialEq)]
pub struct LatencyView {
    /// The percentiles, rising, each above 0 and at most 100.
    pub percentiles: Vec<f64>,
    /// From submission to completion has percentiles; fio's default.
    pub clat_percentiles: bool,
    /// Submission has.
    pub slat_percentiles: bool,
    /// The whole has.
    pub lat_percentiles: bool,
    /// From submission to completion is not kept.
    pub disable_clat: bool,
    /// Submission is not kept.
    pub disable_slat: bool,
    /// The whole is not kept.
    pub disable_lat: bool,
    /// Bandwidth samples are not kept.
    pub disable_bw: bool,
}

/// fio's percentiles when none are asked for.
pub const PERCENTILES: [f64; 17] = [
    1.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 95.0, 99.0, 99.5, 99.9, 99.95,
    99.99,
];

impl Default for LatencyView {
    fn default() -> Self {
        Self {
            percentiles: PERCENTILES.to_vec(),
            clat_percentiles: true,
            slat_percentiles: false,
            lat_percentiles: false,
            disable_clat: false,
            disable_slat: false,
            disable_lat: false,
            disable_bw: false,
        }
    }
}

/// Whether directions are told together (`unified_rw_reporting`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unified {
    /// Each alone.
    #[default]
    None,
    /// Together only.
    Mixed,
    /// Each alone, and together.
    Both,
}

/// Which log files a job writes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Logs {
    /// What the name of the bandwidth log begins with (`write_bw_log`); the job's name when none was given.
    pub bw: Option<String>,
    /// The same of the latency logs (`write_lat_log`).
    pub lat: Option<String>,
    /// The same of the IOPS log (`write_iops_log`).
    pub iops: Option<String>,
    /// The same of the histogram log (`write_hist_log`).
    pub hist: Option<String>,
    /// The time that one line stands for (`log_avg_msec`); each operation alone when absent.
    pub average: Option<Nanos>,
    /// The time between histograms (`log_hist_msec`).
    pub hist_every: Option<Nanos>,
    /// How much coarser histograms are, 0 to 6.
    pub hist_coarseness: u32,
    /// Whether lines carry the offset (`log_offset`).
    pub offset: bool,
    /// What a line tells of its time (`log_max_value`, `log_window_value`).
    pub window: Window,
    /// Whether lines carry the priority as a number of its own (`log_prio`).
    pub prio: bool,
    /// Whether lines carry the time of issue (`log_issue_time`).
    pub issue_time: bool,
    /// The file of the trace (`write_iolog`).
    pub trace: Option<String>,
    /// Whether each job has files of its own (`per_job_logs`).
    pub per_job: bool,
    /// Whether times are of the wall clock (`log_unix_epoch`).
    pub unix_epoch: bool,
}

/// What one line of averages tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Window {
    /// The mean.
    #[default]
    Mean,
    /// The largest value.
    Max,
    /// The mean, then the largest value.
    Both,
}

/// What `steadystate` asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct SteadyView {
    /// The criterion as given, such as `iops:2%`.
    pub criterion: String,
    /// How long it has to hold.
    pub duration: Nanos,
    /// How long it is not looked at.
    pub ramp: Nanos,
}
