//! The command line of `plimsoll powercut`.

use clap::{Args, Subcommand};
use session::powercut::once::CheckRequest;
use session::powercut::request::WriteRequest;
use session::powercut::server::LedgerRequest;

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
    Write(WriteRequest),
    Ledger(LedgerRequest),
    Check(CheckRequest),
}
