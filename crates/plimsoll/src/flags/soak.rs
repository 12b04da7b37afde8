//! The command line of `plimsoll soak`.

use super::{MetricsFlags, Output};
use clap::{ArgGroup, Args, Parser, Subcommand};
use session::requests::values::{COURSE, LENGTH, RESULT, WHAT};
use session::write_permission::Permission;
use std::path::PathBuf;

/// Does the storage sustain a fixed load for days? Records every minute
///
/// The load is an open loop: latency includes the time that an operation waits. Every minute is stored with its latencies. To
/// resume a soak that was stopped or killed, give the same command again. The time until then is a gap, in which the service
/// level counts neither as met nor as missed.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Soak {
    #[command(subcommand)]
    pub(crate) action: Option<SoakAction>,
    #[command(flatten)]
    pub(crate) load: SoakFlags,
}

/// Commands beside running a soak.
#[derive(Debug, Subcommand)]
pub(crate) enum SoakAction {
    Report(SoakReport),
    Unit(SoakUnit),
}

/// Show a running or finished soak
#[derive(Args, Debug)]
#[command(next_help_heading = RESULT)]
pub(crate) struct SoakReport {
    /// The number of the run, or `last`
    #[arg(help_heading = "What to show", default_value = "last")]
    pub(crate) run: String,
    /// Write a sheet in the language of contracts, with a service level that the measurements support
    #[arg(long, value_name = "FILE")]
    pub(crate) sla_sheet: Option<PathBuf>,
    /// Write every minute of every role as CSV
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
    /// The store, a file with all results [default: plimsoll/results.db in the XDG data directory]
    #[arg(long, value_name = "FILE", env = "PLIMSOLL_STORE")]
    pub(crate) store: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) lang: super::LanguageFlag,
}

/// Print a systemd unit that runs a soak and resumes it after a reboot
#[derive(Args, Debug)]
pub(crate) struct SoakUnit {
    /// Let a timer begin the soak again each week (see --timer)
    #[arg(long)]
    pub(crate) weekly: bool,
    /// Print the timer of a --weekly unit
    #[arg(long, conflicts_with_all = ["weekly", "words"])]
    pub(crate) timer: bool,
    /// The target and options of the soak, as after `plimsoll soak`
    #[arg(
        required_unless_present = "timer",
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "WORDS"
    )]
    pub(crate) words: Vec<String>,
}

/// The words of a soak without the command.
#[derive(Debug, Parser)]
#[command(name = "plimsoll soak", no_binary_name = true)]
pub(crate) struct SoakWords {
    #[command(flatten)]
    pub(crate) load: SoakFlags,
}

/// The load, the target and the time.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("length").args(["days", "time"]).required(true))]
#[command(next_help_heading = WHAT)]
pub(crate) struct SoakFlags {
    /// A directory, a file, a block device, or simulated storage such as sim:cloud
    #[arg(default_value = ".")]
    pub(crate) target: String,
    /// The database profile (see `plimsoll profiles`), or a job file such as one that `plimsoll capture fit` wrote
    #[arg(long = "for", value_name = "PROFILE", default_value = "generic-oltp")]
    pub(crate) profile: String,
    /// The roles of the profile to run: names, or `all` [default: the usual roles of the profile]
    #[arg(long, value_name = "ROLES", value_delimiter = ',')]
    pub(crate) roles: Vec<String>,
    /// The load: a share of the load lines, such as 60% (the lines are measured first); a multiple of the rate of a job, such as
    /// 1x; or operations per second, 500 for a single role or log=200,data=1500 for several
    #[arg(long, value_name = "LOAD", default_value = "60%", allow_hyphen_values = true)]
    pub(crate) load: String,
    /// Length in days, such as 7 or 0.5
    #[arg(long, help_heading = LENGTH, value_name = "N", allow_hyphen_values = true)]
    pub(crate) days: Option<String>,
    /// Length such as 20min or 36h, instead of --days
    #[arg(long, help_heading = LENGTH, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) time: Option<String>,
    /// The service level to judge by, such as 'p99<=20ms in 99.9% of minutes; iops>=3000 in every hour'
    #[arg(long, value_name = "CLAUSES", allow_hyphen_values = true)]
    pub(crate) sla: Option<String>,
    /// Run the load for one --window in each period of this length, such as 1h (needs --window)
    #[arg(long, help_heading = LENGTH, value_name = "TIME", requires = "window", allow_hyphen_values = true)]
    pub(crate) every: Option<String>,
    /// Time for which the load runs in each period of --every, such as 5min (needs --every)
    #[arg(long, help_heading = LENGTH, value_name = "TIME", requires = "every", allow_hyphen_values = true)]
    pub(crate) window: Option<String>,
    /// Begin no second soak: if the same soak is complete and began less than TIME ago (without TIME: ever), show it
    #[arg(
        long,
        help_heading = COURSE,
        value_name = "TIME",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "36500d"
    )]
    pub(crate) once: Option<String>,
    /// Length of a reporting interval [default: 1s; 10s on simulated storage]
    #[arg(long, help_heading = COURSE, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) interval: Option<String>,
    /// Total time to measure the load lines, if --load is a share of them
    #[arg(long, help_heading = LENGTH, value_name = "TIME", default_value = "90s", allow_hyphen_values = true)]
    pub(crate) budget: String,
    /// Size of the test file in a directory, at least 64 MiB, or the part of a device to use
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true)]
    pub(crate) size: Option<String>,
    /// I/O engine: uring, libaio, iocp or sync [default: the best that works here]
    #[arg(long, help_heading = COURSE, value_name = "ENGINE")]
    pub(crate) engine: Option<String>,
    /// Add every event to this file, as one line of JSON [default: with --json, standard error]
    #[arg(long, help_heading = RESULT, value_name = "FILE")]
    pub(crate) events: Option<PathBuf>,
    /// Run this shell command for every event, with the event as one line of JSON on its standard input
    #[arg(long, help_heading = RESULT, value_name = "COMMAND")]
    pub(crate) on_event: Option<String>,
    #[command(flatten)]
    pub(crate) writes: Permission,
    #[command(flatten)]
    pub(crate) exposing: MetricsFlags,
    #[command(flatten)]
    pub(crate) output: Output,
}
