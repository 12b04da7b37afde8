//! Completion ports, which Linux does not have.

use crate::absent::{Absent, AbsentQueue, unsupported};
use std::fs::File;
use std::io;

#[derive(Debug)]
pub struct Iocp(Absent);

impl Iocp {
    pub fn on(_: Vec<File>, _: u32, _: usize) -> io::Result<Self> {
        Err(unsupported("completion port"))
    }

    pub fn available() -> io::Result<()> {
        Err(unsupported("completion port"))
    }
}

impl AbsentQueue for Iocp {
    fn never(&self) -> ! {
        match self.0 {}
    }
}
