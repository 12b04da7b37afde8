//! pread and pwrite behind the backend trait: one operation at a time, done while the thread waits.

use crate::backend::{Backend, BackendError, Completion, Op};
use sys::blocking::Blocking;
use sys::clock::SystemClock;

/// The sync backend, of depth 1.
#[derive(Debug)]
pub struct Sync {
    clock: SystemClock,
    ring: Blocking,
}

impl Sync {
    /// Takes a ring that is ready; times are those of `clock`.
    pub fn new(clock: SystemClock, ring: Blocking) -> Self {
        Self { clock, ring }
    }
}

impl Backend for Sync {
    type Clock = SystemClock;

    #[inline]
    fn clock(&self) -> &SystemClock {
        &self.clock
    }

    #[inline]
    fn push(&mut self, op: &Op) {
        self.ring.push(op);
    }

    fn buffer(&mut self, slot: u32) -> &mut [u8] {
        self.ring.buffer(slot)
    }

    #[inline]
    fn turn(
        &mut self,
        wait_min: u32,
        until_ns: Option<u64>,
        done: &mut Vec<Completion>,
    ) -> Result<(), BackendError> {
        let clock = &self.clock;
        self.ring.turn(wait_min, || until_ns.map(|until_ns| clock.left(until_ns)), done)?;
        Ok(())
    }
}
