//! The flags of `plimsoll diff` and `plimsoll size`, which use stored results.

use clap::Args;
use session::requests::values::RESULT;
use std::path::PathBuf;

/// Is one stored result worse than another?
///
/// Compares two stored runs, of soaks the p99 at the same rates: the differences in their conditions, and the ratio of each number. The exit code
/// is 0 if the second is no worse, 1 if it is worse, and 2 if neither is certain. Of two capture files, shows the figures side by side.
#[derive(Args, Debug)]
#[command(next_help_heading = "What to compare")]
pub(crate) struct Diff {
    /// The first run: its number, or `last`; or a capture file
    pub(crate) a: String,
    /// The second run, which is judged against the first
    pub(crate) b: String,
    /// The smallest difference that counts, in percent, above 0 and below 100
    #[arg(long, value_name = "PERCENT", default_value = "2%", allow_hyphen_values = true)]
    pub(crate) practical: String,
    /// Print one JSON document
    #[arg(long, help_heading = RESULT)]
    pub(crate) json: bool,
    /// The store, a file with all results [default: plimsoll/results.db in the XDG data directory]
    #[arg(long, value_name = "FILE", env = "PLIMSOLL_STORE")]
    pub(crate) store: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) lang: super::LanguageFlag,
}

/// Which storage carries a required load, according to stored results?
///
/// Names the layout, number of disks, head-room, price, and what fails first. Uses stored results: load lines
/// of ramps and checks, and points of studies. If there are none, it uses a rule of thumb and says so. The exit code is 0 if a measured
/// storage carries the load, 1 if all are known to carry less, and 2 if neither is certain; then the output names the command
/// that would decide it.
#[derive(Args, Debug)]
#[command(next_help_heading = "What to find")]
pub(crate) struct Size {
    /// The required load: 'iops>=8000,write=0.3,p99<=10ms' (also mibps, commits, block, usable, order), or a JSON file of
    /// roles and their requirements
    #[arg(
        long = "require",
        value_name = "REQUIREMENT|FILE.json",
        allow_hyphen_values = true,
        required_unless_present = "job"
    )]
    pub(crate) requirement: Option<String>,
    /// Require the load of this job, such as one that `plimsoll capture fit` wrote; for the best answer first run `ramp --for` or
    /// `check --for` with it
    #[arg(long = "for", value_name = "JOB.toml", conflicts_with = "requirement")]
    pub(crate) job: Option<String>,
    /// The latency limit for --for
    #[arg(long, value_name = "LIMIT", default_value = "p99<=20ms", conflicts_with = "requirement")]
    pub(crate) latency_limit: String,
    /// A file that lists the disks that can be bought and those in the measured layouts (see docs/reference/size.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) disks: Option<PathBuf>,
    /// The numbers of the runs to use, separated by commas [default: the newest 100 finished ones]
    #[arg(long = "run", value_name = "RUN", value_delimiter = ',')]
    pub(crate) runs: Vec<String>,
    /// Print one JSON document
    #[arg(long, help_heading = RESULT)]
    pub(crate) json: bool,
    /// The store, a file with all results [default: plimsoll/results.db in the XDG data directory]
    #[arg(long, value_name = "FILE", env = "PLIMSOLL_STORE")]
    pub(crate) store: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) lang: super::LanguageFlag,
}
