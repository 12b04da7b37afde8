//! What the driver of a disk tells: thin requests, read by [`crate::windows_answers`].

use super::call::ask;
use crate::windows_answers::disk::{DiskGeometry, DiskPerformance};
use crate::windows_answers::property::{
    AccessAlignment, DeviceDescription, WriteCache, has_seek_penalty, trims,
};
use std::fs::{File, OpenOptions};
use std::os::windows::fs::OpenOptionsExt;
use windows_sys::Win32::System::Ioctl::{
    IOCTL_DISK_GET_DRIVE_GEOMETRY_EX, IOCTL_DISK_PERFORMANCE, IOCTL_STORAGE_QUERY_PROPERTY,
    StorageAccessAlignmentProperty, StorageDeviceProperty, StorageDeviceSeekPenaltyProperty,
    StorageDeviceTrimProperty, StorageDeviceWriteCacheProperty,
};

/// Longer than any answer.
const ANSWER_BYTES: usize = 4096;
/// Numbers of disks that are looked for. Numbers of disks that were taken out stay free.
const NUMBERS: u32 = 256;

/// A disk that is open for its facts.
pub(super) struct Disk {
    pub(super) number: u32,
    file: File,
}

impl Disk {
    /// Opens it without access, which needs no privilege.
    pub(super) fn at(number: u32) -> Option<Self> {
        let mut options = OpenOptions::new();
        let file = options.access_mode(0).open(Self::path(number)).ok()?;
        Some(Self { number, file })
    }

    pub(super) fn path(number: u32) -> String {
        format!(r"\\.\PhysicalDrive{number}")
    }

    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..NUMBERS).filter_map(Self::at)
    }

    pub(super) fn name(&self) -> String {
        format!("PhysicalDrive{}", self.number)
    }

    pub(super) fn geometry(&self) -> Option<DiskGeometry> {
        let answer = ask(&self.file, IOCTL_DISK_GET_DRIVE_GEOMETRY_EX, &[], ANSWER_BYTES).ok()?;
        DiskGeometry::read(&answer).ok()
    }

    pub(super) fn performance(&self) -> Option<DiskPerformance> {
        let answer = ask(&self.file, IOCTL_DISK_PERFORMANCE, &[], ANSWER_BYTES).ok()?;
        DiskPerformance::read(&answer).ok()
    }

    pub(super) fn description(&self) -> Option<DeviceDescription> {
        DeviceDescription::read(&self.property(StorageDeviceProperty)?).ok()
    }

    pub(super) fn alignment(&self) -> Option<AccessAlignment> {
        AccessAlignment::read(&self.property(StorageAccessAlignmentProperty)?).ok()
    }

    pub(super) fn write_cache(&self) -> Option<WriteCache> {
        WriteCache::read(&self.property(StorageDeviceWriteCacheProperty)?).ok()
    }

    pub(super) fn rotates(&self) -> Option<bool> {
        has_seek_penalty(&self.property(StorageDeviceSeekPenaltyProperty)?).ok()
    }

    pub(super) fn trims(&self) -> Option<bool> {
        trims(&self.property(StorageDeviceTrimProperty)?).ok()
    }

    /// `STORAGE_PROPERTY_QUERY`: the property, the standard query, no parameters.
    fn property(&self, id: i32) -> Option<Vec<u8>> {
        let query = [id as u32, 0, 0].map(u32::to_le_bytes).concat();
        ask(&self.file, IOCTL_STORAGE_QUERY_PROPERTY, &query, ANSWER_BYTES).ok()
    }
}

/// The unit of addressing of an open disk or volume.
pub(super) fn sector_bytes(file: &File) -> Option<u32> {
    let answer = ask(file, IOCTL_DISK_GET_DRIVE_GEOMETRY_EX, &[], ANSWER_BYTES).ok()?;
    DiskGeometry::read(&answer).ok().map(|geometry| geometry.sector_bytes)
}
