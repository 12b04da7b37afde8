//! The parts of scattered operations: one element for each page of memory, as `ReadFileScatter` takes them.

use crate::buffer::{ALIGN_BYTES, BufferSlots};
use crate::transfer::DiskOperation;
use windows_sys::Win32::Storage::FileSystem::FILE_SEGMENT_ELEMENT;

/// The lists of the slots; each stays in place until its slot's next operation.
#[derive(Default)]
pub(crate) struct SegmentLists {
    lists: Vec<Vec<FILE_SEGMENT_ELEMENT>>,
}

// SAFETY: the pointers lead into the slots of the same owner, which may be sent too.
unsafe impl Send for SegmentLists {}

impl std::fmt::Debug for SegmentLists {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SegmentLists({})", self.lists.len())
    }
}

impl SegmentLists {
    /// Cuts the operation's slot into pages, the pieces in the order of the file; `None` if a piece or what is left of a short
    /// transfer is not made of whole pages.
    ///
    /// # Panics
    /// When the operation is not made of whole pieces: a bug of the caller.
    pub(crate) fn cut(
        &mut self,
        slots: &BufferSlots,
        op: &DiskOperation,
        piece: u32,
    ) -> Option<&[FILE_SEGMENT_ELEMENT]> {
        let all = op.skip_bytes + op.length_bytes;
        assert!(all.is_multiple_of(piece) && all / piece <= 1024, "{all} bytes in {piece}");
        let page = ALIGN_BYTES as u32;
        if !piece.is_multiple_of(page) || !op.skip_bytes.is_multiple_of(page) {
            return None;
        }
        if self.lists.len() <= op.slot as usize {
            self.lists.resize_with(op.slot as usize + 1, Vec::new);
        }
        let list = &mut self.lists[op.slot as usize];
        list.clear();
        let count = all / piece;
        for place in (op.skip_bytes..all).step_by(ALIGN_BYTES) {
            let at = slots.pointer(op.slot, (count - 1 - place / piece) * piece + place % piece);
            list.push(FILE_SEGMENT_ELEMENT { Alignment: at as u64 });
        }
        // An element of zeros ends the list.
        list.push(FILE_SEGMENT_ELEMENT { Alignment: 0 });
        Some(list)
    }
}
