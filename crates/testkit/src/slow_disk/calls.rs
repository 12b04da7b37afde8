//! The requests of the kernel to the file system: one directory with one file, whose reads, writes and flushes are answered at
//! the times from the queue.

use super::SlowDiskOptions;
use super::service::ServiceQueue;
use crate::delayed_answers::DelayedAnswers;
use crate::fuse::{DIRECT, attributes};
use fuser::{
    Errno, FileHandle, FileType, Filesystem, Generation, INodeNo, InitFlags, KernelConfig,
    LockOwner, OpenFlags, ReplyAttr, ReplyData, ReplyDirectory, ReplyEmpty, ReplyEntry, ReplyOpen,
    ReplyWrite, Request, WriteFlags,
};
use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The name of the only file, and its number.
pub(super) const NAME: &str = "disk";
const FILE: INodeNo = INodeNo(2);
/// The kernel may cache the attributes, because they never change.
const TTL: Duration = Duration::from_secs(3600);
/// Requests that the kernel sends without waiting for answers.
const BACKGROUND_MAX: u16 = 1024;

pub(super) struct SlowDiskCalls {
    image: File,
    size_bytes: u64,
    queue: Mutex<ServiceQueue>,
    answers: DelayedAnswers,
}

impl SlowDiskCalls {
    pub(super) fn new(image: File, options: SlowDiskOptions) -> Self {
        let queue = Mutex::new(ServiceQueue::new(options));
        Self { image, size_bytes: options.size_bytes, queue, answers: DelayedAnswers::start() }
    }

    fn queue(&self) -> MutexGuard<'_, ServiceQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer_after_transfer(&self, length: usize, give: impl FnOnce() + Send + 'static) {
        let due_ns = self.queue().transfer_done_ns(self.answers.now_ns(), length);
        self.answers.give_at(due_ns, give);
    }

    fn attributes(&self, number: INodeNo) -> Option<fuser::FileAttr> {
        let owner = (0, 0);
        match number {
            INodeNo::ROOT => Some(attributes(number.0, FileType::Directory, 0o755, 0, owner)),
            FILE => {
                Some(attributes(number.0, FileType::RegularFile, 0o600, self.size_bytes, owner))
            }
            _ => None,
        }
    }
}

fn errno(error: &io::Error) -> Errno {
    Errno::from_i32(error.raw_os_error().unwrap_or(5))
}

impl Filesystem for SlowDiskCalls {
    fn init(&mut self, _: &Request, config: &mut KernelConfig) -> io::Result<()> {
        // Without it the loop device has one request in flight at a time.
        config
            .add_capabilities(InitFlags::FUSE_ASYNC_DIO)
            .map_err(|_| io::Error::other("the kernel lacks asynchronous direct I/O of FUSE"))?;
        // A kernel with a lower limit uses its limit.
        let _ = config.set_max_write(1 << 20);
        let _ = config.set_max_background(BACKGROUND_MAX);
        let _ = config.set_congestion_threshold(BACKGROUND_MAX);
        Ok(())
    }

    fn lookup(&self, _: &Request, parent: INodeNo, name: &OsStr, reply: ReplyEntry) {
        let found = parent == INodeNo::ROOT && name == NAME;
        match self.attributes(FILE).filter(|_| found) {
            Some(attributes) => reply.entry(&TTL, &attributes, Generation(0)),
            None => reply.error(Errno::ENOENT),
        }
    }

    fn getattr(&self, _: &Request, ino: INodeNo, _: Option<FileHandle>, reply: ReplyAttr) {
        match self.attributes(ino) {
            Some(attributes) => reply.attr(&TTL, &attributes),
            None => reply.error(Errno::ENOENT),
        }
    }

    fn open(&self, _: &Request, ino: INodeNo, _: OpenFlags, reply: ReplyOpen) {
        reply.opened(FileHandle(ino.0), DIRECT);
    }

    fn read(
        &self,
        _: &Request,
        _: INodeNo,
        _: FileHandle,
        offset: u64,
        size: u32,
        _: OpenFlags,
        _: Option<LockOwner>,
        reply: ReplyData,
    ) {
        let mut bytes =
            vec![0; (size as usize).min(self.size_bytes.saturating_sub(offset) as usize)];
        match self.image.read_exact_at(&mut bytes, offset) {
            Ok(()) => self.answer_after_transfer(bytes.len(), move || reply.data(&bytes)),
            Err(error) => reply.error(errno(&error)),
        }
    }

    fn write(
        &self,
        _: &Request,
        _: INodeNo,
        _: FileHandle,
        offset: u64,
        data: &[u8],
        _: WriteFlags,
        _: OpenFlags,
        _: Option<LockOwner>,
        reply: ReplyWrite,
    ) {
        if offset + data.len() as u64 > self.size_bytes {
            return reply.error(Errno::ENOSPC);
        }
        let count = data.len() as u32;
        match self.image.write_all_at(data, offset) {
            Ok(()) => self.answer_after_transfer(data.len(), move || reply.written(count)),
            Err(error) => reply.error(errno(&error)),
        }
    }

    fn flush(&self, _: &Request, _: INodeNo, _: FileHandle, _: LockOwner, reply: ReplyEmpty) {
        reply.ok();
    }

    fn fsync(&self, _: &Request, _: INodeNo, _: FileHandle, _: bool, reply: ReplyEmpty) {
        let due_ns = self.queue().flush_done_ns(self.answers.now_ns());
        self.answers.give_at(due_ns, move || reply.ok());
    }

    fn readdir(
        &self,
        _: &Request,
        _: INodeNo,
        _: FileHandle,
        offset: u64,
        mut reply: ReplyDirectory,
    ) {
        if offset == 0 {
            let _ = reply.add(FILE, 1, FileType::RegularFile, NAME);
        }
        reply.ok();
    }
}
