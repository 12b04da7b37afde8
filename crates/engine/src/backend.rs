//! The interface of I/O backends for the worker's loop: queue operations, submit them, return completions.
//!
//! Takes [`DiskOperation`]s by slot, returns [`Completion`]s. Never records, paces or decides.

use base::Clock;
use sys::aio::Aio;
use sys::blocking::BlockingQueue;
use sys::clock::SystemClock;
use sys::iocp::Iocp;
use sys::ring::Ring;
use sys::transfer::OperationQueue;
pub use sys::transfer::{Completion, DiskOperation, IoKind};

pub mod sim;

/// Why a backend cannot continue at all; errors of single operations are [`Completion`]s instead.
#[derive(Debug)]
pub enum BackendError {
    Refused(std::io::Error),
    /// A wait on simulated storage would never end, because no operation is in flight.
    NothingInFlight,
}

impl From<std::io::Error> for BackendError {
    fn from(error: std::io::Error) -> Self {
        Self::Refused(error)
    }
}

/// Something that performs I/O for one worker.
pub trait Backend {
    /// The clock of the backend's completions.
    type Clock: Clock;

    fn clock(&self) -> &Self::Clock;

    /// Queues one operation, which uses the buffer of its slot. There is room for `depth` operations, one for each slot
    /// `0..depth`.
    fn push(&mut self, op: &DiskOperation);

    /// Queues a read or write as one vectored operation of 1 to 1,024 pieces of `piece_bytes`. The pieces are in the
    /// slot's buffer in reverse order, the last of the file first. A backend that stores no data treats it as any other
    /// operation.
    fn push_scattered(&mut self, op: &DiskOperation, _piece_bytes: u32) {
        self.push(op);
    }

    /// The slot's buffer, to fill before a write. The slot must not be in flight.
    fn buffer(&mut self, slot: u32) -> &mut [u8];

    /// Submits the queued operations. Waits until `wait_min` operations are complete (0: does not wait) or the clock
    /// reaches `until_ns`, and appends completions to `done`. With nothing in flight, it waits only for `until_ns`.
    fn turn(
        &mut self,
        wait_min: u32,
        until_ns: Option<u64>,
        done: &mut Vec<Completion>,
    ) -> Result<(), BackendError>;
}

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

impl WaitableClock for SystemClock {
    fn sleep_until(&self, until_ns: u64) {
        SystemClock::sleep_until(self, until_ns);
    }
}

impl WaitableClock for base::VirtualClock {
    fn sleep_until(&self, until_ns: u64) {
        self.advance_to(until_ns);
    }
}
