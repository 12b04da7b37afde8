//! The listening ledger: accepts connections of clients that know the secret, and stores their acknowledgements on its own
//! storage before it confirms them. The number of connections is limited, and all messages have one fixed length. Clients
//! that have not proved the secret have separate slots: a new client replaces the one of them that has waited longest.

use super::book::LedgerFile;
use super::wire::{LedgerMessage, LedgerQuestion, LedgerSession, Secret, WaitLimit};
use std::collections::{BTreeSet, VecDeque};
use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

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
