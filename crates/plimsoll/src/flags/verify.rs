//! The command line of `plimsoll verify`.

use crate::flags::Output;
use clap::Args;
use session::requests::values::COURSE;
use session::verify::request::ProofRequest;

/// Does the storage ever lose, tear, misplace or revert a write?
///
/// Writes stamped pages as a database does, and compares each page that it reads with what the page may hold.
/// In a directory it creates its own files and removes them at the end.
#[derive(Args, Debug)]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(crate) request: ProofRequest,
    /// Test nothing. Remove the files of killed runs from the directories TARGETS; files in which a fault was found stay
    #[arg(long, help_heading = COURSE, conflicts_with_all = ["database", "mode", "overlap", "cfg", "minutes", "cycles", "size", "engine", "stop", "slow", "dump", "report", "destroy", "overwrite", "json", "seed"])]
    pub(crate) clean: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}
