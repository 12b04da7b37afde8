//! The words of `plimsoll powercut`.

use super::Writes;
use clap::{Args, Subcommand, ValueEnum};
use integrity::commits::DurabilityMode;
use std::path::PathBuf;

/// What survives a power cut? Writes commits, and says afterwards which of them survived
///
/// Start a ledger on another machine, write, pull the plug, check.
#[derive(Args, Debug)]
pub(crate) struct Powercut {
    #[command(subcommand)]
    pub(crate) action: PowercutAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PowercutAction {
    /// Write commits as a database does until the power goes, or Ctrl-C
    Write(PowercutWrite),
    /// Keep the acknowledgements of writers elsewhere
    Ledger(PowercutLedger),
    /// After the power came back: is every acknowledged commit there, whole, in order?
    Check(PowercutCheck),
}

/// Write commits as a database does until the power goes, or Ctrl-C
#[derive(Args, Debug)]
pub(crate) struct PowercutWrite {
    /// A directory, a file or a block device
    pub(crate) target: PathBuf,
    /// Where acknowledgements go: HOST:PORT of a ledger that listens, or a file on another device
    #[arg(long, value_name = "HOST:PORT|FILE")]
    pub(crate) ledger: String,
    /// The file with the secret that the ledger was started with
    #[arg(long, value_name = "FILE")]
    pub(crate) secret_file: Option<PathBuf>,
    /// How writes are made durable
    #[arg(long, value_enum, default_value = "fdatasync")]
    pub(crate) mode: Durable,
    /// Commits that become durable together
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) group: u32,
    /// The most pages in place that one commit writes
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) pages: u32,
    /// Size of a page
    #[arg(long, value_name = "SIZE", default_value = "8KiB")]
    pub(crate) page_size: String,
    /// Size of the pages in place, 64 KiB at least with the usual pages; the log takes 16 MiB more, and more with larger pages or
    /// groups above 128
    #[arg(long, value_name = "SIZE", default_value = "128MiB")]
    pub(crate) size: String,
    /// Stop after so many seconds [default: write until the power goes]
    #[arg(long, value_name = "N")]
    pub(crate) seconds: Option<u64>,
    /// The seed of every random choice
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Take a ledger file on the tested device all the same; every verdict then carries a warning
    #[arg(long)]
    pub(crate) same_device: bool,
    /// Start a writer, kill it at a random moment (SIGKILL) and check, N times
    #[arg(long, value_name = "N")]
    pub(crate) kill: Option<u32>,
    /// Drop the kernel's caches before each check after a kill (root only)
    #[arg(long, requires = "kill")]
    pub(crate) drop_caches: bool,
    /// Unmount the target's file system and mount it again before each check after a kill (root only)
    #[arg(long, requires = "kill")]
    pub(crate) remount: bool,
    /// The file or device that it must be, of a writer that --kill starts
    #[arg(long, value_name = "N:N", hide = true)]
    pub(crate) only: Option<String>,
    #[command(flatten)]
    pub(crate) writes: Writes,
}

/// Keep the acknowledgements of writers elsewhere
#[derive(Args, Debug)]
pub(crate) struct PowercutLedger {
    /// The file that keeps them
    pub(crate) file: PathBuf,
    /// Where to listen; port 0 takes a free one. Only this machine can reach the default
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7575")]
    pub(crate) listen: std::net::SocketAddr,
    /// The file with the secret that writers must know (16 bytes at least)
    #[arg(long, value_name = "FILE")]
    pub(crate) secret_file: PathBuf,
}

/// After the power came back: is every acknowledged commit there, whole, in order?
#[derive(Args, Debug)]
pub(crate) struct PowercutCheck {
    /// The directory, file or block device that was written to
    pub(crate) target: PathBuf,
    /// Where the acknowledgements are
    #[arg(long, value_name = "HOST:PORT|FILE")]
    pub(crate) ledger: String,
    /// The file with the secret that the ledger was started with
    #[arg(long, value_name = "FILE")]
    pub(crate) secret_file: Option<PathBuf>,
    /// The run, as `powercut write` named it [default: the ledger's last]
    #[arg(long, value_name = "RUN")]
    pub(crate) run: Option<String>,
    /// This is the target that was written to, though nothing of the run is on it and nothing else says so: all was lost
    #[arg(long)]
    pub(crate) same_target: bool,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// How writes are made durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Durable {
    /// Direct, O_DSYNC
    Dsync,
    /// Direct, RWF_DSYNC on each write
    Fua,
    /// Direct, fdatasync after the log; `verify` at checkpoints as well
    Fdatasync,
    /// Direct, fsync after the log; `verify` at checkpoints as well
    Fsync,
    /// Through the page cache, fsync after the log; `verify` at checkpoints as well
    #[value(name = "buffered+fsync")]
    BufferedFsync,
}

impl Durable {
    /// The mode that is meant.
    pub(crate) fn mode(self) -> DurabilityMode {
        match self {
            Self::Dsync => DurabilityMode::Dsync,
            Self::Fua => DurabilityMode::Fua,
            Self::Fdatasync => DurabilityMode::Fdatasync,
            Self::Fsync => DurabilityMode::Fsync,
            Self::BufferedFsync => DurabilityMode::BufferedFsync,
        }
    }
}
