//! Transport of bytes between processes; and between threads of one process, for tests and simulated hosts.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Ordered, reliable messages between the processes of one group, numbered from 0.
pub trait Transport: Send + Sync {
    /// The number of this process. The process with number 0 leads.
    fn rank(&self) -> usize;

    fn size(&self) -> usize;

    /// Sends a message without waiting for the receiver. Messages between two processes arrive in the order in which they are
    /// sent.
    fn send(&self, to: usize, message: Vec<u8>);

    /// The next message and its sender; `None` when nothing arrives within `wait`.
    fn receive(&self, wait: Duration) -> Option<(usize, Vec<u8>)>;

    /// Declares a process of the group gone for good, so that the end does not wait for it.
    fn abandon(&self) {}
}

/// One end of a group within this process.
#[derive(Debug)]
pub struct LocalTransport {
    rank: usize,
    senders: Vec<Sender<(usize, Vec<u8>)>>,
    receiver: Mutex<Receiver<(usize, Vec<u8>)>>,
}

impl LocalTransport {
    /// The ends of a group with `size` members, by rank.
    pub fn group(size: usize) -> Vec<Self> {
        let (senders, receivers): (Vec<_>, Vec<_>) = (0..size).map(|_| channel()).unzip();
        let end = |(rank, receiver)| Self {
            rank,
            senders: senders.clone(),
            receiver: Mutex::new(receiver),
        };
        receivers.into_iter().enumerate().map(end).collect()
    }
}

impl Transport for LocalTransport {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.senders.len()
    }

    fn send(&self, to: usize, message: Vec<u8>) {
        // The receiver may have ended; it is then detected as a lost host.
        drop(self.senders[to].send((self.rank, message)));
    }

    fn receive(&self, wait: Duration) -> Option<(usize, Vec<u8>)> {
        let receiver = self.receiver.lock().unwrap_or_else(PoisonError::into_inner);
        receiver.recv_timeout(wait).ok()
    }
}
