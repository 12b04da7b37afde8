//! The allocated ranges of a sparse file.

use super::call::{self, ask};
use crate::absent::unsupported;
use crate::extents::{FileMap, MapMethod, Residency};
use std::fs::File;
use std::io;
use std::ops::Range;
use windows_sys::Win32::System::Ioctl::FSCTL_QUERY_ALLOCATED_RANGES;
use windows_sys::Win32::System::SystemInformation::{GetSystemInfo, SYSTEM_INFO};

/// Ranges requested by one call, of two 64-bit numbers each.
const BATCH: usize = 4096;
const RANGE_BYTES: usize = 16;

/// Maps the data and holes of a range of a file.
pub fn map(file: &File, range: Range<u64>) -> io::Result<FileMap> {
    let range = range.start..range.end.min(file.metadata()?.len());
    let mut map = FileMap {
        method: MapMethod::SeekHole,
        looked_bytes: range.end.saturating_sub(range.start),
        data_bytes: 0,
        unwritten_bytes: 0,
        hole_bytes: 0,
        extents: 0,
    };
    let mut at = range.start;
    while at < range.end {
        let found = allocated(file, at..range.end)?;
        for part in &found {
            map.data_bytes += part.end.min(range.end).saturating_sub(part.start);
            map.extents += 1;
        }
        match found.last() {
            Some(last) if found.len() == BATCH => at = last.end,
            _ => break,
        }
    }
    map.hole_bytes = map.looked_bytes.saturating_sub(map.data_bytes);
    Ok(map)
}

/// The first ranges that hold data.
fn allocated(file: &File, range: Range<u64>) -> io::Result<Vec<Range<u64>>> {
    let asked = [range.start, range.end - range.start].map(u64::to_le_bytes).concat();
    let answer = ask(file, FSCTL_QUERY_ALLOCATED_RANGES, &asked, BATCH * RANGE_BYTES)?;
    let parts = answer.chunks_exact(RANGE_BYTES).map(|part| {
        let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| part[at + byte]));
        number(0)..number(0) + number(8)
    });
    Ok(parts.collect())
}

/// Whether a file has no data; false where the file system does not tell holes from data.
pub(crate) fn is_all_hole(file: &File) -> io::Result<bool> {
    let length = file.metadata()?.len();
    match allocated(file, 0..length) {
        Ok(found) => Ok(found.is_empty()),
        Err(error) if error.kind() == io::ErrorKind::Unsupported || call::is_missing(&error) => {
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

pub fn physical_extents(_: &File, _: usize) -> io::Result<Vec<(u64, u64)>> {
    Err(unsupported("physical extents"))
}

pub fn residency(_: &File) -> io::Result<Residency> {
    Err(unsupported("cached pages"))
}

pub fn page_bytes() -> u64 {
    let mut facts = SYSTEM_INFO::default();
    // SAFETY: the structure is a valid place for the answer.
    unsafe { GetSystemInfo(&raw mut facts) };
    facts.dwPageSize.into()
}
