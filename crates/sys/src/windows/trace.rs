//! Event tracing of the kernel of Linux, which Windows does not have.

use crate::absent::{Absent, unsupported};
use crate::inventory::SystemRoots;
use crate::trace::{CpuLoss, TracedEvent};
use std::io;

#[derive(Debug)]
pub struct TraceFileSystem(Absent);

impl TraceFileSystem {
    pub fn open(_: &SystemRoots) -> io::Result<Self> {
        Err(unsupported("block trace"))
    }

    pub fn event_text(&self, _: &str) -> io::Result<String> {
        match self.0 {}
    }
}

#[derive(Debug)]
pub struct TraceInstance(Absent);

impl TraceInstance {
    pub fn start(
        file_system: TraceFileSystem,
        _: &SystemRoots,
        _: &[TracedEvent],
        _: Option<usize>,
    ) -> io::Result<Self> {
        match file_system.0 {}
    }

    pub fn cpus(&self) -> std::iter::Empty<u32> {
        match self.0 {}
    }

    pub fn stop(&self) -> io::Result<()> {
        match self.0 {}
    }

    pub fn read_page<'a>(&mut self, _: usize, _: &'a mut Vec<u8>) -> io::Result<&'a [u8]> {
        match self.0 {}
    }

    pub fn losses(&self) -> Vec<(u32, CpuLoss)> {
        match self.0 {}
    }
}
