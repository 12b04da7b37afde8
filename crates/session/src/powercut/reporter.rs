//! The writer's connection to its ledger: takes the number of the last durable commit, sends it on a separate thread, and
//! returns which commit the ledger has confirmed. Only the newest number is queued. A number that was unconfirmed when a
//! connection broke is sent again on the next one.

use super::ledger::LedgerFile;
use super::wire::{LedgerMessage, LedgerQuestion, LedgerSession, Secret, WaitLimit};
use crate::failure::{Ending, Failure};
use base::Clock;
use integrity::commits::CommitDesign;
use report::messages::powercut::LedgerFault;
use report::messages::system::{SystemAction, SystemFailure};
use std::io;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use sys::clock::SystemClock;

/// The longest time to wait for an answer of a ledger.
const ANSWER: Duration = Duration::from_secs(10);
/// How long a ledger may be unreachable before the writer gives up.
const AWAY: Duration = Duration::from_secs(60);
/// The time between two attempts to reach it.
const AGAIN: Duration = Duration::from_millis(100);

#[derive(Clone)]
pub struct RemoteLedger {
    pub address: String,
    pub secret: Secret,
}

impl RemoteLedger {
    /// Asks a question of the ledger.
    pub fn ask(
        &self,
        question: LedgerQuestion,
        stop: &AtomicBool,
    ) -> io::Result<(LedgerSession, super::wire::LedgerAnswer)> {
        let mut last = io::Error::from(io::ErrorKind::NotFound);
        for address in sys::host_names::addresses(&self.address)? {
            match TcpStream::connect_timeout(&address, ANSWER) {
                Ok(stream) => {
                    let patience = WaitLimit { time: ANSWER, stop };
                    return LedgerSession::ask(stream, &self.secret, patience, question);
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// The failure when the ledger could not be asked.
    pub fn failed(&self, error: &io::Error) -> Failure {
        Failure::system(Ending::Target, SystemAction::AskLedger, &self.address, error)
    }
}

pub enum ReportSink {
    File(LedgerFile),
    Remote(RemoteLedger, Option<Box<LedgerSession>>),
}

#[derive(Default)]
struct ReportState {
    latest: u32,
    confirmed: u32,
    ended: bool,
    delivered_end: bool,
    failed: Option<String>,
}

/// The state that the writer and the sending thread share.
#[derive(Default)]
struct ReportQueue {
    state: Mutex<ReportState>,
    changed: Condvar,
    stop: AtomicBool,
}

impl ReportQueue {
    fn state(&self) -> MutexGuard<'_, ReportState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub struct Reporter {
    queue: Arc<ReportQueue>,
    thread: Option<JoinHandle<()>>,
}

impl Reporter {
    /// Begins the run in the ledger, and starts the sending thread.
    pub fn begin(design: CommitDesign, mut sink: ReportSink) -> Result<Self, Failure> {
        let queue = Arc::new(ReportQueue::default());
        match &mut sink {
            ReportSink::File(book) => {
                book.begin(design).map_err(Failure::refused(
                    Ending::Target,
                    SystemAction::BeginInLedger,
                    "",
                ))?;
            }
            ReportSink::Remote(remote, session) => {
                let reply = remote.ask(LedgerQuestion::Write(design), &queue.stop);
                let (open, answer) = reply.map_err(|e| remote.failed(&e))?;
                if answer.is_none() {
                    return Err(Failure::target(LedgerFault::NoRoomInLedger));
                }
                *session = Some(Box::new(open));
            }
        }
        let shared = Arc::clone(&queue);
        let thread = thread::spawn(move || deliver(design, &shared, &mut sink));
        Ok(Self { queue, thread: Some(thread) })
    }

    /// Reports that all commits up to this one are durable.
    pub fn report(&self, commit: u32) {
        self.queue.state().latest = commit;
        self.queue.changed.notify_all();
    }

    /// Waits until the ledger has confirmed all commits up to this one, or until `stop`. Returns whether it has.
    pub fn wait(&self, commit: u32, stop: &AtomicBool) -> Result<bool, Failure> {
        let mut state = self.queue.state();
        loop {
            if state.confirmed >= commit {
                return Ok(true);
            }
            if let Some(failed) = &state.failed {
                return Err(Failure::target(failed));
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            let waited = self.queue.changed.wait_timeout(state, AGAIN);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Sends the last commit and the end of the run. Returns the commit that the ledger has confirmed.
    pub fn end(mut self) -> Result<u32, Failure> {
        self.queue.state().ended = true;
        self.queue.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
        let state = self.queue.state();
        match &state.failed {
            Some(failed) => Err(Failure::target(failed)),
            None => Ok(state.confirmed),
        }
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        self.queue.stop.store(true, Ordering::Relaxed);
        self.queue.changed.notify_all();
    }
}

fn deliver(design: CommitDesign, queue: &ReportQueue, sink: &mut ReportSink) {
    loop {
        let mut state = queue.state();
        while state.latest == state.confirmed
            && (!state.ended || state.delivered_end)
            && !queue.stop.load(Ordering::Relaxed)
        {
            if state.delivered_end {
                return;
            }
            let waited = queue.changed.wait_timeout(state, AGAIN);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let (commit, ended) = (state.latest, state.ended);
        drop(state);
        if queue.stop.load(Ordering::Relaxed) {
            return;
        }
        let delivered = match sink {
            ReportSink::File(book) => book.acknowledge(design.run, commit, ended).map_err(|e| {
                SystemFailure { action: SystemAction::WriteLedger, object: &"", error: &e }
                    .to_string()
            }),
            ReportSink::Remote(remote, session) => {
                send(design, remote, session, commit, ended, queue)
            }
        };
        let mut state = queue.state();
        match delivered {
            Ok(confirmed) => {
                state.confirmed = confirmed.min(state.latest);
                state.delivered_end |= ended;
            }
            Err(failed) => state.failed = Some(failed),
        }
        queue.changed.notify_all();
        if state.failed.is_some() {
            return;
        }
    }
}

/// Sends a commit until it is confirmed, over new connections if necessary.
fn send(
    design: CommitDesign,
    remote: &RemoteLedger,
    session: &mut Option<Box<LedgerSession>>,
    commit: u32,
    ended: bool,
    queue: &ReportQueue,
) -> Result<u32, String> {
    let clock = SystemClock::new();
    let until_ns = clock.now_ns() + AWAY.as_nanos() as u64;
    let message =
        if ended { LedgerMessage::Ended(commit) } else { LedgerMessage::Acknowledged(commit) };
    loop {
        let tried = match session.as_mut() {
            Some(open) => exchange(open, message, queue),
            None => {
                remote.ask(LedgerQuestion::Write(design), &queue.stop).and_then(|(mut open, _)| {
                    let confirmed = exchange(&mut open, message, queue)?;
                    *session = Some(Box::new(open));
                    Ok(confirmed)
                })
            }
        };
        match tried {
            Ok(confirmed) if confirmed >= commit => return Ok(confirmed),
            // A ledger that confirms less than was sent is not the ledger in which the run began.
            Ok(confirmed) => {
                return Err(LedgerFault::ConfirmedLess {
                    confirmed: confirmed.to_string(),
                    commit: commit.to_string(),
                }
                .to_string());
            }
            Err(error) => {
                *session = None;
                let left = clock.left(until_ns);
                if left.is_zero() || queue.stop.load(Ordering::Relaxed) {
                    return Err(LedgerFault::LedgerLost {
                        ledger: remote.address.to_string(),
                        error: error.to_string(),
                    }
                    .to_string());
                }
                thread::sleep(AGAIN.min(left));
            }
        }
    }
}

fn exchange(
    session: &mut LedgerSession,
    message: LedgerMessage,
    queue: &ReportQueue,
) -> io::Result<u32> {
    session.send(message)?;
    match session.receive(WaitLimit { time: ANSWER, stop: &queue.stop })? {
        LedgerMessage::Confirmed(confirmed) => Ok(confirmed),
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}
