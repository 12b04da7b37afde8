//! The command line of the studies.

use super::{COURSE, LENGTH, MetricsFlags, Output, RESULT, WHAT, WRITTEN, marked};
use clap::{Args, ValueEnum};
use job::plan::{DisksRequest, RampRequest};
use session::requests::command_line::time;
use std::path::PathBuf;

/// Options of every study.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = COURSE)]
pub(crate) struct StudyFlags {
    /// Measure nothing; list the points, the likely and the longest time, the space that is needed, and the files and devices
    /// that would be written to
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Start this study from the beginning instead of resuming it
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Idle time before each point [default: 30s on rotating disks, 1s on others]
    #[arg(long, help_heading = LENGTH, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) pause: Option<String>,
    /// Size of the test file in each directory, or the part of a disk to use [default: 4 GiB in a directory, at most
    /// a quarter of the free space; all of a disk or file]
    #[arg(long, help_heading = WHAT, value_name = "SIZE", allow_hyphen_values = true)]
    pub(crate) size: Option<String>,
    /// I/O engine: uring, libaio or sync [default: the best that works here]
    #[arg(long, value_name = "ENGINE")]
    pub(crate) engine: Option<String>,
    /// Write the HTML report
    #[arg(long, help_heading = RESULT, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Allow writes that destroy the data of exactly these block devices. Refused if a device is in use, or belongs to a
    /// volume manager, an array or the like, even an inactive one (wipefs -a removes its signature)
    #[arg(long, help_heading = WRITTEN, value_name = "DEVICE", num_args = 1.., value_parser = marked())]
    pub(crate) destroy: Vec<PathBuf>,
    /// Allow these existing files to be overwritten
    #[arg(long, help_heading = WRITTEN, value_name = "FILE", num_args = 1.., value_parser = marked())]
    pub(crate) overwrite: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) exposing: MetricsFlags,
}

/// The load on each disk.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = WHAT)]
pub(crate) struct LoadFlags {
    /// Size of each operation
    #[arg(long, value_name = "SIZE", default_value_t = DisksRequest::default().block.option_value(), allow_hyphen_values = true)]
    pub(crate) block: String,
    /// Queue depth: outstanding operations of each thread
    #[arg(long, value_name = "N", default_value_t = DisksRequest::default().depth.to_string(), allow_hyphen_values = true)]
    pub(crate) depth: String,
    /// Threads on each disk
    #[arg(long, value_name = "N", default_value_t = DisksRequest::default().threads.to_string(), allow_hyphen_values = true)]
    pub(crate) threads: String,
    /// Random I/O instead of sequential
    #[arg(long)]
    pub(crate) random: bool,
    /// Shortest time of a measurement point; it continues up to six times as long until its throughput is known to +/-2 %
    #[arg(long, help_heading = LENGTH, value_name = "TIME", default_value_t = time(DisksRequest::default().time), allow_hyphen_values = true)]
    pub(crate) time: String,
}

const DISKS: &str = "DISKS are block devices (the shell expands /dev/sd[b-o] to a list), directories (each gets a \
prefilled file, removed at the end), files, or one simulated storage such as 'sim:hdd?disks=14&layout=none&slow=3:1.4'. \
Without --write, devices and files are only read. To resume a study that was interrupted or killed, give the same \
command again: at most the current point is lost.";

/// Which disk differs from its peers? Each is measured alone
///
/// Measures each disk alone, in an order drawn from the seed. Measures a disk that stands out again, at twice the time
/// and among its peers. Then says which disks are slower than the others, or too fast to be true, and how often such
/// answers were right in tests (docs/explanation/methods/README.md).
#[derive(Args, Debug)]
#[command(next_help_heading = WHAT, after_help = DISKS)]
pub(crate) struct Calibrate {
    /// The disks to measure
    #[arg(required = true, value_name = "DISKS")]
    pub(crate) disks: Vec<String>,
    /// Measure writes too; devices need --destroy, and files need --overwrite
    #[arg(long)]
    pub(crate) write: bool,
    #[command(flatten)]
    pub(crate) load: LoadFlags,
    #[command(flatten)]
    pub(crate) studying: StudyFlags,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// How many disks saturate the path to them?
///
/// Loads 1, 2, 4, ... disks at the same time, each with the same load, then further numbers of disks where saturation begins. Says
/// how many disks saturate the controller (or bus, or cable) and what it carries, or that they do not saturate it.
/// With --hosts it adds hosts to one shared storage instead of disks.
#[derive(Args, Debug)]
#[command(next_help_heading = WHAT, after_help = DISKS)]
pub(crate) struct Scale {
    /// The disks, in the order in which they are added; with --hosts one storage
    #[arg(required = true, value_name = "DISKS")]
    pub(crate) disks: Vec<String>,
    /// Measure how many hosts, started by an MPI launcher, saturate one storage, instead of how many disks saturate the path
    #[arg(long)]
    pub(crate) hosts: bool,
    /// Write instead of reading; devices need --destroy, and files need --overwrite
    #[arg(long)]
    pub(crate) write: bool,
    #[command(flatten)]
    pub(crate) load: LoadFlags,
    #[command(flatten)]
    pub(crate) studying: StudyFlags,
    #[command(flatten)]
    pub(crate) output: Output,
}

const LAYOUTS: &str = "PLACE is a directory (it gets a prefilled file, removed at the end), a block device, a file, or \
simulated storage, as in --layout 'raid5=sim:hdd?disks=8&layout=raid5'. GRID has the notation of SQLIO: \
'-k(R,W) -b(8,64,256) -o(1-64) -t(1,2,4) -f(random,sequential)' are reads and writes, blocks in KiB, queue depths, threads \
and order. Points that write need --destroy for devices and --overwrite for files; -kR only reads. To resume a \
comparison that was interrupted or killed, give the same command again.";

/// The measured value that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Metric {
    /// MiB/s
    Throughput,
    /// The 99th percentile of latency
    P99,
}

/// The points at which layouts are compared, and how long each is measured.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = WHAT)]
pub(crate) struct RaceFlags {
    /// The points to measure: block size, depth, threads and direction, such as '-b(8,64) -o(1-64) -t(1,2,4) -k(R,W)'
    /// [default: 210 points; 32 points with --each-size]
    #[arg(long, value_name = "GRID", allow_hyphen_values = true)]
    pub(crate) grid: Option<String>,
    /// Compare throughput, or the 99th percentile of latency at each point [default: throughput]
    #[arg(long, value_name = "METRIC")]
    pub(crate) metric: Option<Metric>,
    /// Shortest time of a point; it continues up to twice as long until its throughput is known to +/-5 % [default: 3s; 10s
    /// with --metric p99]
    #[arg(long, help_heading = LENGTH, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) time: Option<String>,
    /// The smallest difference that counts, in percent, above 0 and below 100 [default: 2%; 10% with --metric p99]
    #[arg(long, value_name = "PERCENT", allow_hyphen_values = true)]
    pub(crate) practical: Option<String>,
    /// Measure each point at most this many times; after that the comparison ends undecided [default: 160 divided by the
    /// number of points, at least 1 and at most 32]
    #[arg(long, help_heading = LENGTH, value_name = "N")]
    pub(crate) passes: Option<u32>,
}

/// Layouts that are built for the comparison.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Layouts to build")]
pub(crate) struct BuildFlags {
    /// Build these layouts, separated by semicolons, on --disks and remove them at the end: 'raid0,raid10 x 64k,256k' (mdadm,
    /// two chunk sizes each), 'btrfs-raid1', 'lvm-raid5 x 64k', none (single disks). Needs root
    #[arg(long, value_name = "LAYOUTS")]
    pub(crate) build: Option<String>,
    /// Disks for --build, each also named with --destroy; every layout gets a slice of each
    #[arg(long, value_name = "DEVICES", value_delimiter = ',', num_args = 1..)]
    pub(crate) disks: Vec<PathBuf>,
    /// Size of the slice that each layout gets of each disk [default: 16 GiB, or an equal share of smaller disks]
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true)]
    pub(crate) slice: Option<String>,
}

/// Which layout is best, and does the difference matter?
///
/// Compares layouts (or machines, providers, any targets) at the points of a grid or of a database's I/O. Measures all
/// layouts in turn at each point, and drops a layout once it is proven worse by more than --practical.
/// Shows usable capacity and redundancy beside the speed. "No difference" is a possible answer.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = WHAT, after_help = LAYOUTS)]
pub(crate) struct Compare {
    /// A layout: `NAME=PLACE[,usable=SIZE][,redundancy=DISKS THAT MAY FAIL]`
    #[arg(long = "layout", value_name = "LAYOUT")]
    pub(crate) layouts: Vec<String>,
    /// Compare with the I/O of this database profile (see `plimsoll profiles`), where each role has its weight; or with the I/O
    /// of this job file
    #[arg(long = "for", alias = "profile", value_name = "PROFILE")]
    pub(crate) profile: Option<String>,
    /// Name the best layout for each request size, random and sequential separately, as for layouts that differ in their chunk
    /// size (stripe segment)
    #[arg(long)]
    pub(crate) each_size: bool,
    /// Compare recorded points instead of measuring: a CSV file with the columns layout, op, block_kib, depth, threads and
    /// value (or one that `results export` wrote), or the number of a stored run (or last).
    #[arg(long, value_name = "FILE|RUN")]
    pub(crate) recorded: Option<PathBuf>,
    /// Fill each target to these levels in turn, such as 10,50 (percent), and compare on all filled space at each level;
    /// devices need --destroy, and files need --overwrite
    #[arg(long, value_name = "PERCENTS", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) fill: Vec<String>,
    #[command(flatten)]
    pub(crate) build: BuildFlags,
    #[command(flatten)]
    pub(crate) race: RaceFlags,
    #[command(flatten)]
    pub(crate) studying: StudyFlags,
    #[command(flatten)]
    pub(crate) output: Output,
}

const RAMP: &str = "The load line is the highest load within the latency limit. It is measured in an open loop: operations \
arrive whether or not earlier ones have completed. Each combination of --block and --mix has a load line of its own: \
--block 8k,64k --mix 100,70 gives four. With --depths the loop is closed and there is no load line.";

/// How much load does the storage carry within a latency limit?
///
/// For each block size and mix, finds the highest arrival rate that meets the latency limit, and confirms it. With
/// --depths it measures throughput and latency at growing queue depths instead, and names the knee, from which doubling the
/// depth gains less than 5 % throughput.
#[derive(Args, Debug)]
#[command(next_help_heading = WHAT, after_help = RAMP)]
pub(crate) struct Ramp {
    /// A directory, a file, a block device, or sim:MEDIUM
    pub(crate) target: String,
    /// Sizes of operations, one load line for each
    #[arg(
        long,
        value_name = "SIZES",
        value_delimiter = ',',
        default_values_t = RampRequest::default().blocks.into_iter().map(|size| size.option_value()),
        allow_hyphen_values = true
    )]
    pub(crate) block: Vec<String>,
    /// Shares of reads in percent, one load line for each
    #[arg(
        long,
        value_name = "PERCENTS",
        value_delimiter = ',',
        default_values_t = RampRequest::default().read_percents.iter().map(f64::to_string),
        allow_hyphen_values = true
    )]
    pub(crate) mix: Vec<String>,
    /// Raise the load of this job, such as one that `plimsoll capture fit` wrote, instead of the I/O that --block and --mix
    /// describe; all its streams are raised together
    #[arg(long = "for", value_name = "JOB.toml", conflicts_with_all = ["block", "mix", "sequential", "depth_max", "depths"])]
    pub(crate) job: Option<String>,
    /// The latency limit, such as 'p99<=10ms' [default: p99<=20ms]
    #[arg(long, value_name = "LIMIT", allow_hyphen_values = true)]
    pub(crate) latency_limit: Option<String>,
    /// Sequential I/O instead of random
    #[arg(long)]
    pub(crate) sequential: bool,
    /// The most outstanding operations [default: 64]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) depth_max: Option<String>,
    /// Time to measure each load line, such as 90s or 10min [default: 60s; 45min on rotating disks]
    #[arg(long, help_heading = LENGTH, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) budget: Option<String>,
    /// Measure at these queue depths instead of finding a load line: a list such as 1,4,16, or 1-256 for 1, 2, 4 ... 256
    /// (used if no value is given)
    #[arg(long, value_name = "DEPTHS", num_args = 0..=1, default_missing_value = "1-256")]
    pub(crate) depths: Option<String>,
    /// Shortest time at each queue depth of --depths [default: 10s]
    #[arg(long, help_heading = LENGTH, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) time: Option<String>,
    #[command(flatten)]
    pub(crate) studying: StudyFlags,
    #[command(flatten)]
    pub(crate) output: Output,
}

const PLAN: &str = "The plan is a TOML file (docs/reference/studies.md): [study] with settings for all stages, then a [[stage]] \
for each study, in order. What may be written to is named by --destroy and --overwrite, never by the plan. To resume a plan that \
was interrupted or killed, give the same command again: at most the current point is lost.";

/// Run a plan file of several studies, unattended
///
/// Runs the stages of a plan file (calibrate, scale, compare, ramp) in order, as one run with one report.
#[derive(Args, Debug)]
#[command(next_help_heading = WHAT, after_help = PLAN)]
pub(crate) struct Study {
    /// The plan file (see docs/reference/studies.md)
    #[arg(value_name = "PLAN.toml")]
    pub(crate) plan: PathBuf,
    #[command(flatten)]
    pub(crate) studying: StudyFlags,
    #[command(flatten)]
    pub(crate) output: Output,
}
