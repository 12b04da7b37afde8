//! The command line of `plimsoll powercut`.

use super::{COURSE, LENGTH, RESULT, WHAT, Writes};
use clap::builder::TypedValueParser;
use clap::{Args, Subcommand};
use integrity::commits::DurabilityMode;
use std::path::PathBuf;

/// What survives a power cut?
///
/// Writes commits, and says after a power cut which of them survived. Start `ledger` on another machine, start `write`, cut
/// the power, then run `check`.
#[derive(Args, Debug)]
pub(crate) struct Powercut {
    #[command(subcommand)]
    pub(crate) action: PowercutAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PowercutAction {
    Write(PowercutWrite),
    Ledger(PowercutLedger),
    Check(PowercutCheck),
}

/// Write commits as a database does, until the power fails or Ctrl-C is pressed
#[derive(Args, Debug)]
#[command(next_help_heading = WHAT)]
pub(crate) struct PowercutWrite {
    /// A directory, a file or a block device
    pub(crate) target: PathBuf,
    /// Where acknowledged commits are recorded: HOST:PORT of `powercut ledger`, or a file on another device
    #[arg(long, value_name = "HOST:PORT|FILE")]
    pub(crate) ledger: String,
    /// The file with the secret that the ledger was started with
    #[arg(long, value_name = "FILE")]
    pub(crate) secret_file: Option<PathBuf>,
    /// How commits are made durable
    #[arg(long, value_parser = durability_mode(), default_value = "fdatasync")]
    pub(crate) mode: DurabilityMode,
    /// Number of commits that become durable together (group commit)
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) group: u32,
    /// The most data pages that one commit overwrites in place
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) pages: u32,
    /// Size of a page
    #[arg(long, value_name = "SIZE", default_value = "8KiB")]
    pub(crate) page_size: String,
    /// Size of all data pages together, at least twice --pages times --page-size; the log takes another 16 MiB, or more with
    /// larger pages or a --group above 128
    #[arg(long, value_name = "SIZE", default_value = "128MiB")]
    pub(crate) size: String,
    /// Stop after this many seconds [default: write until the power fails]
    #[arg(long, help_heading = LENGTH, value_name = "N")]
    pub(crate) seconds: Option<u64>,
    /// Seed of all random choices [default: drawn at random]
    #[arg(long, help_heading = COURSE, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Allow a ledger file on the tested device; every verdict then carries a warning
    #[arg(long)]
    pub(crate) same_device: bool,
    /// Test kills instead of a power cut: N times start a writer, kill it (SIGKILL) at a random moment, and check
    #[arg(long, help_heading = COURSE, value_name = "N")]
    pub(crate) kill: Option<u32>,
    /// Drop the kernel's caches before each check after a kill (root only)
    #[arg(long, help_heading = COURSE, requires = "kill")]
    pub(crate) drop_caches: bool,
    /// Unmount the target's file system and mount it again before each check after a kill (root only)
    #[arg(long, help_heading = COURSE, requires = "kill")]
    pub(crate) remount: bool,
    /// For a writer that --kill starts: device and inode that the target must have
    #[arg(long, value_name = "N:N", hide = true)]
    pub(crate) only: Option<String>,
    #[command(flatten)]
    pub(crate) writes: Writes,
}

/// Store the acknowledged commits of writers on other machines
#[derive(Args, Debug)]
#[command(next_help_heading = COURSE)]
pub(crate) struct PowercutLedger {
    /// The file that stores the commits
    pub(crate) file: PathBuf,
    /// The address to listen on; port 0 takes a free port. Other machines cannot reach the default address
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7575")]
    pub(crate) listen: std::net::SocketAddr,
    /// The file with the secret that writers must know, at least 16 bytes
    #[arg(long, value_name = "FILE")]
    pub(crate) secret_file: PathBuf,
}

/// After the power cut: is every acknowledged commit there, complete and in order?
#[derive(Args, Debug)]
#[command(next_help_heading = "What to check")]
pub(crate) struct PowercutCheck {
    /// The directory, file or block device that was written to
    pub(crate) target: PathBuf,
    /// Where the acknowledged commits were recorded: HOST:PORT of `powercut ledger`, or the file
    #[arg(long, value_name = "HOST:PORT|FILE")]
    pub(crate) ledger: String,
    /// The file with the secret that the ledger was started with
    #[arg(long, value_name = "FILE")]
    pub(crate) secret_file: Option<PathBuf>,
    /// The run, as `powercut write` named it [default: the last run of the ledger]
    #[arg(long, value_name = "RUN")]
    pub(crate) run: Option<String>,
    /// Confirm that TARGET is the one that was written to; if nothing of the run is on it, all commits count as lost
    #[arg(long)]
    pub(crate) same_target: bool,
    /// Print one JSON document
    #[arg(long, help_heading = RESULT)]
    pub(crate) json: bool,
}

/// Reads how commits are made durable.
pub(crate) fn durability_mode() -> impl TypedValueParser<Value = DurabilityMode> {
    let values = [
        (DurabilityMode::Dsync, "Direct I/O and O_DSYNC"),
        (DurabilityMode::Fua, "Direct I/O and RWF_DSYNC on each write"),
        (
            DurabilityMode::Fdatasync,
            "Direct I/O; fdatasync after log writes and, in `verify`, at checkpoints",
        ),
        (
            DurabilityMode::Fsync,
            "Direct I/O; fsync after log writes and, in `verify`, at checkpoints",
        ),
        (
            DurabilityMode::BufferedFsync,
            "Page cache; fsync after log writes and, in `verify`, at checkpoints",
        ),
    ];
    super::named(values, DurabilityMode::name)
}
