//! A capture of several devices: their offsets follow one another, as on one disk, so the offset of an I/O names its device.

use crate::files::{FileExtent, FileMap};
use crate::{CaptureHeader, IoEvent};
use serde::{Deserialize, Serialize};

/// The room of a device whose size is unknown.
const SIZE_UNKNOWN_BYTES: u64 = 1 << 44;
/// Devices begin at multiples of this, so that offsets keep their alignment.
const BEGIN_UNIT_BYTES: u64 = 1 << 20;

/// One of several captured devices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CapturedVolume {
    pub device: String,
    /// Where it begins among the offsets of the capture; also the offset of its flushes.
    pub begin_bytes: u64,
    pub device_bytes: Option<u64>,
    pub mount_point: Option<String>,
}

impl CapturedVolume {
    /// Where a device after this one begins.
    pub fn next_begin_bytes(&self) -> u64 {
        let size_bytes = self.device_bytes.unwrap_or(SIZE_UNKNOWN_BYTES);
        (self.begin_bytes + size_bytes).next_multiple_of(BEGIN_UNIT_BYTES)
    }

    /// The header of a capture of this device alone.
    #[must_use]
    pub fn header(&self, whole: &CaptureHeader) -> CaptureHeader {
        CaptureHeader {
            device: self.device.clone(),
            device_bytes: self.device_bytes,
            mount_point: self.mount_point.clone(),
            volumes: Vec::new(),
            ..whole.clone()
        }
    }

    /// The I/O with its offset on this device; `None` for an I/O of another one.
    pub fn event(&self, event: &IoEvent) -> Option<IoEvent> {
        let range = self.begin_bytes..self.next_begin_bytes();
        let offset_bytes = event.offset_bytes.wrapping_sub(self.begin_bytes);
        range.contains(&event.offset_bytes).then_some(IoEvent { offset_bytes, ..*event })
    }

    #[must_use]
    pub fn map(&self, whole: &FileMap) -> FileMap {
        let range = self.begin_bytes..self.next_begin_bytes();
        let own = whole.extents().iter().filter(|extent| range.contains(&extent.offset_bytes));
        let extents = own.map(|extent| FileExtent {
            offset_bytes: extent.offset_bytes - self.begin_bytes,
            ..*extent
        });
        FileMap::new(whole.paths().to_vec(), extents.collect(), whole.left_out_files)
    }
}

/// The position of the device with this offset; 0 if there is only one device.
pub fn position(volumes: &[CapturedVolume], offset_bytes: u64) -> usize {
    let after = volumes.partition_point(|volume| volume.begin_bytes <= offset_bytes);
    after.saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CaptureSource;
    use crate::files::FileIndex;

    fn volume(device: &str, begin_bytes: u64, device_bytes: Option<u64>) -> CapturedVolume {
        CapturedVolume { device: device.to_owned(), begin_bytes, device_bytes, mount_point: None }
    }

    #[test]
    fn each_device_has_its_own_ios_and_files_at_its_own_offsets() {
        let data = volume("vdb", 0, Some((4 << 20) + 512));
        let log = volume("vdc", data.next_begin_bytes(), None);
        assert_eq!(log.begin_bytes, 5 << 20);
        let at = |offset_bytes| IoEvent { offset_bytes, ..IoEvent::default() };
        let (read, flush) = (at((5 << 20) + 4096), at(5 << 20));
        assert_eq!(log.event(&read).map(|io| io.offset_bytes), Some(4096));
        assert_eq!(log.event(&flush).map(|io| io.offset_bytes), Some(0));
        assert_eq!((data.event(&read), data.event(&at(4096))), (None, Some(at(4096))));
        let volumes = [data, log];
        assert_eq!([0, 4096, 5 << 20].map(|at| position(&volumes, at)), [0, 0, 1]);
        let extent = |offset_bytes, file| FileExtent {
            offset_bytes,
            length_bytes: 4096,
            file: FileIndex(file),
        };
        let paths = vec!["base/1".to_owned(), "pg_wal/1".to_owned()];
        let files = FileMap::new(paths, vec![extent(0, 0), extent((5 << 20) + 8192, 1)], 0);
        let own = volumes[1].map(&files);
        assert_eq!(own.lookup(8192).map(|file| own.path(file)), Some("pg_wal/1"));
        assert_eq!((own.lookup(0), own.extents().len()), (None, 1));
        let mut whole = CaptureHeader::of(CaptureSource::BlockTrace, "vdb, vdc");
        whole.volumes = volumes.to_vec();
        let header = volumes[1].header(&whole);
        assert_eq!((&*header.device, header.volumes), ("vdc", Vec::new()));
    }
}
