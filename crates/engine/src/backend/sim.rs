//! The simulated storage as a backend: passes a worker's operations to a shared [`SimStorage`] on the virtual clock.
//!
//! Takes [`DiskOperation`]s, returns [`Completion`]s at their time. A blocking turn advances the clock itself, which is
//! correct for a single worker; [`crate::virtual_time`] steps several workers on one clock without blocking. All slots
//! share one buffer, because the data are not stored.

use crate::backend::{Backend, BackendError, Completion, DiskOperation, IoKind};
use crate::sim::{SimRequest, SimStorage};
use base::{Clock, VirtualClock};
use std::cell::RefCell;
use std::rc::Rc;

/// A storage with the completions that its owners have not collected yet. An owner is one [`SimBackend`].
#[derive(Debug)]
pub struct SharedStorage {
    storage: SimStorage,
    /// The number of the first current owner; completions for earlier owners are dropped.
    first_owner: u32,
    mail: Vec<AnswerQueue>,
    /// Owners with new completions that [`SharedStorage::next_ready`] has not returned yet; each once.
    ready: Vec<u32>,
}

/// The completions of one owner.
#[derive(Debug)]
struct AnswerQueue {
    answers: Vec<Completion>,
    /// Whether the owner is in the list of ready ones.
    listed: bool,
}

impl SharedStorage {
    /// A storage without owners.
    pub fn new(storage: SimStorage) -> Self {
        Self { storage, first_owner: 0, mail: Vec::new(), ready: Vec::new() }
    }

    pub fn storage(&self) -> &SimStorage {
        &self.storage
    }

    /// Replaces the owners by `count` new ones; earlier owners get no more completions. Returns the number of the first.
    pub fn admit(&mut self, count: u32) -> u32 {
        self.first_owner += self.mail.len() as u32;
        self.mail.clear();
        let empty = || AnswerQueue { answers: Vec::with_capacity(64), listed: false };
        self.mail.resize_with(count as usize, empty);
        self.ready.clear();
        self.first_owner
    }

    /// Advances the storage to `now_ns` and distributes completions to their owners.
    #[inline]
    pub fn advance(&mut self, now_ns: u64) {
        self.storage.advance(now_ns);
        for finished in self.storage.take_finished() {
            let Some(index) = finished.owner.checked_sub(self.first_owner) else { continue };
            let Some(mail) = self.mail.get_mut(index as usize) else { continue };
            if !std::mem::replace(&mut mail.listed, true) {
                self.ready.push(index);
            }
            mail.answers.push(Completion { slot: finished.slot, result: finished.result });
        }
    }

    /// Takes the next owner with new completions, counted from the first current owner.
    pub fn next_ready(&mut self) -> Option<u32> {
        let index = self.ready.pop()?;
        self.mail[index as usize].listed = false;
        Some(index)
    }
}

/// One worker's access to a shared storage.
#[derive(Debug)]
pub struct SimBackend {
    clock: VirtualClock,
    shared: Rc<RefCell<SharedStorage>>,
    owner: u32,
    index: usize,
    all_durable: bool,
    buffer: Vec<u8>,
}

impl SimBackend {
    /// The backend of owner `index`, counted from the first current owner ([`SharedStorage::admit`]). With `all_durable`
    /// every write is durable, as on a file opened with `O_DSYNC`.
    pub fn new(
        clock: VirtualClock,
        shared: Rc<RefCell<SharedStorage>>,
        index: u32,
        all_durable: bool,
        block_bytes: usize,
    ) -> Self {
        let owner = shared.borrow().first_owner + index;
        let buffer = vec![0; block_bytes];
        Self { clock, shared, owner, index: index as usize, all_durable, buffer }
    }
}

impl Backend for SimBackend {
    type Clock = VirtualClock;

    fn clock(&self) -> &VirtualClock {
        &self.clock
    }

    #[inline]
    fn push(&mut self, op: &DiskOperation) {
        let request = SimRequest {
            kind: op.kind,
            offset_bytes: op.offset_bytes,
            length_bytes: op.length_bytes - op.skip_bytes,
            durable: op.durable || (self.all_durable && op.kind == IoKind::Write),
        };
        self.shared.borrow_mut().storage.submit(self.clock.now_ns(), self.owner, op.slot, request);
    }

    fn buffer(&mut self, _slot: u32) -> &mut [u8] {
        &mut self.buffer
    }

    #[inline]
    fn turn(
        &mut self,
        wait_min: u32,
        until_ns: Option<u64>,
        done: &mut Vec<Completion>,
    ) -> Result<(), BackendError> {
        let wanted = done.len() + wait_min as usize;
        let mut shared = self.shared.borrow_mut();
        loop {
            let now_ns = self.clock.now_ns();
            shared.advance(now_ns);
            done.append(&mut shared.mail[self.index].answers);
            if done.len() >= wanted || until_ns.is_some_and(|until_ns| now_ns >= until_ns) {
                return Ok(());
            }
            let next_ns = shared.storage.next_event_ns();
            match next_ns.into_iter().chain(until_ns).min() {
                Some(next_ns) => self.clock.advance_to(next_ns),
                None => {
                    return Err(BackendError::NothingInFlight);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::SimSpec;

    #[test]
    fn a_worker_alone_leaves_no_list_of_ready_askers_behind() {
        let storage = SimStorage::new(&SimSpec::read("ssd").expect("a medium is enough"), 1);
        let shared = Rc::new(RefCell::new(SharedStorage::new(storage)));
        shared.borrow_mut().admit(1);
        let mut backend = SimBackend::new(VirtualClock::new(), Rc::clone(&shared), 0, false, 4096);
        let mut done = Vec::new();
        for _ in 0..1000 {
            let op = DiskOperation { length_bytes: 4096, ..DiskOperation::IDLE };
            backend.push(&op);
            backend.turn(1, None, &mut done).expect("a read is in flight");
            assert_eq!(done.drain(..).count(), 1);
        }
        assert_eq!(shared.borrow().ready, [0]);
        assert!(backend.turn(1, None, &mut done).is_err());
    }
}
