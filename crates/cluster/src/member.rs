//! One run on one host: its engine runs the host's own plan, starts each phase when the leader says, and reports its events.

use crate::{Group, HostCpus, Message, RunOutcome};
use base::Clock;
use record::RunFailure;
use sample::EngineEvent;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How often a host sends that it is running and how busy its CPUs are, in nanoseconds.
pub const ALIVE_NS: u64 = 1_000_000_000;
/// How often a wait for messages checks whether the run is over.
const LOOK: Duration = Duration::from_millis(20);
/// The silence of the leader, in nanoseconds, after which the run ends. The leader sends a ping every second.
const LEADER_LOST_NS: u64 = 10_000_000_000;

/// How the leader controls the engine of one host.
pub struct MemberControl {
    pub stop: Arc<AtomicBool>,
    /// Set to end one stream, by its index in the plan.
    pub streams: Vec<Arc<AtomicBool>>,
    starts_ns: Mutex<HashMap<usize, u64>>,
    changed: Condvar,
    /// Reports to the leader that a phase is ready.
    ready: Box<dyn Fn(usize) + Send + Sync>,
}

impl std::fmt::Debug for MemberControl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MemberControl").field("stop", &self.stop).finish_non_exhaustive()
    }
}

impl MemberControl {
    /// The control of a run with this number of streams; `ready` reports to the leader that a phase is ready.
    pub fn new(streams: usize, ready: Box<dyn Fn(usize) + Send + Sync>) -> Arc<Self> {
        Arc::new(Self {
            stop: Arc::default(),
            streams: (0..streams).map(|_| Arc::default()).collect(),
            starts_ns: Mutex::default(),
            changed: Condvar::new(),
            ready,
        })
    }

    /// Reports a phase as ready and waits for its start time from the leader; `None` when the run is stopped first.
    pub fn await_start_ns(&self, phase: usize) -> Option<u64> {
        (self.ready)(phase);
        let mut starts = self.starts_ns.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(at_ns) = starts.get(&phase) {
                return Some(*at_ns);
            }
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let woken = self.changed.wait_timeout(starts, LOOK);
            starts = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    pub(crate) fn start(&self, phase: usize, at_ns: u64) {
        self.starts_ns.lock().unwrap_or_else(PoisonError::into_inner).insert(phase, at_ns);
        self.changed.notify_all();
    }

    pub(crate) fn stop_streams(&self, streams: &[usize]) {
        let flags = streams.iter().filter_map(|stream| self.streams.get(*stream));
        flags.for_each(|flag| flag.store(true, Ordering::Relaxed));
    }

    pub(crate) fn stop_run(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }
}

/// Runs the leader's order on another host. `own` runs the plan on the engine of this host and passes every event on; `cpus`
/// returns the CPU use since its last call.
pub fn run(
    group: &mut Group,
    streams: usize,
    clock: &(dyn Clock + Sync),
    cpus: &mut (dyn FnMut() -> HostCpus + Send),
    own: impl FnOnce(&Arc<MemberControl>, &mut dyn FnMut(EngineEvent)) -> Result<RunOutcome, RunFailure>,
) -> Result<RunOutcome, RunFailure> {
    let transport = group.transport();
    let to_leader = Arc::clone(&transport);
    let control = MemberControl::new(
        streams,
        Box::new(move |phase| to_leader.send(0, Message::PhaseReady { phase }.to_bytes())),
    );
    let is_over = AtomicBool::new(false);
    let (outcome, (later, heard_ns)) = std::thread::scope(|scope| {
        let pump = scope.spawn(|| pump(&*transport, &control, clock, cpus, &is_over));
        let outcome = own(&control, &mut |event| {
            transport.send(0, Message::Event(event).to_bytes());
        });
        is_over.store(true, Ordering::Relaxed);
        (outcome, pump.join().unwrap_or_else(|_| (Vec::new(), clock.now_ns())))
    });
    later.into_iter().for_each(|message| group.push_early(0, message));
    group.heard(0, heard_ns, clock);
    group.send(0, &Message::RunEnd(outcome.clone()));
    outcome
}

/// Executes the leader's messages during the run. Returns the messages that concern the time after it, and when the leader was
/// last heard.
fn pump(
    transport: &dyn crate::Transport,
    control: &MemberControl,
    clock: &(dyn Clock + Sync),
    cpus: &mut (dyn FnMut() -> HostCpus + Send),
    is_over: &AtomicBool,
) -> (Vec<Message>, u64) {
    let mut later = Vec::new();
    let (mut told_ns, mut heard_ns) = (clock.now_ns(), clock.now_ns());
    while !is_over.load(Ordering::Relaxed) {
        let received = transport.receive(LOOK);
        let now_ns = clock.now_ns();
        if now_ns.saturating_sub(told_ns) >= ALIVE_NS {
            told_ns = now_ns;
            transport.send(0, Message::Cpus(cpus()).to_bytes());
        }
        if received.is_some() {
            heard_ns = now_ns;
        } else if now_ns.saturating_sub(heard_ns) >= LEADER_LOST_NS {
            control.stop_run();
        }
        match received.and_then(|(_, bytes)| Message::from_bytes(&bytes)) {
            Some(Message::Ping { sent_ns }) => {
                transport.send(0, Message::Pong { sent_ns, at_ns: now_ns }.to_bytes());
            }
            Some(Message::PhaseStart { phase, at_ns }) => control.start(phase, at_ns),
            Some(Message::StopStreams(streams)) => control.stop_streams(&streams),
            Some(Message::StopRun) => control.stop_run(),
            Some(Message::Alive) | None => {}
            Some(other) => later.push(other),
        }
    }
    (later, heard_ns)
}
