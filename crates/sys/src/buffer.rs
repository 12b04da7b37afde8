//! Page-aligned memory cut into equal slots, as direct I/O and registered buffers require it.
//!
//! Returns slices by slot. The rings that own a [`BufferSlots`] ensure that no slice is handed out while the kernel
//! uses it.

use crate::system::pages;
use std::io;
use std::ptr::NonNull;

/// The alignment of every slot in bytes: the largest that direct I/O is known to require.
pub const ALIGN_BYTES: usize = 4096;

/// Anonymous memory, zeroed, in slots.
#[derive(Debug)]
pub struct BufferSlots {
    base: NonNull<u8>,
    stride: usize,
    count: usize,
}

// SAFETY: the memory belongs to this value alone and is not tied to a thread.
unsafe impl Send for BufferSlots {}

impl BufferSlots {
    /// `count` slots of at least `slot_bytes` each.
    pub fn new(count: usize, slot_bytes: usize) -> io::Result<Self> {
        let stride = slot_bytes.max(1).next_multiple_of(ALIGN_BYTES);
        let total = stride
            .checked_mul(count.max(1))
            .ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?;
        Ok(Self { base: pages::map(total)?, stride, count: count.max(1) })
    }

    /// The length of each slot in bytes.
    pub fn stride(&self) -> usize {
        self.stride
    }

    pub fn total_bytes(&self) -> usize {
        self.stride * self.count
    }

    pub fn slot(&mut self, slot: u32) -> &mut [u8] {
        assert!((slot as usize) < self.count, "slot {slot} of {}", self.count);
        // SAFETY: the range lies within the mapping, which is initialised (zeroed) and borrowed through `&mut self`.
        unsafe { std::slice::from_raw_parts_mut(self.pointer(slot, 0), self.stride) }
    }

    /// The address of the slot's byte `skip`, for the kernel; this process does not read through it.
    #[inline]
    pub(crate) fn pointer(&self, slot: u32, skip: u32) -> *mut u8 {
        debug_assert!((slot as usize) < self.count && (skip as usize) < self.stride);
        self.base.as_ptr().wrapping_add(slot as usize * self.stride + skip as usize)
    }

    /// Whether a transfer of this length fits the slot.
    #[inline]
    pub(crate) fn holds(&self, slot: u32, skip: u32, length: u32) -> bool {
        (slot as usize) < self.count && skip as usize + length as usize <= self.stride
    }
}

impl Drop for BufferSlots {
    fn drop(&mut self) {
        // SAFETY: exactly the mapping that `new` made; nobody can hold a slice of it any more.
        unsafe { pages::unmap(self.base, self.total_bytes()) }
    }
}
