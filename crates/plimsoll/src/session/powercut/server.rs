//! The ledger that listens: takes connections of who knows the secret, keeps their acknowledgements on its own storage
//! before it confirms them. Never holds more than a fixed number of connections, nor a message longer than one.

use super::book::Book;
use super::wire::{Message, Patience, Question, Secret, Session};
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Connections at a time; more are closed at once.
const SESSIONS_MAX: usize = 64;
/// How long a stranger may take to prove that it is none.
const PROOF: Duration = Duration::from_secs(5);
/// How long a writer may be silent before its connection is taken for broken. It comes back when it has something.
const SILENCE: Duration = Duration::from_secs(60);
const LOOK: Duration = Duration::from_millis(20);

/// Serves until `stop`; `refused` hears of who was not let in.
///
/// # Errors
/// When the listener fails.
pub(crate) fn serve(
    listener: &TcpListener,
    book: Book,
    secret: &Secret,
    stop: &AtomicBool,
    refused: &(dyn Fn(SocketAddr, &io::Error) + Sync),
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let book = Mutex::new(book);
    let sessions = AtomicUsize::new(0);
    thread::scope(|scope| {
        while !stop.load(Ordering::Relaxed) {
            let (stream, from) = match listener.accept() {
                Ok(accepted) => accepted,
                // One connection that fails, or too many open files, is no reason to stop.
                Err(_) => {
                    thread::sleep(LOOK);
                    continue;
                }
            };
            if sessions.load(Ordering::Relaxed) >= SESSIONS_MAX {
                continue;
            }
            sessions.fetch_add(1, Ordering::Relaxed);
            let (book, sessions) = (&book, &sessions);
            scope.spawn(move || {
                if let Err(error) = one(stream, book, secret, stop) {
                    refused(from, &error);
                }
                sessions.fetch_sub(1, Ordering::Relaxed);
            });
        }
    });
    Ok(())
}

/// One connection, from its proof to its end; the error is that of the proof.
fn one(
    stream: TcpStream,
    book: &Mutex<Book>,
    secret: &Secret,
    stop: &AtomicBool,
) -> io::Result<()> {
    // A thread that failed while it held the book left it as its last whole entry.
    let book = || book.lock().unwrap_or_else(PoisonError::into_inner);
    stream.set_nonblocking(false)?;
    let answer = |question| match question {
        Question::Write(design) => book().begin(design).ok().map(|entry| (design, entry)),
        Question::Read(run) => book().find(run),
    };
    let patience = Patience { time: PROOF, stop };
    let (mut session, question, answer) = Session::serve(stream, secret, patience, answer)?;
    let (Question::Write(design), Some(_)) = (question, answer) else { return Ok(()) };
    // From here on the other side is known; whatever ends the connection, it may come back.
    while let Ok(message) = session.receive(Patience { time: SILENCE, stop }) {
        let (commit, ended) = match message {
            Message::Acknowledged(commit) => (commit, false),
            Message::Ended(commit) => (commit, true),
            Message::Confirmed(_) => break,
        };
        let kept = book().acknowledge(design.run, commit, ended);
        let Ok(confirmed) = kept else { break };
        if session.send(Message::Confirmed(confirmed)).is_err() {
            break;
        }
    }
    Ok(())
}
