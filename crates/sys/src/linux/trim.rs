//! Trims, which tell the storage that a range is no longer needed. In a file this punches a hole; on a device it is a discard.
//!
//! The kernel has no queued trim that works for all devices and files, so trims block the caller. Each turn of a queue
//! does one, so that each completion is seen at its time.

use crate::transfer::{Completion, DiskOperation};
use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileTypeExt;

/// `BLKDISCARD` of linux/fs.h: `_IO(0x12, 119)`.
const DISCARD: libc::Ioctl = 0x1277;

#[derive(Debug)]
pub(crate) struct TrimQueue {
    devices: Vec<bool>,
    waiting: VecDeque<DiskOperation>,
}

impl TrimQueue {
    /// An empty queue for these files or block devices.
    pub(crate) fn of(files: &[File]) -> Self {
        let device =
            |file: &File| file.metadata().is_ok_and(|meta| meta.file_type().is_block_device());
        Self { devices: files.iter().map(device).collect(), waiting: VecDeque::new() }
    }

    pub(crate) fn push(&mut self, op: &DiskOperation) {
        self.waiting.push_back(*op);
    }

    /// Executes the first queued trim; returns whether there was one.
    #[inline]
    pub(crate) fn turn(&mut self, files: &[File], done: &mut Vec<Completion>) -> bool {
        let Some(op) = self.waiting.pop_front() else { return false };
        done.push(Completion { slot: op.slot, result: self.trim(files, &op) });
        true
    }

    /// Executes a trim; returns its length, or the negative error number.
    pub(crate) fn trim(&self, files: &[File], op: &DiskOperation) -> i32 {
        let number = op.file as usize;
        let fd = files[number].as_raw_fd();
        let range = [op.offset_bytes, u64::from(op.length_bytes)];
        let code = if self.devices[number] {
            // SAFETY: the call reads two numbers from `range`, which outlives it.
            unsafe { libc::ioctl(fd, DISCARD, range.as_ptr()) }
        } else {
            let how = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
            // SAFETY: the call takes numbers only.
            unsafe { libc::fallocate(fd, how, range[0] as libc::off_t, range[1] as libc::off_t) }
        };
        if code < 0 {
            return -io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO);
        }
        op.length_bytes as i32
    }
}

#[cfg(test)]
mod tests {
    use crate::transfer::{DiskOperation, IoKind, OperationQueue};
    use crate::{aio::Aio, blocking::BlockingQueue, file, ring::Ring};
    use std::fs::File;
    use std::os::unix::fs::{FileExt, MetadataExt};

    const BLOCK: usize = 64 << 10;

    /// Trims the second and fourth blocks: they read as zeros, the others as before, and the file keeps its length.
    fn trims(queue: &mut impl OperationQueue, file: &File) {
        let text = vec![7u8; 4 * BLOCK];
        file.write_all_at(&text, 0).expect("a temporary file takes it");
        file.sync_all().expect("a temporary file takes it");
        let blocks = file.metadata().expect("it is open").blocks();
        let op = |slot: u32, block: u64| DiskOperation {
            slot,
            kind: IoKind::Trim,
            offset_bytes: block * BLOCK as u64,
            length_bytes: BLOCK as u32,
            ..DiskOperation::IDLE
        };
        let mut done = Vec::new();
        queue.push(&op(0, 1));
        queue.push(&op(1, 3));
        while done.len() < 2 {
            queue.turn(1, || None, &mut done).expect("the kernel takes it");
        }
        if done[0].result == -libc::EOPNOTSUPP {
            return eprintln!("SKIPPED: the file system of the temporary folder punches no holes");
        }
        assert!(done.iter().all(|done| done.result == BLOCK as i32), "{done:?}");
        let mut there = vec![0; 4 * BLOCK];
        file.read_exact_at(&mut there, 0).expect("it is as long as before");
        for (number, block) in there.chunks(BLOCK).enumerate() {
            let wanted = if number % 2 == 1 { 0 } else { 7 };
            assert!(block.iter().all(|&byte| byte == wanted), "block {number}");
        }
        assert!(file.metadata().expect("it is open").blocks() < blocks, "space came back");
    }

    #[test]
    fn every_queue_punches_holes() {
        let path = std::env::temp_dir().join(format!("plimsoll-trims-{}", std::process::id()));
        let mode = file::OpenMode { write: true, create: true, ..file::OpenMode::default() };
        let file = file::open(&path, mode).expect("a temporary file");
        let own = || file.try_clone().expect("a descriptor");
        trims(&mut BlockingQueue::on(vec![own()], 2, BLOCK).expect("memory"), &file);
        match Ring::on(vec![own()], 2, BLOCK, crate::ring::RingOptions::default()) {
            Ok(mut ring) => trims(&mut ring, &file),
            Err(error) => eprintln!("SKIPPED: no io_uring here ({error})"),
        }
        match Aio::on(vec![own()], 2, BLOCK) {
            Ok(mut aio) => trims(&mut aio, &file),
            Err(error) => eprintln!("SKIPPED: no libaio here ({error})"),
        }
        std::fs::remove_file(&path).expect("the file is ours");
    }
}
