//! The requests of the kernel to the file system: one directory of files, attributes, reads and writes. Does not choose
//! the faults.

use super::disk::{DelayedResult, ENOSPC, FaultyDisk};
use crate::delayed_answers::DelayedAnswers;
use fuser::{
    AccessFlags, BsdFileFlags, Errno, FileAttr, FileHandle, FileType, Filesystem, FopenFlags,
    Generation, INodeNo, InitFlags, KernelConfig, LockOwner, OpenFlags, RenameFlags, ReplyAttr,
    ReplyCreate, ReplyData, ReplyDirectory, ReplyEmpty, ReplyEntry, ReplyOpen, ReplyStatfs,
    ReplyWrite, ReplyXattr, Request, TimeOrNow, WriteFlags,
};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// No caching: the kernel asks again each time.
const TTL: Duration = Duration::ZERO;
/// The size of the whole file system, in blocks of 4 KiB: 64 GiB, always reported as free.
const BLOCKS: u64 = 16 << 20;
/// The flag of a synchronous write, and that of one of the data alone (`asm-generic/fcntl.h`).
const O_SYNC: i32 = 0o4_000_000 | O_DSYNC;
const O_DSYNC: i32 = 0o10_000;

const LENGTH_MAX: u64 = 4 << 30;

pub(super) struct FuseCalls {
    disk: Arc<Mutex<FaultyDisk>>,
    answers: DelayedAnswers,
}

#[derive(Clone, Debug)]
pub(super) struct FileAttributes {
    mode: u16,
    owner: (u32, u32),
    attributes: BTreeMap<OsString, Vec<u8>>,
    unlinked: bool,
    opens: u32,
}

impl FuseCalls {
    pub(super) fn new(disk: Arc<Mutex<FaultyDisk>>) -> Self {
        Self { disk, answers: DelayedAnswers::start() }
    }

    fn disk(&self) -> MutexGuard<'_, FaultyDisk> {
        self.disk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends an answer at its time; other requests of the kernel are served until then.
    fn answer<T: Send + 'static>(
        &self,
        answer: DelayedResult<T>,
        give: impl FnOnce(Result<T, Errno>) + Send + 'static,
    ) {
        let DelayedResult { result, late_ns } = answer;
        let result = result.map_err(Errno::from_i32);
        if late_ns == 0 {
            return give(result);
        }
        self.answers.give_at(self.answers.now_ns() + late_ns, move || give(result));
    }
}

impl FaultyDisk {
    fn number(&self, name: &OsStr) -> Option<u64> {
        let named = |(number, card): (&u64, &FileAttributes)| {
            let content = self.files.get(number)?;
            (!card.unlinked && OsStr::new(&content.name) == name).then_some(*number)
        };
        self.cards.iter().find_map(named)
    }

    fn attributes(&self, number: u64) -> Option<FileAttr> {
        if number == INodeNo::ROOT.0 {
            return Some(attributes(number, FileType::Directory, 0o1777, 0, (0, 0)));
        }
        let (card, content) = (self.cards.get(&number)?, self.files.get(&number)?);
        let length = content.length();
        Some(attributes(number, FileType::RegularFile, card.mode, length, card.owner))
    }

    /// Removes a file that is no longer reachable.
    fn let_go(&mut self, number: u64) {
        if self.cards.get(&number).is_some_and(|card| card.unlinked && card.opens == 0) {
            self.cards.remove(&number);
            self.files.remove(&number);
        }
    }
}

pub(crate) fn attributes(
    number: u64,
    kind: FileType,
    perm: u16,
    size: u64,
    (uid, gid): (u32, u32),
) -> FileAttr {
    // No test reads the time.
    let changed = UNIX_EPOCH;
    FileAttr {
        ino: INodeNo(number),
        size,
        blocks: size.div_ceil(512),
        atime: changed,
        mtime: changed,
        ctime: changed,
        crtime: changed,
        kind,
        perm,
        nlink: 1,
        uid,
        gid,
        rdev: 0,
        blksize: 4096,
        flags: 0,
    }
}

impl Filesystem for FuseCalls {
    fn init(&mut self, _: &Request, config: &mut KernelConfig) -> io::Result<()> {
        // Without it direct I/O runs one operation at a time. A kernel that lacks it is only slower.
        let _ = config.add_capabilities(InitFlags::FUSE_ASYNC_DIO);
        let _ = config.set_max_write(1 << 20);
        Ok(())
    }

    fn lookup(&self, _: &Request, parent: INodeNo, name: &OsStr, reply: ReplyEntry) {
        let disk = self.disk();
        let found = disk.number(name).and_then(|number| disk.attributes(number));
        match found.filter(|_| parent == INodeNo::ROOT) {
            Some(attributes) => reply.entry(&TTL, &attributes, Generation(0)),
            None => reply.error(Errno::ENOENT),
        }
    }

    fn getattr(&self, _: &Request, ino: INodeNo, _: Option<FileHandle>, reply: ReplyAttr) {
        match self.disk().attributes(ino.0) {
            Some(attributes) => reply.attr(&TTL, &attributes),
            None => reply.error(Errno::ENOENT),
        }
    }

    fn setattr(
        &self,
        _: &Request,
        ino: INodeNo,
        mode: Option<u32>,
        uid: Option<u32>,
        gid: Option<u32>,
        size: Option<u64>,
        _: Option<TimeOrNow>,
        _: Option<TimeOrNow>,
        _: Option<SystemTime>,
        _: Option<FileHandle>,
        _: Option<SystemTime>,
        _: Option<SystemTime>,
        _: Option<SystemTime>,
        _: Option<BsdFileFlags>,
        reply: ReplyAttr,
    ) {
        let mut disk = self.disk();
        if size.is_some_and(|size| size > LENGTH_MAX) {
            return reply.error(Errno::from_i32(ENOSPC));
        }
        if let (Some(size), Some(content)) = (size, disk.files.get_mut(&ino.0)) {
            content.resize(size);
        }
        if let Some(card) = disk.cards.get_mut(&ino.0) {
            card.mode = mode.map_or(card.mode, |mode| mode as u16 & 0o7777);
            card.owner = (uid.unwrap_or(card.owner.0), gid.unwrap_or(card.owner.1));
        }
        match disk.attributes(ino.0) {
            Some(attributes) => reply.attr(&TTL, &attributes),
            None => reply.error(Errno::ENOENT),
        }
    }

    fn create(
        &self,
        request: &Request,
        parent: INodeNo,
        name: &OsStr,
        mode: u32,
        umask: u32,
        _: i32,
        reply: ReplyCreate,
    ) {
        let mut disk = self.disk();
        let (Some(text), true) = (name.to_str(), parent == INodeNo::ROOT) else {
            return reply.error(Errno::EINVAL);
        };
        let number = match disk.number(name) {
            Some(number) => number,
            None => {
                let number = disk.make(text);
                let card = FileAttributes {
                    mode: (mode & !umask) as u16 & 0o7777,
                    owner: (request.uid(), request.gid()),
                    attributes: BTreeMap::new(),
                    unlinked: false,
                    opens: 0,
                };
                disk.cards.insert(number, card);
                number
            }
        };
        if let Some(card) = disk.cards.get_mut(&number) {
            card.opens += 1;
        }
        match disk.attributes(number) {
            Some(attributes) => {
                reply.created(&TTL, &attributes, Generation(0), FileHandle(number), DIRECT);
            }
            None => reply.error(Errno::ENOENT),
        }
    }

    fn open(&self, _: &Request, ino: INodeNo, _: OpenFlags, reply: ReplyOpen) {
        match self.disk().cards.get_mut(&ino.0) {
            Some(card) => {
                card.opens += 1;
                reply.opened(FileHandle(ino.0), DIRECT);
            }
            None => reply.error(Errno::ENOENT),
        }
    }

    fn release(
        &self,
        _: &Request,
        ino: INodeNo,
        _: FileHandle,
        _: OpenFlags,
        _: Option<LockOwner>,
        _: bool,
        reply: ReplyEmpty,
    ) {
        let mut disk = self.disk();
        if let Some(card) = disk.cards.get_mut(&ino.0) {
            card.opens = card.opens.saturating_sub(1);
        }
        disk.let_go(ino.0);
        reply.ok();
    }

    fn unlink(&self, _: &Request, _: INodeNo, name: &OsStr, reply: ReplyEmpty) {
        let mut disk = self.disk();
        let Some(number) = disk.number(name) else { return reply.error(Errno::ENOENT) };
        if let Some(card) = disk.cards.get_mut(&number) {
            card.unlinked = true;
        }
        disk.let_go(number);
        reply.ok();
    }

    fn rename(
        &self,
        _: &Request,
        _: INodeNo,
        name: &OsStr,
        _: INodeNo,
        new_name: &OsStr,
        _: RenameFlags,
        reply: ReplyEmpty,
    ) {
        let mut disk = self.disk();
        let (Some(number), Some(text)) = (disk.number(name), new_name.to_str()) else {
            return reply.error(Errno::ENOENT);
        };
        if let Some(card) = disk.number(new_name).and_then(|old| disk.cards.get_mut(&old)) {
            card.unlinked = true;
        }
        if let Some(content) = disk.files.get_mut(&number) {
            content.name = text.to_owned();
        }
        reply.ok();
    }

    fn read(
        &self,
        _: &Request,
        ino: INodeNo,
        _: FileHandle,
        offset: u64,
        size: u32,
        _: OpenFlags,
        _: Option<LockOwner>,
        reply: ReplyData,
    ) {
        let read = self.disk().read(ino.0, offset, size as usize);
        self.answer(read, move |result| match result {
            Ok(bytes) => reply.data(&bytes),
            Err(error) => reply.error(error),
        });
    }

    fn write(
        &self,
        _: &Request,
        ino: INodeNo,
        _: FileHandle,
        offset: u64,
        data: &[u8],
        _: WriteFlags,
        flags: OpenFlags,
        _: Option<LockOwner>,
        reply: ReplyWrite,
    ) {
        let durable = flags.0 & (O_SYNC | O_DSYNC) != 0;
        let written = if offset + data.len() as u64 > LENGTH_MAX {
            DelayedResult::now(Err(ENOSPC))
        } else {
            self.disk().write(ino.0, offset, data, durable)
        };
        self.answer(written, move |result| match result {
            Ok(count) => reply.written(count),
            Err(error) => reply.error(error),
        });
    }

    fn flush(&self, _: &Request, _: INodeNo, _: FileHandle, _: LockOwner, reply: ReplyEmpty) {
        reply.ok();
    }

    fn fsync(&self, _: &Request, ino: INodeNo, _: FileHandle, _: bool, reply: ReplyEmpty) {
        match self.disk().flush(ino.0).result {
            Ok(()) => reply.ok(),
            Err(error) => reply.error(Errno::from_i32(error)),
        }
    }

    fn fsyncdir(&self, _: &Request, _: INodeNo, _: FileHandle, _: bool, reply: ReplyEmpty) {
        reply.ok();
    }

    fn readdir(
        &self,
        _: &Request,
        _: INodeNo,
        _: FileHandle,
        offset: u64,
        mut reply: ReplyDirectory,
    ) {
        let disk = self.disk();
        let here = disk.cards.iter().filter(|(_, card)| !card.unlinked);
        let files = here.filter_map(|(&number, _)| Some((number, disk.files.get(&number)?)));
        let root = [".", ".."].map(|name| (1, FileType::Directory, name));
        let files = files.map(|(number, c)| (number, FileType::RegularFile, c.name.as_str()));
        for (at, (number, kind, name)) in root.into_iter().chain(files).enumerate() {
            if at as u64 >= offset && reply.add(INodeNo(number), at as u64 + 1, kind, name) {
                break;
            }
        }
        reply.ok();
    }

    fn statfs(&self, _: &Request, _: INodeNo, reply: ReplyStatfs) {
        reply.statfs(BLOCKS, BLOCKS, BLOCKS, 1 << 20, 1 << 20, 4096, 255, 4096);
    }

    fn access(&self, _: &Request, _: INodeNo, _: AccessFlags, reply: ReplyEmpty) {
        reply.ok();
    }

    fn fallocate(
        &self,
        _: &Request,
        ino: INodeNo,
        _: FileHandle,
        offset: u64,
        length: u64,
        mode: i32,
        reply: ReplyEmpty,
    ) {
        let mut disk = self.disk();
        let Some(content) = disk.files.get_mut(&ino.0) else { return reply.error(Errno::ENOENT) };
        if mode != 0 {
            return reply.error(Errno::EOPNOTSUPP);
        }
        if offset + length > LENGTH_MAX {
            return reply.error(Errno::from_i32(ENOSPC));
        }
        let wanted = content.length().max(offset + length);
        content.resize(wanted);
        reply.ok();
    }

    fn setxattr(
        &self,
        _: &Request,
        ino: INodeNo,
        name: &OsStr,
        value: &[u8],
        _: i32,
        _: u32,
        reply: ReplyEmpty,
    ) {
        match self.disk().cards.get_mut(&ino.0) {
            Some(card) => {
                card.attributes.insert(name.to_owned(), value.to_vec());
                reply.ok();
            }
            None => reply.error(Errno::EOPNOTSUPP),
        }
    }

    fn getxattr(&self, _: &Request, ino: INodeNo, name: &OsStr, size: u32, reply: ReplyXattr) {
        let disk = self.disk();
        let value = disk.cards.get(&ino.0).and_then(|card| card.attributes.get(name));
        match value {
            None => reply.error(Errno::ENODATA),
            Some(value) if size == 0 => reply.size(value.len() as u32),
            Some(value) if value.len() > size as usize => reply.error(Errno::ERANGE),
            Some(value) => reply.data(value),
        }
    }

    fn removexattr(&self, _: &Request, ino: INodeNo, name: &OsStr, reply: ReplyEmpty) {
        let mut disk = self.disk();
        let card = disk.cards.get_mut(&ino.0);
        match card.and_then(|card| card.attributes.remove(name)) {
            Some(_) => reply.ok(),
            None => reply.error(Errno::ENODATA),
        }
    }
}

/// Bypasses the page cache, and allows parallel writes to one file.
pub(crate) const DIRECT: FopenFlags =
    FopenFlags::FOPEN_DIRECT_IO.union(FopenFlags::FOPEN_PARALLEL_DIRECT_WRITES);
