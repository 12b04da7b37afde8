//! The flags of what is made from stored results: comparing two of them, and sizing from them.

use clap::Args;
use std::path::PathBuf;

/// Is one result worse than another? What differs in their conditions, and every number's ratio
///
/// Takes two stored runs of any kind. Ends with 0 when the second is no worse, 1 when it is worse, 2 when that cannot be
/// told.
#[derive(Args, Debug)]
pub(crate) struct Diff {
    /// The first run: its number, or `last`
    pub(crate) a: String,
    /// The run that is compared with it
    pub(crate) b: String,
    /// The smallest difference that counts: above 0, below 100
    #[arg(long, value_name = "PERCENT", default_value = "2%", allow_hyphen_values = true)]
    pub(crate) practical: String,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
    /// The file that keeps all results
    #[arg(long, value_name = "FILE", env = "PLIMSOLL_STORE")]
    pub(crate) store: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) lang: super::LanguageFlag,
}

/// Which storage carries what is needed: layout, number of disks, head-room, price, and what fails first
///
/// Answers from the load lines of stored ramps and checks and the points of stored studies; by a rule of thumb only where
/// nothing was measured, and then it says so. Ends with 0 when something that was measured carries it, 1 when all of it is
/// known to carry less, 2 when that cannot be told: the command that would tell stands beside it.
#[derive(Args, Debug)]
pub(crate) struct Size {
    /// What is needed: 'iops>=8000,write=0.3,p99<=10ms' (also mibps, commits, block, usable, order), or a JSON file of
    /// roles and their requirements
    #[arg(
        long = "require",
        value_name = "REQUIREMENT|FILE.json",
        allow_hyphen_values = true,
        required_unless_present = "job"
    )]
    pub(crate) requirement: Option<String>,
    /// The load of this job, such as one that `plimsoll fit` wrote; a stored `ramp --for` or `check --for` of it is the best answer
    #[arg(long = "for", value_name = "JOB.toml", conflicts_with = "requirement")]
    pub(crate) job: Option<String>,
    /// The latency limit of the job's load
    #[arg(long, value_name = "LIMIT", default_value = "p99<=20ms", conflicts_with = "requirement")]
    pub(crate) latency_limit: String,
    /// What can be bought and what the measured layouts were made of (see docs/explanation/sizing.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) disks: Option<PathBuf>,
    /// The runs to answer from [default: the newest 100 that came to their end]
    #[arg(long = "run", value_name = "RUN", value_delimiter = ',')]
    pub(crate) runs: Vec<String>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
    /// The file that keeps all results
    #[arg(long, value_name = "FILE", env = "PLIMSOLL_STORE")]
    pub(crate) store: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) lang: super::LanguageFlag,
}
