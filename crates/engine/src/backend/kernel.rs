//! The real engines: any of the kernel interfaces in `sys`, with the clock of its completions.
//!
//! Wraps a queue and adds only the wait until a given time. Never keeps a list of its own.

use crate::backend::{Backend, BackendError, Completion, DiskOperation};
use sys::aio::Aio;
use sys::blocking::BlockingQueue;
use sys::clock::SystemClock;
use sys::iocp::Iocp;
use sys::ring::Ring;
use sys::transfer::OperationQueue;

/// A kernel interface as a backend. Generic, so that each interface has its own compiled loop, without dynamic
/// dispatch for each operation.
#[derive(Debug)]
pub struct KernelBackend<Q> {
    clock: SystemClock,
    queue: Q,
}

pub type UringBackend = KernelBackend<Ring>;
pub type LibaioBackend = KernelBackend<Aio>;
/// The backend of completion ports.
pub type IocpBackend = KernelBackend<Iocp>;
/// The sync backend: one blocking operation at a time.
pub type SyncBackend = KernelBackend<BlockingQueue>;

impl<Q> KernelBackend<Q> {
    /// A backend on a queue; times are those of `clock`.
    pub fn new(clock: SystemClock, queue: Q) -> Self {
        Self { clock, queue }
    }
}

impl<Q: OperationQueue> Backend for KernelBackend<Q> {
    type Clock = SystemClock;

    #[inline]
    fn clock(&self) -> &SystemClock {
        &self.clock
    }

    #[inline]
    fn push(&mut self, op: &DiskOperation) {
        self.queue.push(op);
    }

    fn push_scattered(&mut self, op: &DiskOperation, piece_bytes: u32) {
        self.queue.push_scattered(op, piece_bytes);
    }

    fn buffer(&mut self, slot: u32) -> &mut [u8] {
        self.queue.buffer(slot)
    }

    #[inline]
    fn turn(
        &mut self,
        wait_min: u32,
        until_ns: Option<u64>,
        done: &mut Vec<Completion>,
    ) -> Result<(), BackendError> {
        let clock = &self.clock;
        self.queue.turn(wait_min, || until_ns.map(|until_ns| clock.left(until_ns)), done)?;
        Ok(())
    }
}
