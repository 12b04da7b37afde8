//! The command line of `plimsoll soak`.

use super::{Exposing, Output, Writes};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Does it hold for days? Offer a fixed load, and watch every minute
///
/// The load is an open loop: operations that wait count with their wait. Every minute is kept, with its latencies. A soak that was
/// stopped or killed goes on when the same command is given again; the time in between is a gap, and counts neither as good nor as broken.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Soak {
    #[command(subcommand)]
    pub(crate) action: Option<SoakAction>,
    #[command(flatten)]
    pub(crate) load: SoakFlags,
}

/// What to do beside running one.
#[derive(Debug, Subcommand)]
pub(crate) enum SoakAction {
    /// Show a soak that runs or has ended
    Report(SoakReport),
    /// Print a systemd unit that runs a soak and goes on with it after a reboot
    Unit(SoakUnit),
}

/// Which soak, and what to write.
#[derive(Args, Debug)]
pub(crate) struct SoakReport {
    /// The number of the run, or `last`
    #[arg(default_value = "last")]
    pub(crate) run: String,
    /// Write what can be signed as a sheet of contract language
    #[arg(long, value_name = "FILE")]
    pub(crate) sla_sheet: Option<PathBuf>,
    /// Write every minute of every role as CSV
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
    /// The file that keeps all results [default: plimsoll/results.db under the XDG data directory]
    #[arg(long, value_name = "FILE", env = "PLIMSOLL_STORE")]
    pub(crate) store: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) lang: super::LanguageFlag,
}

/// The soak that the unit runs.
#[derive(Args, Debug)]
pub(crate) struct SoakUnit {
    /// The words of the soak, as they follow `plimsoll soak`
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "WORDS"
    )]
    pub(crate) words: Vec<String>,
}

/// What runs where, and for how long.
#[derive(Args, Debug)]
pub(crate) struct SoakFlags {
    /// A directory, a file, a block device, or sim:MEDIUM (such as sim:cloud)
    #[arg(default_value = ".")]
    pub(crate) target: String,
    /// The database profile (see `plimsoll profiles`), or a job file such as one that `plimsoll fit` wrote
    #[arg(long = "for", value_name = "PROFILE", default_value = "generic-oltp")]
    pub(crate) profile: String,
    /// Run these roles of the profile instead of its usual ones (names, or `all`)
    #[arg(long, value_name = "ROLES", value_delimiter = ',')]
    pub(crate) roles: Vec<String>,
    /// How much: a share of the load lines, which are measured first (60%); a multiple of the rate of a job (1x); operations per second
    /// of the only role (500) or of each (log=200,data=1500)
    #[arg(long, value_name = "LOAD", default_value = "60%", allow_hyphen_values = true)]
    pub(crate) load: String,
    /// How many days, such as 7 or 0.5
    #[arg(
        long,
        value_name = "N",
        default_value = "7",
        conflicts_with = "time",
        allow_hyphen_values = true
    )]
    pub(crate) days: String,
    /// How long, such as 20min or 36h, in place of --days
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) time: Option<String>,
    /// What is agreed, such as 'p99<=20ms in 99.9% of minutes; iops>=3000 in every hour'
    #[arg(long, value_name = "CLAUSES", allow_hyphen_values = true)]
    pub(crate) sla: Option<String>,
    /// Run only in windows, one in each time of this length, such as 1h
    #[arg(long, value_name = "TIME", requires = "window", allow_hyphen_values = true)]
    pub(crate) every: Option<String>,
    /// How long a window is, such as 5min
    #[arg(long, value_name = "TIME", requires = "every", allow_hyphen_values = true)]
    pub(crate) window: Option<String>,
    /// How often latencies are summed up [default: 1s; 10s on simulated storage]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) interval: Option<String>,
    /// Time to measure the load lines, where the load is a share of them
    #[arg(long, value_name = "TIME", default_value = "90s", allow_hyphen_values = true)]
    pub(crate) budget: String,
    /// Size of the file to lay in a directory, 64 MiB at least, or the part of a device to use
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true)]
    pub(crate) size: Option<String>,
    /// Engine: uring, libaio or sync [default: the best that works here]
    #[arg(long, value_name = "ENGINE")]
    pub(crate) engine: Option<String>,
    /// Run this command by the shell for every event, with the event as a line of JSON on its standard input
    #[arg(long, value_name = "COMMAND")]
    pub(crate) on_event: Option<String>,
    #[command(flatten)]
    pub(crate) writes: Writes,
    #[command(flatten)]
    pub(crate) exposing: Exposing,
    #[command(flatten)]
    pub(crate) output: Output,
}
