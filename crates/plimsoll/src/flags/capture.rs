//! `plimsoll capture`: the I/O of a running system, the job that is fitted to it, and its replay.

use super::{CaptureShow, NATIVE, Output, language};
use base::Bytes;
use clap::{Args, Subcommand};
use observe::replay::ReplaySpeed;
use session::requests::values::{COURSE, LENGTH, RESULT, WHAT};
use session::write_permission::Permission;
use std::path::PathBuf;

/// Record the I/O of a running system; make a job of it, or replay it
///
/// As root, Plimsoll records every I/O from the kernel's block trace; if events are lost, it counts them exactly. Other users
/// get the counters of /proc/diskstats: rates and mean latencies, but no sizes, offsets or percentiles. Nothing is written to
/// the device. --import reads logs of iostat, sar, Windows performance counters, blkparse and fio, and answers of Prometheus,
/// CloudWatch and Azure Monitor.
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
    Fit(Fit),
    Replay(Replay),
}

/// The device to capture and the file to write.
#[derive(Args, Debug)]
#[command(next_help_heading = "What to capture")]
pub(crate) struct CaptureSourceFlags {
    /// Block devices, such as /dev/sda, or paths on their file systems; several, such as data and log, need root
    #[arg(value_name = "DEVICE|PATH", required_unless_present = "import")]
    pub(crate) targets: Vec<PathBuf>,
    /// Convert a log instead of recording: text or JSON of iostat -x, text of sar -d, JSON of sadf -j, Windows performance counters
    /// as CSV (relog, typeperf), text of blkparse, a trace of fio (write_iolog), or JSON of Prometheus (query_range),
    /// CloudWatch (get-metric-data) or Azure Monitor; or ask a Prometheus server: http://prometheus:9090
    #[arg(long, value_name = "LOG|URL", conflicts_with_all = ["targets", "duration", "counters", "process"])]
    pub(crate) import: Option<PathBuf>,
    /// The device or file to take from the log, if the log has several
    #[arg(long, value_name = "NAME", requires = "import")]
    pub(crate) device: Option<String>,
    /// How far back to ask a Prometheus server [default: 1h]
    #[arg(long, help_heading = LENGTH, value_name = "TIME", requires = "import")]
    pub(crate) last: Option<String>,
    /// How long to record, such as 10m, 90s or 24h; Ctrl-C ends the recording earlier and keeps what was captured
    #[arg(long = "for", help_heading = LENGTH, value_name = "TIME", default_value = "10m",
        default_value_if("ring", clap::builder::ArgPredicate::IsPresent, "8760h"))]
    pub(crate) duration: String,
    /// The capture file to write
    #[arg(short, long, help_heading = RESULT, value_name = "FILE", required = true)]
    pub(crate) output: Option<PathBuf>,
    /// Replace the capture file if it exists
    #[arg(long, help_heading = RESULT)]
    pub(crate) overwrite: bool,
    /// Record counters instead of every I/O, also as root
    #[arg(long)]
    pub(crate) counters: bool,
    /// Time between two readings of the counters, at least 100ms [default: 1s]; with --import, the time that each report of a
    /// log without times covers, or the step of a query [default: 15s]
    #[arg(long, help_heading = COURSE, value_name = "TIME")]
    pub(crate) interval: Option<String>,
    /// Keep only the I/O of threads with this name, such as postgres; the kernel's writeback for them is left out
    #[arg(long, value_name = "NAME")]
    pub(crate) process: Option<String>,
    /// Keep only the last part of the capture, such as 10m, in memory, 64 bytes for each I/O; write it at the end, on Ctrl-C or
    /// SIGTERM; on SIGUSR1, write it to FILE.1, then FILE.2, and go on
    #[arg(long, help_heading = LENGTH, value_name = "TIME", conflicts_with_all = ["import", "counters"])]
    pub(crate) ring: Option<String>,
    /// End the capture when an I/O takes this long
    #[arg(long, help_heading = LENGTH, value_name = "TIME", requires = "ring")]
    pub(crate) until_latency: Option<String>,
    /// Show no progress
    #[arg(long, help_heading = COURSE)]
    pub(crate) quiet: bool,
}

/// Write a job file that repeats the load of a capture with few streams
///
/// Each stream repeats the I/O of one process, direction and access pattern: with the same sizes, on the same
/// part of the device, and at the same rate over time. A stream that was a closed loop has the same queue depth instead of
/// the same rate.
#[derive(Args, Debug)]
#[command(next_help_heading = "What to fit")]
pub(crate) struct Fit {
    /// A capture or an imported log (see `plimsoll capture`); --refine needs a block trace
    #[arg(value_name = "CAPTURE")]
    pub(crate) capture: PathBuf,
    /// Fit only this device of a capture of several; otherwise the job has a target for each
    #[arg(long, value_name = "NAME")]
    pub(crate) device: Option<String>,
    /// The job file to write [default: standard output]
    #[arg(short, long, help_heading = RESULT, value_name = "JOB.toml")]
    pub(crate) output: Option<PathBuf>,
    /// Run the job on this file or device, capture its I/O, and adjust the job until this load agrees with that of CAPTURE.
    /// The section `[fidelity]` of the job then says how closely they agree. Needs root
    #[arg(long, value_name = "TARGET", conflicts_with = "target")]
    pub(crate) refine: Option<String>,
    /// The transactions that the server counted during the capture, such as the growth of xact_commit in pg_stat_database;
    /// otherwise they are estimated
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) transactions: Option<u64>,
    /// The sessions that were busy at once; otherwise they are counted
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub(crate) clients: Option<u32>,
    /// The language of the job file
    #[arg(long, help_heading = RESULT, value_parser = language(), default_value = NATIVE)]
    pub(crate) to: String,
    #[command(flatten)]
    pub(crate) writes: Permission,
    /// The target to name in the job; of several devices, each gets its name as a suffix
    #[arg(long, help_heading = RESULT, value_name = "TARGET", default_value = "fitted.data")]
    pub(crate) target: String,
    /// Show no progress
    #[arg(long, help_heading = COURSE)]
    pub(crate) quiet: bool,
}

/// Repeat the I/Os of a capture at their captured times
///
/// Issues reads, writes, discards and flushes at these times, whether or not earlier ones have completed. Written
/// data is random. The result says how exactly the times were met.
#[derive(Args, Debug)]
#[command(next_help_heading = WHAT)]
pub(crate) struct Replay {
    /// A capture with a block trace (see `plimsoll capture`)
    #[arg(value_name = "CAPTURE")]
    pub(crate) capture: PathBuf,
    /// A file, a block device, or sim:MEDIUM; a missing file is created
    pub(crate) target: String,
    /// The device to replay, of a capture of several
    #[arg(long, value_name = "NAME")]
    pub(crate) device: Option<String>,
    /// Factor on the captured speed, such as 2.0 for twice as fast, or asap (each I/O as soon as the queue has room)
    #[arg(long, value_name = "FACTOR", default_value = "1.0", value_parser = speed)]
    pub(crate) speed: ReplaySpeed,
    /// Scale the captured offsets to the size of the target; without this option, a target that is smaller than the captured
    /// range is refused
    #[arg(long)]
    pub(crate) scale_space: bool,
    /// Use only this much of the target, or create the file with this size [default: the whole target; for a new file, the
    /// range of the captured offsets]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) size: Option<Bytes>,
    #[command(flatten)]
    pub(crate) writes: Permission,
    #[command(flatten)]
    pub(crate) output: Output,
    /// Write the values of each reporting interval as CSV
    #[arg(long, help_heading = RESULT, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Write the HTML report
    #[arg(long, help_heading = RESULT, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
}

fn speed(word: &str) -> Result<ReplaySpeed, String> {
    if word == "asap" {
        return Ok(ReplaySpeed::AsFastAsPossible);
    }
    match word.parse::<f64>() {
        Ok(factor) if (0.001..=1000.0).contains(&factor) => Ok(ReplaySpeed::Factor(factor)),
        _ => Err("write a factor from 0.001 to 1000, such as 1.0, or asap".to_owned()),
    }
}

fn size(word: &str) -> Result<Bytes, String> {
    Bytes::with_unit(word).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_a_replay_names_its_unit() {
        assert!(size("4").is_err());
        assert_eq!(size("256MiB"), Ok(Bytes::mib(256)));
    }
}
