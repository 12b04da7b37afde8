//! io_uring, which Windows does not have.

use crate::absent::{Absent, AbsentQueue, unsupported};
use crate::ring::{RingFeatures, RingOptions};
use std::fs::File;
use std::io;

#[derive(Debug)]
pub struct Ring(Absent);

impl Ring {
    pub fn on(_: Vec<File>, _: u32, _: usize, _: RingOptions) -> io::Result<Self> {
        Err(unsupported("io_uring"))
    }

    pub fn available() -> io::Result<()> {
        Err(unsupported("io_uring"))
    }

    pub fn features(&self) -> RingFeatures {
        self.never()
    }

    pub fn lacks_buffers(&self) -> bool {
        self.never()
    }
}

impl AbsentQueue for Ring {
    fn never(&self) -> ! {
        match self.0 {}
    }
}
