//! The content of a file map chunk: the paths, then the extents as differences.

use super::columns::{put, take};
use crate::files::{COMPLETED_EXTENTS_MAX, COMPLETED_FILES_MAX, FileExtent, FileIndex, FileMap};

/// A map of 100,000 files and 1,500,000 extents is about 24 MiB.
pub(super) const CONTENT_BYTES_MAX: u32 = 32 << 20;

pub(super) fn pack(map: &FileMap) -> Vec<u8> {
    let mut bytes = Vec::new();
    put(&mut bytes, map.left_out_files);
    put(&mut bytes, map.paths().len());
    for path in map.paths() {
        put(&mut bytes, path);
    }
    put(&mut bytes, map.extents().len());
    let mut end = 0u64;
    for extent in map.extents() {
        put(&mut bytes, extent.offset_bytes - end);
        put(&mut bytes, extent.length_bytes);
        put(&mut bytes, extent.file.0);
        end = extent.offset_bytes + extent.length_bytes;
    }
    bytes
}

pub(super) fn unpack(content: &[u8]) -> Result<FileMap, &'static str> {
    parse(content).ok_or("its files or extents do not fit together")
}

fn parse(mut rest: &[u8]) -> Option<FileMap> {
    let left_out_files = take(&mut rest)?;
    // Lists grow as they are read; memory is not reserved by an untrusted count.
    let (mut paths, mut extents) = (Vec::new(), Vec::new());
    let count = take(&mut rest).filter(|count| *count <= COMPLETED_FILES_MAX)?;
    for _ in 0..count {
        paths.push(take(&mut rest)?);
    }
    let mut end = 0u64;
    let count = take(&mut rest).filter(|count| *count <= COMPLETED_EXTENTS_MAX)?;
    for _ in 0..count {
        let offset_bytes = end.checked_add(take(&mut rest)?)?;
        let length_bytes = take(&mut rest)?;
        end = offset_bytes.checked_add(length_bytes)?;
        let file = FileIndex(take(&mut rest)?);
        paths.get(file.0 as usize)?;
        extents.push(FileExtent { offset_bytes, length_bytes, file });
    }
    rest.is_empty().then(|| FileMap::new(paths, extents, left_out_files))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::FILES_MAX;

    #[test]
    fn two_full_maps_of_different_files_are_read_as_one() {
        let full = |name: &str, at: u64| {
            let paths = (0..FILES_MAX).map(|number| format!("{name}{number}")).collect();
            let extent = |number: usize| FileExtent {
                offset_bytes: at + number as u64 * 16_384,
                length_bytes: 4096,
                file: FileIndex(number as u32),
            };
            FileMap::new(paths, (0..FILES_MAX).map(extent).collect(), 0)
        };
        let both = full("after", 0).completed_by(&full("before", 8192));
        assert_eq!(both.paths().len(), 2 * FILES_MAX);
        assert_eq!(unpack(&pack(&both)), Ok(both));
    }
}
