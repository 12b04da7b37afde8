//! The requests of the kernel to the file system: one directory with one file, whose reads, writes and flushes are answered
//! when the queue says so.

use super::SlowDiskOptions;
use super::service::ServiceQueue;
use crate::fuse::{DIRECT, attributes};
use base::Clock;
use fuser::{
    Errno, FileHandle, FileType, Filesystem, Generation, INodeNo, InitFlags, KernelConfig,
    LockOwner, OpenFlags, ReplyAttr, ReplyData, ReplyDirectory, ReplyEmpty, ReplyEntry, ReplyOpen,
    ReplyWrite, Request, WriteFlags,
};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use sys::clock::SystemClock;

/// The name of the only file, and its number.
pub(super) const NAME: &str = "disk";
const FILE: INodeNo = INodeNo(2);
/// The kernel may remember the file: nothing about it changes.
const TTL: Duration = Duration::from_secs(3600);
/// Requests that the kernel sends without waiting for answers.
const BACKGROUND_MAX: u16 = 1024;

pub(super) struct SlowDiskCalls {
    image: File,
    size_bytes: u64,
    clock: SystemClock,
    queue: Mutex<ServiceQueue>,
    answers: Arc<AnswerQueue>,
}

/// An answer that is given at its time.
struct DueAnswer {
    due_ns: u64,
    give: Box<dyn FnOnce() + Send>,
}

impl Ord for DueAnswer {
    /// The earliest is the greatest, so that a heap gives it first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.due_ns.cmp(&self.due_ns)
    }
}

impl PartialOrd for DueAnswer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for DueAnswer {
    fn eq(&self, other: &Self) -> bool {
        self.due_ns == other.due_ns
    }
}

impl Eq for DueAnswer {}

/// Answers that are not due yet, and whether the disk is taken down.
#[derive(Default)]
struct AnswerQueue {
    waiting: Mutex<(BinaryHeap<DueAnswer>, bool)>,
    changed: Condvar,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl AnswerQueue {
    fn add(&self, answer: DueAnswer) {
        let mut waiting = locked(&self.waiting);
        let is_first = waiting.0.peek().is_none_or(|first| answer.due_ns < first.due_ns);
        waiting.0.push(answer);
        drop(waiting);
        if is_first {
            self.changed.notify_one();
        }
    }

    fn close(&self) {
        locked(&self.waiting).1 = true;
        self.changed.notify_one();
    }

    /// Gives each answer at its time until the queue is closed and empty.
    fn serve(&self, clock: &SystemClock) {
        sys::clock::sharpen_timers();
        let mut waiting = locked(&self.waiting);
        loop {
            let now_ns = clock.now_ns();
            let wait_ns = waiting.0.peek().map(|first| first.due_ns.saturating_sub(now_ns));
            waiting = match wait_ns {
                Some(0) => {
                    let due = waiting.0.pop();
                    drop(waiting);
                    if let Some(answer) = due {
                        (answer.give)();
                    }
                    locked(&self.waiting)
                }
                Some(wait_ns) => {
                    let wait = Duration::from_nanos(wait_ns);
                    let woken = self.changed.wait_timeout(waiting, wait);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
                None if waiting.1 => return,
                None => self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

impl SlowDiskCalls {
    pub(super) fn new(image: File, options: SlowDiskOptions) -> Self {
        let answers = Arc::new(AnswerQueue::default());
        let (clock, serving) = (SystemClock::new(), Arc::clone(&answers));
        std::thread::spawn(move || serving.serve(&clock));
        let queue = Mutex::new(ServiceQueue::new(options));
        Self { image, size_bytes: options.size_bytes, clock, queue, answers }
    }

    fn answer_after_transfer(&self, length: usize, give: impl FnOnce() + Send + 'static) {
        let due_ns = locked(&self.queue).transfer_done_ns(self.clock.now_ns(), length);
        self.answers.add(DueAnswer { due_ns, give: Box::new(give) });
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

impl Drop for SlowDiskCalls {
    fn drop(&mut self) {
        self.answers.close();
    }
}

fn errno(error: &io::Error) -> Errno {
    Errno::from_i32(error.raw_os_error().unwrap_or(5))
}

impl Filesystem for SlowDiskCalls {
    fn init(&mut self, _: &Request, config: &mut KernelConfig) -> io::Result<()> {
        // Without it the loop device has one request under way at a time.
        config
            .add_capabilities(InitFlags::FUSE_ASYNC_DIO)
            .map_err(|_| io::Error::other("the kernel lacks asynchronous direct I/O of FUSE"))?;
        // A kernel that allows less takes what it allows.
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
        let due_ns = locked(&self.queue).flush_done_ns(self.clock.now_ns());
        self.answers.add(DueAnswer { due_ns, give: Box::new(move || reply.ok()) });
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
