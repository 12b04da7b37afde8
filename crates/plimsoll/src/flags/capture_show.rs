//! `plimsoll capture show` and `plimsoll capture --import`.

use clap::Args;
use std::path::PathBuf;

/// Show the rates, sizes, patterns and latencies of a capture
///
/// Prints rates and phases, sizes, sequential runs, hot spots, bursts, queue depth, latency, and the files and processes that
/// caused the load. Lists the figures that the source of the capture, such as iostat, does not have. Shows two captures side by side.
#[derive(Args, Debug)]
#[command(next_help_heading = session::requests::values::RESULT)]
pub(crate) struct CaptureShow {
    /// The capture file
    #[arg(help_heading = "What to show", value_name = "CAPTURE")]
    pub(crate) capture: PathBuf,
    /// A second capture, to show beside the first
    #[arg(help_heading = "What to show", value_name = "CAPTURE", conflicts_with = "html")]
    pub(crate) other: Option<PathBuf>,
    /// Show only this device of a capture of several
    #[arg(long, value_name = "NAME", conflicts_with = "other")]
    pub(crate) device: Option<String>,
    /// Names of PostgreSQL's relations, one "path|name" a line, as psql -At prints pg_relation_filepath(oid), relname of pg_class
    #[arg(long, value_name = "FILE", conflicts_with = "other")]
    pub(crate) names: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) lang: super::LanguageFlag,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
    /// Write an HTML page with heat maps and rates over time
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}
