//! The listening ledger: accepts connections of clients that know the secret, and stores their acknowledgements on its own
//! storage before it confirms them. The number of connections is limited, and all messages have one fixed length. Clients
//! that have not proved the secret have separate slots: a new client replaces the one of them that has waited longest.

use super::ledger::{self, LedgerFile};
use super::wire::{LedgerMessage, LedgerQuestion, LedgerSession, Secret, WaitLimit};
use crate::failure::{Ending, Failure};
use crate::foreign::say;
use crate::requests::values::COURSE;
use crate::{interrupt, terminal};
use clap::Args;
use report::messages::powercut::LedgerFault;
use report::messages::system::SystemAction;
use std::collections::{BTreeSet, VecDeque};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{io, thread};

/// The most connections of clients that know the secret; more are closed at once.
const SESSIONS_MAX: usize = 64;
/// The most connections of clients that have not proved the secret yet; one more closes the oldest.
const STRANGERS_MAX: usize = 64;
/// The longest time that a client may take to prove the secret.
const PROOF: Duration = Duration::from_secs(5);
/// How long a writer may be silent before its connection counts as broken. The writer reconnects when it has a message.
const SILENCE: Duration = Duration::from_secs(60);
const LOOK: Duration = Duration::from_millis(20);

/// Serves until `stop`; `refused` is called for each refused client.
pub fn serve(
    listener: &TcpListener,
    book: LedgerFile,
    secret: &Secret,
    stop: &AtomicBool,
    refused: &(dyn Fn(SocketAddr, &io::Error) + Sync),
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let book = Mutex::new(book);
    let places = ConnectionTable::default();
    thread::scope(|scope| {
        for number in 0u64.. {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let (stream, from) = match listener.accept() {
                Ok(accepted) => accepted,
                // A failed connection, or too many open files, must not stop the ledger.
                Err(_) => {
                    thread::sleep(LOOK);
                    continue;
                }
            };
            // Without a second handle the connection could not be closed later: refuse it.
            let Ok(handle) = stream.try_clone() else { continue };
            places.add(number, handle);
            let (book, places) = (&book, &places);
            scope.spawn(move || {
                let proved = || places.admit(number);
                if let Err(error) = serve_connection(stream, book, secret, stop, &proved) {
                    refused(from, &error);
                }
                places.remove(number);
            });
        }
    });
    Ok(())
}

struct Stranger {
    number: u64,
    stream: TcpStream,
}

#[derive(Default)]
struct ConnectionTable {
    /// The clients that have not proved that they know the secret, the oldest first.
    strangers: Mutex<VecDeque<Stranger>>,
    /// The numbers of the clients that know the secret.
    known: Mutex<BTreeSet<u64>>,
}

impl ConnectionTable {
    fn add(&self, number: u64, stream: TcpStream) {
        let mut strangers = lock(&self.strangers);
        strangers.push_back(Stranger { number, stream });
        if strangers.len() > STRANGERS_MAX
            && let Some(oldest) = strangers.pop_front()
        {
            // The client may have closed it already.
            drop(oldest.stream.shutdown(Shutdown::Both));
        }
    }

    /// Moves a client to those that know the secret. Returns whether there is a slot for it.
    fn admit(&self, number: u64) -> bool {
        lock(&self.strangers).retain(|stranger| stranger.number != number);
        let mut known = lock(&self.known);
        known.len() < SESSIONS_MAX && known.insert(number)
    }

    fn remove(&self, number: u64) {
        lock(&self.strangers).retain(|stranger| stranger.number != number);
        lock(&self.known).remove(&number);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Serves one connection, from its proof to its end. Only a failed proof is an error.
fn serve_connection(
    stream: TcpStream,
    book: &Mutex<LedgerFile>,
    secret: &Secret,
    stop: &AtomicBool,
    proved: &dyn Fn() -> bool,
) -> io::Result<()> {
    // A thread that panicked while it held the lock left the last complete entry.
    let book = || lock(book);
    stream.set_nonblocking(false)?;
    let answer = |question| match question {
        _ if !proved() => None,
        LedgerQuestion::Write(design) => book().begin(design).ok().map(|entry| (design, entry)),
        LedgerQuestion::Read(run) => book().find(run),
    };
    let patience = WaitLimit { time: PROOF, stop };
    let (mut session, question, answer) = LedgerSession::serve(stream, secret, patience, answer)?;
    let (LedgerQuestion::Write(design), Some(_)) = (question, answer) else { return Ok(()) };
    // The client is authenticated now. It may reconnect, whatever ends the connection.
    while let Ok(message) = session.receive(WaitLimit { time: SILENCE, stop }) {
        let (commit, ended) = match message {
            LedgerMessage::Acknowledged(commit) => (commit, false),
            LedgerMessage::Ended(commit) => (commit, true),
            LedgerMessage::Confirmed(_) => break,
        };
        let Ok(confirmed) = book().acknowledge(design.run, commit, ended) else { break };
        if session.send(LedgerMessage::Confirmed(confirmed)).is_err() {
            break;
        }
    }
    Ok(())
}

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
    let failed = Failure::refused(Ending::Target, SystemAction::Listen, request.listen);
    let listener = TcpListener::bind(request.listen).map_err(&failed)?;
    let stop = interrupt()?;
    let address = listener.local_addr().map_err(&failed)?;
    terminal::print(
        format!("{}\n", LedgerFault::Listening { address: address.to_string() }).as_bytes(),
    )?;
    if address.ip().is_unspecified() {
        say(LedgerFault::ListensEverywhere { address: address.to_string() });
    }
    let strangers = AtomicU32::new(0);
    let refused = |from: SocketAddr, error: &io::Error| {
        // A client that connects a million times must not fill a disk with messages.
        if strangers.fetch_add(1, Ordering::Relaxed) < STRANGERS_TOLD {
            say(LedgerFault::NotLetIn { from: from.to_string(), error: error.to_string() });
        }
    };
    serve(&listener, book, &secret, &stop, &refused).map_err(failed)?;
    Ok(Ending::Done)
}
