//! Files and block devices as targets: opening with explicit flags, sizes, alignments, page cache.

use crate::file::{Advice, FileFacts, FileIdentity, FileKind, LockMode, OpenMode};
use crate::inventory::DeviceNumber;
use std::fs::{DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::io;
use std::ops::Range;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{
    DirBuilderExt, FileExt, FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt,
};
use std::path::{Path, PathBuf};

/// Far above what a measurement opens. Programs that are started inherit the limit, and some close each number below it.
const OPEN_FILES: u64 = 65_536;
/// `_IOR(0x12, 114, size_t)` of `linux/fs.h`.
const BLKGETSIZE64: u64 = 0x8008_1272;

/// Raises the limit of open files as far as it is needed and allowed, so that a measurement does not run out of them halfway: the
/// usual limit of 1,024 suits programs that call `select`.
pub fn raise_open_limit() {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the kernel fills the structure, and reads it when it is given back.
    unsafe {
        if libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) == 0 {
            limit.rlim_cur = OPEN_FILES.clamp(limit.rlim_cur, limit.rlim_max);
            libc::setrlimit(libc::RLIMIT_NOFILE, &raw const limit);
        }
    }
}

/// Opens a target; never truncates. If the user owns it, reads do not update its access time (`O_NOATIME`): the update
/// is no part of the load, and checking it costs 8 % of a read from the page cache.
pub fn open(path: &Path, mode: OpenMode) -> io::Result<File> {
    let mut flags = 0;
    if mode.direct {
        flags |= libc::O_DIRECT;
    }
    if mode.dsync {
        flags |= libc::O_DSYNC;
    }
    if mode.sync {
        flags |= libc::O_SYNC;
    }
    let mut options = OpenOptions::new();
    options.read(true).write(mode.write).custom_flags(flags);
    if mode.create {
        options.create(true).mode(0o600);
    }
    // Forbidden on files of other users: then the access time is updated.
    let file = match options.clone().custom_flags(flags | libc::O_NOATIME).open(path) {
        Err(error) if error.raw_os_error() == Some(libc::EPERM) => options.open(path),
        opened => opened,
    }?;
    let advice = match mode.advice {
        None => return Ok(file),
        Some(Advice::Random) => libc::POSIX_FADV_RANDOM,
        Some(Advice::Sequential) => libc::POSIX_FADV_SEQUENTIAL,
        Some(Advice::Once) => libc::POSIX_FADV_NOREUSE,
    };
    // A file system without a page cache refuses it, and loses nothing.
    drop(advise(&file, 0, 0, advice));
    Ok(file)
}

/// The size in bytes of a file or a block device.
pub fn size_bytes(file: &File) -> io::Result<u64> {
    let found = file.metadata()?;
    if !found.file_type().is_block_device() {
        return Ok(found.len());
    }
    let mut size = 0u64;
    // SAFETY: the request writes one 64-bit number to a valid place.
    let code = unsafe { libc::ioctl(file.as_raw_fd(), BLKGETSIZE64 as _, &raw mut size) };
    if code == 0 { Ok(size) } else { Err(io::Error::last_os_error()) }
}

/// Locks a file (`flock(2)`) until it is closed, however the program ends. Returns whether the lock was taken. The lock is
/// advisory: it does not prevent anybody from reading or writing. A lock that is already held is converted; if that fails, it
/// is lost.
pub fn lock(file: &File, mode: LockMode) -> io::Result<bool> {
    let mode = match mode {
        LockMode::Shared => libc::LOCK_SH,
        LockMode::Exclusive => libc::LOCK_EX,
    };
    // SAFETY: the call takes numbers only.
    if unsafe { libc::flock(file.as_raw_fd(), mode | libc::LOCK_NB) } == 0 {
        return Ok(true);
    }
    let error = io::Error::last_os_error();
    if error.kind() == io::ErrorKind::WouldBlock { Ok(false) } else { Err(error) }
}

/// Locks bytes of a file until it is closed, against programs that lock them by `fcntl(2)`, such as SQLite. Returns whether the
/// lock was taken.
///
/// # Errors
/// When the file system does not support locks, or the file is not open for writing.
pub fn lock_bytes(file: &File, bytes: Range<u64>) -> io::Result<bool> {
    // SAFETY: all fields are integers, for which zeros are values.
    let mut lock: libc::flock = unsafe { std::mem::zeroed() };
    (lock.l_type, lock.l_whence) = (libc::F_WRLCK as _, libc::SEEK_SET as _);
    (lock.l_start, lock.l_len) = (bytes.start as _, (bytes.end - bytes.start) as _);
    // SAFETY: the descriptor is open, and the request reads one such structure.
    if unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_SETLK, &raw const lock) } == 0 {
        return Ok(true);
    }
    let error = io::Error::last_os_error();
    if error.kind() == io::ErrorKind::WouldBlock { Ok(false) } else { Err(error) }
}

/// Releases the lock of a file at once. A file that is only closed stays locked while a process that was just forked has it open.
pub fn release(file: &File) {
    // SAFETY: the call takes numbers only.
    unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_UN) };
}

/// The smallest unit and alignment of direct I/O in bytes: the value of the file system (`STATX_DIOALIGN`), the
/// device's logical block, or 512.
pub fn direct_align_bytes(file: &File) -> u32 {
    device_block(file).or_else(|| stated_align(file)).unwrap_or(512)
}

fn device_block(file: &File) -> Option<u32> {
    if !file.metadata().ok()?.file_type().is_block_device() {
        return None;
    }
    let mut size: libc::c_int = 0;
    // SAFETY: the request writes one integer to a valid place.
    let code = unsafe { libc::ioctl(file.as_raw_fd(), libc::BLKSSZGET as _, &raw mut size) };
    (code == 0 && size > 0).then_some(size as u32)
}

fn stated_align(file: &File) -> Option<u32> {
    // SAFETY: all fields are integers, for which zeros are values; the kernel fills the place for an empty path.
    let found = unsafe {
        let mut found: libc::statx = std::mem::zeroed();
        let (empty, flags) = (c"".as_ptr(), libc::AT_EMPTY_PATH);
        let mask = libc::STATX_DIOALIGN;
        let code = libc::statx(file.as_raw_fd(), empty, flags, mask, &raw mut found);
        if code != 0 {
            return None;
        }
        found
    };
    (found.stx_mask & libc::STATX_DIOALIGN != 0 && found.stx_dio_offset_align > 0)
        .then_some(found.stx_dio_offset_align)
}

/// Drops the target's clean pages from the page cache, after writing back the dirty ones. A device is not told to flush its own cache,
/// which its counters would show.
pub fn drop_cache(file: &File) -> io::Result<()> {
    // Pages that cannot be written back stay in the cache or are lost; neither counts as dropped.
    if file.metadata()?.file_type().is_block_device() {
        let all = libc::SYNC_FILE_RANGE_WAIT_BEFORE
            | libc::SYNC_FILE_RANGE_WRITE
            | libc::SYNC_FILE_RANGE_WAIT_AFTER;
        // SAFETY: the call takes numbers only; a length of 0 is up to the end.
        if unsafe { libc::sync_file_range(file.as_raw_fd(), 0, 0, all) } != 0 {
            return Err(io::Error::last_os_error());
        }
    } else {
        file.sync_data()?;
    }
    forget_range(file, 0, 0)
}

/// Drops the clean pages of a range from the page cache. Dirty pages stay, and errors of their write-back are not reported.
pub fn forget_range(file: &File, offset_bytes: u64, length_bytes: u64) -> io::Result<()> {
    advise(file, offset_bytes, length_bytes, libc::POSIX_FADV_DONTNEED)
}

fn advise(file: &File, offset_bytes: u64, length_bytes: u64, advice: i32) -> io::Result<()> {
    let (at, length) = (offset_bytes as libc::off_t, length_bytes as libc::off_t);
    // SAFETY: the call takes numbers only.
    let code = unsafe { libc::posix_fadvise(file.as_raw_fd(), at, length, advice) };
    if code == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(code)) }
}

/// The smallest unit and alignment of direct I/O in bytes for files in the directory, read from an unnamed file
/// (`O_TMPFILE`). `None` if it cannot be opened for direct I/O.
pub fn nameless_direct_align_bytes(directory: &Path) -> io::Result<Option<u32>> {
    let open = |flags| {
        let mut options = OpenOptions::new();
        options.read(true).write(true).custom_flags(libc::O_TMPFILE | flags).open(directory)
    };
    open(0)?;
    Ok(open(libc::O_DIRECT).ok().map(|file| direct_align_bytes(&file)))
}

pub(crate) fn facts_at(path: &Path) -> io::Result<FileFacts> {
    std::fs::metadata(path).map(|meta| facts(&meta))
}

pub(crate) fn facts_of_entry(path: &Path) -> io::Result<FileFacts> {
    std::fs::symlink_metadata(path).map(|meta| facts(&meta))
}

pub(crate) fn facts_of(file: &File) -> io::Result<FileFacts> {
    file.metadata().map(|meta| facts(&meta))
}

pub(crate) fn facts(meta: &Metadata) -> FileFacts {
    let kind = match meta.file_type() {
        kind if kind.is_file() => FileKind::File,
        kind if kind.is_dir() => FileKind::Directory,
        kind if kind.is_block_device() => FileKind::BlockDevice,
        kind if kind.is_char_device() => FileKind::CharacterDevice,
        kind if kind.is_fifo() => FileKind::Pipe,
        kind if kind.is_symlink() => FileKind::Link,
        _ => FileKind::Socket,
    };
    FileFacts {
        kind,
        identity: FileIdentity::of(meta),
        size_bytes: meta.len(),
        // stat(2): in units of 512 bytes.
        allocated_bytes: meta.blocks() * 512,
        links: meta.nlink(),
        modified_ns: i128::from(meta.mtime()) * 1_000_000_000 + i128::from(meta.mtime_nsec()),
        owner: Some(meta.uid()),
        is_private: Some(meta.permissions().mode() & 0o077 == 0),
    }
}

impl FileIdentity {
    pub(crate) fn of(meta: &Metadata) -> Self {
        if meta.file_type().is_block_device() {
            return Self::Device(DeviceNumber::from_stat(meta.rdev()));
        }
        Self::file(meta.dev(), meta.ino())
    }

    pub(crate) fn file(device: u64, inode: u64) -> Self {
        Self::File { file_system: device, number: inode.into() }
    }
}

/// Reads at a place, wherever the file's position is.
pub fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<usize> {
    file.read_at(bytes, at)
}

/// Writes at a place, wherever the file's position is.
pub fn write_at(file: &File, bytes: &[u8], at: u64) -> io::Result<usize> {
    file.write_at(bytes, at)
}

/// Whether a write failed because nobody reads any more.
pub fn is_reader_gone(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

pub fn canonical(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    std::fs::canonicalize(path)
}

/// Opens a file for reading: if its user may, the access time is not changed, and a pipe does not block.
pub fn open_quietly(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).custom_flags(libc::O_NOATIME | libc::O_NONBLOCK);
    options.open(path).or_else(|_| File::open(path))
}

/// Allocates the space of a file up to this size; the file is then at least as long.
///
/// # Errors
/// Unsupported where the file system cannot; those of `fallocate`.
pub(crate) fn allocate(file: &File, size_bytes: u64) -> io::Result<()> {
    // SAFETY: the call takes numbers only.
    let code = unsafe { libc::fallocate(file.as_raw_fd(), 0, 0, size_bytes as libc::off_t) };
    if code == 0 {
        return Ok(());
    }
    let error = io::Error::last_os_error();
    // The standard library does not count it as unsupported on every version.
    let lacks = matches!(error.raw_os_error(), Some(libc::EOPNOTSUPP | libc::ENOSYS));
    Err(if lacks { io::ErrorKind::Unsupported.into() } else { error })
}

/// A device number as `stat` gives it.
pub(crate) fn device_id(number: DeviceNumber) -> u64 {
    libc::makedev(number.major, number.minor)
}

/// Makes a new file that only this user may read and write.
///
/// # Errors
/// When the name exists; those of open.
pub fn create_private(path: &Path) -> io::Result<File> {
    File::options().read(true).write(true).create_new(true).mode(0o600).open(path)
}

pub fn let_all_read(file: &File) -> io::Result<()> {
    file.set_permissions(Permissions::from_mode(0o644))
}

/// Makes the names in a folder durable.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Makes a folder and those above it, as far as they are missing, which only this user may enter.
pub fn private_folders(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Makes a folder that only this user may enter.
///
/// # Errors
/// When the name exists; those of mkdir.
pub fn private_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::take;

    #[test]
    fn what_cannot_be_written_back_is_not_dropped() {
        // `/dev/null` accepts `posix_fadvise`, and cannot be synced.
        let null = File::open("/dev/null").expect("every Linux has it");
        let error = drop_cache(&null).expect_err("nothing can be written back");
        assert_eq!(error.raw_os_error(), Some(libc::EINVAL));
    }

    #[test]
    fn reads_of_an_own_file_leave_its_access_time_alone() {
        let path = std::env::temp_dir().join(format!("plimsoll-atime-{}", std::process::id()));
        let made = open(&path, OpenMode { write: true, create: true, ..OpenMode::default() });
        let reopened = open(&path, OpenMode::default());
        std::fs::remove_file(&path).expect("the file was made");
        for file in [made.expect("own"), reopened.expect("own")] {
            // SAFETY: the call takes numbers only.
            let flags = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GETFL) };
            assert_eq!(flags & libc::O_NOATIME, libc::O_NOATIME);
        }
    }

    #[test]
    fn what_is_to_be_durable_is_opened_so() {
        let path = std::env::temp_dir().join(format!("plimsoll-osync-{}", std::process::id()));
        let way = OpenMode { write: true, create: true, ..OpenMode::default() };
        let modes = [OpenMode { dsync: true, ..way }, OpenMode { sync: true, ..way }, way];
        let opened = modes.map(|mode| open(&path, mode));
        std::fs::remove_file(&path).expect("the file was made");
        for (file, wanted) in opened.into_iter().zip([libc::O_DSYNC, libc::O_SYNC, 0]) {
            let file = file.expect("own");
            // SAFETY: the call takes numbers only.
            let flags = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GETFL) };
            assert_eq!(flags & libc::O_SYNC, wanted);
        }
    }

    #[test]
    fn a_file_is_taken_by_one_until_it_is_closed() {
        let path = std::env::temp_dir().join(format!("plimsoll-taken-{}", std::process::id()));
        let open = || File::options().write(true).create(true).truncate(false).open(&path);
        let (first, second) = (open().expect("own"), open().expect("own"));
        std::fs::remove_file(&path).expect("the file was made");
        assert!(take(&first).expect("a lock") && !take(&second).expect("a lock"));
        let locked = |file, bytes| lock_bytes(file, bytes).expect("a lock");
        assert!(locked(&first, 5..9) && !locked(&second, 8..9) && locked(&second, 9..10));
        drop(first);
        assert!(take(&second).expect("a lock"));
    }
}
