//! A disk with a real service time: takes a size and times, gives a loop device whose I/Os take this time at the device.
//!
//! The kernel's throttle delays an I/O before it is issued, so the latency at a throttled device stays that of the device below.
//! Here a user-space file system below the loop device answers each request after its service time. A bounded number of requests
//! is served at once; others wait. Needs root, `/dev/fuse` and loop devices.

use crate::delayed_answers::DelayedAnswers;
use crate::fuse::{DIRECT, attributes, unmount};
use crate::lab::{self, LabError, LabResult};
use base::Rng;
use fuser::{
    BackgroundSession, Config, Errno, FileHandle, FileType, Filesystem, Generation, INodeNo,
    InitFlags, KernelConfig, LockOwner, MountOption, OpenFlags, ReplyAttr, ReplyData,
    ReplyDirectory, ReplyEmpty, ReplyEntry, ReplyOpen, ReplyWrite, Request, WriteFlags,
};
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlowDiskOptions {
    pub size_bytes: u64,
    /// Requests that are served in parallel; at least 1.
    pub slots: u32,
    /// The time of every read and write, without the transfer.
    pub service_ns: u64,
    /// The rate of a transfer in one slot.
    pub bytes_per_s: u64,
    pub flush_ns: u64,
    /// The share of the service time that is random (exponential), 0 to 1; the mean does not change.
    pub jitter: f64,
    /// The seed, which determines all random times together with the order of requests.
    pub seed: u64,
}

impl Default for SlowDiskOptions {
    /// A solid-state disk of 1 GiB that carries about 8,000 small I/Os per second.
    fn default() -> Self {
        Self {
            size_bytes: 1 << 30,
            slots: 4,
            service_ns: 450_000,
            bytes_per_s: 200_000_000,
            flush_ns: 300_000,
            jitter: 0.2,
            seed: 1,
        }
    }
}

/// A running disk; removed on drop.
#[derive(Debug)]
pub struct SlowDisk {
    device: Option<PathBuf>,
    mount: PathBuf,
    session: Option<BackgroundSession>,
}

impl SlowDisk {
    /// Makes the disk on the content of `image`, which is created or extended as needed. The image should be in memory, because
    /// its own latency comes before the service time. `mount` is an empty directory for the file system below the disk.
    /// [`LabError::Lacking`] without root, `/dev/fuse` or loop devices.
    pub fn up(image: &Path, mount: &Path, options: SlowDiskOptions) -> LabResult<Self> {
        if !lab::is_root() {
            return Err(LabError::Lacking("it needs root".to_owned()));
        }
        for device in ["/dev/fuse", "/dev/loop-control"] {
            if !Path::new(device).exists() {
                return Err(LabError::Lacking(format!("there is no {device}")));
            }
        }
        let open =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(image);
        let image_file = open.map_err(|e| lab::failed("open", image, &e))?;
        let length = image_file.metadata().map_or(0, |facts| facts.len());
        image_file
            .set_len(length.max(options.size_bytes))
            .map_err(|e| lab::failed("make larger", image, &e))?;
        fs::create_dir_all(mount).map_err(|e| lab::failed("make", mount, &e))?;
        let mut config = Config::default();
        config.mount_options =
            vec![MountOption::FSName("plimsoll-slow-disk".to_owned()), MountOption::NoAtime];
        let calls = SlowDiskCalls::new(image_file, options);
        let session = fuser::spawn_mount(calls, mount, &config)
            .map_err(|e| lab::failed("mount", mount, &e))?;
        let mut disk = Self { device: None, mount: mount.to_owned(), session: Some(session) };
        disk.device = Some(lab::attach(&mount.join(NAME), false)?);
        Ok(disk)
    }

    pub fn device(&self) -> &Path {
        self.device.as_deref().unwrap_or(Path::new(""))
    }
}

impl Drop for SlowDisk {
    fn drop(&mut self) {
        let detached = self
            .device
            .as_ref()
            .map_or(Ok(()), |device| lab::detach(device, &self.mount.join(NAME)));
        if let Err(error) = detached {
            eprintln!("the slow disk stays: {error}");
        }
        unmount(&self.mount, self.session.take());
    }
}

/// The slots and when each is free.
#[derive(Debug)]
struct ServiceQueue {
    options: SlowDiskOptions,
    free_ns: Vec<u64>,
    rng: Rng,
}

impl ServiceQueue {
    fn new(options: SlowDiskOptions) -> Self {
        Self {
            options,
            free_ns: vec![0; options.slots.max(1) as usize],
            rng: Rng::new(options.seed),
        }
    }

    /// The completion time of a read or write that arrives now.
    fn transfer_done_ns(&mut self, now_ns: u64, length_bytes: usize) -> u64 {
        let options = &self.options;
        let random = self.rng.exponential();
        let factor = 1.0 - options.jitter + options.jitter * random;
        let transfer_ns = length_bytes as f64 * 1e9 / options.bytes_per_s.max(1) as f64;
        let service_ns = (options.service_ns as f64 * factor + transfer_ns) as u64;
        let slot = self.free_ns.iter_mut().min().expect("there is at least one slot");
        *slot = (*slot).max(now_ns) + service_ns;
        *slot
    }

    /// The completion time of a flush that arrives now. It covers completed writes, so it waits for none and takes no slot.
    fn flush_done_ns(&self, now_ns: u64) -> u64 {
        now_ns + self.options.flush_ns
    }
}

/// The name of the only file, and its number.
const NAME: &str = "disk";
const FILE: INodeNo = INodeNo(2);
/// The kernel may cache the attributes, because they never change.
const TTL: Duration = Duration::from_secs(3600);
/// Requests that the kernel sends without waiting for answers.
const BACKGROUND_MAX: u16 = 1024;

struct SlowDiskCalls {
    image: File,
    size_bytes: u64,
    queue: Mutex<ServiceQueue>,
    answers: DelayedAnswers,
}

impl SlowDiskCalls {
    fn new(image: File, options: SlowDiskOptions) -> Self {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(slots: u32, jitter: f64) -> ServiceQueue {
        let options = SlowDiskOptions {
            slots,
            jitter,
            service_ns: 1_000,
            bytes_per_s: 1_000_000_000,
            flush_ns: 500,
            ..SlowDiskOptions::default()
        };
        ServiceQueue::new(options)
    }

    #[test]
    fn requests_wait_for_a_free_slot() {
        let mut queue = queue(2, 0.0);
        let done: Vec<u64> = (0..4).map(|_| queue.transfer_done_ns(0, 1_000)).collect();
        assert_eq!(done, [2_000, 2_000, 4_000, 4_000]);
        assert_eq!(queue.transfer_done_ns(10_000, 0), 11_000, "an idle slot serves at once");
        assert_eq!(queue.flush_done_ns(10_100), 10_600);
    }

    #[test]
    fn jitter_keeps_the_mean() {
        let mut queue = queue(1, 0.5);
        let count = 20_000u64;
        let sum: u64 = (0..count)
            .map(|number| queue.transfer_done_ns(number * 1_000_000, 0) - number * 1_000_000)
            .sum();
        let mean = sum as f64 / count as f64;
        assert!((mean - 1_000.0).abs() < 20.0, "{mean}");
    }
}
