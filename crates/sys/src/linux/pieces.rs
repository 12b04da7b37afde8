//! The parts of vectored operations, as `preadv` and its kin take them.

use crate::buffer::BufferSlots;
use crate::transfer::DiskOperation;

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

#[cfg(test)]
mod tests {
    use crate::transfer::{DiskOperation, IoKind, OperationQueue};
    use crate::{aio::Aio, blocking::BlockingQueue, file, ring::Ring};
    use std::fs::File;

    const PIECE: usize = 4096;

    fn op(kind: IoKind, offset_bytes: u64, pieces: usize, skip_bytes: u32) -> DiskOperation {
        let length_bytes = (pieces * PIECE) as u32 - skip_bytes;
        DiskOperation { kind, offset_bytes, length_bytes, skip_bytes, ..DiskOperation::IDLE }
    }

    fn moved(queue: &mut impl OperationQueue, op: &DiskOperation) -> i32 {
        let mut done = Vec::new();
        queue.push_scattered(op, PIECE as u32);
        while done.is_empty() {
            queue.turn(1, || None, &mut done).expect("the kernel takes it");
        }
        done[0].result
    }

    fn reversed(bytes: &[u8]) -> Vec<u8> {
        bytes.rchunks(PIECE).flatten().copied().collect()
    }

    fn scatters(queue: &mut impl OperationQueue, file: &File) {
        use std::os::unix::fs::FileExt;
        let text: Vec<u8> = (0..8 * PIECE).map(|at| (at / 7 + at / PIECE) as u8).collect();
        queue.buffer(0)[..8 * PIECE].copy_from_slice(&text);
        assert_eq!(moved(queue, &op(IoKind::Write, 512, 8, 0)), 8 * PIECE as i32);
        let mut there = vec![0; 8 * PIECE];
        file.read_exact_at(&mut there, 512).expect("it was written");
        assert!(there == reversed(&text), "pieces lie in the file from the last to the first");
        // The rest of a transfer that moved two and a half pieces.
        let skip = (2 * PIECE + PIECE / 2) as u32;
        queue.buffer(0).fill(0);
        let rest = op(IoKind::Read, 512 + u64::from(skip), 8, skip);
        assert_eq!(moved(queue, &rest), 8 * PIECE as i32 - skip as i32);
        let got = reversed(&queue.buffer(0)[..8 * PIECE]);
        assert!(got[skip as usize..] == there[skip as usize..], "the rest came");
        assert!(got[..skip as usize].iter().all(|&byte| byte == 0), "what was there is left alone");
    }

    #[test]
    fn scattered_pages_move_as_one_operation() {
        let path = std::env::temp_dir().join(format!("plimsoll-pieces-{}", std::process::id()));
        let mode = file::OpenMode { write: true, create: true, ..file::OpenMode::default() };
        let file = file::open(&path, mode).expect("a temporary file");
        let own = || file.try_clone().expect("a descriptor");
        scatters(&mut BlockingQueue::on(vec![own()], 1, 8 * PIECE).expect("memory"), &file);
        match Ring::on(vec![own()], 1, 8 * PIECE, crate::ring::RingOptions::default()) {
            Ok(mut ring) => scatters(&mut ring, &file),
            Err(error) => eprintln!("SKIPPED: no io_uring here ({error})"),
        }
        match Aio::on(vec![own()], 1, 8 * PIECE) {
            Ok(mut aio) => scatters(&mut aio, &file),
            Err(error) => eprintln!("SKIPPED: no libaio here ({error})"),
        }
        std::fs::remove_file(&path).expect("the file is ours");
    }
}
