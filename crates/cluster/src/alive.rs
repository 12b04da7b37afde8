//! A thread that sends a sign of life to the other processes once a second, so that a process that prepares a large file is not
//! taken for dead.

use crate::member::ALIVE_NS;
use crate::{Message, Transport};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Sends signs of life until it is dropped.
pub(crate) struct KeepAlive {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl KeepAlive {
    /// Starts the thread: the first process sends to all others, each of the others to the first.
    pub(crate) fn start(transport: Arc<dyn Transport>) -> Self {
        let (stop, stopped) = channel();
        let thread = std::thread::Builder::new()
            .name("alive".to_owned())
            .spawn(move || send_until(&stopped, &*transport));
        Self { stop: Some(stop), thread: thread.ok() }
    }
}

fn send_until(stopped: &Receiver<()>, transport: &dyn Transport) {
    let receivers = if transport.rank() == 0 { 1..transport.size() } else { 0..1 };
    let pause = Duration::from_nanos(ALIVE_NS);
    while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
        receivers.clone().for_each(|rank| transport.send(rank, Message::Alive.to_bytes()));
    }
}

impl Drop for KeepAlive {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}
