//! Files and disks by their handles: opening with explicit flags, sizes, alignments, locks.

use super::call::{Event, ask, checked, handle};
use crate::absent::unsupported;
use crate::file::{Advice, FileFacts, FileIdentity, FileKind, LockMode, OpenMode};
use crate::inventory::DeviceNumber;
use crate::windows_answers::disk;
use std::cell::OnceCell;
use std::fs::{File, OpenOptions};
use std::io;
use std::ops::Range;
use std::os::windows::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use windows_sys::Win32::Foundation::{
    ERROR_HANDLE_EOF, ERROR_LOCK_VIOLATION, ERROR_PIPE_NOT_CONNECTED,
};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_ATTRIBUTE_REPARSE_POINT, FILE_ATTRIBUTE_TAG_INFO, FILE_BASIC_INFO,
    FILE_FLAG_BACKUP_SEMANTICS, FILE_FLAG_DELETE_ON_CLOSE, FILE_FLAG_NO_BUFFERING,
    FILE_FLAG_OPEN_REPARSE_POINT, FILE_FLAG_OVERLAPPED, FILE_FLAG_RANDOM_ACCESS,
    FILE_FLAG_SEQUENTIAL_SCAN, FILE_FLAG_WRITE_THROUGH, FILE_ID_INFO, FILE_INFO_BY_HANDLE_CLASS,
    FILE_READ_ATTRIBUTES, FILE_STANDARD_INFO, FILE_STORAGE_INFO, FILE_TYPE_CHAR, FILE_TYPE_PIPE,
    FileAttributeTagInfo, FileBasicInfo, FileIdInfo, FileStandardInfo, FileStorageInfo,
    GetFileInformationByHandleEx, GetFileType, LOCKFILE_EXCLUSIVE_LOCK, LOCKFILE_FAIL_IMMEDIATELY,
    LockFileEx, ReadFile, UnlockFileEx, WriteFile,
};
use windows_sys::Win32::System::IO::OVERLAPPED;
use windows_sys::Win32::System::Ioctl::{
    IOCTL_DISK_GET_LENGTH_INFO, IOCTL_STORAGE_GET_DEVICE_NUMBER,
};

/// Where the whole-file lock stands: beyond the end of every file, because a locked byte can be neither read nor written.
const LOCK_BYTE: u64 = 1 << 62;
/// The bit of the tag of an entry that leads elsewhere (ntifs.h, `IsReparseTagNameSurrogate`).
const LEADS_ELSEWHERE: u32 = 0x2000_0000;
/// From 1601, where times of Windows begin, to 1970, in units of 100 ns.
const EPOCH: i64 = 116_444_736_000_000_000;
/// Longer than the answers about a device.
const ANSWER_BYTES: usize = 64;

/// Windows limits open handles by memory alone.
pub fn raise_open_limit() {}

/// The flags of an open in a mode.
pub(super) fn flags(mode: OpenMode) -> u32 {
    let advice = match mode.advice {
        None | Some(Advice::Once) => 0,
        Some(Advice::Random) => FILE_FLAG_RANDOM_ACCESS,
        Some(Advice::Sequential) => FILE_FLAG_SEQUENTIAL_SCAN,
    };
    let direct = if mode.direct { FILE_FLAG_NO_BUFFERING } else { 0 };
    let durable = if mode.dsync || mode.sync { FILE_FLAG_WRITE_THROUGH } else { 0 };
    FILE_FLAG_OVERLAPPED | advice | direct | durable
}

/// Opens a target; never truncates.
pub fn open(path: &Path, mode: OpenMode) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(mode.write).custom_flags(flags(mode));
    options.create(mode.create).truncate(false).open(path)
}

/// One fixed structure of facts about an open file.
fn information<T: Default>(file: &File, class: FILE_INFO_BY_HANDLE_CLASS) -> io::Result<T> {
    let mut found = T::default();
    // SAFETY: `found` is a structure of plain numbers of the class that is asked for, and has its length.
    checked(unsafe {
        let place = (&raw mut found).cast();
        GetFileInformationByHandleEx(handle(file), class, place, size_of::<T>() as u32)
    })?;
    Ok(found)
}

/// Opens what a path leads to for its facts alone: no sharing is checked, nothing is read.
pub(super) fn for_facts(path: &Path, follow: bool) -> io::Result<File> {
    let link = if follow { 0 } else { FILE_FLAG_OPEN_REPARSE_POINT };
    let mut options = OpenOptions::new();
    options.access_mode(FILE_READ_ATTRIBUTES).custom_flags(FILE_FLAG_BACKUP_SEMANTICS | link);
    options.open(path)
}

pub(crate) fn facts_at(path: &Path) -> io::Result<FileFacts> {
    facts_of(&for_facts(path, true)?)
}

pub(crate) fn facts_of_entry(path: &Path) -> io::Result<FileFacts> {
    facts_of(&for_facts(path, false)?)
}

pub(crate) fn facts_of(file: &File) -> io::Result<FileFacts> {
    // SAFETY: the handle is open.
    match unsafe { GetFileType(handle(file)) } {
        FILE_TYPE_PIPE => return Ok(of_stream(FileKind::Pipe)),
        FILE_TYPE_CHAR => return Ok(of_stream(FileKind::CharacterDevice)),
        _ => {}
    }
    let standard: FILE_STANDARD_INFO = match information(file, FileStandardInfo) {
        Ok(standard) => standard,
        Err(error) => return device(file).ok_or(error),
    };
    let basic: FILE_BASIC_INFO = information(file, FileBasicInfo)?;
    let identity: FILE_ID_INFO = information(file, FileIdInfo)?;
    let tag: FILE_ATTRIBUTE_TAG_INFO = information(file, FileAttributeTagInfo).unwrap_or_default();
    let leads = tag.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT != 0
        && tag.ReparseTag & LEADS_ELSEWHERE != 0;
    let kind = match (leads, standard.Directory) {
        (true, _) => FileKind::Link,
        (false, true) => FileKind::Directory,
        (false, false) => FileKind::File,
    };
    Ok(FileFacts {
        kind,
        identity: FileIdentity::File {
            file_system: identity.VolumeSerialNumber,
            number: u128::from_le_bytes(identity.FileId.Identifier),
        },
        size_bytes: standard.EndOfFile as u64,
        allocated_bytes: standard.AllocationSize as u64,
        links: standard.NumberOfLinks.into(),
        modified_ns: i128::from(basic.LastWriteTime - EPOCH) * 100,
        owner: None,
        is_private: None,
    })
}

/// A pipe, a console or the null device: it has no number.
fn of_stream(kind: FileKind) -> FileFacts {
    FileFacts {
        kind,
        identity: FileIdentity::File { file_system: 0, number: 0 },
        size_bytes: 0,
        allocated_bytes: 0,
        links: 1,
        modified_ns: 0,
        owner: None,
        is_private: None,
    }
}

/// The facts of a disk or volume.
fn device(file: &File) -> Option<FileFacts> {
    let number = device_number(file)?;
    let identity = FileIdentity::Device(number);
    Some(FileFacts { identity, ..of_stream(FileKind::BlockDevice) })
}

/// The number of a disk, or of the partition that a volume lies on: minor is 0 for the whole disk.
pub(super) fn device_number(file: &File) -> Option<DeviceNumber> {
    let answer = ask(file, IOCTL_STORAGE_GET_DEVICE_NUMBER, &[], ANSWER_BYTES).ok()?;
    // Other kinds of devices are numbered from 0 too.
    let found = disk::DeviceNumber::read(&answer).ok().filter(|found| found.is_disk())?;
    Some(DeviceNumber { major: found.number, minor: found.partition.unwrap_or(0) })
}

/// The size in bytes of a file or a disk.
pub fn size_bytes(file: &File) -> io::Result<u64> {
    let facts = facts_of(file)?;
    if facts.kind != FileKind::BlockDevice {
        return Ok(facts.size_bytes);
    }
    let answer = ask(file, IOCTL_DISK_GET_LENGTH_INFO, &[], ANSWER_BYTES)?;
    disk::length_bytes(&answer).map_err(|_| io::ErrorKind::InvalidData.into())
}

/// Locks a file until it is closed, however the program ends. Returns whether the lock was taken. Nobody else's reads and writes
/// are prevented.
pub fn lock(file: &File, mode: LockMode) -> io::Result<bool> {
    lock_range(file, LOCK_BYTE..LOCK_BYTE + 1, mode)
}

/// Locks bytes of a file until it is closed, against programs that lock them, such as SQLite. Returns whether the lock was taken.
pub fn lock_bytes(file: &File, bytes: Range<u64>) -> io::Result<bool> {
    lock_range(file, bytes, LockMode::Exclusive)
}

fn lock_range(file: &File, bytes: Range<u64>, mode: LockMode) -> io::Result<bool> {
    let exclusive = if mode == LockMode::Exclusive { LOCKFILE_EXCLUSIVE_LOCK } else { 0 };
    let (mut from, length) = (at(bytes.start), bytes.end - bytes.start);
    let flags = exclusive | LOCKFILE_FAIL_IMMEDIATELY;
    // SAFETY: the request names a place in the file; a lock that fails at once leaves nothing behind.
    let code = unsafe {
        let (low, high) = (length as u32, (length >> 32) as u32);
        LockFileEx(handle(file), flags, 0, low, high, &raw mut from)
    };
    match checked(code) {
        Err(error) if error.raw_os_error() == Some(ERROR_LOCK_VIOLATION as i32) => Ok(false),
        other => other.map(|()| true),
    }
}

/// Releases the lock of a file at once.
pub fn release(file: &File) {
    let mut from = at(LOCK_BYTE);
    // SAFETY: the request names a place in the file.
    unsafe { UnlockFileEx(handle(file), 0, 1, 0, &raw mut from) };
}

fn at(offset: u64) -> OVERLAPPED {
    let mut request = OVERLAPPED::default();
    request.Anonymous.Anonymous.Offset = offset as u32;
    request.Anonymous.Anonymous.OffsetHigh = (offset >> 32) as u32;
    request
}

/// The smallest unit and alignment of unbuffered I/O in bytes; 512 where neither the file system nor the disk says.
pub fn direct_align_bytes(file: &File) -> u32 {
    let stated: io::Result<FILE_STORAGE_INFO> = information(file, FileStorageInfo);
    let stated = stated.map(|stated| stated.LogicalBytesPerSector).ok();
    let of_disk = || super::device::sector_bytes(file);
    let of_volume = || super::volume::sector_bytes(file);
    stated.filter(|bytes| *bytes > 0).or_else(of_disk).or_else(of_volume).unwrap_or(512)
}

/// Writes back what the cache holds of a file, and drops it: Windows does so when the file is opened without buffering.
pub fn drop_cache(file: &File) -> io::Result<()> {
    match super::blocking::flush(file) {
        // A file that is open for reading alone has nothing of ours to write back.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {}
        other => other?,
    }
    super::target::again(file, OpenMode { direct: true, ..OpenMode::default() }).map(drop)
}

pub fn forget_range(file: &File, offset_bytes: u64, length_bytes: u64) -> io::Result<()> {
    if (offset_bytes, length_bytes) == (0, 0) {
        return drop_cache(file);
    }
    Err(unsupported("posix_fadvise"))
}

/// The smallest unit and alignment of unbuffered I/O in bytes for files in the directory, read from a file that vanishes when it is
/// closed. `None` if it cannot be opened so.
pub fn nameless_direct_align_bytes(directory: &Path) -> io::Result<Option<u32>> {
    let name = format!(".plimsoll-probe-{}-{:x}", std::process::id(), crate::clock::unix_now());
    let open = |flags| {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        options.custom_flags(FILE_FLAG_DELETE_ON_CLOSE | flags).open(directory.join(&name))
    };
    drop(open(0)?);
    Ok(open(FILE_FLAG_NO_BUFFERING).ok().map(|file| direct_align_bytes(&file)))
}

thread_local! {
    static EVENT: OnceCell<Event> = const { OnceCell::new() };
}

fn with_event<T>(use_it: impl FnOnce(&Event) -> io::Result<T>) -> io::Result<T> {
    EVENT.with(|cell| {
        if cell.get().is_none() {
            drop(cell.set(Event::new()?));
        }
        cell.get().map_or(Err(io::ErrorKind::OutOfMemory.into()), use_it)
    })
}

/// Reads at a place, wherever the file's position is.
pub fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<usize> {
    let (place, length) = (bytes.as_mut_ptr(), u32::try_from(bytes.len()).unwrap_or(u32::MAX));
    let moved = with_event(|event| {
        // SAFETY: the bytes live until the transfer has ended.
        unsafe {
            event.transfer(handle(file), at, |request| {
                ReadFile(handle(file), place, length, std::ptr::null_mut(), request)
            })
        }
    });
    match moved {
        Err(error) if error.raw_os_error() == Some(ERROR_HANDLE_EOF as i32) => Ok(0),
        moved => moved,
    }
}

/// Writes at a place, wherever the file's position is.
pub fn write_at(file: &File, bytes: &[u8], at: u64) -> io::Result<usize> {
    let (place, length) = (bytes.as_ptr(), u32::try_from(bytes.len()).unwrap_or(u32::MAX));
    with_event(|event| {
        // SAFETY: the bytes live until the transfer has ended.
        unsafe {
            event.transfer(handle(file), at, |request| {
                WriteFile(handle(file), place, length, std::ptr::null_mut(), request)
            })
        }
    })
}

/// Whether a write failed because nobody reads any more.
pub fn is_reader_gone(error: &io::Error) -> bool {
    let code = error.raw_os_error();
    error.kind() == io::ErrorKind::BrokenPipe || code == Some(ERROR_PIPE_NOT_CONNECTED as i32)
}

/// A path without links, as people write it.
pub fn canonical(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    let real = std::fs::canonicalize(path)?;
    Ok(real.to_str().map(super::target::plain).map_or(real.clone(), PathBuf::from))
}

/// Opens a file for reading.
pub fn open_quietly(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Allocates the space of a file up to this size; the file is then at least as long.
pub(crate) fn allocate(file: &File, size_bytes: u64) -> io::Result<()> {
    // NTFS and ReFS allocate what a file is lengthened by, unless it is sparse.
    if facts_of(file)?.size_bytes < size_bytes { file.set_len(size_bytes) } else { Ok(()) }
}

/// A device number as a document holds it.
pub(crate) fn device_id(number: DeviceNumber) -> u64 {
    u64::from(number.major) << 32 | u64::from(number.minor)
}

/// Makes a new file. Who may read it depends on the folder: Windows gives its files its permissions.
pub fn create_private(path: &Path) -> io::Result<File> {
    File::options().read(true).write(true).create_new(true).open(path)
}

/// Users who may read the folder may read its files already.
pub fn let_all_read(_: &File) -> io::Result<()> {
    Ok(())
}

/// The names in a folder are durable with the log of the file system, which a flush of any file writes.
pub fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Makes a folder and those above it, as far as they are missing.
pub fn private_folders(path: &Path) -> io::Result<()> {
    std::fs::create_dir_all(path)
}

/// Makes a folder. Those of a user's own temporary files are closed to others.
pub fn private_folder(path: &Path) -> io::Result<()> {
    std::fs::create_dir(path)
}
