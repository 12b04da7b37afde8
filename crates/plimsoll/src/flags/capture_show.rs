//! `plimsoll capture show` and `plimsoll capture --import`.

use clap::Args;
use std::path::PathBuf;

/// Show what a captured load is made of
///
/// Rates and phases, sizes, sequences, hot spots, bursts, queue depth, latency, and which files and processes did it. What the
/// source of the capture cannot know is said.
#[derive(Args, Debug)]
pub(crate) struct CaptureShow {
    /// The capture
    #[arg(value_name = "CAPTURE")]
    pub(crate) capture: PathBuf,
    #[command(flatten)]
    pub(crate) lang: super::LanguageFlag,
    /// Print everything as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a page with heat maps and rates over time
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}
