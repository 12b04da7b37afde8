//! The interface of I/O backends for the worker's loop: queue operations, submit them, return completions.
//!
//! Takes [`DiskOperation`]s by slot, returns [`Completion`]s. Never records, paces or decides.

mod kernel;
mod null;
pub mod sim;

pub use kernel::{IocpBackend, KernelBackend, LibaioBackend, SyncBackend, UringBackend};
pub use null::{NullBackend, WaitableClock};

pub use sys::transfer::{Completion, DiskOperation, IoKind};

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
    type Clock: base::Clock;

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
