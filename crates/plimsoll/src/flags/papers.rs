//! The flags of what is made from stored results: comparing two of them.

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
    /// The run that is held against it
    pub(crate) b: String,
    /// The smallest difference that counts, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 2.0)]
    pub(crate) practical: f64,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
    /// The file that keeps all results
    #[arg(long, value_name = "FILE", env = "PLIMSOLL_STORE")]
    pub(crate) store: Option<PathBuf>,
}
