//! The command line of `plimsoll verify`.

use crate::flags::{Durable, Output, Writes};
use clap::{Args, ValueEnum};
use session::verify::way::Database;
use std::path::PathBuf;

/// Does this storage ever lose, tear, misplace or go back on a write?
///
/// Writes as a database does, with every page stamped, and holds each page that is read against what it may be.
/// In a directory it makes files of its own and removes them at the end.
#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// Directories, files or block devices, proved at the same time [default: the files of --cfg, or `.`]
    pub(crate) targets: Vec<PathBuf>,
    /// Whose way of writing
    #[arg(long = "for", value_name = "DATABASE", default_value = "sqlserver")]
    pub(crate) style: Style,
    /// How writes of data and log are made durable, in place of the database's way
    #[arg(long, value_name = "MODE", conflicts_with = "cfg")]
    pub(crate) mode: Option<Durable>,
    /// Let writes of the same page overlap, which databases never do: any of them may then be there, whole or mixed
    #[arg(long)]
    pub(crate) overlap: bool,
    /// A configuration of SQLIOSim instead (see docs/dialects/sqliosim.md)
    #[arg(long, value_name = "FILE", conflicts_with = "style")]
    pub(crate) cfg: Option<String>,
    /// Places of the configuration's world and what they are here, such as 'F:=/mnt/f'
    #[arg(long, value_name = "FROM=TO", requires = "cfg")]
    pub(crate) map: Vec<String>,
    /// How long to write and read, in minutes; filling and the final audits come on top [default: 10, or as --cfg says]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) minutes: Option<f64>,
    /// How many cycles of 5 minutes instead, each with an audit of every page
    #[arg(long, value_name = "N", conflicts_with = "minutes")]
    pub(crate) cycles: Option<u32>,
    /// Size of data and log together, 16 MiB at least, such as 16GiB; 10 % of a file system, and at least 1 GiB, stay free
    /// [default: the smaller of 4 GiB and 25 % of the free space; the whole of a device or file]
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true)]
    pub(crate) size: Option<String>,
    /// Engine: uring, libaio or sync [default: the best that works here]
    #[arg(long, value_name = "ENGINE")]
    pub(crate) engine: Option<String>,
    /// Stop at the first fault: nothing is begun any more but the reads that look into that one
    #[arg(long)]
    pub(crate) stop: bool,
    /// Count operations that take longer than this; longer than 15 s is a fault always
    #[arg(long, value_name = "TIME", default_value = "1s")]
    pub(crate) slow: String,
    /// Where to write what was wrong, byte by byte, as it is found [default: plimsoll-verify-DATE.txt, only if something was]
    #[arg(long, value_name = "FILE")]
    pub(crate) dump: Option<PathBuf>,
    /// Remove what killed runs left in the directories, and do nothing else; files with a fault stay
    #[arg(long, conflicts_with_all = ["style", "mode", "overlap", "cfg", "minutes", "cycles", "size", "engine", "stop", "slow", "dump", "report", "destroy", "overwrite", "json", "seed"])]
    pub(crate) clean: bool,
    #[command(flatten)]
    pub(crate) writes: Writes,
    #[command(flatten)]
    pub(crate) output: Output,
    /// Write the HTML report
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
}

/// Whose way of writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// Pages of 8 KiB, direct and written through (O_DSYNC), the log too
    Sqlserver,
    /// Pages of 8 KiB through the page cache, fsync at checkpoints; fdatasync for the log
    Postgres,
    /// Pages of 16 KiB, direct, fsync at checkpoints; the log through the page cache with fsync
    Mysql,
}

impl From<Style> for Database {
    fn from(style: Style) -> Self {
        match style {
            Style::Sqlserver => Self::SqlServer,
            Style::Postgres => Self::Postgres,
            Style::Mysql => Self::MySql,
        }
    }
}
