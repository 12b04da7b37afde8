//! What an I/O backend does for the worker's loop: queue operations, hand them over, tell what completed.
//!
//! Takes [`DiskOperation`]s by slot, gives [`Completion`]s. Never records, paces or decides.

mod kernel;
mod null;
pub mod sim;

pub use kernel::{KernelBackend, LibaioBackend, SyncBackend, UringBackend};
pub use null::{NullBackend, WaitableClock};

pub use sys::transfer::{Completion, DiskOperation, DiskOperationKind};

/// Why a backend cannot go on at all; single I/O errors are [`Completion`]s instead.
#[derive(Debug, thiserror::Error)]
pub enum BackendError {
    /// The kernel refused a whole hand-over.
    #[error("the kernel refused I/O ({0}); try another engine, such as `engine = \"sync\"`")]
    Refused(#[from] std::io::Error),
    /// A simulated storage was asked for something it does not have.
    #[error("the simulated storage stopped: {0}")]
    Simulated(String),
}

/// Something that performs I/O for one worker.
pub trait Backend {
    /// The clock that the backend's completions happen on.
    type Clock: base::Clock;

    /// Its clock.
    fn clock(&self) -> &Self::Clock;

    /// Queues one operation; its buffer is the slot's. There is room for `depth` operations (slots `0..depth`),
    /// one for each slot.
    fn push(&mut self, op: &DiskOperation);

    /// Queues a read or a write of pages that lie scattered in the slot's buffer, the last of the file first, in pieces
    /// of `piece_bytes`: one vectored operation of 1 to 1,024 pieces. To a backend that keeps no data it is one
    /// operation like any other.
    fn push_scattered(&mut self, op: &DiskOperation, _piece_bytes: u32) {
        self.push(op);
    }

    /// The slot's buffer, to fill before a write. The slot must not be in flight.
    fn buffer(&mut self, slot: u32) -> &mut [u8];

    /// Hands over what was queued; waits until `wait_min` operations completed (0: does not wait) or the clock
    /// shows `until_ns`; appends to `done`. With nothing in flight it waits for `until_ns` alone.
    fn turn(
        &mut self,
        wait_min: u32,
        until_ns: Option<u64>,
        done: &mut Vec<Completion>,
    ) -> Result<(), BackendError>;
}
