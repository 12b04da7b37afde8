//! Tracks silent hosts: a host that is silent for seconds was stopped or is cut off, and one that stays silent is lost.
//!
//! Every host sends something at least once a second while it runs ([`crate::member::ALIVE_NS`]); a thread sends it while a process
//! prepares.

use crate::member::ALIVE_NS;
use crate::{Message, Transport};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// The shortest silence that is reported, in nanoseconds: three missed signs of life.
const PAUSE_NS: u64 = 3_000_000_000;
/// The silence after which a host counts as lost, in nanoseconds. The others then end.
pub const LOST_NS: u64 = 10_000_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostPause {
    pub rank: usize,
    /// When its last message arrived, on the leader's clock, in nanoseconds.
    pub from_ns: u64,
    pub length_ns: u64,
}

/// When the last message of each host arrived.
#[derive(Debug)]
pub(crate) struct Liveness {
    heard_ns: Vec<u64>,
    pub(crate) pauses: Vec<HostPause>,
}

impl Liveness {
    pub(crate) fn new(hosts: usize, now_ns: u64) -> Self {
        Self { heard_ns: vec![now_ns; hosts], pauses: Vec::new() }
    }

    /// Records a message of a host. Messages that waited while the leader itself did not run are no silence of the host.
    pub(crate) fn heard(&mut self, rank: usize, now_ns: u64) {
        let from_ns = std::mem::replace(&mut self.heard_ns[rank], now_ns);
        let length_ns = now_ns.saturating_sub(from_ns);
        if length_ns >= PAUSE_NS {
            self.pauses.push(HostPause { rank, from_ns, length_ns });
        }
    }

    /// Resets all silences, because the leader itself did not run until now.
    pub(crate) fn leader_was_away(&mut self, now_ns: u64) {
        self.heard_ns.fill(now_ns);
    }

    /// The number of hosts that answer: the leader itself, and every host with a message in the last three seconds.
    pub(crate) fn answering(&self, now_ns: u64) -> usize {
        let is_heard = |(rank, from_ns): &(usize, &u64)| {
            *rank == 0 || now_ns.saturating_sub(**from_ns) < PAUSE_NS
        };
        self.heard_ns.iter().enumerate().filter(is_heard).count()
    }

    /// A host that has been silent for too long, and since when.
    pub(crate) fn lost(
        &self,
        now_ns: u64,
        is_awaited: impl Fn(usize) -> bool,
    ) -> Option<HostPause> {
        let silent = |(rank, from_ns): (usize, &u64)| HostPause {
            rank,
            from_ns: *from_ns,
            length_ns: now_ns.saturating_sub(*from_ns),
        };
        let mut awaited =
            self.heard_ns.iter().enumerate().filter(|(rank, _)| is_awaited(*rank)).map(silent);
        awaited.find(|pause| pause.length_ns >= LOST_NS)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_silence_is_reported_and_a_long_one_loses_the_host() {
        const S: u64 = 1_000_000_000;
        let mut hosts = Liveness::new(3, 0);
        for second in 1..=20 {
            hosts.heard(0, second * S);
            if !(5..10).contains(&second) {
                hosts.heard(1, second * S);
            }
            let lost = hosts.lost(second * S, |rank| rank != 2);
            assert_eq!(lost, None, "at {second} s");
            // The third host never sends anything.
            let answering = if second < 3 { 3 } else { 2 - usize::from((7..10).contains(&second)) };
            assert_eq!(hosts.answering(second * S), answering, "at {second} s");
        }
        assert_eq!(
            hosts.lost(20 * S, |_| true).map(|lost| (lost.rank, lost.from_ns)),
            Some((2, 0))
        );
        let pauses = hosts.pauses;
        assert_eq!(pauses, [HostPause { rank: 1, from_ns: 4 * S, length_ns: 6 * S }]);
    }
}
