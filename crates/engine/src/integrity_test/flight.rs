//! An operation in flight, and the positions of its pages in the slot's buffer.

use crate::backend::DiskOperation;
use base::proof::PageOperationKind;

#[derive(Clone, Copy, Debug)]
pub(super) struct InFlightOperation {
    /// Of a reread, the page is the first one.
    pub(super) what: PageOperationKind,
    pub(super) actor: u32,
    pub(super) first: u64,
    pub(super) pages: u32,
    /// The generation of the first page of a write.
    pub(super) generation: u32,
    pub(super) begun_ns: u64,
    pub(super) pushed_ns: u64,
    pub(super) op: DiskOperation,
    pub(super) scattered: bool,
    pub(super) tries: u32,
    /// The first failure: an error number, or 0 for an unexpected end of file.
    pub(super) failed: Option<i32>,
    /// Resubmissions after `EINTR` or `EAGAIN`.
    pub(super) resubmissions: u32,
    /// Its current try is late when it takes longer, in nanoseconds.
    pub(super) late_ns: u64,
    pub(super) late_told: bool,
    pub(super) flying: bool,
}

impl Default for InFlightOperation {
    fn default() -> Self {
        Self {
            what: PageOperationKind::Read,
            actor: 0,
            first: 0,
            pages: 0,
            generation: 0,
            begun_ns: 0,
            pushed_ns: 0,
            op: DiskOperation::IDLE,
            scattered: false,
            tries: 0,
            failed: None,
            resubmissions: 0,
            late_ns: u64::MAX,
            late_told: false,
            flying: false,
        }
    }
}

impl InFlightOperation {
    /// The byte range in the buffer of page `number` of the run.
    #[inline]
    pub(super) fn place(&self, number: u32, page_bytes: u32) -> std::ops::Range<usize> {
        let position = if self.scattered { self.pages - 1 - number } else { number };
        let start = position as usize * page_bytes as usize;
        start..start + page_bytes as usize
    }
}
