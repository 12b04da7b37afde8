//! libaio, which Windows does not have.

use crate::absent::{Absent, AbsentQueue, unsupported};
use std::fs::File;
use std::io;

#[derive(Debug)]
pub struct Aio(Absent);

impl Aio {
    pub fn on(_: Vec<File>, _: u32, _: usize) -> io::Result<Self> {
        Err(unsupported("libaio"))
    }

    pub fn available() -> io::Result<()> {
        Err(unsupported("libaio"))
    }

    pub fn reads_shared_memory(&self) -> bool {
        self.never()
    }
}

impl AbsentQueue for Aio {
    fn never(&self) -> ! {
        match self.0 {}
    }
}
