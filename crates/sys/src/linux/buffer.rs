//! Page-aligned memory cut into equal slots, as direct I/O and registered buffers require it.
//!
//! Returns slices by slot. The rings that own a [`BufferSlots`] ensure that no slice is handed out while the kernel
//! uses it.

use crate::transfer::DiskOperation;
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
    ///
    /// # Errors
    /// When the memory cannot be mapped.
    pub fn new(count: usize, slot_bytes: usize) -> io::Result<Self> {
        let stride = slot_bytes.max(1).next_multiple_of(ALIGN_BYTES);
        let total = stride
            .checked_mul(count.max(1))
            .ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?;
        // SAFETY: an anonymous private mapping at an address of the kernel's choice touches no other memory.
        let base = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                total,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if base == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let base = NonNull::new(base.cast()).expect("a mapping that succeeded is not at zero");
        Ok(Self { base, stride, count: count.max(1) })
    }

    /// The length of each slot in bytes.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// The total length of all slots in bytes.
    pub fn total_bytes(&self) -> usize {
        self.stride * self.count
    }

    /// The slot's bytes.
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

/// The lists of pieces of vectored operations, one for each slot; each stays in place until its slot's next operation.
#[derive(Debug, Default)]
pub(crate) struct PieceLists {
    lists: Vec<Vec<libc::iovec>>,
}

// SAFETY: the pointers lead into the slots of the same owner, which may be sent too.
unsafe impl Send for PieceLists {}

impl PieceLists {
    /// Cuts the operation's part of its slot into pieces, in the order of the file.
    ///
    /// # Panics
    /// When the operation is not made of whole pieces: a bug of the caller.
    pub(crate) fn cut(
        &mut self,
        slots: &BufferSlots,
        op: &DiskOperation,
        piece: u32,
    ) -> &[libc::iovec] {
        let all = op.skip_bytes + op.length_bytes;
        assert!(all.is_multiple_of(piece) && all / piece <= 1024, "{all} bytes in {piece}");
        if self.lists.len() <= op.slot as usize {
            self.lists.resize_with(op.slot as usize + 1, Vec::new);
        }
        let list = &mut self.lists[op.slot as usize];
        list.clear();
        let count = all / piece;
        for number in op.skip_bytes / piece..count {
            // Bytes of the last piece that a short transfer has moved.
            let skip = op.skip_bytes.saturating_sub(number * piece);
            let at = slots.pointer(op.slot, (count - 1 - number) * piece + skip);
            list.push(libc::iovec { iov_base: at.cast(), iov_len: (piece - skip) as usize });
        }
        list
    }
}

impl Drop for BufferSlots {
    fn drop(&mut self) {
        // SAFETY: exactly the mapping that `new` made; nobody can hold a slice of it any more.
        unsafe {
            libc::munmap(self.base.as_ptr().cast(), self.stride * self.count);
        }
    }
}
