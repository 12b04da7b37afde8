//! The command line of the studies.

use super::{Output, Writes};
use clap::Args;
use std::path::PathBuf;

/// What every study takes.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Studying {
    /// Only list what would run: the cells, the likely and the longest time, the space, what is written to
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Begin anew, although this very study was begun and not finished
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Quiet time before each cell [default: 30s on rotating disks, 1s on others]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) pause: Option<String>,
    /// How large a file is laid in each directory, or how much of a disk is used [default: 4 GiB in a
    /// directory, at most a quarter of what is free; the whole of a disk or file]
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true)]
    pub(crate) size: Option<String>,
    /// Engine: uring, libaio or sync [default: the best that works here]
    #[arg(long, value_name = "ENGINE")]
    pub(crate) engine: Option<String>,
    /// Write the HTML report
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Destroy the data on these very block devices; refused while they are in use
    #[arg(long, value_name = "DEVICE", num_args = 1..)]
    pub(crate) destroy: Vec<PathBuf>,
    /// Overwrite these existing files
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) overwrite: Vec<PathBuf>,
}

impl Studying {
    /// What may be written to.
    pub(crate) fn writes(&self) -> Writes {
        Writes { destroy: self.destroy.clone(), overwrite: self.overwrite.clone() }
    }
}

/// What runs on each disk.
#[derive(Args, Clone, Debug)]
pub(crate) struct LoadFlags {
    /// Size of each operation
    #[arg(long, value_name = "SIZE", default_value = "64k", allow_hyphen_values = true)]
    pub(crate) block: String,
    /// Outstanding operations of each thread
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) depth: u32,
    /// Threads on each disk
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: u32,
    /// Random places instead of one after the other
    #[arg(long)]
    pub(crate) random: bool,
    /// The shortest time of a cell; it goes on, to six times that, until it is known to 2 %
    #[arg(long, value_name = "TIME", default_value = "10s", allow_hyphen_values = true)]
    pub(crate) time: String,
}

const DISKS: &str = "Disks are block devices (/dev/sd[b-o]: the shell makes a list of it), directories (a file is \
laid in each, and gone at the end), files, or one simulated shelf such as 'sim:hdd?disks=14&layout=none&slow=3:1.4'. \
Only reads are made, unless writes are asked for. A study that was interrupted or killed goes on when the \
same command is given again: at most the cell under way is lost.";

/// Each disk alone: which one is not like the others?
///
/// Measures each disk by itself, in an order drawn from the seed, and measures again, at twice the time and among
/// its peers, whoever stands out; then says who is slower than the others, or too fast to be true. A
/// shelf of healthy disks is accused in 1 of 100 studies at most (docs/methods.md).
#[derive(Args, Debug)]
#[command(after_help = DISKS)]
pub(crate) struct Calibrate {
    /// The disks
    #[arg(required = true, value_name = "DISKS")]
    pub(crate) disks: Vec<String>,
    /// Measure writes too; devices and files must be given up with --destroy or --overwrite
    #[arg(long)]
    pub(crate) write: bool,
    #[command(flatten)]
    pub(crate) load: LoadFlags,
    #[command(flatten)]
    pub(crate) studying: Studying,
    #[command(flatten)]
    pub(crate) output: Output,
}
