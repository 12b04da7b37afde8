//! io_uring, which Windows does not have.

use crate::absent::Absent;
use crate::ring::{RingFeatures, RingOptions};
use crate::transfer::{Completion, DiskOperation, OperationQueue};
use crate::unsupported::unsupported;
use std::fs::File;
use std::io;
use std::time::Duration;

#[derive(Debug)]
pub struct Ring(Absent);

impl Ring {
    pub fn new(_: File, _: u32, _: usize, _: RingOptions) -> io::Result<Self> {
        Err(unsupported("io_uring"))
    }

    pub fn on(_: Vec<File>, _: u32, _: usize, _: RingOptions) -> io::Result<Self> {
        Err(unsupported("io_uring"))
    }

    pub fn available() -> io::Result<()> {
        Err(unsupported("io_uring"))
    }

    pub fn features(&self) -> RingFeatures {
        match self.0 {}
    }

    pub fn lacks_buffers(&self) -> bool {
        match self.0 {}
    }
}

impl OperationQueue for Ring {
    fn push(&mut self, op: &DiskOperation) {
        self.0.push(op);
    }

    fn push_scattered(&mut self, op: &DiskOperation, piece_bytes: u32) {
        self.0.push_scattered(op, piece_bytes);
    }

    fn buffer(&mut self, slot: u32) -> &mut [u8] {
        self.0.buffer(slot)
    }

    fn turn(
        &mut self,
        wait_min: u32,
        left: impl FnOnce() -> Option<Duration>,
        done: &mut Vec<Completion>,
    ) -> io::Result<()> {
        self.0.turn(wait_min, left, done)
    }
}
