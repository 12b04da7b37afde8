//! One operation at a time by calls that block, with the same shape as the queues of the kernel.

use crate::buffer::BufferSlots;
use crate::system::blocking::BlockingCalls;
use crate::transfer::{Completion, DiskOperation, IoKind, OperationQueue};
use std::fs::File;
use std::io;
use std::time::Duration;

/// Files, their slots and the queue in front of them.
#[derive(Debug)]
pub struct BlockingQueue {
    calls: BlockingCalls,
    slots: BufferSlots,
    /// Each operation with the length of its pieces in bytes; 0: it is not scattered.
    queue: Vec<(DiskOperation, u32)>,
}

impl BlockingQueue {
    /// A queue of `depth` slots of `slot_bytes` each, on files that operations name by their numbers. Queued operations run one
    /// after the other.
    pub fn on(files: Vec<File>, depth: u32, slot_bytes: usize) -> io::Result<Self> {
        Ok(Self {
            calls: BlockingCalls::on(files)?,
            slots: BufferSlots::new(depth as usize, slot_bytes)?,
            queue: Vec::with_capacity(depth as usize),
        })
    }
}

impl OperationQueue for BlockingQueue {
    #[inline]
    fn push(&mut self, op: &DiskOperation) {
        self.push_scattered(op, 0);
    }

    #[inline]
    fn push_scattered(&mut self, op: &DiskOperation, piece_bytes: u32) {
        assert!(self.slots.holds(op.slot, op.skip_bytes, op.length_bytes), "the slot is too small");
        self.queue.push((*op, piece_bytes));
    }

    fn buffer(&mut self, slot: u32) -> &mut [u8] {
        self.slots.slot(slot)
    }

    #[inline]
    fn turn(
        &mut self,
        wait_min: u32,
        left: impl FnOnce() -> Option<Duration>,
        done: &mut Vec<Completion>,
    ) -> io::Result<()> {
        if self.queue.is_empty()
            && wait_min > 0
            && let Some(left) = left()
        {
            std::thread::sleep(left);
        }
        for (op, piece_bytes) in self.queue.drain(..) {
            let result = match op.kind {
                IoKind::Read | IoKind::Write if piece_bytes > 0 => {
                    self.calls.run_scattered(&self.slots, &op, piece_bytes)
                }
                _ => self.calls.run(&self.slots, &op),
            };
            done.push(Completion { slot: op.slot, result });
        }
        Ok(())
    }
}
