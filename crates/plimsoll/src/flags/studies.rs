//! The command line of the studies.

use super::{Exposing, Output, marked};
use clap::{Args, ValueEnum};
use job::plan::{DisksRequest, RampRequest};
use session::requests::command_line::{size, time};
use std::path::PathBuf;

/// What every study takes.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Studying {
    /// Only list what would run: the points, the likely and the longest time, the space, what is written to
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Begin anew, although this very study was begun and not finished
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Quiet time before each point [default: 30s on rotating disks, 1s on others]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) pause: Option<String>,
    /// How large a file is prefilled in each directory, or how much of a disk is used [default: 4 GiB in a
    /// directory, at most a quarter of what is free; the whole of a disk or file]
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true)]
    pub(crate) size: Option<String>,
    /// Engine: uring, libaio or sync [default: the best that works here]
    #[arg(long, value_name = "ENGINE")]
    pub(crate) engine: Option<String>,
    /// Write the HTML report
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Destroy the data on these very block devices; refused while they are in use, and where they belong to a volume
    /// manager, an array or the like, active or not (wipefs -a gives them up first)
    #[arg(long, value_name = "DEVICE", num_args = 1.., value_parser = marked())]
    pub(crate) destroy: Vec<PathBuf>,
    /// Overwrite these existing files
    #[arg(long, value_name = "FILE", num_args = 1.., value_parser = marked())]
    pub(crate) overwrite: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) exposing: Exposing,
}

/// What runs on each disk.
#[derive(Args, Clone, Debug)]
pub(crate) struct LoadFlags {
    /// Size of each operation
    #[arg(long, value_name = "SIZE", default_value_t = size(DisksRequest::default().block), allow_hyphen_values = true)]
    pub(crate) block: String,
    /// Outstanding operations of each thread
    #[arg(long, value_name = "N", default_value_t = DisksRequest::default().depth.to_string(), allow_hyphen_values = true)]
    pub(crate) depth: String,
    /// Threads on each disk
    #[arg(long, value_name = "N", default_value_t = DisksRequest::default().threads.to_string(), allow_hyphen_values = true)]
    pub(crate) threads: String,
    /// Random places instead of one after the other
    #[arg(long)]
    pub(crate) random: bool,
    /// The shortest time of a point; it goes on, to six times that, until it is known to 2 %
    #[arg(long, value_name = "TIME", default_value_t = time(DisksRequest::default().time), allow_hyphen_values = true)]
    pub(crate) time: String,
}

const DISKS: &str = "Disks are block devices (/dev/sd[b-o]: the shell makes a list of it), directories (a file is \
prefilled in each, and gone at the end), files, or one simulated shelf such as 'sim:hdd?disks=14&layout=none&slow=3:1.4'. \
Only reads are made, unless writes are asked for. A study that was interrupted or killed goes on when the \
same command is given again: at most the point under way is lost.";

/// Each disk alone: which one is not like the others?
///
/// Measures each disk by itself, in an order drawn from the seed, and measures again, at twice the time and among
/// its peers, whoever stands out; then says who is slower than the others, or too fast to be true. How often
/// healthy shelves were accused and slow disks found was measured (docs/explanation/methods/README.md) and stands with the answer.
#[derive(Args, Debug)]
#[command(after_help = DISKS)]
pub(crate) struct Calibrate {
    /// The disks
    #[arg(required = true, value_name = "DISKS")]
    pub(crate) disks: Vec<String>,
    /// Measure writes too; devices and files must be given up with --destroy or --overwrite
    #[arg(long)]
    pub(crate) write: bool,
    #[command(flatten)]
    pub(crate) load: LoadFlags,
    #[command(flatten)]
    pub(crate) studying: Studying,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// How many disks fill the path to them?
///
/// Loads 1, 2, 4, ... disks at the same time, each with the same load, then measures around the corner; says from
/// how many disks on the controller (or bus, or cable) is full and what it carries, or that this was not reached.
/// With --hosts it adds hosts to one shared storage instead.
#[derive(Args, Debug)]
#[command(after_help = DISKS)]
pub(crate) struct Scale {
    /// The disks, in the order in which they join; with --hosts one storage
    #[arg(required = true, value_name = "DISKS")]
    pub(crate) disks: Vec<String>,
    /// Add hosts instead of disks: how many of the hosts that an MPI launcher started saturate the storage?
    #[arg(long)]
    pub(crate) hosts: bool,
    /// Write instead of reading; devices and files must be given up with --destroy or --overwrite
    #[arg(long)]
    pub(crate) write: bool,
    #[command(flatten)]
    pub(crate) load: LoadFlags,
    #[command(flatten)]
    pub(crate) studying: Studying,
    #[command(flatten)]
    pub(crate) output: Output,
}

const LAYOUTS: &str = "A place is a directory (a file is prefilled in it, and gone at the end), a block device, a file, or a \
simulated storage such as 'raid5=sim:hdd?disks=8&layout=raid5,price=3100'. Grids are written as in the lab books of \
SQLIO: '-k(R,W) -b(8,64,256) -o(1-64) -t(1,2,4) -f(random,sequential)'. Where the points write, devices and files must be \
given up with --destroy or --overwrite; -kR reads only. A race that was interrupted or killed goes on when the same \
command is given again.";

/// What decides a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// What each layout gives
    Throughput,
    /// What each layout gives for its price
    Price,
}

/// What of each layout is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Metric {
    /// MiB/s
    Throughput,
    /// The 99th percentile of latency
    P99,
}

/// What layouts race over, and for how long.
#[derive(Args, Clone, Debug)]
pub(crate) struct RaceFlags {
    /// The points, such as '-b(8,64) -o(1-64) -t(1,2,4) -k(R,W)'
    #[arg(long, value_name = "GRID", allow_hyphen_values = true)]
    pub(crate) grid: Option<String>,
    /// What decides: throughput, or throughput per price (each layout needs price=N) [default: throughput]
    #[arg(long, value_name = "WHAT")]
    pub(crate) by: Option<By>,
    /// What is compared: throughput, or the 99th percentile of latency at each load [default: throughput]
    #[arg(long, value_name = "METRIC")]
    pub(crate) metric: Option<Metric>,
    /// The shortest time of a point; it goes on, to twice that, until it is known to 5 % [default: 3s; with --metric p99 10s]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) time: Option<String>,
    /// The smallest difference that counts, above 0 and below 100 [default: 2%; with --metric p99 10%; with `compare` 5% between
    /// the settings of one recorded layout]
    #[arg(long, value_name = "PERCENT", allow_hyphen_values = true)]
    pub(crate) practical: Option<String>,
    /// How often each point is measured at most before the race ends undecided [default: so often
    /// that all make about 160 rounds, 32 times at most: once on a grid, often where points are few]
    #[arg(long, value_name = "N")]
    pub(crate) passes: Option<u32>,
}

/// Layouts that are built for the race.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct BuildFlags {
    /// Build these layouts on --disks and take them down at the end, such as 'raid0,raid10 x 64k,256k' (mdadm),
    /// 'btrfs-raid1', 'lvm-raid5 x 64k' or none, parted by ; (needs root)
    #[arg(long, value_name = "LAYOUTS")]
    pub(crate) build: Option<String>,
    /// The disks; each carries a slice of every layout, and each must be given up with --destroy
    #[arg(long, value_name = "DEVICES", value_delimiter = ',', num_args = 1..)]
    pub(crate) disks: Vec<PathBuf>,
    /// How much of each disk each layout gets [default: 16 GiB, or an equal share of smaller disks]
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true)]
    pub(crate) slice: Option<String>,
}

/// Which layout is best, and is the difference worth a word?
///
/// Races layouts (or machines, providers, any targets) over the points of a grid or of a database's own I/O, the same
/// point of all of them one after the other, and measures one no longer as soon as it is proven worse by more
/// than what counts. Price, usable capacity and redundancy stand beside the speed. "No difference" is an answer.
#[derive(Args, Clone, Debug)]
#[command(after_help = LAYOUTS)]
pub(crate) struct Compare {
    /// A layout: `NAME=PLACE[,price=N][,usable=SIZE][,redundancy=DISKS THAT MAY FAIL]`; beside --recorded `NAME=,price=N`
    #[arg(long = "layout", value_name = "LAYOUT")]
    pub(crate) layouts: Vec<String>,
    /// Race for the I/O of this database profile, each role with its weight (see `plimsoll profiles`)
    #[arg(long = "for", alias = "profile", value_name = "PROFILE")]
    pub(crate) profile: Option<String>,
    /// Take recorded points instead of storage: a CSV file of layout, op, block_kib, depth, threads, value (or what `results
    /// export` wrote), or those of an imported run by its number (or last); of one layout its own settings are ranked. A finished
    /// race by its number is told as it was decided, with the prices that --layout gives now
    #[arg(long, value_name = "FILE|RUN")]
    pub(crate) recorded: Option<PathBuf>,
    /// Fill each place so far and race over all that is filled, level by level, such as 10,50 (percent); devices and
    /// files must be given up with --destroy or --overwrite
    #[arg(long, value_name = "PERCENTS", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) fill: Vec<String>,
    #[command(flatten)]
    pub(crate) build: BuildFlags,
    #[command(flatten)]
    pub(crate) race: RaceFlags,
    #[command(flatten)]
    pub(crate) studying: Studying,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Which chunk (stripe segment) suits which request size?
///
/// Races layouts that differ in their chunk over request sizes, and says who is best at each; "no difference" is an answer.
#[derive(Args, Clone, Debug)]
#[command(after_help = LAYOUTS)]
pub(crate) struct Segment {
    /// A chunk size: `NAME=PLACE[,price=N][,usable=SIZE][,redundancy=DISKS THAT MAY FAIL]`
    #[arg(long = "layout", value_name = "LAYOUT")]
    pub(crate) layouts: Vec<String>,
    #[command(flatten)]
    pub(crate) build: BuildFlags,
    #[command(flatten)]
    pub(crate) race: RaceFlags,
    #[command(flatten)]
    pub(crate) studying: Studying,
    #[command(flatten)]
    pub(crate) output: Output,
}

const RAMP: &str = "The load line comes from an open loop: operations arrive whether or not earlier ones are done. The classic \
table of closed loops comes with --depths. Several block sizes or mixes make several lines, such as \
--block 8k,64k --mix 100,70.";

/// How much load is carried within a latency limit?
///
/// Finds, for each block size and mix, the highest arrival rate that meets the latency limit, and confirms it; or with
/// --queue-depth sweep the table of throughput and latency at more and more outstanding operations, and its knee.
#[derive(Args, Debug)]
#[command(after_help = RAMP)]
pub(crate) struct Ramp {
    /// A directory, a file, a block device, or sim:MEDIUM
    pub(crate) target: String,
    /// Sizes of operations
    #[arg(
        long,
        value_name = "SIZES",
        value_delimiter = ',',
        default_values_t = RampRequest::default().blocks.into_iter().map(size),
        allow_hyphen_values = true
    )]
    pub(crate) block: Vec<String>,
    /// Shares of reads in percent
    #[arg(
        long,
        value_name = "PERCENTS",
        value_delimiter = ',',
        default_values_t = RampRequest::default().read_percents.iter().map(f64::to_string),
        allow_hyphen_values = true
    )]
    pub(crate) mix: Vec<String>,
    /// Multiply the load of this job instead, such as one that `plimsoll fit` wrote: all its streams together
    #[arg(long = "for", value_name = "JOB.toml", conflicts_with_all = ["block", "mix", "sequential", "depth_max", "depths"])]
    pub(crate) job: Option<String>,
    /// The latency to be kept, such as 'p99<=10ms' [default: p99<=20ms]
    #[arg(long, value_name = "LIMIT", allow_hyphen_values = true)]
    pub(crate) latency_limit: Option<String>,
    /// Sequential I/O instead of random
    #[arg(long)]
    pub(crate) sequential: bool,
    /// The most that may be outstanding [default: 64]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) depth_max: Option<String>,
    /// Time for each line, such as 90s or 10min; without it 60s, and 45min on rotating disks
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) budget: Option<String>,
    /// The classic table instead, of these queue depths: 1-256 (by doubling, also without a value) or a list such as 1,4,16
    #[arg(long, value_name = "DEPTHS", num_args = 0..=1, default_missing_value = "1-256")]
    pub(crate) depths: Option<String>,
    /// The shortest time of a step of the queue-depth sweep [default: 10s]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) time: Option<String>,
    #[command(flatten)]
    pub(crate) studying: Studying,
    #[command(flatten)]
    pub(crate) output: Output,
}

const PLAN: &str = "The plan is a TOML file (docs/reference/studies.md): [study] with what holds for all, then a [[stage]] for each study, in \
their order. What may be written to is said here, never in the plan. A plan that was interrupted or killed goes on when the \
same command is given again: at most the point under way is lost.";

/// Carry out a plan of studies, unattended
///
/// Calibrates, scales, races and climbs as the stages of a file say, in one run with one report.
#[derive(Args, Debug)]
#[command(after_help = PLAN)]
pub(crate) struct Study {
    /// The plan (see docs/reference/studies.md)
    #[arg(value_name = "PLAN.toml")]
    pub(crate) plan: PathBuf,
    #[command(flatten)]
    pub(crate) studying: Studying,
    #[command(flatten)]
    pub(crate) output: Output,
}
