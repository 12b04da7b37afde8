//! The thread that makes every call to MPI.

use base::Clock;
use cluster::Transport;
use mpi::Threading;
use mpi::environment::Universe;
use mpi::request;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, Destination, Source};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use sys::clock::SystemClock;

/// The pause between two checks for messages while messages arrive, and the pause after none arrived for [`BUSY_NS`]. MPI has no
/// call that waits for a message and for another thread at once.
const PAUSE_BUSY: Duration = Duration::from_micros(50);
const PAUSE_IDLE: Duration = Duration::from_millis(2);
const BUSY_NS: u64 = 100_000_000;

/// The longest wait for the others when a process ends, in nanoseconds: they print and store before they end.
const LEAVE_NS: u64 = 60_000_000_000;
/// The same when one of them is gone for good: long enough for the last messages to be sent.
const LEAVE_ABANDONED_NS: u64 = 1_000_000_000;

/// Why the processes could not be joined.
#[derive(Debug)]
pub enum JoinError {
    /// The library allows calls from fewer threads than needed. Holds its level of threads, as MPI names it.
    FewerThreads(&'static str),
    InitialisedTwice,
    /// MPI ended while it was initialised.
    NotInitialised,
    /// The thread for MPI could not be started.
    Thread(std::io::Error),
}

/// The processes that one launcher started, as seen by one of them.
#[derive(Debug)]
pub struct MpiTransport {
    rank: usize,
    size: usize,
    outgoing: Option<Sender<(usize, Vec<u8>)>>,
    incoming: Mutex<Receiver<(usize, Vec<u8>)>>,
    thread: Option<JoinHandle<()>>,
    is_abandoned: AtomicBool,
}

impl MpiTransport {
    /// Joins the processes that the launcher started.
    ///
    /// # Errors
    /// When MPI cannot be initialised with the threads that it needs.
    pub fn join() -> Result<Self, JoinError> {
        let (outgoing, to_send) = channel();
        let (received, incoming) = channel();
        let (tell, joined) = channel();
        let main = move || {
            let universe = match mpi::initialize_with_threading(Threading::Serialized) {
                Some((universe, threading)) if threading >= Threading::Serialized => universe,
                Some((_, threading)) => {
                    return drop(tell.send(Err(JoinError::FewerThreads(name_of(threading)))));
                }
                None => return drop(tell.send(Err(JoinError::InitialisedTwice))),
            };
            let world = universe.world();
            drop(tell.send(Ok((world.rank() as usize, world.size() as usize))));
            serve(&world, &to_send, &received);
            leave(universe);
        };
        let thread = std::thread::Builder::new().name("mpi".to_owned()).spawn(main);
        let thread = thread.map_err(JoinError::Thread)?;
        let (rank, size) = joined.recv().map_err(|_| JoinError::NotInitialised)??;
        Ok(Self {
            rank,
            size,
            outgoing: Some(outgoing),
            incoming: Mutex::new(incoming),
            thread: Some(thread),
            is_abandoned: AtomicBool::new(false),
        })
    }
}

fn name_of(threading: Threading) -> &'static str {
    match threading {
        Threading::Single => "MPI_THREAD_SINGLE",
        Threading::Funneled => "MPI_THREAD_FUNNELED",
        Threading::Serialized => "MPI_THREAD_SERIALIZED",
        Threading::Multiple => "MPI_THREAD_MULTIPLE",
    }
}

/// Finalises MPI, where some libraries wait for all other processes without a limit.
fn leave(universe: Universe) {
    drop(universe);
}

fn serve(
    world: &SimpleCommunicator,
    to_send: &Receiver<(usize, Vec<u8>)>,
    received: &Sender<(usize, Vec<u8>)>,
) {
    let clock = SystemClock::new();
    let mut busy_until_ns = clock.now_ns() + BUSY_NS;
    let mut waiting = VecDeque::new();
    loop {
        let mut moved = receive(world, received);
        match to_send.try_recv() {
            Ok(message) => waiting.push_back(message),
            Err(TryRecvError::Empty) => {}
            // The program ends; everything has been sent.
            Err(TryRecvError::Disconnected) => return,
        }
        while let Some((to, bytes)) = waiting.pop_front() {
            moved = true;
            send(world, to, &bytes, received);
            waiting.extend(to_send.try_iter());
        }
        let now_ns = clock.now_ns();
        if moved {
            busy_until_ns = now_ns + BUSY_NS;
        } else {
            std::thread::sleep(if now_ns < busy_until_ns { PAUSE_BUSY } else { PAUSE_IDLE });
        }
    }
}

/// Sends one message, and receives messages until it is sent.
fn send(world: &SimpleCommunicator, to: usize, bytes: &[u8], received: &Sender<(usize, Vec<u8>)>) {
    request::scope(|scope| {
        let mut under_way = world.process_at_rank(to as i32).immediate_send(scope, bytes);
        while let Err(request) = under_way.test() {
            under_way = request;
            if !receive(world, received) {
                std::thread::sleep(PAUSE_BUSY);
            }
        }
    });
}

/// Receives all available messages; returns whether there was one.
fn receive(world: &SimpleCommunicator, received: &Sender<(usize, Vec<u8>)>) -> bool {
    let mut any = false;
    while let Some((message, status)) = world.any_process().immediate_matched_probe() {
        any = true;
        let mut bytes = vec![
            0u8;
            status.count(<u8 as mpi::traits::Equivalence>::equivalent_datatype())
                as usize
        ];
        message.matched_receive_into(&mut bytes[..]);
        // Nobody receives it when the program ends.
        drop(received.send((status.source_rank() as usize, bytes)));
    }
    any
}

impl Transport for MpiTransport {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn send(&self, to: usize, message: Vec<u8>) {
        if let Some(outgoing) = &self.outgoing {
            drop(outgoing.send((to, message)));
        }
    }

    fn receive(&self, wait: Duration) -> Option<(usize, Vec<u8>)> {
        let incoming = self.incoming.lock().unwrap_or_else(PoisonError::into_inner);
        incoming.recv_timeout(wait).ok()
    }

    fn abandon(&self) {
        self.is_abandoned.store(true, Ordering::Relaxed);
    }
}

impl Drop for MpiTransport {
    fn drop(&mut self) {
        self.outgoing = None;
        // Finalising MPI waits for every process, even for one that is gone.
        let is_abandoned = self.is_abandoned.load(Ordering::Relaxed);
        let clock = SystemClock::new();
        let until_ns = clock.now_ns() + if is_abandoned { LEAVE_ABANDONED_NS } else { LEAVE_NS };
        while self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
            && clock.now_ns() < until_ns
        {
            std::thread::sleep(PAUSE_IDLE);
        }
    }
}
