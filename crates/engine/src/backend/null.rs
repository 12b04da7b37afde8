//! Completes every operation at once, so that only the cost of the engine itself remains.

use crate::backend::{Backend, BackendError, Completion, DiskOperation};
use base::Clock;

#[derive(Debug)]
pub struct NullBackend<C> {
    clock: C,
    queued: Vec<Completion>,
    buffers: Vec<u8>,
    stride: usize,
}

impl<C> NullBackend<C> {
    /// A backend with `depth` slots and buffers of `block_bytes`.
    pub fn new(clock: C, depth: u32, block_bytes: usize) -> Self {
        let buffers = vec![0; depth as usize * block_bytes];
        Self { clock, queued: Vec::with_capacity(depth as usize), buffers, stride: block_bytes }
    }
}

impl<C: Clock + WaitableClock> Backend for NullBackend<C> {
    type Clock = C;

    fn clock(&self) -> &C {
        &self.clock
    }

    #[inline]
    fn push(&mut self, op: &DiskOperation) {
        let result = op.length_bytes as i32;
        self.queued.push(Completion { slot: op.slot, result });
    }

    fn buffer(&mut self, slot: u32) -> &mut [u8] {
        &mut self.buffers[slot as usize * self.stride..][..self.stride]
    }

    #[inline]
    fn turn(
        &mut self,
        wait_min: u32,
        until_ns: Option<u64>,
        done: &mut Vec<Completion>,
    ) -> Result<(), BackendError> {
        if let (true, true, Some(until_ns)) = (wait_min > 0, self.queued.is_empty(), until_ns) {
            self.clock.sleep_until(until_ns);
        }
        done.append(&mut self.queued);
        Ok(())
    }
}

pub trait WaitableClock {
    /// Waits until the clock reaches `until_ns`.
    fn sleep_until(&self, until_ns: u64);
}

impl WaitableClock for sys::clock::SystemClock {
    fn sleep_until(&self, until_ns: u64) {
        sys::clock::SystemClock::sleep_until(self, until_ns);
    }
}

impl WaitableClock for base::VirtualClock {
    fn sleep_until(&self, until_ns: u64) {
        self.advance_to(until_ns);
    }
}
