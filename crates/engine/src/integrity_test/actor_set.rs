//! The actors of a phase: which are ready, sleep, wait for operations, or are blocked by a latch.

use crate::backend::IoKind;
use base::proof::ActorCounts;
use integrity::actors::{Actor, ActorOperation, FileActivity};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use workload::ActorName;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ActorState {
    /// In the queue of ready actors, or asleep.
    Plays,
    /// Waits for the end of all own operations, then pauses.
    Awaits {
        rest_ns: u64,
    },
    /// Blocked: this operation must wait for an operation of another actor.
    Held(ActorOperation),
    Ended,
}

/// One actor with its operations in flight.
#[derive(Debug)]
pub(super) struct ActorRun {
    actor: Actor,
    pub(super) outstanding: u32,
    pub(super) state: ActorState,
    /// The slot of the read that its next write waits for.
    pub(super) read_back: Option<u32>,
    actor_totals: ActorCounts,
}

impl ActorRun {
    /// Records that an operation of this many pages begins for this actor.
    pub(super) fn begins(&mut self, kind: IoKind, pages: u32) {
        self.outstanding += 1;
        let actor_totals = &mut self.actor_totals;
        match kind {
            IoKind::Read => actor_totals.reads += 1,
            IoKind::Write => actor_totals.writes += 1,
            IoKind::Flush => actor_totals.flushes += 1,
            IoKind::Trim => {}
        }
        actor_totals.pages += u64::from(pages);
    }
}

#[derive(Debug, Default)]
pub(super) struct ActorSet {
    actors: Vec<ActorRun>,
    ready: VecDeque<u32>,
    sleeping: BinaryHeap<Reverse<(u64, u32)>>,
    held: Vec<u32>,
    ended: usize,
    /// The actor that resizes the file as soon as nothing is in flight, and the new number of pages.
    pub(super) resizing: Option<(u32, u64)>,
}

impl ActorSet {
    pub(super) fn new(actors: Vec<Actor>) -> Self {
        let actor_run = |actor: Actor| {
            let actor_totals = ActorCounts::of(actor.name());
            ActorRun {
                actor,
                outstanding: 0,
                state: ActorState::Plays,
                read_back: None,
                actor_totals,
            }
        };
        let players: Vec<ActorRun> = actors.into_iter().map(actor_run).collect();
        Self { ready: (0..players.len() as u32).collect(), actors: players, ..Self::default() }
    }

    pub(super) fn all_ended(&self) -> bool {
        self.ended == self.actors.len()
    }

    pub(super) fn has_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    pub(super) fn pop_ready(&mut self) -> Option<u32> {
        self.ready.pop_front()
    }

    pub(super) fn actor_run(&mut self, number: u32) -> &mut ActorRun {
        &mut self.actors[number as usize]
    }

    pub(super) fn add_totals(&self, list: &mut Vec<ActorCounts>) {
        self.actors.iter().for_each(|actor_run| actor_run.actor_totals.add_to(list));
    }

    /// The name of an actor; `None` if no actor has the number.
    pub(super) fn name(&self, number: u32) -> Option<ActorName> {
        self.actors.get(number as usize).map(|actor_run| actor_run.actor.name())
    }

    /// The actor's next operation: the blocked one, or a new one.
    pub(super) fn act(&mut self, number: u32, stage: &mut FileActivity) -> ActorOperation {
        let actor_run = &mut self.actors[number as usize];
        match std::mem::replace(&mut actor_run.state, ActorState::Plays) {
            ActorState::Held(act) => act,
            _ => actor_run.actor.next(stage),
        }
    }

    /// Lets the actor continue at once.
    pub(super) fn make_ready(&mut self, number: u32) {
        self.actors[number as usize].state = ActorState::Plays;
        self.ready.push_back(number);
    }

    /// Lets the actor continue after a pause.
    pub(super) fn rest(&mut self, number: u32, now_ns: u64, rest_ns: u64) {
        if rest_ns == 0 {
            return self.make_ready(number);
        }
        self.actors[number as usize].state = ActorState::Plays;
        self.sleeping.push(Reverse((now_ns.saturating_add(rest_ns), number)));
    }

    /// Blocks the actor until an operation of another actor ends.
    pub(super) fn block(&mut self, number: u32, act: ActorOperation) {
        self.actors[number as usize].state = ActorState::Held(act);
        self.held.push(number);
    }

    /// Lets all blocked actors try again, after an operation ended.
    pub(super) fn unblock_all(&mut self) {
        self.ready.extend(self.held.drain(..));
    }

    pub(super) fn end(&mut self, number: u32) {
        self.actors[number as usize].state = ActorState::Ended;
        self.ended += 1;
    }

    /// Makes the actors ready whose pause is over.
    pub(super) fn wake(&mut self, now_ns: u64) {
        while let Some(&Reverse((due_ns, number))) = self.sleeping.peek() {
            if due_ns > now_ns {
                break;
            }
            self.sleeping.pop();
            self.ready.push_back(number);
        }
    }

    pub(super) fn next_wake_ns(&self) -> Option<u64> {
        self.sleeping.peek().map(|next| next.0.0)
    }
}
