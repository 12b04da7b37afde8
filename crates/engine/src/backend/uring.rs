//! io_uring behind the backend trait; the work is in `sys::ring`.

use crate::backend::{Backend, BackendError, Completion, Op};
use sys::clock::SystemClock;
use sys::ring::Ring;

/// The io_uring backend.
#[derive(Debug)]
pub struct Uring {
    clock: SystemClock,
    ring: Ring,
}

impl Uring {
    /// Takes a ring that is ready; times are those of `clock`.
    pub fn new(clock: SystemClock, ring: Ring) -> Self {
        Self { clock, ring }
    }
}

impl Backend for Uring {
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
