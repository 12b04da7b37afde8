//! fio's job files and command lines: takes words and the files they name, gives a workload and a [`FioView`].
//!
//! Start at [`read`]. Every clone of a job is one [`JobView`]; it names the clone's stream and, with `verify`, the
//! stream that reads its data back. Jobs between two `stonewall`s form one phase. The table in [`options`] says how
//! each option is treated. Where fio silently misreads a value (`runtime=10min` is 10 µs), the reader takes what the
//! author meant and adds a note; [`Context::literal`] selects fio's own reading. Never does I/O and never looks at the
//! environment: all input comes through [`Context`].

mod command_line;
mod expand;
pub mod help;
pub mod import;
pub mod inflate;
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

/// The engines that jobs may name, each with how it differs from fio's engine; empty where it does not differ.
pub fn engines() -> impl Iterator<Item = (&'static str, &'static str)> {
    job::pace::ENGINES.iter().map(|row| (row.0, row.3))
}

/// Removes Plimsoll's steady-state end from streams that have another end, so that fio's own criterion ends them.
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
pub struct FioView {
    pub command: Command,
    pub output: Output,
    /// Whether writes are forbidden (`--readonly`); the reader then reports each job that writes as a problem.
    pub readonly: bool,
    /// Options of `[global]` sections and of the command line before the first job, as given; flags have empty values.
    pub global_options: Vec<(String, String)>,
    /// Every clone of every job, in fio's order. Clones of one job follow each other.
    pub jobs: Vec<JobView>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Command {
    #[default]
    Run,
    /// Reads the jobs without running them (`--parse-only`); prints nothing if they are valid.
    ParseOnly,
    /// Prints the jobs as command lines (`--showcmd`); holds the finished lines, without line ends.
    ShowCommand(Vec<String>),
    Version,
    /// Prints the options with what differs here (`--help`).
    Help,
    /// Prints the options of jobs as fio does (`--cmdhelp`).
    HelpOnAll,
    /// Prints one option (`--cmdhelp=NAME`).
    HelpOn(String),
    /// Prints the names that `--debug` accepts (`--debug=help`).
    DebugNames,
    InflateLog(String),
    /// Prints all engines, or one engine and the options of engines (`--enghelp`).
    Engines(Option<String>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Text for people.
    Normal,
    /// One line of fields split by semicolons.
    Terse,
    Json,
    /// JSON with every bucket.
    JsonPlus,
}

/// The names that `--debug` of fio 3.33 accepts.
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
    Always,
    Never,
}

/// What `--idle-prof` reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdleReport {
    /// All CPUs together.
    System,
    /// Also each CPU.
    PerCpu,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// The file of `--output`; the standard output when absent.
    pub path: Option<String>,
    pub formats: Vec<Format>,
    /// The version of the terse format, 2 to 5.
    pub terse_version: u32,
    pub eta: Eta,
    /// The time after which the estimate continues on a new line.
    pub eta_newline: Option<Nanos>,
    /// The time between full results that are printed during the run.
    pub status_interval: Option<Nanos>,
    /// The start of the file names of `--bandwidth-log`.
    pub bandwidth_log: Option<String>,
    /// Whether idle CPUs are reported (`--idle-prof`).
    pub idle: Option<IdleReport>,
    /// The lines that fio prints first: one for each name that `--debug` turns on.
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
            idle: None,
            debug: Vec::new(),
        }
    }
}

/// The rates below which a job fails, of reads, writes and trims (`rate_min`, `rate_iops_min`).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RateMinimum {
    pub bytes: [Option<f64>; 3],
    pub iops: [Option<f64>; 3],
}

/// One clone of a job.
#[derive(Clone, Debug, PartialEq)]
pub struct JobView {
    pub name: String,
    /// The number of the clone, from 0.
    pub clone: u32,
    /// The section of the input that defines the job, from 0; clones share it.
    pub section: usize,
    /// fio's `groupid`.
    pub group: u32,
    /// The phase of the workload in which it runs.
    pub phase: usize,
    /// The names of its stream and, if there is one, of the stream that reads back what it wrote.
    pub streams: Vec<String>,
    /// The files, in the order of the file numbers in operations.
    pub files: Vec<String>,
    /// The options of its section, as given and in their order; flags have empty values.
    pub options: Vec<(String, String)>,
    pub description: Option<String>,
    /// Whether its group is reported as one job.
    pub group_reporting: bool,
    /// `rw` by fio's name for it, such as `randread`.
    pub rw: String,
    /// The smallest and the largest block size of reads, writes and trims.
    pub blocks: [(Bytes, Bytes); 3],
    /// `ioengine` as given; `psync` by default.
    pub engine: String,
    /// The effective `iodepth`: 1 for jobs that do one operation at a time.
    pub depth: u32,
    /// Whether it only creates its files (`create_only`).
    pub create_only: bool,
    /// Whether it runs for a time instead of a size (`time_based`).
    pub time_based: bool,
    pub runtime: Option<Nanos>,
    /// `ramp_time`.
    pub ramp: Option<Nanos>,
    /// `latency_target` and its related options.
    pub keep: Option<LatencyTarget>,
    pub rate_min: RateMinimum,
    /// Which latencies are recorded, and which of them have percentiles.
    pub latency: LatencyView,
    pub unified: UnifiedReporting,
    /// Whether errors are counted without ending the job (`continue_on_error`).
    pub continue_on_error: bool,
    pub logs: Logs,
    /// The criterion of `steadystate`, such as `iops_slope:0.3%`, as given.
    pub steady: Option<SteadyView>,
    /// Whether the job is reported (`stats`; false with `stats=0`).
    pub stats: bool,
    /// The size of a KB in the output for people: 1,000 or 1,024 (`kb_base`).
    pub kb_base: u32,
    /// Significant figures of the output for people.
    pub significant_figures: u32,
    /// Whether devices are reported (`disk_util`; false with `disk_util=0`).
    pub disk_util: bool,
}

/// Which latencies are recorded, and which of them have percentiles.
#[derive(Clone, Debug, PartialEq)]
pub struct LatencyView {
    /// The percentiles in ascending order, each above 0 and at most 100.
    pub percentiles: Vec<f64>,
    /// Whether the time from submission to completion has percentiles; fio's default.
    pub clat_percentiles: bool,
    /// Whether the submission time has percentiles.
    pub slat_percentiles: bool,
    /// Whether the total latency has percentiles.
    pub lat_percentiles: bool,
    /// Whether the time from submission to completion is not recorded.
    pub disable_clat: bool,
    /// Whether the submission time is not recorded.
    pub disable_slat: bool,
    /// Whether the total latency is not recorded.
    pub disable_lat: bool,
    /// Whether bandwidth samples are not recorded.
    pub disable_bw: bool,
}

/// fio's default percentiles.
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

/// Whether directions are reported together (`unified_rw_reporting`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnifiedReporting {
    /// Each direction alone.
    #[default]
    None,
    /// All directions together only.
    Mixed,
    /// Each direction alone, and all together.
    Both,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Logs {
    /// The start of the bandwidth log's file name (`write_bw_log`); the job's name by default.
    pub bw: Option<String>,
    /// The same for the latency logs (`write_lat_log`).
    pub lat: Option<String>,
    /// The same for the IOPS log (`write_iops_log`).
    pub iops: Option<String>,
    /// The same for the histogram log (`write_hist_log`).
    pub hist: Option<String>,
    /// The time that one line covers (`log_avg_msec`); each line is one operation if absent.
    pub average: Option<Nanos>,
    pub hist_every: Option<Nanos>,
    /// How much coarser the logged histograms are, 0 to 6 (`log_hist_coarseness`).
    pub hist_coarseness: u32,
    pub offset: bool,
    /// The values that a line has for its time (`log_max_value`, `log_window_value`).
    pub window: Window,
    /// Whether lines include the priority as a separate number (`log_prio`).
    pub prio: bool,
    /// Whether lines include the time of issue (`log_issue_time`).
    pub issue_time: bool,
    pub trace: Option<String>,
    /// Whether logs of single values are compressed (`log_store_compressed`).
    pub compressed: bool,
    /// Whether each job has its own files (`per_job_logs`).
    pub per_job: bool,
    /// Whether times are Unix times (`log_unix_epoch`).
    pub unix_epoch: bool,
}

/// The values that one line has for its interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Window {
    #[default]
    Mean,
    Max,
    /// The mean, then the largest value.
    Both,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SteadyView {
    /// The criterion as given, such as `iops:2%`.
    pub criterion: String,
    /// How long the criterion has to hold.
    pub duration: Nanos,
    /// The time after the start that is not evaluated.
    pub ramp: Nanos,
}
