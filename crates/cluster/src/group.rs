//! The processes of one run from the view of each: exchanges of values, and the offsets of their clocks.

use crate::clock_offset::{ClockOffset, ClockSample};
use crate::liveness::KeepAlive;
use crate::{LOST_NS, Message, Transport};
use base::Clock;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often a wait checks for an interrupt by the user.
const LOOK: Duration = Duration::from_millis(50);
/// Pings for the first offset of each clock.
const PINGS: usize = 40;
/// The longest wait for the report of the next host, in nanoseconds.
const REPORT_WAIT_NS: u64 = 10_000_000_000;
/// A process that did not check for messages for this time, in nanoseconds, was itself stopped or busy.
const AWAY_NS: u64 = 2_000_000_000;
/// The longest wait for the answer to a ping.
const PONG_WAIT: Duration = Duration::from_secs(5);

/// Why the hosts could not continue together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupError {
    Interrupted,
    /// A host sent bytes that are no message of this version.
    Version(usize),
    Silent(usize),
}

/// The group from the view of one of its processes.
pub struct Group {
    transport: Arc<dyn Transport>,
    interrupt: Arc<AtomicBool>,
    exchanges: u32,
    /// Messages that arrived while another one was awaited.
    early: VecDeque<(usize, Message)>,
    offsets: Vec<ClockOffset>,
    /// Sends signs of life to the others; `None` if no process is ever considered lost.
    alive: Option<KeepAlive>,
    /// When the last message of each process arrived, in nanoseconds.
    heard_ns: Vec<u64>,
    looked_ns: u64,
}

impl std::fmt::Debug for Group {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Group({} of {})", self.rank(), self.size())
    }
}

impl Group {
    /// The group that uses a transport; `interrupt` ends every wait.
    pub fn new(transport: Arc<dyn Transport>, interrupt: Arc<AtomicBool>) -> Self {
        let offsets = vec![ClockOffset::default(); transport.size()];
        let heard_ns = vec![0; transport.size()];
        Self {
            transport,
            interrupt,
            exchanges: 0,
            early: VecDeque::new(),
            offsets,
            alive: None,
            heard_ns,
            looked_ns: 0,
        }
    }

    /// Starts to send signs of life to the others. From now on a process that is silent for 10 s ends every wait for it. All
    /// processes of a group call this.
    pub fn keep_alive(&mut self) {
        self.alive = Some(KeepAlive::start(self.transport()));
    }

    pub fn rank(&self) -> usize {
        self.transport.rank()
    }

    pub fn size(&self) -> usize {
        self.transport.size()
    }

    pub fn leads(&self) -> bool {
        self.rank() == 0
    }

    /// The transport, for threads that send and receive during a run.
    pub fn transport(&self) -> Arc<dyn Transport> {
        Arc::clone(&self.transport)
    }

    pub fn send(&self, to: usize, message: &Message) {
        self.transport.send(to, message.to_bytes());
    }

    pub fn send_all(&self, message: &Message) {
        let bytes = message.to_bytes();
        let others = (0..self.size()).filter(|rank| *rank != self.rank());
        others.for_each(|rank| self.transport.send(rank, bytes.clone()));
    }

    /// The next message, with its sender. Pings are answered during the wait.
    ///
    /// # Errors
    /// When the user interrupts, or the bytes are not a message.
    pub fn receive(&mut self, clock: &dyn Clock) -> Result<(usize, Message), GroupError> {
        if let Some(early) = self.early.pop_front() {
            return Ok(early);
        }
        loop {
            if let Some(message) = self.receive_within(LOOK, clock)? {
                return Ok(message);
            }
            self.end_wait_for_lost(clock, &|rank| rank == 0)?;
        }
    }

    /// Ends a wait for a process that has been silent for too long.
    fn end_wait_for_lost(
        &mut self,
        clock: &dyn Clock,
        is_awaited: &dyn Fn(usize) -> bool,
    ) -> Result<(), GroupError> {
        let now_ns = clock.now_ns();
        if now_ns.saturating_sub(self.looked_ns) >= AWAY_NS {
            self.heard_ns.fill(now_ns);
        }
        self.looked_ns = now_ns;
        let is_lost = |rank: &usize| {
            let silent_ns = now_ns.saturating_sub(self.heard_ns[*rank]);
            *rank != self.rank() && is_awaited(*rank) && silent_ns >= LOST_NS
        };
        match (0..self.size()).find(is_lost).filter(|_| self.alive.is_some()) {
            Some(rank) => {
                self.transport.abandon();
                Err(GroupError::Silent(rank))
            }
            None => Ok(()),
        }
    }

    fn receive_within(
        &mut self,
        wait: Duration,
        clock: &dyn Clock,
    ) -> Result<Option<(usize, Message)>, GroupError> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Err(GroupError::Interrupted);
        }
        let Some((from, bytes)) = self.transport.receive(wait) else { return Ok(None) };
        self.heard_ns[from] = clock.now_ns();
        match Message::from_bytes(&bytes).ok_or(GroupError::Version(from))? {
            Message::Ping { sent_ns } => {
                self.send(from, &Message::Pong { sent_ns, at_ns: clock.now_ns() });
                Ok(None)
            }
            Message::Alive => Ok(None),
            message => Ok(Some((from, message))),
        }
    }

    /// Distributes each host's value to all hosts, by rank. Every host calls it at the same point of its work; it waits for all.
    ///
    /// # Errors
    /// When the user interrupts, or a host runs another version.
    pub fn exchange<T: Serialize + DeserializeOwned>(
        &mut self,
        own: &T,
        clock: &dyn Clock,
    ) -> Result<Vec<T>, GroupError> {
        let own = postcard::to_allocvec(own).expect("a value holds nothing that postcard refuses");
        let bodies =
            if self.leads() { self.collect(own, clock)? } else { self.contribute(own, clock)? };
        self.exchanges += 1;
        let values = bodies.iter().enumerate();
        values
            .map(|(rank, body)| postcard::from_bytes(body).map_err(|_| GroupError::Version(rank)))
            .collect()
    }

    fn collect(&mut self, own: Vec<u8>, clock: &dyn Clock) -> Result<Vec<Vec<u8>>, GroupError> {
        let mut bodies: Vec<Option<Vec<u8>>> = vec![None; self.size()];
        bodies[0] = Some(own);
        while bodies.iter().any(Option::is_none) {
            let (from, body) = self.exchanged(clock, &|rank| bodies[rank].is_none())?;
            bodies[from] = Some(body);
        }
        let bodies: Vec<Vec<u8>> = bodies.into_iter().flatten().collect();
        let body = postcard::to_allocvec(&bodies).expect("a list of bytes");
        self.send_all(&Message::Exchange { number: self.exchanges, body });
        Ok(bodies)
    }

    fn contribute(&mut self, own: Vec<u8>, clock: &dyn Clock) -> Result<Vec<Vec<u8>>, GroupError> {
        self.send(0, &Message::Exchange { number: self.exchanges, body: own });
        let (from, body) = self.exchanged(clock, &|rank| rank == 0)?;
        postcard::from_bytes(&body).map_err(|_| GroupError::Version(from))
    }

    /// The next value of the current exchange from an awaited process; all other messages are kept for later.
    fn exchanged(
        &mut self,
        clock: &dyn Clock,
        is_awaited: &dyn Fn(usize) -> bool,
    ) -> Result<(usize, Vec<u8>), GroupError> {
        let number = self.exchanges;
        let is_due = |(_, message): &(usize, Message)| matches!(message, Message::Exchange { number: of, .. } if *of == number);
        loop {
            let due = self.early.iter().position(is_due).and_then(|at| self.early.remove(at));
            if let Some((from, Message::Exchange { body, .. })) = due {
                return Ok((from, body));
            }
            if let Some(message) = self.receive_within(LOOK, clock)? {
                self.early.push_back(message);
            }
            self.end_wait_for_lost(clock, is_awaited)?;
        }
    }

    /// Measures the offset of every other clock. The leader calls it while the others wait in [`Group::exchange`] or
    /// [`Group::receive`], where they answer.
    ///
    /// # Errors
    /// When a host does not answer, or the user interrupts.
    pub fn measure_clocks(&mut self, clock: &dyn Clock) -> Result<(), GroupError> {
        for rank in 1..self.size() {
            for _ in 0..PINGS {
                self.ping(rank, clock)?;
            }
        }
        Ok(())
    }

    fn ping(&mut self, rank: usize, clock: &dyn Clock) -> Result<(), GroupError> {
        self.send(rank, &Message::Ping { sent_ns: clock.now_ns() });
        let mut left = PONG_WAIT;
        loop {
            match self.receive_within(LOOK, clock)? {
                Some((from, Message::Pong { sent_ns, at_ns })) if from == rank => {
                    self.pong(rank, sent_ns, at_ns, clock.now_ns());
                    return Ok(());
                }
                Some(other) => self.early.push_back(other),
                None if left.is_zero() => return Err(GroupError::Silent(rank)),
                None => left = left.saturating_sub(LOOK),
            }
        }
    }

    /// Sends this host's report on the whole command to the leader.
    pub fn report(&self, report: Vec<u8>) {
        self.send(0, &Message::Report(report));
    }

    /// Each host's report on the whole command, for the leader; `None` for a host that is gone, or silent for 10 s. An interrupt
    /// does not end the wait, because the hosts are already ending.
    pub fn reports(
        &mut self,
        clock: &dyn Clock,
        is_gone: impl Fn(usize) -> bool,
    ) -> Vec<Option<Vec<u8>>> {
        let mut reports = vec![None; self.size()];
        let mut awaited = (1..self.size()).filter(|rank| !is_gone(*rank)).count();
        let mut until_ns = clock.now_ns() + REPORT_WAIT_NS;
        while awaited > 0 && clock.now_ns() < until_ns {
            let message = self.early.pop_front().or_else(|| {
                let (from, bytes) = self.transport.receive(LOOK)?;
                Some((from, Message::from_bytes(&bytes)?))
            });
            if let Some((from, Message::Report(body))) = message {
                reports[from] = Some(body);
                awaited -= 1;
                until_ns = clock.now_ns() + REPORT_WAIT_NS;
            }
        }
        reports
    }

    /// Keeps a message for later, as if it had just arrived.
    pub(crate) fn push_early(&mut self, from: usize, message: Message) {
        self.early.push_back((from, message));
    }

    /// Records that a process was heard while another thread received its messages.
    pub(crate) fn heard(&mut self, rank: usize, at_ns: u64, clock: &dyn Clock) {
        self.heard_ns[rank] = at_ns;
        self.looked_ns = clock.now_ns();
    }

    /// Adds the answer to a ping.
    pub fn pong(&mut self, rank: usize, sent_ns: u64, other_ns: u64, received_ns: u64) {
        self.offsets[rank].push(ClockSample { sent_ns, other_ns, received_ns });
    }

    /// The offset of each host's clock, by rank; the leader's own is 0.
    pub fn offsets(&self) -> &[ClockOffset] {
        &self.offsets
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LocalTransport;

    struct Ticks(std::time::Instant);

    impl Clock for Ticks {
        fn now_ns(&self) -> u64 {
            self.0.elapsed().as_nanos() as u64
        }
    }

    #[test]
    fn every_host_gets_the_values_of_all_and_the_leader_knows_their_clocks() {
        let started = std::time::Instant::now();
        let threads: Vec<_> = LocalTransport::group(5)
            .into_iter()
            .map(|end| {
                std::thread::spawn(move || {
                    let mut group = Group::new(Arc::new(end), Arc::default());
                    let clock = Ticks(started);
                    if group.leads() {
                        group.measure_clocks(&clock).unwrap();
                        for offset in &group.offsets()[1..] {
                            assert!(
                                offset.offset_ns().unsigned_abs() <= offset.bound_ns().unwrap()
                            );
                        }
                    }
                    let first = group.exchange(&format!("host {}", group.rank()), &clock).unwrap();
                    let second = group.exchange(&(group.rank() as u64 * 10), &clock).unwrap();
                    (first, second)
                })
            })
            .collect();
        for thread in threads {
            let (first, second) = thread.join().unwrap();
            assert_eq!(first, ["host 0", "host 1", "host 2", "host 3", "host 4"]);
            assert_eq!(second, [0, 10, 20, 30, 40]);
        }
    }

    #[test]
    fn a_wait_for_a_host_that_never_comes_ends_when_the_user_interrupts() {
        let mut ends = LocalTransport::group(2);
        let interrupt = Arc::new(AtomicBool::new(true));
        let mut group = Group::new(Arc::new(ends.remove(0)), interrupt);
        let clock = Ticks(std::time::Instant::now());
        assert_eq!(group.exchange(&1u8, &clock), Err(GroupError::Interrupted));
    }

    /// Runs twenty times as fast as the clock of the machine.
    struct Fast(Ticks);

    impl Clock for Fast {
        fn now_ns(&self) -> u64 {
            20 * self.0.now_ns()
        }
    }

    #[test]
    fn nobody_waits_for_a_host_that_is_gone() {
        let clock = Fast(Ticks(std::time::Instant::now()));
        let mut ends = LocalTransport::group(2).into_iter();
        let mut group = Group::new(Arc::new(ends.next().unwrap()), Arc::default());
        group.keep_alive();
        // The second process keeps its end and is silent.
        let _silent = ends.next();
        assert_eq!(group.exchange(&1u8, &clock), Err(GroupError::Silent(1)));
    }
}
