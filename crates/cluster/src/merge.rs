//! The events of all hosts as the events of one engine.
//!
//! Takes the events of each host in their order; gives merged intervals as soon as every host has delivered its own, and other
//! events when their phase becomes the current one. The events of a host that is ahead wait in its queue.

use crate::HostCpus;
use plan::Plan;
use sample::{EngineEvent, IntervalSample, IoFailure, SampleMerger};
use std::collections::VecDeque;

/// Merges the events of hosts, phase by phase.
#[derive(Debug)]
pub struct PhaseMerger {
    streams: usize,
    phases: usize,
    hosts: Vec<HostEvents>,
    phase: usize,
    merger: SampleMerger,
    is_started: bool,
}

#[derive(Debug, Default)]
struct HostEvents {
    queue: VecDeque<EngineEvent>,
    is_done: bool,
    is_ended: bool,
    /// Which streams it runs, by phase.
    runs: Vec<Vec<bool>>,
}

/// For each stream, whether the phase runs it.
fn streams_run(phase: &plan::PhasePlan, streams: usize) -> Vec<bool> {
    let mut runs = vec![false; streams];
    phase.workers.iter().for_each(|work| runs[work.stream] = true);
    runs
}

impl PhaseMerger {
    /// A merger for hosts that run these plans, whose streams and phases are the same.
    pub fn new(plans: &[Plan]) -> Self {
        let streams = plans[0].streams.len();
        let hosts = plans.iter().map(|plan| HostEvents {
            runs: plan.phases.iter().map(|phase| streams_run(phase, streams)).collect(),
            ..HostEvents::default()
        });
        let mut merger = Self {
            streams,
            phases: plans[0].phases.len(),
            hosts: hosts.collect(),
            phase: 0,
            merger: SampleMerger::new([]),
            is_started: false,
        };
        merger.open();
        merger
    }

    /// Adds one event of a host; `hear` first gets this host's own interval, then every event that is now complete.
    pub fn push(&mut self, rank: usize, event: EngineEvent, hear: &mut dyn FnMut(MergedEvent<'_>)) {
        self.hosts[rank].queue.push_back(event);
        self.drain(hear);
    }

    /// Marks a host as ended, whether it is done or lost.
    pub fn end(&mut self, rank: usize, hear: &mut dyn FnMut(MergedEvent<'_>)) {
        self.hosts[rank].is_ended = true;
        self.drain(hear);
    }

    fn open(&mut self) {
        let streams = self.streams;
        let mut merger = SampleMerger::new((0..self.hosts.len() * streams).map(|n| n % streams));
        for (rank, host) in self.hosts.iter_mut().enumerate() {
            host.is_done = false;
            for stream in 0..streams {
                if host.runs.get(self.phase).is_none_or(|runs| !runs[stream]) {
                    merger.end(rank * streams + stream, &mut |_| {});
                }
            }
        }
        self.merger = merger;
        self.is_started = false;
    }

    fn drain(&mut self, hear: &mut dyn FnMut(MergedEvent<'_>)) {
        while self.phase < self.phases {
            for rank in 0..self.hosts.len() {
                self.drain_host(rank, hear);
            }
            if !self.hosts.iter().all(|host| host.is_done) {
                return;
            }
            if self.is_started {
                hear(MergedEvent::All(EngineEvent::PhaseEnd { phase: self.phase }));
            }
            self.phase += 1;
            self.open();
        }
    }

    fn drain_host(&mut self, rank: usize, hear: &mut dyn FnMut(MergedEvent<'_>)) {
        while !self.hosts[rank].is_done {
            let Some(event) = self.hosts[rank].queue.pop_front() else {
                if self.hosts[rank].is_ended {
                    self.end_host(rank, hear);
                }
                return;
            };
            match event {
                EngineEvent::PhaseStart { phase } => {
                    if !self.is_started {
                        self.is_started = true;
                        hear(MergedEvent::All(EngineEvent::PhaseStart { phase }));
                    }
                }
                EngineEvent::PhaseEnd { .. } => self.end_host(rank, hear),
                EngineEvent::Interval(interval) => {
                    hear(MergedEvent::OfHost(rank, &interval));
                    let participant = rank * self.streams + interval.stream;
                    self.merger.add(participant, &interval, &mut |sum| {
                        hear(MergedEvent::All(EngineEvent::Interval(sum)));
                    });
                }
                EngineEvent::Failure(failure) => {
                    hear(MergedEvent::FailureOf(rank, &failure));
                    hear(MergedEvent::All(EngineEvent::Failure(failure)));
                }
                other => hear(MergedEvent::All(other)),
            }
        }
    }

    fn end_host(&mut self, rank: usize, hear: &mut dyn FnMut(MergedEvent<'_>)) {
        self.hosts[rank].is_done = true;
        for stream in 0..self.streams {
            self.merger.end(rank * self.streams + stream, &mut |sum| {
                hear(MergedEvent::All(EngineEvent::Interval(sum)));
            });
        }
    }
}

#[derive(Debug)]
pub enum MergedEvent<'a> {
    OfHost(usize, &'a IntervalSample),
    /// A failed I/O of one host. It is repeated as an event of all hosts.
    FailureOf(usize, &'a IoFailure),
    /// The CPU use of a host over about a second.
    Cpus(usize, HostCpus),
    /// The number of hosts that answer, when it changes.
    Answering(usize),
    All(EngineEvent),
}
