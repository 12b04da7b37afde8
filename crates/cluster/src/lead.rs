//! The leader's part of one run on all hosts: every host gets its plan, all start each phase at the same time, and their events
//! are merged as those of one engine.
//!
//! A host that stays silent is lost, and a host whose engine fails has failed; the others then end, and the measured part counts.

use crate::liveness::Liveness;
use crate::member::MemberControl;
use crate::merge::{MergedEvent, PhaseMerger};
use crate::message::{RunOrder, TrialLabel};
use crate::{Group, HostPause, LOST_NS, Message, RunOutcome};
use base::Clock;
use plan::Plan;
use record::RunFailure;
use sample::EngineEvent;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// How often the leader checks stop flags, clocks and silent hosts.
const LOOK: Duration = Duration::from_millis(20);
/// How often each clock is measured again, in nanoseconds.
const PING_NS: u64 = 1_000_000_000;
/// The time from the last host's readiness to the start of a phase, in which the message reaches every host; nanoseconds.
const LEAD_NS: u64 = 30_000_000;
/// A leader that did not check for this time, in nanoseconds, was itself stopped.
const AWAY_NS: u64 = 2_000_000_000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StopRequest {
    pub run: bool,
    pub streams: Vec<usize>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct HostsOutcome {
    /// Each host's outcome of its run, by rank; `None` for a host that was lost, failed or had nothing to do.
    pub hosts: Vec<Option<RunOutcome>>,
    /// Hosts that were silent for seconds and then continued.
    pub pauses: Vec<HostPause>,
    pub lost: Option<HostPause>,
    /// The hosts whose engine failed, with the reason.
    pub failed: Vec<(usize, RunFailure)>,
}

enum Input {
    Message { from: usize, message: Message, at_ns: u64 },
    OwnReady(usize),
    OwnEvent(EngineEvent),
    OwnEnd(Result<RunOutcome, RunFailure>),
}

/// Runs the plan of each host, including the leader's own, until all have ended.
///
/// `stop` returns what to end; it is called after every event and 50 times a second. `own` runs the leader's part on its engine.
pub fn run(
    group: &mut Group,
    clock: &(dyn Clock + Sync),
    plans: &[Plan],
    trial: Option<&TrialLabel>,
    stop: &mut dyn FnMut() -> StopRequest,
    own: impl FnOnce(&Arc<MemberControl>, &mut dyn FnMut(EngineEvent)) -> Result<RunOutcome, RunFailure>
    + Send,
    hear: &mut dyn FnMut(MergedEvent<'_>),
) -> HostsOutcome {
    for (rank, plan) in plans.iter().enumerate().skip(1).filter(|(_, plan)| has_work(plan)) {
        let order = RunOrder { plan: plan.clone(), trial: trial.cloned() };
        group.send(rank, &Message::Run(Box::new(order)));
    }
    let (sender, inputs) = channel();
    let ready = sender.clone();
    let control = MemberControl::new(
        plans[0].streams.len(),
        Box::new(move |phase| drop(ready.send(Input::OwnReady(phase)))),
    );
    let is_over = AtomicBool::new(false);
    let transport = group.transport();
    let outcome = std::thread::scope(|scope| {
        let events = sender.clone();
        if has_work(&plans[0]) {
            scope.spawn(|| own_part(own, &control, events));
        }
        scope.spawn(|| pump(&*transport, clock, &is_over, &sender));
        let mut lead = Lead::new(group, clock, plans, &control, stop, hear);
        lead.serve(&inputs);
        is_over.store(true, Ordering::Relaxed);
        lead.outcome()
    });
    // Messages after the end, such as the report of an interrupted host, are kept for later.
    for input in inputs.try_iter() {
        if let Input::Message { from, message, .. } = input {
            group.push_early(from, message);
        }
    }
    outcome
}

pub fn has_work(plan: &Plan) -> bool {
    plan.phases.iter().any(|phase| !phase.workers.is_empty())
}

fn own_part(
    own: impl FnOnce(&Arc<MemberControl>, &mut dyn FnMut(EngineEvent)) -> Result<RunOutcome, RunFailure>,
    control: &Arc<MemberControl>,
    events: Sender<Input>,
) {
    let outcome = own(control, &mut |event| drop(events.send(Input::OwnEvent(event))));
    drop(events.send(Input::OwnEnd(outcome)));
}

fn pump(
    transport: &dyn crate::Transport,
    clock: &(dyn Clock + Sync),
    is_over: &AtomicBool,
    inputs: &Sender<Input>,
) {
    while !is_over.load(Ordering::Relaxed) {
        let Some((from, bytes)) = transport.receive(LOOK) else { continue };
        let at_ns = clock.now_ns();
        if let Some(message) = Message::from_bytes(&bytes) {
            drop(inputs.send(Input::Message { from, message, at_ns }));
        }
    }
}

/// The leader's state during a run.
struct Lead<'a> {
    group: &'a mut Group,
    clock: &'a (dyn Clock + Sync),
    control: &'a MemberControl,
    stop: &'a mut dyn FnMut() -> StopRequest,
    hear: &'a mut dyn FnMut(MergedEvent<'_>),
    merger: PhaseMerger,
    liveness: Liveness,
    /// The number of hosts that answered at the last check.
    answering: usize,
    /// Hosts that have not ended, by rank.
    is_running: Vec<bool>,
    /// The phase for which each host is ready, by rank.
    ready: Vec<Option<usize>>,
    stopped: StopRequest,
    streams: usize,
    pinged_ns: u64,
    looked_ns: u64,
    /// When the run was ordered to end.
    ending_ns: Option<u64>,
    outcome: HostsOutcome,
}

impl<'a> Lead<'a> {
    fn new(
        group: &'a mut Group,
        clock: &'a (dyn Clock + Sync),
        plans: &[Plan],
        control: &'a MemberControl,
        stop: &'a mut dyn FnMut() -> StopRequest,
        hear: &'a mut dyn FnMut(MergedEvent<'_>),
    ) -> Self {
        let now_ns = clock.now_ns();
        let mut lead = Self {
            merger: PhaseMerger::new(plans),
            liveness: Liveness::new(plans.len(), now_ns),
            answering: 0,
            is_running: plans.iter().map(has_work).collect(),
            ready: vec![None; plans.len()],
            stopped: StopRequest::default(),
            streams: plans[0].streams.len(),
            pinged_ns: 0,
            looked_ns: now_ns,
            ending_ns: None,
            outcome: HostsOutcome { hosts: vec![None; plans.len()], ..HostsOutcome::default() },
            group,
            clock,
            control,
            stop,
            hear,
        };
        for rank in 0..plans.len() {
            if !lead.is_running[rank] {
                lead.merger.end(rank, lead.hear);
            }
        }
        lead
    }

    fn serve(&mut self, inputs: &Receiver<Input>) {
        while self.is_running.iter().any(|running| *running) {
            match inputs.recv_timeout(LOOK) {
                Ok(Input::OwnReady(phase)) => self.phase_ready(0, phase),
                Ok(Input::OwnEvent(event)) => self.event(0, event),
                Ok(Input::OwnEnd(outcome)) => self.end(0, outcome),
                Ok(Input::Message { from, message, at_ns }) => self.message(from, message, at_ns),
                Err(_) => {}
            }
            self.look();
        }
    }

    fn message(&mut self, from: usize, message: Message, at_ns: u64) {
        self.liveness.heard(from, at_ns);
        match message {
            Message::Event(event) => self.event(from, event),
            Message::PhaseReady { phase } => self.phase_ready(from, phase),
            Message::RunEnd(outcome) => self.end(from, outcome),
            Message::Pong { sent_ns, at_ns: other_ns } => {
                self.group.pong(from, sent_ns, other_ns, at_ns);
            }
            Message::Cpus(cpus) => (self.hear)(MergedEvent::Cpus(from, cpus)),
            Message::Alive => {}
            other => self.group.push_early(from, other),
        }
    }

    fn event(&mut self, rank: usize, event: EngineEvent) {
        let is_stopped = self.stopped.run || self.stopped.streams.len() == self.streams;
        let hear = &mut *self.hear;
        self.merger.push(rank, event, &mut |mut merged| {
            if let MergedEvent::All(EngineEvent::Interval(interval)) = &mut merged {
                // Once the stop is decided, hosts that are ahead do not change it.
                interval.partial |= is_stopped;
            }
            hear(merged);
        });
    }

    fn phase_ready(&mut self, rank: usize, phase: usize) {
        self.ready[rank] = Some(phase);
        let all = self.is_running.iter().zip(&self.ready);
        if !all.clone().all(|(running, ready)| !running || *ready == Some(phase)) {
            return;
        }
        let widest_ns = self.group.offsets().iter().filter_map(|offset| offset.bound_ns()).max();
        let start_ns = self.clock.now_ns() + LEAD_NS + 4 * widest_ns.unwrap_or(0);
        for rank in (1..self.ready.len()).filter(|rank| self.is_running[*rank]) {
            let at_ns = self.group.offsets()[rank].other_ns(start_ns);
            self.group.send(rank, &Message::PhaseStart { phase, at_ns });
        }
        self.control.start(phase, start_ns);
    }

    fn end(&mut self, rank: usize, outcome: Result<RunOutcome, RunFailure>) {
        self.is_running[rank] = false;
        self.merger.end(rank, self.hear);
        match outcome {
            Ok(outcome) => self.outcome.hosts[rank] = Some(outcome),
            Err(why) => {
                self.outcome.failed.push((rank, why));
                self.stop_run();
            }
        }
        // The remaining hosts may be waiting for this one to be ready.
        let next = self.ready.iter().zip(&self.is_running).filter(|(_, running)| **running);
        if let Some(phase) = next.filter_map(|(ready, _)| *ready).max()
            && rank != 0
        {
            let waiting = (0..self.ready.len())
                .find(|rank| self.is_running[*rank] && self.ready[*rank] == Some(phase));
            waiting.into_iter().for_each(|rank| self.phase_ready(rank, phase));
        }
    }

    fn look(&mut self) {
        let now_ns = self.clock.now_ns();
        if now_ns.saturating_sub(self.looked_ns) >= AWAY_NS {
            self.liveness.leader_was_away(now_ns);
        }
        self.looked_ns = now_ns;
        self.pass_stops_on();
        if now_ns.saturating_sub(self.pinged_ns) >= PING_NS {
            self.pinged_ns = now_ns;
            for rank in (1..self.is_running.len()).filter(|rank| self.is_running[*rank]) {
                self.group.send(rank, &Message::Ping { sent_ns: now_ns });
            }
        }
        let answering = self.liveness.answering(now_ns);
        if std::mem::replace(&mut self.answering, answering) != answering {
            (self.hear)(MergedEvent::Answering(answering));
        }
        let running = &self.is_running;
        let lost = self.liveness.lost(now_ns, |rank| rank != 0 && running[rank]);
        if let Some(lost) = lost {
            self.outcome.lost.get_or_insert(lost);
            self.is_running[lost.rank] = false;
            self.merger.end(lost.rank, self.hear);
            self.stop_run();
        }
        // A host that does not end when ordered to is lost too.
        let overdue = self.ending_ns.is_some_and(|at_ns| now_ns.saturating_sub(at_ns) >= LOST_NS);
        if let Some(rank) =
            (1..self.is_running.len()).find(|rank| overdue && self.is_running[*rank])
        {
            let from_ns = self.ending_ns.unwrap_or(now_ns);
            let lost = HostPause { rank, from_ns, length_ns: now_ns - from_ns };
            self.outcome.lost.get_or_insert(lost);
            self.is_running[rank] = false;
            self.merger.end(rank, self.hear);
        }
    }

    fn pass_stops_on(&mut self) {
        let wanted = (self.stop)();
        if wanted.run && !self.stopped.run {
            self.stop_run();
        }
        let new = |stream: &usize| !self.stopped.streams.contains(stream);
        let streams: Vec<usize> = wanted.streams.into_iter().filter(new).collect();
        if !streams.is_empty() {
            self.group.send_all(&Message::StopStreams(streams.clone()));
            self.control.stop_streams(&streams);
            self.stopped.streams.extend(streams);
        }
    }

    fn stop_run(&mut self) {
        self.stopped.run = true;
        self.ending_ns.get_or_insert(self.clock.now_ns());
        self.group.send_all(&Message::StopRun);
        self.control.stop_run();
    }

    fn outcome(self) -> HostsOutcome {
        HostsOutcome { pauses: self.liveness.pauses, ..self.outcome }
    }
}
