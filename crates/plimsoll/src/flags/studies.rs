//! The command line of the studies.

use super::{MetricsFlags, Output};
use base::{Bytes, Nanos};
use clap::Args;
use session::requests::disks::DisksRequest;
use session::requests::race::RaceRequest;
use session::requests::ramp::RampRequest;
use session::requests::values::{COURSE, LENGTH, RESULT, WHAT, WRITTEN};
use session::requests::{StudySetup, values};
use session::study::StudyOptions;
use session::write_permission::{Permission, marked};
use std::path::PathBuf;
use workload::EngineChoice;

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
    #[arg(long, help_heading = LENGTH, value_name = "TIME", value_parser = values::duration, allow_hyphen_values = true)]
    pub(crate) pause: Option<Nanos>,
    /// Size of the test file in each directory, or the part of a disk to use [default: 4 GiB in a directory, at most
    /// a quarter of the free space; all of a disk or file]
    #[arg(long, help_heading = WHAT, value_name = "SIZE", value_parser = values::size, allow_hyphen_values = true)]
    pub(crate) size: Option<Bytes>,
    /// I/O engine: uring, libaio, iocp or sync [default: the best that works here]
    #[arg(long, value_name = "ENGINE", value_parser = values::engine)]
    pub(crate) engine: Option<EngineChoice>,
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

impl StudyFlags {
    /// The targets that may be written to.
    pub(crate) fn permission(&self) -> Permission {
        Permission {
            destroy: self.destroy.clone(),
            overwrite: self.overwrite.clone(),
            ..Permission::default()
        }
    }

    /// The settings that all studies have.
    pub(crate) fn setup(&self, output: &Output) -> StudySetup {
        StudySetup {
            engine: self.engine.clone().unwrap_or_default(),
            pause: self.pause,
            size: self.size,
            permission: self.permission(),
            store: output.store.clone(),
        }
    }

    /// How the study is run and reported.
    pub(crate) fn options(&self, output: &Output) -> StudyOptions {
        StudyOptions {
            language: output.lang.language(),
            dry_run: self.dry_run,
            fresh: self.fresh,
            report: self.report.clone(),
            destroy: self.destroy.clone(),
            as_json: output.json,
            store: output.store.clone(),
            seed: output.seed,
        }
    }
}

const RESUMED: &str = "To resume a study that was interrupted or killed, give the same command again: at most the current \
point is lost.";

/// Which disk differs from its peers? Each is measured alone
///
/// Measures each disk alone, in an order drawn from the seed. Measures a disk that stands out again, at twice the time
/// and among its peers. Then says which disks are slower than the others, or too fast to be true, and how often such
/// answers were right in tests (docs/explanation/methods/README.md).
#[derive(Args, Debug)]
#[command(after_help = RESUMED)]
pub(crate) struct Calibrate {
    #[command(flatten)]
    pub(crate) request: DisksRequest,
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
#[command(after_help = RESUMED)]
pub(crate) struct Scale {
    /// Measure how many hosts, started by an MPI launcher, saturate one storage, instead of how many disks saturate the path
    #[arg(long, help_heading = WHAT, conflicts_with = "recorded")]
    pub(crate) hosts: bool,
    #[command(flatten)]
    pub(crate) request: DisksRequest,
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

/// Which layout is best, and does the difference matter?
///
/// Compares layouts (or machines, providers, any targets) at the points of a grid or of a database's I/O. Measures all
/// layouts in turn at each point, and drops a layout once it is proven worse by more than --practical.
/// Shows usable capacity and redundancy beside the speed. "No difference" is a possible answer.
#[derive(Args, Clone, Debug)]
#[command(after_help = LAYOUTS)]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) request: RaceRequest,
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
#[command(after_help = RAMP)]
pub(crate) struct Ramp {
    #[command(flatten)]
    pub(crate) request: RampRequest,
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
