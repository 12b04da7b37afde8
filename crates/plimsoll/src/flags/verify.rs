//! The command line of `plimsoll verify`.

use crate::flags::Output;
use clap::Args;
use clap::builder::TypedValueParser;
use integrity::commits::DurabilityMode;
use session::requests::help::{COURSE, LENGTH, RESULT, WHAT, durability_mode, named};
use session::verify::io_pattern::Database;
use session::write_permission::Permission;
use std::path::PathBuf;

/// Does the storage ever lose, tear, misplace or revert a write?
///
/// Writes stamped pages as a database does, and compares each page that it reads with what the page may hold.
/// In a directory it creates its own files and removes them at the end.
#[derive(Args, Debug)]
#[command(next_help_heading = WHAT)]
pub(crate) struct Verify {
    /// Directories, files or block devices, tested at the same time [default: the files of --cfg, or `.`]
    pub(crate) targets: Vec<PathBuf>,
    /// The database whose way of writing is repeated
    #[arg(long = "for", value_name = "DATABASE", value_parser = database(), default_value = "sqlserver")]
    pub(crate) style: Database,
    /// How writes of data and log are made durable [default: as the database of --for does it]
    #[arg(long, value_name = "MODE", value_parser = durability_mode(), conflicts_with = "cfg")]
    pub(crate) mode: Option<DurabilityMode>,
    /// Let writes of the same page overlap, which databases never do. The page may then contain any of these writes or a mixture
    /// of them
    #[arg(long)]
    pub(crate) overlap: bool,
    /// Run this configuration of SQLIOSim instead of --for (see docs/dialects/sqliosim.md)
    #[arg(long, value_name = "FILE", conflicts_with = "style")]
    pub(crate) cfg: Option<String>,
    /// Replace a drive, path or device of the configuration by one of this machine, such as 'F:=/mnt/f'
    #[arg(long, value_name = "FROM=TO", requires = "cfg")]
    pub(crate) map: Vec<String>,
    /// Minutes to write and read; the first fill and the final audits take additional time [default: 10, or as in --cfg]
    #[arg(long, help_heading = LENGTH, value_name = "N", allow_negative_numbers = true)]
    pub(crate) minutes: Option<f64>,
    /// Number of cycles of 5 minutes instead of --minutes, each with an audit of every page
    #[arg(long, help_heading = LENGTH, value_name = "N", conflicts_with = "minutes")]
    pub(crate) cycles: Option<u32>,
    /// Size of data and log together, such as 16GiB, at least 16 MiB; 10 % of a file system, at least 1 GiB, stays free
    /// [default: the smaller of 4 GiB and 25 % of the free space; all of a device or file]
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true)]
    pub(crate) size: Option<String>,
    /// I/O engine: uring, libaio or sync [default: the best that works here]
    #[arg(long, help_heading = COURSE, value_name = "ENGINE")]
    pub(crate) engine: Option<String>,
    /// Stop at the first fault, after the reads that examine it
    #[arg(long, help_heading = COURSE)]
    pub(crate) stop: bool,
    /// Count the operations that take longer than this
    #[arg(long, help_heading = COURSE, value_name = "TIME", default_value = "1s")]
    pub(crate) slow: String,
    /// The file for the wrong bytes, written as they are found [default: plimsoll-verify-DATE.txt, created only if a fault
    /// is found]
    #[arg(long, help_heading = RESULT, value_name = "FILE")]
    pub(crate) dump: Option<PathBuf>,
    /// Test nothing. Remove the files of killed runs from the directories TARGETS; files in which a fault was found stay
    #[arg(long, help_heading = COURSE, conflicts_with_all = ["style", "mode", "overlap", "cfg", "minutes", "cycles", "size", "engine", "stop", "slow", "dump", "report", "destroy", "overwrite", "json", "seed"])]
    pub(crate) clean: bool,
    #[command(flatten)]
    pub(crate) writes: Permission,
    #[command(flatten)]
    pub(crate) output: Output,
    /// Write the HTML report
    #[arg(long, help_heading = RESULT, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
}

fn database() -> impl TypedValueParser<Value = Database> {
    let values = [
        (Database::SqlServer, "Pages of 8 KiB and log: direct I/O with O_DSYNC"),
        (Database::Postgres, "Pages of 8 KiB: page cache, fsync at checkpoints; log: fdatasync"),
        (
            Database::MySql,
            "Pages of 16 KiB: direct I/O, fsync at checkpoints; log: page cache with fsync",
        ),
    ];
    named(values, Database::name)
}
