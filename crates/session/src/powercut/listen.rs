//! The listening ledger of `powercut`: takes an address, a secret and a file, keeps the acknowledgements of remote writers.

use super::book::LedgerFile;
use super::{ledger, server};
use crate::failure::{Ending, Failure};
use crate::foreign::say;
use crate::requests::help::COURSE;
use crate::{interrupt, terminal};
use clap::Args;
use report::messages::powercut::LedgerFault;
use report::messages::system::SystemAction;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// The most refused connections that are reported.
const STRANGERS_TOLD: u32 = 10;

/// Store the acknowledged commits of writers on other machines
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = COURSE)]
pub struct LedgerRequest {
    /// The file that stores the commits
    pub file: PathBuf,
    /// The address to listen on; port 0 takes a free port. Other machines cannot reach the default address
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7575")]
    pub listen: SocketAddr,
    /// The file with the secret that writers must know, at least 16 bytes
    #[arg(long, value_name = "FILE")]
    pub secret_file: PathBuf,
}

/// Keeps the acknowledgements of remote writers in a file until Ctrl-C.
pub fn listen(request: &LedgerRequest) -> Result<Ending, Failure> {
    let secret = ledger::secret(&request.secret_file)?;
    let book = LedgerFile::open(&request.file)?;
    let failed = |e: std::io::Error| {
        Failure::system(Ending::Target, SystemAction::Listen, request.listen, &e)
    };
    let listener = TcpListener::bind(request.listen).map_err(failed)?;
    let stop = interrupt()?;
    let address = listener.local_addr().map_err(failed)?;
    terminal::print(
        format!("{}\n", LedgerFault::Listening { address: address.to_string() }).as_bytes(),
    )?;
    if address.ip().is_unspecified() {
        say(LedgerFault::ListensEverywhere { address: address.to_string() });
    }
    let strangers = AtomicU32::new(0);
    let refused = |from: SocketAddr, error: &std::io::Error| {
        // A client that connects a million times must not fill a disk with messages.
        if strangers.fetch_add(1, Ordering::Relaxed) < STRANGERS_TOLD {
            say(LedgerFault::NotLetIn { from: from.to_string(), error: error.to_string() });
        }
    };
    server::serve(&listener, book, &secret, &stop, &refused).map_err(failed)?;
    Ok(Ending::Done)
}
