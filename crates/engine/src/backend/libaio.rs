//! Linux native asynchronous I/O behind the backend trait; the work is in `sys::aio`.

use crate::backend::{Backend, BackendError, Completion, Op};
use sys::aio::Aio;
use sys::clock::SystemClock;

/// The libaio backend.
#[derive(Debug)]
pub struct Libaio {
    clock: SystemClock,
    ring: Aio,
}

impl Libaio {
    /// Takes a ring that is ready; times are those of `clock`.
    pub fn new(clock: SystemClock, ring: Aio) -> Self {
        Self { clock, ring }
    }
}

impl Backend for Libaio {
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
