//! `plimsoll capture`: the I/O of a running system.

use super::CaptureShow;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Record the I/O of a running system
///
/// As root, Plimsoll records every I/O from the kernel's block trace; if events are lost, it counts them exactly. Other users
/// get the counters of /proc/diskstats: rates and mean latencies, but no sizes, offsets or percentiles. Nothing is written to
/// the device. --import reads logs of iostat, sar, Windows performance counters, blkparse and fio.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Capture {
    #[command(subcommand)]
    pub(crate) action: Option<CaptureAction>,
    #[command(flatten)]
    pub(crate) source: CaptureSourceFlags,
}

/// Commands for an existing capture.
#[derive(Debug, Subcommand)]
pub(crate) enum CaptureAction {
    Show(CaptureShow),
}

/// The device to capture and the file to write.
#[derive(Args, Debug)]
pub(crate) struct CaptureSourceFlags {
    /// A block device, such as /dev/sda, or a path on its file system
    #[arg(value_name = "DEVICE|PATH", required_unless_present = "import")]
    pub(crate) target: Option<PathBuf>,
    /// Convert a log instead of recording: text or JSON of iostat -x, text of sar -d, Windows performance counters as CSV
    /// (relog, typeperf), text of blkparse, or a trace of fio (write_iolog)
    #[arg(long, value_name = "LOG", conflicts_with_all = ["target", "duration", "counters", "process"])]
    pub(crate) import: Option<PathBuf>,
    /// The device or file to take from the log, if the log has several
    #[arg(long, value_name = "NAME", requires = "import")]
    pub(crate) device: Option<String>,
    /// How long to record, such as 10m, 90s or 24h; Ctrl-C ends the recording earlier and keeps what was captured
    #[arg(long = "for", value_name = "TIME", default_value = "10m")]
    pub(crate) duration: String,
    /// The capture file to write
    #[arg(short, long, value_name = "FILE", required = true)]
    pub(crate) output: Option<PathBuf>,
    /// Replace the capture file if it exists
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Record counters instead of every I/O, also as root
    #[arg(long)]
    pub(crate) counters: bool,
    /// Time between two readings of the counters, at least 100ms [default: 1s]; with --import, the time that each report of a
    /// log without times covers
    #[arg(long, value_name = "TIME")]
    pub(crate) interval: Option<String>,
    /// Keep only the I/O of threads with this name, such as postgres; the kernel's writeback for them is left out
    #[arg(long, value_name = "NAME")]
    pub(crate) process: Option<String>,
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}
