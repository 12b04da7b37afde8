//! The ledger of `powercut` that listens: takes an address, a secret and a file, keeps there what writers elsewhere acknowledge.

use super::book::LedgerFile;
use super::{ledger, server};
use crate::failure::{Ending, Failure};
use crate::foreign::say;
use crate::{interrupt, terminal};
use report::messages::powercut::LedgerFault;
use report::messages::system::SystemAction;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// Strangers that are told one by one.
const STRANGERS_TOLD: u32 = 10;

/// Where acknowledgements come from, and where they are kept.
#[derive(Clone, Debug)]
pub struct LedgerRequest {
    /// The file that keeps them.
    pub file: PathBuf,
    /// Where to listen.
    pub listen: SocketAddr,
    /// The file with the secret that writers must know.
    pub secret_file: PathBuf,
}

/// Keeps the acknowledgements of writers elsewhere in a file, until Ctrl-C.
///
/// # Errors
/// Why the file or the secret cannot be read, or nothing can listen there.
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
        say(&LedgerFault::ListensEverywhere { address: address.to_string() }.to_string());
    }
    let strangers = AtomicU32::new(0);
    let refused = |from: SocketAddr, error: &std::io::Error| {
        // Whoever knocks a million times does not fill a disk with lines.
        if strangers.fetch_add(1, Ordering::Relaxed) < STRANGERS_TOLD {
            say(&LedgerFault::NotLetIn { from: from.to_string(), error: error.to_string() }
                .to_string());
        }
    };
    server::serve(&listener, book, &secret, &stop, &refused).map_err(failed)?;
    Ok(Ending::Done)
}
