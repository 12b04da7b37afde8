//! Extents by `FIEMAP` or by seeking, cached pages by `cachestat` or `mincore`.

use crate::extents::{FileMap, MapMethod, Residency};
use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::fd::AsRawFd;

/// The most extents that are examined one by one. The rest of a file with more is sampled by evenly spread windows.
const EXTENTS_MAX: u64 = 65_536;
/// Extents requested by one call.
const BATCH: usize = 256;
/// Windows of a sample, evenly spread over the file.
const WINDOWS: u64 = 256;
/// Pages of a window when residency is sampled.
const WINDOW_PAGES: u64 = 1024;

/// `_IOWR('f', 11, struct fiemap)` of linux/fs.h; the header is 32 bytes.
const FS_IOC_FIEMAP: libc::c_ulong = 0xc020_660b;
/// Flags of linux/fiemap.h.
const FIEMAP_FLAG_SYNC: u32 = 1;
const FIEMAP_EXTENT_LAST: u32 = 1;
const FIEMAP_EXTENT_UNWRITTEN: u32 = 0x800;

#[repr(C)]
#[derive(Clone, Copy, Default)]
struct FiemapExtent {
    logical: u64,
    physical: u64,
    length: u64,
    reserved64: [u64; 2],
    flags: u32,
    reserved: [u32; 3],
}

#[repr(C)]
struct Fiemap {
    start: u64,
    length: u64,
    flags: u32,
    mapped: u32,
    count: u32,
    reserved: u32,
    extents: [FiemapExtent; BATCH],
}

/// Maps the data, unwritten space and holes of a range of a file. Dirty pages are written out first, because they have no final extents
/// before.
pub fn map(file: &File, range: Range<u64>) -> io::Result<FileMap> {
    let range = range.start..range.end.min(file.metadata()?.len());
    by_fiemap(file, range.clone()).or_else(|_| by_seek(file, range))
}

/// Extents without a known location, or whose location does not hold the plain data: unknown, delayed, encoded,
/// encrypted, not aligned, inline, packed (linux/fiemap.h).
const FIEMAP_EXTENT_PLACELESS: u32 = 0x2 | 0x4 | 0x8 | 0x80 | 0x100 | 0x200 | 0x400;

/// The location of a file on its device: start and length of each extent in bytes, at most `extents_max`. Dirty pages
/// are not written out first, so that a running database is not disturbed; extents without a location are left out.
pub fn physical_extents(file: &File, extents_max: usize) -> io::Result<Vec<(u64, u64)>> {
    let mut places = Vec::new();
    let mut request = request();
    let mut at = 0;
    while places.len() < extents_max {
        (request.start, request.length) = (at, u64::MAX - at);
        (request.flags, request.mapped) = (0, 0);
        let mapped = ask(file, &mut request)?;
        for extent in mapped {
            if extent.flags & FIEMAP_EXTENT_PLACELESS == 0 {
                places.push((extent.physical, extent.length));
            }
            at = extent.logical.saturating_add(extent.length);
        }
        if mapped.last().is_none_or(|extent| extent.flags & FIEMAP_EXTENT_LAST != 0) {
            break;
        }
    }
    places.truncate(extents_max);
    Ok(places)
}

fn request() -> Box<Fiemap> {
    Box::new(Fiemap {
        start: 0,
        length: 0,
        flags: 0,
        mapped: 0,
        count: BATCH as u32,
        reserved: 0,
        extents: [FiemapExtent::default(); BATCH],
    })
}

fn ask<'a>(file: &File, request: &'a mut Fiemap) -> io::Result<&'a [FiemapExtent]> {
    // SAFETY: the request is a fiemap header followed by room for `count` extents, as the ioctl wants it.
    if unsafe { libc::ioctl(file.as_raw_fd(), FS_IOC_FIEMAP as _, &mut *request) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(&request.extents[..(request.mapped as usize).min(BATCH)])
}

fn by_fiemap(file: &File, range: Range<u64>) -> io::Result<FileMap> {
    let mut map = empty(MapMethod::Fiemap);
    let done = fiemap_range(file, range.start, range.end, EXTENTS_MAX, &mut map)?;
    map.looked_bytes = done.saturating_sub(range.start);
    if done < range.end {
        // There are too many extents to examine all: the rest is sampled.
        let step = (range.end - done) / WINDOWS;
        let length = step.min(4 << 20);
        for window in 0..WINDOWS {
            let start = done + window * step;
            map.looked_bytes += fiemap_range(file, start, start + length, 1024, &mut map)? - start;
        }
    }
    map.hole_bytes = map.looked_bytes.saturating_sub(map.data_bytes + map.unwritten_bytes);
    Ok(map)
}

fn empty(method: MapMethod) -> FileMap {
    FileMap {
        method,
        looked_bytes: 0,
        data_bytes: 0,
        unwritten_bytes: 0,
        hole_bytes: 0,
        extents: 0,
    }
}

/// Adds the extents of a range, at most `extents_max`; returns the offset it reached.
fn fiemap_range(
    file: &File,
    start: u64,
    end: u64,
    extents_max: u64,
    map: &mut FileMap,
) -> io::Result<u64> {
    let mut at = start;
    let stop = map.extents + extents_max;
    let mut request = request();
    while at < end {
        (request.start, request.length) = (at, end - at);
        (request.flags, request.mapped) = (FIEMAP_FLAG_SYNC, 0);
        let mapped = ask(file, &mut request)?;
        if mapped.is_empty() {
            return Ok(end);
        }
        for extent in mapped {
            let from = extent.logical.max(at);
            let to = (extent.logical + extent.length).min(end);
            let bytes = to.saturating_sub(from);
            if extent.flags & FIEMAP_EXTENT_UNWRITTEN != 0 {
                map.unwritten_bytes += bytes;
            } else {
                map.data_bytes += bytes;
            }
            map.extents += 1;
            at = at.max(to);
            if extent.flags & FIEMAP_EXTENT_LAST != 0 {
                return Ok(end);
            }
        }
        if map.extents >= stop {
            return Ok(at);
        }
    }
    Ok(end)
}

/// Seeks from data to hole to data. This moves the file's offset, on which no engine of Plimsoll relies.
fn by_seek(file: &File, range: Range<u64>) -> io::Result<FileMap> {
    let mut map = empty(MapMethod::SeekHole);
    let (mut at, size) = (range.start, range.end);
    while at < size && map.extents < EXTENTS_MAX {
        let data = match seek(file, at, libc::SEEK_DATA) {
            Ok(data) => data,
            // No data up to the end.
            Err(error) if error.raw_os_error() == Some(libc::ENXIO) => size,
            Err(error) => return Err(error),
        };
        map.hole_bytes += data.min(size) - at;
        if data >= size {
            at = size;
            break;
        }
        let hole = seek(file, data, libc::SEEK_HOLE)?.min(size);
        map.data_bytes += hole - data;
        map.extents += 1;
        at = hole;
    }
    map.looked_bytes = at.saturating_sub(range.start);
    Ok(map)
}

/// Whether a file has no data; false where the file system does not tell holes from data.
pub(crate) fn is_all_hole(file: &File) -> io::Result<bool> {
    match seek(file, 0, libc::SEEK_DATA) {
        Ok(_) => Ok(false),
        Err(error) if error.raw_os_error() == Some(libc::ENXIO) => Ok(true),
        Err(error) => Err(error),
    }
}

fn seek(file: &File, at: u64, whence: i32) -> io::Result<u64> {
    let at = i64::try_from(at).map_err(|_| io::ErrorKind::InvalidInput)?;
    // SAFETY: lseek takes plain numbers and an open descriptor.
    let found = unsafe { libc::lseek(file.as_raw_fd(), at, whence) };
    u64::try_from(found).map_err(|_| io::Error::last_os_error())
}

/// Counts the pages of a file that are in the page cache, by `cachestat` (Linux 6.5) or else `mincore`.
///
/// If this user neither owns the file nor may write to it, the kernel lets `mincore` report all pages as cached.
pub fn residency(file: &File) -> io::Result<Residency> {
    let size = file.metadata()?.len();
    if size == 0 {
        return Ok(Residency { looked_pages: 0, cached_pages: 0 });
    }
    by_cachestat(file, size).or_else(|_| by_mincore(file, size))
}

/// `cachestat` has the same number on every architecture (asm-generic/unistd.h).
const SYS_CACHESTAT: libc::c_long = 451;

fn by_cachestat(file: &File, size: u64) -> io::Result<Residency> {
    let range = [0u64, size];
    let mut found = [0u64; 5];
    // SAFETY: the range is two 64-bit numbers and the answer five, as linux/mman.h lays them out; both outlive the
    // call.
    let result = unsafe {
        libc::syscall(SYS_CACHESTAT, file.as_raw_fd(), range.as_ptr(), found.as_mut_ptr(), 0)
    };
    if result != 0 {
        return Err(io::Error::last_os_error());
    }
    let looked_pages = size.div_ceil(page_bytes());
    Ok(Residency { looked_pages, cached_pages: found[0].min(looked_pages) })
}

fn by_mincore(file: &File, size: u64) -> io::Result<Residency> {
    let page = page_bytes();
    let pages = size.div_ceil(page);
    let mut found = Residency { looked_pages: 0, cached_pages: 0 };
    let whole = pages <= WINDOWS * WINDOW_PAGES;
    let windows = if whole { pages.div_ceil(WINDOW_PAGES) } else { WINDOWS };
    let step = if whole { WINDOW_PAGES } else { pages / WINDOWS };
    for window in 0..windows {
        let first = window * step;
        let count = WINDOW_PAGES.min(pages - first);
        found.looked_pages += count;
        found.cached_pages += resident(file, first * page, count, page)?;
    }
    Ok(found)
}

fn resident(file: &File, offset: u64, pages: u64, page: u64) -> io::Result<u64> {
    let length = (pages * page) as usize;
    let mut states = vec![0u8; pages as usize];
    // SAFETY: a new read-only mapping of an open file at a place of the kernel's choice touches no memory of ours,
    // and nothing below reads through it, so a file cut short meanwhile does no harm.
    let start = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            length,
            libc::PROT_READ,
            libc::MAP_SHARED,
            file.as_raw_fd(),
            offset as libc::off_t,
        )
    };
    if start == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the range is the mapping just made, and `states` has one byte for each of its pages.
    let result = unsafe { libc::mincore(start, length, states.as_mut_ptr()) };
    let error = io::Error::last_os_error();
    // SAFETY: the mapping was made above and nothing points into it.
    unsafe { libc::munmap(start, length) };
    if result != 0 {
        return Err(error);
    }
    Ok(states.iter().filter(|s| *s & 1 == 1).count() as u64)
}

pub fn page_bytes() -> u64 {
    // SAFETY: sysconf takes a number and gives one.
    let bytes = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    u64::try_from(bytes).unwrap_or(4096)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::os::unix::fs::FileExt;

    /// Reports a skip past the test harness's capture, so that it is visible in a passing run.
    macro_rules! skip {
        ($($words:tt)*) => {{
            let _ = writeln!(std::io::stderr(), "SKIPPED: {}", format_args!($($words)*));
        }};
    }

    fn made(name: &str) -> (std::path::PathBuf, File) {
        let path =
            std::env::temp_dir().join(format!("plimsoll-extents-{name}-{}", std::process::id()));
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(&path)
            .expect("a file in the temporary folder");
        (path, file)
    }

    #[test]
    fn holes_are_told_from_data_by_both_ways() {
        let (path, file) = made("holes");
        file.set_len(4 << 20).expect("a sparse file");
        file.write_all_at(&[7; 1 << 20], 1 << 20).expect("data");
        file.sync_all().expect("sync");
        let mut maps = vec![by_seek(&file, 0..4 << 20).expect("seek")];
        match by_fiemap(&file, 0..4 << 20) {
            Ok(map) => maps.push(map),
            Err(error) => skip!("no FIEMAP on the temporary folder: {error}"),
        }
        let part = |range| {
            let map = map(&file, range).expect("a map of a part");
            (map.data_bytes, map.hole_bytes + map.unwritten_bytes)
        };
        let (first, rest) = (part(0..2 << 20), part(3 << 19..1 << 40));
        let by_seek_too = by_seek(&file, 3 << 19..4 << 20).expect("seek");
        std::fs::remove_file(path).expect("remove");
        assert_eq!((first, rest), ((1 << 20, 1 << 20), (1 << 19, 2 << 20)));
        assert_eq!((by_seek_too.data_bytes, by_seek_too.looked_bytes), (1 << 19, 5 << 19));
        for map in maps {
            assert_eq!((map.looked_bytes, map.data_bytes), (4 << 20, 1 << 20), "{map:?}");
            assert_eq!(map.hole_bytes + map.unwritten_bytes, 3 << 20, "{map:?}");
        }
    }

    #[test]
    fn reserved_but_unwritten_space_is_not_data() {
        let (path, file) = made("unwritten");
        // SAFETY: fallocate takes plain numbers and an open descriptor.
        let result = unsafe { libc::fallocate(file.as_raw_fd(), 0, 0, 1 << 20) };
        let map = by_fiemap(&file, 0..1 << 20);
        std::fs::remove_file(path).expect("remove");
        match (result, map) {
            (0, Ok(map)) => assert_eq!((map.unwritten_bytes, map.data_bytes), (1 << 20, 0)),
            _ => skip!("no fallocate or FIEMAP on the temporary folder"),
        }
    }

    #[test]
    fn freshly_written_pages_are_cached_and_both_ways_agree() {
        let (path, mut file) = made("cache");
        file.write_all(&[1; 2 << 20]).expect("write");
        file.sync_all().expect("sync");
        let by_page = by_mincore(&file, 2 << 20).expect("mincore");
        let by_count = by_cachestat(&file, 2 << 20);
        std::fs::remove_file(path).expect("remove");
        assert_eq!(by_page.looked_pages, (2 << 20) / page_bytes());
        assert!(by_page.share() > 0.9, "{by_page:?}");
        match by_count {
            Ok(found) => assert_eq!(found.cached_pages, by_page.cached_pages),
            Err(error) => skip!("no cachestat in this kernel: {error}"),
        }
    }
}
