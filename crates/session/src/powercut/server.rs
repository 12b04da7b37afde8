//! The ledger that listens: takes connections of who knows the secret, keeps their acknowledgements on its own storage
//! before it confirms them. Never holds more than a fixed number of connections, nor a message longer than one. Strangers
//! and those who know the secret have places of their own: a newcomer takes that of the stranger who waits longest.

use super::book::LedgerFile;
use super::wire::{LedgerMessage, LedgerQuestion, LedgerSession, Secret, WaitLimit};
use std::collections::{BTreeSet, VecDeque};
use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Connections at a time of those who know the secret; more are closed at once.
const SESSIONS_MAX: usize = 64;
/// Connections at a time of those who have not proved it yet; for one more the oldest is closed.
const STRANGERS_MAX: usize = 64;
/// How long a stranger may take to prove that it is none.
const PROOF: Duration = Duration::from_secs(5);
/// How long a writer may be silent before its connection is taken for broken. It comes back when it has something.
const SILENCE: Duration = Duration::from_secs(60);
const LOOK: Duration = Duration::from_millis(20);

/// Serves until `stop`; `refused` hears of who was not let in.
///
/// # Errors
/// When the listener fails.
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
                // One connection that fails, or too many open files, is no reason to stop.
                Err(_) => {
                    thread::sleep(LOOK);
                    continue;
                }
            };
            // Who cannot be put out again is not let in.
            let Ok(handle) = stream.try_clone() else { continue };
            places.arrives(number, handle);
            let (book, places) = (&book, &places);
            scope.spawn(move || {
                let proved = || places.proves(number);
                if let Err(error) = one(stream, book, secret, stop, &proved) {
                    refused(from, &error);
                }
                places.leaves(number);
            });
        }
    });
    Ok(())
}

/// Who is connected.
#[derive(Default)]
struct ConnectionTable {
    /// Those who have not proved that they know the secret, the oldest first.
    strangers: Mutex<VecDeque<(u64, TcpStream)>>,
    /// The others, by number.
    known: Mutex<BTreeSet<u64>>,
}

impl ConnectionTable {
    fn arrives(&self, number: u64, stream: TcpStream) {
        let mut strangers = lock(&self.strangers);
        strangers.push_back((number, stream));
        if strangers.len() > STRANGERS_MAX
            && let Some((_, oldest)) = strangers.pop_front()
        {
            // It may have gone by itself.
            drop(oldest.shutdown(Shutdown::Both));
        }
    }

    /// Whether there is a place for one more who knows the secret.
    fn proves(&self, number: u64) -> bool {
        lock(&self.strangers).retain(|stranger| stranger.0 != number);
        let mut known = lock(&self.known);
        known.len() < SESSIONS_MAX && known.insert(number)
    }

    fn leaves(&self, number: u64) {
        lock(&self.strangers).retain(|stranger| stranger.0 != number);
        lock(&self.known).remove(&number);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One connection, from its proof to its end; the error is that of the proof.
fn one(
    stream: TcpStream,
    book: &Mutex<LedgerFile>,
    secret: &Secret,
    stop: &AtomicBool,
    proved: &dyn Fn() -> bool,
) -> io::Result<()> {
    // A thread that failed while it held the book left it as its last whole entry.
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
    // From here on the other side is known; whatever ends the connection, it may come back.
    while let Ok(message) = session.receive(WaitLimit { time: SILENCE, stop }) {
        let (commit, ended) = match message {
            LedgerMessage::Acknowledged(commit) => (commit, false),
            LedgerMessage::Ended(commit) => (commit, true),
            LedgerMessage::Confirmed(_) => break,
        };
        let kept = book().acknowledge(design.run, commit, ended);
        let Ok(confirmed) = kept else { break };
        if session.send(LedgerMessage::Confirmed(confirmed)).is_err() {
            break;
        }
    }
    Ok(())
}
