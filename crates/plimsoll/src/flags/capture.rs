//! `plimsoll capture`: what a running system does to its storage.

use super::CaptureShow;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Record what a running system does to its storage
///
/// As root every I/O is recorded from the kernel's block trace, without lost events or with their exact count. Other users get
/// the counters of /proc/diskstats: rates and mean latencies, but no sizes, places or percentiles. Nothing is written to the
/// device. Logs of iostat, sar, Windows performance counters, blkparse and fio are read with --import.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Capture {
    #[command(subcommand)]
    pub(crate) action: Option<CaptureAction>,
    #[command(flatten)]
    pub(crate) source: CaptureSourceFlags,
}

/// What to do with a capture that exists.
#[derive(Debug, Subcommand)]
pub(crate) enum CaptureAction {
    /// Show what a captured load is made of
    Show(CaptureShow),
}

/// What to capture, and where to.
#[derive(Args, Debug)]
pub(crate) struct CaptureSourceFlags {
    /// A block device, such as /dev/sda, or a path on its file system
    #[arg(value_name = "DEVICE|PATH", required_unless_present = "import")]
    pub(crate) target: Option<PathBuf>,
    /// Take a log instead: text or JSON of iostat -x, sar -d, performance counters of Windows as CSV (relog, typeperf), text of
    /// blkparse, or a trace of fio (write_iolog)
    #[arg(long, value_name = "LOG", conflicts_with_all = ["target", "duration", "counters", "process"])]
    pub(crate) import: Option<PathBuf>,
    /// The device or file, where the log has several
    #[arg(long, value_name = "NAME", requires = "import")]
    pub(crate) device: Option<String>,
    /// How long, such as 10m, 90s or 24h; Ctrl-C ends it earlier and keeps what was captured
    #[arg(long = "for", value_name = "TIME", default_value = "10m")]
    pub(crate) duration: String,
    /// The file to write
    #[arg(short, long, value_name = "FILE", required = true)]
    pub(crate) output: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Record counters instead of every I/O, also as root
    #[arg(long)]
    pub(crate) counters: bool,
    /// How often the counters are read, 100ms at least [default: 1s]; how long the intervals of a log without times are
    #[arg(long, value_name = "TIME")]
    pub(crate) interval: Option<String>,
    /// Keep only the I/O of processes with this name, such as postgres; writes that the kernel does for them are not among it
    #[arg(long, value_name = "NAME")]
    pub(crate) process: Option<String>,
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}
