//! I/O interfaces of other systems: opening one fails with the name of what is missing, so no value of it ever exists.

use crate::transfer::{Completion, DiskOperation, OperationQueue};
use crate::unsupported::Missing;
use std::io;
use std::time::Duration;

pub fn is_of_other_system(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Missing>())
}

#[derive(Clone, Copy, Debug)]
pub enum Absent {}

impl OperationQueue for Absent {
    fn push(&mut self, _: &DiskOperation) {
        match *self {}
    }

    fn push_scattered(&mut self, _: &DiskOperation, _: u32) {
        match *self {}
    }

    fn buffer(&mut self, _: u32) -> &mut [u8] {
        match *self {}
    }

    fn turn(
        &mut self,
        _: u32,
        _: impl FnOnce() -> Option<Duration>,
        _: &mut Vec<Completion>,
    ) -> io::Result<()> {
        match *self {}
    }
}
